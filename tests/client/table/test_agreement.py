"""Programs compare their states by marks, and find out whose differs."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from tests.support.inprocess.ballots import answer, open_ballot, propose
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import named

COINS = "cities.0.coins"

NAMES = ("ann", "bob", "cleo", "dan", "eve")


Table = tuple[HostHarness, list[Client]]

Start = Callable[..., Table]
"""Begins a game of so many, up to a choice that nobody has made yet."""


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    monkeypatch.setattr(
        VERIFICATION_CACHE, "capacity", 0
    )  # each is a program of its own
    made = []

    def begin(players: int = 3, bots: int = 0, lent: int = 0) -> Table:
        host = HostHarness(tmp_path, open_terms(players + bots + lent))
        made.append(host)
        people = host.join(NAMES[:players])
        owner = people[-1].identity.public
        people += [host.client(f"bot {n}", owner=owner) for n in range(bots)]
        lender = Lender(people[-1].identity, bytes(16), "10.0.0.9")
        people += [host.client(f"phone {n}", lender=lender) for n in range(lent)]
        host.until(lambda: host.has_begun and host.game.fold.phase.kind == "PICK")
        for one in people:
            one.player.pick = None
        host.settle()
        _GIDS[host.table.name] = host.game.gid
        return host, people

    yield begin
    for host in made:
        host.close()


def choose(host: HostHarness, people: list[Client]) -> None:
    """Let all make the choice that is open, as all have a question."""
    for one in people:
        if not one.session.over:
            one.player.answer_now()
    host.settle()


def choose_and_compare(host: HostHarness, people: list[Client]) -> None:
    """Let all choose, and their programs find out whose counts differ."""
    choose(host, people)
    host.pass_time(PATIENCE)


def richer(*clients: Client, by: int = 1) -> None:
    """Have some programs count other coins than they should."""
    for client in clients:
        course: Any = client.seat.fold._course
        city = evolve(course.state.cities[0], coins=course.state.cities[0].coins + by)
        course.state = evolve(course.state, cities=(city, *course.state.cities[1:]))


OTHER = bytes(8)
"""A mark that nobody's program makes."""


def other_mark(one: Client) -> Mark:
    """Sign another count than that of one's program."""
    fold = one.seat.fold
    place = fold.charter.gid, fold.phase.number, fold.digest
    made = make_mark(one.identity, *place, OTHER)
    return Mark(one.host.table.name, *msgspec.structs.astuple(made))


@pytest.fixture
def table(start: Start) -> Table:
    return start()


def stand_still(people: Sequence[Client]) -> list[bool]:
    """Tell whose programs say nothing."""
    return [one.seat.stands_still for one in people]


def told(host: HostHarness) -> list[tuple[str, ...]]:
    """Give whose counts differed, each time the operator was told so."""
    return [it.names for it in host.told(CountsDiffer) if isinstance(it, CountsDiffer)]


def test_who_counts_otherwise_than_most_is_named_and_stands_still(table: Table) -> None:
    """
    Before anything is said that others take for a fraud; nobody is closed out.

    Its person may have it go on; all hear it, and it isn't asked about that again.
    """
    host, people = table
    ann, bob, cleo = people
    seat = cleo.seat.number
    richer(cleo)
    choose(host, people)
    assert all(one.player.aparts == [] for one in people)
    host.pass_time(PATIENCE)

    for one in (ann, bob):
        (apart,) = one.player.aparts
        assert ((seat,), False) == (apart.seats, apart.stops)
        assert apart.where is not None
        where, here, there = apart.where
        assert (COINS, 1) == (where, there - here)
        assert outline(one.seat.fold.state)["cities"][0]["coins"] == here
        assert {seat} == apart.there.keys()
    (apart,) = cleo.player.aparts
    assert (2, True) == (len(apart.seats), apart.stops)
    assert [False, False, True] == stand_still(people)
    assert not any(one.session.over for one in people)
    # It says so to all, signed.
    for one in people:
        assert [STANDS_STILL] == [it.code for it in one.player.heard]
    before = host.game.fold.position
    choose(host, [ann, bob])
    host.pass_time(2 * PATIENCE)
    assert 2 == host.game.fold.position - before

    cleo.act(Insist())
    assert [False] * 3 == stand_still(people)
    assert "agrees" in cleo.player.story
    assert [STANDS_STILL, GOES_ON] == [it.code for it in ann.player.heard]
    phase = host.game.fold.phase.number
    choose(host, [cleo])
    assert host.game.fold.phase.number > phase
    host.pass_time(2 * PATIENCE)
    assert [False] * 3 == stand_still(people)
    # The operator reads one line of it, also in the turns to come.
    assert [("cleo",)] == told(host)
    assert [1, 1] == [len(one.player.aparts) for one in (ann, bob)]


