"""
Actions on screens, and the keys of the keyboard for them.

An action is a name, followed by a number or a word if there are several of its kind:
``card 3``. Keys, clicks and tests all use these names; only this table, and the
settings that change it, know about keys. Settings files contain the names
(``keys.NAME``), so they can't change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sealed_wonders.client.person.features import Action, features
from sealed_wonders.net.words import _, marked, p_

_OF_SCREENS: Mapping[str, Action] = {
    "left": Action(("left",), "", marked("move left")),
    "right": Action(("right",), "", marked("move right")),
    "up": Action(("up",), "", marked("move up")),
    "down": Action(("down",), "", marked("move down")),
    "page up": Action(("pageup",), "", marked("move up a page")),
    "page down": Action(("pagedown",), "", marked("move down a page")),
    "first": Action(("home",), "", marked("go to the beginning")),
    "last": Action(("end",), "", marked("go to the end")),
    "enter": Action(("enter",), "", marked("confirm: seal, open, continue")),
    "back": Action(
        ("escape", "backspace"),
        "",
        marked("close the open panel, or take back an unsealed choice"),
    ),
    "build": Action(("b",), marked("build"), marked("build the card")),
    "stage": Action(
        ("w",), marked("stage"), marked("build a stage of your wonder with the card")
    ),
    "sell": Action(("s",), marked("sell"), marked("sell the card for 3 coins")),
    "nothing": Action(("n",), marked("nothing"), marked("take nothing")),
    "details": Action(
        ("d", "space"),
        marked("details"),
        marked("show the details of the card or city"),
    ),
    "cities": Action(
        ("c",),
        marked("cities"),
        marked("look at the cities; left and right switch between cities"),
    ),
    "swap": Action(
        ("tab",),
        marked("all cards"),
        marked("switch between your hand and the cards of three cities"),
    ),
    "edifices": Action(
        ("e",), marked("edifices"), marked("see the edifices, and who helps build them")
    ),
    "piles": Action(("i",), marked("piles"), marked("see what is still in the piles")),
    "tokens": Action(
        ("j",), marked("tokens"), marked("see where all progress tokens are")
    ),
    "scores": Action(("p",), marked("points"), marked("see the points so far")),
    "memory": Action(
        ("m",), marked("hands"), marked("see the cards you remember from earlier hands")
    ),
    "goto": Action(("g",), marked("go to"), marked("go to a turn")),
    "go on": Action(("a",), marked("play"), marked("start or stop the replay")),
    "replay": Action(("v",), marked("replay"), marked("replay the finished game")),
    "audit": Action(
        ("u",), marked("check"), marked("check the log of the finished game")
    ),
    "export": Action(
        ("f",), marked("record"), marked("write a record of the finished game")
    ),
    "analyse": Action(
        ("!",),
        marked("analyse choices"),
        marked("see what each choice in a finished game was worth"),
    ),
    "disclose": Action(
        ("f8",),
        marked("show cards"),
        marked("show your face-down cards, once the game is over"),
    ),
    "log": Action(("l",), marked("log"), marked("see everything that has happened")),
    "chat": Action(("t",), marked("talk"), marked("talk to the table")),
    "command": Action(
        (":",), marked("command"), marked("type a command, as in line mode")
    ),
    "ready": Action(("r",), marked("ready"), marked("be ready, or no longer ready")),
    "options": Action(
        ("+",),
        marked("other options"),
        marked("play again here with other options"),
    ),
    "invite": Action(("h",), marked("invitation"), marked("see how others can join")),
    "phones": Action(("=",), marked("phones"), marked("lend seats to phones")),
    "trust": Action(("k",), marked("trust"), marked("accept a player's changed key")),
    "lessons": Action(("x",), marked("no more lessons"), marked("end the lessons")),
    "settings": Action((",",), marked("settings"), marked("change the settings")),
    "browser": Action(
        ("f10",), marked("browser"), marked("show your seat in a browser")
    ),
    "mouse": Action(("f2",), marked("mouse"), marked("turn the mouse on or off")),
    "redraw": Action(("c-l",), marked("redraw"), marked("redraw the screen")),
    "suspend": Action(
        ("c-z",), marked("shell"), marked("go to the shell; fg brings you back")
    ),
    "help": Action(("?", "f1"), marked("help"), marked("show this help")),
    "yes": Action(("y", "o"), marked("yes"), marked("answer yes to a question")),
}
"""
Actions that aren't features: navigation, and actions of one screen or the program.

Keys such as Enter do something different on each screen. They have no label here: each
screen says what they do there (`Screen.called`).
"""

ACTIONS: Mapping[str, Action] = {
    **_OF_SCREENS,
    **{it.name: it.key for it in features() if it.key is not None},
}
"""Actions by name, in the order of the help. Digits are ``digit 0`` to ``digit 9``."""


_NAMED = frozenset(
    (*("left", "right", "up", "down", "enter", "escape", "space", "tab", "backspace"),)
    + ("home", "end", "pageup", "pagedown", "insert", "delete", "s-tab")
    + tuple(f"f{number}" for number in range(1, 13))
)
"""Keys other than characters, by their prompt-toolkit names."""


def is_key(written: str) -> bool:
    """Return whether a string names a key, or several pressed in sequence."""
    one = written.split(" ") if written != " " else [written]
    return bool(written) and all(
        key in _NAMED
        or (len(key) == 1 and key.isprintable() and key != " ")
        or (len(key) == 3 and key.startswith("c-") and "a" <= key[2] <= "z")
        for key in one
    )


def usual(name: str) -> tuple[str, ...]:
    """Return an action's default keys; the first one is shown."""
    some = ACTIONS[name].keys
    if name != "yes":
        return some
    # The letters of all languages work, but people expect that of their own.
    letter = p_("typed", "y")
    return tuple(sorted(some, key=lambda key: key != letter))


DIGITS = tuple("0123456789")

DIGIT = "digit"
"""Stands for all digits in a key row, where each of them chooses something."""


def bound(chosen: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """
    Yield each action with each of its keys; no key occurs twice.

    Args:
        chosen: Keys from the settings, which take precedence over the defaults.
    """
    taken: set[str] = set()
    usual = {name: action.keys for name, action in ACTIONS.items()}
    digits = {f"digit {digit}": (digit,) for digit in DIGITS}
    rest = {name: some for name, some in usual.items() if name not in chosen}
    for name, some in (*chosen.items(), *rest.items(), *digits.items()):
        for key in some:
            if key not in taken:
                taken.add(key)
                yield name, key


def short(name: str) -> str:
    """Return an action's label; empty if only the screen knows what it does."""
    said = "" if name == DIGIT else ACTIONS[name].short
    return _(said) if said else ""


def long(name: str) -> str:
    """Return an action's description."""
    return _(ACTIONS[name].long)


_WRITTEN = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": marked("Enter"),
    "escape": marked("Esc"),
    "space": marked("Space"),
    "tab": marked("Tab"),
    "pageup": marked("PgUp"),
    "pagedown": marked("PgDn"),
    "home": marked("Home"),
    "end": marked("End"),
    "backspace": marked("Backspace"),
}


def written(key: str) -> str:
    """Return a key's name as displayed: ``Ctrl-C`` for ``c-c``."""
    if key.startswith("c-"):
        return _("Ctrl-{letter}").format(letter=key[2:].upper())
    if key in _WRITTEN:
        return _(_WRITTEN[key])
    return key.upper() if len(key) > 1 else key
