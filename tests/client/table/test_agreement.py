"""Clients compare the marks of their states, and find out whose state differs."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sealed_wonders.client.table import agreement
from sealed_wonders.client.table.actions import Insist, Speak
from sealed_wonders.client.table.agreement import (
    ACCOUNT_CAP,
    CHECK_BURST,
    KEPT,
    PATIENCE,
)
from sealed_wonders.client.tablewords import endings
from sealed_wonders.core.game import Choose, Stay
from sealed_wonders.core.outline import outline
from sealed_wonders.core.values import evolve
from sealed_wonders.host.news import CountsDiffer
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import sign
from sealed_wonders.net.login import Lender
from sealed_wonders.net.marks import is_marked_by, make_mark
from sealed_wonders.net.messages import (
    MARK_SIZE,
    Account,
    Accounted,
    FromClient,
    FromHost,
    Mark,
    Marked,
    Post,
    Presence,
)
from sealed_wonders.net.talk import GOES_ON, STANDS_STILL
from sealed_wonders.net.verificationcache import VERIFICATION_CACHE
from tests.support.inprocess.ballots import (
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
)
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import identity_of

COINS = "cities.0.coins"

NAMES = ("ann", "bob", "cleo", "dan", "eve")


Table = tuple[HostHarness, list[Client]]

Start = Callable[..., Table]
"""Begins a game, up to a choice that nobody has made yet."""


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    monkeypatch.setattr(
        VERIFICATION_CACHE, "capacity", 0
    )  # each client stands for a separate process

    def begin(players: int = 3, bots: int = 0, lent: int = 0) -> Table:
        host = HostHarness(tmp_path, open_terms(players + bots + lent))
        people = host.join(NAMES[:players])
        owner = people[-1].identity.public
        people += [host.client(f"bot {n}", owner=owner) for n in range(bots)]
        lender = Lender(people[-1].identity, bytes(16), "10.0.0.9")
        people += [host.client(f"phone {n}", lender=lender) for n in range(lent)]
        host.until_phase("PICK")
        host.leave_unanswered(people)
        _GIDS[host.table.name] = host.game.gid
        return host, people

    return begin


def choose_and_compare(host: HostHarness, people: list[Client]) -> None:
    """Make everybody choose, and let the clients find out whose state differs."""
    host.answer(people)
    host.pass_time(PATIENCE)


def add_coins(*clients: Client, by: int = 1) -> None:
    """Make some clients compute more coins for seat 0 than they should."""
    for client in clients:
        course: Any = client.seat.fold._course
        city = evolve(course.state.cities[0], coins=course.state.cities[0].coins + by)
        course.state = evolve(course.state, cities=(city, *course.state.cities[1:]))


OTHER = bytes(8)
"""A mark that no client computes."""


def other_mark(one: Client) -> Mark:
    """Return a correctly signed mark that differs from the client's own."""
    fold = one.seat.fold
    place = fold.charter.gid, fold.phase.number, fold.digest
    made = make_mark(one.identity, *place, OTHER)
    return Mark(one.host.table.name, *msgspec.structs.astuple(made))


@pytest.fixture
def table(start: Start) -> Table:
    return start()


def stalled_clients(people: Sequence[Client]) -> list[bool]:
    """Return which clients have stopped signing entries."""
    return [one.seat.stands_still for one in people]


def reported_names(host: HostHarness) -> list[tuple[str, ...]]:
    """Return the names in each report of differing states that the operator got."""
    return [
        it.names for it in host.news_of(CountsDiffer) if isinstance(it, CountsDiffer)
    ]


