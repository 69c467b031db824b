"""Games played by keys on a real terminal, with pictures taken of what is seen."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.support.tmux import Stuck, Terminal, on_stage

SIZES = ((80, 24), (120, 40))

LANGUAGES = ("en", "fr")

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

    def scene(self, name: str) -> None:
        """Go on to the next scene."""
        self.terminal.press("F7")
        self.terminal.begun(name)


Script = Callable[[Camera], None]


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
        if turn < TURNS:
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


def moments(see: Camera) -> None:
    """Look at moments of other games, with other numbers of players."""
    see.terminal.begun("five")
    see.shot("five players")
    see.scene("seven")
    see.shot("seven players")
    see.do("c", "Right", "Right")
    see.shot("seven players, a city")
    see.scene("ways")
    see.do("3", "b")
    see.shot("ways to pay")
    see.do("Down", "Enter")
    see.scene("waiting")
    see.shot("waiting")
    see.scene("hurry")
    see.shot("turn clock")
    see.scene("discard")
    see.shot("discard")
    see.do("2", "Enter")
    see.shot("discard, laid")
    see.do("Enter")
    see.scene("end of seven")
    see.shot("end of seven")


def expansions(see: Camera) -> None:
    """Look at moments of games with leaders and edifices."""
    see.terminal.begun("selection")
    see.shot("selection of leaders")
    see.do("2", "Enter")
    see.shot("a leader is kept")
    see.do("Enter")
    see.scene("recruitment")
    see.shot("recruitment")
    see.do("d")
    see.shot("a leader")
    see.do("Escape", "e")
    see.shot("edifices")
    see.do("Escape", "b")
    see.shot("a leader is laid down")
    see.scene("leaders and edifices")
    see.do("Enter")
    see.shot("leaders and edifices")
    see.do("c")
    see.shot("a city with leaders")
    see.scene("taking part")
    see.do("Enter", "w")
    see.shot("taking part")
    see.scene("burying")
    see.do("Enter", "w")
    see.shot("a leader to bury")
    see.scene("one more leader")
    see.do("Enter")
    see.shot("one more leader")
    see.scene("penalty")
    see.do("Enter")
    see.shot("a penalty")
    see.scene("end with both")
    see.shot("end with both")


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


SCRIPTS: Mapping[str, tuple[Sequence[str], Script]] = {
    "a game": (("find",), a_game),
    "moments": (
        ("five", "seven", "ways", "waiting", "hurry", "discard", "end of seven"),
        moments,
    ),
    "expansions": (
        (
            *("selection", "recruitment", "leaders and edifices", "taking part"),
            *("burying", "one more leader", "penalty", "end with both"),
        ),
        expansions,
    ),
}
"""By name: the scenes, and what is done there."""


def film(take: Take) -> Mapping[str, str]:
    """
    Play a script; gives its pictures.

    Raises:
        Stuck: it can't be played to its end.
    """
    scenes, script = SCRIPTS[take.script]
    with Terminal(on_stage(*scenes, "--lang", take.language), take.size) as terminal:
        see = Camera(terminal)
        script(see)
        terminal.press("F7")
        if terminal.wait_to_end():
            raise Stuck(f"something went wrong:\n{terminal.text()}")
        return see.taken
