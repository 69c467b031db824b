"""
Checking entries together: the same verdicts as one by one, for less work.

One wrong entry among right ones is named, wherever it is wrong and whoever signed it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.cards import ValidBody, Wrong, finding_on
from sealed_wonders.net.claims import Claim
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.digests import entry_digest, phase_digest
from sealed_wonders.net.log.envelopes import Body, Entry, Value, sign
from sealed_wonders.net.log.lanes import MAIN
from sealed_wonders.net.replay import Check, ReplayFault, one_by_one, replay, together
from sealed_wonders.net.sealed import backend, equations
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.sealed.equations import Equation
from sealed_wonders.net.suites import SEALED, begin
from sealed_wonders.net.verificationcache import VERIFICATION_CACHE
from tests.net.sealed.test_each_place import parts, put
from tests.support.crypto import NO_POINTS, Counting
from tests.support.inprocess.folds import Table
from tests.support.lobbies import identity_of
from tests.support.thorough import every

RULES = Wonders(3, "day")
KINDS = ("KEY", "MIX", "DEAL", "PICK", "REVEAL")


@pytest.fixture(autouse=True)
def nothing_found_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty the cache, as in a process with one seat."""
    monkeypatch.setattr(VERIFICATION_CACHE, "capacity", 0)
    VERIFICATION_CACHE._all.clear()


@functools.cache
def table() -> Table:
    """Play until the guilds and then the cards of age III are mixed."""
    played = Table(RULES, "together", SEALED, shared=True, sides="day")
    while (played.fold.phase.kind, played.fold.phase.deck) != ("DEAL", "age3"):
        played.phase()
    return played


@functools.cache
def entries() -> Sequence[Entry]:
    return table().fold.entries()


def at(number: int) -> Fold:
    """Return the game at the point where the entry with this number is received."""
    fold = begin(table().charter, RULES, is_known=lambda entry: True)
    for entry in entries()[fold.position : number]:
        fold.accept(entry)
    fold._is_known = lambda entry: False
    return fold


@functools.cache
def place(kind: str, deck: str = "age1") -> int:
    """Return the number of the first entry of a phase of this kind."""
    fold = begin(table().charter, RULES, is_known=lambda entry: True)
    for entry in entries()[fold.position :]:
        if (fold.phase.kind, fold.phase.deck) == (kind, deck):
            return fold.position
        fold.accept(entry)
    raise LookupError(kind, deck)


def claimed(fold: Fold, some: Sequence[Entry]) -> tuple[Claim, ...]:
    for entry in some:
        fold.receive(entry)
    return fold.claims


def with_last_scalar_changed(value: Value) -> Value:
    """Change the last scalar of the last bytes in a body that may be a proof."""
    assert isinstance(value, tuple)
    *rest, last = value
    if isinstance(last, tuple):
        return (*rest, with_last_scalar_changed(last))
    if isinstance(last, bytes) and len(last) >= 64:
        number = int.from_bytes(last[-32:], "little") ^ 1
        return (*rest, last[:-32] + number.to_bytes(32, "little"))
    return (*tuple(with_last_scalar_changed(tuple(rest))), last)  # type: ignore[arg-type]


def forged(entry: Entry) -> Entry:
    envelope = entry.envelope
    body = with_last_scalar_changed(envelope.body)
    assert isinstance(body, tuple)
    name = table().charter.people[envelope.seat].name
    return sign(identity_of(name), replace(envelope, body=body))


