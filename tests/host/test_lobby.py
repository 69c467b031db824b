"""The lobby: who may sit, which options are agreed, when the game begins."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import pytest

from sealed_wonders.host.denied import Denied
from sealed_wonders.host.lobby import (
    LOBBY_PATIENCE,
    REVEAL_PATIENCE,
    ExpectedPlayers,
    OpenLobby,
)
from sealed_wonders.host.news import Began, DrawnAgain, GotUp, SatDown, TableNews
from sealed_wonders.host.terms import Terms, rules_of
from sealed_wonders.host.unready import LAST_CALL
from sealed_wonders.net import notices
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby import (
    Charter,
    DrawSide,
    pack_options,
    parse_options,
    table_code,
)
from sealed_wonders.net.log.digests import rules_hash
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.messages import Draw as DrawMessage
from sealed_wonders.net.messages import Lobby
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.tableoptions import READY_WITHIN
from tests.support.clock import Clock
from tests.support.inprocess.server import open_terms
from tests.support.lobbies import HOST, identity_of, nonce_of


def draw(name: str, number: int = 0, owner: bytes | None = None) -> DrawSide:
    return DrawSide(
        identity_of(name),
        name,
        nonce=nonce_of(name, number),
        owner=owner,
        number=number,
    )


class Harness:
    """A lobby, and the draws of its members."""

    def __init__(self, terms: Terms, *bots: str) -> None:
        self.clock = Clock()
        self.news: list[TableNews] = []
        self.lobby = OpenLobby(
            "oak",
            HOST,
            terms,
            ExpectedPlayers(bots),
            self.clock.seconds,
            self.news.append,
        )
        self.draws: dict[str, DrawSide] = {}

    def sit(self, *names: str, number: int = 0, owner: bytes | None = None) -> None:
        for name in names:
            self.draws[name] = draw(name, number, owner)
            self.lobby.sit(identity_of(name).public, self.draws[name].commit)

    def ready(self, *names: str) -> None:
        digest = hashlib.sha256(pack_options(self.lobby.options)).digest()
        for name in names:
            self.lobby.ready(identity_of(name).public, True, digest)

    @property
    def message(self) -> Lobby:
        message = self.lobby.notices()[0]
        assert isinstance(message, Lobby)
        return message

    @property
    def table(self) -> Wire | None:
        """Return the LOBBY_TABLE during a draw."""
        for message in self.lobby.notices():
            if isinstance(message, DrawMessage):
                return message.wire
        return None

    @property
    def seen(self) -> dict[str, tuple[bool, bool]]:
        """Return who is ready and who is here, as sent to everybody."""
        return {p.name: (p.ready, p.here) for p in self.message.people}

    def reveal(self, *names: str) -> Charter | None:
        options = parse_options(self.message.options)
        for name in names:
            wire = self.draws[name].accept_table(
                Entry.of(self.table or Wire(b"", b"")),
                commits=[Entry.of(person.commit) for person in self.message.people],
                shown=options,
                rules=rules_hash(rules_of(options).facts),
                suites=(0,),
            )
            self.lobby.reveal(identity_of(name).public, wire)
        charter = self.lobby.agreed
        return None if charter is None else self.lobby.begin(charter).fold.charter

    def expire(self) -> tuple[str, ...]:
        """Expire what is due; return the names of those who lost their seats."""
        self.news.clear()
        self.lobby.expire()
        return tuple(news.name for news in self.news if isinstance(news, GotUp))


def seated(terms: Terms, *names: str) -> Harness:
    harness = Harness(terms)
    harness.sit(*names)
    return harness


def denied(harness: Harness, name: str, entry: Entry) -> str:
    with pytest.raises(Denied) as error:
        harness.lobby.sit(identity_of(name).public, entry)
    return error.value.reason


FORGED = Entry.of(draw("bob").commit.wire._replace(sig=bytes(64)))
ANOTHER = DrawSide(identity_of("bob"), "ANN", nonce=nonce_of("bob"))
FULL = ("cleo", "dan", "eve", "finn", "gus")


@pytest.mark.parametrize(
    ("entry", "others", "reason"),
    [
        (draw("bob").commit, FULL, "table-full"),
        (ANOTHER.commit, (), "name-taken"),
        (
            DrawSide(identity_of("bob"), "ada", nonce=nonce_of("bob")).commit,
            (),
            "name-taken",
        ),
        (draw("cleo").commit, (), "bad-commit"),
        (FORGED, (), "bad-commit"),
        (draw("bob", owner=HOST.public).commit, (), "bad-commit"),
        (draw("bob", 1).commit, (), "wrong-draw"),
    ],
    ids=["full", "name", "bot's name", "another's", "forged", "bot's", "late"],
)
def test_a_commitment_without_a_right_to_a_seat_is_refused(
    entry: Entry, others: Sequence[str], reason: str
) -> None:
    """
    A name belongs to one person or bot. A commitment is public, and valid for one draw.
    """
    harness = Harness(open_terms(bots=1), "Ada")
    harness.sit("ann", *others)
    assert reason == denied(harness, "bob", entry)


def test_being_ready_needs_the_hash_of_the_current_options() -> None:
    """After a restart of the client, a member has to agree again."""
    harness = seated(open_terms(), "ann", "bob", "cleo")
    before = hashlib.sha256(pack_options(harness.lobby.options)).digest()
    harness.sit("dan")
    with pytest.raises(Denied, match="options have changed") as error:
        harness.lobby.ready(identity_of("ann").public, True, before)
    assert "other-options" == error.value.reason
    assert (False, True) == harness.seen["ann"]
    harness.ready("ann", "bob")
    harness.draws["ann"] = DrawSide(
        identity_of("ann"), "ann", nonce=nonce_of("ann", 99)
    )
    harness.lobby.sit(identity_of("ann").public, harness.draws["ann"].commit)
    assert (False, True) == harness.seen["ann"]
    harness.ready("cleo", "dan", "ann")
    assert harness.reveal("ann", "bob", "cleo", "dan") is not None


@pytest.mark.parametrize("back", [OpenLobby.came, OpenLobby.sit])
def test_the_draw_waits_for_an_absent_member(back: Callable[..., None]) -> None:
    """A member can come back without a commitment, or with the same one again."""
    harness = seated(open_terms(3), "ann", "bob", "cleo")
    harness.ready("ann", "bob")
    harness.lobby.went(identity_of("ann").public)
    assert (True, False) == harness.seen["ann"]
    harness.ready("cleo")
    assert harness.table is None
    commitment = (draw("ann").commit,) if back is OpenLobby.sit else ()
    back(harness.lobby, identity_of("ann").public, *commitment)
    assert (True, True) == harness.seen["ann"]
    assert harness.table is not None


def test_a_seat_is_kept_until_the_patience_ends() -> None:
    harness = seated(open_terms(3), "ann", "bob")
    harness.lobby.went(identity_of("ann").public)
    harness.clock.advance(LOBBY_PATIENCE - 0.001)
    assert LOBBY_PATIENCE == harness.lobby.deadline
    assert () == harness.expire()
    harness.clock.advance(0.001)
    assert ("ann",) == harness.expire()
    assert ["bob"] == list(harness.seen)
    assert READY_WITHIN.default - LAST_CALL == harness.lobby.deadline


def test_a_member_who_is_never_ready_loses_the_seat() -> None:
    """Everybody is warned a minute before. Being ready keeps the seat."""
    harness = seated(open_terms(3), "ann", "eve", "bob")
    harness.ready("ann")
    harness.clock.advance(READY_WITHIN.default - LAST_CALL - 0.001)
    assert () == harness.expire()
    assert "" == harness.message.note
    harness.clock.advance(0.001)
    assert () == harness.expire()
    said = (
        "these players must be ready within 60 seconds, or they will lose their seats: "
    )
    assert f"{said}eve, bob" == harness.message.note
    harness.ready("bob")
    assert f"{said}eve" == harness.message.note
    harness.clock.advance(LAST_CALL)
    assert harness.lobby.deadline == harness.clock.seconds()
    assert ("eve",) == harness.expire()
    eve = identity_of("eve").public
    assert {eve: notices.SEAT_LOST(name="eve")} == harness.lobby.take_put_out()
    assert {} == harness.lobby.take_put_out()
    assert "put-out" == denied(harness, "eve", draw("eve").commit)
    assert None is harness.lobby.deadline
    assert ["ann", "bob"] == list(harness.seen)


def test_without_a_time_limit_seats_are_kept() -> None:
    """Zero means no limit. Members on the host's machine have none either."""
    harness = seated(open_terms(3, ready_within=0), "ann")
    assert None is harness.lobby.deadline
    harness = seated(open_terms(3), "ann")
    harness.lobby.came_from(identity_of("ann").public, HERE)
    assert None is harness.lobby.deadline