def test_a_client_with_a_minority_state_stops_and_is_named(table: Table) -> None:
    """
    The client stops before it signs anything that others would take for a fraud, and it
    isn't disconnected. Its player may insist on continuing; all hear that, and the
    player isn't asked about this again.
    """
    host, people = table
    ann, bob, cleo = people
    seat = cleo.seat.number
    add_coins(cleo)
    host.answer(people)
    assert all(one.player.state_mismatches == [] for one in people)
    host.pass_time(PATIENCE)

    for one in (ann, bob):
        (apart,) = one.player.state_mismatches
        assert ((seat,), False) == (apart.seats, apart.stops)
        assert apart.where is not None
        where, here, there = apart.where
        assert (COINS, 1) == (where, there - here)
        assert outline(one.seat.fold.state)["cities"][0]["coins"] == here
        assert {seat} == apart.there.keys()
    (apart,) = cleo.player.state_mismatches
    assert (2, True) == (len(apart.seats), apart.stops)
    assert [False, False, True] == stalled_clients(people)
    assert not any(one.session.over for one in people)
    # It announces this to everybody in a signed message.
    for one in people:
        assert [STANDS_STILL] == [it.code for it in one.player.heard]
    before = host.game.fold.position
    host.answer([ann, bob])
    host.pass_time(2 * PATIENCE)
    assert 2 == host.game.fold.position - before

    cleo.act(Insist())
    assert [False] * 3 == stalled_clients(people)
    assert "agrees" in cleo.player.story
    assert [STANDS_STILL, GOES_ON] == [it.code for it in ann.player.heard]
    phase = host.game.fold.phase.number
    host.answer([cleo])
    assert host.game.fold.phase.number > phase
    host.pass_time(2 * PATIENCE)
    assert [False] * 3 == stalled_clients(people)
    # The operator gets a single line about this, in later turns as well.
    assert [("cleo",)] == reported_names(host)
    assert [1, 1] == [len(one.player.state_mismatches) for one in (ann, bob)]


def test_a_stopped_client_resumes_when_no_majority_differs(table: Table) -> None:
    """One of the others changes its mark, so that no majority is left."""
    host, people = table
    ann, bob, cleo = people
    add_coins(ann, bob)
    choose_and_compare(host, people)
    assert [False, False, True] == stalled_clients(people)
    bob.speak(other_mark(bob))
    assert not cleo.seat.stands_still
    before = host.game.fold.phase.number
    host.answer(people)
    assert host.game.fold.phase.number > before


def test_all_stop_when_no_state_has_a_majority(start: Start) -> None:
    """With two against two, nobody can know who is right."""
    host, people = start(4)
    add_coins(*people[:2])
    choose_and_compare(host, people)
    assert [True] * 4 == stalled_clients(people)
    assert [True] * 4 == [one.player.state_mismatches[0].stops for one in people]


@pytest.mark.parametrize("of_one", [{"bots": 2}, {"bots": 5}, {"lent": 3}], ids=str)
def test_seats_of_a_single_person_stop_nobody(
    start: Start, of_one: dict[str, int]
) -> None:
    """All bots of one owner, and all seats lent by one machine, count as one person."""
    host, people = start(2, **of_one)
    add_coins(*people[1:])
    choose_and_compare(host, people)
    assert not people[0].seat.stands_still
    assert 1 + sum(of_one.values()) == len(people[0].player.state_mismatches[0].seats)


evolve_message = msgspec.structs.replace


@pytest.mark.parametrize("how", ["changed", "moved", "unsigned", "another digest"])
def test_a_host_stops_nobody_by_forging_marks(table: Table, how: str) -> None:
    """Nor by moving genuine marks to another phase, or another history of the game."""
    host, people = table
    cleo = people[2]

    def forged(marked: Marked | None, seat: int) -> Marked | None:
        if marked is None or seat == cleo.seat.number:
            return marked
        if how == "changed":
            return evolve_message(marked, mark=OTHER)
        if how == "moved":
            return evolve_message(marked, phase=marked.phase + 1)
        if how == "unsigned":
            return evolve_message(marked, mark=OTHER, signature=bytes(64))
        one = next(it for it in people if it.seat.number == seat)
        gid = host.game.gid
        return make_mark(one.identity, gid, marked.phase, bytes(32), OTHER)

    def relay(message: FromHost) -> Sequence[FromHost]:
        if not isinstance(message, Presence) or not message.marks:
            return [message]
        marks = tuple(forged(it, seat) for seat, it in enumerate(message.marks))
        return [evolve_message(message, marks=marks)]

    cleo.relay = relay
    for _ in range(2):
        phase = host.game.fold.phase.number
        host.answer(people)
        host.pass_time(2 * PATIENCE)
        assert host.game.fold.phase.number > phase
    assert ([False] * 3, []) == (stalled_clients(people), cleo.player.state_mismatches)


