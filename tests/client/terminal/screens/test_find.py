"""The start screen: hosts that come and go, addresses, tables and saved games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sealed_wonders.client.finder import OwnUnfinishedGame, SavedLog, to_reach
from sealed_wonders.client.logs.audit import audit
from sealed_wonders.client.logs.summaries import Summary
from sealed_wonders.client.questions.addresses import address_in
from sealed_wonders.client.signs.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.client.storage.home import OngoingGame
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.tablewords import hosttables, namesakes
from sealed_wonders.client.terminal.screens.find import Find
from sealed_wonders.client.terminal.screens.form import ValuesBox
from sealed_wonders.client.terminal.screens.hosting import BotsBox
from sealed_wonders.client.terminal.screens.start import LEFT_CAP, MENU, START
from sealed_wonders.net import words
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import GameNearby, Nearby
from sealed_wonders.net.log import file
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.tableoptions import BOTS
from sealed_wonders.net.words import use
from tests.support.findharness import FindHarness
from tests.support.french import english
from tests.support.replays import LOG
from tests.support.scenes import KITCHEN, SALON
from tests.support.thorough import only

HOSTS = ("Salon", "Kitchen")

TABLES = (
    TableLine("table1", "wonders", 3, 2, "lobby", ("bob", "cleo")),
    TableLine("garden", "wonders", 0, 1, "lobby", ("dora",)),
    TableLine("roof", "wonders", 3, 3, "playing", ("emil", "fred", "gina")),
    TableLine("cellar", "wonders", 2, 2, "lobby", ("ann", "hans")),
    TableLine("attic", "wonders", 2, 2, "lobby", ("ida", "jo")),
    TableLine("porch", "wonders", 2, 2, "over", ("kim", "lu")),
)


@pytest.fixture
def harness() -> FindHarness:
    """Return Ann at the start screen, with a host nearby."""
    return FindHarness(nearby=(SALON,))


def joining(harness: FindHarness) -> FindHarness:
    """Go to the list of hosts."""
    harness.go("Join a table")
    return harness


def test_labels_of_enter_are_translated_for_this_screen() -> None:
    """A label that has another meaning on another screen isn't reused from there."""
    words.use("fr")
    harness = FindHarness()
    for moves, does in (
        (["first"], "choisir un jeu"),
        (["down"] * 2, "choisir ses options"),
    ):
        for action in moves:
            harness.stack.act(action)
        shown = harness.look().replace("\u00a0", " ")
        assert f"Entrée {does}  1-9 choisir  ↑ ↓ " in shown
    harness.stack.act("digit 2")
    assert "Entrée commencer à jouer " in harness.look().replace("\u00a0", " ")


def test_a_digit_chooses_a_line_of_the_start_screen_at_once() -> None:
    """The same holds for the lists below it. The key row, help and mouse agree."""
    harness = FindHarness()
    seen = harness.look()
    for line in ("4 Join a table  no hosts found yet; still searching", "1-9 choose"):
        assert line in seen
    for label in ("Settings", "Quit"):
        harness.go(label)
    assert ["settings", "quit"] == harness.navigation.done
    harness.stack.act("digit 2")
    assert "Play against bots" == harness.find.title
    harness.stack.act("digit 3")
    assert isinstance(harness.stack.top, BotsBox)
    assert "Enter start playing  1-9 change" in harness.look()
    found = re.search(r"(\d) Bots ", harness.look())
    assert found is not None
    harness.stack.act(f"digit {found[1]}")
    assert isinstance(harness.stack.top, ValuesBox)
    harness.stack.act("digit 5")
    assert isinstance(harness.stack.top, BotsBox)
    assert 5 == harness.stack.top.wanted.values[BOTS]
    assert "To choose a line, type its number," in " ".join(harness.find.help)
    assert harness.find.act("digit"), "a click on the digits in the key row"


def test_learning_and_playing_first_ask_for_the_game() -> None:
    """Each game has a description."""
    for entry, did, smaller in (
        ("Learn to play", "learn", "2 to 7 players"),
        ("Play against bots", "play", "against three bots"),
    ):
        harness = FindHarness()
        for game, what in (
            ("7 Wonders", "the full game, in three ages; "),
            ("Architects", f"a shorter game: draw from piles; {smaller}"),
        ):
            harness.go(entry)
            assert f"{game}  {what}" in harness.look()
            harness.go(f"{1 + (game == 'Architects')} 7 Wonders")
            harness.stack.act("back")
        assert [f"{did} wonders", f"{did} architects"] == harness.navigation.done
        assert harness.at.startswith(entry, 2), "the cursor stays where it was"


