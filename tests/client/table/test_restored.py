"""A seat continued on another machine, from its twelve words and the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.client.table.actions import ConfirmTable, HandOver, Speak
from sealed_wonders.client.table.memory import OnDisk
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.client.table.session import REJOINED_AFTER
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Ruleset
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.messages import Backup
from sealed_wonders.net.seed import Seed
from sealed_wonders.net.suites import OPEN, SEALED
from sealed_wonders.net.tableoptions import RESCUES, WHEN_GONE
from sealed_wonders.net.talk import DISPLACED, REJOINED, WORDS_USED
from tests.support.inprocess.client import Client
from tests.support.inprocess.machines import (
    SEED,
    Searcher,
    another_machine,
    rejoin,
    table_with_words,
    until_answered,
)
from tests.support.inprocess.players import any_move
from tests.support.inprocess.seats import Seats
from tests.support.inprocess.server import HostHarness, open_terms, sealed_terms
from tests.support.lobbies import HOST, identity_of
from tests.support.toy import TOY, Toy
from tests.support.toytable import register_toy


def play_until(table: Seats, kind: str) -> None:
    """Play until seat 0 owes an entry in a phase of this kind."""
    while table.fold.phase.kind != kind or 0 not in table.fold.missing:
        table.step()


@pytest.mark.parametrize(
    ("ruleset", "options", "kinds"),
    [
        (Toy(3), {"suite": SEALED}, 11),
        (Toy(3), {"suite": SEALED, WHEN_GONE.key: RESCUES}, 11),
        (Toy(3), {"suite": OPEN}, 11),
        (Wonders(3), {"suite": OPEN}, 9),
        (Architects(2), {"suite": OPEN}, 6),
    ],
    ids=["sealed", "rescue", "open", "wonders", "architects"],
)
def test_another_machine_continues_in_any_phase(
    ruleset: Ruleset, options: dict[str, Any], kinds: int
) -> None:
    """The machine dies once in each kind of phase; earlier commitments are restored."""
    table, died = table_with_words(ruleset, **options), set[str]()
    while not table.fold.over:
        phase = table.fold.phase
        if phase.kind not in died and 0 in table.fold.missing:
            died.add(phase.kind)
            seat = another_machine(table)
            assert (True, ()) == (seat.must_compare, seat.take())
            assert (None, False) == (seat.question, seat.may_vote)
            assert seat.compare(phase.number)
        table.step()
    assert kinds == len(died)
    assert {} == table.fold.frauds
    assert {table.fold.digest} == {seat.fold.digest for seat in table.seats}


def test_an_entry_that_never_arrived_is_signed_again(tmp_path: Path) -> None:
    """When the old machine comes back, it notices that another one has signed."""
    store = OnDisk(tmp_path / "old.seat")
    store.begin(SEED)
    table = Seats(Toy(3), stores=[store, None, None], suite=SEALED)
    play_until(table, "PICK")
    old = table.seats[0]
    assert old.question is not None
    old.answer(old.question.moves[-1])
    assert 1 == len(old.take())

    new = another_machine(table)
    assert new.compare(table.fold.phase.number)
    assert new.question is not None
    assert new.question.faces == old.secrets.hand(old.fold.task)
    play_until(table, "REVEAL")
    play_until(table, "PICK")

    again = table.seat(0, store, silent_until=len(table.charter.entries))
    with pytest.raises(LocalProtocolError, match="your entries in this game aren't"):
        again.receive(map(Entry.of, table.wires))
    assert ((), {}) == (again.take(), again.faces())
    store.close()


def restore_with_hidden_choice() -> tuple[Seats, Seat]:
    """
    Return a table and another machine for seat 0, from which the host hides a choice.
    """
    table = table_with_words(Toy(3), suite=SEALED)
    play_until(table, "PICK")
    old = table.seats[0]
    assert old.question is not None
    old.answer(old.question.moves[-1])
    table.hear(old.take())
    return table, another_machine(table, hidden=1)


def test_the_player_compares_before_a_restored_seat_signs() -> None:
    """The host hides the choice of seat 0 from the new machine; all others see it."""
    table, new = restore_with_hidden_choice()
    ours, theirs = new.wait, table.seats[1].wait
    assert (ours.phase, ours.digest) == (theirs.phase, theirs.digest)
    assert (0 in ours.missing, 0 in theirs.missing) == (True, False)
    assert (True, ()) == (new.must_compare, new.take())
    # Once the host shows the entry after all, play continues as usual.
    new.receive([Entry.of(table.wires[-1])])
    assert new.wait.missing == theirs.missing
    assert new.compare(table.fold.phase.number)
    play_until(table, "REVEAL")
    table.play()


def test_a_hidden_entry_that_appears_later_stops_the_seat() -> None:
    """Two entries were signed for one position, so nothing more is signed."""
    table, new = restore_with_hidden_choice()
    assert new.compare(table.fold.phase.number)
    assert new.question is not None
    new.answer(new.question.moves[0])
    assert 1 == len(new.take())
    new.receive([Entry.of(table.wires[-1])])
    assert ({}, False) == (new.faces(), new.may_vote)
    with pytest.raises(LocalProtocolError, match="your entries in this game aren't"):
        play_until(table, "REVEAL")


def test_a_comparison_counts_for_its_own_phase_only() -> None:
    """
    If another machine signs meanwhile, the player compares again, but only once per
    phase. Otherwise anybody with the words could make the seat wait forever by
    repeatedly intervening in one phase.
    """
    table = table_with_words(Toy(3), suite=OPEN)
    play_until(table, "PICK")
    seat, phase = another_machine(table), table.fold.phase.number
    assert not seat.compare(phase - 1)
    for _ in range(3):
        assert seat.must_compare
        assert seat.compare(phase)
        assert (False, False) == (seat.must_compare, seat.question is None)
        assert not seat.compare(phase)
        seat.share()
    assert seat.must_compare
    assert seat.compare(phase)
    play_until(table, "REVEAL")
    table.play()


# At a host.


Begin = Callable[..., HostHarness]


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Begin:
    """Return a function that begins a game; ann, who has words, must pick a card."""
    register_toy(monkeypatch)

    def start(suite: int = OPEN) -> HostHarness:
        folder = tmp_path / "host"
        folder.mkdir()
        terms = sealed_terms if suite == SEALED else open_terms
        made = HostHarness(folder, terms(3, game=TOY))
        ann = made.client("ann")
        ann.store.begin(SEED)
        for name in ("bob", "cleo"):
            made.client(name)
        made.leave_unanswered([ann])
        while made.game.fold.phase.kind != "PICK":
            made.answer([ann])
        return made

    return start


def test_twelve_words_are_enough_to_continue_a_seat(
    begin: Begin, tmp_path: Path
) -> None:
    """The seat is found, its game continues to the end, and no file of it remains."""
    house = begin(SEALED)
    old = house.clients[0]
    faces = old.player.faces
    home, ann = rejoin(house, tmp_path / "home")
    house.settle()
    # The old client was still connected.
    assert (["elsewhere"], old.identity.public) == (old.refusals, ann.identity.public)
    assert old.is_cut_off or old.connection is None
    assert faces == ann.player.faces
    assert None is ann.player.question
    ann.player.pick = None
    assert ann.game.do(ConfirmTable(house.game.fold.phase.number))
    # This machine dies, too: the entries that it has signed since are on its disk.
    ann.player.answer_now()
    assert isinstance(ann.store, OnDisk)
    ann.store.close()
    ann.disconnect()
    again, ann = rejoin(house, tmp_path / "home")
    assert again == home
    house.settle()
    assert not ann.seat.must_compare
    assert house.game.fold.over
    house.completed_game()
    home.clear()
    assert [] == sorted((tmp_path / "home" / "rejoined").iterdir())


def test_everybody_at_the_table_learns_of_another_machine(
    begin: Begin, tmp_path: Path
) -> None:
    """
    From the player who continues, signed, with a mark of that machine; and from the
    host.
    """
    house = begin()
    old, bob, cleo = house.clients
    eve = house.connect("eve", table=old.session.table, looks_on=True)
    old.player.has_person = True
    _home, ann = rejoin(house, tmp_path)
    house.settle()
    assert "displaced" in old.player.story
    assert old.session.is_done
    assert [] == old.failures
    house.pass_time(REJOINED_AFTER)
    (mark,) = ann.player.announced_marks
    for one in (bob, cleo, eve):
        codes = [
            (it.identity, it.is_seated, it.code, it.text) for it in one.player.heard
        ]
        assert [
            (HOST.public, False, WORDS_USED, ann.identity.public.hex()),
            (HOST.public, False, DISPLACED, ann.identity.public.hex()),
            (ann.identity.public, True, REJOINED, mark.hex()),
        ] == codes
    # A machine announces it once, and not after its player has compared.
    ann.player.pick = None
    assert ann.game.do(ConfirmTable(house.game.fold.phase.number))
    ann.disconnect()
    ann.connect()
    house.pass_time(10)
    assert [mark] == ann.player.announced_marks


def test_a_restarted_machine_keeps_its_mark(begin: Begin, tmp_path: Path) -> None:
    """The mark is on its disk, and isn't announced again, before or after comparing."""
    house = begin()
    bob = house.clients[1]
    _home, ann = rejoin(house, tmp_path)
    house.settle()
    house.pass_time(REJOINED_AFTER)
    (mark,) = ann.player.own_marks
    for has_compared in (False, True):
        assert isinstance(ann.store, OnDisk)
        ann.store.close()
        ann.disconnect()
        _home, ann = rejoin(house, tmp_path)
        house.leave_unanswered([ann])
        house.pass_time(2 * REJOINED_AFTER)
        assert ([mark], has_compared) == (
            ann.player.own_marks,
            not ann.seat.must_compare,
        )
        assert [mark] == announced(ann) == announced(bob)
        ann.game.do(ConfirmTable(house.game.fold.phase.number))
    # The next time that another machine intervenes, there is a new mark.
    ann.seat.share()
    ann.disconnect()
    house.reconnect([ann])
    house.pass_time(REJOINED_AFTER)
    assert [mark, ann.seat.mark] == ann.player.own_marks == announced(bob)
    assert mark != ann.seat.mark