HERE = Origin("127.0.0.1", "127.0.0.0/24", True)


def ask(harness: Harness, who: str, whom: str, *, asks: bool = True) -> str:
    """Ask a member to get up; return the reason of a refusal, or an empty text."""
    try:
        harness.lobby.ask_to_get_up(
            identity_of(who).public, identity_of(whom).public, asks
        )
    except Denied as denied:
        return denied.reason
    return ""


def test_all_ready_members_together_can_ask_for_a_seat() -> None:
    """
    Once all of them ask, the other has a minute to become ready. Until then, everybody
    sees who asks.
    """
    harness = seated(open_terms(4, ready_within=0), "ann", "bob", "eve")
    harness.ready("ann", "bob")
    assert "" == ask(harness, "ann", "eve")
    assert "ann asked for eve's seat" == harness.message.note
    assert None is harness.lobby.deadline
    assert "" == ask(harness, "ann", "eve", asks=False)
    assert "" == harness.message.note
    assert ["", ""] == [ask(harness, name, "eve") for name in ("bob", "ann")]
    assert harness.message.note.endswith("they will lose their seats: eve")
    assert "" == ask(harness, "bob", "eve", asks=False)
    assert "ann asked for eve's seat" == harness.message.note
    assert None is harness.lobby.deadline
    assert "" == ask(harness, "bob", "eve")
    assert harness.message.note.endswith("they will lose their seats: eve")
    harness.clock.advance(LAST_CALL - 0.001)
    assert () == harness.expire()
    harness.clock.advance(0.001)
    assert ("eve",) == harness.expire()


