"""
Replaying: a log as a row of moments, with all that a reader can know of each.

A log proves what happened and opens no hand: the keys of sealed cards are thrown away
when a game has ended. What of a hand can be known all the same is what came to light
later, since whatever is built is shown, and everybody knows which way hands pass. Cards
of a table that hides nothing are all known, and one's own are where the game was not
ended and this machine still keeps its keys.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.client.audit import Report, Verdict, audit
from sealed_wonders.client.home import Damaged, Home
from sealed_wonders.core.game import Ask, Card, Choose, Pass, Seat, Slot
from sealed_wonders.core.wonders.events import (
    Drawn,
    Enlisted,
    Event,
    HandsDealt,
    LeadersDealt,
    Picked,
    Played,
    TokenDropped,
    TurnEnded,
)
from sealed_wonders.core.wonders.leaders.tasks import (
    RECRUITMENT,
    Draft,
    Enlist,
    Recruit,
)
from sealed_wonders.core.wonders.state import State
from sealed_wonders.net.cards import Secrets
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.opencards import OpenCards, OpenSecrets
from sealed_wonders.net.replay import Check, Progress, one_by_one
from sealed_wonders.net.suites import begin, begin_relayed

BEFORE = (0, 0)
"""The age and turn of what happens before the first age."""


class Shown(NamedTuple):
    """A card that was in a hand."""

    card: Card
    turn: tuple[int, int] | None
    """The age and turn in which it came to light; None if it never did."""
    seat: Seat | None
    """Who built it then."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What can be known of a hand, as a seat held it when it chose."""

    size: int
    """How many cards it had."""
    cards: tuple[Shown, ...]
    """Those that are known, by number; some of them only by what became of them."""
    used: Card | None = None
    """The one that was used at this moment, if it is known."""

    @property
    def hidden(self) -> int:
        """How many of its cards nobody can know from this log."""
        return self.size - len(self.cards)


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened, and where it led."""

    state: State
    """The state it led to, with its news."""
    turn: tuple[int, int]
    """
    The age and the turn: 0 as an age begins and as leaders are recruited before it, 7
    for Babylon's extra card.
    """
    hands: tuple[Hand, ...]
    """By seat, before anything was chosen; empty outside of ages."""
    faces: tuple[Mapping[Slot, Card], ...]
    """
    By seat, what else of cards face down can be known: what lies under a wonder, and
    leaders that are kept in the hand.
    """


@dataclass(frozen=True, slots=True)
class Replay:
    """A log, ready to be looked through."""

    report: Report
    """What was found in it."""
    moments: tuple[Moment, ...]
    """All that follows, as far as it is good; empty if that is no game."""
    checked: bool
    """Whether every proof was checked, and not only signatures and rules."""
    open: tuple[Seat, ...]
    """Whose hands are known as a whole."""
    own: Seat | None = None
    """The seat that was our own, if one was."""

    @property
    def charter(self) -> Charter | None:
        """The game; None where there is none yet."""
        return None if self.report.fold is None else self.report.fold.charter

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        people = self.charter.people if self.charter else ()
        return tuple(person.name for person in people)

    def past(self, index: int) -> tuple[Event, ...]:
        """Give all that had happened by a moment, in order."""
        return tuple(
            event for one in self.moments[: index + 1] for event in one.state.news
        )

    def at(self, age: int, turn: int) -> int | None:
        """Find the moment in which a turn was played, or an age began."""
        for index, moment in enumerate(self.moments):
            if moment.turn == (age, turn):
                return index
        return None


Keys = Callable[[Charter], "Own | None"]
"""Gives what this machine still keeps of a game."""


class Own(NamedTuple):
    """What a player still has of a game."""

    seat: Seat
    kept: tuple[bytes, ...] = ()
    """What `Secrets.recall` takes; nothing of a game that has ended."""

    def __repr__(self) -> str:
        return f"<Own of seat {self.seat}>"


def nobodys(charter: Charter) -> Own | None:
    """Keep nothing of any game."""
    return None


def keys_at(home: Home) -> Keys:
    """Look for what a player's own files still hold; they are only read."""

    def keys(charter: Charter) -> Own | None:
        try:
            if not (home.config / "identity.pem").exists():
                return None
            seat = charter.seat_of(home.identity().public)
            if seat is None:
                return None
            file = home.state / "games" / f"{charter.table.hex()}.seat"
            if not file.exists():
                return Own(seat)
            with contextlib.closing(home.memories(charter.table)) as store:
                return Own(seat, tuple(store.kept()))
        except Damaged:
            # The game is being played just now, or what there is can't be read: it is
            # the log that was asked for.
            return None

    return keys


