"""Hosts that lie, and attackers between a host and its players."""

from __future__ import annotations

import hashlib
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import cast

import msgspec
import pytest

from sealed_wonders.client.table.acceptable import Unacceptable
from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.session import Session
from sealed_wonders.core.game import Seat
from sealed_wonders.host.lobby import REVEAL_PATIENCE
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.lobby import (
    OptionValue,
    make_options,
    pack_options,
    parse_options,
    table_code,
)
from sealed_wonders.net.lobby.entries import (
    make_reveal,
    make_table,
    read_commit,
    read_table,
)
from sealed_wonders.net.log.envelopes import Entry, Wire, parse, sign, wires_of
from sealed_wonders.net.log.lanes import LOBBY
from sealed_wonders.net.log.phases import Reason, WireRefused
from sealed_wonders.net.messages import (
    Chat,
    Clock,
    Draw,
    FromClient,
    FromHost,
    Lobby,
    Log,
    Post,
    Presence,
    Ready,
    Welcome,
)
from sealed_wonders.net.suites import OPEN, SEALED
from sealed_wonders.net.talk import Voice
from tests.cheats.modified_clients import (
    AdversarialTable,
    adversarial_table,
    fold_of,
    honest,
    seat_of,
    seated,
)
from tests.support.human import Human
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import RecordingPlayer
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import HOST, identity_of, options
from tests.support.talk import place_of_table, signed_chat

BOB: Seat = 0
"""The player to whom the host lies."""


@contextmanager
def lying(
    intercept: Callable[[Client, FromHost], Sequence[FromHost]],
) -> Iterator[AdversarialTable]:
    """Yield a table whose host sends one of its players something else."""
    with adversarial_table() as made:
        bob = made.client_at(BOB)
        made.intercept = lambda client, message: (
            intercept(client, message) if client is bob else [message]
        )
        yield made


def is_of(wire: Wire, phase: int) -> bool:
    envelope = parse(wire.env)
    return (envelope.lane, envelope.phase) == ("main", phase)


# Withholding and reordering entries.


def test_withheld_entries_only_make_everybody_wait() -> None:
    """Nobody is blamed, and the game continues as soon as the host sends them."""
    kept: list[FromHost] = []

    def withhold(client: Client, message: FromHost) -> Sequence[FromHost]:
        if isinstance(message, Log) and any(is_of(it, 24) for it in message.wires):
            kept.append(message)
            return []
        return [message]

    with lying(withhold) as made:
        made.play()
        bob = made.client_at(BOB)
        assert 24 == fold_of(bob).phase.number
        assert all(25 == fold_of(made.client_at(seat)).phase.number for seat in (1, 2))
        assert all((BOB,) == fold_of(made.client_at(seat)).missing for seat in (1, 2))
        assert [None] * 3 == [fold_of(client).fraud for client in made.clients]
        made.intercept = lambda client, message: [message]
        for message in kept:
            bob.session.receive(message)
        made.play()
        assert all(client.session.finished for client in made.clients)


def test_a_host_may_send_the_entries_of_a_phase_in_any_order() -> None:
    """The order within a phase means nothing: all players come to the same log."""
    sizes = Counter(it.phase for it in honest().envelopes if it.lane == "main")
    kept: list[Wire] = []

    def reorder(client: Client, message: FromHost) -> Sequence[FromHost]:
        if not isinstance(message, Log) or not message.wires:
            return [message]
        said: list[FromHost] = []
        for entry, wire in enumerate(message.wires, message.entry):
            kept.append(wire)
            it = parse(wire.env)
            if it.lane == LOBBY or len(kept) == sizes[it.phase]:
                first = entry + 1 - len(kept)
                said.append(Log(message.table, first, tuple(reversed(kept))))
                kept.clear()
        return said

    with lying(reorder) as made:
        made.play()
        assert all(client.session.finished for client in made.clients)
        one, other = (fold_of(made.client_at(seat)) for seat in (BOB, 1))
        assert one.entries() != other.entries()
        assert one.log() == other.log()


# Changing entries.


