"""
Modified clients at a real table: one player cheats, and the others are checked.

Three players play the toy (`tests.support.toy`) at a real host. Each seat is a whole client
with its own session, fold and keys. The cheat's secrets are replaced: they say what the
real ones would, and in one phase what an adversary makes them say. Everything that is said
and judged is cached by the history before it, so it is computed only once, however often
the same honest game is played.
"""

from __future__ import annotations

import functools
import hashlib
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.table.memory import InMemory, Past
from sealed_wonders.client.table.seat import Seat as SeatOfClient
from sealed_wonders.core.game import AnyState, Card, Move, Seat, Slot
from sealed_wonders.host.news import Cheated, GameCompleted, Stopped, Trouble
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net.cards import Secrets, UsedBody
from sealed_wonders.net.claims import Fraud, nothing_known
from sealed_wonders.net.comparison import Relation, compare
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import (
    Body,
    Entry,
    Envelope,
    Wire,
    parse,
    sign,
    wires_of,
)
from sealed_wonders.net.log.phases import SlotTaken
from sealed_wonders.net.messages import FromClient, FromHost, Post
from sealed_wonders.net.plan import SURVIVING_KINDS, PhasePlan
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.sealed.layout import Layout
from sealed_wonders.net.seed import Seed
from sealed_wonders.net.suites import begin, secrets_of
from sealed_wonders.net.verification import Work, at_once
from tests.support.cardsharness import kept, secrets_in
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import AnyClient, HostHarness, sealed_terms
from tests.support.inprocess.threads import ManualThreads
from tests.support.lobbies import identity_of
from tests.support.toy import TOY, Toy

NAMES = ("ann", "bob", "cleo")

SEATS = (0, 1, 2)


def believed_in(fold: Fold, entries: Iterable[Entry]) -> Fold:
    """Feed a fold entries of an honest game, whose proofs were checked elsewhere."""
    fold._is_known = lambda entry: True
    for entry in entries:
        fold.accept(entry)
    fold._is_known = nothing_known
    return fold


# Memoized calculations.

_made: dict[object, Body] = {}


class DerivedRandomness:
    """Randomness that follows from the history and from what it is drawn for."""

    def __init__(self) -> None:
        self._seed = b""
        self._calls = 0

    def begin(self, *words: object) -> None:
        """Draw for another purpose from now on."""
        self._seed, self._calls = repr(words).encode(), 0

    def __call__(self, count: int) -> bytes:
        self._calls += 1
        return hashlib.shake_256(self._seed + b"%d" % self._calls).digest(count)


