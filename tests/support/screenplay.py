"""Games played by keys on a real terminal, with pictures taken of what is seen."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.support.tmux import Stuck, Terminal, on_stage

SIZES = SMALL, LARGE = (80, 24), (120, 40)

PICTURED = {"en": SIZES, "fr": (SMALL,)}
"""In which languages and sizes pictures are kept."""

SAMPLE = {"en": (LARGE,), "fr": (SMALL,)}
"""Those of them that the tests take: each language once, and each size once."""

TOO_SMALL = 60, 20

TURNS = 18
"""Of a game."""

_ROW = re.compile(r"^[▸ ] +(\d) .*✓", re.MULTILINE)
"""A card in the hand that can be built, where each is a row."""

_FACES = re.compile(r"^│[✓✗].*$", re.MULTILINE)
"""The row of a hand that says so, where cards have faces."""


class Take(NamedTuple):
    """A script, and the terminal on which it is played."""

    script: str
    language: str
    size: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.script}, {self.language}, {self.size[0]}x{self.size[1]}"


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture to be taken."""

    name: str


@dataclass
class Camera:
    """
    Somebody at a stage, who takes pictures.

    Attributes:
        taken: the pictures, by name.
    """

    terminal: Terminal
    taken: dict[str, str] = field(default_factory=dict)

    def do(self, *keys: str) -> str:
        """Press keys, one after the other has done what it does; gives the screen."""
        for key in keys:
            self.terminal.press(key)
            self.terminal.settle()
        return self.terminal.text()

    def shot(self, name: str) -> str:
        """Take a picture; gives it."""
        if name in self.taken:
            raise ValueError(f"there is a picture {name!r} already")
        text = self.terminal.text()
        self.taken[name] = text
        return text


def a_game(see: Camera) -> None:
    """Find a table, and play a game there, from the first screen to the last."""
    see.terminal.begun("find")
    see.shot("find")
    see.do("Enter")
    see.shot("tables")
    see.do("Enter")
    see.shot("lobby")
    see.do("r")
    see.shot("code")
    see.do("Enter")
    see.shot("sides")
    see.do("Right", "Enter", "Enter")
    see.shot("first turn")
    _look_around(see)
    _choose(see)
    see.shot("reveal")
    see.do("Enter", "F10")
    _choose(see)
    see.do("Enter")
    see.shot("they think")
    _choose(see)
    see.shot("sealed")
    see.do("F11", "Enter")
    for turn in range(4, TURNS + 1):
        if turn == 10:
            _look_back(see)
        _choose(see)
        if turn == TURNS:
            see.shot("the last turn")
        see.do("Enter")
    see.shot("end")


def _look_around(see: Camera) -> None:
    """Look at all there is to be looked at, and choose nothing for good."""
    terminal, (width, height) = see.terminal, see.terminal.size
    see.do("?")
    see.shot("help")
    see.do("Escape", "Down", "d")
    see.shot("card")
    see.do("Escape", "c")
    see.shot("city")
    see.do("Escape")
    see.do(_playable(see.terminal.text()), "b")
    see.shot("laid")
    terminal.resize(*TOO_SMALL)
    terminal.settle()
    see.shot("too small")
    other = next(size for size in SIZES if size != (width, height))
    terminal.resize(*other)
    terminal.settle()
    terminal.resize(width, height)
    terminal.settle()
    if terminal.text() != see.taken["laid"]:
        raise Stuck(f"after other sizes, it is another screen:\n{terminal.text()}")
    see.do("Escape", "F8")
    see.shot("said")
    see.do("t")
    terminal.type("bonne chance, à tous")
    terminal.settle()
    see.shot("typing")
    see.do("Enter", "F9")
    see.shot("offline")
    see.do("F9")
    see.shot("online")
    see.do("F6", "Up")


def _look_back(see: Camera) -> None:
    """Look at what has been, in the middle of a game."""
    see.shot("middle")
    for key, name in (("p", "points"), ("m", "hands"), ("l", "log")):
        see.do(key)
        see.shot(name)
        see.do("Escape")


