"""The lobby of a table: who may sit, what is agreed, when it begins, who is waited for."""

from __future__ import annotations

import hashlib

import pytest
from twisted.internet.task import Clock

from sealed_wonders.host.denied import Denied
from sealed_wonders.host.lobby import LOBBY_PATIENCE, REVEAL_PATIENCE, Lobby
from sealed_wonders.host.terms import Terms, rules_of
from sealed_wonders.net.lobby import Charter, Draw, pack_options, parse_options
from sealed_wonders.net.log.digests import rules_hash
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import Draw as DrawMessage
from sealed_wonders.net.messages import Lobby as LobbyMessage
from tests.support.inn import open_terms
from tests.support.lobbies import HOST, named, nonce


def draw(name: str, number: int = 0, owner: bytes | None = None) -> Draw:
    return Draw(
        named(name), name, nonce=nonce(name, number), owner=owner, number=number
    )


class Hall:
    """A lobby, and the draws of those who sit there."""

    def __init__(self, terms: Terms, *bots: str) -> None:
        self.clock = Clock()
        self.lobby = Lobby("oak", HOST, terms, bots, self.clock.seconds)
        self.draws: dict[str, Draw] = {}

    def sit(self, *names: str, number: int = 0, owner: bytes | None = None) -> None:
        for name in names:
            self.draws[name] = draw(name, number, owner)
            self.lobby.sit(named(name).public, self.draws[name].commit)

    def ready(self, *names: str) -> None:
        digest = hashlib.sha256(pack_options(self.lobby.options)).digest()
        for name in names:
            self.lobby.ready(named(name).public, True, digest)

    @property
    def message(self) -> LobbyMessage:
        message = self.lobby.notices()[0]
        assert isinstance(message, LobbyMessage)
        return message

    @property
    def table(self) -> Wire | None:
        """The LOBBY_TABLE, if the draw is on."""
        for message in self.lobby.notices():
            if isinstance(message, DrawMessage):
                return message.wire
        return None

    @property
    def seen(self) -> dict[str, tuple[bool, bool]]:
        """Who is ready and who is here, as everybody is told."""
        return {p.name: (p.ready, p.here) for p in self.message.people}

    def reveal(self, *names: str) -> Charter | None:
        options = parse_options(self.message.options)
        charter = None
        for name in names:
            wire = self.draws[name].accept_table(
                self.table or Wire(b"", b""),
                commits=[person.commit for person in self.message.people],
                shown=options,
                rules=rules_hash(rules_of(options).facts),
                suites=(0,),
            )
            charter = self.lobby.reveal(wire)
        return charter


def denied(hall: Hall, name: str, wire: Wire) -> str:
    with pytest.raises(Denied) as error:
        hall.lobby.sit(named(name).public, wire)
    return error.value.reason


def test_it_begins_when_as_many_as_wanted_are_ready() -> None:
    """Not before the last one is, and then at once."""
    hall = Hall(open_terms(3))
    hall.sit("ann", "bob", "cleo")
    hall.ready("ann", "bob")
    assert hall.table is None
    hall.ready("cleo")
    assert hall.table is not None
    charter = hall.reveal("ann", "bob", "cleo")
    assert charter is not None
    assert {"ann", "bob", "cleo"} == {person.name for person in charter.people}


def test_where_any_number_may_play_three_are_enough() -> None:
    """Two who are ready wait for a third."""
    hall = Hall(open_terms())
    hall.sit("ann", "bob")
    hall.ready("ann", "bob")
    assert hall.table is None
    hall.sit("cleo")
    hall.ready("cleo")
    assert hall.table is not None


def test_another_player_is_another_game_to_agree_to() -> None:
    """Where any number may play, a fourth one changes the options: all agree again."""
    hall = Hall(open_terms())
    hall.sit("ann", "bob", "cleo")
    hall.ready("ann", "bob")
    hall.sit("dan")
    assert 4 == dict(hall.lobby.options)["players"]
    assert {"ann": (False, True), "dan": (False, True)}.items() <= hall.seen.items()
    hall.ready("ann", "bob", "cleo")
    hall.lobby.rise(named("dan").public)
    assert 3 == dict(hall.lobby.options)["players"]
    assert hall.table is None