class MemoizedSecrets:
    """The real secrets of a seat, which say the same after the same history."""

    def __init__(
        self, fold: Fold, seat: Seat, identity: Identity | None = None
    ) -> None:
        self._seat = seat
        self._randomness = DerivedRandomness()
        self._known = secrets_of(fold, seat, self._randomness, identity)
        self.kept: list[bytes] = []
        """What its store discards at the end of the game."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._known, name)

    def speak(self, task: PhasePlan) -> UsedBody:
        words = self._once(self._known.speak, task)
        assert isinstance(words, UsedBody)
        if words.keep:
            self.kept.append(words.keep)
            self.recall(words.keep)
        return words

    def commit(self, task: PhasePlan, move: Move, commitment: bytes) -> Body:
        return self._once(self._known.commit, task, move, commitment)

    def reveal(self, task: PhasePlan, move: Move, nonce: bytes) -> Body:
        return self._once(self._known.reveal, task, move, nonce)

    def choose(self, task: PhasePlan, move: Move) -> Body:
        return self._once(self._known.choose, task, move)

    def disclose(self, task: PhasePlan) -> Body:
        return self._once(lambda task, _: self._known.disclose(task), task, "disclose")

    def _once(self, make: Callable[..., Body], task: PhasePlan, *words: object) -> Body:
        key = self._seat, task.prev, *words
        if key not in _made:
            self._randomness.begin(*key)
            _made[key] = make(task, *words)
        return _made[key]


# Cheating clients.


@dataclass(frozen=True)
class AdversaryView:
    """
    What a seat has before it when it is about to cheat.

    Attributes:
        pairs: its secrets of the share key and the hand key, by the deck of their KEY.
        body: what an honest seat would say.
        move: the chosen move, if there is one.
        nonce: what opens the commitment, if one is opened.
        honest: makes what an honest seat would say for another move; if that is a
            commitment, with the same commitment beside it.
        adopt: replaces the secrets of the current KEY.
    """

    seat: Seat
    fold: Fold
    task: PhasePlan
    pairs: Mapping[str, tuple[int, int]]
    body: Body
    move: Move | None = None
    nonce: bytes = b""
    honest: Callable[[Move], Body] = lambda move: ()
    adopt: Callable[[int, int], None] = lambda share, hand: None

    @property
    def cards(self) -> SealedCards:
        cards = self.fold.cards
        assert isinstance(cards, SealedCards)
        return cards

    @property
    def layout(self) -> Layout:
        return self.cards.layout

    @property
    def before(self) -> Seat:
        """The seat that passes hands to this one."""
        return (self.seat - 1) % 3

    @property
    def earlier(self) -> bytes:
        """The log's digest before the last phase that is closed."""
        (*_, last) = [
            envelope
            for envelope in map(parse, (wire.wire.env for wire in self.fold.entries()))
            if envelope.phase < self.task.phase.number
        ]
        return last.prev

    def heard(self, seat: Seat, back: int = 0) -> Body:
        """Return what another seat said in the open phase, or `back` phases before."""
        number = self.task.phase.number - back
        for wire in self.fold.entries():
            envelope = parse(wire.wire.env)
            if (envelope.lane, envelope.phase, envelope.seat) == ("main", number, seat):
                return envelope.body
        raise LookupError(f"seat {seat} has said nothing in phase {number}")


Lie = Callable[[AdversaryView], Body | None]
"""Returns what is said instead of the truth, or None if it isn't time to lie."""

Sends = Callable[[Client, Wire], Sequence[Wire]]
"""Returns what a client sends in place of a wire of its own."""


def in_deck(deck: str, lie: Lie) -> Lie:
    """Restrict a lie to the cards of one deck."""
    return lambda view: lie(view) if view.task.phase.deck == deck else None


@dataclass
class Adversary:
    """
    The lies of one seat: one for each kind of phase, each told once.

    Attributes:
        is_late: whether it hears what all others say in a phase before it speaks.
        sends: what it sends, whatever it has said.
        lied_in: the phases in which it lied.
    """

    seat: Seat
    lies: Mapping[str, Lie] = field(default_factory=dict)
    is_late: bool = True
    sends: Sends | None = None
    lied_in: list[int] = field(default_factory=list)
    _kinds: set[str] = field(default_factory=set)

    def said(self, view: AdversaryView) -> Body:
        """Return what the seat says in an open phase."""
        kind = view.task.phase.kind
        lie = self.lies.get(kind)
        body = None if lie is None or kind in self._kinds else lie(view)
        if body is None:
            return view.body
        self._kinds.add(kind)
        self.lied_in.append(view.task.phase.number)
        return body


def signed_again(client: Client, wire: Wire, **changes: Any) -> Wire:
    """Make the author of a wire sign something else in its place."""
    return sign(client.identity, replace(parse(wire.env), **changes)).wire


