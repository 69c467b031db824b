"""Halts: players end a game early, with the points that they have."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from sealed_wonders.core.game import Ruleset, Seat
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.comparison import Relation, compare
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby.charter import Charter
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Known, Reason, SlotTaken
from sealed_wonders.net.replay import read_log
from sealed_wonders.net.suites import OPEN, SEALED, begin
from tests.support.inprocess.ballots import (
    give_away_by_ballot,
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
    vote_out,
)
from tests.support.inprocess.folds import (
    GAMES,
    Player,
    Table,
    halt,
    hand_over_seat,
    read_again,
    reader_state,
    refused,
    rules_for,
    ruleset_of,
    strict_verification,
)
from tests.support.thorough import every, only


def table_with_one_fold(
    game: str = "base", players: int = 4, seed: str = "", suite: int = OPEN
) -> Table:
    """Seat players around one fold."""
    return Table(rules_for(game, players), seed, suite, shared=True)


def choosing() -> tuple[Table, Fold]:
    """Return such a table and its fold, with a PICK phase open."""
    table = table_with_one_fold()
    return table, table.play_until("PICK")


def halt_game(table: Table, *seats: Seat) -> list[Entry]:
    """Let seats halt the game: all, if none is named."""
    entries = [halt(table, seat) for seat in seats or table.fold.active]
    for entry in entries:
        assert isinstance(table.fold.accept(entry), SlotTaken)
    return entries


# Halted games.


@pytest.mark.parametrize(
    ("game", "players"),
    only(
        [("both", 3), ("architects", 2)],
        [
            (game, players)
            for game in GAMES
            for players in range(2, 8)
            if players > 2 or game == "architects"
        ],
    ),
)
def test_a_game_can_be_halted_in_any_phase(game: str, players: int) -> None:
    """The entries of that phase don't count, and aren't in the file."""
    chance = random.Random(f"{game}/{players}")
    whole = table_with_one_fold(game, players, "whole")
    whole.play()
    last = whole.fold.phase.number
    begun: dict[str, int] = {}
    for number, passed in enumerate(whole.fold.closed_phases):
        begun.setdefault(passed.collection.phase.kind, number)
    some = {*begun.values(), chance.randrange(last)} - {last}
    for number in sorted(some):
        table = table_with_one_fold(game, players, "whole")
        while table.fold.phase.number < number:
            table.phase()
        fold = table.fold
        assert not fold.over
        before = file.read(fold.log())
        sheet, digest, state = fold.state.score(), fold.digest, fold.state
        spoken = chance.sample(fold.missing, chance.randrange(len(fold.missing)))
        for seat in spoken:
            assert isinstance(fold.accept(table.players[seat].speak()), SlotTaken)
        *others, latest = chance.sample(fold.active, players)
        halt_game(table, *others)
        assert (frozenset(others), False) == (fold.halting, fold.over)
        halts = [halt(table, seat) for seat in fold.active]
        halt_game(table, latest)
        assert (True, True, ()) == (fold.over, fold.halted, fold.missing)
        assert (number, digest, state) == (fold.phase.number, fold.digest, fold.state)
        assert (sheet, ((*map(tuple, sheet.rows),),)) == (
            fold.state.score(),
            halts[0].envelope.body,
        )
        assert (*before, *(it.wire for it in halts)) == file.read(fold.log())
        read_again(fold)


@pytest.mark.usefixtures("fast_sealing")
def test_a_halted_sealed_game_can_be_audited() -> None:
    table = table_with_one_fold("architects", 3, suite=SEALED)
    fold = table.play_until("CHOOSE")
    fold.accept(table.players[fold.missing[0]].speak())
    halt_game(table)
    read_again(fold)


def test_halts_have_no_effect_unless_all_seats_halt() -> None:
    """They are void once the phase closes, and must be signed again for the next."""
    silent, talking = table_with_one_fold(seed="same"), table_with_one_fold(seed="same")
    for _ in range(12):
        halt_game(talking, *talking.fold.active[1:])
        assert talking.fold.log() != silent.fold.log()
        number = talking.fold.phase.number
        for table in (talking, silent):
            table.phase()
        fold = talking.fold
        assert (number + 1, frozenset()) == (fold.phase.number, fold.halting)
        assert reader_state(silent.fold) == reader_state(fold)


def test_entries_after_a_halted_game_are_refused() -> None:
    """But a second version of a halt convicts its signer."""
    table, fold = choosing()
    late = table.players[1].speak()
    halts = halt_game(table)
    assert Reason.OVER is refused(fold, late)
    assert isinstance(fold.accept(halts[2]), Known)
    ballot = open_ballot(fold, table.players[0].identity, 0, honest_proposal(fold, [3]))
    assert Reason.OVER is refused(fold, ballot)
    assert Reason.OVER is refused(fold, halt(table, 0, phase=fold.phase.number + 1))
    other = halt(table, 2, prev=bytes(32))
    assert isinstance(fold.accept(other), Equivocation)


def test_a_cheating_seat_can_halt_too() -> None:
    """The false entry doesn't count. A halt from beyond the fraud is only relayed."""
    table = table_with_one_fold()
    fold = table.play_until("DEAL")
    assert isinstance(fold.accept(table.players[1].sign((b"nonsense",))), Fraud)
    ahead = halt(table, 1, phase=fold.phase.number + 1, prev=bytes(32))
    receipt = fold.accept(ahead)
    assert isinstance(receipt, SlotTaken)
    assert not receipt.counts
    halt_game(table)
    assert fold.halted
    assert fold.unpunished is None
    read_again(fold)