@pytest.mark.parametrize("goes", ["leave", "went", "not ready"])
def test_a_vote_for_a_seat_ends_when_the_voter_goes(goes: str) -> None:
    """This also ends the minute. Somebody who comes meanwhile changes nothing."""
    harness = seated(open_terms(6, ready_within=0), "ann", "bob", "eve")
    harness.ready("ann", "bob")
    assert ["", ""] == [ask(harness, name, "eve") for name in ("bob", "ann")]
    harness.sit("mal")
    harness.ready("mal")
    assert harness.message.note.endswith("they will lose their seats: eve")
    ann = identity_of("ann").public
    if goes == "not ready":
        harness.lobby.ready(ann, False, b"")
    else:
        getattr(harness.lobby, goes)(ann)
    assert "they will lose their seats" not in harness.message.note
    harness.clock.advance(LAST_CALL)
    assert "eve" not in harness.expire()


def test_one_stranger_alone_takes_nobody_s_seat() -> None:
    """
    It takes more than half of all people. Bots don't count, and members on the host's
    machine keep their seats.
    """
    harness = Harness(open_terms(5, bots=1), "Ada")
    harness.sit("Ada", owner=HOST.public)
    harness.sit("ann", "bob", "eve")
    harness.lobby.came_from(identity_of("bob").public, HERE)
    harness.ready("eve", "Ada")
    assert "" == ask(harness, "eve", "ann")
    assert "eve asked for ann's seat" == harness.message.note
    assert "at-home" == ask(harness, "eve", "bob")
    assert "eve asked for ann's seat" == harness.message.note
    assert READY_WITHIN.default - LAST_CALL == harness.lobby.deadline