def with_a_later_phase_first(wires: Sequence[Wire]) -> Sequence[Wire]:
    game = honest()
    return (game.wires[game.entry("REVEAL", 1, "age")], *wires)


def with_a_byte_changed(wires: Sequence[Wire]) -> Sequence[Wire]:
    first, *rest = wires
    return (first._replace(env=first.env[:-1] + b"\xff"), *rest)


def signed_by_itself(wires: Sequence[Wire]) -> Sequence[Wire]:
    """The host's signature is worth nothing in the game itself."""
    return wires_of((sign(HOST, parse(wires[0].env)),))


@pytest.mark.parametrize(
    ("forged", "why"),
    [
        (with_a_later_phase_first, Reason.WRONG_PHASE),
        (with_a_byte_changed, Reason.BAD_SIGNATURE),
        (signed_by_itself, Reason.BAD_SIGNATURE),
    ],
)
def test_a_player_refuses_entries_that_the_host_changed(
    forged: Callable[[Sequence[Wire]], Sequence[Wire]], why: Reason
) -> None:
    """
    All entries before the changed one still count. The others blame nobody, and wait for
    that player.
    """

    def change(client: Client, message: FromHost) -> Sequence[FromHost]:
        match message:
            case Log(table, entry, wires) if any(is_of(it, 24) for it in wires):
                return [Log(table, entry, tuple(forged(wires)))]
        return [message]

    with lying(change) as made:
        made.play()
        bob = made.client_at(BOB)
        (failure,) = bob.failures
        assert isinstance(failure, WireRefused)
        assert why is failure.reason
        assert 24 == fold_of(bob).phase.number
        count = honest().states[honest().entry("PICK", BOB, "age")]
        assert honest().clients[BOB].player.states[:count] == bob.player.states
        for seat in (1, 2):
            other = made.client_at(seat)
            assert [] == other.failures
            assert not other.session.over
            assert (25, (BOB,)) == (fold_of(other).phase.number, fold_of(other).missing)
            assert None is fold_of(other).fraud


# Lying about the lobby.


Change = Callable[[AdversarialTable, Draw], Wire]


def of_draw(made: AdversarialTable, message: Draw, **values: OptionValue) -> Wire:
    table = read_table(Entry.of(message.wire))
    options = make_options({**dict(table.options), **values})
    return table_with(message, options=options)


def table_with(message: Draw, **others: object) -> Wire:
    table = read_table(Entry.of(message.wire))
    values = {"rules": table.rules, "options": table.options, **others}
    bodies = values.pop("bodies", table.bodies)
    return make_table(HOST, table.draw, bodies=bodies, **values).wire  # type: ignore[arg-type]


def without_somebody(made: AdversarialTable, message: Draw) -> Wire:
    """Replace one of the people by somebody of the host's own."""
    table = read_table(Entry.of(message.wire))
    rows = list(table.bodies)
    taken = next(i for i, row in enumerate(rows) if row[0] != seated()[BOB])
    name, _, *rest = rows[taken]
    rows[taken] = (name, identity_of("a stranger").public, *rest)
    rows.sort(key=lambda row: cast(bytes, row[1]))
    return table_with(message, bodies=tuple(rows))


TABLES: dict[str, Change] = {
    "other options": lambda made, message: of_draw(made, message, turn_time=5),
    "cards in the open": lambda made, message: of_draw(made, message, suite=OPEN),
    "other rules": lambda made, message: table_with(message, rules=bytes(32)),
    "other people": without_somebody,
}


@pytest.mark.parametrize("what", TABLES)
def test_a_table_other_than_the_one_shown_gets_no_reveal(what: str) -> None:
    """The nonce stays secret, and without it there is no game."""

    def change(client: Client, message: FromHost) -> Sequence[FromHost]:
        if isinstance(message, Draw):
            return [Draw(message.table, TABLES[what](made, message))]
        return [message]

    with lying(change) as made:
        bob = made.client_at(BOB)
        posted = bob.record_sent(Post)
        made.play()
        (failure,) = bob.failures
        assert isinstance(failure, RemoteProtocolError)
        assert [] == posted
        assert all(client.session.seat is None for client in made.clients)