def test_the_first_game_offers_lessons() -> None:
    """After a game has been begun, the question isn't asked again."""
    harness = FindHarness(has_played=False)
    harness.stack.settings = Settings(keys={"help": ("f12",)})
    for label, did in (("with lessons", "learn"), ("without lessons", "play")):
        harness.find.open_list("play")
        harness.go("Architects")
        assert "Is this your first game?" in harness.look()
        if did == "play":
            harness.stack.act("down")
            assert "Press F12 for help on any screen." in harness.look()
        assert label in harness.look()
        harness.stack.act("enter")
        assert f"{did} architects" == harness.navigation.done[-1]
        assert [] == harness.stack.overlays
    harness.go("7 Wonders")
    harness.stack.act("back")
    assert 2 == len(harness.navigation.done), "the question can be closed"
    harness.navigation.has_played = True
    harness.go("7 Wonders")
    assert "play wonders" == harness.navigation.done[-1]


def test_a_name_is_asked_for_once_others_will_see_it() -> None:
    """Enter accepts a proposal, and the reason is shown. Bots don't need a name."""
    harness = FindHarness(name="zoe", is_named=False, nearby=(SALON,))
    proposed = harness.navigation
    harness.find.open_list("play")
    harness.go("Architects")
    assert harness.stack.field is None, "bots don't need a name"
    harness.stack.act("back")
    harness.go("Salon")
    field = harness.field
    assert ("What should the others call you?", "zoe") == (field.label, field.text)
    assert field.proposes
    assert "The others at the table see this name." in harness.look()
    assert ["play architects"] == proposed.done
    harness.stack.typed("x" * 25)
    assert "You can't use that name" in harness.look()
    harness.stack.act("back")  # closes the box with the error
    harness.stack.typed("Zoe")
    assert ("connect 192.168.1.5:7007", "Zoe") == (proposed.done[-1], proposed.name)
    harness.stack.act("back")
    harness.go("Salon")
    assert harness.stack.field is None
    hosting = FindHarness(is_named=False)
    hosting.go("Host a table")
    hosting.stack.act("enter")
    assert [] == hosting.navigation.done
    hosting.stack.typed("Zoe")
    assert hosting.navigation.done[0].startswith("host --game wonders")


def unfinished(gid: str, game: str = "wonders") -> OwnUnfinishedGame:
    """Return an unfinished game on this machine."""
    return OwnUnfinishedGame(gid, game, datetime(2026, 3, 1, 20, 15))


HOSTED = replace(unfinished("b"), hosted=True)

LEFT = OngoingGame("192.168.1.5:7777", "garden", "Salon")
"""A game that was left at another host."""


@pytest.mark.parametrize(
    ("there", "at", "did"),
    [
        ({"has_played": False}, "1 Learn to play", None),
        ({}, "2 Play against bots", None),
        ({"last_entry": "host"}, "3 Host a table", None),
        (
            {"learning": ("wonders",)},
            "Resume your lessons in 7 Wonders",
            "learn wonders",
        ),
        (
            {"left": (unfinished("a"), HOSTED)},
            "Reopen the table that you host here 2026-03-01 20:15",
            "resume b",
        ),
        (
            {"going": (LEFT,)},
            "Return to your game on Salon, table garden 192.168.1.5:7777",
            "go back 192.168.1.5:7777 garden",
        ),
        (
            {"going": (LEFT._replace(table="table 1"),)},
            "Return to your game on Salon, table 1 ",
            "go back 192.168.1.5:7777 table 1",
        ),
    ],
)
def test_the_cursor_begins_at_the_likeliest_entry(
    there: dict[str, Any], at: str, did: str | None
) -> None:
    """
    Without an unfinished game, it is at the lessons for a newcomer and at a game
    against bots for others.
    """
    harness = FindHarness(**there)
    assert harness.at.startswith(at)
    if did is not None:
        harness.stack.act("enter")
        assert [did] == harness.navigation.done
        harness.find.left("You have left.")
        assert harness.at.startswith(at)


Steps = Sequence[str | tuple[Nearby, ...]]


@pytest.mark.parametrize(
    ("steps", "at"),
    [
        pytest.param(
            [(SALON,), "down", "up", (KITCHEN, SALON)],
            "1 Salon new to you 192.168.1.5:7007",
            id="it stays with its host when other hosts are found",
        ),
        pytest.param(
            [(KITCHEN, SALON), "down", (KITCHEN,)],
            "3 Type or paste an address",
            id="if its host disappears, it stays in the list",
        ),
        pytest.param(
            [(), (SALON,)],
            "2 Salon new to you 192.168.1.5:7007",
            id="in a fresh list it goes to the first host found",
        ),
        pytest.param(
            [(), "down", (SALON,)], "Back", id="a moved cursor stays where it is"
        ),
        pytest.param(
            [(), "recalled"],
            "1 salon.local:7008",
            id="it goes to a host recalled at once",
        ),
        pytest.param(
            [(), "recalled", "down", "recalled"],
            "2 Type or paste an address",
            id="a moved cursor stays when hosts are recalled",
        ),
    ],
)
def test_the_cursor_in_the_list_of_hosts_follows_changes(steps: Steps, at: str) -> None:
    harness = joining(FindHarness(nearby=()))
    for step in steps:
        if step == "recalled":
            harness.navigation.visited = (Address("salon.local", 7008),)
            harness.find.recalled()
        elif isinstance(step, str):
            harness.stack.act(step)
        else:
            harness.navigation.nearby = step
        harness.look()
    assert at == harness.at
    if "new to you" in at:
        harness.stack.act("enter")
        assert ["connect 192.168.1.5:7007"] == harness.navigation.done


