"""
A game as plain values for a page, containing what everybody may know.

A story is built from a `Replay`, which has read a log or a record, and from the same
`Chronicle` that a host's page uses. It includes cards disclosed after the game. Cards
known from our own keys are only included if the replay was read with them. Each game's
`Reporter` provides the hands and the use of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from sealed_wonders.client.logs import verdicts
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.replaying import Replay, ReplayMoment
from sealed_wonders.client.words import lobby, moments, scoresheet, tablecode, text
from sealed_wonders.client.words.account import MomentWords
from sealed_wonders.core.chronicle import Chronicle, Decisive, decisive
from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.core.games import TITLES
from sealed_wonders.core.quoting import seen
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.words import _, n_


class StoryPlay(NamedTuple):
    """The use of a card by a player."""

    seat: Seat
    picture: str
    """The id of the picture."""
    under: str = ""
    """The id of the picture of the card below, if it is another one."""


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


class StoryCity(NamedTuple):
    """The contents of a city."""

    seat: Seat
    board: str
    """The id of its picture."""
    facts: tuple[str, ...]
    """Facts such as its coins, in words."""
    stages: tuple[tuple[str, bool], ...]
    """The ids of the stages' pictures, and whether each is built."""
    cards: tuple[str, ...]
    more: tuple[str, ...] = ()
    """Leaders, edifices or tokens."""


class Reporter(Protocol):
    """The part of a game that provides what a report shows."""

    def plays(self, moment: ReplayMoment) -> Iterator[StoryPlay]:
        """Yield the uses of cards at a moment."""

    def hands(self, replay: Replay, moment: ReplayMoment) -> Iterator[StoryHand]:
        """Yield the hands that were chosen from, as far as they are known."""

    def city(self, seat: Seat, facts: Any) -> StoryCity:
        """Return a city, given its part of `core.chronicle.Public.table`."""


class StoryStep(NamedTuple):
    """Something that happened, and the resulting position."""

    title: str
    lines: tuple[str, ...]
    plays: tuple[StoryPlay, ...]
    hands: tuple[StoryHand, ...]
    cities: tuple[StoryCity, ...]
    points: tuple[int, ...]
    """By seat, as if the game ended here; empty before there are cities."""


class Curve(NamedTuple):
    """The points after a turn."""

    title: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A whole game."""

    game: str
    title: str
    names: tuple[str, ...]
    """The players at the end, by seat."""
    code: str
    """The table code; empty if nothing is signed."""
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
    decisive: tuple[str, ...]
    curves: tuple[Curve, ...]
    trades: tuple[tuple[int, ...], ...]
    """
    Coins paid, by payer and receiver; empty if nothing was bought from other players.
    """
    opened: tuple[str, ...]
    """The cards disclosed after the game, in sentences."""
    steps: tuple[StoryStep, ...]


def _agreed(charter: Charter | None) -> Iterator[str]:
    """Yield the options; for a record, only those of the game itself."""
    if charter is None:
        return
    if charter.gid:
        yield from lobby.options(charter.options, len(charter.people))
    else:
        yield lobby.played(charter)


def story(replay: Replay) -> Story:
    """
    Return the story of a game.

    Args:
        replay: a replay with at least one moment.
    """
    replay = replace(replay, me=None)  # all players are called by name
    tells, names = replay.face.account, replay.names
    reports = replay.face.reporter
    chronicle = Chronicle(replay.game)
    steps = []
    for at, moment in enumerate(replay.moments):
        chronicle.take(moment.state)
        steps.append(_step(replay, at, tells, reports, chronicle))
    state = replay.moments[-1].state
    is_built = bool(chronicle.public.table(state)["cities"])
    sheet = state.score() if is_built else None
    is_whole = replay.report.verdict is Verdict.GOOD
    winners = sheet.winners if sheet is not None else ()
    charter = replay.charter
    return Story(
        replay.game,
        TITLES[replay.game],
        tuple(map(seen, names)),
        "" if charter is None or not charter.gid else tablecode.code(charter.gid),
        tuple(_agreed(charter)),
        tuple(moments.explained(replay)),
        _verdict(replay),
        replay.report.verdict is not Verdict.FAULT,
        is_whole,
        sheet,
        tuple(
            scoresheet.line(replay.game, line)
            for line in (() if sheet is None else sheet.categories)
        ),
        tuple(
            _decided(it, replay, names)
            for it in decisive(chronicle.turns, winners if is_whole else ())
        ),
        tuple(_curves(replay, chronicle)),
        _trades(chronicle, len(names)),
        tuple(moments.opened(replay, 0)),
        tuple(steps),
    )


def _step(
    replay: Replay, at: int, tells: MomentWords, reports: Reporter, chronicle: Chronicle
) -> StoryStep:
    moment = _seen_by_all(replay.moments[at])
    table = chronicle.public.table(moment.state)
    rows = moment.state.score().rows if table["cities"] else ()
    lines = [*tells.told(replay, moment, 0)]
    lines[:0] = moments.handed(replay, moment.handed, 0)
    if at == len(replay.moments) - 1:
        lines += moments.handed(replay, replay.handed, 0)
    return StoryStep(
        moments.title(replay, at),
        tuple(lines),
        tuple(reports.plays(moment)),
        tuple(reports.hands(replay, moment)),
        tuple(reports.city(seat, it) for seat, it in enumerate(table["cities"])),
        tuple(row[-1] for row in rows),
    )


def _seen_by_all(moment: ReplayMoment) -> ReplayMoment:
    """Return a moment in which every seat sees all known cards."""
    known = {slot: card for seen in moment.faces for slot, card in seen.items()}
    return replace(moment, faces=(known,) * len(moment.faces))


def _verdict(replay: Replay) -> str:
    if replay.record is not None:
        return moments.ending(replay)
    return text.sentence(verdicts.verdict(replay.report))


def _turn(replay: Replay, at: Sequence[int]) -> str:
    """Return the title of a turn."""
    wanted = tuple(at)
    for index, moment in enumerate(replay.moments):
        if wanted and tuple(moment.turn[: len(wanted)]) == wanted:
            return moments.title(replay, index)
    return _("Before the first turn")


def _decided(it: Decisive, replay: Replay, names: Sequence[str]) -> str:
    name, turn = seen(names[it.seat]), _turn(replay, it.at)
    if it.leads:
        said = _("{turn}: from then on, nobody was ahead of {who}.")
        return said.format(turn=turn, who=name)
    said = n_(
        "{turn}: {who} gained {n} more point than anybody else.",
        "{turn}: {who} gained {n} more points than anybody else.",
        it.gain,
    )
    return said.format(turn=turn, who=name, n=it.gain)


def _curves(replay: Replay, chronicle: Chronicle) -> Iterator[Curve]:
    for turn in chronicle.turns:
        if turn.points:
            yield Curve(_turn(replay, turn.at), turn.points)


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