def sums_of(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record the number of equations in each sum."""
    sums: list[int] = []
    total = equations._total

    def counted(some: Sequence[Equation], *more: object) -> object:
        sums.append(len(some))
        return total(some, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(equations, "_total", counted)
    return sums


@pytest.mark.parametrize("kind", KINDS)
def test_a_valid_phase_is_checked_with_one_sum(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = place(kind)
    fold, sums = at(number), sums_of(monkeypatch)
    claims = claimed(fold, entries()[number : number + len(fold.missing)])
    found = fold.check_together(claims)
    assert len(sums) == 1
    assert all(isinstance(it, ValidBody) for it in found)
    sums.clear()
    assert found == [fold.check(claim) for claim in claims]
    assert len(sums) == len(claims)


@pytest.mark.parametrize("kind", KINDS)
def test_checks_alone_and_together_give_the_same_reason(kind: str) -> None:
    """
    The faults are invalid points, and invalid points before numbers that can't be read.
    """
    number = place(kind)
    cards, task, entry = at(number).cards, at(number).task, entries()[number].envelope
    first, *_ = spots = parts(entry.body)
    reasons = set[str]()
    for where in every(5, list(spots)):
        none = put(entry.body, where, NO_POINTS[5])
        both = put(put(entry.body, first, NO_POINTS[5]), where, b"\xff" * 32)
        for body in (none, both):
            alone = finding_on(partial(cards.check, task, entry.seat, body))
            (found,) = cards.check_together([(task, entry.seat, body)])
            assert str(alone) == str(found)
            reasons.add(str(found))
    assert any("not a point of the group" in it for it in reasons)


# Chains of mixes.


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    noted: list[int] = []
    check = SealedCards.check_together

    def counted(
        cards: SealedCards, said: Sequence[tuple[object, Seat, Body]]
    ) -> Sequence[ValidBody | Wrong]:
        noted.append(len(said))
        return check(cards, said)  # type: ignore[arg-type]

    monkeypatch.setattr(SealedCards, "check_together", counted)
    return noted


def mixed(fold: Fold, some: Sequence[Entry], then: Sequence[Entry]) -> list[object]:
    """Check entries one by one, each with those after it, until one is wrong."""
    verdicts: list[object] = []
    for i, entry in enumerate(some):
        claims = claimed(fold, [entry])
        (finding,) = fold.check_together(claims, [*some[i + 1 :], *then])
        verdicts.append(fold.judge(finding))
        if verdicts[-1] is not None:
            break
    return verdicts


@pytest.mark.parametrize("count", [0, 16], ids=["one seat", "several"])
def test_a_chain_is_checked_together_with_its_first_mix(
    counts: list[int], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But no further: the cards of age III are mixed next, in another chain."""
    number = place("MIX", "guilds")
    fold, row = at(number), entries()[number : number + 6]
    assert {"MIX"} == {it.envelope.kind for it in row}
    counts.clear()
    monkeypatch.setattr(VERIFICATION_CACHE, "capacity", count)
    assert [None] * 6 == mixed(fold, row, ())
    assert [3, 3] == [it for it in counts if it]
    assert fold.digest == at(number + 6).digest


def test_the_rest_of_a_partly_checked_chain_is_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another fold has checked the first mixes."""
    monkeypatch.setattr(VERIFICATION_CACHE, "capacity", 16)
    number = place("MIX")
    row = entries()[number : number + 3]
    assert [None] * 2 == mixed(at(number), row[:2], ())
    fold = at(number)
    assert [None] * 3 == mixed(fold, row, ())
    assert fold.digest == at(number + 3).digest


@pytest.mark.parametrize("which", range(3))
def test_a_cheating_mixer_is_named(counts: list[int], which: int) -> None:
    """Honest mixers before and after it have already spoken."""
    number = place("MIX")
    fold, row = at(number), list(entries()[number : number + 3])
    row[which] = forged(row[which])
    verdicts = mixed(fold, row, ())
    assert [None] * which == verdicts[:-1]
    fraud = fold.fraud
    assert fraud is not None
    assert (which, number + which) == (fraud.seat, fraud.entry)


def test_mixes_of_another_history_are_not_checked_ahead(counts: list[int]) -> None:
    """
    Neither are mixes after a gap, or out of turn, as their digests show; nor those
    after a mix that is known.
    """
    number = place("MIX")
    first, second, third = entries()[number : number + 3]
    for then in ([third], [third, second], [entries()[number - 1]], [first], []):
        fold = at(number)
        counts.clear()
        fold.check_together(claimed(fold, [first]), then)
        assert [1] == [it for it in counts if it]
    fold = at(number)
    (claim,) = claimed(fold, [first])
    counts.clear()
    fold.check_together([replace(claim, is_known=True)], [second, third])
    assert [] == [it for it in counts if it]


def chain_with_forged(which: int) -> Sequence[Entry]:
    """
    Return the first mixes, each signed on top of the one before, with one forged proof.
    """
    number = place("MIX")
    row = list(entries()[number : number + 3])
    row[which] = forged(row[which])
    for i in range(which, 2):
        before, after = row[i].envelope, row[i + 1].envelope
        digests = [entry_digest(row[i].wire.env)]
        prev = phase_digest(before.prev, MAIN, before.phase, digests)
        name = table().charter.people[after.seat].name
        row[i + 1] = sign(identity_of(name), replace(after, prev=prev))
    return row


@pytest.mark.parametrize("which", range(3))
def test_a_failed_chain_is_judged_up_to_its_first_wrong_mix(
    which: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise, forged mixes sent ahead would cost ten times as much as honest ones."""
    fold, row = at(place("MIX")), chain_with_forged(which)
    claims, sums = claimed(fold, row[:1]), sums_of(monkeypatch)
    fold.check_together(claims, row[1:])
    assert [3 * 4, *[4] * (which + 1)] == sums
    assert max(0, which - 1) == len(fold._ahead), "the right ones between"


def test_nothing_is_cached_beyond_a_wrong_mix(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A fold that checks at the same time, or later, gets as many findings."""
    monkeypatch.setattr(VERIFICATION_CACHE, "capacity", 16)
    fold, row = at(place("MIX")), chain_with_forged(1)
    VERIFICATION_CACHE._all.clear()
    claims = claimed(fold, row[:1])
    for _ in range(2):
        assert 1 == len(fold.check_together(claims, row[1:]))
        assert not fold._ahead
        kept = [it.result() for it in VERIFICATION_CACHE._all.values()]
        assert [ValidBody, Wrong] == [
            Wrong if isinstance(it, Wrong) else ValidBody for it in kept
        ]


# Proofs that are checked after the entries that depend on them.


def test_a_log_is_read_with_few_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is shared: a point that occurs in several phases is multiplied once."""
    sums, wires = sums_of(monkeypatch), [it.wire for it in entries()]
    group, digests = Counting(), set[bytes]()
    monkeypatch.setattr(backend, "loaded", lambda: group)

    def read(check: Check) -> tuple[int, list[int]]:
        sums.clear()

        def digest() -> None:
            digests.add(replay(wires, lambda charter: RULES, check=check).digest)

        return group.counted(digest), [*sums]

    many, alone = read(one_by_one)
    with together() as check:
        phases, _ = read(lambda *of_a_phase: check(*of_a_phase))
        few, shared = read(check)
    assert few < 0.9 * phases < 0.9 * many
    assert len(shared) < len(alone) // 10
    assert sum(shared) == sum(alone), "the same equations"
    assert 1 == len(digests)


def test_a_reader_starts_again_after_finding_a_false_proof() -> None:
    """Its progress is reported again for another fold, up to the false proof."""
    number = place("PICK")
    wires = [it.wire for it in entries()]
    wires[number] = forged(entries()[number]).wire
    told: dict[Fold, list[int]] = {}

    def progress(fold: Fold, total: int) -> None:
        told.setdefault(fold, []).append(fold.phase.number)

    with together() as check, pytest.raises(ReplayFault) as found:
        replay(wires, lambda charter: RULES, check=check, progress=progress)
    assert number == found.value.entry
    first, again = told.values()
    assert first[0] == again[0]
    assert max(again) == entries()[number].envelope.phase < max(first)