def test_being_ready_briefly_gains_no_time() -> None:
    """The time during which a member isn't ready adds up, also after a vote."""
    harness = seated(
        open_terms(5, ready_within=300), "ann", "bob", "cleo", "eve", "mal"
    )
    harness.ready("ann", "bob", "cleo", "mal")
    eve = identity_of("eve").public
    for _ in range(4):
        harness.clock.advance(30)
        assert () == harness.expire()
        harness.lobby.ready(identity_of("mal").public, False, b"")
        harness.ready("eve")
        harness.clock.advance(30)
        harness.lobby.ready(eve, False, b"")
        harness.ready("mal")
    harness.lobby.ready(identity_of("mal").public, False, b"")
    assert [""] * 3 == [ask(harness, it, "eve") for it in ("ann", "bob", "cleo")]
    harness.clock.advance(30)
    harness.ready("eve")
    harness.clock.advance(60)
    harness.lobby.ready(eve, False, b"")
    assert harness.message.note.endswith("they will lose their seats: eve")
    harness.clock.advance(30)
    assert ("eve",) == harness.expire()
    harness.clock.advance(300 - 4 * 30 - 120)
    assert ("mal",) == harness.expire()


def test_only_ready_members_vote_and_only_on_unready_ones() -> None:
    harness = seated(open_terms(4), "ann", "bob", "eve")
    harness.ready("ann")
    assert "no-reason" == ask(harness, "eve", "bob")
    assert "no-reason" == ask(harness, "ann", "ann")
    assert "not-there" == ask(harness, "ann", "cleo")
    with pytest.raises(Denied, match="seat"):
        harness.ready("cleo")
    assert "" == ask(harness, "ann", "bob")
    harness.ready("bob")
    assert "" == harness.message.note
    assert "no-reason" == ask(harness, "ann", "bob")
    harness.clock.advance(LAST_CALL)
    assert () == harness.expire()
    # bob is ready now, so he has to vote, too.
    assert "" == ask(harness, "ann", "eve")
    assert "ann asked for eve's seat" == harness.message.note
    harness.lobby.leave(identity_of("ann").public)
    assert "" == harness.message.note


# The draw.


def drawing(*names: str) -> Harness:
    harness = seated(open_terms(wanted=len(names)), *names)
    harness.ready(*names)
    assert harness.lobby.drawing
    return harness


def test_notes_tell_apart_names_that_look_alike() -> None:
    """Nobody is blamed for what an imitator did."""
    fake = "\N{CYRILLIC SMALL LETTER A}nn"
    harness = seated(open_terms(3), "ann", fake, "bob")
    harness.ready("ann", "bob")
    harness.clock.advance(READY_WITHIN.default - LAST_CALL)
    harness.expire()
    assert harness.message.note.endswith(f"they will lose their seats: {fake}\u22482")
    harness = drawing("ann", fake, "bob")
    harness.reveal("ann", "bob")
    harness.clock.advance(REVEAL_PATIENCE)
    harness.expire()
    assert f"draw 2: {fake}\u22482 did not reveal" == harness.message.note