def test_an_unfinished_game_on_this_machine_can_be_resumed() -> None:
    """Beginning another one is offered, too, and labelled as such."""
    left = unfinished("a", "architects")
    harness = FindHarness(left=(left,))
    said = "Resume your game of 7 Wonders: Architects 2026-03-01 20:15"
    assert said == harness.at
    assert "Unfinished game\n" in harness.look()
    harness.stack.act("enter")
    for label in (
        "Resume your game of",
        "2 Another game of 7 Wonders: Arch",
        "1 7 Won",
    ):
        harness.find.open_list("play")
        harness.go(label)
    assert [
        *("resume a", "resume a"),
        *("play architects", "play wonders"),
    ] == harness.navigation.done
    harness.find.open_list("games")
    assert "1 2026-03-01 20:15 Architects" == harness.at


def test_every_unfinished_game_can_be_resumed() -> None:
    """
    The start screen lists the latest ones, and the saved games list all. Their details
    tell them apart. Among saved games, we are named like in those that are over.
    """
    fold = audit(file.write(file.read(LOG.read_bytes())[:60])).fold
    assert fold is not None
    people = ("cleo", "ann", "bob")
    read = replace(unfinished("a"), people=people, me=1, state=fold.state)
    games = (read, *map(unfinished, "bcde"))
    harness = FindHarness(left=games)
    seen = harness.look(100)
    assert LEFT_CAP == seen.count("Resume your game of 7 Wonders")
    said = "Resume your game of 7 Wonders  2026-03-01 20:15, Age 2, cleo, bob"
    assert said in seen
    assert "Unfinished games" in seen
    harness.find.open_list("play")
    assert len(games) == harness.look(100).count("Resume your game of 7 Wonders")
    harness.find.open_list("games")
    assert "1 2026-03-01 20:15 7 Wonders Age 2 cleo, ann, bob" == harness.at
    assert len(games) == harness.look().count("2026-03-01 20:15")
    harness.go("5 2026")
    assert ["resume e"] == harness.navigation.done


def test_games_can_be_watched_at_a_host(harness: FindHarness) -> None:
    """Finished games can't, and watching takes no seat."""
    harness.go("Watch a game")
    harness.arrive(TABLES)
    seen = harness.look()
    assert "Watch a game on Salon" in seen
    assert "porch" not in seen
    harness.go("garden")
    harness.find.refused("")
    harness.go("isn't listed")
    harness.stack.typed("oak")
    assert ["look on garden", "look on oak"] == harness.navigation.done[1:]
    harness.find.refused("")
    harness.stack.known.tables = TABLES[-1:]
    assert "There is nothing to watch on this host yet." in harness.look()


@pytest.mark.parametrize("key", MENU)
def test_every_list_leads_back(key: str) -> None:
    """Esc and the last line go back, and the cursor stays where it was."""
    harness = FindHarness()
    harness.go(MENU[key].label)
    if MENU[key].list is None:
        assert harness.stack.overlays
        return
    assert MENU[key].label == harness.find.title
    assert "Esc go back" in harness.look()
    harness.go("Back")
    assert MENU[key].label in harness.at
    harness.go(MENU[key].label)
    harness.stack.act("back")
    assert MENU[key].label in harness.at


@pytest.mark.parametrize("language", ["en", "fr"])
def test_seven_hosts_fit_the_smallest_terminal(language: str) -> None:
    """Everything is visible at once, with a game to return to."""
    use(language)
    names = ["Salon", "Kitchen", "Garden", "Roof", "Porch", "Attic", "Cellar"]
    hosts = [
        Nearby(name, Address(f"192.168.1.{n}", 7007, bytes([n]) * 16))
        for n, name in enumerate(names, start=5)
    ]
    harness = FindHarness(nearby=tuple(hosts), going=(LEFT,))
    seen = harness.look()
    for name in (*names, "garden", "Quit"):
        assert name in seen
    if language == "fr":
        assert [] == english(seen.replace("Sealed Wonders", "").split("\n"))


def test_numbers_of_lines_stay_the_same_while_hosts_are_found(
    harness: FindHarness,
) -> None:
    """Otherwise somebody who is about to press a key might choose another host."""
    before = harness.look()
    assert "   7 Salon " in before
    harness.navigation.nearby = (KITCHEN, SALON)
    harness.navigation.visited = (Address("10.0.0.7", 7007, b"x" * 16),)
    lines = harness.look().split("\n")
    numbered = [line for line in before.split("\n") if re.match(r" . \d ", line)]
    assert 7 == len(numbered)
    assert all(line in lines for line in numbered if "found" not in line)
    assert any(line.startswith("   4 Join a table  2 hosts found") for line in lines)
    places = [next(at for at, it in enumerate(lines) if name in it) for name in HOSTS]
    assert sorted(places) == places, "the new host is below"
    harness.navigation.nearby = (KITCHEN,)
    assert not harness.stack.top.act("digit 7"), (
        "the number belonged to Salon, which has disappeared"
    )
    harness.stack.act("digit 8")
    assert [
        f"connect {to_reach(KITCHEN, harness.navigation.visited)}"
    ] == harness.navigation.done


