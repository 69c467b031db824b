"""Games played by keys on a real terminal, with pictures taken of what is seen."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.support.tmux import Stuck, Terminal, scene_command

SIZES = SMALL, LARGE = (80, 24), (120, 40)

HUGE = 140, 45
"""The size of a terminal that fills a screen, for tables that are never short of things."""

_USUAL = {"en": SIZES, "fr": (SMALL,)}
"""In which languages and sizes pictures are taken."""

SAMPLE = {
    "a game": {"en": (SMALL,)},
    "moments": {"en": (LARGE,)},
    "expansions": {"en": (LARGE,)},
    "architects": {"en": (SMALL,)},
    "leaving": {"en": (SMALL,)},
    "an evening": {"fr": (SMALL,)},
    "much room": {"en": (HUGE,)},
}
"""Those of them that the tests take, by script: in all, each language and each size."""

TOO_SMALL = 60, 20

TURNS = 18
"""Of a game."""

_ROW = re.compile(r"^[▸ ] +(\d) .*✓", re.MULTILINE)
"""A card in the hand that can be built, where each is a row."""

_FACES = re.compile(r"^│[✓✗].*$", re.MULTILINE)
"""The row of a hand that says so, where cards have faces."""


class Variant(NamedTuple):
    """A script, and the terminal on which it is played."""

    script: str
    language: str
    size: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.script}, {self.language}, {self.size[0]}x{self.size[1]}"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A picture to take."""

    name: str