def replay(
    data: bytes,
    *,
    checked: bool = False,
    check: Check = one_by_one,
    progress: Progress = lambda fold, total: None,
    keys: Keys = nobodys,
) -> Replay:
    """
    Read a log; what isn't good of it is told in the report.

    Args:
        checked: check every proof. They are believed otherwise, which is much quicker,
            but for a log that isn't whole: then it may be one that names a cheat.

    Raises:
        Unknown: it is a log by other rules than ours, or of a suite we don't know.
        RemoteProtocolError: it isn't a log.
    """
    if not checked:
        watch = _Watch(keys)
        report = audit(data, one_by_one, watch.following(progress), begin_relayed)
        if report.verdict is Verdict.GOOD:
            return watch.replay(report, checked=False)
    watch = _Watch(keys)
    report = audit(data, check, watch.following(progress), begin)
    return watch.replay(report, checked=True)


# How hands go round.


class _Round:
    """The cards of a hand that was dealt, or of kept leaders, whoever holds them."""

    def __init__(self) -> None:
        self.shown: dict[Card, Shown] = {}
        """What came to light of them, as it was built."""


class _Holding(NamedTuple):
    """A hand at the time of a choice."""

    size: int
    known: tuple[Card, ...] | None
    """All its cards; None if somebody else sees them."""
    round: _Round

    def told(self, turn: tuple[int, int], used: Card | None) -> Hand:
        """Give what can be known of it when the whole log is read."""
        later = [
            one
            for one in self.round.shown.values()
            if one.turn is not None and one.turn >= turn
        ]
        shown = {card: Shown(card, None, None) for card in self.known or ()}
        shown |= {one.card: one for one in later}
        return Hand(self.size, tuple(shown[card] for card in sorted(shown)), used)


@dataclass(slots=True)
class _Step:
    """A moment, while the log is still being read."""

    state: State
    turn: tuple[int, int]
    holdings: tuple[_Holding, ...]
    faces: tuple[Mapping[Slot, Card], ...] = ()

    def told(self) -> Moment:
        hands = tuple(
            holding.told(self.turn, self._used(seat))
            for seat, holding in enumerate(self.holdings)
        )
        return Moment(self.state, self.turn, hands, self.faces)

    def _used(self, seat: Seat) -> Card | None:
        for event in self.state.news:
            if isinstance(event, Played) and event.seat == seat:
                face_down = self.faces[seat].get(event.slot)
                return face_down if event.card is None else event.card
        return None