def test_a_draw_is_void_if_somebody_does_not_reveal_in_time() -> None:
    """
    Nobody can sit down before that, and then only in the seat of the one who didn't
    reveal.
    """
    harness = drawing("ann", "bob", "cleo")
    assert "drawing" == denied(harness, "dan", draw("dan").commit)
    with pytest.raises(Denied, match="being drawn"):
        harness.lobby.ready(identity_of("ann").public, False, bytes(32))
    harness.ready("ann")  # a second time has no effect
    harness.reveal("bob", "cleo")
    harness.clock.advance(REVEAL_PATIENCE - 0.001)
    assert () == harness.expire()
    assert harness.lobby.drawing
    harness.clock.advance(0.001)
    assert ("ann",) == harness.expire()
    assert "draw 2: ann did not reveal" == harness.message.note
    assert 1 == harness.message.draw == harness.lobby.free_seats
    assert {} == harness.seen
    with pytest.raises(Denied, match="new commitment"):
        harness.ready("bob")
    harness.sit("dan", number=1)
    assert "table-full" == denied(harness, "eve", draw("eve", 1).commit)
    harness.sit("bob", "cleo", number=1)
    assert {(False, True)} == set(harness.seen.values())
    harness.ready("bob", "cleo", "dan")
    assert "" == harness.message.note
    assert harness.reveal("bob", "cleo", "dan") is not None


def test_a_seat_not_taken_again_after_a_void_draw_becomes_free() -> None:
    harness = drawing("ann", "bob", "cleo")
    harness.reveal("bob", "cleo")
    harness.clock.advance(REVEAL_PATIENCE)
    assert ("ann",) == harness.expire()
    harness.sit("bob", number=1)
    harness.clock.advance(LOBBY_PATIENCE)
    assert ("cleo",) == harness.expire()
    assert ["bob"] == list(harness.seen)


@pytest.mark.parametrize("forgets", [False, True])
def test_a_member_who_leaves_without_revealing_voids_the_draw(forgets: bool) -> None:
    """
    It is void once all others have revealed. They can't leave any more, and aren't
    blamed.
    """
    harness, ann = drawing("ann", "bob", "cleo"), identity_of("ann").public
    if forgets:
        forgotten = DrawSide(identity_of("ann"), "ann", nonce=nonce_of("ann", 99))
        assert "drawing" == denied(harness, "ann", forgotten.commit)
    harness.lobby.leave(ann)
    assert ann in harness.lobby.members
    harness.reveal("bob")
    assert harness.lobby.drawing
    with pytest.raises(Denied) as error:
        harness.lobby.leave(identity_of("bob").public)
    assert "drawing" == error.value.reason
    harness.reveal("cleo")
    assert not harness.lobby.drawing
    assert "draw 2: ann did not reveal" == harness.message.note
    assert ann not in harness.lobby.members


def test_a_member_restarted_during_a_draw_keeps_the_seat_once() -> None:
    """
    Machines may crash, even all at once. Repeating it on purpose would hold up the
    others.
    """
    harness = drawing("ann", "bob", "cleo")
    for name in ("ann", "bob", "cleo"):
        forgotten = DrawSide(identity_of(name), name, nonce=nonce_of(name, 99))
        assert "drawing" == denied(harness, name, forgotten.commit)
        if name != "cleo":  # a client may ask more than once
            assert "drawing" == denied(harness, name, forgotten.commit)
    assert not harness.lobby.drawing
    assert "draw 2: ann, cleo, bob did not reveal" == harness.message.note
    assert {identity_of(name).public for name in ("ann", "bob", "cleo")} == {
        *harness.lobby.members
    }
    harness.sit("ann", "bob", "cleo", number=1)
    harness.ready("ann", "bob", "cleo")
    harness.reveal("bob", "cleo")
    forgotten = DrawSide(identity_of("ann"), "ann", number=1, nonce=nonce_of("ann", 99))
    assert "drawing" == denied(harness, "ann", forgotten.commit)
    assert identity_of("ann").public not in harness.lobby.members


