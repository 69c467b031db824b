"""The lobby screen: people and their keys, getting ready, and inviting others."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sealed_wonders.client.questions.addresses import address_in
from sealed_wonders.client.signs.symbols import ASCII
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.tablewords import lobby
from sealed_wonders.client.terminal.screens.lobby import LobbyScreen
from sealed_wonders.client.view.narration import LineKind, NarratedLine
from sealed_wonders.host.terms import Terms
from sealed_wonders.net import words
from sealed_wonders.net.address import in_shell
from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.messages import LobbyPerson
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.lobbies import identity_of
from tests.support.pseudolocale import pseudolocale
from tests.support.stacks import OTHERS, Seated, Sit

OTHER_KEY = b"another key of 32 bytes, all told"[:32]


@pytest.fixture
def sit(sit: Sit, tmp_path: Path) -> Sit:
    """Return a function that seats Ann in a lobby, with some people whose keys changed."""

    def make(players: int = 3, *changed: str, **others: Any) -> Seated:
        folder = next(folders)
        home = Home(folder / "ann", folder / "ann")
        for name in changed:
            home.people.pin(name, OTHER_KEY)
        seated = sit(players, folder=folder, **others)
        seated.stack.base = LobbyScreen(seated.stack)
        return seated

    folders = (tmp_path / f"lobby {number}" for number in itertools.count())
    return make


def line_of(seated: Seated, name: str) -> str:
    """Return somebody's row."""
    [line] = [
        one for one in seated.look().split("\n") if re.match(rf" [▸ ] \d {name} ", one)
    ]
    return " ".join(line.split())


def news(seated: Seated, **others: Any) -> LobbyNews:
    """Change the news of the lobby."""
    seated.stack.known.news = replace(seated.news, **others)
    return seated.news


def change(seated: Seated, name: str, /, **others: Any) -> None:
    """Change somebody in the news of the lobby."""
    people = [
        msgspec.structs.replace(it, **others) if it.name == name else it
        for it in seated.news.people
    ]
    news(seated, people=tuple(people))


def is_ready(seated: Seated) -> bool:
    seated.host.settle()
    known = seated.stack.known
    if known.charter is not None:
        return True
    me = known.keyring.me
    return any(one.ready for one in seated.news.people if one.identity == me)


def warned(seated: Seated) -> str:
    """Return the whole text, without frames."""
    return " ".join(re.sub("[│╭╮╰╯─]", " ", seated.look()).split())


def test_expected_bots_are_named_and_counted(sit: Sit) -> None:
    """If bots will take all other seats, the lobby doesn't wait for anybody."""
    seated = sit()
    known = seated.stack.known
    people = tuple(ready_one(one) for one in seated.news.people[:1])
    shown = news(seated, people=people, bots=("Atossa", "Dido"))
    seen = seated.look()
    assert "Atossa and Dido, the host's bots, join when everybody is ready." in seen
    assert "Everybody is ready; the bots are on their way." in seen
    said = list(lobby.people(shown, known.keyring))
    assert "1 of 3 players is here:" == said[0]
    assert "Atossa and Dido, the host's bots, join when everybody is ready." == said[-1]
    news(seated, bots=("Dido",))
    seen = seated.look()
    assert "Dido, one of the host's bots, joins when everybody is ready." in seen
    assert "You are ready. 1 seat is still free." in seen


def ready_one(person: LobbyPerson) -> LobbyPerson:
    return msgspec.structs.replace(person, ready=True)


def test_known_absent_and_bot_players_are_distinguished(sit: Sit) -> None:
    seated = sit()
    seated.human.home.people.pin("bob", identity_of("bob").public)
    me = seated.stack.known.keyring.me
    change(seated, "cleo", owner=me, ready=True, here=False)
    assert line_of(seated, "bob").endswith("ready known to you")
    assert line_of(seated, "cleo").endswith("not connected your bot")


def test_a_changed_key_causes_a_warning_until_it_is_confirmed(sit: Sit) -> None:
    seated = sit(3, "bob")
    key = fingerprint(identity_of("bob").public)
    assert f"KEY CHANGED: {key}" in line_of(seated, "bob")
    assert f"Ask bob in person or by phone whether their key is {key}." in warned(
        seated
    )
    seated.stack.act("trust")
    asked = warned(seated)
    assert "Has bob told you in person or by phone that their key is" in asked
    assert f"{key}?" in asked
    seated.stack.act("back")
    people = seated.human.home.people
    assert Pin.CHANGED is people.check("bob", identity_of("bob").public)
    seated.stack.act("trust")
    seated.stack.act("enter")
    assert Pin.KNOWN is people.check("bob", identity_of("bob").public)
    assert "known to you" in line_of(seated, "bob")
    assert "If that is their key" not in warned(seated)
    seated.stack.act("ready")
    assert is_ready(seated)


