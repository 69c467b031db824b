"""A session and a real host, without a network between them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.acceptable import Unacceptable
from sealed_wonders.client.table.actions import SetReady
from sealed_wonders.client.table.memory import MemoryStore, OnDisk
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
from tests.support.inprocess.client import Client, silent
from tests.support.inprocess.server import HostHarness
from tests.support.inprocess.threads import ManualThreads
from tests.support.lobbies import named
from tests.support.talk import at_table, spoken

NAMES = ("ann", "bob", "cleo")

Begin = Callable[..., HostHarness]


THREE = Terms.of(suite=OPEN, players=3)
SEALED_THREE = Terms.of(suite=SEALED, players=3)


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Give what brings three people to a table."""
    made = []

    def make(
        terms: Terms = THREE, names: tuple[str, ...] = NAMES, **others: Any
    ) -> HostHarness:
        folder = tmp_path / "host"
        folder.mkdir()
        host = HostHarness(folder, terms)
        made.append(host)
        for name in names:
            host.client(name, **others)
        return host

    yield make
    for host in made:
        host.close()


def test_all_compute_the_same_end_and_are_told_of_every_event_once(
    begin: Begin,
) -> None:
    """
    However the entries were bundled: three ages, eighteen turns, one end.

    However the name of the table is spelt, too: the host finds it, and so must the client.
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
    """Let all answer what they were asked, and whatever they are asked."""
    for client in host.clients:
        client.player.pick = lambda question: question.moves[-1]
        if client.player.question:
            client.player.answer_now()
    host.settle()


def _think(host: HostHarness) -> None:
    """Let all come to something to choose, about which they think."""
    for client in host.clients:
        client.player.pick = None
    host.settle()


def _play_until(host: HostHarness, kind: str) -> None:
    """Let all think until a phase of this kind is open."""
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


def test_a_connection_may_break_at_any_moment(begin: Begin) -> None:
    """
    The table waits, and whoever comes back goes on.

    One after the other loses the connection with whatever was under way.
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


def test_a_host_may_be_killed_and_go_on(begin: Begin) -> None:
    """
    What it needs is its journal; everything else is the clients' own.

    A lobby at their table says that it has lost the game only while that goes on: not
    before one, nor when it is over and others want to play again.
    """
    host = begin()
    ann, *_ = host.clients
    lobby = _last_lobby(ann)
    _play_until(host, "PICK")
    assert ann.session.denies_our_game(lobby())
    another = msgspec.structs.replace(lobby(), table="another table")
    assert not ann.session.denies_our_game(another)
    host.restart()
    host.come_back(host.clients)
    _play_on(host)
    assert all(client.session.finished for client in host.clients)
    assert not ann.session.denies_our_game(lobby())


def _powerless(host: HostHarness, lost: int) -> None:
    """Let the host's machine go down, with so many bytes not on its disk yet."""
    for client in host.clients:
        client.disconnect()
    host.close()
    (journal,) = host.folder.glob("*.journal")
    journal.write_bytes(journal.read_bytes()[:-lost])
    host.restart()


def test_a_host_may_know_again_what_it_had_forgotten_before_we_ask(
    begin: Begin,
) -> None:
    """What it never heard is said again all the same, or all would wait for it."""
    host = begin()
    _play_until(host, "PICK")
    ann, *others = host.clients
    for client in others:
        _answer(client)
    host.settle()
    ann.tamper = lambda message: None
    _answer(ann)
    _powerless(host, 300)

    held = list[FromClient]()
    ann.tamper = lambda message: (
        held.append(message) if isinstance(message, Read) else message
    )
    host.come_back(host.clients)
    ann.tamper = lambda message: message
    ann.speak(*held)
    _play_on(host)

    assert all(client.session.finished for client in host.clients)