class CheatingSecrets(MemoizedSecrets):
    """The secrets of a seat that cheats."""

    def __init__(
        self, fold: Fold, adversary: Adversary, identity: Identity | None = None
    ) -> None:
        super().__init__(fold, adversary.seat, identity)
        self._fold = fold
        self._adversary = adversary
        self._pairs: dict[str, tuple[int, int]] = {}

    def speak(self, task: PhasePlan) -> UsedBody:
        words = super().speak(task)
        if words.keep:
            self._adopt(task.phase.deck, *secrets_in(words.keep))
        return words._replace(body=self._adversary.said(self._view(task, words.body)))

    def commit(self, task: PhasePlan, move: Move, commitment: bytes) -> Body:
        body = super().commit(task, move, commitment)
        honest = functools.partial(self._known.commit, task, commitment=commitment)
        return self._adversary.said(self._view(task, body, move, honest=honest))

    def reveal(self, task: PhasePlan, move: Move, nonce: bytes) -> Body:
        body = super().reveal(task, move, nonce)
        honest = functools.partial(self._known.reveal, task, nonce=nonce)
        return self._adversary.said(self._view(task, body, move, nonce, honest))

    def choose(self, task: PhasePlan, move: Move) -> Body:
        body = super().choose(task, move)
        honest = functools.partial(self._known.choose, task)
        return self._adversary.said(self._view(task, body, move, honest=honest))

    def _adopt(self, deck: str, share: int, hand: int) -> None:
        self.recall(kept(deck, share, hand))
        self._pairs[deck] = share, hand

    def _view(
        self,
        task: PhasePlan,
        body: Body,
        move: Move | None = None,
        nonce: bytes = b"",
        honest: Callable[[Move], Body] = lambda move: (),
    ) -> AdversaryView:
        adopt = functools.partial(self._adopt, task.phase.deck)
        return AdversaryView(
            self._adversary.seat,
            self._fold,
            task,
            self._pairs,
            body,
            move,
            nonce,
            honest,
            adopt,
        )


_adversaries: dict[Seat, Adversary] = {}
"""The adversaries at the table that is being played."""


def secrets_at(
    fold: Fold,
    seat: Seat,
    draw: Callable[[int], bytes],
    identity: Identity | None = None,
    seed: Seed | None = None,
) -> Secrets:
    """Return a seat's secrets, honest or cheating; they follow from history alone."""
    adversary = _adversaries.get(seat)
    made = (
        MemoizedSecrets(fold, seat, identity)
        if adversary is None
        else CheatingSecrets(fold, adversary, identity)
    )
    return cast(Secrets, made)


# The table.


def lively(question: Question) -> Move:
    """
    Choose so that every kind of move can be seen.

    Cards are built if possible. Seat 0 sells its first card, and seat 1 sells a card so
    that it can build another one in the end.
    """
    chance = random.Random(f"{question.seat}/{question.phase}")
    moves = {move.text: move for move in question.moves}
    sales = [move for move in question.moves if move.text == "sell"]
    shown = [m for m in question.moves if m.text.startswith(("build ", "pick "))]
    if "lose" in moves:
        return moves["lose"]
    if (question.seat, len(question.faces)) == (0, 4) and sales:
        return sales[0]
    if (question.seat, len(question.faces)) == (1, 2) and sales and shown:
        return next(move for move in sales if move.slot != shown[0].slot)
    return chance.choice(shown or question.moves)


Intercept = Callable[[Client, FromHost], Sequence[FromHost]]


class AdversarialTable(HostHarness):
    """
    A table of three whose host checks proofs, or only relays them.

    Attributes:
        checks: whether the host checks the proofs.
        patience: what the slow clients have still to do.
        hands: the cards that a seat was asked to choose from, by seat and phase.
        drawn: how often randomness was drawn, by client.
        intercept: replaces what the host sends to a client.
    """

    def __init__(self, folder: Path, *, checks: bool = True) -> None:
        self.checks = checks
        self.drawn: Counter[str] = Counter()
        self.patience: list[ManualThreads] = []
        self.hands: dict[tuple[Seat, int], Sequence[Card]] = {}
        self.intercept: Intercept = lambda client, message: [message]
        work = at_once if checks else None
        super().__init__(folder, sealed_terms(3, game=TOY), work=work)
        self.keeps_failures = True

    def entropy(self, what: str, count: int) -> bytes:
        """Return bytes that look random and are the same in every game."""
        self.drawn[what] += 1
        seed = f"{what}/{self.drawn[what]}"
        return hashlib.shake_256(seed.encode()).digest(count)

    def add(self, client: AnyClient) -> AnyClient:
        """Connect a client that hears what `intercept` makes of the host's messages."""
        client.relay = lambda message: self.intercept(client, message)
        return super().add(client)

    def people(self, slow: Sequence[str] = ()) -> list[Client]:
        """Connect all players; the slow ones hear everything before doing anything."""
        for name in NAMES:
            work: Work = at_once
            if name in slow:
                work = ManualThreads()
                self.patience.append(work)
            self.client(name, work=work).player.pick = self._pick
        return self.clients

    def _pick(self, question: Question) -> Move:
        hand = tuple(question.faces.values())
        self.hands[question.seat, question.phase] = hand
        return lively(question)

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """
        Play until nothing more happens, even if the slow clients do all they have to.

        Args:
            until: when to stop earlier; checked in each phase of the slow clients.
        """
        self.settle()
        while any(later.jobs for later in self.patience) and not until():
            for later in self.patience:
                later.do_all()
            self.settle()

    def client_at(self, seat: Seat) -> Client:
        return next(it for it in self.clients if it.name == seated()[seat])

    @property
    def table(self) -> TableEntry:
        (record,) = self.server.registry
        return record


