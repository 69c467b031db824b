"""Reading a log: complete, in part, with a fault, and with any byte changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sealed_wonders.core.game import Ruleset
from sealed_wonders.net.cards import ValidBody, Wrong
from sealed_wonders.net.claims import Claim
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter, open_charter
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import (
    Entry,
    Wire,
    parse,
    parse_entries,
    sign,
    wires_of,
)
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Known, WireRefused, parse_offered
from sealed_wonders.net.replay import (
    Check,
    ReplayFault,
    Unfinished,
    Unknown,
    one_by_one,
    read_log,
    replay,
    together,
)
from sealed_wonders.net.suites import SEALED, begin
from tests.support.flips import with_bit_flipped
from tests.support.inprocess.folds import Table
from tests.support.lobbies import identity_of
from tests.support.thorough import every, examples, is_thorough
from tests.support.toy import Toy


def toy_of(charter: Charter) -> Ruleset:
    return Toy(len(charter.people))


@pytest.fixture(scope="module")
def played() -> Fold:
    """Return a complete game of three seats."""
    table = Table(Toy(3))
    table.play()
    return table.fold


@pytest.fixture(scope="module")
def wires(played: Fold) -> tuple[Wire, ...]:
    """Return the log of that game, in the order of the file."""
    return file.read(played.log())


LOBBY = 7
"""Entries of a lobby of three: three COMMITs, TABLE, three REVEALs."""


def test_every_prefix_of_a_log_after_the_lobby_is_a_log(
    wires: tuple[Wire, ...],
) -> None:
    """It is the log of an unfinished game."""
    fold = replay(wires[:LOBBY], toy_of)
    tried = every(3, range(LOBBY, len(wires)))
    for position in range(LOBBY, len(wires)):
        if position in tried:
            part = read_log(file.write(wires[:position]), toy_of)
            assert (position, False, None) == (part.position, part.over, part.fraud)
            assert (fold.digest, fold.state, fold.missing) == (
                part.digest,
                part.state,
                part.missing,
            )
        fold.accept(Entry.of(wires[position]))
    assert fold.over


@pytest.mark.parametrize("entries", range(LOBBY))
def test_a_log_that_ends_in_the_lobby_is_unfinished(
    played: Fold, wires: tuple[Wire, ...], entries: int
) -> None:
    """Nothing to fold. A file that breaks off within an entry has another error."""
    lobby = file.write(wires[:entries])
    with pytest.raises(Unfinished, match="ends in the lobby") as end:
        read_log(lobby, toy_of)
    assert (entries, None) == (end.value.entry, end.value.fold)
    for more in (1, 5, 100):
        with pytest.raises(
            ReplayFault, match="unfinished: at byte .*: the file ends"
        ) as fault:
            read_log(played.log()[: len(lobby) + more], toy_of)
        assert not isinstance(fault.value, Unfinished)
        assert (entries, None) == (fault.value.entry, fault.value.fold)


def test_a_truncated_file_is_read_up_to_its_last_complete_entry(
    played: Fold, wires: tuple[Wire, ...]
) -> None:
    """The file is unfinished, and the error names the entry that is incomplete."""
    data, at = played.log(), len(file.write(wires[:LOBBY]))
    for entry in range(LOBBY, len(wires)):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        sizes = (at + 1, at + 4, end - 1)
        for size in sizes if is_thorough() else sizes[entry % 6 :][:1]:
            with pytest.raises(
                ReplayFault, match="unfinished: at byte .*: the file ends"
            ) as fault:
                read_log(data[:size], toy_of)
            fold = fault.value.fold
            assert fold is not None
            assert (entry, entry) == (fault.value.entry, fold.position)
        at = end


def test_data_after_the_end_of_a_log_is_refused(played: Fold) -> None:
    data = played.log()
    with pytest.raises(
        ReplayFault, match=r"^entry \d+: at byte \d+: the file ends"
    ) as fault:
        read_log(data + b"\0", toy_of)
    assert fault.value.fold is not None
    assert fault.value.fold.over
    with pytest.raises(RemoteProtocolError, match="not msgpack"):
        read_log(data + bytes(4), toy_of)


@pytest.mark.parametrize("entry", range(LOBBY, 105, 5))
def test_a_fault_names_its_entry(wires: tuple[Wire, ...], entry: int) -> None:
    """
    The cases are a flipped signature, other bytes, an entry of another game, and an
    entry that appears twice.
    """
    wire, before, after = wires[entry], wires[:entry], wires[entry + 1 :]
    other = Table(Toy(3), "another")
    strange = other.players[0].speak().wire
    unsigned = Wire(wire.env, with_bit_flipped(wire.sig, 40))
    for log in (
        (*before, unsigned, *after),
        (*before, Wire(b"\xc1" + wire.env, wire.sig), *after),
        (*before, strange, *after),
        (*before, *before[LOBBY : LOBBY + 1], wire, *after),
    ):
        if log[entry] == wire:
            continue
        with pytest.raises(ReplayFault) as fault:
            read_log(file.write(log), toy_of)
        assert (entry, None) == (fault.value.entry, fault.value.seat)
        assert fault.value.fold is not None
        assert entry == fault.value.fold.position
        assert str(fault.value).startswith(f"entry {entry}: ")


@pytest.mark.parametrize("entry", range(LOBBY, 105, 5))
def test_a_missing_entry_is_found_where_the_next_phase_begins(
    wires: tuple[Wire, ...], entry: int
) -> None:
    """An entry of the last phase isn't missed: the log is that of an unfinished game."""
    phases = [parse(wire.env).phase for wire in wires]
    log = file.write((*wires[:entry], *wires[entry + 1 :]))
    missing = phases[entry]
    if missing == phases[-1]:
        assert not read_log(log, toy_of).over
        return
    why = f"wrong-phase: got {missing + 1}, expected {missing}"
    with pytest.raises(ReplayFault, match=why) as fault:
        read_log(log, toy_of)
    begins = phases.index(missing + 1, entry) - 1
    assert (begins, None) == (fault.value.entry, fault.value.seat)