def test_a_list_that_is_opened_again_numbers_its_lines_in_order() -> None:
    harness = FindHarness()
    harness.find.open_list("join")

    def numbers() -> list[str]:
        return re.findall(r"^ . (\d) ", harness.look(), re.MULTILINE)

    assert ["1"] == numbers()
    harness.navigation.nearby = (SALON,)
    assert ["2", "1"] == numbers(), "the new host is above"
    harness.stack.act("back")
    harness.find.open_list("join")
    assert ["1", "2"] == numbers()


def test_the_first_click_selects_an_entry_and_the_second_opens_it(
    harness: FindHarness,
) -> None:
    rows = harness.stack.draw(80, 24)
    does = {part.does for one in rows for part in one if part.text.startswith("Salon")}
    assert {"entry 7"} == does
    harness.stack.act("entry 7")
    assert [] == harness.navigation.done
    harness.stack.act("entry 7")
    assert ["connect 192.168.1.5:7007"] == harness.navigation.done


def test_known_hosts_new_hosts_and_changed_pins_are_distinguished() -> None:
    visited = (
        Address("10.0.0.7", 7007, KITCHEN.address.pin),  # it has moved
        replace(SALON.address, pin=b"other" + bytes(11)),
        Address("table.local", 7007, b"t" * 16),
    )
    harness = joining(FindHarness(nearby=(KITCHEN, SALON), visited=visited))
    seen = harness.look()
    assert re.search(r"Kitchen +known to you +192.168.1.9:7007", seen)
    assert re.search(r"Salon +pin has changed +192.168.1.5:7007", seen)
    assert "10.0.0.7" not in seen, "it is listed at its new address"
    harness.go("table.local")
    assert ["connect table.local:7007"] == harness.navigation.done


def pi(pin: str, last: int, games: Sequence[GameNearby] = ()) -> Nearby:
    address = Address(f"192.168.1.{last}", 7007, bytes.fromhex(pin * 8))
    return Nearby("raspberrypi", address, (), tuple(games))


@pytest.mark.parametrize("width", [80, 140])
def test_hosts_with_equal_names_are_told_apart_by_pin_and_players(width: int) -> None:
    """Hosts whose names are unique show neither."""
    playing = pi("9c01", 6, (GameNearby("0" * 16, 3),))
    nearby = (KITCHEN, pi("3f2a", 5), playing)
    visited = (pi("3f2a", 5).address, replace(playing.address, pin=bytes(16)))
    seen = FindHarness(nearby=nearby, visited=visited).look(width)
    known = r"raspberrypi +pin 3f2a +known to you +192.168.1.5:7007 *\n"
    assert re.search(known, seen)
    other = r"raspberrypi +pin 9c01 +pin has changed +192.168.1.6:7007  3 players there"
    assert re.search(other, seen)
    assert re.search(r"Kitchen +new to you +192.168.1.9:7007 *\n", seen)
    alone = FindHarness(nearby=(KITCHEN, playing))
    assert "pin" not in alone.look(width)
    assert "players there" not in alone.look(width)


def test_names_that_look_equal_when_cut_count_as_equal() -> None:
    """As many digits of the pins are shown as it takes to distinguish them."""
    at = "fd00:1111:2222:3333:4444:5555:6666:7777"
    some = [
        Nearby(name, Address(at, 7007, pin))
        for name, pin in (("living room", b"a" * 16), ("living room TV", b"b" * 16))
    ]
    harness = FindHarness(nearby=tuple(some))
    assert "pin 6161" in harness.look(80)
    assert "pin 6262" in harness.look(80)
    assert "pin" not in harness.look(140)
    one, other = pi("3f2a", 5), pi("3f2a", 6)
    assert {} == namesakes.pins([one, other])
    address = replace(other.address, pin=bytes.fromhex("3f2a" * 7 + "3f2b"))
    other = replace(other, address=address)
    found = namesakes.pins([one, other])
    assert {one: "3f2a" * 8, other: "3f2a" * 7 + "3f2b"} == found


def test_an_announced_pin_is_required_only_if_it_is_already_known() -> None:
    """
    Otherwise a host that announces a pin of its own would pass for a new one anywhere.
    """
    known = (SALON.address,)
    assert SALON.address == to_reach(SALON, known)
    moved = replace(SALON, address=replace(SALON.address, host="192.168.1.77"))
    assert moved.address == to_reach(moved, known)
    false = replace(SALON, address=replace(SALON.address, pin=b"f" * 16))
    assert replace(SALON.address, pin=None) == to_reach(false, known)
    assert replace(KITCHEN.address, pin=None) == to_reach(KITCHEN, known)
    harness = FindHarness(nearby=(SALON,), visited=known)
    harness.go("Salon")
    assert [f"connect {SALON.address}"] == harness.navigation.done
    assert [True] == harness.navigation.heard