def test_nobody_agrees_to_other_options_than_those_offered() -> None:
    """A hash of what was shown a moment ago is refused, and changes nothing."""
    hall = Hall(open_terms())
    hall.sit("ann", "bob", "cleo")
    before = hashlib.sha256(pack_options(hall.lobby.options)).digest()
    hall.sit("dan")
    with pytest.raises(Denied, match="options have changed") as error:
        hall.lobby.ready(named("ann").public, True, before)
    assert "other-options" == error.value.reason
    assert (False, True) == hall.seen["ann"]


def test_one_can_be_unready_again() -> None:
    """Whatever hash comes with it."""
    hall = Hall(open_terms(3))
    hall.sit("ann", "bob", "cleo")
    hall.ready("ann")
    hall.lobby.ready(named("ann").public, False, bytes(32))
    hall.ready("bob", "cleo")
    assert hall.table is None


def test_a_full_table_is_full() -> None:
    """The seventh sits down, the eighth doesn't."""
    hall = Hall(open_terms())
    hall.sit("ann", "bob", "cleo", "dan", "eve", "finn", "gus")
    assert 0 == hall.lobby.record
    assert "table-full" == denied(hall, "hal", draw("hal").commit)


@pytest.mark.parametrize("name", ["ann", "ANN"])
def test_two_of_one_name_don_t_sit_together(name: str) -> None:
    """Nobody could tell them apart in what the log says."""
    hall = Hall(open_terms())
    hall.sit("ann")
    wire = Draw(named("another"), name, nonce=nonce("another")).commit
    assert "name-taken" == denied(hall, "another", wire)


def test_nobody_is_seated_by_somebody_else() -> None:
    """A commitment is public; only who made it can sit down with it."""
    hall = Hall(open_terms())
    assert "bad-commit" == denied(hall, "bob", draw("ann").commit)


def test_what_is_no_commitment_gets_no_seat() -> None:
    """Nor does one whose signature is another's."""
    hall = Hall(open_terms())
    wire = draw("ann").commit
    assert "bad-commit" == denied(hall, "ann", wire._replace(sig=bytes(64)))
    assert "bad-commit" == denied(hall, "ann", wire._replace(env=b"rubbish"))


def test_a_commitment_is_for_one_draw() -> None:
    """One that was made for another number of draw is refused."""
    hall = Hall(open_terms())
    assert "wrong-draw" == denied(hall, "ann", draw("ann", 1).commit)


def test_sitting_down_again_with_the_same_commitment_changes_nothing() -> None:
    """It is what a client does after a broken connection."""
    hall = Hall(open_terms(3))
    hall.sit("ann")
    hall.ready("ann")
    hall.lobby.went(named("ann").public)
    assert (True, False) == hall.seen["ann"]
    assert not hall.lobby.sit(named("ann").public, draw("ann").commit)
    assert (True, True) == hall.seen["ann"]


def test_a_client_that_was_started_again_brings_another_commitment() -> None:
    """It has forgotten its nonce; the seat is still its own, and it must agree again."""
    hall = Hall(open_terms(3))
    hall.sit("ann", "bob", "cleo")
    hall.ready("ann", "bob")
    hall.draws["ann"] = Draw(named("ann"), "ann", nonce=nonce("ann", 99))
    assert not hall.lobby.sit(named("ann").public, hall.draws["ann"].commit)
    assert (False, True) == hall.seen["ann"]
    hall.ready("cleo", "ann")
    assert hall.reveal("ann", "bob", "cleo") is not None


def test_somebody_who_is_away_is_waited_for() -> None:
    """The game begins when they are back, without another word."""
    hall = Hall(open_terms(3))
    hall.sit("ann", "bob", "cleo")
    hall.ready("ann", "bob")
    hall.lobby.went(named("ann").public)
    hall.ready("cleo")
    assert hall.table is None
    hall.lobby.came(named("ann").public)
    assert hall.table is not None


def test_a_seat_is_kept_for_so_long() -> None:
    """At the very second it is free again; a moment before it isn't."""
    hall = Hall(open_terms(3))
    hall.sit("ann", "bob")
    hall.lobby.went(named("ann").public)
    hall.clock.advance(LOBBY_PATIENCE - 0.001)
    assert LOBBY_PATIENCE == hall.lobby.deadline
    assert () == hall.lobby.expire()
    hall.clock.advance(0.001)
    assert ("ann",) == hall.lobby.expire()
    assert ["bob"] == list(hall.seen)
    assert hall.lobby.deadline is None