def test_an_end_phase_cannot_be_halted() -> None:
    table = table_with_one_fold("architects", 3)
    fold = table.play_until("END")
    halt_game(table)
    assert (frozenset(), False) == (fold.halting, fold.over)
    table.phase()
    assert (True, False) == (fold.over, fold.halted)


# Which seats must halt.


def test_removed_seats_are_not_needed_for_a_halt() -> None:
    table = table_with_one_fold(players=5)
    fold = table.play_until("PICK")
    vote_out(fold, [it.identity for it in table.players], [1, 3])
    assert Reason.WRONG_SEAT is refused(fold, halt(table, 1))
    halt_game(table)
    assert fold.halted
    again = read_again(fold)
    assert set(again.state.score().winners) <= {0, 2, 4}


def test_a_new_holder_halts_and_the_file_contains_the_handover() -> None:
    table, fold = choosing()
    old = table.players[1]
    hand_over_seat(table, 1, "zed")
    said = Player.sign(old, fold.halt_body(), lane="halt", kind="HALT")
    assert isinstance(fold.accept(said), Equivocation)
    fold.evidence.clear()
    halt_game(table)
    assert "zed" == fold.people[1].name
    assert read_again(fold).people == fold.people


def test_a_halt_and_a_handover_in_the_same_phase_convict_their_signer() -> None:
    """Otherwise it would depend on the order of arrival whose halt it is."""
    table, fold = choosing()
    halt_game(table, 1)
    after = Player(table.charter, fold.ruleset, 1, fold, name="zed")
    assert isinstance(fold.accept(table.players[1].sign_handover(after)), Equivocation)
    assert [1] == list(fold.evidence)


def test_a_seat_that_has_halted_can_be_handed_over_in_a_later_phase() -> None:
    """The new holder must agree anew before the game ends."""
    table, fold = choosing()
    halt_game(table, 1)
    table.phase()
    hand_over_seat(table, 1, "zed")
    assert ("zed", []) == (fold.people[1].name, list(fold.evidence))
    halt_game(table, 0, 2, 3)
    assert not fold.halted
    halt_game(table, 1)
    assert fold.halted


