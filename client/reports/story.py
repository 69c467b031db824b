"""
A game as plain values for a page, containing what everybody may know.

A story is built from a `Replay`, which has read a log or a record, and from the same
`Chronicle` that a host's page uses. It includes cards disclosed after the game. Cards
known from our own keys are only included if the replay was read with them. Each game's
`Reporter` provides the hands and the use of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from sealed_wonders.client import program
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.replaying import Replay, ReplayMoment
from sealed_wonders.client.tablewords import lobby, tablecode, verdicts
from sealed_wonders.client.words import moments, scoresheet, text
from sealed_wonders.core.chronicle import Chronicle, Decisive, decisive
from sealed_wonders.core.definition import Facts
from sealed_wonders.core.game import AnyState, Seat, Sheet
from sealed_wonders.core.games import TITLES
from sealed_wonders.core.quoting import seen
from sealed_wonders.net.lobby import Charter


class StoryCard(NamedTuple):
    """A card of a hand."""

    picture: str
    fate: str
    """Its later use, in words; empty if unknown."""
    now: bool
    """Whether it was used in this very turn."""


class StoryHand(NamedTuple):
    """A hand that was chosen from, as far as it is known."""

    seat: Seat
    title: str
    cards: tuple[StoryCard, ...]
    hidden: int
    """The number of unknown cards."""


class Reporter(Protocol):
    """The part of a game that provides what a report shows."""

    def hands(self, replay: Replay, moment: ReplayMoment) -> Iterator[StoryHand]:
        """Yield the hands that were chosen from, as far as they are known."""


class StoryStep(NamedTuple):
    """Something that happened, and the resulting position."""

    title: str
    turn: tuple[int, ...]
    """The turn's numbers, such as age and turn; empty before the first turn."""
    lines: tuple[str, ...]
    hands: tuple[StoryHand, ...]
    sections: Mapping[str, Facts]
    """The table, all turns and the points until here; see `Chronicle.sections`."""


@dataclass(frozen=True, slots=True)
class Story:
    """A whole game."""

    game: str
    title: str
    names: tuple[str, ...]
    """The players at the end, by seat."""
    code: str
    """The table code; empty if nothing is signed."""
    saved: str
    """When the game was saved; empty if that isn't known."""
    about: tuple[str, ...]
    """The game and its options, in sentences."""
    known: tuple[str, ...]
    """
    How much hidden information is included, and how thoroughly everything was checked.
    """
    verdict: str
    """The one line that matters."""
    is_good: bool
    is_whole: bool
    """Whether the game has a result."""
    sheet: Sheet | None
    """The points at the end; None before there are cities."""
    columns: tuple[str, ...]
    """The names of the sheet's categories."""
    decisive: tuple[Decisive, ...]
    trades: tuple[tuple[int, ...], ...]
    """
    Coins paid, by payer and receiver; empty if nothing was bought from other players.
    """
    opened: tuple[tuple[Seat, Sequence[Facts]], ...]
    """The cards disclosed after the game, by seat, and where they had lain."""
    disclosed: tuple[str, ...]
    """The same in sentences."""
    steps: tuple[StoryStep, ...]


def _agreed(charter: Charter | None) -> Iterator[str]:
    """Yield the options; for a record, only those of the game itself."""
    if charter is None:
        return
    if charter.gid:
        yield from lobby.options(charter.options, len(charter.people))
    else:
        yield lobby.played(charter)


def story(replay: Replay, saved: str = "") -> Story:
    """
    Return the story of a game.

    Args:
        replay: a replay with at least one moment.
        saved: when the game was saved.
    """
    replay = replace(replay, me=None)  # all players are called by name
    chronicle = Chronicle(replay.game)
    steps = []
    for at, moment in enumerate(replay.moments):
        chronicle.take(moment.state)
        steps.append(_step(replay, at, chronicle))
    state = replay.moments[-1].state
    is_built = bool(chronicle.public.table(state)["cities"])
    sheet = state.score() if is_built else None
    is_whole = replay.report.verdict is Verdict.GOOD
    winners = sheet.winners if sheet is not None else ()
    charter = replay.charter
    return Story(
        replay.game,
        TITLES[replay.game],
        tuple(map(seen, replay.names)),
        "" if charter is None or not charter.gid else tablecode.code(charter.gid),
        saved,
        tuple(_agreed(charter)),
        tuple(moments.explained(replay, program.COMMAND)),
        _verdict(replay),
        replay.report.verdict is not Verdict.FAULT,
        is_whole,
        sheet,
        tuple(
            scoresheet.line(replay.game, line)
            for line in (() if sheet is None else sheet.categories)
        ),
        decisive(chronicle.turns, winners if is_whole else ()),
        _trades(chronicle, len(replay.names)),
        tuple(
            (seat, chronicle.opened(state, cards))
            for seat, cards in replay.disclosed.items()
        ),
        tuple(moments.opened(replay, 0)),
        tuple(steps),
    )


def _step(replay: Replay, at: int, chronicle: Chronicle) -> StoryStep:
    moment = _seen_by_all(replay.moments[at])
    lines = [*replay.face.account.told(replay, moment, 0)]
    lines[:0] = moments.handed(replay, moment.handed, 0)
    if at == len(replay.moments) - 1:
        lines += moments.handed(replay, replay.handed, 0)
    return StoryStep(
        moments.title(replay, at),
        tuple(moment.turn),
        tuple(lines),
        tuple(replay.face.reporter.hands(replay, moment)),
        _sections(chronicle, moment.state),
    )


def _sections(chronicle: Chronicle, state: AnyState) -> Mapping[str, Facts]:
    """
    Return the sections of a page, with all turns: those before are stored already.
    """
    turns = [{"at": list(it.at), "events": list(it.events)} for it in chronicle.turns]
    return {**chronicle.sections(state), "turns": {"earlier": 0, "recent": turns}}


def _seen_by_all(moment: ReplayMoment) -> ReplayMoment:
    """Return a moment in which every seat sees all known cards."""
    known = {slot: card for seen in moment.faces for slot, card in seen.items()}
    return replace(moment, faces=(known,) * len(moment.faces))


def _verdict(replay: Replay) -> str:
    if replay.record is not None:
        return moments.ending(replay)
    return text.sentence(verdicts.verdict(replay.report))


def _trades(chronicle: Chronicle, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return how many coins each player paid to each other one."""
    paid = [[0] * seats for _seat in range(seats)]
    for turn in chronicle.turns:
        for facts in turn.events:
            for side, step in (("left", 1), ("right", -1)):
                if coins := facts.get(side, 0):
                    seat = facts["seat"]
                    paid[seat][(seat + step) % seats] += coins
    rows = tuple(map(tuple, paid))
    return rows if any(map(any, rows)) else ()