def test_who_gets_up_can_t_be_ready() -> None:
    """Without a seat there is nothing to agree to."""
    hall = Hall(open_terms(3))
    hall.sit("ann")
    hall.lobby.rise(named("ann").public)
    with pytest.raises(Denied) as error:
        hall.ready("ann")
    assert "no-seat" == error.value.reason


# The draw.


def drawing(*names: str) -> Hall:
    hall = Hall(open_terms(wanted=len(names)))
    hall.sit(*names)
    hall.ready(*names)
    assert hall.lobby.drawing
    return hall


def test_nobody_comes_in_while_seats_are_drawn() -> None:
    """Nor does anybody who sits there change anything."""
    hall = drawing("ann", "bob", "cleo")
    assert "drawing" == denied(hall, "dan", draw("dan").commit)
    again = Draw(named("ann"), "ann", nonce=nonce("ann", 99))
    assert "drawing" == denied(hall, "ann", again.commit)
    with pytest.raises(Denied, match="being drawn"):
        hall.lobby.ready(named("ann").public, False, bytes(32))
    hall.ready("ann")  # twice is no harm
    assert hall.lobby.drawing


def test_a_draw_is_void_after_so_long() -> None:
    """All are told who didn't reveal; it is void at the very second."""
    hall = drawing("ann", "bob", "cleo")
    hall.reveal("bob", "cleo")
    hall.clock.advance(REVEAL_PATIENCE - 0.001)
    assert () == hall.lobby.expire()
    hall.clock.advance(0.001)
    assert ("ann",) == hall.lobby.expire()
    assert "draw 2: ann did not reveal" == hall.message.note
    assert 1 == hall.message.draw
    assert {} == hall.seen


def test_after_a_void_draw_seats_wait_for_those_who_revealed() -> None:
    """Others come in only for the seat of the one who didn't."""
    hall = drawing("ann", "bob", "cleo")
    hall.reveal("bob", "cleo")
    hall.clock.advance(REVEAL_PATIENCE)
    hall.lobby.expire()
    assert 1 == hall.lobby.record
    hall.sit("dan", number=1)
    assert "table-full" == denied(hall, "eve", draw("eve", 1).commit)
    hall.sit("bob", "cleo", number=1)
    hall.ready("bob", "cleo", "dan")
    assert "" == hall.message.note
    assert hall.reveal("bob", "cleo", "dan") is not None


def test_after_a_void_draw_who_doesn_t_commit_loses_the_seat() -> None:
    """A seat that nobody takes up again is free after a while."""
    hall = drawing("ann", "bob", "cleo")
    hall.reveal("bob", "cleo")
    hall.clock.advance(REVEAL_PATIENCE)
    hall.lobby.expire()
    hall.sit("bob", number=1)
    hall.clock.advance(LOBBY_PATIENCE)
    assert ("cleo",) == hall.lobby.expire()
    assert ["bob"] == list(hall.seen)


def test_after_a_void_draw_nobody_has_agreed() -> None:
    """Whoever sits down again must be ready again."""
    hall = drawing("ann", "bob", "cleo")
    hall.reveal("bob", "cleo")
    hall.clock.advance(REVEAL_PATIENCE)
    hall.lobby.expire()
    with pytest.raises(Denied) as error:
        hall.ready("bob")
    assert "no-seat" == error.value.reason
    hall.sit("ann", "bob", "cleo", number=1)
    assert {(False, True)} == set(hall.seen.values())


def test_who_leaves_a_draw_without_revealing_ends_it() -> None:
    """As soon as all others have spoken; nobody else is blamed."""
    hall = drawing("ann", "bob", "cleo")
    assert not hall.lobby.rise(named("ann").public)
    hall.reveal("bob")
    assert hall.lobby.drawing
    hall.reveal("cleo")
    assert not hall.lobby.drawing
    assert "draw 2: ann did not reveal" == hall.message.note


def test_who_has_revealed_can_t_leave_any_more() -> None:
    """The game is as good as begun."""
    hall = drawing("ann", "bob", "cleo")
    hall.reveal("ann")
    with pytest.raises(Denied) as error:
        hall.lobby.rise(named("ann").public)
    assert "drawing" == error.value.reason