def test_one_of_several_changed_keys_can_be_trusted(sit: Sit) -> None:
    seated = sit(3, "bob", "cleo")
    seated.stack.act("trust")
    assert "Whose key? Select a player with Up" in seated.look()
    seated.stack.act("digit 3")
    assert "Ask cleo in person or by phone" in warned(seated)
    seated.stack.act("enter")
    assert "Has cleo told you" in warned(seated)
    seated.stack.act("enter")
    people = seated.human.home.people
    assert Pin.KNOWN is people.check("cleo", identity_of("cleo").public)
    assert Pin.CHANGED is people.check("bob", identity_of("bob").public)


@pytest.mark.parametrize("action", ["trust", "ready"])
def test_agreeing_does_not_apply_to_somebody_who_joined_meanwhile(
    sit: Sit, action: str
) -> None:
    """
    Another Bob, with a third key, joins while the question about the second one is
    open.
    """
    seated = sit(3, "bob")
    seated.stack.act(action)
    third = identity_of("not bob").public
    change(seated, "bob", identity=third)
    seated.stack.act("enter")
    assert not is_ready(seated)
    people_known = seated.human.home.people
    assert Pin.CHANGED is people_known.check("bob", third)
    assert "Somebody else has joined in the meantime. Check again." in seated.look()


def test_drawing_does_not_repeat_the_warning_about_a_damaged_file(sit: Sit) -> None:
    """The warning comes when the damage is found."""
    seated = sit()
    path = seated.human.home.people.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("rubbish\n")
    news(seated, note="draw 2: bob did not reveal")
    seated.look()
    told = len(seated.stack.known.narration)
    for _look in range(3):
        seated.look()
    assert told == len(seated.stack.known.narration)


def test_the_lobby_states_the_game_the_dealing_and_why_seats_are_redrawn(
    sit: Sit,
) -> None:
    seated = sit()
    news(seated, note="draw 2: bob did not reveal")
    seen = warned(seated)
    assert "7 Wonders for 3 players; everybody chooses a side" in seen
    assert (
        'The seats are being drawn again. The host says: "draw 2: bob did not reveal"'
    ) in seen
    assert "Cards are dealt openly here: the host" in seen
    options = tuple(
        (key, SEALED if key == "suite" else value) for key, value in seated.news.options
    )
    news(seated, options=options)
    assert "▣ Cards are sealed: only you can see your hand" in warned(seated)
    assert "dealt openly" not in warned(seated)
    news(seated, options=options, looks_on=True)
    assert "▣ Cards are sealed: a hand can be seen only by its player" in warned(seated)


def test_the_lobby_shows_addresses_that_others_can_use(sit: Sit) -> None:
    """
    An address that few can reach is marked. Only the person who hosts sees the host's
    pin.
    """
    seated = sit()
    known, pin = seated.stack.known, "ab" * 16
    for address, shown in (
        (f"192.168.1.5:7007#{pin}", True),
        (f"[2001:db8:1111:2222:3333:4444:5555:6666]:17007#{pin}", True),
        (f"127.0.0.1:7007#{pin}", False),
        (f"localhost:7007#{pin}", False),
        ("", False),
    ):
        known.invitations = (Invitation(address),)
        seen = seated.look()
        assert shown == ("Others can find the table" in seen)
        if shown:
            command = f"wonders join {in_shell(address)}"
            assert command in seen.replace("\n", "")
            assert str(address_in(command)) == address
    known.invitations = (
        Invitation("192.168.1.5:7007"),
        Invitation(f"[2001:db8::5]:7007#{pin}", Reach.TUNNEL),
        Invitation("172.17.0.1:7007", Reach.DISCONNECTED),
    )
    lines = [line.strip() for line in seated.look().split("\n")]
    assert "wonders join 192.168.1.5:7007" in lines
    assert "wonders join 172.17.0.1:7007 (not connected)" in lines
    assert any("(a tunnel, such as a VPN)" in line for line in lines)
    known.invitations = (Invitation(f"192.168.1.5:7007#{pin}"),)
    assert "Pin of this host" not in seated.look(80, 40)
    known.hosts = True
    assert f"Pin of this host: {pin}" in seated.look(80, 40)


def test_the_latest_chat_is_shown_at_the_bottom(sit: Sit) -> None:
    seated = sit()
    for number in range(60):
        seated.stack.known.narration.append(
            NarratedLine(LineKind.CHAT, f"bob says: {number}", None)
        )
    assert "bob says: 59" in seated.look()
    assert "bob says: 40" in seated.look(120, 60)
    assert "bob says: 0\n" not in seated.look(200, 60)


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("changed", [(), ("bob", "cleo", "gina")])
def test_seven_players_with_long_names_fit(
    sit: Sit, changed: tuple[str, ...], language: str
) -> None:
    seated = sit(7, *changed)
    known = seated.stack.known
    known.host = "H" * 24
    known.invitations = (Invitation(f"192.168.101.105:17007#{'ab' * 16}"),)
    if not changed:
        news(seated, table="T" * 24)
        for name in OTHERS:
            change(seated, name, name=name.ljust(24, "W"))
    words.use(language)
    for size in ((80, 24), (120, 40), (200, 60)):
        seen = seated.look(*size)
        assert f"#{'ab' * 16}" in seen
        for name in ("ann", "bob", "cleo", "dora", "emil", "fred", "gina"):
            assert f" {name}" in seen
        for name in changed or ("dora",):
            assert fingerprint(identity_of(name).public) in seen
        with pseudolocale():
            seated.look(*size)
    seated.stack.symbols = ASCII
    seated.look()