def test_a_substitute_can_halt_only_from_the_next_phase_on() -> None:
    """As with ballots, one seat could have two votes in one phase otherwise."""
    table = Table(rules_for("base", 4), shared=True, gone="rescue")
    fold = table.play_until("PICK")
    new = Player(table.charter, fold.ruleset, 3, fold, name="zed")
    give_away_by_ballot(fold, table.players[:3], new)
    assert {"zed"} & {it.name for it in fold.people}
    old, table.players[3] = table.players[3], new
    assert Reason.BAD_SIGNATURE is refused(fold, halt(table, 3))
    table.players[3] = old
    halt_game(table)
    assert fold.halted
    # No entry of the open phase survives, so the seat belongs to the old holder.
    assert read_again(fold).people == fold.charter.people


def test_halts_count_once_a_late_ballot_reopens_their_phase() -> None:
    """A seat that hasn't received a ballot may have closed the phase without it."""
    table = table_with_one_fold()
    fold = table.play_until("REVEAL")
    *most, last = fold.active
    signers = [it.identity for it in table.players]
    opening = open_ballot(fold, signers[0], 0, honest_proposal(fold, [last]))
    halts = [halt(table, seat) for seat in (*most, last)]
    waits = most[-1]
    late = table.players[waits].speak()
    others = [table.players[seat].speak() for seat in fold.active if seat != waits]
    for entry in others:
        fold.accept(entry)
    twin = begin(table.charter, fold.ruleset)
    for entry in fold.entries(twin.position):
        twin.accept(entry)
    # One fold has the ballot: its phase can't close before all voters have spoken.
    fold.accept(opening)
    votes = [
        sign_ballot_answer(fold, signers[it], it, 0, 0, yes=True) for it in most[1:]
    ]
    for entry in (*votes, *halts):
        fold.accept(entry)
    assert fold.halted
    # The other has closed the phase, and receives the ballot and the halts too late.
    twin.accept(late)
    assert twin.phase.number == fold.phase.number + 1
    for entry in (*halts, opening, *votes):
        assert isinstance(twin.accept(entry), SlotTaken)
    assert not twin.over  # the late entry counts by now, so the ballot closes the phase
    assert twin.closed_phases[-1].ballot is not None


# Invalid halts.


def test_invalid_halts_are_refused() -> None:
    table, fold = choosing()
    number, (rows,) = fold.phase.number, fold.halt_body()
    good = halt(table, 2)
    cases = [
        (Reason.WRONG_GAME, halt(table, 2, gid=bytes(32))),
        (Reason.WRONG_LANE, halt(table, 2, lane="halt/2")),
        (Reason.WRONG_LANE, halt(table, 2, lane="halts")),
        (Reason.WRONG_PHASE, halt(table, 2, phase=number + 1)),
        (Reason.WRONG_SEAT, halt(table, 2, seat=7)),
        (Reason.WRONG_KIND, halt(table, 2, kind="END")),
        (Reason.WRONG_KIND, halt(table, 2, kind="LEAVE")),
        (Reason.BAD_SIGNATURE, halt(table, 2, seat=1)),
        (Reason.BAD_SIGNATURE, Entry.of(Wire(good.wire.env, bytes(64)))),
        (Reason.FOREIGN_PREV, halt(table, 2, prev=bytes(32))),
        (Reason.FOREIGN_PREV, halt(table, 2, phase=number - 1)),
        (Reason.BAD_BALLOT, halt(table, 2, body=())),
        (Reason.BAD_BALLOT, halt(table, 2, body=(number,))),
        (Reason.BAD_BALLOT, halt(table, 2, body=(rows, number))),
        (Reason.BAD_BALLOT, halt(table, 2, body=((("many",),),))),
        (Reason.BAD_BALLOT, halt(table, 2, body=(((True,),),))),
        (Reason.BAD_BALLOT, halt(table, 2, body=(tuple(() for _ in range(16)),))),
        (Reason.BAD_BALLOT, halt(table, 2, body=((tuple(range(16)),),))),
    ]
    for reason, entry in cases:
        assert reason is refused(fold, entry), entry.envelope
    assert isinstance(fold.accept(good), SlotTaken)
    assert isinstance(fold.accept(good), Known)
    twice = halt(table, 2, body=((),))
    assert isinstance(fold.accept(twice), Equivocation)


