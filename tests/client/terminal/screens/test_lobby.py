"""The lobby's screen: people and their keys, being ready, and inviting others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.terminal.screens import lobby as lobby_module
from sealed_wonders.client.terminal.screens.lobby import LobbyScreen
from sealed_wonders.client.words import lobby
from sealed_wonders.client.words.addresses import address_in
from sealed_wonders.client.words.draw import measure, text_of
from sealed_wonders.client.words.narration import LineKind, NarratedLine
from sealed_wonders.client.words.symbols import ASCII
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
from tests.support.agreed import agreed
from tests.support.lobbies import named
from tests.support.pseudolocale import pseudolocale
from tests.support.stacks import Seated

Sit = Callable[..., Seated]

SIZES = [(80, 24), (120, 40), (200, 60)]

OTHER_KEY = b"another key of 32 bytes, all told"[:32]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Return a function that seats Ann in a lobby, with some people whose keys changed."""
    made: list[Seated] = []

    def make(players: int = 3, *changed: str, **others: Any) -> Seated:
        folder = tmp_path / f"{len(made)}"
        for name in changed:
            Home(folder / "ann", folder / "ann").people.pin(name, OTHER_KEY)
        seated = Seated(folder, players, **others)
        made.append(seated)
        seated.stack.base = LobbyScreen(seated.stack)
        return seated

    yield make
    for seated in made:
        seated.close()


def line_of(seated: Seated, name: str) -> str:
    """Give the row of somebody."""
    [line] = [
        one for one in seated.look().split("\n") if re.match(rf" [▸ ] \d {name} ", one)
    ]
    return " ".join(line.split())


def news(seated: Seated, **others: Any) -> LobbyNews:
    """Have something else be so in the lobby."""
    known = seated.stack.known
    assert known.news is not None
    known.news = replace(known.news, **others)
    return known.news


def is_ready(seated: Seated) -> bool:
    seated.host.settle()
    known = seated.stack.known
    if known.charter is not None:
        return True
    assert known.news is not None
    me = known.keyring.me
    return any(one.ready for one in known.news.people if one.identity == me)


def warned(seated: Seated) -> str:
    """Give all that is seen, without frames."""
    return " ".join(re.sub("[│╭╮╰╯─]", " ", seated.look()).split())


def test_it_is_said_who_sits_there_and_who_is_ready(sit: Sit) -> None:
    seated = sit()
    mine = fingerprint(seated.human.identity.public)
    assert f"▸ 1 ann not ready you, with key {mine}" == line_of(seated, "ann")
    bob = fingerprint(named("bob").public)
    assert f"2 bob ready new: {bob}" == line_of(seated, "bob")
    seen = seated.look()
    assert "Table 1 at the house" in seen, "and not table table 1"
    assert "3 of 3 players are here" in seen
    assert "When you are ready to begin, press r." in seen


def test_only_the_person_who_hosts_reads_its_pin(sit: Sit) -> None:
    """As written in the notice of a first visit."""
    seated = sit()
    known = seated.stack.known
    known.invitations = (Invitation(f"192.168.1.5:7007#{'ab' * 16}"),)
    assert "Pin of this host" not in seated.look(80, 40)
    known.hosts = True
    assert f"Pin of this host: {'ab' * 16}" in seated.look(80, 40)


def test_bots_that_will_come_are_named_and_counted(sit: Sit) -> None:
    """Nobody waits for others where all other seats are theirs."""
    seated = sit()
    known = seated.stack.known
    assert known.news is not None
    people = tuple(ready_one(one) for one in known.news.people[:1])
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
    """Give somebody who is ready."""
    return msgspec.structs.replace(person, ready=True)


def test_who_is_known_away_or_a_bot_is_told_apart(sit: Sit) -> None:
    seated = sit()
    seated.human.home.people.pin("bob", named("bob").public)
    known = seated.stack.known
    assert known.news is not None
    me = known.keyring.me
    people = [
        one
        if one.name != "cleo"
        else msgspec.structs.replace(one, owner=me, ready=True, here=False)
        for one in known.news.people
    ]
    news(seated, people=tuple(people))
    assert line_of(seated, "bob").endswith("ready known to you")
    assert line_of(seated, "cleo").endswith("not connected your bot")


def test_ready_is_said_and_taken_back(sit: Sit) -> None:
    seated = sit(terms=Terms.of(suite=OPEN, players=4, own=agreed(sides="choose")))
    assert seated.stack.act("ready")
    assert is_ready(seated)
    assert line_of(seated, "ann").startswith("▸ 1 ann ready")
    assert "You are ready. 1 seat is still free." in seated.look()
    seated.stack.act("ready")
    assert not is_ready(seated)
    assert "When you are ready to begin, press r." in seated.look()