def test_it_goes_on_by_itself_when_it_is_no_longer_outvoted(table: Table) -> None:
    """One of the others was wrong, say: then there is no most of them any more."""
    host, people = table
    ann, bob, cleo = people
    richer(ann, bob)
    choose_and_compare(host, people)
    assert [False, False, True] == stand_still(people)
    bob.speak(other_mark(bob))
    assert not cleo.seat.stands_still
    before = host.game.fold.phase.number
    choose(host, people)
    assert host.game.fold.phase.number > before


def test_where_no_count_is_most_peoples_all_stand_still(start: Start) -> None:
    """Two and two: nobody can know who is right."""
    host, people = start(4)
    richer(*people[:2])
    choose_and_compare(host, people)
    assert [True] * 4 == stand_still(people)
    assert [True] * 4 == [one.player.aparts[0].stops for one in people]


@pytest.mark.parametrize("of_one", [{"bots": 2}, {"bots": 5}, {"lent": 3}], ids=str)
def test_one_signer_stops_nobody(start: Start, of_one: dict[str, int]) -> None:
    """However many bots one owner has, or seats one machine lends: they are one person."""
    host, people = start(2, **of_one)
    richer(*people[1:])
    choose_and_compare(host, people)
    assert not people[0].seat.stands_still
    assert 1 + sum(of_one.values()) == len(people[0].player.aparts[0].seats)


evolve_message = msgspec.structs.replace


@pytest.mark.parametrize("how", ["changed", "moved", "unsigned", "another digest"])
def test_a_host_stops_nobody_by_forging_marks(table: Table, how: str) -> None:
    """Nor by passing on good ones in the place of others, or of another history."""
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
        choose(host, people)
        host.pass_time(2 * PATIENCE)
        assert host.game.fold.phase.number > phase
    assert ([False] * 3, []) == (stand_still(people), cleo.player.aparts)


def test_forged_marks_hide_no_signed_one(table: Table) -> None:
    """However many a host makes up, and whenever it does so."""
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
    richer(cleo)
    choose_and_compare(host, people)
    assert cleo.seat.stands_still


def test_marks_that_say_nothing_alarm_nobody(table: Table) -> None:
    """Those of strangers, of another phase, and two of one seat, which count for neither."""
    host, people = table
    ann, bob, cleo = people
    eve = host.come("eve", sits=False)
    phase = host.game.fold.phase.number
    eve.speak(
        Mark(host.table.name, phase, bytes(32), bytes(8), bytes(64)),
        Account(host.table.name, phase, zlib.compress(json.dumps({}).encode())),
    )
    assert ["no-seat", "no-seat"] == eve.refusals
    assert not any(isinstance(it, Accounted) for it in ann.received)
    assert [] == host.told(CountsDiffer)
    # Whoever is behind, or makes numbers up, is no reason to be alarmed.
    cleo.tamper = lying(lambda it: resigned(it, phase=it.phase + 1000, mark=OTHER))
    choose(host, people)
    host.pass_time(2 * PATIENCE)
    assert all(one.player.aparts == [] for one in people)
    # Whoever has signed two for one place may say anything.
    cleo.tamper = lambda message: message
    choose(host, people)
    for one in (ann, bob):
        one.send(other_mark(one))
    host.settle()
    host.pass_time(PATIENCE)
    assert not cleo.seat.stands_still