TYPED = {
    " 192.168.1.5:7007 ": "192.168.1.5:7007",
    f"wonders join table.local:7007#{'ab' * 16}": f"table.local:7007#{'ab' * 16}",
    "wonders join [fe80::1%eth0]:7007 --plain": "[fe80::1%eth0]:7007",
    "table.local": "table.local:7777",
    "wonders join 192.0.2.7": "192.0.2.7:7777",
    "wonders join kitchen": "kitchen:7777",
    f"wonders join 192.0.2.7#{'0a' * 16}": f"192.0.2.7:7777#{'0a' * 16}",
    "we are at 192.0.2.7:7777": "192.0.2.7:7777",
}
"""What may be typed, and the address that it means."""


def test_an_address_can_be_typed_or_pasted_with_its_command(
    harness: FindHarness,
) -> None:
    joining(harness)
    for typed, meant in TYPED.items():
        harness.go("Type or paste")
        harness.stack.typed(typed)
        assert f"connect {meant}" == harness.navigation.done[-1]
        assert harness.navigation.heard[-1] is False
        assert harness.stack.field is None
        harness.stack.act("back")


BROKEN = (
    "wonders join 192.0.2.2#{}\n{}",
    "wonders join '[fe80::1%eth0]:7777#{}\r\n{}'",
    "192.0.2.2:7007#{} \n  {}",
    "Come: wonders join 192.0.2.\n2#{}\n{} until nine",
)


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("at", [1, 17, 31])
def test_an_invitation_may_be_broken_across_lines(broken: str, at: int) -> None:
    pin = "ab12" * 8
    address = address_in(broken.format(pin[:at], pin[at:]))
    assert address is not None
    assert bytes.fromhex(pin) == address.pin
    assert address.host in ("192.0.2.2", "fe80::1%eth0")


def test_pasted_text_is_taken_as_an_address(harness: FindHarness) -> None:
    """The cursor needn't be at the line for it."""
    assert isinstance(harness.stack.base, Find)
    harness.stack.base.pasted("rubbish")
    assert "rubbish isn't an address. Type a name or numbers" in harness.look()
    harness.stack.base.pasted("wonders join table.local:7007")
    harness.stack.base.pasted("other.local:7007")
    assert ["connect table.local:7007"] == harness.navigation.done, (
        "only one connection at a time"
    )


def test_a_changed_name_is_normalized_or_refused_and_kept_for_correction(
    harness: FindHarness,
) -> None:
    """An empty line changes nothing. Keyboards differ in how they compose accents."""
    harness.go("Change your name")
    assert "ann" == harness.field.text
    harness.stack.typed("  ")
    assert harness.stack.field is None
    assert "ann" == harness.navigation.name
    harness.go("Change your name")
    harness.stack.typed("a" * 25)
    assert "You can't use that name: " in harness.look()
    assert "a" * 25 == harness.field.text
    harness.stack.typed(" Anna  Zoe\u0308 ")
    assert "you are Anna Zo\u00eb" in harness.look()
    harness.stack.act("back")  # closes the box with the error
    joining(harness).go("Type or paste")
    harness.stack.typed("  ")
    assert harness.stack.field is None
    assert [] == harness.navigation.done


def test_connecting_can_be_cancelled(harness: FindHarness) -> None:
    """If hosts can't be searched for, a line says so."""
    harness.go("Salon")
    assert "Connecting to 192.168.1.5:7007…" in harness.look()
    assert "Esc cancel" in harness.look()
    assert not harness.stack.act("enter")
    assert harness.stack.act("back")
    assert ["connect 192.168.1.5:7007", "give up"] == harness.navigation.done
    assert "7 Salon new to you 192.168.1.5:7007" == harness.at
    assert not harness.stack.act("back"), "there is nothing to go back to"
    harness.navigation.nearby = None
    assert "Your program can't search for hosts" in joining(harness).look()


def test_the_reason_for_a_failure_is_shown_in_full_until_the_next_try(
    harness: FindHarness,
) -> None:
    harness.go("Salon")
    why = (
        "The host at 192.168.1.5:7007 isn't the one you met there before: its pin is now "
        f"{'ab' * 16}. Somebody may be intercepting the connection. If you are sure "
        f"that the host has just been set up again, join with 192.168.1.5:7007#{'ab' * 16}, or delete "
        "its line in /etc/ann/sealed-wonders/hosts."
    )
    harness.find.failed(why)
    seen = re.sub(r"[│\s]+", "", harness.look())
    assert re.sub(r"\s+", "", why) in seen
    assert "7 Salon" in harness.at
    harness.stack.act("enter")
    assert "met there before" not in harness.look()


