"""A session at a real host, without a network in between."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.acceptable import Unacceptable
from sealed_wonders.client.table.actions import SetReady
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.session import Session
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.core.game import Move
from sealed_wonders.host.lobby import REVEAL_PATIENCE
from sealed_wonders.host.news import GameCompleted
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.lobby import OptionValue, make_options, pack_options
from sealed_wonders.net.log.envelopes import Entry, Wire, parse, unpack_array
from sealed_wonders.net.messages import (
    Chat,
    Clock,
    FromClient,
    FromHost,
    Lobby,
    Log,
    Mark,
    Post,
    Presence,
    Read,
    Ready,
)
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.inprocess.client import Client, dropping
from tests.support.inprocess.server import HostHarness
from tests.support.inprocess.stores import StoringClient
from tests.support.inprocess.threads import ManualThreads
from tests.support.lobbies import identity_of
from tests.support.talk import place_of_table, signed_chat

NAMES = ("ann", "bob", "cleo")

Begin = Callable[..., HostHarness]


THREE = Terms.of(suite=OPEN, players=3)
SEALED_THREE = Terms.of(suite=SEALED, players=3)


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Return a function that brings three people to a table."""

    def make(
        terms: Terms = THREE, names: tuple[str, ...] = NAMES, **others: Any
    ) -> HostHarness:
        folder = tmp_path / "host"
        folder.mkdir()
        host = HostHarness(folder, terms)
        for name in names:
            host.client(name, **others)
        return host

    return make


def test_all_compute_the_same_result_and_get_each_event_once(
    begin: Begin,
) -> None:
    """
    However the entries were bundled: three ages, eighteen turns, one result. And
    however a client spells the name of the table, because the host accepts any case.
    """
    host = begin(names=())
    for name, table in zip(NAMES, ("Oak", "oak", "OAK"), strict=True):
        host.client(name, table=table)
    host.settle()

    (ended,) = [news for news in host.news if isinstance(news, GameCompleted)]
    for client in host.clients:
        assert client.session.finished
        assert ended.sheet == client.player.sheet
        assert ended.digest == client.seat.fold.digest.hex()
        names = [
            type(event).__name__
            for state in client.player.states
            for event in getattr(state, "news", ())
        ]
        assert 3 == names.count("HandsDealt")
        assert 3 == names.count("Fought")
        assert 1 == names.count("Founded")
        assert 1 == names.count("FinalSheet")
        assert 3 * 18 <= names.count("Played")


def _play_on(host: HostHarness) -> None:
    """Make everybody answer the open questions and all later ones."""
    for client in host.clients:
        client.player.pick = lambda question: question.moves[-1]
        if client.player.question:
            client.player.answer_now()
    host.settle()


def _think(host: HostHarness) -> None:
    """Let everybody reach a choice, and leave it open."""
    host.leave_unanswered(host.clients)


def _play_until(host: HostHarness, kind: str) -> None:
    """Play until a phase of this kind is open, with all choices in it left open."""
    _think(host)
    while host.clients[0].seat.fold.phase.kind != kind:
        for client in host.clients:
            if client.player.question and client.player.answer:
                _answer(client)
        host.settle()


def _answer(client: Client) -> None:
    assert client.player.question
    assert client.player.answer
    client.player.answer(client.player.question.moves[0])


def test_a_game_survives_broken_connections_at_any_moment(begin: Begin) -> None:
    """
    One client after another loses its connection with all messages under way. The table
    waits, and the client resumes when it is back.
    """
    host = begin()
    host.clock.advance(0)
    turn = 0
    while not all(client.session.over for client in host.clients):
        turn += 1
        client = host.clients[turn % 3]
        if turn % 2:
            client.disconnect()
            client.connect()
        for other in host.clients:
            other.exchange()
        host.clock.advance(0.1)
        assert turn < 5000

    assert all(client.session.finished for client in host.clients)
    sheets = {client.player.sheet for client in host.clients}
    assert 1 == len(sheets)


def test_a_game_survives_a_killed_host(begin: Begin) -> None:
    """
    The host needs only its journal; everything else is kept by the clients.

    A lobby at the players' table shows that the host has lost the game only while that
    game is running: not before it, nor after it, when others want to play again.
    """
    host = begin()
    ann, *_ = host.clients
    lobby = _last_lobby(ann)
    _play_until(host, "PICK")
    assert ann.session.denies_our_game(lobby())
    another = msgspec.structs.replace(lobby(), table="another table")
    assert not ann.session.denies_our_game(another)
    host.restart()
    host.reconnect(host.clients)
    _play_on(host)
    assert all(client.session.finished for client in host.clients)
    assert not ann.session.denies_our_game(lobby())