def seat_of(client: Client) -> SeatOfClient:
    seat = client.session.seat
    assert seat is not None
    return seat


def kept_by(client: Client) -> Sequence[bytes]:
    """Return what a client had to remember of its keys, even if the game is over."""
    known = seat_of(client).secrets
    assert isinstance(known, MemoizedSecrets)
    return known.kept


def fold_of(client: Client) -> Fold:
    return seat_of(client).fold


def tampering(
    made: AdversarialTable, adversary: Adversary, sends: Sends
) -> Callable[[FromClient], FromClient]:
    """Return a `tamper` that replaces a client's wires by those from `sends`."""
    client = made.client_at(adversary.seat)

    def tamper(message: FromClient) -> FromClient:
        if not isinstance(message, Post) or client.session.seat is None:
            return message
        return Post(tuple(it for wire in message.wires for it in sends(client, wire)))

    return tamper


@contextmanager
def adversarial_table(
    *adversaries: Adversary, checks: bool = True, slow: Sequence[Seat] = ()
) -> Iterator[AdversarialTable]:
    """
    Yield a table where somebody cheats, before anybody has done anything.

    Args:
        checks: whether the host checks the proofs, too.
        slow: the seats that speak last in each phase, besides late adversaries.
    """
    late = {*slow, *(adversary.seat for adversary in adversaries if adversary.is_late)}
    with tempfile.TemporaryDirectory() as folder:
        made = AdversarialTable(Path(folder), checks=checks)
        _adversaries.update({adversary.seat: adversary for adversary in adversaries})
        try:
            made.people([seated()[seat] for seat in late])
            for adversary in adversaries:
                if adversary.sends is not None:
                    made.client_at(adversary.seat).tamper = tampering(
                        made, adversary, adversary.sends
                    )
            yield made
        finally:
            _adversaries.clear()
            made.close()


@functools.cache
def seated() -> Sequence[str]:
    """Return the names by seat, which are drawn by lot and the same in every game."""
    with tempfile.TemporaryDirectory() as folder:
        made = AdversarialTable(Path(folder))
        made.people()
        made.leave_unanswered(made.clients)
        made.close()
        return [person.name for person in fold_of(made.clients[0]).charter.people]


# Honest games.


@dataclass(frozen=True)
class HonestGame:
    """
    A game in which nobody cheats.

    Attributes:
        wires: its log, in the order of arrival.
        envelopes: the same, parsed.
        decks: what each entry's phase is about.
        states: how many states the players had seen before each entry was judged.
        faces: the cards that each seat sees, by seat and phase.
        clients: the players' clients, by seat.
        hands: the cards that a seat was asked to choose from, by seat and phase.
    """

    wires: Sequence[Wire]
    envelopes: Sequence[Envelope]
    decks: Sequence[str]
    states: Sequence[int]
    faces: Mapping[tuple[Seat, int], Mapping[Slot, Card]]
    clients: Sequence[Client]
    hands: Mapping[tuple[Seat, int], Sequence[Card]]

    def entry(self, kind: str, seat: Seat, deck: str = "") -> int:
        """
        Return the number of the first entry of a kind that a seat signed about a deck.
        """
        for entry, (it, about) in enumerate(
            zip(self.envelopes, self.decks, strict=True)
        ):
            if (it.kind, it.seat) == (kind, seat) and deck in ("", about):
                return entry
        raise LookupError(kind)