class _Watch:
    """Follows a fold, and notes what can be known at each step."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._own: Own | None = None
        self._readers: dict[Seat, Secrets] = {}
        """Those whose cards we can read."""
        self._steps: list[_Step] = []
        self._state: State | None = None
        self._rounds: tuple[_Round, ...] = ()
        """By seat."""
        self._courts: list[_Round] = []
        """By seat, the leaders kept in the hand since the last ones were drawn."""
        self._holdings: tuple[_Holding, ...] = ()
        self._choice: Ask | None = None
        """The choice they are of."""

    def following(self, progress: Progress) -> Progress:
        """Give what follows a fold, and tells somebody else as well."""

        def follow(fold: Fold, total: int) -> None:
            self._follow(fold)
            progress(fold, total)

        return follow

    def replay(self, report: Report, *, checked: bool) -> Replay:
        """Give all that was noted."""
        moments = tuple(step.told() for step in self._steps)
        own = self._own.seat if self._own else None
        return Replay(report, moments, checked, tuple(self._readers), own)

    def _follow(self, fold: Fold) -> None:
        if self._state is None:
            self._begin(fold)
        before = len(self._steps)
        for state in fold.states:
            if isinstance(state, State):
                self._note(state)
        if not fold.states or self._state is None:
            return
        faces = self._faces(fold)
        self._hold(self._state, faces)
        for step in self._steps[before:]:
            step.faces = tuple(
                _without(seen, step.state.hands[seat : seat + 1])
                for seat, seen in enumerate(faces)
            )
            if any(isinstance(event, HandsDealt) for event in step.state.news):
                step.holdings = self._holdings

    def _begin(self, fold: Fold) -> None:
        self._own = self._keys(fold.charter)
        if isinstance(fold.cards, OpenCards):
            seats = range(len(fold.charter.people))
            self._readers = {seat: OpenSecrets(seat, fold.cards) for seat in seats}
        elif self._own is not None and self._own.kept:
            self._readers = dict(_own_reader(fold, self._own))

    def _note(self, state: State) -> None:
        """Note what happened, and hand on the cards."""
        before, self._state = self._state, state
        if not state.news:
            return
        if any(isinstance(event, HandsDealt) for event in state.news):
            self._rounds = tuple(_Round() for _ in range(state.players))
        usual = self._steps[-1].turn if self._steps else BEFORE
        step = _Step(state, _turn(state.news, usual), self._holdings)
        self._steps.append(step)
        for event in state.news:
            if isinstance(event, Drawn):
                self._courts[event.seat] = _Round()
            elif isinstance(event, LeadersDealt):
                self._courts = [_Round() for _ in range(state.players)]
            elif isinstance(event, Played | Enlisted) and event.card is not None:
                shown = Shown(event.card, (event.age, event.turn), event.seat)
                recruits = isinstance(event, Enlisted) or event.turn == RECRUITMENT
                rounds = self._courts if recruits else self._rounds
                rounds[event.seat].shown[event.card] = shown
        if before is not None and any(isinstance(e, Played) for e in state.news):
            self._rounds = _passed(self._rounds, before.ask)

    def _hold(self, state: State, faces: Sequence[Mapping[Slot, Card]]) -> None:
        """Note the hands, where a choice from them has just been opened."""
        if isinstance(state.ask, Choose) and state.ask is not self._choice:
            self._choice = state.ask
            match state.task:
                case Draft():
                    hands, rounds = state.hands, [_Round() for _ in state.hands]
                case Recruit() | Enlist():
                    hands, rounds = state.leaders, self._courts
                case _:
                    hands, rounds = state.hands, list(self._rounds)
            self._holdings = tuple(
                _Holding(len(hand), _whole(hand, faces[seat]), rounds[seat])
                for seat, hand in enumerate(hands)
                if rounds
            )

    def _faces(self, fold: Fold) -> list[Mapping[Slot, Card]]:
        """Give what each seat could see just now, as far as we can."""
        seen: list[Mapping[Slot, Card]] = []
        for seat in range(len(fold.charter.people)):
            reader = self._readers.get(seat)
            try:
                seen.append({} if reader is None else reader.faces())
            except LocalProtocolError:
                # What is kept isn't of this game, or not all there is to it.
                del self._readers[seat]
                seen.append({})
        return seen


def _own_reader(fold: Fold, own: Own) -> Iterator[tuple[Seat, Secrets]]:
    """Give what reads our own sealed cards, if that can be had."""
    from sealed_wonders.net.sealed.cards import SealedCards
    from sealed_wonders.net.sealed.secrets import SealedSecrets

    if isinstance(fold.cards, SealedCards):
        reader = SealedSecrets(own.seat, fold.cards)
        try:
            for kept in own.kept:
                reader.recall(kept)
        except ValueError:
            return
        yield own.seat, reader


def _passed(rounds: tuple[_Round, ...], ask: Ask) -> tuple[_Round, ...]:
    """Hand the cards on, as it was said when they were chosen from."""
    if not isinstance(ask, Choose):
        return rounds
    passed = list(rounds)
    for seat, offer in ask.offers.items():
        if isinstance(offer.rest, Pass):
            passed[offer.rest.seat] = rounds[seat]
    return tuple(passed)


def _turn(news: Iterable[Event], usual: tuple[int, int]) -> tuple[int, int]:
    """Say in which turn something happened."""
    for event in news:
        match event:
            case Played() | Picked() | TurnEnded() | Enlisted() | TokenDropped():
                return event.age, event.turn
            case HandsDealt(age):
                return age, 0
    return usual


def _whole(hand: Sequence[Slot], faces: Mapping[Slot, Card]) -> tuple[Card, ...] | None:
    known = [faces[slot] for slot in hand if slot in faces]
    return tuple(sorted(known)) if len(known) == len(hand) else None


def _without(
    faces: Mapping[Slot, Card], hands: Iterable[Sequence[Slot]]
) -> Mapping[Slot, Card]:
    held = {slot for hand in hands for slot in hand}
    return {slot: card for slot, card in faces.items() if slot not in held}