def test_events_are_reported_in_order() -> None:
    """A void draw is reported after the one who caused it got up."""
    harness = seated(open_terms(3), "ann", "bob", "cleo")
    harness.ready("ann", "bob", "cleo")
    harness.reveal("bob", "cleo")
    harness.lobby.leave(identity_of("ann").public)
    harness.sit("bob", "cleo", "dan", number=1)
    harness.ready("bob", "cleo", "dan")
    assert harness.lobby.agreed is None
    charter = harness.reveal("bob", "cleo", "dan")
    assert charter is not None
    assert harness.lobby.agreed is not None
    *told, began = harness.news
    assert [
        *(
            SatDown("oak", name, False, fingerprint(identity_of(name).public))
            for name in ("ann", "bob", "cleo")
        ),
        GotUp("oak", "ann"),
        DrawnAgain("oak", "draw 2: ann did not reveal"),
        SatDown("oak", "dan", False, fingerprint(identity_of("dan").public)),
    ] == told
    assert isinstance(began, Began)
    assert (charter.gid.hex(), table_code(charter.gid)) == (began.gid, began.code)


def test_a_closed_lobby_ignores_everything() -> None:
    """Members may come back to their seats, and get no error."""
    harness = seated(open_terms(3), "ann", "bob")
    ann, before = identity_of("ann").public, list(harness.news)
    harness.lobby.close()
    harness.sit("ann")
    harness.lobby.came(ann)
    harness.lobby.leave(ann)
    harness.ready("ann")
    assert "begun" == denied(harness, "dan", draw("dan").commit)
    assert {"ann": (False, True), "bob": (False, True)} == harness.seen
    assert before == harness.news


# Bots.


def test_bots_alone_do_not_begin_a_game_for_any_number() -> None:
    """The host's bots are for people. A player's own bot is shown with its owner."""
    harness = Harness(open_terms(bots=3), "Ada", "Bruno", "Clio")
    harness.sit("Ada", "Bruno", "Clio", owner=HOST.public)
    harness.ready("Ada", "Bruno", "Clio")
    assert harness.table is None
    assert harness.lobby.deserted
    harness.sit("ann")
    harness.sit("robot", owner=identity_of("ann").public)
    assert identity_of("ann").public == harness.message.people[-1].owner
    harness.ready("Ada", "Bruno", "Clio", "ann", "robot")
    assert harness.table is not None


@pytest.mark.parametrize("sits", [False, True])
def test_a_bot_that_won_t_come_back_frees_its_seat_and_name(sits: bool) -> None:
    harness = Harness(open_terms(3, bots=1), "Ada")
    if sits:
        harness.sit("Ada", owner=HOST.public)
    harness.sit("ann", "bob")
    assert 0 == harness.lobby.free_seats
    harness.lobby.lost_bot("Ada", again=False)
    assert sits == (GotUp("oak", "Ada") in harness.news)
    assert 1 == harness.lobby.free_seats
    assert ["ann", "bob"] == list(harness.seen)
    harness.sit("Ada")


def test_a_bot_that_ends_during_a_draw_voids_it() -> None:
    """All others have revealed, and the bot never will."""
    harness = Harness(open_terms(3, bots=1), "Ada")
    harness.sit("Ada", owner=HOST.public)
    harness.sit("ann", "bob")
    harness.ready("Ada", "ann", "bob")
    harness.reveal("ann", "bob")
    harness.lobby.lost_bot("Ada", again=False)
    assert GotUp("oak", "Ada") in harness.news
    assert not harness.lobby.drawing


def test_expected_bots_count_in_a_game_for_any_number() -> None:
    """So the options don't change when bots arrive, and nobody has to agree twice."""
    harness = Harness(open_terms(bots=3), "Ada", "Bruno", "Clio")
    harness.sit("ann")
    assert 4 == dict(harness.lobby.options)["players"]
    harness.ready("ann")
    harness.sit("Ada", "Bruno", "Clio", owner=HOST.public)
    assert (True, True) == harness.seen["ann"]