def test_a_second_table_gets_no_second_reveal() -> None:
    """Otherwise, the host could try seats until it likes them."""
    tables: list[Wire] = []

    def twice(client: Client, message: FromHost) -> Sequence[FromHost]:
        if isinstance(message, Draw) and not tables:
            tables.append(of_draw(made, message, seed="another"))
            return [message, Draw(message.table, tables[0])]
        return [message]

    with lying(twice) as made:
        bob = made.client_at(BOB)
        posted = bob.record_sent(Post)
        made.play()
        (failure,) = bob.failures
        assert "TABLE at the wrong time: REVEALED" in str(failure)
        ((reveal,),) = (message.wires for message in posted)
        assert parse(reveal.env).prev != read_table(Entry.of(tables[0])).hash


def of_its_own(made: AdversarialTable, wires: Sequence[Wire]) -> Sequence[Wire]:
    """Return a lobby with another table, to which the lied-to player hasn't agreed."""
    other = of_draw(made, Draw("table 1", wires[3]), turn_time=9)
    table = read_table(Entry.of(other))
    nonces = [parse(wire.env).body[0] for wire in wires[4:7]]
    reveals = [
        make_reveal(identity_of(person.name), table, nonce)  # type: ignore[arg-type]
        for person, nonce in zip(table.people, nonces, strict=True)
    ]
    return (*wires[:3], other, *wires_of(reveals))


def played_before(made: AdversarialTable, wires: Sequence[Wire]) -> Sequence[Wire]:
    """Return the lobby of an earlier game of the same people, rightly signed by all."""
    return honest().wires[: len(wires)]


@pytest.mark.parametrize(
    ("forged", "why"),
    [
        (of_its_own, "a LOBBY_REVEAL for another table"),
        (played_before, "that you didn't agree to"),
    ],
)
def test_a_log_with_another_lobby_than_agreed_is_refused(
    forged: Callable[[AdversarialTable, Sequence[Wire]], Sequence[Wire]], why: str
) -> None:
    """A host can't start a game of its own with all commitments, nor an old game."""

    def forge(client: Client, message: FromHost) -> Sequence[FromHost]:
        match message:
            case Log(table, 0, wires) if wires and parse(wires[0].env).lane == LOBBY:
                return [Log(table, 0, tuple(forged(made, wires)))]
        return [message]

    with lying(forge) as made:
        draw_other_nonces(made)
        made.play()
        bob = made.client_at(BOB)
        (failure,) = bob.failures
        assert isinstance(failure, RemoteProtocolError)
        assert why in str(failure)
        assert None is bob.session.seat
        assert not any("began" in word for word in bob.player.story)


def draw_other_nonces(made: AdversarialTable) -> None:
    """Make everybody draw other nonces than in the known game."""
    made.drawn.update(dict.fromkeys(seated(), 1000))


def offered(suite: int) -> None:
    participant = Participant(identity_of("dan"), "dan")
    session = Session(participant, RecordingPlayer(), lambda message: None)
    session.welcomed(Welcome(1, "the host", HOST.public, ()))
    shown = pack_options(options(3, game="toy", suite=suite))
    session.receive(Lobby("table 1", shown, 0, 3, (), "", ()))


def test_a_client_joins_no_table_with_open_cards() -> None:
    """Suite 0 is for games in one process; a client gives the reason and leaves."""
    with pytest.raises(Unacceptable, match="cards are dealt openly at this table"):
        offered(OPEN)
    for other in (1, 7):  # an earlier version's, and a later one's
        with pytest.raises(Unacceptable, match="support the way cards"):
            offered(other)
    offered(SEALED)