def announced(client: Client) -> list[bytes]:
    """Return the marks of other machines that a client has received."""
    heard = client.player.heard
    return [bytes.fromhex(it.text) for it in heard if it.code == REJOINED]


def test_a_fast_clock_of_the_first_machine_silences_nobody(
    begin: Begin, tmp_path: Path
) -> None:
    """Otherwise nobody would show what the second machine says."""
    house = begin()
    old, bob, _cleo = house.clients
    old.session._talk.voice._last += 1 << 40
    old.act(Speak("brb"))
    old.disconnect()
    _home, ann = rejoin(house, tmp_path)
    house.settle()
    house.pass_time(REJOINED_AFTER)
    assert ["say", WORDS_USED, REJOINED] == [it.code for it in bob.player.heard]
    assert ann.player.announced_marks


def test_the_first_machine_can_take_its_seat_back(begin: Begin, tmp_path: Path) -> None:
    """It learns from the log what the second signed, and its player compares first."""
    house = begin(SEALED)
    old, bob, _cleo = house.clients
    old.disconnect()
    _home, ann = rejoin(house, tmp_path)
    house.settle()
    house.pass_time(REJOINED_AFTER)
    ann.player.pick = None
    assert ann.game.do(ConfirmTable(house.game.fold.phase.number))
    house.answer([ann])
    while house.game.fold.phase.kind != "PICK":
        house.answer([ann])

    old.restart(old.session.table)
    old.player.pick = None
    old.connect()
    until_answered(old)
    assert ["in-use"] == old.refusals
    assert not ann.refusals
    old.connect()
    until_answered(old)
    house.settle()
    assert ["elsewhere"] == ann.refusals
    wait = old.seat.wait
    assert (True, True) == (wait.must_compare, wait.taken_back)
    assert None is old.player.question
    house.pass_time(REJOINED_AFTER)
    assert {
        mark.hex() for one in (ann, old) for mark in one.player.announced_marks
    } == {it.text for it in bob.player.heard if it.code == REJOINED}
    assert old.game.do(ConfirmTable(house.game.fold.phase.number))
    assert not old.seat.wait.must_compare
    assert old.player.question is not None
    house.answer_at_once([old])
    assert house.game.fold.over
    assert {} == house.game.fold.evidence
    house.completed_game()