def test_programs_do_not_go_on_without_who_stands_still(start: Start) -> None:
    """As long as most others have really signed another count; its own word isn't enough."""
    host, people = start(4)
    *others, dan = people
    seat = dan.seat.number
    for one in others:
        one.player.is_program = True
    dan.act(Speak("", STANDS_STILL))
    assert all(not one.game._agreement.stalled for one in others if one.game._agreement)
    richer(dan)
    choose_and_compare(host, people)
    assert dan.seat.stands_still
    assert all(
        {seat} == one.game._agreement.stalled for one in others if one.game._agreement
    )
    dan.act(Insist())
    assert all(not one.game._agreement.stalled for one in others if one.game._agreement)


def lying(
    mark: Callable[[Mark], FromClient | None],
    account: Callable[[Account], FromClient | None] = lambda message: message,
) -> Callable[[FromClient], FromClient | None]:
    """Change what a program says of how its rules stand."""

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
def test_who_lies_stops_nobody_but_themselves(table: Table, account: bytes) -> None:
    """What isn't an account of what was marked counts for nothing."""
    host, people = table
    ann, bob, cleo = people
    cleo.tamper = lying(lambda message: replace_mark(message), lambda message: None)
    choose(host, people)
    cleo.tamper = lambda message: message
    phase = host.game.fold.phase.number
    cleo.send(Account(host.table.name, phase, account))
    host.pass_time(PATIENCE)
    for one in (ann, bob):
        (apart,) = one.player.aparts
        assert ((cleo.seat.number,), None, {}, False) == (
            apart.seats,
            apart.where,
            apart.there,
            apart.stops,
        )
        assert not one.seat.stands_still
    before = host.game.fold.position
    choose(host, people)
    assert host.game.fold.position > before


def replace_mark(message: Mark) -> Mark:
    return resigned(message, mark=b"\0" * len(message.mark))


def resigned(message: Mark, name: str = "cleo", **changes: Any) -> Mark:
    """Change a mark, and sign that."""
    changed = evolve_message(message, **changes)
    gid = _GIDS[message.table]
    made = make_mark(named(name), gid, changed.phase, changed.digest, changed.mark)
    return Mark(message.table, *msgspec.structs.astuple(made))


_GIDS: dict[str, bytes] = {}
"""The games of tables; there is one at a time."""


def accounts_of(one: Client) -> Mapping[Any, bytes]:
    """Give the accounts of others that somebody's program keeps."""
    agreement: Any = one.game._agreement
    return agreement._accounts  # type: ignore[no-any-return]


def tell_account(host: HostHarness, one: Client, packed: bytes) -> None:
    """Have somebody send an account of the open phase, in which others differ."""
    phase, account = host.game.fold.phase.number, zlib.compress(packed)
    one.speak(Account(host.table.name, phase, account))


def test_accounts_of_phases_that_are_over_are_forgotten(table: Table) -> None:
    """Whoever sends one of each phase of a long game fills nobody's memory."""
    host, people = table
    cleo = people[2]
    packed = b"[%s]" % b",".join([b"[]"] * 80_000)
    mark = hashlib.sha256(packed).digest()[:MARK_SIZE]
    cleo.tamper = lying(lambda it: resigned(it, mark=mark))
    most = 0
    for _ in range(2 * KEPT + 2):
        choose(host, people)
        tell_account(host, cleo, packed)
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
def test_what_somebody_has_marked_may_be_anything(table: Table, packed: bytes) -> None:
    """They are named all the same, and nothing breaks."""
    host, people = table
    ann, bob, cleo = people
    mark = hashlib.sha256(packed).digest()[:MARK_SIZE]
    cleo.tamper = lying(lambda it: resigned(it, mark=mark))
    choose(host, people)
    tell_account(host, cleo, packed)
    host.pass_time(PATIENCE)
    for one in (ann, bob):
        (apart,) = one.player.aparts
        assert ((cleo.seat.number,), False) == (apart.seats, apart.stops)
        names = [person.name for person in one.seat.fold.people]
        assert endings.apart(apart, names, "")[0].isprintable()
        json.dumps(apart.there, indent=1).encode()