def _cut_power(host: HostHarness, lost: int) -> None:
    """Stop the host as in a power failure, with the last bytes not yet on its disk."""
    for client in host.clients:
        client.disconnect()
    host.close()
    (journal,) = host.folder.glob("*.journal")
    journal.write_bytes(journal.read_bytes()[:-lost])
    host.restart()


def test_a_lost_entry_is_sent_again_to_a_restarted_host(
    begin: Begin,
) -> None:
    """
    The other entries that the host had lost are back before ann reads its log. Her own,
    which never reached it, must be sent all the same, or all would wait for it.
    """
    host = begin()
    _play_until(host, "PICK")
    ann, *others = host.clients
    for client in others:
        _answer(client)
    host.settle()
    ann.tamper = lambda message: None
    _answer(ann)
    _cut_power(host, 300)

    held = list[FromClient]()
    ann.tamper = lambda message: (
        held.append(message) if isinstance(message, Read) else message
    )
    host.reconnect(host.clients)
    ann.tamper = lambda message: message
    ann.speak(*held)
    _play_on(host)

    assert all(client.session.finished for client in host.clients)


def test_a_game_that_the_host_has_lost_ends_for_its_players(begin: Begin) -> None:
    """
    Otherwise everybody would wait forever. It also ends if somebody was there first and
    wants a new game at the table.
    """
    host = begin()
    _play_until(host, "PICK")
    for client in host.clients:
        client.disconnect()
    host.close()
    (journal,) = host.folder.glob("*.journal")
    journal.unlink()
    host.restart()
    ann, *others = host.clients
    host.reconnect(others)
    for client in others:
        assert client.session.over
        assert not client.session.finished
        assert "there is no table called 'table 1'" == client.player.reason

    host.connect("dan")
    host.reconnect([ann])
    assert ann.session.over
    assert not ann.session.finished
    reason = "a different game is about to begin at table 'table 1'; the host no longer has the game that you were playing"
    assert reason == ann.player.reason


def test_a_log_with_too_long_a_lobby_is_refused(begin: Begin) -> None:
    """A client keeps at most fifteen entries of it."""
    host = begin(names=("ann",))
    ann = host.clients[0]
    lobby = _last_lobby(ann)
    host.settle()
    commit = lobby().people[0].commit
    many = tuple(Wire(commit.env, bytes([number]) * 64) for number in range(15))

    with pytest.raises(RemoteProtocolError, match="how the lobby closed"):
        ann.session.receive(Log(ann.session.table, 0, many))


def test_a_legal_prepared_move_is_committed_at_the_timeout(
    begin: Begin,
) -> None:
    """The player may have decided, but not confirmed it."""
    host = begin(Terms.of(suite=OPEN, players=3, turn_time=30))
    _think(host)
    ann, bob, cleo = host.clients
    assert all("clock 30" in client.player.story for client in host.clients)
    sent: list[Move] = []
    for client, laid in ((ann, Move("side night")), (bob, Move("side dusk"))):
        client.player.time_out = lambda _question, laid=laid: laid  # type: ignore[misc, method-assign]
        client.player.on_choice_committed = lambda event: sent.append(event.move)  # type: ignore[method-assign]

    host.clock.advance(30)
    host.settle()

    assert sent[:2] == [Move("side night"), Move("side day")]
    assert "sealed late" in cleo.player.story


def test_messages_of_another_table_and_late_answers_are_ignored(begin: Begin) -> None:
    """A player who left one game and plays another gets messages of both."""
    host = begin(Terms.of(suite=OPEN, players=3, turn_time=30))
    _think(host)
    ann = host.clients[0]
    told = list(ann.player.story)
    answer, question = ann.player.answer, ann.player.question
    assert answer is not None
    assert question is not None
    ann.session.receive(Clock("another", 0, question.phase))
    ann.session.receive(Presence("another", (False, False, False)))
    said = signed_chat("bob", "Your turn!", place_of_table())
    ann.session.receive(Chat("another", (said,)))
    assert (told, []) == (ann.player.story, ann.outgoing)

    host.clock.advance(30)
    host.settle()
    told = list(ann.player.story)
    answer(question.moves[0])
    assert (told, []) == (ann.player.story, ann.outgoing)