@functools.cache
def honest(*slow: Seat) -> HonestGame:
    """Play a whole game in which the `slow` seats speak last in each phase."""
    with adversarial_table(slow=slow) as made:
        made.play()
        assert [GameCompleted] == [
            type(news) for news in made.news if isinstance(news, GameCompleted)
        ]
        clients = [made.client_at(seat) for seat in SEATS]
    played = fold_of(clients[0])
    fold = begin(played.charter, Toy(3), lambda entry: True)
    known = [secrets_of(fold, seat) for seat in SEATS]
    for seat in SEATS:
        for keep in kept_by(clients[seat]):
            known[seat].recall(keep)
    decks, states, faces = [""] * fold.position, [0] * fold.position, {}
    count = 1  # the initial state
    for wire in played.entries(fold.position):
        decks.append(fold.phase.deck)
        states.append(count)
        for seat in SEATS:
            faces[seat, fold.phase.number] = known[seat].faces()
        fold.accept(wire)
        count += len(fold.states)
    wires = played.entries()
    read = [parse(wire.wire.env) for wire in wires]
    return HonestGame(wires_of(wires), read, decks, states, faces, clients, made.hands)


# Verdicts.


def convicted(adversary: Adversary, *, checks: bool = True) -> Fraud:
    """
    Play until somebody is caught, and assert that everything is as it should be.

    Every honest client names the cheat by itself, at the entry of the last lie. It
    learns nothing from the lie, sees what it saw before, and waits with the others for
    the game to continue. So does the host, unless it leaves the proofs to the players.
    An audit of the log names the cheat, too.
    """
    game = honest(*([adversary.seat] if adversary.is_late else []))
    with adversarial_table(adversary, checks=checks) as made:
        made.play()
        (*_, number) = adversary.lied_in
        people = [c for c in made.clients if c.name != seated()[adversary.seat]]
        frauds = {_caught(client, adversary, number, game) for client in people}
        assert 1 == len(frauds)
        (fraud,) = frauds
        one, other = map(fold_of, people)
        assert Relation.SAME is compare(one, other).relation
        _audited(one.log(), adversary.seat, number)
        _known_to_host(made, fraud)
    return fraud


def refused(adversary: Adversary) -> Fraud:
    """
    Assert that another player's fold convicts the liar; `convicted` plays a whole
    table.
    """
    judge, lie = _lied(adversary)
    envelope, entry, state = parse(lie.env), judge.position, judge.state
    fraud = judge.accept(Entry.of(lie))
    assert isinstance(fraud, Fraud)
    assert (entry, adversary.seat, envelope.phase) == (
        fraud.entry,
        fraud.seat,
        fraud.phase,
    )
    assert (envelope.kind, state) == (fraud.kind, judge.state)
    return fraud


def believed(adversary: Adversary) -> None:
    """Assert that another player's fold accepts an entry; `accepted` plays a table."""
    judge, said = _lied(adversary)
    assert isinstance(judge.accept(Entry.of(said)), SlotTaken)
    assert {} == judge.frauds


def _lied(adversary: Adversary) -> tuple[Fold, Wire]:
    """
    Return another player's fold in the course of an honest game, and what a seat says
    there.

    The seat's own program hears the honest game, and says the same up to the lie.
    """
    number, game = adversary.seat, honest(adversary.seat)
    charter = fold_of(game.clients[0]).charter
    judge, own = (begin(charter, Toy(3), lambda entry: True) for _ in range(2))
    mine = [it for it in game.envelopes if (it.lane, it.seat) == ("main", number)]
    nonces = iter([it.body[0] for it in mine if it.kind in OPENING])
    threads = ManualThreads()
    _adversaries[number] = adversary
    try:
        seat = SeatOfClient(
            identity_of(charter.people[number].name),
            own,
            Past(InMemory()),
            Environment(entropy=lambda count: _bytes(next(nonces)), work=threads),
        )
        seat.receive(())
        for wire, envelope in zip(
            game.wires[judge.position :], game.envelopes[judge.position :], strict=True
        ):
            if envelope.seat == number:
                said = _says(seat, threads)
                if adversary.lied_in:
                    break
                assert wire == said
            judge.accept(Entry.of(wire))
            seat.receive([Entry.of(wire)])
    finally:
        _adversaries.clear()
    assert [envelope.phase] == adversary.lied_in
    judge._is_known = nothing_known
    return judge, said