def test_a_host_has_few_accounts_unpacked(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many it sends in the name of somebody who differs."""
    host, people = table
    ann, cleo = people[0], people[2]
    cleo.tamper = lying(replace_mark, lambda it: None)
    choose(host, people)
    host.settle()
    unpacked = list[bytes]()
    monkeypatch.setattr(agreement, "_unpacked", unpacked.append)
    phase, seat = host.game.fold.phase.number, cleo.seat.number
    bomb = zlib.compress(bytes(ACCOUNT_CAP))
    for _ in range(1000):
        ann.session.receive(Accounted(ann.session.table, seat, phase, bomb))
    assert 0 < len(unpacked) < 10


def test_marks_that_are_not_signed_cost_little(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who sends many freezes nobody's program, nor does a host that makes them up."""
    host, people = table
    ann, cleo = people[0], people[2]
    choose(host, people)
    fold, table_name = host.game.fold, host.table.name
    looked = list[Marked]()

    def look(key: bytes, gid: bytes, marked: Marked) -> bool:
        looked.append(marked)
        return is_marked_by(key, gid, marked)

    monkeypatch.setattr(agreement, "is_marked_by", look)
    phase, digest = fold.phase.number, fold.digest
    for n in range(100):
        cleo.speak(Mark(table_name, phase, digest, n.to_bytes(8), bytes(64)))
    of_two = 2 * len({*looked})  # ann's and bob's programs look at each but once
    assert 0 < len(looked) <= of_two
    looked.clear()
    here = (True,) * 3
    for n in range(5000):
        some = [Marked(phase, digest, n.to_bytes(8), bytes(64))] * 3
        ann.session.receive(Presence(ann.session.table, here, tuple(some)))
    assert len(looked) <= CHECK_BURST
    assert not ann.seat.stands_still


def test_a_host_that_was_started_again_hears_how_all_stand(table: Table) -> None:
    """It has forgotten that, and somebody who differs may have come back meanwhile."""
    host, people = table
    host.restart()
    host.come_back(people)
    (*_, last) = [it for it in people[0].received if isinstance(it, Presence)]
    assert 3 == sum(it is not None for it in last.marks)


def test_where_the_log_goes_back_they_count_anew(tmp_path: Path) -> None:
    """The same phase opens once more, without somebody, and so do their turn and time."""
    host = HostHarness(tmp_path, open_terms(4, own={"with": "leaders"}, turn_time=60))
    people = host.join(NAMES[:4])
    # The last of a draft is another one.
    host.until(lambda: host.has_begun and _stays(host.game.fold))
    host.until(lambda: host.game.fold.phase.kind == "PICK")
    host.until(lambda: _stays(host.game.fold))
    for one in people:
        one.player.pick = None
    host.settle()
    fold, (ann, *others) = host.game.fold, people
    number = fold.phase.number
    assert "PICK" == fold.phase.kind
    host.pass_time(20)
    before = {it and it.mark for it in last_marks(others[0])}
    # As if the host had lost it, and all who have agreed to it had told of it again.
    prev, (opener, *voters) = fold.prev_of(number - 1), others
    proposal = propose(fold, [ann.seat.number], phase=number - 1)
    seat = opener.seat.number
    first = open_ballot(fold, opener.identity, seat, proposal)
    first = sign(opener.identity, replace(first.envelope, prev=prev))
    opener.send(Post((first.wire,)))
    for one in voters:
        mine = one.seat.number
        yes = answer(fold, one.identity, mine, seat, 0, yes=True)
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
    assert [[]] * 4 == [it.player.aparts for it in people]
    host.close()


def last_marks(client: Client) -> Sequence[Marked | None]:
    """Give how the rules of all stand, as somebody was told last."""
    (*_, last) = [it for it in client.received if isinstance(it, Presence)]
    return last.marks


def _stays(fold: Fold) -> bool:
    """Tell whether a reveal is open after which nobody passes cards on."""
    ask = fold.task.ask
    if fold.phase.kind != "REVEAL" or not isinstance(ask, Choose):
        return False
    return all(isinstance(it.rest, Stay) for it in ask.offers.values())