def test_a_seat_that_is_taken_back_again_compares_again(
    begin: Begin, tmp_path: Path
) -> None:
    """It learns what the other machine signed after its player had compared."""
    house = begin()
    old, *_others = house.clients
    old.disconnect()
    _home, ann = rejoin(house, tmp_path)
    house.settle()
    ann.player.pick = None
    assert ann.game.do(ConfirmTable(house.game.fold.phase.number))
    # The old machine plays on as well, at the same host.
    ann.disconnect()
    old.player.pick = None
    house.reconnect([old])
    house.answer([old])
    while house.game.fold.phase.kind != "PICK":
        house.answer([old])
    old.disconnect()
    house.reconnect([ann])
    wait = ann.seat.wait
    assert (True, True) == (wait.must_compare, wait.taken_back)
    assert ann.game.do(ConfirmTable(house.game.fold.phase.number))
    house.answer_at_once([ann])
    assert house.game.fold.over


def test_a_bot_does_not_take_its_seat_back_by_itself(
    begin: Begin, tmp_path: Path
) -> None:
    """Nobody is there to compare, so it asks all others before it signs anything."""
    house = begin()
    old, *_others = house.clients
    old.disconnect()
    _home, ann = rejoin(house, tmp_path)
    house.settle()
    ann.player.pick = any_move
    ann.game.do(ConfirmTable(house.game.fold.phase.number))
    ann.player.pick = None
    house.answer([ann])
    ann.disconnect()
    position = house.game.fold.position
    old.restart(old.session.table)
    old.player.is_program = True
    house.reconnect([old])
    assert old.session.recollects is not None
    assert old.seat.must_compare
    assert not old.seat.may_vote
    assert () == old.seat.take()
    assert position == house.game.fold.position