def _last_lobby(client: Client) -> Callable[[], Lobby]:
    """Return a function that returns the last lobby that a session received."""
    take, seen = client.session.receive, list[Lobby]()

    def receive(message: FromHost) -> None:
        if isinstance(message, Lobby):
            seen.append(message)
        take(message)

    client.session.receive = receive  # type: ignore[method-assign]
    return lambda: seen[-1]


def test_a_client_that_was_not_ready_takes_no_part_in_the_draw(begin: Begin) -> None:
    """A host that begins all the same waits for that client's reveal in vain."""
    host = begin()
    ann = host.clients[0]
    ann.player.be_ready = None
    lobby = _last_lobby(ann)
    host.settle()

    ann.speak(Ready(True, hashlib.sha256(lobby().options).digest()))

    assert all(client.session.seat is None for client in host.clients)
    host.clock.advance(REVEAL_PATIENCE)
    host.settle()
    assert "draw 2: ann did not reveal" == ann.player.lobbies[-1].note


def test_a_host_cannot_show_a_bot_as_a_person(begin: Begin) -> None:
    """The commitment wouldn't match."""
    host = begin(names=("ann", "bob"))
    ann = host.clients[0]
    lobby = _last_lobby(ann)
    host.connect("robot", owner=identity_of("somebody").public)
    people = tuple(
        msgspec.structs.replace(person, owner=None) for person in lobby().people
    )

    with pytest.raises(
        RemoteProtocolError, match="somebody else's commitment for 'robot'"
    ):
        Client(host, "cleo").session.receive(
            msgspec.structs.replace(lobby(), people=people)
        )


def test_options_that_name_another_host_are_refused(begin: Begin) -> None:
    """The options name the host that draws the seats, and that signs the table."""
    host = begin(names=("ann",))
    ann = host.clients[0]
    welcomed = ann.session.welcomed
    another = identity_of("another host").public
    ann.session.welcomed = lambda welcome: welcomed(  # type: ignore[method-assign]
        msgspec.structs.replace(welcome, identity=another)
    )

    with pytest.raises(RemoteProtocolError, match="a different host"):
        host.settle()


def test_a_player_who_arrives_during_the_draw_is_left_out(begin: Begin) -> None:
    """That is nobody's fault, and the player is told."""
    host = begin()
    bob = host.clients[1]
    kept: list[FromClient] = []

    def keep(message: FromClient) -> FromClient | None:
        if isinstance(message, Post):
            kept.append(message)
            return None
        return message

    bob.tamper = keep
    host.settle()
    dora = host.connect("dora", table=bob.session.table)
    assert "refused drawing" in dora.player.story
    assert not dora.session.over

    bob.tamper = lambda message: message
    bob.speak(kept[0])

    assert dora.session.over
    assert ["the game began without you"] == [dora.player.reason]
    assert 1 == dora.player.story.count("closed")
    assert all(client.session.finished for client in host.clients[:3])


# Slow work.


def test_a_reconnecting_client_requests_the_log_once(begin: Begin) -> None:
    """Although the host reports the log's length, which exceeds what the client has."""
    host = begin()
    _play_until(host, "PICK")
    cleo = host.clients[2]
    cleo.disconnect()
    for client in host.clients[:2]:
        if client.player.question and client.player.answer:
            client.player.answer(client.player.question.moves[0])
    host.settle()
    seat = cleo.seat
    known = seat.position
    sent = cleo.record_sent(FromClient)
    host.reconnect([cleo])

    (asked,) = (it for it in sent if not isinstance(it, Mark))
    assert isinstance(asked, Read)
    assert known == asked.entry
    assert known + 2 == seat.position


def test_a_reconnecting_client_requests_only_missing_entries(begin: Begin) -> None:
    """Entries that wait to be checked have arrived already."""
    threads = ManualThreads()
    host = begin(names=("ann", "bob"))
    cleo = host.connect("cleo", work=threads)
    while cleo.session.seat is None or not cleo.session.seat.fold.claims:
        threads.do()
        host.settle()
    seat = cleo.session.seat
    position = seat.position
    assert position > len(seat.fold.charter.wires)

    cleo.disconnect()
    cleo.connect()
    asked = cleo.record_sent(FromClient)
    host.settle()

    assert [position] == [m.entry for m in asked if isinstance(m, Read)]
    while threads.jobs:
        threads.do()
        host.settle()
    assert cleo.session.finished