# Lent seats.


def lent(seated: Seated, *lenders: str | None, **others: Any) -> LobbyNews:
    """
    Let machines lend the others their seats: those of players, or one that doesn't
    play.
    """
    keys: dict[str | None, bytes | None] = {
        it.name: it.identity for it in seated.news.people
    }
    keys |= {None: None, "the attic": identity_of("the attic").public}
    mine, *some = seated.news.people
    people = [
        msgspec.structs.replace(one, lender=keys[lender], ready=True)
        for one, lender in zip(some, lenders, strict=False)
    ]
    return news(seated, people=(mine, *people), **others)


def test_the_terms_and_who_could_read_a_hand_are_on_the_screen(sit: Sit) -> None:
    """
    The machine of a lent seat is shown, too. `tests/client/tablewords/test_lobby.py`
    has more.
    """
    terms = Terms.of(players=4, suite=SEALED, when_gone="rescue")
    seated = sit(4, terms=terms)
    shown = lent(seated, "the attic", "the attic", "the attic")
    seen = warned(seated)
    readers = lobby.readers(shown, seated.stack.known.keyring)
    for line in (*lobby.terms(shown), *readers):
        assert " ".join(line.split()) in seen
    assert f"on the machine {fingerprint(identity_of('the attic').public)}" in seen


def test_a_player_must_agree_to_a_powerful_lender_before_being_ready(sit: Sit) -> None:
    """This also holds if the player gets ready automatically."""
    seated = sit(4, terms=Terms.of("wonders", players=4, suite=OPEN))
    lent(seated, None, "bob", "bob")
    seated.stack.act("ready")
    assert not is_ready(seated)
    assert "Play anyway?" in warned(seated)
    assert "bob's machine plays 3 of 4 seats. It can vote you out" in warned(seated)
    seated.stack.act("back")
    assert not is_ready(seated)
    person = seated.human.person
    person.readiness.eager = True
    person.readiness.look(is_ready=False)
    assert not is_ready(seated)
    person.readiness.eager = False
    seated.stack.act("ready")
    seated.stack.act("enter")
    assert is_ready(seated)


def test_readiness_is_withdrawn_when_a_lender_comes_to_hold_half(sit: Sit) -> None:
    seated = sit(4, terms=Terms.of("wonders", players=5, suite=OPEN))
    seated.stack.act("ready")
    assert is_ready(seated)
    lent(seated, None, "bob", "bob")
    person = seated.human.person
    person.readiness.look(is_ready=True)
    assert not is_ready(seated)


def test_the_key_of_a_lent_seat_is_neither_remembered_nor_checked(sit: Sit) -> None:
    """It is a new one each evening."""
    seated = sit(3, "bob")
    assert [it.name for it in seated.stack.known.keyring.changed(news(seated))]
    shown = lent(seated, "the attic", None)
    assert [] == list(seated.stack.known.keyring.changed(shown))
    person = seated.human.person
    bob = shown.people[1]
    person.readiness.trust("bob")
    home = seated.human.home.people
    assert Pin.CHANGED is home.check("bob", bob.identity), "no key is remembered"
    cleo = TablePerson("cleo", identity_of("a phone").public, None, bob.lender)
    person.readiness.meet(cleo)
    assert Pin.NEW is home.check("cleo", cleo.identity)


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("seats", [2, 7])
def test_the_terms_of_architects_are_shown_in_full(
    sit: Sit, seats: int, language: str
) -> None:
    """They name the game, and say that no card is turned up without everybody."""
    seated = sit(seats, terms=Terms.of("architects", players=seats, suite=SEALED))
    words.use(language)
    seen = warned(seated)
    told = list(lobby.terms(news(seated)))
    assert 4 == len(told)
    assert "7 Wonders: Architects" in told[0]
    for line in told:
        assert " ".join(line.split()) in seen


def test_the_lobby_says_how_many_players_are_missing(sit: Sit) -> None:
    seated = sit()
    people = tuple(ready_one(one) for one in seated.news.people[:2])
    for onlookers, added in (
        ((), ""),
        (("cleo",), " A spectator can take a seat with r."),
    ):
        news(seated, people=people, wanted=0, onlookers=onlookers)
        seen = re.sub(" +\n", "\n", seated.look(120, 40))
        assert f"You are ready. 1 more player is needed.{added}\n" in seen


def test_being_ready_despite_a_changed_key_must_be_confirmed(sit: Sit) -> None:
    seated = sit(3, "bob")
    seated.stack.act("ready")
    assert not is_ready(seated)
    assert "Play anyway, although somebody may be an impostor?" in warned(seated)
    seated.stack.act("back")
    assert not is_ready(seated)
    seated.stack.act("ready")
    seated.stack.act("enter")
    assert is_ready(seated)
    people = seated.human.home.people
    assert Pin.CHANGED is people.check("bob", identity_of("bob").public), (
        "no key is remembered"
    )