OPENING = ("REVEAL", "DECLARE")
"""Phases that open a commitment; their bodies begin with its nonce."""


def _bytes(value: object) -> bytes:
    assert isinstance(value, bytes)
    return value


def _says(seat: SeatOfClient, threads: ManualThreads) -> Wire:
    """Make a seat hear everything, and return what it says then."""
    threads.do_all()
    if seat.question is not None:
        seat.answer(lively(seat.question))
    threads.do_all()
    (said,) = seat.take()
    return said


def _caught(
    client: Client, adversary: Adversary, number: int, game: HonestGame
) -> Fraud:
    """Assert that an honest client convicts the adversary, and return the fraud."""
    seat, fold, player = seat_of(client), fold_of(client), client.player
    fraud = fold.fraud
    assert [] == client.failures
    assert fraud is not None
    assert (adversary.seat, number) == (fraud.seat, fraud.phase)
    assert 1 == len(str(fraud).splitlines())
    wrong, right = (
        parse(fold.entries()[fraud.entry].wire.env),
        game.envelopes[fraud.entry],
    )
    # The honest game has an entry in the same place, which was accepted.
    assert (wrong.seat, wrong.phase, wrong.kind) == (adversary.seat, number, fraud.kind)
    assert (wrong.seat, wrong.phase, wrong.kind) == (
        right.seat,
        right.phase,
        right.kind,
    )
    assert wrong.body != right.body
    # The lie doesn't count: the phase stays open, for the others and for a ballot.
    assert (number, {adversary.seat: fraud}) == (fold.phase.number, fold.frauds)
    assert not fold.stopped
    assert not client.session.over
    assert not client.session.finished
    # Nobody has learned more than without the lie.
    before = game.clients[seat.number]
    words = list(player.story)
    words.remove(f"fraud {adversary.seat}")
    assert before.player.story[: len(words)] == words
    seen: Sequence[AnyState] = before.player.states[: game.states[fraud.entry]]
    assert seen == player.states[: len(seen)]
    if fraud.kind not in SURVIVING_KINDS:
        assert seen == player.states
        assert (seen[-1] if seen else begin(fold.charter, Toy(3)).state) == fold.state
    assert game.faces[seat.number, number] == seat.secrets.faces()
    assert {} == fold.evidence
    return fraud


def _audited(log: bytes, seat: Seat, number: int) -> None:
    """Assert that an audit of the log names the cheat."""
    report = audit(log)
    assert Verdict.FAULT is report.verdict
    assert report.fault is not None
    assert seat == report.fault.seat
    wrong = parse(file.read(log)[report.fault.entry].env)
    assert (number, seat) == (wrong.phase, wrong.seat)


def _known_to_host(made: AdversarialTable, fraud: Fraud) -> None:
    """
    Assert that the host names the cheat.

    A host that checks nothing may not know, or know another reason.
    """
    ends = Trouble | GameCompleted | Stopped
    assert [] == [news for news in made.news if isinstance(news, ends)]
    assert TableState.PLAYING is made.table.state
    named = [news for news in made.news if isinstance(news, Cheated)]
    found = [(it.name, it.seat, it.entry, it.phase, it.kind) for it in named]
    culprit = (seated()[fraud.seat], fraud.seat, fraud.entry, fraud.phase, fraud.kind)
    assert made.checks or named == [] or found == [culprit]
    if made.checks:
        assert [culprit] == found
        assert [str(fraud.reason)] == [it.reason for it in named]


def accepted(adversary: Adversary) -> AdversarialTable:
    """Play until the adversary has said everything, and assert that nobody objects."""
    with adversarial_table(adversary) as made:
        people = made.clients

        def is_taken() -> bool:
            if len(adversary.lied_in) < len(adversary.lies):
                return False
            return all(
                fold_of(it).phase.number > max(adversary.lied_in) for it in people
            )

        made.play(is_taken)
        assert len(adversary.lies) == len(adversary.lied_in)
        for client in people:
            assert not client.session.over
            assert [] == client.failures
        assert [] == [news for news in made.news if isinstance(news, Trouble | Stopped)]
    return made