def test_forged_marks_do_not_hide_a_signed_one(table: Table) -> None:
    """The host sends many of them, before and after the signed one."""
    host, people = table
    cleo = people[2]
    made = iter(range(1000))

    def forged(marks: Sequence[Marked | None]) -> Sequence[Marked | None]:
        return [it and evolve_message(it, mark=next(made).to_bytes(8)) for it in marks]

    def relay(message: FromHost) -> Sequence[FromHost]:
        if not isinstance(message, Presence) or not message.marks:
            return [message]
        lies = [evolve_message(message, marks=tuple(forged(message.marks)))] * 9
        return [*lies, message, *lies]

    cleo.relay = relay
    add_coins(cleo)
    choose_and_compare(host, people)
    assert cleo.seat.stands_still


def test_meaningless_marks_are_ignored(table: Table) -> None:
    """
    Three cases: a stranger's mark, marks of a phase far ahead, and two marks of one
    seat for the same phase, of which neither counts.
    """
    host, people = table
    ann, bob, cleo = people
    eve = host.connect("eve", sits=False)
    phase = host.game.fold.phase.number
    eve.speak(
        Mark(host.table.name, phase, bytes(32), bytes(8), bytes(64)),
        Account(host.table.name, phase, zlib.compress(json.dumps({}).encode())),
    )
    assert ["no-seat", "no-seat"] == eve.refusals
    assert not any(isinstance(it, Accounted) for it in ann.received)
    assert [] == host.news_of(CountsDiffer)
    # A client that is far behind, or makes numbers up, is no reason for an alarm.
    cleo.tamper = tampering(lambda it: resigned(it, phase=it.phase + 1000, mark=OTHER))
    host.answer(people)
    host.pass_time(2 * PATIENCE)
    assert all(one.player.state_mismatches == [] for one in people)
    # Two marks that one seat signed for the same phase don't count.
    cleo.tamper = lambda message: message
    host.answer(people)
    for one in (ann, bob):
        one.send(other_mark(one))
    host.settle()
    host.pass_time(PATIENCE)
    assert not cleo.seat.stands_still


def test_bots_do_not_go_on_without_a_stopped_client(start: Start) -> None:
    """
    They wait as long as most others have really signed another mark. The client's own
    word isn't enough.
    """
    host, people = start(4)
    *others, dan = people
    seat = dan.seat.number
    for one in others:
        one.player.is_program = True
    dan.act(Speak("", STANDS_STILL))
    assert all(not one.game._agreement.stalled for one in others if one.game._agreement)
    add_coins(dan)
    choose_and_compare(host, people)
    assert dan.seat.stands_still
    assert all(
        {seat} == one.game._agreement.stalled for one in others if one.game._agreement
    )
    dan.act(Insist())
    assert all(not one.game._agreement.stalled for one in others if one.game._agreement)


def tampering(
    mark: Callable[[Mark], FromClient | None],
    account: Callable[[Account], FromClient | None] = lambda message: message,
) -> Callable[[FromClient], FromClient | None]:
    """Return a tamper function that changes a client's marks and accounts."""

    def tamper(message: FromClient) -> FromClient | None:
        match message:
            case Mark():
                return mark(message)
            case Account():
                return account(message)
        return message

    return tamper


@pytest.mark.parametrize(
    "account",
    [
        b"",
        b"no account",
        zlib.compress(b"{}"),
        zlib.compress(b"[" * 100_000),
        zlib.compress(bytes(ACCOUNT_CAP + 1)),
    ],
    ids=["empty", "rubbish", "another", "deep", "bomb"],
)
def test_a_mark_without_a_matching_account_stops_nobody_else(
    table: Table, account: bytes
) -> None:
    host, people = table
    ann, bob, cleo = people
    cleo.tamper = tampering(lambda message: replace_mark(message), lambda message: None)
    host.answer(people)
    cleo.tamper = lambda message: message
    phase = host.game.fold.phase.number
    cleo.send(Account(host.table.name, phase, account))
    host.pass_time(PATIENCE)
    for one in (ann, bob):
        (apart,) = one.player.state_mismatches
        assert ((cleo.seat.number,), None, {}, False) == (
            apart.seats,
            apart.where,
            apart.there,
            apart.stops,
        )
        assert not one.seat.stands_still
    before = host.game.fold.position
    host.answer(people)
    assert host.game.fold.position > before


