"""A replay in line mode: the commands of the replay screen, typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sealed_wonders.client.logs.replaying import Replay, ReplayMoment
from sealed_wonders.client.person import commandwords
from sealed_wonders.client.person.linecommands import commands
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import moments, text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, p_

_LOOKS = ("city", "left", "right", "wonder", "scores", "who", "table")
"""Commands of all games that mean the same in a replay."""


class ReplayLines:
    """
    Replays a log for somebody who types.

    Attributes:
        over: Whether the person has left.
    """

    def __init__(
        self, replay: Replay, index: int = 0, seat: Seat | None = None
    ) -> None:
        """Begin at a moment; without *seat*, at our own seat or the first."""
        self.over = False
        self._replay = replay
        self._index = index
        self._seat = (replay.own or 0) if seat is None else seat
        last = len(replay.moments) - 1
        self._orders: Mapping[str, Callable[[str], Iterator[str]]] = {
            "": lambda rest: self._go(self._index + 1),
            "next": lambda rest: self._go(self._index + 1),
            "back": lambda rest: self._go(self._index - 1),
            "first": lambda rest: self._go(0),
            "last": lambda rest: self._go(last),
            "turn": self._turn,
            "seat": self._sit,
            "hand": self._hand,
            "help": self._help,
            "quit": self._quit,
            "leave": self._quit,
        }

    @property
    def prompt(self) -> str:
        """The prompt for the next line."""
        return f"{moments.title(self._replay, self._index)}> "

    def begin(self) -> Iterator[str]:
        """Yield how much can be seen, and the first moment."""
        yield from moments.explained(self._replay)
        yield _("Type next to see the next event, or type help.")
        yield from self._here()

    def typed(self, line: str) -> Iterator[str]:
        """Carry out a line, and yield the answer."""
        word, _space, rest = " ".join(line.split()).partition(" ")
        command = _command(word)
        found = moments.find(self._replay, rest if command == "turn" else line)
        if found is not None:
            yield from self._go(found)
        elif command in self._orders:
            yield from self._orders[command](rest)
        elif command in (*_LOOKS, *self._replay.face.account.LOOKS):
            known = self._known
            yield from commands(known)[command](known, rest)
        else:
            yield text.not_understood(line)

    @property
    def _known(self) -> TableModel:
        return moments.known(self._replay, self._index, self._seat)

    @property
    def _moment(self) -> ReplayMoment:
        return self._replay.moments[self._index]

    def _go(self, index: int) -> Iterator[str]:
        if index >= len(self._replay.moments):
            yield moments.ending(self._replay)
        elif index < 0:
            yield _("This is the beginning of the game.")
        else:
            self._index = index
            yield from self._here()

    def _here(self) -> Iterator[str]:
        yield from moments.read(self._replay, self._index, self._seat)

    def _turn(self, which: str) -> Iterator[str]:
        """Yield the current turn; any other turn was found before."""
        if which:
            yield no_such_turn(which)
        else:
            yield from commands(self._known)["turn"](self._known, which)

    def _help(self, rest: str) -> Iterator[str]:
        for words, means in _help(self._replay):
            yield text.help_line(words, means)
        yield from moments.commands(self._replay)

    def _quit(self, rest: str) -> Iterator[str]:
        self.over = True
        return iter(())

    def _sit(self, name: str) -> Iterator[str]:
        seat = moments.seat(self._replay, name, self._index)
        if seat is None:
            yield text.nobody(name, self._moment.names)
        else:
            self._seat = seat
            yield from self._here()

    def _hand(self, name: str) -> Iterator[str]:
        seat = moments.seat(self._replay, name, self._index) if name else self._seat
        if seat is None:
            yield text.nobody(name, self._moment.names)
        else:
            tells = self._replay.face.account
            yield from tells.hand_lines(self._replay, self._moment, seat)


def whole(replay: Replay, seat: Seat | None) -> Iterator[str]:
    """Yield a whole log; with a seat, including the hands that it chose from."""
    yield from moments.explained(replay)
    for index, moment in enumerate(replay.moments):
        if seat is not None and replay.face.account.is_choice(moment):
            yield from replay.face.account.chosen_from(replay, moment, (seat,))
        at = (replay.own or 0) if seat is None else seat
        yield from moments.read(replay, index, at, goes_on=True)


def no_such_turn(typed: str) -> str:
    """Return the sentence on a turn that a game doesn't have."""
    said = _("There is no turn {typed} in this game.")
    return said.format(typed=text.quoted(typed.strip(), 20))


def _commands() -> Mapping[str, str]:
    """Return commands that only replays have, by their translated words."""
    return {
        p_("typed", "next"): "next",
        p_("typed", "back"): "back",
        p_("typed", "first"): "first",
        p_("typed", "last"): "last",
        p_("typed", "seat"): "seat",
    }


def _command(word: str) -> str:
    word = word.lower()
    short = {"n": "next", "b": "back", "t": "turn", "h": "hand"}
    english = {name: name for name in _commands().values()}
    own = {**english, **_commands(), **short}
    return own[word] if word in own else commandwords.command(word)


def _help(replay: Replay) -> Iterator[tuple[str, str]]:
    tells = replay.face.account
    yield p_("typed", "next"), _("go to the next event; Enter alone does the same")
    yield p_("typed", "back"), _("go back to the previous event")
    yield tells.turn_help()
    yield (
        p_("typed", "first"),
        _("go to the beginning of the game; last goes to the end"),
    )
    yield p_("typed", "seat NAME"), _("watch from another seat")
    yield from tells.help(replay)
    yield p_("typed", "quit"), _("leave")
