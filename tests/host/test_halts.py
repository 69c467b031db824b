"""Players who end a game early, at a host."""

from __future__ import annotations

from pathlib import Path

from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.client.table.acceptable import rules_of
from sealed_wonders.client.table.actions import EndEarly
from sealed_wonders.client.table.events import Halting
from sealed_wonders.core.games import ruleset
from sealed_wonders.host.news import GameCompleted
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.history.logs import Reader
from sealed_wonders.net.log.envelopes import parse
from sealed_wonders.net.log.phases import Reason
from sealed_wonders.net.messages import Post, Refused
from sealed_wonders.net.replay import read_log
from sealed_wonders.net.suites import OPEN
from tests.support.inprocess.client import Client
from tests.support.inprocess.folds import Table, halt, sign_halt
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_until_stalled,
)
from tests.support.toy import TOY


def agree_to_end(*people: Client) -> None:
    """Make people agree to end the game early, and deliver their messages."""
    for person in people:
        person.act(EndEarly())


def halts(host: HostHarness) -> list[int]:
    entries = host.game.fold.entries()
    return [it.envelope.phase for it in entries if it.envelope.lane == "halt"]


def restart_and_think(person: Client) -> None:
    """Restart a client, whose player then takes time to think."""
    person.restart(person.host.table.name)
    person.player.pick = None
    person.host.reconnect([person])


def game_waiting_for_ann(start_host: StartHost) -> tuple[HostHarness, list[Client]]:
    """Return a game of three in which only ann has still to choose."""
    host = start_host(open_terms(3))
    people = host.join()
    host.until(lambda: host.has_begun)
    host.leave_unanswered(people)
    for _ in range(3):
        for person in people:
            host.answer([person])
    host.answer(people[1:])
    return host, people


def test_a_game_that_all_end_early_counts_the_points_so_far(
    start_host: StartHost, tmp_path: Path
) -> None:
    """
    Everybody sees who has agreed so far. The log has the same sheet, and the game
    counts.
    """
    host, people = game_waiting_for_ann(start_host)
    fold, sheet = host.game.fold, host.game.fold.state.score()
    ann, bob, cleo = people
    everybody = frozenset(range(3))
    agree_to_end(bob)
    mine = frozenset((bob.seat.number,))
    assert [Halting(mine, everybody)] * 3 == [it.player.halting_now for it in people]
    agree_to_end(cleo)
    assert not host.news_of(GameCompleted)
    agree_to_end(ann)
    ended = host.completed_game()
    assert (sheet, True, True) == (ended.sheet, fold.halted, ended.is_early)
    assert [(sheet, True)] * 3 == [
        (it.player.sheet, it.player.ended_early) for it in people
    ]
    assert TableState.OVER is host.table.state
    assert ended.log is not None
    data = ended.log.read_bytes()
    assert Verdict.GOOD is audit(data).verdict
    again = read_log(data, lambda charter: rules_of(charter.options))
    assert (sheet, fold.digest) == (again.state.score(), again.digest)
    read = Reader(
        lambda charter: rules_of(charter.options), lambda game, options: ()
    ).read(ended.log)
    assert [row[-1] for row in sheet.rows] == [it.points for it in read.places]
    assert not list(tmp_path.glob("*.swjournal"))


def test_choosing_withdraws_the_wish_to_end_early(start_host: StartHost) -> None:
    """The wish holds for one phase, and isn't repeated in the next one."""
    host, people = game_waiting_for_ann(start_host)
    agree_to_end(*people[:2])
    said = halts(host)
    assert 2 == len(said)
    host.answer(people[:1])
    ann, bob, cleo = people
    assert host.game.fold.phase.number > said[0]
    # bob had chosen before, so his wish still holds.
    assert [host.game.fold.phase.number] == halts(host)[2:]
    assert {bob.seat.number} == ann.player.halting_now.agreed
    bob.player.answer_now()
    host.answer([ann])
    assert 3 == len(halts(host))
    host.answer([cleo])
    assert not ann.player.halting_now.agreed