@dataclass
class ScreenRecorder:
    """
    Presses keys at a terminal that shows scenes, and takes pictures of it.

    Attributes:
        taken: the pictures, by name.
    """

    terminal: Terminal
    taken: dict[str, str] = field(default_factory=dict)

    def do(self, *keys: str) -> str:
        """
        Press keys, each after the reaction to the previous one is drawn; return the
        screen.
        """
        for key in keys:
            self.terminal.press(key)
            self.terminal.settle()
        return self.terminal.text()

    def click(self, *texts: str) -> str:
        """Click on texts, one after another; return the screen."""
        for text in texts:
            lines = self.terminal.text().splitlines()
            found = [at for at, line in enumerate(lines) if text in line]
            if not found:
                raise Stuck(f"there is no {text!r} to click:\n{self.terminal.text()}")
            self.terminal.click(lines[found[-1]].index(text), found[-1])
            self.terminal.settle()
        return self.terminal.text()

    def wheel(self, *, down: bool) -> str:
        """Turn the mouse wheel in the middle of the screen; return the screen."""
        width, height = self.terminal.size
        self.terminal.wheel(width // 2, height // 2, down=down)
        self.terminal.settle()
        return self.terminal.text()

    def snapshot(self, name: str) -> str:
        """Take a picture; return it."""
        if name in self.taken:
            raise ValueError(f"there is a picture {name!r} already")
        text = self.terminal.text()
        self.taken[name] = text
        return text


def a_game(recorder: ScreenRecorder) -> None:
    """Find a table, and play a game there, from the first screen to the last."""
    recorder.terminal.begun("find")
    recorder.snapshot("start")
    recorder.do("4")
    recorder.snapshot("hosts")
    recorder.do("1")
    recorder.snapshot("tables")
    recorder.do("5", "Home", "Down", "Down", "Down", "Right")
    recorder.snapshot("opening")
    recorder.do("Enter")
    recorder.snapshot("values")
    recorder.do("Escape", "Escape", "1")
    recorder.snapshot("lobby")
    recorder.do("r")
    recorder.snapshot("code")
    recorder.do("Enter")
    recorder.snapshot("sides")
    recorder.do("Right", "Enter", "Enter")
    recorder.snapshot("first turn")
    _look_around(recorder)
    _choose(recorder)
    recorder.snapshot("reveal")
    recorder.do("Enter", "F10")
    _choose(recorder)
    recorder.do("Enter")
    recorder.snapshot("they think")
    _choose(recorder)
    recorder.snapshot("sealed")
    recorder.do("F11", "Enter")
    for turn in range(4, TURNS + 1):
        if turn == 10:
            _look_back(recorder)
        _choose(recorder)
        if turn == TURNS:
            recorder.snapshot("the last turn")
        recorder.do("Enter")
    recorder.snapshot("end")


def _look_around(recorder: ScreenRecorder) -> None:
    """Open everything that can be opened, without making a choice."""
    terminal, (width, height) = recorder.terminal, recorder.terminal.size
    recorder.do("?")
    recorder.snapshot("help")
    recorder.do("Escape", "Down", "d")
    recorder.snapshot("card")
    recorder.do("Escape", "c")
    recorder.snapshot("city")
    recorder.do("Escape")
    recorder.do(_playable(recorder.terminal.text()), "b")
    recorder.snapshot("laid")
    terminal.resize(*TOO_SMALL)
    terminal.settle()
    recorder.snapshot("too small")
    other = next(size for size in SIZES if size != (width, height))
    terminal.resize(*other)
    terminal.settle()
    terminal.resize(width, height)
    terminal.settle()
    if terminal.text() != recorder.taken["laid"]:
        raise Stuck(f"after other sizes, it is another screen:\n{terminal.text()}")
    recorder.do("Escape", "F8")
    recorder.snapshot("said")
    recorder.do("t")
    recorder.snapshot("quick words")
    terminal.type("bonne chance, à tous")
    terminal.settle()
    recorder.snapshot("typing")
    recorder.do("Enter", "F9")
    recorder.snapshot("offline")
    recorder.do("F9")
    recorder.snapshot("online")
    recorder.do(":")
    terminal.type("mute")
    recorder.do("Enter")
    recorder.snapshot("who is heard")
    recorder.do("Escape")
    recorder.do("F6", "Up")


def _look_back(recorder: ScreenRecorder) -> None:
    """Open what shows the past, in the middle of a game."""
    recorder.snapshot("middle")
    for key, name in (("p", "points"), ("m", "hands"), ("l", "log")):
        recorder.do(key)
        recorder.snapshot(name)
        recorder.do("Escape")


def _choose(recorder: ScreenRecorder) -> None:
    """Build the first card that can be built; if none can, sell one."""
    number = _playable(recorder.terminal.text())
    recorder.do(*((number, "b") if number else ("1", "s")), "Enter")


def _playable(screen: str) -> str:
    """Return the number of the first card that can be built, or an empty text."""
    if found := _ROW.search(screen):
        return found[1]
    if found := _FACES.search(screen):
        marks = re.findall("│([✓✗])", found[0])
        return str(marks.index("✓") + 1) if "✓" in marks else ""
    return ""


MOMENTS: Mapping[str, Sequence[str | Snapshot]] = {
    "five": (Snapshot("five players"),),
    "seven": (
        Snapshot("seven players"),
        "c",
        "Right",
        "Right",
        Snapshot("seven players, a city"),
    ),
    "full": (
        Snapshot("a full hand of seven"),
        "Tab",
        Snapshot("a full table, its cities"),
    ),
    "ways": (
        "3",
        "b",
        Snapshot("ways to pay"),
        "Down",
        "Enter",
    ),
    "boards": (
        Snapshot("boards"),
        "4",
        "Enter",
        Snapshot("a board is laid"),
        "Enter",
        Snapshot("boards are taken"),
    ),
    "power": ("1", "b", Snapshot("free once in an age"), "Down", "Enter"),
    "wonders": (Snapshot("wonders"), "Down", "Enter", Snapshot("a wonder is laid")),
    "waiting": (Snapshot("waiting"),),
    "hurry": (Snapshot("turn clock"),),
    "clocks": (Snapshot("clocks of all"),),
    "discard": (
        Snapshot("discard"),
        "2",
        "Enter",
        Snapshot("discard, laid"),
        "Enter",
    ),
    "end of seven": (Snapshot("end of seven"),),
}
"""Of other games, with other numbers of players: by scene, keys and pictures."""

EXPANSIONS: Mapping[str, Sequence[str | Snapshot]] = {
    "selection": (
        Snapshot("selection of leaders"),
        "2",
        "Enter",
        Snapshot("a leader is kept"),
        "Enter",
    ),
    "recruitment": (
        Snapshot("recruitment"),
        "Enter",
        "d",
        Snapshot("a leader"),
        "Escape",
        "e",
        Snapshot("edifices"),
        "Escape",
        "b",
        Snapshot("a leader is laid down"),
    ),
    "leaders and edifices": (
        "Enter",
        Snapshot("leaders and edifices"),
        "c",
        Snapshot("a city with leaders"),
    ),
    "fullest": (
        "Enter",
        Snapshot("the fullest table"),
        "Tab",
        Snapshot("the fullest table, its cities"),
    ),
    "taking part": (
        "Enter",
        "w",
        Snapshot("taking part"),
    ),
    "burying": (
        "Enter",
        "w",
        Snapshot("a leader to bury"),
    ),
    "one more leader": (
        "Enter",
        Snapshot("one more leader"),
    ),
    "penalty": (
        "Enter",
        Snapshot("a penalty"),
    ),
    "end with both": (Snapshot("end with both"),),
}
"""Likewise, of games with leaders and edifices."""


ARCHITECTS: Mapping[str, Sequence[str | Snapshot]] = {
    "architects": (
        Snapshot("architects"),
        "2",
        Snapshot("architects, a pile is chosen"),
        "d",
        Snapshot("architects, a card"),
        "Escape",
        "c",
        Snapshot("architects, a city"),
        "Escape",
        "i",
        Snapshot("architects, the piles"),
        "Escape",
        "j",
        Snapshot("architects, the tokens"),
        "Escape",
        "p",
        Snapshot("architects, the points"),
        "Escape",
        "?",
        Snapshot("architects, help"),
    ),
    "architects of seven": (Snapshot("architects of seven"),),
    "stage of architects": (Snapshot("architects, a stage"), "Down", "Enter"),
    "token of architects": (
        "1",
        Snapshot("architects, a token"),
        "Enter",
    ),
    "search of architects": (
        Snapshot("architects, a search"),
        "Down",
        Snapshot("architects, what is kept"),
        "Enter",
    ),
    "search of another": (Snapshot("architects, a search of somebody else"),),
    "battle of architects": (Snapshot("architects, a battle"),),
    "end of architects": (Snapshot("architects, the end"),),
}
"""Likewise, of games of Architects."""

LEAVING: Mapping[str, Sequence[str | Snapshot]] = {
    "leaving": (
        "q",
        Snapshot("leaving"),
        "4",
        Snapshot("leaving one's seat to somebody"),
        "2",
        "Enter",
        "F6",
        Snapshot("a program plays"),
        "q",
        Snapshot("leaving, while a program plays"),
        "Escape",
    ),
    "ballot": (
        Snapshot("a ballot"),
        "Escape",
        Snapshot("a ballot, put away"),
    ),
    "called": (
        Snapshot("called, as others would go on"),
        "Escape",
        Snapshot("back at the game"),
    ),
    "gone": (
        Snapshot("a city left alone"),
        "c",
        Snapshot("a city left alone, whole"),
        "Escape",
        "p",
        Snapshot("a city left alone, its points"),
    ),
    "handed over": (Snapshot("handed over"),),
    "looking on": (Snapshot("looking on"),),
    "offered": (Snapshot("a seat is offered"),),
    "rescuing lobby": (Snapshot("a lobby, with substitutes"),),
    "rescuable": (
        Snapshot("one can propose a substitute"),
        "F7",
        Snapshot("how to go on"),
        "3",
        Snapshot("a substitute who looks on"),
    ),
    "substitute": (Snapshot("a ballot about a substitute"),),
    "asked to play on": (Snapshot("asked to play on"),),
}
"""Likewise, of those who leave or are gone, and those who look on."""

EVENING: Mapping[str, Sequence[str | Snapshot]] = {
    "lobby of an evening": (Snapshot("lobby"),),
    "lobby of seven": (Snapshot("lobby of seven"),),
    "end of an evening": (Snapshot("end"),),
    "last of an evening": (
        Snapshot("end of seven"),
        "End",
        Snapshot("end of seven, its end"),
    ),
}
"""Likewise, where people have played before."""

MUCH_ROOM = {
    **{scene: MOMENTS[scene] for scene in ("seven", "full")},
    "architects of seven": ARCHITECTS["architects of seven"],
}
"""Some of all these, on a large terminal."""


# A real game.

_CURSOR = re.compile(r"^▸", re.MULTILINE)
"""It is in the hand when a choice is asked for."""

_HEAD = re.compile(r"Age (\d), turn (\d) of 6")

_CARD = re.compile(r"^[▸ ] +\d ", re.MULTILINE)

_SIGNED = "Everybody has signed this result."


def real_game() -> list[tuple[str, str, int]]:
    """
    Play the game of ``wonders play``, against bots and with sealed cards, to its end.

    Return the turns: the age, the number, and the size of the hand.

    Raises:
        Stuck: the game can't be played to its end.
    """
    command = Path(sys.executable).with_name("wonders")
    options = ("--players", "3", "--sides", "day", "--name", "ann")
    with Terminal((str(command), "play", *options), SIZES[0]) as terminal:
        turns = _turns(terminal)
        terminal.press("q")
        if terminal.wait_to_end() or "wonders export" not in terminal.text():
            raise Stuck(f"it didn't end well:\n{terminal.text()}")
        return turns


def _turns(terminal: Terminal) -> list[tuple[str, str, int]]:
    """Play a game in which sides are settled to its result."""
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
        terminal.look()  # so soon after a box was closed, Enter may be meant for that
        terminal.press("Enter")
    return turns


SCRIPTS: Mapping[str, Mapping[str, Sequence[str | Snapshot]]] = {
    "a game": {},
    "moments": MOMENTS,
    "expansions": EXPANSIONS,
    "architects": ARCHITECTS,
    "leaving": LEAVING,
    "an evening": EVENING,
    "much room": MUCH_ROOM,
}
"""By name: the moments there are, unless it is a whole game."""

PICTURED: Mapping[str, Mapping[str, Sequence[tuple[int, int]]]] = {
    **dict.fromkeys(SCRIPTS, _USUAL),
    "much room": SAMPLE["much room"],
}
"""In which languages and sizes pictures are taken, by script."""

Snapshots = Mapping[Variant, Mapping[str, str]]
"""The pictures of each variant, by name."""


def record(variants: Sequence[Variant]) -> Snapshots:
    """
    Play variants of one script in one language, and return their pictures.

    Raises:
        Stuck: the script can't be played to its end.
    """
    ((script, language),) = {(variant.script, variant.language) for variant in variants}
    if SCRIPTS[script]:
        return _record_moments(SCRIPTS[script], language, variants)
    return {variant: _record_game(variant) for variant in variants}


def _record_game(variant: Variant) -> Mapping[str, str]:
    with Terminal(
        scene_command("find", "--lang", variant.language), variant.size
    ) as terminal:
        recorder = ScreenRecorder(terminal)
        a_game(recorder)
        _end(terminal)
        return recorder.taken


def _record_moments(
    moments: Mapping[str, Sequence[str | Snapshot]],
    language: str,
    variants: Sequence[Variant],
) -> Snapshots:
    """Record each moment in all variants before the next one, as that is slow."""
    options = ("--lang", language, "--times", str(len(variants)))
    taken: dict[Variant, dict[str, str]] = {variant: {} for variant in variants}
    with Terminal(scene_command(*moments, *options), variants[0].size) as terminal:
        for at, (scene, acts) in enumerate(moments.items()):
            for number, variant in enumerate(variants):
                if at or number:
                    terminal.resize(*variant.size)
                    terminal.settle()
                    terminal.press("C-n")
                terminal.begun(scene, number)
                recorder = ScreenRecorder(terminal, taken[variant])
                for act in acts:
                    if isinstance(act, Snapshot):
                        recorder.snapshot(act.name)
                    else:
                        recorder.do(act)
        _end(terminal)
    return taken


def _end(terminal: Terminal) -> None:
    """End the last scene, and check that nothing went wrong."""
    terminal.press("C-n")
    if terminal.wait_to_end():
        raise Stuck(f"something went wrong:\n{terminal.text()}")