def test_a_reader_names_the_first_of_two_frauds_in_a_phase() -> None:
    """A file lists entries by seat. It contains both frauds."""
    rules = Toy(3)
    table = Table(rules)
    table.play_until("PICK")
    fold, (one, two, three) = table.fold, table.players
    for cheat in (three, one):
        fold.receive(cheat.sign(("nothing",)))
    fold.receive(two.speak())
    fraud = fold.judge(fold.check(fold.claims[0]))
    assert fraud is not None

    with pytest.raises(ReplayFault) as fault:
        read_log(fold.log(), lambda charter: rules)
    assert (three.seat, one.seat) == (fraud.seat, fault.value.seat)
    assert fraud.entry == fault.value.entry


def test_two_versions_in_a_log_name_their_seat(wires: tuple[Wire, ...]) -> None:
    """This is evidence, but no log."""
    table = Table(Toy(3))
    player = table.players[2]
    other = player.sign((None,)).wire
    log = (*wires[: LOBBY + 3], other)
    with pytest.raises(
        ReplayFault, match="seat 2: signed two versions of an entry"
    ) as fault:
        replay(log, toy_of)
    assert (LOBBY + 3, 2) == (fault.value.entry, fault.value.seat)


def test_the_fault_with_the_lower_entry_is_named() -> None:
    """
    For example, a fraud comes before an entry with a bad signature in the same phase.
    """
    table = Table(Toy(3))
    table.play_until("DECIDE")
    before = file.read(table.fold.log())
    right, wrong, last = (player.speak().wire for player in table.players)
    cheat = table.players[1].sign(()).wire
    unsigned = Wire(last.env, with_bit_flipped(last.sig, 40))
    with together() as check:
        for claims, entry, seat in (
            ((right, cheat, unsigned), 1, 1),
            ((right, unsigned, cheat), 1, None),
            ((right, wrong, unsigned), 2, None),
            ((right, wrong, right), 2, None),
            ((cheat, right, right), 0, 1),
            ((cheat, right, wrong), 0, 1),
            ((cheat, right, last), 0, 1),
        ):
            with pytest.raises(ReplayFault) as fault:
                replay((*before, *claims), toy_of, check=check)
            assert (len(before) + entry, seat) == (fault.value.entry, fault.value.seat)


def in_order(wires: Sequence[Wire]) -> tuple[object, ...]:
    """Fold a log entry by entry; return the final state, and the fault, if any."""
    fold = begin(open_charter(parse_entries(wires[:LOBBY])), Toy(3))
    fault: tuple[object, ...] = ()
    for entry in range(fold.position, len(wires)):
        try:
            verdict = fold.accept(parse_offered(wires[entry]))
        except WireRefused as refused:
            fault = (entry, None, str(refused))
            break
        match verdict:
            case Equivocation():
                fault = (entry, *fold.evidence, "signed two versions of an entry")
            case Known():
                fault = (entry, None, "an entry appears twice")
        if fault:
            break
    if fold.fraud is not None:
        # Reading went on, since a ballot might have followed; none did.
        fault = (fold.fraud.entry, fold.fraud.seat, str(fold.fraud.reason))
    return fold.digest, fold.state, fold.entries(), fold.over, fault