def test_enter_at_ones_own_row_is_ready_too(sit: Sit) -> None:
    seated = sit()
    seated.stack.act("enter")
    assert is_ready(seated)
    assert seated.stack.known.charter is not None


def test_enter_pressed_once_more_takes_nothing_back(sit: Sit) -> None:
    seated = sit(terms=Terms.of(suite=OPEN, players=4, own=agreed(sides="choose")))
    seated.stack.act("enter")
    seated.stack.act("enter")
    assert is_ready(seated)


def test_it_is_said_for_whom_a_table_waits(sit: Sit) -> None:
    seated = sit()
    known = seated.stack.known
    assert known.news is not None
    ready = {"ann": True, "bob": False, "cleo": False}
    people = [
        msgspec.structs.replace(one, ready=ready[one.name]) for one in known.news.people
    ]
    news(seated, people=tuple(people))
    assert "You are ready. Waiting for bob and cleo." in seated.look()


def test_anybodys_key_can_be_read_aloud(sit: Sit) -> None:
    seated = sit()
    seated.stack.act("digit 2")
    seated.stack.act("enter")
    assert f"bob has the key {fingerprint(named('bob').public)}." in seated.look()


def test_a_seat_is_asked_for_by_who_is_ready(sit: Sit) -> None:
    """Enter at somebody who isn't asks whether it is meant; the host tells everybody."""
    seated = sit(terms=Terms.of(suite=OPEN, players=4, own=agreed(sides="choose")))
    seated.human.host.client("dan", ready=False)
    seated.human.host.settle()
    seated.stack.act("ready")
    seated.human.host.settle()
    seated.stack.act("digit 4")
    seated.stack.act("enter")
    asked = seated.look()
    assert "Ask for the seat of dan, who isn't ready?" in asked
    assert fingerprint(named("dan").public) in asked
    seated.stack.act("enter")
    seated.human.host.settle()
    assert "Warning: ann asked for dan's seat." in seated.look()
    seated.stack.act("enter")
    seated.human.host.settle()
    assert "You have stopped asking for dan's seat." in seated.look()


def test_a_changed_key_is_warned_of_and_confirmed_by_voice(sit: Sit) -> None:
    seated = sit(3, "bob")
    key = fingerprint(named("bob").public)
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
    assert Pin.CHANGED is people.check("bob", named("bob").public)
    seated.stack.act("trust")
    seated.stack.act("enter")
    assert Pin.KNOWN is people.check("bob", named("bob").public)
    assert "known to you" in line_of(seated, "bob")
    assert "If that is their key" not in warned(seated)
    seated.stack.act("ready")
    assert is_ready(seated)


def test_one_of_several_changed_keys_is_trusted(sit: Sit) -> None:
    seated = sit(3, "bob", "cleo")
    seated.stack.act("trust")
    assert "Whose key? Select a player with Up" in seated.look()
    seated.stack.act("digit 3")
    assert "Ask cleo in person or by phone" in warned(seated)
    seated.stack.act("enter")
    assert "Has cleo told you" in warned(seated)
    seated.stack.act("enter")
    people = seated.human.home.people
    assert Pin.KNOWN is people.check("cleo", named("cleo").public)
    assert Pin.CHANGED is people.check("bob", named("bob").public)


def test_nobody_is_trusted_whose_key_has_not_changed(sit: Sit) -> None:
    seated = sit()
    seated.stack.act("trust")
    assert not seated.stack.overlays
    assert "Nobody here has a different" in seated.look()


def test_ready_all_the_same_has_to_be_meant(sit: Sit) -> None:
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
    assert Pin.CHANGED is people.check("bob", named("bob").public), "nothing is kept"


@pytest.mark.parametrize("action", ["trust", "ready"])
def test_a_yes_is_no_yes_to_whoever_comes_meanwhile(sit: Sit, action: str) -> None:
    """Another bob, with a third key, while the question about the second is open."""
    seated = sit(3, "bob")
    seated.stack.act(action)
    known = seated.stack.known
    assert known.news is not None
    third = named("not bob").public
    people = [
        one if one.name != "bob" else msgspec.structs.replace(one, identity=third)
        for one in known.news.people
    ]
    news(seated, people=tuple(people))
    seated.stack.act("enter")
    assert not is_ready(seated)
    people_known = seated.human.home.people
    assert Pin.CHANGED is people_known.check("bob", third)
    assert "Somebody else has joined in the meantime. Check again." in seated.look()