def test_an_error_found_in_a_thread_is_reported(begin: Begin) -> None:
    """The error of an invalid entry becomes known only when it is checked."""
    threads = ManualThreads()
    host = begin(names=("ann", "bob"))
    cleo = host.connect("cleo", work=threads)
    while (seat := cleo.session.seat) is None or not seat.wait.checking[2:]:
        threads.do()
        host.settle()
    (last,) = seat.fold.entries(seat.fold.position - 1)
    seat.receive([Entry.of(Wire(last.wire.env, bytes(64)))])
    told = list(cleo.player.story)

    while threads.jobs:
        threads.do()

    assert told == cleo.player.story
    (failure,) = cleo.failures
    assert isinstance(failure, RemoteProtocolError)


@pytest.mark.parametrize(
    "others",
    [
        {"with": "cities"},
        {"with": "edifice,leaders"},
        {"with": "leaders,"},
        {"with": 1},
        {"leaders": "expert"},
        {"with": "leaders", "leaders": "all"},
        {"game": "duel"},
        {"players": 2},
    ],
)
def test_unknown_options_are_refused_before_sitting_down(
    begin: Begin, others: Mapping[str, OptionValue]
) -> None:
    """A later version may have them, or a host may have made them up."""
    host = begin(names=("ann",))
    lobby = _last_lobby(host.clients[0])
    host.settle()
    told: list[FromClient] = []
    bob = Session(
        Participant(identity_of("bob"), "bob"),
        Player(),
        told.append,
        SessionOptions(suites=(OPEN, SEALED)),
    )
    options = dict(host.terms.options(host.server.identity.public, 3))
    options.update(others)

    with pytest.raises(Unacceptable, match="of the program doesn't know the game at"):
        bob.receive(
            msgspec.structs.replace(
                lobby(), options=pack_options(make_options(options))
            )
        )

    assert [] == told


# Stored memories.


def _add_storing(host: HostHarness, folder: Path) -> StoringClient:
    """Add a client that keeps its entries and the log on disk."""
    ann = StoringClient(host, Home(folder, folder))
    host.add(ann)
    return ann


def test_a_killed_client_resumes_a_sealed_game(begin: Begin, tmp_path: Path) -> None:
    """
    The keys of the hand are in the client's file, and nowhere else on the machine.

    On another machine, the identity alone isn't enough: the client would sign
    everything a second time.
    """
    host = begin(SEALED_THREE, names=("bob", "cleo"))
    ann = _add_storing(host, tmp_path / "ann")
    _play_until(host, "PICK")
    (file,) = (tmp_path / "ann" / "games").glob("*.seat")
    seat = ann.seat
    hand = seat.secrets.hand(seat.fold.task)
    ann.kill()

    for _ in range(2):
        elsewhere = _add_storing(host, tmp_path / "elsewhere")
        with pytest.raises(
            LocalProtocolError, match="your signed entries in this game aren't"
        ):
            host.settle()
        assert not any(isinstance(message, Post) for message in elsewhere.outgoing)
        elsewhere.disconnect()
        host.clients.remove(elsewhere)

    again = _add_storing(host, tmp_path / "ann")
    host.settle()
    seat = again.seat
    assert hand == seat.secrets.hand(seat.fold.task)
    assert 0o600 == file.stat().st_mode & 0o777
    secrets = _secrets_in(again)
    assert 4 <= len(secrets)
    assert all(secret in file.read_bytes() for secret in secrets)
    assert {file} == _files_with(tmp_path, secrets)
    _play_on(host)
    assert again.session.finished
    # Somebody who gets the file later could still read which cards were sold.
    assert not file.exists()
    assert set() == _files_with(tmp_path, secrets)


def _files_with(folder: Path, secrets: list[bytes]) -> set[Path]:
    """Return the files that contain one of the secrets."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path for path in paths if any(s in path.read_bytes() for s in secrets)}


def _secrets_in(client: Client) -> list[bytes]:
    """Return all secrets in a client's store."""
    found = []
    for kept in client.store.kept():
        match unpack_array(kept):
            case (str(), bytes(share), bytes(hand)):
                found += [share, hand]
    return found


@pytest.mark.parametrize(("records", "is_program"), [(0, False), (0, True)])
def test_a_client_with_an_old_file_signs_nothing(
    begin: Begin, tmp_path: Path, records: int, is_program: bool
) -> None:
    """
    A file that was restored from a backup looks complete, and has a regular end.

    The client reads the whole log before it signs anything, even if the log arrives in
    pieces.
    """
    host, again, position = _restore_old_file(begin, tmp_path, records)
    again.player.is_program = is_program
    said = _receive_singly(again)
    with pytest.raises(LocalProtocolError, match="your entries in this game aren't"):
        host.settle()
    assert position == again.seat.position
    assert not any(isinstance(message, Post) for message in said)