def test_a_host_that_has_forgotten_the_game_ends_it(begin: Begin) -> None:
    """
    Else everybody would wait for ever.

    So it does where somebody was there first who wants a new game at the table.
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
    host.come_back(others)
    for client in others:
        assert client.session.over
        assert not client.session.finished
        assert "there is no table called 'table 1'" == client.player.reason

    host.come("dan")
    host.come_back([ann])
    assert ann.session.over
    assert not ann.session.finished
    reason = "a different game is about to begin at table 'table 1'; the host no longer has the game that you were playing"
    assert reason == ann.player.reason


def test_a_log_can_not_have_a_lobby_without_an_end(begin: Begin) -> None:
    """A client keeps fifteen entries for it, and no more."""
    host = begin(names=("ann",))
    ann = host.clients[0]
    lobby = _last_lobby(ann)
    host.settle()
    commit = lobby().people[0].commit
    many = tuple(Wire(commit.env, bytes([number]) * 64) for number in range(15))

    with pytest.raises(RemoteProtocolError, match="how the lobby closed"):
        ann.session.receive(Log(ann.session.table, 0, many))


def test_what_lies_there_when_time_is_out_is_committed_if_it_is_legal(
    begin: Begin,
) -> None:
    """A player may have made up its mind, and not said so."""
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


def test_what_is_of_another_table_or_question_does_nothing(begin: Begin) -> None:
    """Whoever left a game and plays another one is told of both; a key may be pressed late."""
    host = begin(Terms.of(suite=OPEN, players=3, turn_time=30))
    _think(host)
    ann = host.clients[0]
    told = list(ann.player.story)
    answer, question = ann.player.answer, ann.player.question
    assert answer is not None
    assert question is not None
    ann.session.receive(Clock("another", 0, question.phase))
    ann.session.receive(Presence("another", (False, False, False)))
    said = spoken("bob", "Your turn!", at_table())
    ann.session.receive(Chat("another", (said,)))
    assert (told, []) == (ann.player.story, ann.outgoing)

    host.clock.advance(30)
    host.settle()
    told = list(ann.player.story)
    answer(question.moves[0])
    assert (told, []) == (ann.player.story, ann.outgoing)


def _last_lobby(client: Client) -> Callable[[], Lobby]:
    """Remember the last lobby a session was told of."""
    take, seen = client.session.receive, list[Lobby]()

    def receive(message: FromHost) -> None:
        if isinstance(message, Lobby):
            seen.append(message)
        take(message)

    client.session.receive = receive  # type: ignore[method-assign]
    return lambda: seen[-1]


def test_nobody_is_drawn_who_was_not_ready(begin: Begin) -> None:
    """A host that begins all the same waits for that reveal in vain."""
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


def test_a_host_can_not_show_others_than_those_who_committed(begin: Begin) -> None:
    """Such as a bot as somebody who sits there."""
    host = begin(names=("ann", "bob"))
    ann = host.clients[0]
    lobby = _last_lobby(ann)
    host.come("robot", owner=named("somebody").public)
    people = tuple(
        msgspec.structs.replace(person, owner=None) for person in lobby().people
    )

    with pytest.raises(
        RemoteProtocolError, match="somebody else's commitment for 'robot'"
    ):
        Client(host, "cleo").session.receive(
            msgspec.structs.replace(lobby(), people=people)
        )


def test_the_host_that_draws_is_the_one_we_came_to(begin: Begin) -> None:
    """The options name it, and it signs the table."""
    host = begin(names=("ann",))
    ann = host.clients[0]
    welcomed = ann.session.welcomed
    another = named("another host").public
    ann.session.welcomed = lambda welcome: welcomed(  # type: ignore[method-assign]
        msgspec.structs.replace(welcome, identity=another)
    )

    with pytest.raises(RemoteProtocolError, match="a different host"):
        host.settle()


def test_who_comes_during_the_draw_is_not_in_the_game(begin: Begin) -> None:
    """That is nobody's fault, and they are told."""
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
    dora = host.come("dora", table=bob.session.table)
    assert "refused drawing" in dora.player.story
    assert not dora.session.over

    bob.tamper = lambda message: message
    bob.speak(kept[0])

    assert dora.session.over
    assert ["the game began without you"] == [dora.player.reason]
    assert 1 == dora.player.story.count("closed")
    assert all(client.session.finished for client in host.clients[:3])


# Work that takes its time.


def _noting(client: Client) -> list[FromClient]:
    """Write down what somebody says from now on."""
    said: list[FromClient] = []
    client.tamper = lambda message: said.append(message) or message  # type: ignore[func-returns-value]
    return said