def replace_mark(message: Mark) -> Mark:
    return resigned(message, mark=b"\0" * len(message.mark))


def resigned(message: Mark, name: str = "cleo", **changes: Any) -> Mark:
    """Change a mark of the client, and sign the result."""
    changed = evolve_message(message, **changes)
    gid = _GIDS[message.table]
    made = make_mark(
        identity_of(name), gid, changed.phase, changed.digest, changed.mark
    )
    return Mark(message.table, *msgspec.structs.astuple(made))


_GIDS: dict[str, bytes] = {}
"""Each table's game identifier."""


def accounts_of(one: Client) -> Mapping[Any, bytes]:
    """Return the accounts of others that a client keeps."""
    agreement: Any = one.game._agreement
    return agreement._accounts  # type: ignore[no-any-return]


def send_account(host: HostHarness, one: Client, packed: bytes) -> None:
    """Make a client send an account of the open phase, in which the states differ."""
    phase, account = host.game.fold.phase.number, zlib.compress(packed)
    one.speak(Account(host.table.name, phase, account))


def test_accounts_of_past_phases_are_forgotten(table: Table) -> None:
    """A client that sends one in each phase of a long game fills nobody's memory."""
    host, people = table
    cleo = people[2]
    packed = b"[%s]" % b",".join([b"[]"] * 80_000)
    mark = hashlib.sha256(packed).digest()[:MARK_SIZE]
    cleo.tamper = tampering(lambda it: resigned(it, mark=mark))
    most = 0
    for _ in range(2 * KEPT + 2):
        host.answer(people)
        send_account(host, cleo, packed)
        host.pass_time(PATIENCE)
        most = max(most, len(accounts_of(people[0])))
    assert 0 < most <= KEPT
    assert all(type(it) is bytes for it in accounts_of(people[0]).values())


@pytest.mark.parametrize(
    "packed",
    [
        b"[" * 100_000 + b"]" * 100_000,
        b'{"cities":[{"coins":' + b"[" * 900 + b"]" * 900 + b"}]}",
        b'{"cities":[{"coins":"\\ud800\\u001b[2J"}],"\\udfff":NaN}',
        b"[" + b"9" * 5000 + b"]",
        b"nothing",
        b"\xff",
    ],
    ids=["too deep", "deep", "no text", "number", "words", "bytes"],
)
def test_an_account_with_any_content_is_handled(table: Table, packed: bytes) -> None:
    """The sender is named all the same, and nothing breaks."""
    host, people = table
    ann, bob, cleo = people
    mark = hashlib.sha256(packed).digest()[:MARK_SIZE]
    cleo.tamper = tampering(lambda it: resigned(it, mark=mark))
    host.answer(people)
    send_account(host, cleo, packed)
    host.pass_time(PATIENCE)
    for one in (ann, bob):
        (apart,) = one.player.state_mismatches
        assert ((cleo.seat.number,), False) == (apart.seats, apart.stops)
        names = [person.name for person in one.seat.fold.people]
        assert endings.apart(apart, names, "")[0].isprintable()
        json.dumps(apart.there, indent=1).encode()