def test_a_halt_with_wrong_points_does_not_count() -> None:
    """
    All others have halted, but the game goes on: nobody can end it with wrong points.
    """
    table, fold = choosing()
    (rows,) = fold.halt_body()
    assert isinstance(rows, tuple)
    worse = tuple((*row[:-1], 99) for row in rows if isinstance(row, tuple))
    halt_game(table, 0, 1, 3)
    assert isinstance(fold.accept(halt(table, 2, body=(worse,))), SlotTaken)
    assert (False, frozenset((0, 1, 3))) == (fold.over, fold.halting)
    read_again(fold)
    table.phase()


# Orders of arrival.


def fold_of_entries(charter: Charter, rules: Ruleset, entries: Iterable[Entry]) -> Fold:
    """Return a fold that receives a log entry by entry."""
    fold = begin(charter, rules)
    reader = strict_verification(fold)
    for entry in entries:
        reader.take([entry])
    return fold


@pytest.mark.parametrize("seed", every(60, range(60)))
def test_hosts_and_readers_of_a_halted_game_agree(seed: int) -> None:
    """
    What arrives last decides: the last halt, or the last entry of the phase. If one of
    either is missing, the result is the same in any order.
    """
    chance = random.Random(f"orders/{seed}")
    game = chance.choice([*GAMES])
    table = table_with_one_fold(game, chance.randint(3, 5), f"orders/{seed}")
    for _ in range(chance.randint(1, 40)):
        table.phase()
    fold = table.fold
    began = fold.entries()[len(table.charter.entries) :]
    said = [table.players[seat].speak() for seat in fold.missing]
    halts = [halt(table, seat) for seat in fold.active]
    before = fold.phase.number

    def read(some: Iterable[Entry]) -> tuple[object, ...]:
        taken = list[Entry]()
        host = fold_of_entries(table.charter, fold.ruleset, began)
        for entry in some:
            if host.halted and entry in said:
                assert Reason.OVER is refused(host, entry)
            else:
                host.accept(entry)
                taken.append(entry)
        read_again(host)
        other = fold_of_entries(table.charter, fold.ruleset, (*began, *taken))
        assert reader_state(host) == reader_state(other)
        return reader_state(host)

    for _ in range(4):
        some = chance.sample([*said, *halts], len(said) + len(halts))
        number, _digest, over, *_others = read(some)
        ends = some[-1] in said
        if "END" != fold.phase.kind:
            assert (before + (not ends), ends) == (number, over)
    for lacks in (chance.choice(said), chance.choice(halts)):
        some = [it for it in (*said, *halts) if it is not lacks]
        found = {repr(read(chance.sample(some, len(some)))) for _ in range(4)}
        assert 1 == len(found)


def test_the_log_of_a_halted_game_fits_one_that_goes_on() -> None:
    """
    A host shows one reader that the game has ended, and another that it goes on. Nobody
    has signed two versions.
    """
    table = table_with_one_fold(seed="two")
    fold = table.play_until("PICK")
    began = fold.entries()[len(table.charter.entries) :]
    said = [table.players[seat].speak() for seat in fold.missing]
    halts = [halt(table, seat) for seat in fold.active]
    ended = fold_of_entries(table.charter, fold.ruleset, (*began, *said[1:], *halts))
    on = fold_of_entries(table.charter, fold.ruleset, (*began, *said))
    assert (True, False) == (ended.halted, on.over)
    files = [read_log(it.log(), ruleset_of) for it in (ended, on)]
    assert Relation.BEGINNING is compare(*files).relation
    assert Relation.CONTINUATION is compare(*reversed(files)).relation
    assert not compare(*files).evidence