def test_an_invalid_or_unreachable_address_can_be_corrected(
    harness: FindHarness,
) -> None:
    """It may be wrong in one letter. An address that worked isn't proposed again."""
    joining(harness).go("Type or paste")
    for typed in ("kitchen", "host:99999", "[::zz]:1", "\x1b[2J"):
        harness.stack.typed(typed)
        assert typed == harness.field.text
        assert "isn't an address. Type a name or numbers" in harness.look()
        assert "\x1b" not in harness.look()
    assert [] == harness.navigation.done
    harness.stack.typed("427.0.0.1:17777")
    assert ["connect 427.0.0.1:17777"] == harness.navigation.done
    harness.find.failed("can't reach 427.0.0.1:17777")
    harness.stack.overlays.clear()
    harness.go("Type or paste")
    assert "427.0.0.1:17777" == harness.field.text
    harness.stack.typed("127.0.0.1:17777")
    harness.find.failed("")
    harness.go("Type or paste")
    assert "" == harness.field.text


def test_after_leaving_a_game_the_cursor_is_at_its_host() -> None:
    """A box explains how to come back, until another key is pressed."""
    hosts = [Address("192.168.1.5", 7007), Address("salon.local", 7008)]
    harness = joining(FindHarness(visited=tuple(hosts)))
    harness.go("salon.local:7008")
    harness.stack.act("first")
    harness.find.left("Enter at its host brings you back.")
    assert "Enter at its host" in harness.look()
    assert "2 salon.local:7008" == harness.at
    harness.stack.act("enter")
    assert "Enter at its host" not in harness.look()


def test_the_name_of_a_host_cannot_attract_the_cursor_of_another() -> None:
    """A host chooses its name, which may end like the list's key of another host."""
    mine = Address("10.0.0.5", 7777)
    liar = Nearby(f"x {mine}#", Address("10.0.0.66", 7777, bytes(16)))
    harness = joining(FindHarness(visited=(mine,)))
    harness.go(str(mine))
    harness.navigation.nearby = (liar,)
    harness.find.left("Enter at its host brings you back.")
    harness.stack.act("enter")
    assert f"connect {mine}" == harness.navigation.done[-1]


TABLE = TableLine("garden", "wonders", 3, 1, "lobby", ("dora",))


@pytest.mark.parametrize(
    ("table", "shown", "line"),
    [
        (TABLE, "garden +not begun +1/3 +dora", "1 of 3 seated: dora."),
        (
            structs.replace(TABLE, game="wonders+leaders+edifice"),
            "with Leaders and Edifice · dora",
            "1 of 3 seated: dora. Played with Leaders and Edifice.",
        ),
        (
            structs.replace(TABLE, game="architects"),
            "7 Wonders: Architects · dora",
            "1 of 3 seated: dora. Game: 7 Wonders: Architects.",
        ),
        (
            structs.replace(TABLE, salt=bytes(16)),
            "with a password · dora",
            "1 of 3 seated: dora. It has a password.",
        ),
    ],
)
def test_a_table_is_described_before_anybody_sits_down(
    harness: FindHarness, table: TableLine, shown: str, line: str
) -> None:
    """The screen and line mode describe it alike."""
    harness.arrive((table,))
    assert re.search(shown, harness.look())
    assert f"Table garden, not begun, {line}" == hosttables.line(table)


def test_tables_can_be_joined_and_the_list_refreshed(harness: FindHarness) -> None:
    harness.arrive(TABLES)
    seen = harness.look()
    assert "Tables on Salon" in seen
    assert "1 Any open table" == harness.at
    assert re.search(r"table1 +not begun +2/3 +bob, cleo", seen)
    assert re.search(r"roof +being played +3/3 +emil, fred, gina", seen)
    harness.go("Refresh the list")
    harness.go("table1")
    assert ["look", "sit table1"] == harness.navigation.done[1:]
    assert "Taking a seat at table 1…" in harness.look()
    harness.find.refused("The host refused that: no seat is free.")
    assert "no seat is free" in harness.look()
    harness.go("cellar")
    assert "sit cellar" == harness.navigation.done[-1], "Ann has a seat there already"
    harness.find.refused("")
    harness.stack.known.tables = ()
    harness.go("Any open table")
    assert "sit " == harness.navigation.done[-1]
    assert "Taking a seat at any open table…" in harness.look()
    harness.find.refused("")
    assert harness.stack.act("back")
    assert "give up" == harness.navigation.done[-1]
    harness.stack.known.host = ""  # as the application does
    assert "1 Learn to play" in harness.look()