def test_a_reveal_of_another_draw_is_refused() -> None:
    """And a second table's, and one that comes before there is a table."""
    hall = drawing("ann", "bob", "cleo")
    other = drawing("ann", "bob", "dan")
    other.reveal("ann")
    wire = other.draws["ann"].accept_table(
        other.table or Wire(b"", b""), commits=[], shown=(), rules=b"", suites=()
    )
    with pytest.raises(Denied) as error:
        hall.lobby.reveal(wire)
    assert "bad-reveal" == error.value.reason
    quiet = Hall(open_terms())
    with pytest.raises(Denied):
        quiet.lobby.reveal(wire)


# Bots.


def test_seats_are_kept_for_bots_that_are_on_their_way() -> None:
    """Four seats, two bots: two people, however quick they are."""
    hall = Hall(open_terms(4, bots=2), "Ada", "Bruno")
    hall.sit("ann", "bob")
    assert "table-full" == denied(hall, "cleo", draw("cleo").commit)
    hall.sit("Ada", "Bruno", owner=HOST.public)
    hall.ready("ann", "bob", "Ada", "Bruno")
    assert hall.table is not None


def test_a_bot_s_name_is_its_own() -> None:
    """Nobody sits down as a bot that is expected."""
    hall = Hall(open_terms(4, bots=1), "Ada")
    assert "name-taken" == denied(hall, "ada", draw("ada").commit)


def test_nobody_is_a_bot_of_the_host_s_but_its_bots() -> None:
    """Whoever says so without being expected is refused."""
    hall = Hall(open_terms(4, bots=1), "Ada")
    wire = draw("Eva", owner=HOST.public).commit
    assert "bad-commit" == denied(hall, "Eva", wire)


def test_a_player_s_own_bot_may_come() -> None:
    """Everybody is told whose it is."""
    hall = Hall(open_terms(3))
    hall.sit("robot", owner=named("ann").public)
    assert named("ann").public == hall.message.people[0].owner


def test_bots_alone_don_t_begin_where_any_number_may_play() -> None:
    """They are there to keep people company."""
    hall = Hall(open_terms(bots=3), "Ada", "Bruno", "Clio")
    hall.sit("Ada", "Bruno", "Clio", owner=HOST.public)
    hall.ready("Ada", "Bruno", "Clio")
    assert hall.table is None
    assert hall.lobby.deserted
    hall.sit("ann")
    hall.ready("Ada", "Bruno", "Clio", "ann")
    assert hall.table is not None


def test_bots_among_themselves_begin_where_that_was_ordered() -> None:
    """As many seats as bots: nobody else is waited for."""
    hall = Hall(open_terms(3, bots=3), "Ada", "Bruno", "Clio")
    hall.sit("Ada", "Bruno", "Clio", owner=HOST.public)
    hall.ready("Ada", "Bruno", "Clio")
    assert hall.table is not None


def test_a_bot_that_can_t_come_is_not_waited_for() -> None:
    """Its seat is free for people, and its name is too."""
    hall = Hall(open_terms(3, bots=1), "Ada")
    hall.sit("ann", "bob")
    assert 0 == hall.lobby.record
    assert not hall.lobby.lost_bot("Ada")
    assert 1 == hall.lobby.record
    hall.sit("Ada")


def test_a_bot_that_ends_gets_up() -> None:
    """Its process is gone, it won't come back."""
    hall = Hall(open_terms(3, bots=1), "Ada")
    hall.sit("Ada", owner=HOST.public)
    assert hall.lobby.lost_bot("Ada")
    assert {} == hall.seen


def test_a_bot_that_ends_in_a_draw_ends_the_draw() -> None:
    """All others have revealed, and it never will."""
    hall = Hall(open_terms(3, bots=1), "Ada")
    hall.sit("Ada", owner=HOST.public)
    hall.sit("ann", "bob")
    hall.ready("Ada", "ann", "bob")
    hall.reveal("ann", "bob")
    assert hall.lobby.lost_bot("Ada")
    assert not hall.lobby.drawing


def test_where_any_number_may_play_bots_on_their_way_are_counted() -> None:
    """So the options don't change when they arrive, and nobody agrees twice."""
    hall = Hall(open_terms(bots=3), "Ada", "Bruno", "Clio")
    hall.sit("ann")
    assert 4 == dict(hall.lobby.options)["players"]
    hall.ready("ann")
    hall.sit("Ada", "Bruno", "Clio", owner=HOST.public)
    assert (True, True) == hall.seen["ann"]