def test_a_man_in_the_middle_makes_table_codes_differ(tmp_path: Path) -> None:
    """Each of two people sees the other's name, but sits at an impostor's table."""
    read = []
    for side, present in enumerate([("ann", "bob"), ("ann",), ("bob",)]):
        host = HostHarness(tmp_path / f"host{side}", open_terms(3))
        people = []
        for name in ("ann", "bob", "cleo"):
            who = identity_of(name if name in present else f"a false {name}")
            folder = tmp_path / f"{name}{side}"
            human = Human(host, name, folder, identity=who, eager=True)
            host.add(human)
            people.append(human)
        host.settle()
        read += [_code_read_by(it) for it in people if it.name in present]
    together_ann, together_bob, apart_ann, apart_bob = read
    assert together_ann == together_bob
    assert 3 == len({together_ann, apart_ann, apart_bob})


def _code_read_by(human: Human) -> str:
    """Return the table code that somebody's own program displays."""
    charter = human.person.known.charter
    assert charter is not None
    assert ["ann", "bob", "cleo"] == sorted(it.name for it in charter.people)
    code = table_code(charter.gid)
    assert any(code in line for line in human.all)
    return code


@pytest.mark.parametrize("table", ["the true one", "one of their own"])
def test_options_that_only_one_player_is_shown_start_no_game(table: str) -> None:
    """
    Players are ready for the options they were shown, and their signature depends on
    them.
    """

    def change(client: Client, message: FromHost) -> Sequence[FromHost]:
        if isinstance(message, Lobby):
            options = {**dict(parse_options(message.options)), "turn_time": 5}
            shown = pack_options(make_options(options))
            return [msgspec.structs.replace(message, options=shown)]
        if isinstance(message, Draw) and table != "the true one":
            return [Draw(message.table, of_draw(made, message, turn_time=5))]
        return [message]

    with lying(change) as made:
        bob = made.client_at(BOB)
        posted = list[Post]()

        def tamper(message: FromClient) -> FromClient:
            """Make the host believe that bob agrees to what it has shown the others."""
            if isinstance(message, Ready):
                *_, lobby = (it for it in bob.received if isinstance(it, Lobby))
                true = hashlib.sha256(lobby.options).digest()
                return Ready(message.ready, true)
            posted.extend([message] if isinstance(message, Post) else [])
            return message

        bob.tamper = tamper
        made.play()
        if table == "the true one":
            (failure,) = bob.failures
            assert isinstance(failure, RemoteProtocolError)
            assert [] == posted
        else:
            ((reveal,),) = (message.wires for message in posted)
            (true,) = {heard.wire for heard in bob.received if isinstance(heard, Draw)}
            assert parse(reveal.env).prev != read_table(Entry.of(true)).hash
            assert "bad-reveal" in bob.refusals
        assert all(client.session.seat is None for client in made.clients)


def test_a_host_can_void_a_draw_by_blaming_somebody() -> None:
    """
    The first to learn all nonces may prefer that the draw fail.

    The host claims that a player who has revealed hasn't. All are told, each commits
    and agrees again, and nothing of the game but the seats depends on it.
    """
    with adversarial_table() as made:
        bob = made.client_at(BOB)
        bob.tamper = lambda message: None if isinstance(message, Post) else message
        made.play()
        made.clock.advance(REVEAL_PATIENCE)
        made.play()
        note = f"draw 2: {bob.name} did not reveal"
        others = [client for client in made.clients if client is not bob]
        for client in others:
            assert note in [news.note for news in client.player.lobbies]
        nonces = {
            read_commit(Entry.of(person.commit)).commitment
            for news in others[0].player.lobbies
            for person in news.people
            if person.name == others[0].name
        }
        assert 2 == len(nonces)


# Lying about time, and replaying the past.


def test_a_host_can_not_hurry_a_table_that_has_no_turn_time() -> None:
    """It claims that the time is up, but nobody's choice is made for them."""

    def hurry(client: Client, message: FromHost) -> Sequence[FromHost]:
        if isinstance(message, Log) and client.session.seat is not None:
            phase = fold_of(client).phase.number
            return [
                Clock(message.table, 0, phase),
                message,
                Clock(message.table, 0, phase + 1),
            ]
        return [message]

    with lying(hurry) as made:
        made.client_at(BOB).player.pick = None
        made.play()
        bob = made.client_at(BOB)
        assert bob.player.question is not None
        assert "sealed late" not in bob.player.story
        assert "clock 0" not in bob.player.story
        assert (BOB,) == fold_of(bob).missing