def test_a_table_without_free_seats_can_only_be_watched(harness: FindHarness) -> None:
    """An unlisted table is found by its name."""
    harness.arrive(TABLES)
    for table, why, asked in (
        ("roof", "has begun", "Watch it?"),
        ("attic", "All seats", "Watch the game once it begins?"),
        ("porch", "is over", ""),
    ):
        harness.go(table)
        assert why in harness.look()
        assert asked in harness.look()
        assert "sit" not in harness.navigation.done[-1]
        if asked:
            harness.stack.act("enter")
            assert f"look on {table}" == harness.navigation.done[-1]
            harness.find.refused("")
    harness.go("isn't listed")
    harness.stack.typed("x" * 25)
    assert "x" * 25 == harness.field.text
    assert "You can't use that name" in harness.look()
    harness.stack.typed("Balcon\u0301")
    assert "sit Balcoń" == harness.navigation.done[-1]


def test_saved_games_can_be_replayed() -> None:
    logs = (
        SavedLog(Path("/logs/0123456789abcdef.swlog"), datetime(2026, 11, 21, 18, 40)),
        SavedLog(Path("/logs/ba9876543210fedc.stopped.swlog"), datetime(2026, 11, 1)),
    )
    harness = FindHarness(logs=logs)
    harness.go("My games")
    assert "1 2026-11-21 18:40 0123456789abcdef" == harness.at
    assert re.search("ba9876543210fedc +left unfinished", harness.look())
    harness.stack.act("down")
    harness.stack.act("enter")
    assert ["replay /logs/ba9876543210fedc.stopped.swlog"] == harness.navigation.done
    harness.stack.act("back")
    assert "6 My games 2 saved games" == harness.at


def summed_up(name: str, summary: Summary) -> SavedLog:
    when = datetime(2026, 11, 21, 18, 40)
    return SavedLog(Path(f"/logs/{name}.swlog"), when, lambda: summary)


def test_a_saved_game_is_listed_with_its_players_and_its_result() -> None:
    """
    A line has the time, the game, the winners, our own points, the players and
    expansions.
    """
    people = ("ann", "bob", "cleo")
    both = ("leaders", "edifice")
    logs = (
        summed_up("a", Summary("wonders", (), people, 0, (51, 50, 40), (0,))),
        summed_up("b", Summary("wonders", both, people, 0, (40, 50, 9), (1,))),
        summed_up("c", Summary("architects", (), people, 2, (40, 40, 9), (0, 1))),
        summed_up("d", Summary("wonders", (), people, None, (40, 41, 9), (1,))),
        summed_up("e", Summary("wonders", (), people, 0)),
        summed_up("f", Summary("wonders", (), people, 0, (49, 49, 40), (1,))),
    )
    harness = FindHarness(logs=logs)
    harness.go("My games")
    seen = [re.sub(" +", " ", line).strip(" ▸") for line in harness.look().split("\n")]
    when = "2026-11-21 18:40"
    for line in (
        f"1 {when} 7 Wonders you 51 ann, bob, cleo",
        f"3 {when} Architects ann, bob 40, you 9 ann, bob, cleo",
        f"4 {when} 7 Wonders bob 41 ann, bob, cleo",
        f"5 {when} 7 Wonders unfinished ann, bob, cleo",
        f"6 {when} 7 Wonders bob won, 49:49 ann, bob, cleo",
    ):
        assert line in seen
    assert any(
        f"2 {when} 7 Wonders bob 50, you 40 ann, bob, cleo, wi" in x for x in seen
    )
    assert "with Leaders and Edifice" in harness.look(120, 40)


def test_a_player_of_a_game_at_this_host_returns_to_it_only_on_request(
    harness: FindHarness,
) -> None:
    """
    If only one other table has room, it is offered by its name; full tables are below
    it.
    """
    mine = TableLine("red", "wonders", 3, 3, "playing", ("ann", "bob", "cleo"))
    full = TableLine("full", "wonders", 3, 3, "lobby", ("dan", "eve", "fay"))
    open_ = TableLine("blue", "wonders", 3, 1, "lobby", ("dan",))
    harness.arrive((mine, full))
    assert "1 Return to your game: red" == harness.at
    assert "Any open table" not in harness.look(), "no table has room"
    harness.stack.known.tables = (mine, full, open_)
    harness.go("blue")
    assert "sit blue" == harness.navigation.done[-1]
    harness.find.refused("why")
    harness.go("Return to your game")
    assert "sit red" == harness.navigation.done[-1]
    other = TableLine("green", "wonders", 3, 1, "lobby", ("gus",))
    harness.stack.known.tables = (mine, full, open_, other)
    harness.find.refused("why")
    harness.go("Any open table")
    assert "sit blue" == harness.navigation.done[-1]
    harness = FindHarness(nearby=(SALON,))
    harness.arrive((full, open_))
    seen = harness.look()
    assert "Any open table" not in seen
    assert harness.at.startswith("1 blue ")
    assert seen.index("Take a seat") < seen.index("blue") < seen.index("Other tables")
    assert seen.index("Other tables") < seen.index("full")
    harness.stack.act("enter")
    assert "sit blue" == harness.navigation.done[-1]