def test_bots_agree_once_all_people_want_to_end_early(start_host: StartHost) -> None:
    host = start_host(open_terms(3, bots=1))
    people = [host.client("ann"), host.client("bob")]
    host.leave_unanswered(people)
    owner = host.server.identity.public
    bot = host.client("Atossa", table=host.table.name, owner=owner, near=True)
    bot.player.is_program = True
    host.settle()
    seats = frozenset(it.seat.number for it in people)
    agree_to_end(people[0])
    assert Halting(frozenset((people[0].seat.number,)), seats) == bot.player.halting_now
    assert 1 == len(halts(host))
    agree_to_end(people[1])
    assert 3 == len(halts(host))
    assert host.completed_game().sheet == bot.player.sheet


def test_a_wish_between_choices_is_signed_at_the_next_choice(
    start_host: StartHost, toy: object
) -> None:
    """A wish signed in a phase without choices would be void at once."""
    host = start_host(open_terms(3, game=TOY))
    people = host.join()
    host.until_phase("MIX")
    for person in people:
        person.player.pick = None
        person.game.do(EndEarly())
    host.settle()
    assert host.game.fold.halted
    assert "DECIDE" == host.game.fold.phase.kind


def test_wishes_to_end_early_survive_a_restart(start_host: StartHost) -> None:
    """They are in the journal. After an early end, the same people can play again."""
    host, people = game_waiting_for_ann(start_host)
    agree_to_end(*people[:2])
    host.restart()
    host.reconnect(people)
    assert {it.seat.number for it in people[:2]} == set(host.game.fold.halting)
    agree_to_end(people[2])
    assert all(it.player.ended_early for it in people)
    host.completed_game()
    for person in people:
        person.play_again()
        person.player.pick = any_move
        host.settle()
    assert 2 == len(host.news_of(GameCompleted))
    assert host.game.fold.over
    assert not host.game.fold.halted


def test_a_wish_that_the_host_did_not_get_is_sent_again(start_host: StartHost) -> None:
    """
    A client that comes back sends it. If the client has forgotten it, the player
    repeats it.
    """
    host, people = game_waiting_for_ann(start_host)
    ann, bob, cleo = people
    ann.tamper = lambda message: None if is_halt(message) else message
    agree_to_end(ann)
    assert not halts(host)
    ann.tamper = lambda message: message
    restart_and_think(ann)
    agree_to_end(ann)
    assert 1 == len(halts(host))
    bob.tamper = lambda message: None if is_halt(message) else message
    agree_to_end(bob)
    assert 1 == len(halts(host))
    bob.tamper = lambda message: message
    bob.disconnect()
    host.reconnect([bob])
    assert 2 == len(halts(host))
    restart_and_think(ann)
    assert {ann.seat.number, bob.seat.number} == set(ann.player.halting_now.agreed)
    agree_to_end(ann, cleo)
    assert [True] * 3 == [it.player.ended_early for it in people]


def test_players_who_read_a_lost_choice_end_where_the_halts_did(
    start_host: StartHost,
) -> None:
    """
    All read ann's choice. The host loses it, and has her halt before it the next time.
    """
    host, people = game_waiting_for_ann(start_host)
    ann = people[0]
    agree_to_end(*people[1:])
    fold, journal = host.game.fold, host.journal.read_bytes()
    number, sheet = fold.phase.number, fold.state.score()
    last = sign_halt(fold, ann.seat.number, ann.identity).wire
    host.answer([ann])
    assert all(number < it.seat.fold.phase.number for it in people)
    host.kill()
    host.journal.write_bytes(journal)
    host.start_again()
    ann.tamper = lambda message: (
        Post((last, *message.wires)) if isinstance(message, Post) else message
    )
    host.reconnect(people)
    assert [(sheet, True)] * 3 == [
        (it.player.sheet, it.player.ended_early) for it in people
    ]
    assert {host.game.fold.log()} == {it.seat.fold.log() for it in people}
    assert [(sheet, True)] == [
        (it.sheet, it.is_early) for it in host.news_of(GameCompleted)
    ]