def outcome(wires: Sequence[Wire], check: Check) -> tuple[object, ...]:
    """Replay a log; return the same as `in_order`."""
    fault: tuple[object, ...] = ()
    try:
        fold = replay(wires, toy_of, check=check)
    except ReplayFault as found:
        if found.fold is None:
            raise
        fold, fault = found.fold, (found.entry, found.seat, str(found.reason))
    return fold.digest, fold.state, fold.entries(), fold.over, fault


def backwards(
    fold: Fold, claims: Sequence[Claim], then: Sequence[Entry]
) -> Iterable[ValidBody | Wrong]:
    found = [fold.check(claim) for claim in reversed(claims)]
    return reversed(found)


Change = tuple[str, int, int]

CHANGES = st.lists(
    st.tuples(
        st.sampled_from(("body", "sig", "env", "swap", "twice", "drop", "prev")),
        st.integers(0, 1000),
        st.integers(0, 1000),
    ),
    max_size=3,
)


def changed(wires: Sequence[Wire], changes: Iterable[Change]) -> tuple[Wire, ...]:
    """Change some entries of a log after its lobby, each in one of several ways."""
    log, people = list(wires), open_charter(parse_entries(wires)).people
    for change, number, other in changes:
        at = LOBBY + number % (len(log) - LOBBY)
        to = min(len(log) - 1, at + other % 4)
        wire = log[at]
        match change:
            case "body" | "prev":
                envelope = parse(wire.env)
                body = {0: (), 1: (None,), 2: envelope.body[:1]}[other % 3]
                new = {"body": body} if change == "body" else {"prev": bytes(32)}
                signer = identity_of(people[envelope.seat].name)
                log[at] = sign(signer, replace(envelope, **new)).wire
            case "sig":
                log[at] = Wire(wire.env, with_bit_flipped(wire.sig, other % 512))
            case "env":
                log[at] = Wire(
                    with_bit_flipped(wire.env, 8 * (other % len(wire.env))), wire.sig
                )
            case "swap":
                log[at], log[to] = log[to], log[at]
            case "twice":
                log.insert(to, wire)
            case "drop":
                del log[at]
    return tuple(log)


@examples(40)
@given(CHANGES)
@example(changes=[("body", 57, 0), ("sig", 58, 0)])
def test_every_way_of_checking_finds_the_same_fault(
    wires: tuple[Wire, ...], changes: list[Change]
) -> None:
    """On threads or in reverse order, fold and fault are those of a plain loop."""
    log = changed(wires, changes)
    expected = in_order(log)
    with together() as check:
        for each in (one_by_one, check, backwards):
            assert expected == outcome(log, each)


@pytest.fixture(scope="module")
def sealed() -> tuple[Wire, ...]:
    """Return the beginning of a log with sealed cards, up to the second choice."""
    table = Table(Toy(3), suite=SEALED, shared=True)
    table.play_until("REVEAL")
    table.hear(table.entries())
    table.hear(table.entries())
    return file.read(table.fold.log())


@given(CHANGES)
@example(changes=[("body", 22, 0), ("body", 23, 0)])
@example(changes=[("body", 23, 0), ("sig", 22, 5)])
@examples(8)
def test_checking_proofs_on_threads_finds_the_same_fault(
    sealed: tuple[Wire, ...], changes: list[Change]
) -> None:
    """Checking sealed cards takes so long that threads work at the same time."""
    log = changed(sealed, changes)
    with together() as check:
        assert in_order(log) == outcome(log, check)


def test_a_journal_may_have_any_order_but_a_file_only_one(
    wires: tuple[Wire, ...],
) -> None:
    """
    Entries of one phase may arrive in any order. In a file they are in order of seats.
    """
    one, two = wires[LOBBY : LOBBY + 2]
    swapped = (*wires[:LOBBY], two, one, *wires[LOBBY + 2 :])
    fold = replay(swapped, toy_of)
    assert file.write(wires) == fold.log()
    assert (True, swapped) == (fold.over, wires_of(fold.entries()))
    with pytest.raises(ReplayFault, match="aren't in the order") as fault:
        read_log(file.write(swapped), toy_of)
    assert LOBBY == fault.value.entry


def test_other_rules_are_a_fault_of_the_table_entry(wires: tuple[Wire, ...]) -> None:
    """A log can only be checked with the rules of its game."""

    def unknown(charter: Charter) -> Ruleset:
        raise ValueError("we don't know that game")

    cases: tuple[tuple[Callable[[Charter], Ruleset], str], ...] = (
        (lambda charter: Toy(4), "other rules"),
        (unknown, "don't know that game"),
    )
    for ruleset_of, message in cases:
        with pytest.raises(Unknown, match=message) as fault:
            replay(wires, ruleset_of)
        assert (3, None) == (fault.value.entry, fault.value.seat)