@pytest.mark.parametrize(
    ("size", "symbols"),
    only(
        [((80, 24), UNICODE)],
        [((80, 24), UNICODE), ((120, 40), ASCII), ((200, 60), UNICODE)],
    ),
)
def test_many_hosts_and_tables_with_long_names_fit(
    size: tuple[int, int], symbols: Symbols
) -> None:
    many = tuple(
        Nearby("名" * 22 + f"{n:02}", Address("2001:db8::1:ffff:ffff:ffff", 7000 + n))
        for n in range(64)
    )
    harness = FindHarness(symbols, name="W" * 24, nearby=many)
    seen = paged(harness, size, 73)
    assert "Quit" in seen
    assert all(f"{7000 + number}" in seen for number in range(64))
    harness.find.connecting = SALON.address
    harness.stack.known.host = "H" * 24
    harness.stack.known.tables = tuple(
        TableLine("T" * 22 + f"{n:02}", "wonders", 7, 7, "lobby", ("N" * 24,) * 7)
        for n in range(64)
    )
    paged(harness, size, 70)
    harness.find.refused("because " * 50)
    harness.look(*size)


def paged(harness: FindHarness, size: tuple[int, int], steps: int) -> str:
    """Move down several lines, and return what was shown; all of it fits."""
    seen = ""
    for step in range(steps):
        seen += "" if step % 3 else harness.look(*size)
        assert harness.stack.act("down")
    return seen


def test_the_password_of_a_table_is_prompted_for(harness: FindHarness) -> None:
    """
    It is prompted for when the host requires it, and again below the reason if it was
    wrong.
    """
    harness.arrive((TABLE,))
    harness.go("garden")
    harness.find.ask_password("garden", "")
    field = harness.field
    assert ("Password for table garden:", True) == (field.label, field.secret)
    harness.stack.typed("coffee")
    assert "Taking a seat at table garden" in harness.look()
    harness.find.ask_password("garden", "That isn't the password.")
    assert "That isn't the password." in harness.look()
    harness.stack.typed("")  # an empty line sends nothing and returns to the tables
    assert "Tables on Salon" in harness.look()
    harness.find.ask_password("", "")
    assert "Password for this host's tables:" == harness.field.label
    harness.stack.typed("tea")
    assert ["password coffee", "password tea"] == harness.navigation.done[2:]


def test_help_is_about_the_list_that_is_shown() -> None:
    """Every list has its own help, and all of them explain how to choose."""
    helps = {}
    for key in (START, *(key for key, entry in MENU.items() if entry.list)):
        harness = FindHarness()
        if key != START:
            harness.find.open_list(key)
        helps[harness.find.title] = harness.find.help
    assert len(helps) == len({*helps.values()})
    assert 1 == len({said[-1] for said in helps.values()})
    assert "replay" in " ".join(helps["My games"])


def test_a_game_against_bots_can_have_options() -> None:
    """The form begins with three bots, and asks only for what matters against bots."""
    harness = FindHarness()
    harness.go("Play against bots")
    assert "against three bots" in harness.look()
    harness.go("Choose the options")
    (box,) = harness.stack.overlays
    assert isinstance(box, BotsBox)
    for label in ("Game", "Expansions", "Bots", "Bot strength"):
        assert label in harness.look()
    for label in ("Players", "Absent players"):
        assert label not in harness.look()
    for choice in box.choices():
        if choice.name == "bots":
            assert [2, 3, 4, 5, 6] == list(choice.values(box.wanted))
            box.wanted = choice.settled(box.wanted, 6)
        if choice.name == "with":
            box.wanted = choice.settled(box.wanted, "leaders,edifice")
    harness.stack.act("enter")
    (begun,) = harness.navigation.done
    for said in ("--players 7", "--bots 6", "--with leaders,edifice", "play with "):
        assert said in begun
    harness.find.choose_bots()
    harness.stack.act("enter")
    assert [begun, begun] == harness.navigation.done, (
        "the form begins with the last options"
    )


@pytest.mark.parametrize("key", [START, *(it for it in MENU if MENU[it].list)])
def test_every_list_is_translated_into_french(key: str) -> None:
    """So are its help and the tables of a host."""
    use("fr")
    logs = (SavedLog(Path("/logs/ba98.stopped.swlog"), datetime(2026, 11, 1)),)
    visited = (Address("ludo", 7007, b"b" * 16),)
    harness = FindHarness(nearby=(), visited=visited, logs=logs)
    harness.find.open_list(key)
    for nearby in ((), None, (SALON,)):
        harness.navigation.nearby = nearby
        shown = [*harness.look().split("\n"), harness.find.title, *harness.find.help]
        assert [] == english(it.replace("Sealed Wonders", "") for it in shown)
    harness.find.connecting = SALON.address
    assert [] == english(harness.look().split("\n"))
    harness.stack.known.host, harness.stack.known.tables = "Salon", TABLES
    for place in range(len(TABLES)):
        for action in ("first", *["down"] * place, "enter"):
            harness.stack.act(action)
        assert [] == english(harness.look().split("\n"))
        harness.find.refused("")
        harness.stack.overlays.clear()