def test_who_comes_back_asks_for_the_log_once(begin: Begin) -> None:
    """Though the host says how long it is, and it is longer than what is known."""
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
    sent = _noting(cleo)
    cleo.connect()
    host.settle()

    (asked,) = (it for it in sent if not isinstance(it, Mark))
    assert isinstance(asked, Read)
    assert known == asked.entry
    assert known + 2 == seat.position


def test_the_log_is_asked_for_from_where_it_ends_here(begin: Begin) -> None:
    """What waits to be checked has come, and needn't come again."""
    threads = ManualThreads()
    host = begin(names=("ann", "bob"))
    cleo = host.come("cleo", work=threads)
    while cleo.session.seat is None or not cleo.session.seat.fold.claims:
        threads.do()
        host.settle()
    seat = cleo.session.seat
    position = seat.position
    assert position > len(seat.fold.charter.wires)

    cleo.disconnect()
    cleo.connect()
    asked = _noting(cleo)
    host.settle()

    assert [position] == [m.entry for m in asked if isinstance(m, Read)]
    while threads.jobs:
        threads.do()
        host.settle()
    assert cleo.session.finished


def test_what_is_found_out_later_is_told(begin: Begin) -> None:
    """A host that sends what doesn't follow is found out when its turn comes."""
    threads = ManualThreads()
    host = begin(names=("ann", "bob"))
    cleo = host.come("cleo", work=threads)
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
def test_a_game_that_is_not_known_is_refused_before_anybody_sits_down(
    begin: Begin, others: Mapping[str, OptionValue]
) -> None:
    """What a later program may play with, or a host has made up."""
    host = begin(names=("ann",))
    lobby = _last_lobby(host.clients[0])
    host.settle()
    told: list[FromClient] = []
    bob = Session(
        Participant(named("bob"), "bob"),
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


# What is kept.


class _AtHome(Client):
    """Keeps what it says on disk, in a folder of its own."""

    def __init__(self, host: HostHarness, name: str, home: Home) -> None:
        self._home = home
        super().__init__(host, name)

    def store_of(self, table: bytes) -> MemoryStore:
        self.store = self._home.memories(table)
        return self.store


def _at_home(host: HostHarness, folder: Path, name: str = "ann") -> Client:
    """Let somebody come in who keeps what they say on disk."""
    return host.add(_AtHome(host, name, Home(folder, folder)))


def _kill(host: HostHarness, client: Client) -> None:
    """End a client's process; the system lets go of its files."""
    client.disconnect()
    host.clients.remove(client)
    assert isinstance(client.store, OnDisk)
    client.store.close()


def test_who_is_killed_in_a_sealed_game_goes_on_with_it(
    begin: Begin, tmp_path: Path
) -> None:
    """
    The keys of the hand are in the file, and nowhere else on this machine.

    With a key alone, taken to another machine, one would say everything anew.
    """
    host = begin(SEALED_THREE, names=("bob", "cleo"))
    ann = _at_home(host, tmp_path / "ann")
    _play_until(host, "PICK")
    (file,) = (tmp_path / "ann" / "games").iterdir()
    seat = ann.seat
    hand = seat.secrets.hand(seat.fold.task)
    _kill(host, ann)

    for _ in range(2):
        elsewhere = _at_home(host, tmp_path / "elsewhere")
        with pytest.raises(
            LocalProtocolError, match="your signed entries in this game aren't"
        ):
            host.settle()
        assert not any(isinstance(message, Post) for message in elsewhere.outgoing)
        elsewhere.disconnect()
        host.clients.remove(elsewhere)

    again = _at_home(host, tmp_path / "ann")
    host.settle()
    seat = again.seat
    assert hand == seat.secrets.hand(seat.fold.task)
    assert 0o600 == file.stat().st_mode & 0o777
    secrets = _secrets_in(again)
    assert 4 <= len(secrets)
    assert all(secret in file.read_bytes() for secret in secrets)
    assert {file} == _holding(tmp_path, secrets)
    _play_on(host)
    assert again.session.finished
    # Whoever got hold of it later could still read what was sold.
    assert not file.exists()
    assert set() == _holding(tmp_path, secrets)


def _holding(folder: Path, secrets: list[bytes]) -> set[Path]:
    """Give the files that hold a secret."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path for path in paths if any(s in path.read_bytes() for s in secrets)}


def _secrets_in(client: Client) -> list[bytes]:
    """Give all that must stay secret of what a client keeps."""
    found = []
    for kept in client.store.kept():
        match unpack_array(kept):
            case (str(), bytes(share), bytes(hand)):
                found += [share, hand]
    return found


@pytest.mark.parametrize(("records", "is_program"), [(0, False), (0, True)])
def test_who_has_forgotten_the_last_things_they_said_says_nothing(
    begin: Begin, tmp_path: Path, records: int, is_program: bool
) -> None:
    """
    A file that was put back from yesterday has an end, and looks well.

    The whole log is read before anything is said, however many pieces it comes in.
    """
    host, again, position = _put_back(begin, tmp_path, records)
    again.player.is_program = is_program
    said = _hear_in_pieces(again)
    with pytest.raises(LocalProtocolError, match="your entries in this game aren't"):
        host.settle()
    assert position == again.seat.position
    assert not any(isinstance(message, Post) for message in said)


@pytest.mark.parametrize("records", range(1, 4))
def test_a_program_that_has_forgotten_it_asks_before_it_says_anything(
    begin: Begin, tmp_path: Path, records: int
) -> None:
    """All others at the table: see `tests/host/test_set_back.py`."""
    host, again, position = _put_back(begin, tmp_path, records)
    again.player.is_program = True
    said = _hear_in_pieces(again)
    host.settle()
    asker = again.session.recollects
    assert asker is not None
    assert (again.seat.number, again.identity) == (asker.seat, asker.identity)
    assert position == again.seat.position
    assert not any(isinstance(message, Post) for message in said)


def _put_back(
    begin: Begin, tmp_path: Path, records: int
) -> tuple[HostHarness, Client, int]:
    """Let somebody come back with so many records of their file; gives how far they were."""
    host = begin(names=("bob", "cleo"))
    ann = _at_home(host, tmp_path / "ann")
    _play_until(host, "PICK")
    (file,) = (tmp_path / "ann" / "games").iterdir()
    position = ann.session.seat.fold.position if ann.session.seat else 0
    _kill(host, ann)
    data, end = file.read_bytes(), 8
    for _ in range(records):
        end += 40 + int.from_bytes(data[end : end + 4], "big")
    assert end < len(data)
    file.write_bytes(data[:end])
    return host, _at_home(host, tmp_path / "ann"), position


def _hear_in_pieces(again: Client) -> list[FromClient]:
    """Let somebody hear each entry by itself; gives what they say."""
    said, take = _noting(again), again.session.receive

    def receive(message: FromHost) -> None:
        for part in _in_pieces(message):
            take(part)

    again.session.receive = receive  # type: ignore[method-assign]
    return said


def _in_pieces(message: FromHost) -> list[FromHost]:
    """Cut what comes of a log into its entries."""
    if not isinstance(message, Log) or not message.wires:
        return [message]
    return [
        Log(message.table, message.entry + number, (wire,))
        for number, wire in enumerate(message.wires)
    ]


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_draw_that_comes_to_nothing_leaves_nothing_behind(
    begin: Begin, tmp_path: Path, *, is_restarted: bool
) -> None:
    """
    What was begun for it is removed when there is another.

    A host that was restarted meanwhile counts the draws of its new table from the first.
    """
    host = begin(names=("bob", "cleo"))
    bob = host.clients[0]
    bob.tamper = silent(Post)
    _at_home(host, tmp_path / "ann")
    host.settle()
    assert 1 == len(list((tmp_path / "ann" / "games").iterdir()))
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
    (file,) = (tmp_path / "ann" / "games").iterdir()
    assert f"{seat.fold.charter.table.hex()}.seat" == file.name
    _play_on(host)
    assert all(client.session.finished for client in host.clients)


def test_time_may_be_out_before_a_question_is_reached(begin: Begin) -> None:
    """Whoever is still checking then commits to the default when they get there."""
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