def _choose(see: Camera) -> None:
    """Build the first card that can be built; if none can, sell one."""
    number = _playable(see.terminal.text())
    see.do(*((number, "b") if number else ("1", "s")), "Enter")


def _playable(screen: str) -> str:
    """Give the number of the first card that can be built; empty if none can."""
    if found := _ROW.search(screen):
        return found[1]
    if found := _FACES.search(screen):
        marks = re.findall("│([✓✗])", found[0])
        return str(marks.index("✓") + 1) if "✓" in marks else ""
    return ""


MOMENTS: Mapping[str, Sequence[str | Shot]] = {
    "five": (Shot("five players"),),
    "seven": (
        Shot("seven players"),
        "c",
        "Right",
        "Right",
        Shot("seven players, a city"),
    ),
    "ways": (
        "3",
        "b",
        Shot("ways to pay"),
        "Down",
        "Enter",
    ),
    "boards": (
        Shot("boards"),
        "4",
        "Enter",
        Shot("a board is laid"),
        "Enter",
        Shot("boards are taken"),
    ),
    "power": ("1", "b", Shot("free once in an age"), "Down", "Enter"),
    "wonders": (Shot("wonders"), "Down", "Enter", Shot("a wonder is laid")),
    "waiting": (Shot("waiting"),),
    "hurry": (Shot("turn clock"),),
    "discard": (
        Shot("discard"),
        "2",
        "Enter",
        Shot("discard, laid"),
        "Enter",
    ),
    "end of seven": (Shot("end of seven"),),
}
"""Of other games, with other numbers of players: by scene, keys and pictures."""

EXPANSIONS: Mapping[str, Sequence[str | Shot]] = {
    "selection": (
        Shot("selection of leaders"),
        "2",
        "Enter",
        Shot("a leader is kept"),
        "Enter",
    ),
    "recruitment": (
        Shot("recruitment"),
        "d",
        Shot("a leader"),
        "Escape",
        "e",
        Shot("edifices"),
        "Escape",
        "b",
        Shot("a leader is laid down"),
    ),
    "leaders and edifices": (
        "Enter",
        Shot("leaders and edifices"),
        "c",
        Shot("a city with leaders"),
    ),
    "taking part": (
        "Enter",
        "w",
        Shot("taking part"),
    ),
    "burying": (
        "Enter",
        "w",
        Shot("a leader to bury"),
    ),
    "one more leader": (
        "Enter",
        Shot("one more leader"),
    ),
    "penalty": (
        "Enter",
        Shot("a penalty"),
    ),
    "end with both": (Shot("end with both"),),
}
"""Likewise, of games with leaders and edifices."""


ARCHITECTS: Mapping[str, Sequence[str | Shot]] = {
    "architects": (
        Shot("architects"),
        "2",
        Shot("architects, a pile is chosen"),
        "d",
        Shot("architects, a card"),
        "Escape",
        "c",
        Shot("architects, a city"),
        "Escape",
        "i",
        Shot("architects, the piles"),
        "Escape",
        "j",
        Shot("architects, the tokens"),
        "Escape",
        "p",
        Shot("architects, the points"),
        "Escape",
        "?",
        Shot("architects, help"),
    ),
    "architects of seven": (Shot("architects of seven"),),
    "stage of architects": (Shot("architects, a stage"), "Down", "Enter"),
    "token of architects": (
        "1",
        Shot("architects, a token"),
        "Enter",
    ),
    "search of architects": (
        Shot("architects, a search"),
        "Down",
        Shot("architects, what is kept"),
        "Enter",
    ),
    "search of another": (Shot("architects, a search of somebody else"),),
    "battle of architects": (Shot("architects, a battle"),),
    "end of architects": (Shot("architects, the end"),),
}
"""Likewise, of games of Architects."""


# A real game.

_CURSOR = re.compile(r"^▸", re.MULTILINE)
"""It is in the hand when a choice is asked for."""