@pytest.mark.parametrize("records", range(1, 4))
def test_a_bot_with_an_old_file_asks_before_it_signs_anything(
    begin: Begin, tmp_path: Path, records: int
) -> None:
    """It asks all others at the table: see `tests/host/test_set_back.py`."""
    host, again, position = _restore_old_file(begin, tmp_path, records)
    again.player.is_program = True
    said = _receive_singly(again)
    host.settle()
    asker = again.session.recollects
    assert asker is not None
    assert (again.seat.number, again.identity) == (asker.seat, asker.identity)
    assert position == again.seat.position
    assert not any(isinstance(message, Post) for message in said)


def _restore_old_file(
    begin: Begin, tmp_path: Path, records: int
) -> tuple[HostHarness, Client, int]:
    """Bring a client back with the first records of its file; return how far it was."""
    host = begin(names=("bob", "cleo"))
    ann = _add_storing(host, tmp_path / "ann")
    _play_until(host, "PICK")
    (file,) = (tmp_path / "ann" / "games").glob("*.seat")
    position = ann.session.seat.fold.position if ann.session.seat else 0
    ann.kill()
    data, end = file.read_bytes(), 8
    for _ in range(records):
        end += 40 + int.from_bytes(data[end : end + 4], "big")
    assert end < len(data)
    file.write_bytes(data[:end])
    return host, _add_storing(host, tmp_path / "ann"), position


def _receive_singly(again: Client) -> list[FromClient]:
    """Deliver each entry separately, and return what the client sends."""
    said, take = again.record_sent(FromClient), again.session.receive

    def receive(message: FromHost) -> None:
        for part in _split_log(message):
            take(part)

    again.session.receive = receive  # type: ignore[method-assign]
    return said


def _split_log(message: FromHost) -> list[FromHost]:
    """Split part of a log into its entries."""
    if not isinstance(message, Log) or not message.wires:
        return [message]
    return [
        Log(message.table, message.entry + number, (wire,))
        for number, wire in enumerate(message.wires)
    ]


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_failed_draw_leaves_no_file_behind(
    begin: Begin, tmp_path: Path, *, is_restarted: bool
) -> None:
    """
    Its file is removed at the next draw. A restarted host counts the draws of its new
    table from the beginning.
    """
    host = begin(names=("bob", "cleo"))
    bob = host.clients[0]
    bob.tamper = dropping(Post)
    _add_storing(host, tmp_path / "ann")
    host.settle()
    assert 1 == len(list((tmp_path / "ann" / "games").glob("*.seat")))
    bob.tamper = lambda message: message
    for client in host.clients:
        client.player.pick = None
        if is_restarted:
            client.player.be_ready = None
    host.clock.advance(REVEAL_PATIENCE)
    host.settle()

    if is_restarted:
        host.restart()
        for client in host.clients:
            client.player.be_ready = lambda table=client.session: table.do(SetReady())
            client.connect()
        host.settle()
    seat = host.clients[-1].seat
    (file,) = (tmp_path / "ann" / "games").glob("*.seat")
    assert f"{seat.fold.charter.table.hex()}.seat" == file.name
    _play_on(host)
    assert all(client.session.finished for client in host.clients)


def test_a_timeout_before_the_question_commits_the_default(begin: Begin) -> None:
    """
    The client was still checking entries, and commits as soon as it reaches the
    question.
    """
    threads = ManualThreads()
    host = begin(Terms.of(suite=OPEN, players=3, turn_time=30), names=("ann", "bob"))
    cleo = host.client("cleo", work=threads)
    _think(host)
    while "clock 30" not in cleo.player.story:
        threads.do()
        host.settle()
    assert cleo.player.question is None

    host.clock.advance(30)
    host.settle()
    assert ("clock 0", None) == (cleo.player.story[-1], cleo.player.question)
    while cleo.player.question is None:
        threads.do()
    question = cleo.player.question
    threads.do_all()

    assert "sealed late" == cleo.player.story[-1]
    (wire,) = cleo.seat.unheard()
    memory = cleo.store.recall(parse(wire.env).phase)
    assert memory is not None
    assert question.default == memory.move