def test_a_host_that_falsely_says_the_game_is_over_ends_nothing(
    start_host: StartHost,
) -> None:
    """All have signed a halt about the same phase, but it had closed by then."""
    host, people = game_waiting_for_ann(start_host)
    ann, bob, _ = people
    agree_to_end(*people[1:])
    last = sign_halt(host.game.fold, ann.seat.number, ann.identity).wire
    host.answer([ann])
    ann.speak(Post((last,)))
    fold = bob.seat.fold
    assert fold.was_halted
    bob.session.receive(Refused(Reason.OVER.value, "over: the game has ended"))
    assert "refused over" == bob.player.story[-1]
    assert (fold, False) == (bob.seat.fold, bob.game.over)


def is_halt(message: object) -> bool:
    if not isinstance(message, Post):
        return False
    return any(parse(wire.env).lane == "halt" for wire in message.wires)


def test_a_removed_player_does_not_count_for_an_early_end(
    open_host: HostHarness,
) -> None:
    """An absent player still counts, and has to be removed first."""
    people = play_until_stalled(open_host)
    gone, *rest = people
    agree_to_end(*rest)
    assert not open_host.game.fold.halted
    open_host.leave_unanswered(rest)
    open_host.go_on_without([gone], rest)
    assert gone.seat.number in open_host.game.left
    gone.stalled = False
    open_host.settle()
    before = halts(open_host)
    agree_to_end(gone)
    assert before == halts(open_host)
    agree_to_end(*rest)
    assert open_host.game.fold.halted
    assert [it.player.sheet for it in rest] == [open_host.completed_game().sheet] * 2
    assert open_host.completed_game().left == (gone.seat.number,)


def test_a_fraud_in_the_last_phase_does_not_undo_an_early_end(
    start_host: StartHost,
) -> None:
    """
    The host may find it after all have agreed. A fraud in an earlier phase does undo
    it.
    """
    host, people = game_waiting_for_ann(start_host)
    fold, bob = host.game.fold, people[1]
    said = fold.entry_of(bob.seat.number)
    assert said is not None
    agree_to_end(*people)
    entries = fold.entries()
    at, before = entries.index(said), entries.index(fold.closed_phases[-1].entries[0])
    number, seat = fold.phase.number, bob.seat.number
    assert host.game.accuse(Fraud(at, seat, number, "PICK", "not so"))
    assert not host.game.accuse(Fraud(before, seat, number - 1, "REVEAL", "not so"))


def test_entries_beyond_an_early_end_are_dropped_with_their_fraud() -> None:
    """
    A host that believed the fraud is ahead of the players, and goes back to their end.
    """
    rules = ruleset("architects", 3, {"game": "architects"})
    table = Table(rules, "c", OPEN, shared=True)
    fold = table.play_until("CHOOSE")
    number, (cheat, *_) = fold.phase.number, fold.missing
    said = [halt(table, seat) for seat in range(3)]
    for seat in range(3):
        if seat != cheat:
            fold.accept(said[seat])
    wrong = table.players[cheat].speak()
    fold.accept(wrong)
    assert number < fold.phase.number
    fold.accept(said[cheat])
    entries = [*fold.entries(), table.players[cheat].speak()]
    game = RunningGame.resumed(
        "oak", [it.wire for it in entries], lambda: 0.0, lambda news: None
    )
    assert not game.is_complete
    assert game.accuse(
        Fraud(entries.index(wrong), cheat, number, "CHOOSE", "a bad proof")
    )
    assert game.fold.halted
    assert game.is_complete