def test_a_damaged_file_is_not_read_again_at_every_look(sit: Sit) -> None:
    """It is warned of when it is found out, and a look changes nothing."""
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


def test_what_is_played_and_why_seats_are_drawn_again_is_said(sit: Sit) -> None:
    seated = sit()
    news(seated, note="draw 2: bob did not reveal")
    seen = warned(seated)
    assert "7 Wonders for 3 players; everybody chooses a side" in seen
    assert (
        'The seats are being drawn again. The host says: "draw 2: bob did not reveal"'
    ) in seen
    assert "Cards are dealt openly here: the host" in seen
    known = seated.stack.known
    assert known.news is not None
    options = tuple(
        (key, SEALED if key == "suite" else value) for key, value in known.news.options
    )
    news(seated, options=options)
    assert "▣ Cards are sealed: only you can see your hand" in warned(seated)
    assert "dealt openly" not in warned(seated)
    news(seated, options=options, looks_on=True)
    assert "▣ Cards are sealed: a hand can be seen only by its player" in warned(seated)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (f"192.168.1.5:7007#{'ab' * 16}", True),
        (f"[2001:db8:1111:2222:3333:4444:5555:6666]:17007#{'ab' * 16}", True),
        (f"127.0.0.1:7007#{'ab' * 16}", False),
        (f"localhost:7007#{'ab' * 16}", False),
        ("", False),
    ],
)
def test_others_are_invited_by_an_address_that_leads_here(
    sit: Sit, address: str, shown: bool
) -> None:
    seated = sit()
    seated.stack.known.invitations = (Invitation(address),)
    seen = seated.look()
    assert shown == ("Others can find the table" in seen)
    if shown:
        command = f"wonders join {in_shell(address)}"
        assert command in seen.replace("\n", "")
        assert str(address_in(command)) == address


@pytest.mark.parametrize("size", SIZES)
def test_an_address_by_which_few_come_is_marked(
    sit: Sit, size: tuple[int, int]
) -> None:
    seated = sit()
    seated.stack.known.invitations = (
        Invitation("192.168.1.5:7007"),
        Invitation(f"[2001:db8::5]:7007#{'ab' * 16}", Reach.TUNNEL),
        Invitation("172.17.0.1:7007", Reach.DISCONNECTED),
    )
    seen = [line.strip() for line in seated.look(*size).split("\n")]
    assert "wonders join 192.168.1.5:7007" in seen
    assert "wonders join 172.17.0.1:7007 (not connected)" in seen
    assert any("(a tunnel, such as a VPN)" in line for line in seen)


def test_the_end_of_the_talk_stands_below(sit: Sit) -> None:
    seated = sit()
    for number in range(60):
        seated.stack.known.narration.append(
            NarratedLine(LineKind.CHAT, f"bob says: {number}", None)
        )
    assert "bob says: 59" in seated.look()
    assert "bob says: 40" in seated.look(120, 60)
    assert "bob says: 0\n" not in seated.look(200, 60)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("changed", [(), ("bob", "cleo", "gina")])
def test_seven_with_long_names_fit(
    sit: Sit, changed: tuple[str, ...], language: str, size: tuple[int, int]
) -> None:
    seated = sit(7, *changed)
    known = seated.stack.known
    known.host = "H" * 24
    known.invitations = (Invitation(f"192.168.101.105:17007#{'ab' * 16}"),)
    assert known.news is not None
    people = [
        msgspec.structs.replace(
            one,
            name=one.name if one.name == "ann" else one.name.ljust(24, "W"),
        )
        for one in known.news.people
    ]
    if not changed:
        news(seated, table="T" * 24, people=tuple(people))
    words.use(language)
    seen = check(seated, *size)
    assert f"#{'ab' * 16}" in seen
    for name in ("ann", "bob", "cleo", "dora", "emil", "fred", "gina"):
        assert f" {name}" in seen
    for name in changed or ("dora",):
        assert fingerprint(named(name).public) in seen
    seated.stack.symbols = ASCII
    check(seated, *size)
    with pseudolocale():
        check(seated, *size)


def check(seated: Seated, width: int, height: int) -> str:
    rows = seated.stack.draw(width, height)
    assert height == len(rows)
    assert {width} == {measure(one) for one in rows}
    return text_of(rows)