def test_a_client_that_is_rolled_back_sends_the_same_entries_again() -> None:
    """
    Its process is killed, and the host sends it an older part of the log.

    It signs nothing else for a place for which it has already signed.
    """
    sent: list[Wire] = []

    def note(message: FromClient) -> FromClient:
        sent.extend(message.wires if isinstance(message, Post) else ())
        return message

    with adversarial_table(slow=[BOB]) as made:
        bob = made.client_at(BOB)
        bob.tamper = note
        made.play(until=lambda: fold_of(bob).phase.number >= 26)
        known = fold_of(bob).entries()
        for entries in (len(known), len(known) - 5, len(known) - 20, 7):
            again = Client(made, bob.name, store=bob.store)
            again.tamper = note
            again.player.pick = None
            again.connect()
            again.session.welcomed(Welcome(1, "the host", HOST.public, ()))
            again.session.receive(Log("table 1", entries, ()))
            again.session.receive(Log("table 1", 0, wires_of(known[:entries])))
    main = [wire.env for wire in sent if parse(wire.env).lane == "main"]
    places = {parse(env).phase for env in main}
    assert len(places) == len(set(main))
    # Some of them were requested again.
    assert len(main) >= len(places) + 2


def test_a_client_that_has_lost_its_entries_signs_nothing() -> None:
    """A host can't get another version out of a player whose machine was wiped."""
    wires = honest().wires[: honest().entry("PICK", BOB, "age")]
    with adversarial_table() as made:
        draw_other_nonces(made)
        client = Client(made, seated()[BOB])
        client.session.welcomed(Welcome(1, "the host", HOST.public, ()))
        with pytest.raises(LocalProtocolError, match="aren't stored here"):
            client.session.receive(Log("table 1", 0, tuple(wires)))
        assert () == seat_of(client).unheard()


# Chat.


def test_a_host_can_neither_forge_nor_repeat_chat_messages() -> None:
    """
    Changed messages, messages from elsewhere and duplicates are dropped. Who is present
    is up to the host, since nobody signs it.
    """
    name = seated()[1]

    def speak(client: Client, message: FromHost) -> Sequence[FromHost]:
        if isinstance(message, Presence):
            return [Presence(message.table, (False,) * 3)]
        if not isinstance(message, Chat):
            return [message]
        (said,) = message.said
        change = partial(msgspec.structs.replace, said)
        other = Voice(identity_of("the host"), name, lambda: 2e9).say(
            said.place, "say", "me, too"
        )
        forged = (
            msgspec.structs.replace(other, identity=said.identity),
            change(text="I take the bath"),
            change(moment=said.moment + 1),
            change(code="me"),
            other,
            signed_chat(name, "the entry is from another game", bytes(32), seconds=2e9),
            signed_chat(
                name, "at another table", place_of_table("another"), seconds=2e9
            ),
        )
        return [message, Chat(message.table, forged), message, message]

    with lying(speak) as made:
        bob, author = made.client_at(BOB), made.client_at(1)
        made.play(until=lambda: fold_of(bob).phase.number >= 24)
        author.session.do(Speak("I have no stone"))
        made.play()
        shown = [(it.name, it.is_seated, it.text) for it in bob.player.heard]
        # Anybody with a key may speak, but isn't a player for that.
        assert [(name, True, "I have no stone"), (name, False, "me, too")] == shown
        assert "here 0" in bob.player.story
        assert all(client.session.finished for client in made.clients)


# Claims that need no signature.


def test_anybody_may_join_as_somebody_elses_bot() -> None:
    """The supposed owner isn't asked."""
    with tempfile.TemporaryDirectory() as folder:
        made = AdversarialTable(Path(folder))
        ann = made.client("ann")
        dan = made.client("dan", owner=ann.identity.public)
        made.settle()
        owners = [
            person.owner
            for person in ann.player.lobbies[-1].people
            if person.name == dan.name
        ]
        assert [ann.identity.public] == owners
        made.close()
