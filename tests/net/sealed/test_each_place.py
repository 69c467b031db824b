"""
A proof that is wrong in one place is found in a batch, and its author is named.

The cheats here are provers who do everything correctly except for one point, before
their challenge is hashed, so that a single equation fails; or who change a part of what
they have proven. Each is searched for alone and among honest ones.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, permutations, takewhile
from types import MappingProxyType
from typing import NamedTuple, TypeVar, cast

import pytest

from sealed_wonders.core.game import Deck, Over, Seat, Shuffle
from sealed_wonders.net.cards import Wrong
from sealed_wonders.net.log.envelopes import Body, Value
from sealed_wonders.net.log.phases import Phase
from sealed_wonders.net.plan import PhasePlan
from sealed_wonders.net.sealed import bodies, equations, statements
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import split_ciphertexts
from sealed_wonders.net.sealed.equations import Equation, hold
from sealed_wonders.net.sealed.group import BASE, IDENTITY, Group, Point
from sealed_wonders.net.sealed.layout import Cards
from sealed_wonders.net.sealed.scalars import random_order, weights_of, write_scalar
from sealed_wonders.net.sealed.sodium import Sodium
from sealed_wonders.net.sealed.statements import Mixing
from sealed_wonders.net.sealed.verifier import Noted, Verifier
from tests.support.cardsharness import SITUATIONS, CardsHarness, situation
from tests.support.crypto import SODIUM
from tests.support.inprocess.chance import stream
from tests.support.sums import can_compile, compiled_sum
from tests.support.thorough import every

KINDS = (*SITUATIONS, "REPASS", "AFTER")
"""Phases with proofs, and disclosures of cards after a game."""

each_kind = pytest.mark.parametrize("kind", KINDS)


@functools.cache
def quickest() -> Group:
    """Return the group that sums a batch fastest; all groups have the same results."""
    return Sodium(combine=compiled_sum()) if can_compile() else SODIUM


T = TypeVar("T")


def tried(of: Mapping[Seat, Sequence[T]]) -> Sequence[tuple[Seat, T]]:
    """Return all seats' places; in a short run, all of one seat, and some others."""
    whole = [(seat, at) for seat, some in of.items() for at in some]
    middle = list(of)[len(of) // 2]
    rest = every(11, [it for it in whole if it[0] != middle])
    return [*rest, *(it for it in whole if it[0] == middle)]


# Cheats.


class ErringGroup(Group):
    """Calculates correctly and records the results, but moves some by a point."""

    name = "erring"

    def __init__(self, moved: Mapping[int, Point]) -> None:
        self.results: list[Point] = []
        self._moved = moved

    def _made(self, result: Point) -> Point:
        by = self._moved.get(len(self.results))
        result = result if by is None else SODIUM.add(result, by)
        self.results.append(result)
        return result

    def read_point(self, data: bytes) -> Point:
        return SODIUM.read_point(data)

    def generator(self, i: int) -> Point:
        return SODIUM.generator(i)

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        return self._made(SODIUM.combine(k, terms))

    def subtract(self, a: Point, b: Point) -> Point:
        return self._made(SODIUM.subtract(a, b))

    def sum(self, points: Iterable[Point]) -> Point:
        return self._made(SODIUM.sum(points))


class Said(NamedTuple):
    """What a seat sends in a phase."""

    task: PhasePlan
    seat: Seat
    body: Body


MINUS_BASE = SODIUM.multiply_base(-1)

Lies = Mapping[Seat, Mapping[int, Point]]
"""For each lying seat, the amounts by which it moves some of its calculated points."""

Part = tuple[int, ...]
"""A place in a body: the path to some bytes, and the first of 32 among them."""


Changes = Mapping[Seat, Callable[[Body], Body]]
"""For each cheating seat, a change to its finished body."""


class Batch:
    """A phase, or a chain of mixes, and the seats that speak in it."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._harness = _laid_out(kind)
        self._tasks = list(_tasks(kind, self._harness))
        self.seats = [seat for _, seat in self._tasks]
        self.honest: list[Said] = []
        self.said({})  # so that the secrets that seats keep don't change any more
        self.made: dict[Seat, dict[int, Point]] = {}
        """By seat, those of its calculated points that are in its body."""
        self.honest = self.said({}, made=self.made)

    def said(
        self,
        lies: Lies,
        changes: Changes = MappingProxyType({}),
        made: dict[Seat, dict[int, Point]] | None = None,
    ) -> list[Said]:
        """
        Return what all seats send; seats without lies or changes are honest.

        Honest seats always send the same; in a chain, as long as all seats before are
        honest.
        """
        found: list[Said] = []
        for i, (task, seat) in enumerate(self._tasks):
            is_as_ever = self.kind != "MIX" or found == self.honest[:i]
            if self.honest and seat not in lies and is_as_ever:
                body = self.honest[i].body
            else:
                group = ErringGroup(lies.get(seat, {}))
                body = self._body(task, seat, group, found)
                if made is not None:
                    written, results = {*parts(body).values()}, enumerate(group.results)
                    made[seat] = {i: it for i, it in results if bytes(it) in written}
            if seat in changes:
                body = changes[seat](body)
            found.append(Said(task, seat, body))
        return found

    def moved(self, seat: Seat, by: Mapping[int, int]) -> list[Said]:
        return self.said({seat: _times_base(by)})

    @functools.cache  # noqa: B019  # a batch lives as long as its tests
    def erring(self, seat: Seat, at: int) -> list[Said]:
        """Return what all seats send if one of them moves a point by the base point."""
        return self.moved(seat, {at: 1})

    def replaced(self, seat: Seat, at: Part, new: bytes) -> list[Said]:
        return self.said({}, {seat: lambda body: put(body, at, new)})

    @functools.cached_property
    def announced(self) -> Mapping[Seat, Mapping[int, int]]:
        """
        By seat, the points that occur in only one equation, and the number of that
        equation.
        """
        found: dict[Seat, dict[int, int]] = {}
        first = 0
        for it in self.honest:
            found[it.seat] = {}
            heads = b"".join(_announcements(self, it).values())
            for at, point in self.made[it.seat].items():
                if bytes(point) in heads:
                    some = equations_of(self, self.erring(it.seat, at), it.seat)
                    off = [SODIUM.combine(*equation) for equation in some]
                    if sorted(off) == [*[IDENTITY] * (len(off) - 1), MINUS_BASE]:
                        found[it.seat][at] = first + off.index(MINUS_BASE)
            first += len(equations_of(self, self.honest, it.seat))
        return found

    def cards(self) -> SealedCards:
        cards = copy.copy(self._harness.cards)
        cards.verifier = Verifier(quickest())
        return cards

    def _body(
        self, task: PhasePlan, seat: Seat, group: ErringGroup, before: Sequence[Said]
    ) -> Body:
        harness = copy.copy(self._harness)
        secrets = copy.copy(harness.secrets[seat])
        secrets._group, secrets._draw = group, stream(self.kind, seat)
        match self.kind:
            case "MIX":
                cards, said = self.cards(), list[bodies.Proven]()
                for stated in mixings(cards, task, seat, before):
                    order = random_order(len(stated.before), secrets._draw)
                    said.append(secrets._mix(stated, order))
                return bodies.flat_body(said)
            case "REPASS":
                return secrets.speak(task).body
            case "AFTER":
                return secrets.disclose(task)
        harness.secrets = [*harness.secrets]
        harness.secrets[seat] = secrets
        harness.kept = {it: [*some] for it, some in harness.kept.items()}
        return harness.body(seat)


batch = functools.cache(Batch)


def _laid_out(kind: str) -> CardsHarness:
    if kind == "MIX":
        harness = CardsHarness(3)
        harness.ask(Shuffle((Deck("age", (), tuple(range(3))), Deck("b", (), (5, 6)))))
        harness.until("MIX")
        return harness
    return situation({"REPASS": "REVEAL", "AFTER": "PICK"}.get(kind, kind))


def _tasks(kind: str, harness: CardsHarness) -> Iterator[tuple[PhasePlan, Seat]]:
    """Yield the seats that speak, each with its phase."""
    task, first = harness.task, harness.task.phase
    match kind:
        case "MIX":  # in consecutive phases
            for seat in harness.seats:
                phase = Phase(first.number + seat, "MIX", (seat,), first.deck)
                yield replace(task, phase=phase, prev=bytes([seat]) * 32), seat
        case "AFTER":
            for seat in harness.seats:
                phase = Phase(0, "AFTER", (seat,))
                yield PhasePlan(phase, task.prev, Over(), last=True), seat
        case "REPASS":  # the last seat keeps its rest
            phase = replace(first, kind="REPASS", seats=(0, 1))
            for seat in phase.seats:
                yield replace(task, phase=phase), seat
        case _:
            for seat in first.seats:
                yield task, seat


def mixings(
    cards: SealedCards, task: PhasePlan, seat: Seat, before: Sequence[Said]
) -> tuple[Mixing, ...]:
    """Return the statements of a mix that follows the last of those before."""
    ahead: tuple[Cards, ...] = ()
    if before:
        *_, last = before
        ahead = tuple(
            split_ciphertexts(cast(bytes, after), count)
            for after, count in zip(last.body[::2], (3, 2), strict=True)
        )
    return statements.mixings(cards.layout, task, seat, ahead)


def _times_base(by: Mapping[int, int]) -> Mapping[int, Point]:
    return {at: SODIUM.multiply_base(k) for at, k in by.items()}


def parts(body: Value, at: Part = ()) -> dict[Part, bytes]:
    """Return everything in a body that could be a point or a number."""
    if isinstance(body, tuple):
        found = [parts(value, (*at, i)) for i, value in enumerate(body)]
        return {where: part for some in found for where, part in some.items()}
    if not isinstance(body, bytes) or len(body) % 32:
        return {}
    return {(*at, i): body[i : i + 32] for i in range(0, len(body), 32)}


def put(body: Body, at: Part, new: bytes) -> Body:
    first, *rest = at
    value = body[first]
    if isinstance(value, tuple):
        value = put(value, tuple(rest), new)
    else:
        assert isinstance(value, bytes)
        (start,) = rest
        value = value[:start] + new + value[start + len(new) :]
    return (*body[:first], value, *body[first + 1 :])


# Which seats are found to cheat.


def named(batch: Batch, said: Sequence[Said]) -> list[Seat]:
    """
    Return the seats whose proofs are wrong, if they are checked together.

    In a chain, nothing after a wrong mix is judged.
    """
    found = batch.cards().check_together(said)
    pairs = zip(said, found, strict=False)
    return [it.seat for it, finding in pairs if isinstance(finding, Wrong)]


def is_refused(batch: Batch, said: Sequence[Said], seat: Seat) -> bool:
    """Return whether a seat's proof is wrong, if it is checked alone."""
    try:
        _read(batch, said, seat, Verifier(SODIUM))
    except Wrong:
        return True
    return False


def equations_of(batch: Batch, said: Sequence[Said], seat: Seat) -> list[Equation]:
    """Return the equations that show that a seat's proofs are right."""
    noted: list[Noted] = []
    _read(batch, said, seat, Verifier(SODIUM, noted))
    return [equation for it in noted for equation in it.equations]


def _read(batch: Batch, said: Sequence[Said], seat: Seat, verifier: Verifier) -> None:
    i = batch.seats.index(seat)
    task, _, body = said[i]
    cards = batch.cards()
    cards.verifier = verifier
    if batch.kind == "MIX":
        stated = mixings(cards, task, seat, said[:i])
        cards._ahead = tuple(it.before for it in stated)
    cards.check(task, seat, body)


def is_found(batch: Batch, said: Sequence[Said], seat: Seat) -> bool:
    """Return whether this seat alone is found to cheat, in a batch and by itself."""
    return named(batch, said) == [seat] and is_refused(batch, said, seat)


# Tests.


@each_kind
def test_a_prover_with_one_wrong_point_is_named(kind: str) -> None:
    """
    The proof is checked alone and among honest ones, by a sum and equation by equation.

    Honest proofs are accepted. Each equation fails alone at least once, so none of them
    is left untested.
    """
    some = batch(kind)
    assert [] == named(some, some.honest)
    for seat in some.seats:
        assert not is_refused(some, some.honest, seat)
    for seat, at in tried({it: [*made] for it, made in some.made.items()}):
        assert is_found(some, some.erring(seat, at), seat), (seat, at)
    count = sum(len(equations_of(some, some.honest, seat)) for seat in some.seats)
    alone = [number for it in some.announced.values() for number in it.values()]
    assert set(range(count)) == set(alone)


@each_kind
def test_every_changed_part_of_a_body_is_noticed(kind: str) -> None:
    """A point is moved, or a number raised, after everything is hashed."""
    some = batch(kind)
    others = {it.seat: list(_others(some, it).items()) for it in some.honest}
    for seat, (at, new) in tried(others):
        assert is_found(some, some.replaced(seat, at, new), seat), (seat, at)


def _others(batch: Batch, said: Said) -> dict[Part, bytes]:
    """Return another point or number for each part of statements and proofs."""
    points, found = {*batch.made[said.seat].values()}, dict[Part, bytes]()
    for at, part in parts(said.body).items():
        number = int.from_bytes(part, "little")
        if part in points:
            found[at] = SODIUM.add(Point(part), BASE)
        elif number < Q:
            found[at] = write_scalar((number + 1) % Q)
    return found


@each_kind
def test_announcements_of_another_proof_are_refused(kind: str) -> None:
    """They come from another seat, or from another proof of the same body."""
    some = batch(kind)
    all_said = [
        (it.seat, at, announced)
        for it in some.honest
        for at, announced in _announcements(some, it).items()
    ]
    exchanges: dict[Seat, list[tuple[Part, bytes]]] = {it: [] for it in some.seats}
    for (seat, at, own), (_, _, theirs) in every(3, [*permutations(all_said, 2)]):
        if len(theirs) == len(own):
            exchanges[seat].append((at, theirs))
    for seat, (at, theirs) in tried(exchanges):
        assert is_found(some, some.replaced(seat, at, theirs), seat), (seat, at)
    assert any(exchanges.values()) or kind.startswith("CHOOSE")  # only one seat speaks


def _announcements(batch: Batch, said: Said) -> dict[Part, bytes]:
    """Return the points with which each proof in a body begins."""
    points, whole = {*batch.made[said.seat].values()}, parts(said.body)
    found: dict[Part, bytes] = {}
    for way in {at[:-1] for at in whole}:
        some = [part for at, part in whole.items() if at[:-1] == way]
        count = len(list(takewhile(points.__contains__, some)))
        if 0 < count < len(some):
            found[(*way, 0)] = b"".join(some[:count])
    return found


def unweighted(tag: bytes, seed: bytes, numbers: Iterable[int]) -> list[int]:
    return [1 for _ in numbers]


@each_kind
def test_two_wrong_proofs_that_cancel_out_are_both_named(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    One proof has too much of what the other lacks. Without weights their sum would be
    right.
    """
    some = batch(kind)
    if len(some.seats) == 1:
        pytest.skip("only one seat speaks")
    one, *_, other = some.seats
    pairs = list(zip(some.announced[one], cycle(some.announced[other]), strict=False))
    for at, of_other in every(5, pairs):
        said = some.said(
            {one: _times_base({at: 1}), other: _times_base({of_other: -1})}
        )
        wrong = [one] if kind == "MIX" else [one, other]
        assert wrong == named(some, said), at
        with monkeypatch.context() as known:
            known.setattr(equations, "weights_of", unweighted)
            assert [] == named(some, said), at


@each_kind
def test_a_proof_that_fits_the_weights_of_an_honest_batch_is_named(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The cheat even knows the reader's randomness, and the weights of a batch without
    cheats.

    If weights depended on the randomness alone, the proof would pass. But they also
    depend on the proofs.
    """
    some = batch(kind)
    monkeypatch.setitem(cast("dict[str, object]", hold.__kwdefaults__), "draw", bytes)
    weights: dict[int, int] = {}

    def noted(tag: bytes, seed: bytes, numbers: Iterable[int]) -> list[int]:
        some = [*numbers]
        drawn = zip(some, weights_of(tag, seed, some), strict=True)
        return [weights.setdefault(number, by) for number, by in drawn]

    for seat in some.seats:
        one, *_, other = some.announced[seat]
        weights.clear()
        with monkeypatch.context() as known:
            known.setattr(equations, "weights_of", noted)
            assert [] == named(some, some.honest)
        w_one, w_other = (weights[some.announced[seat][at]] for at in (one, other))
        said = some.moved(seat, {one: w_other, other: -w_one})
        assert is_found(some, said, seat)
        with monkeypatch.context() as known:
            known.setattr(equations, "weights_of", noted)
            assert [] == named(some, said)