def test_plain_signs_are_all_ascii(sit: Sit) -> None:
    lines = sit(3, "bob", symbols=ASCII).look().split("\n")[:-1]
    assert all(line.isascii() for line in lines), lines


GOES_ON = (
    "If a player is absent for {time}, all the others can agree to go on without them."
)

RESCUES = (
    "If a player is absent for {time} and all the others agree, a spectator or one "
    "of the host's bots can play on with that player's hand. Or the others can agree "
    "to go on without that player."
)

PRICE = "This means that all the other players together could read your hand."


@pytest.mark.parametrize(
    ("seats", "terms", "said"),
    [
        (3, {}, GOES_ON.format(time="1 minute 30 seconds")),
        (3, {"gone_after": 5}, GOES_ON.format(time="5 seconds")),
        (
            3,
            {"when_gone": "wait"},
            "If a player is absent, the table waits for as long as it takes.",
        ),
        (
            3,
            {"when_gone": "rescue", "gone_after": 300},
            RESCUES.format(time="5 minutes"),
        ),
        (7, {"when_gone": "rescue"}, PRICE),
        # Neither of two can be outvoted by the other.
        (2, {}, "If a player is absent, the table waits for as long as it takes."),
        (
            2,
            {"when_gone": "rescue"},
            "If a player is absent, the table waits for as long as it takes.",
        ),
    ],
)
@pytest.mark.parametrize("game", ["wonders", "architects"])
def test_it_is_said_what_the_table_does_when_somebody_is_gone(
    sit: Sit, game: str, seats: int, terms: dict[str, Any], said: str
) -> None:
    """Before anybody is ready: at the screen, and in lines."""
    if (game, seats) == ("wonders", 2):
        return
    seated = sit(seats, terms=Terms.of(game, players=seats, suite=SEALED, **terms))
    assert said in " ".join(warned(seated).split())
    assert said in list(lobby.terms(news(seated)))
    assert "gone" not in next(lobby.terms(news(seated)))


@pytest.mark.parametrize(
    ("seats", "terms"),
    [
        (2, {"when_gone": "rescue"}),
        (3, {}),
        (3, {"when_gone": "wait"}),
        (3, {"when_gone": "rescue", "suite": OPEN}),
    ],
)
def test_a_price_is_named_only_where_there_is_one(
    sit: Sit, seats: int, terms: dict[str, Any]
) -> None:
    """Of two nobody has anything of the other; where cards lie open nothing is hidden."""
    suite = terms.pop("suite", SEALED)
    seated = sit(
        seats, terms=Terms.of("architects", players=seats, suite=suite, **terms)
    )
    assert PRICE not in list(lobby.terms(news(seated)))


HOST_READS = (
    "All the other seats belong to the host's bots: the host's operator could read "
    "your hand."
)
ONE_READS = "All the other seats belong to the same owner, who could read your hand."
TWO_READ = (
    "Counting each bot under its owner, only 2 people hold the {seats} other seats. "
    "Together, they could read your hand."
)


def shared(seated: Seated, *owners: str | None, bots: int = 0) -> LobbyNews:
    """Have somebody own each of the others, None is nobody; and bots of the host's to come."""
    known = seated.stack.known
    assert known.news is not None
    host = dict(known.news.options)["host"]
    keys = {"host": host, "ann": known.keyring.me, None: None}
    keys |= {it.name: it.identity for it in known.news.people if it.name != "ann"}
    mine, *others = known.news.people
    people = [
        msgspec.structs.replace(one, owner=keys[owner])
        for one, owner in zip(others, owners, strict=False)
    ]
    names = ("Atossa", "Dido", "Cadmus")[:bots]
    return news(seated, people=(mine, *people), bots=names)


@pytest.mark.parametrize(
    ("owners", "bots", "said"),
    [
        (("host", "host", "host"), 0, HOST_READS),
        ((), 3, HOST_READS),
        ((None, "bob", "bob"), 0, ONE_READS),
        ((None, "host", "host"), 0, TWO_READ.format(seats=3)),
        ((None,), 2, TWO_READ.format(seats=3)),
        ((None, None, None), 0, ""),
        ((None, None), 1, ""),
        # Without a bot of her own nobody has all that it takes.
        (("ann", "host", "host"), 0, ""),
        # Of two, neither holds anything of the other.
        ((), 1, ""),
    ],
)
def test_it_is_said_how_few_could_read_a_hand(
    sit: Sit, owners: tuple[str | None, ...], bots: int, said: str
) -> None:
    """Where bots are the host's, or one another's, at a table that gives seats away."""
    seated = sit(
        4, terms=Terms.of("wonders", players=4, suite=SEALED, when_gone="rescue")
    )
    shown = shared(seated, *owners, bots=bots)
    keyring = seated.stack.known.keyring
    assert ([said] if said else []) == list(lobby.readers(shown, keyring))
    assert said in warned(seated)
    assert set(lobby.readers(shown, keyring)) <= {*lobby.people(shown, keyring)}