def test_a_restored_seat_signs_only_its_entry_in_the_compared_phase(
    begin: Begin, tmp_path: Path
) -> None:
    """
    It signs no yes and no ballot, and can't be handed over. In the next phase, it can.
    """
    house = begin()
    house.clients[0].disconnect()
    _home, ann = rejoin(house, tmp_path)
    house.settle()
    _old, bob, cleo, *_ = house.clients
    ann.player.pick = None
    r = house.game.fold.phase.number
    for _ in range(2):
        bob.propose(cleo)
        house.settle()
        ann.vote_on_all(yes=True)
        ann.propose(cleo)
        house.settle()
        votes = [ballot.votes for ballot in house.game.fold.ballots.on(r)]
        assert None is ann.seat.entrusted()
        assert not ann.seat.may_say_yes(ann.seat.fold.ballots.on(r)[-1])
        if not ann.seat.must_compare:
            break
        assert [{bob.seat.number: True}] == votes
        assert ann.game.do(ConfirmTable(r))
    # Ballots that must be answered get a no, or nobody could go on.
    assert [False, False] == [it[ann.seat.number] for it in votes]
    house.answer([ann])
    assert ann.seat.fold.phase.number > r
    assert ann.seat.entrusted() is not None


def test_a_new_holder_can_continue_on_another_machine(
    begin: Begin, tmp_path: Path
) -> None:
    """Entrusted secrets are in the new holder's backup; the old holder's is gone."""
    house = begin(SEALED)
    ann = house.clients[0]
    zoe = house.client("zoe", table=ann.session.table, looks_on=True)
    zoe.store.begin(b"another seed....")
    house.leave_unanswered([zoe])
    ann.act(HandOver(zoe.identity.public))
    assert zoe.player.question is not None
    faces = zoe.player.faces
    zoe.player.answer_now()
    house.until_phase("REVEAL")
    house.disconnect([zoe])
    assert None is Searcher(house).search().found
    home, again = rejoin(house, tmp_path, b"another seed....")
    house.settle()
    assert (zoe.identity.public, True) == (
        again.identity.public,
        again.seat.must_compare,
    )
    assert faces == again.player.faces
    assert again.game.do(ConfirmTable(house.game.fold.phase.number))
    house.settle()
    assert house.game.fold.over
    house.completed_game()
    home.clear()


def test_the_reason_for_finding_no_seat_is_reported(
    begin: Begin, tmp_path: Path
) -> None:
    """
    For wrong words, a host that keeps no backups, a false backup, and a finished game.
    """
    house = begin()
    (path,) = house.folder.glob("*.backups")
    nothing = "no game on this host matches these words, or the host hasn't kept your"
    assert nothing in str(Searcher(house, bytes(16)).search().why_not())
    path.unlink()
    assert nothing in str(Searcher(house).search().why_not())
    # A backup that somebody else has stored isn't found, either.
    tag = Seed(SEED).backup_tag(house.game.gid)
    house.clients[1].send(Backup("table 1", tag, b"x" * 99))
    assert None is Searcher(house).search().found
    ann = house.clients[0]
    house.answer_at_once([ann])
    assert ("no game is in progress on this host") == str(
        Searcher(house).search().why_not()
    )


def test_finding_a_seat_at_a_table_with_a_password_requires_it(tmp_path: Path) -> None:
    house = HostHarness(tmp_path, open_terms(3))
    ann, *_others = (
        house.client(name, table="oak", password="open sesame")
        for name in ("ann", "bob", "cleo")
    )
    ann.store.begin(SEED)
    house.leave_unanswered([ann])
    assert ann.player.question is not None
    why = Searcher(house).search()
    assert None is why.found
    assert "some games on this host need a password: use --password" in str(
        why.why_not()
    )
    found = Searcher(house, password="open sesame").search().found
    assert found is not None
    assert identity_of("ann").public == found.kept.identity.public


def test_a_seat_cannot_be_restored_twice_on_one_machine(
    begin: Begin, tmp_path: Path
) -> None:
    """Two windows would sign two entries for one position."""
    house = begin()
    house.clients[0].disconnect()
    rejoin(house, tmp_path)
    with pytest.raises(DamagedFile, match="played in another window"):
        rejoin(house, tmp_path)