def test_a_client_unpacks_few_accounts_of_a_seat(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many a host sends in the name of a seat whose state differs."""
    host, people = table
    ann, cleo = people[0], people[2]
    cleo.tamper = tampering(replace_mark, lambda it: None)
    host.answer(people)
    host.settle()
    unpacked = list[bytes]()
    monkeypatch.setattr(agreement, "_unpacked", unpacked.append)
    phase, seat = host.game.fold.phase.number, cleo.seat.number
    bomb = zlib.compress(bytes(ACCOUNT_CAP))
    for _ in range(1000):
        ann.session.receive(Accounted(ann.session.table, seat, phase, bomb))
    assert 0 < len(unpacked) < 10


def test_checking_unsigned_marks_is_limited(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a player nor a host can freeze a client by sending many of them."""
    host, people = table
    ann, cleo = people[0], people[2]
    host.answer(people)
    fold, table_name = host.game.fold, host.table.name
    looked = list[Marked]()

    def look(key: bytes, gid: bytes, marked: Marked) -> bool:
        looked.append(marked)
        return is_marked_by(key, gid, marked)

    monkeypatch.setattr(agreement, "is_marked_by", look)
    phase, digest = fold.phase.number, fold.digest
    for n in range(100):
        cleo.speak(Mark(table_name, phase, digest, n.to_bytes(8), bytes(64)))
    of_two = 2 * len({*looked})  # ann's and bob's clients check each mark once
    assert 0 < len(looked) <= of_two
    looked.clear()
    here = (True,) * 3
    for n in range(5000):
        some = [Marked(phase, digest, n.to_bytes(8), bytes(64))] * 3
        ann.session.receive(Presence(ann.session.table, here, tuple(some)))
    assert len(looked) <= CHECK_BURST
    assert not ann.seat.stands_still


def test_a_restarted_host_gets_all_marks_again(table: Table) -> None:
    """It has forgotten them, and somebody whose state differs may have come back."""
    host, people = table
    host.restart()
    host.reconnect(people)
    (*_, last) = [it for it in people[0].received if isinstance(it, Presence)]
    assert 3 == sum(it is not None for it in last.marks)


def test_marks_are_made_again_after_the_log_goes_back(tmp_path: Path) -> None:
    """The same phase opens again, without one seat, and its turn and time restart."""
    host = HostHarness(tmp_path, open_terms(4, own={"with": "leaders"}, turn_time=60))
    people = host.join(NAMES[:4])
    # The last pick of the draft is a separate phase.
    host.until(lambda: host.has_begun and _stays(host.game.fold))
    host.until_phase("PICK")
    host.until(lambda: _stays(host.game.fold))
    host.leave_unanswered(people)
    fold, (ann, *others) = host.game.fold, people
    number = fold.phase.number
    assert "PICK" == fold.phase.kind
    host.pass_time(20)
    before = {it and it.mark for it in last_marks(others[0])}
    # As if the host had lost the ballot, and its voters had sent it again.
    prev, (opener, *voters) = fold.prev_of(number - 1), others
    proposal = honest_proposal(fold, [ann.seat.number], phase=number - 1)
    seat = opener.seat.number
    first = open_ballot(fold, opener.identity, seat, proposal)
    first = sign(opener.identity, replace(first.envelope, prev=prev))
    opener.send(Post((first.wire,)))
    for one in voters:
        mine = one.seat.number
        yes = sign_ballot_answer(fold, one.identity, mine, seat, 0, yes=True)
        yes = sign(one.identity, replace(yes.envelope, prev=prev))
        one.send(Post((yes.wire,)))
    host.settle()
    assert (number, "PICK") == (host.game.fold.phase.number, host.game.fold.phase.kind)
    assert (ann.seat.number,) == host.game.left
    assert 60 == host.game.time.told(0).seconds
    marks = [last_marks(others[0])[it.seat.number] for it in others]
    assert 1 == len({it and it.mark for it in marks})
    assert not before & {it and it.mark for it in marks}
    host.pass_time(2 * PATIENCE)
    assert [[]] * 4 == [it.player.state_mismatches for it in people]


def last_marks(client: Client) -> Sequence[Marked | None]:
    """Return the marks of all seats that a client received last."""
    (*_, last) = [it for it in client.received if isinstance(it, Presence)]
    return last.marks


def _stays(fold: Fold) -> bool:
    """Return whether a reveal is open after which nobody passes cards on."""
    ask = fold.task.ask
    if fold.phase.kind != "REVEAL" or not isinstance(ask, Choose):
        return False
    return all(isinstance(it.rest, Stay) for it in ask.offers.values())