@pytest.mark.parametrize(
    "terms", [{}, {"when_gone": "wait"}, {"when_gone": "rescue", "suite": OPEN}]
)
def test_nothing_is_said_of_readers_where_no_seat_is_given_away(
    sit: Sit, terms: dict[str, Any]
) -> None:
    """Nor to somebody who only looks on."""
    how = {"suite": SEALED, **terms}
    seated = sit(4, terms=Terms.of("wonders", players=4, **how))
    shown = shared(seated, "host", "host", "host")
    assert [] == list(lobby.readers(shown, seated.stack.known.keyring))
    seated = sit(
        4, terms=Terms.of("wonders", players=4, suite=SEALED, when_gone="rescue")
    )
    shown = shared(seated, "host", "host", "host")
    shown = replace(shown, people=shown.people[1:])
    assert [] == list(lobby.readers(shown, seated.stack.known.keyring))


# Seats that a machine lends.


def lent(seated: Seated, *lenders: str | None, **others: Any) -> LobbyNews:
    """Have machines lend the others their seats: somebody's, or one that doesn't play."""
    known = seated.stack.known
    assert known.news is not None
    keys: dict[str | None, bytes | None] = {
        it.name: it.identity for it in known.news.people
    }
    keys |= {None: None, "the attic": named("the attic").public}
    mine, *some = known.news.people
    people = [
        msgspec.structs.replace(one, lender=keys[lender], ready=True)
        for one, lender in zip(some, lenders, strict=False)
    ]
    return news(seated, people=(mine, *people), **others)


HALF = "bob's machine plays 2 of 4 seats: the game ends if it stops."
MOST = (
    "bob's machine plays {} seats: it can put you out, and the game ends if it stops."
)
READS = (
    "bob's machine plays 3 of 4 seats: it can put you out, the game ends if it stops, "
    "and it can read your hand."
)


@pytest.mark.parametrize(
    ("lenders", "terms", "said"),
    [
        ((None, "bob", None), {}, [HALF]),
        ((None, "bob", "bob"), {}, [MOST.format("3 of 4")]),
        ((None, "bob", "bob"), {"when_gone": "rescue"}, [READS]),
        ((None, "bob", None, None), {}, []),
        ((None, "bob", "bob", None), {}, [MOST.format("3 of 5")]),
        ((None, "bob", "bob", "bob"), {}, [MOST.format("4 of 5")]),
        # One seat is one person's, on whosever machine.
        (("the attic", None, None), {}, []),
        # Whoever lends knows it.
        (("ann", "ann", "ann"), {}, []),
    ],
)
def test_a_lender_of_half_of_the_seats_is_warned_of(
    sit: Sit, lenders: tuple[str | None, ...], terms: dict[str, Any], said: list[str]
) -> None:
    """Before one is ready: what the machine could do that plays for so many."""
    seats = len(lenders) + 1
    seated = sit(seats, terms=Terms.of("wonders", players=seats, suite=SEALED, **terms))
    shown = lent(seated, *lenders)
    keyring = seated.stack.known.keyring
    assert said == list(lobby.readers(shown, keyring))
    assert set(said) <= {*lobby.people(shown, keyring)}
    for one in said:
        assert one in warned(seated)


def test_a_machine_that_does_not_play_itself_has_a_key_for_a_name(sit: Sit) -> None:
    seated = sit(4, terms=Terms.of("wonders", players=4, suite=SEALED))
    shown = lent(seated, "the attic", "the attic", "the attic")
    key = fingerprint(named("the attic").public)
    (said, *_) = lobby.readers(shown, seated.stack.known.keyring)
    assert said.startswith(f"The machine {key} plays 3 of 4 seats:")
    assert f"on the machine {key}" in warned(seated)
    assert any(
        line.startswith(f"bob (on the machine {key}): ")
        for line in lobby.people(shown, seated.stack.known.keyring)
    )