_HEAD = re.compile(r"Age (\d), turn (\d) of 6")

_CARD = re.compile(r"^[▸ ] +\d ", re.MULTILINE)

_SIGNED = "Everybody has signed this result."


def real_game() -> list[tuple[str, str, int]]:
    """
    Play what ``wonders play`` begins, against bots and with sealed cards, to its end.

    Gives the turns: the age, the number, and how many cards were in the hand.

    Raises:
        Stuck: it can't be played to its end.
    """
    command = Path(sys.executable).with_name("wonders")
    options = ("--players", "3", "--sides", "day", "--name", "ann")
    with Terminal((str(command), "play", *options), SIZES[0]) as terminal:
        turns = _whole(terminal)
        terminal.press("q")
        if terminal.wait_to_end() or "wonders export" not in terminal.text():
            raise Stuck(f"it didn't end well:\n{terminal.text()}")
        return turns


def _whole(terminal: Terminal) -> list[tuple[str, str, int]]:
    """Play a game in which sides are settled, from its first turn to its result."""
    turns: list[tuple[str, str, int]] = []

    def is_asked(screen: str) -> bool:
        head = _HEAD.search(screen)
        fresh = head is not None and head.groups() not in [turn[:2] for turn in turns]
        return _SIGNED in screen or (fresh and _CURSOR.search(screen) is not None)

    while _SIGNED not in (screen := terminal.wait_until(is_asked, "a turn, or an end")):
        head = _HEAD.search(screen)
        if head is None:
            raise Stuck(f"no turn is named:\n{screen}")
        turns.append((head[1], head[2], len(_CARD.findall(screen))))
        terminal.look()
        terminal.press("Enter")  # what was revealed of the last turn has been seen
        number = _playable(screen)
        terminal.press(*((number, "b") if number else ("1", "s")))
        terminal.wait_until(lambda screen: "▷" in screen, "a card that is laid down")
        terminal.press("Enter")
    return turns


SCRIPTS: Mapping[str, Mapping[str, Sequence[str | Shot]]] = {
    "a game": {},
    "moments": MOMENTS,
    "expansions": EXPANSIONS,
    "architects": ARCHITECTS,
}
"""By name: the moments there are, unless it is a whole game."""

Film = Mapping[Take, Mapping[str, str]]
"""The pictures of each take, by name."""


def film(takes: Sequence[Take]) -> Film:
    """
    Play takes, all of one script in one language; gives their pictures.

    Raises:
        Stuck: it can't be played to its end.
    """
    ((script, language),) = {(take.script, take.language) for take in takes}
    if SCRIPTS[script]:
        return _film_moments(SCRIPTS[script], language, takes)
    return {take: _film_game(take) for take in takes}


def _film_game(take: Take) -> Mapping[str, str]:
    with Terminal(on_stage("find", "--lang", take.language), take.size) as terminal:
        see = Camera(terminal)
        a_game(see)
        _end(terminal)
        return see.taken


def _film_moments(
    moments: Mapping[str, Sequence[str | Shot]], language: str, takes: Sequence[Take]
) -> Film:
    """Film each moment in all takes, before the next: it takes long to get there."""
    options = ("--lang", language, "--times", str(len(takes)))
    taken: dict[Take, dict[str, str]] = {take: {} for take in takes}
    with Terminal(on_stage(*moments, *options), takes[0].size) as terminal:
        for at, (scene, acts) in enumerate(moments.items()):
            for number, take in enumerate(takes):
                if at or number:
                    terminal.resize(*take.size)
                    terminal.settle()
                    terminal.press("F7")
                terminal.begun(scene, number)
                see = Camera(terminal, taken[take])
                for act in acts:
                    if isinstance(act, Shot):
                        see.shot(act.name)
                    else:
                        see.do(act)
        _end(terminal)
    return taken


def _end(terminal: Terminal) -> None:
    """See the last scene end well."""
    terminal.press("F7")
    if terminal.wait_to_end():
        raise Stuck(f"something went wrong:\n{terminal.text()}")