def test_bots_of_a_lender_count_with_its_seats(sit: Sit) -> None:
    seated = sit(5, terms=Terms.of("wonders", players=5, suite=SEALED))
    shown = lent(seated, None, "bob", None, None)
    bob = shown.people[1].identity
    *some, last = shown.people
    people = (*some, msgspec.structs.replace(last, owner=bob))
    shown = news(seated, people=people)
    assert [MOST.format("3 of 5")] == list(
        lobby.readers(shown, seated.stack.known.keyring)
    )


def test_it_is_said_how_few_machines_could_read_a_hand(sit: Sit) -> None:
    seated = sit(
        5, terms=Terms.of("wonders", players=5, suite=SEALED, when_gone="rescue")
    )
    shown = lent(seated, None, "bob", None, None)
    assert [
        "Only 3 machines play the 4 other seats. Together, they could read your hand."
    ] == list(lobby.readers(shown, seated.stack.known.keyring))


def test_nobody_is_ready_before_they_agree_to_a_lender(sit: Sit) -> None:
    """By hand, or at once: the question is whether to play with that machine."""
    seated = sit(4, terms=Terms.of("wonders", players=4, suite=OPEN))
    lent(seated, None, "bob", "bob")
    seated.stack.act("ready")
    assert not is_ready(seated)
    assert "Play anyway?" in warned(seated)
    assert "bob's machine plays 3 of 4 seats: it can put you out" in warned(seated)
    seated.stack.act("back")
    assert not is_ready(seated)
    person = seated.stack.person
    assert person is not None
    person.readiness.eager = True
    person.readiness.look(is_ready=False)
    assert not is_ready(seated)
    person.readiness.eager = False
    seated.stack.act("ready")
    seated.stack.act("enter")
    assert is_ready(seated)


def test_a_lender_that_comes_to_hold_half_takes_readiness_back(sit: Sit) -> None:
    seated = sit(4, terms=Terms.of("wonders", players=5, suite=OPEN))
    seated.stack.act("ready")
    assert is_ready(seated)
    lent(seated, None, "bob", "bob")
    person = seated.stack.person
    assert person is not None
    person.readiness.look(is_ready=True)
    assert not is_ready(seated)


def test_a_lent_seat_has_no_key_to_be_known_by(sit: Sit) -> None:
    """It has another one each evening: none is remembered, and none is false."""
    seated = sit(3, "bob")
    assert [it.name for it in seated.stack.known.keyring.changed(news(seated))]
    shown = lent(seated, "the attic", None)
    assert [] == list(seated.stack.known.keyring.changed(shown))
    person = seated.stack.person
    assert person is not None
    bob = shown.people[1]
    person.readiness.trust("bob")
    home = seated.human.home.people
    assert Pin.CHANGED is home.check("bob", bob.identity), "nothing is kept"
    cleo = TablePerson("cleo", named("a phone").public, None, bob.lender)
    person.readiness.meet(cleo)
    assert Pin.NEW is home.check("cleo", cleo.identity)


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("seats", [2, 7])
def test_another_game_says_what_it_takes(sit: Sit, seats: int, language: str) -> None:
    """Its title, and that nothing is turned up without all; nothing is cut for it."""
    seated = sit(seats, terms=Terms.of("architects", players=seats, suite=SEALED))
    words.use(language)
    try:
        seen = warned(seated)
        told = list(lobby.terms(news(seated)))
    finally:
        words.use("en")
    assert 4 == len(told)
    assert "7 Wonders: Architects" in told[0]
    for line in told:
        assert " ".join(line.split()) in seen


def test_that_options_stay_is_said(sit: Sit) -> None:
    seated = sit()
    seated.stack.act("options")
    drawn = " ".join(seated.look().replace("│", " ").split())
    assert lobby_module.options_stay() in drawn


@pytest.mark.parametrize(
    ("onlookers", "added"),
    [((), ""), (("cleo",), " A spectator can take a seat with r.")],
)
def test_where_players_are_missing_that_is_said(
    sit: Sit, onlookers: tuple[str, ...], added: str
) -> None:
    seated = sit()
    known = seated.stack.known
    assert known.news is not None
    people = tuple(ready_one(one) for one in known.news.people[:2])
    news(seated, people=people, wanted=0, onlookers=onlookers)
    assert f"You are ready. 1 more player is needed.{added}\n" in re.sub(
        " +\n", "\n", seated.look(120, 40)
    )


def test_chat_that_the_screen_shows_is_not_repeated_below(sit: Sit) -> None:
    seated = sit()
    said = "bob says: here I am"
    seated.stack.known.narration.append(NarratedLine(LineKind.CHAT, said, None))
    assert 1 == seated.look(120, 40).count(said)
