"""Disclosing face-down cards after the game, in line mode and on the screen."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from sealed_wonders.client.bots import judging
from sealed_wonders.client.logs.replaying import OwnKeys, replay
from sealed_wonders.client.signs.draw import Room, text_of
from sealed_wonders.client.storage.home import VARIABLE
from sealed_wonders.client.table.actions import Disclose
from sealed_wonders.client.terminal.wonders.screens.end import EndScreen
from sealed_wonders.client.view.wonders.replaying import moment_of
from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words import moments
from sealed_wonders.client.words.wonders.disclosed import counted
from sealed_wonders.client.words.wonders.moments import fate
from sealed_wonders.core.wonders.events import LeftOver, Played
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.log.envelopes import sign
from sealed_wonders.net.messages import Post
from sealed_wonders.net.suites import OPEN, SEALED
from sealed_wonders.net.words import spoken
from tests.support.clirunner import CliRunner, parse_lines
from tests.support.human import Begin, Human, type_and_settle
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness
from tests.support.menus import NAMES
from tests.support.replayharness import ReplayHarness
from tests.support.stacks import Seated
from tests.support.wonders import Table, city

pytestmark = pytest.mark.usefixtures("integers")


def finished_game(
    begin: Begin, **terms: Any
) -> tuple[HostHarness, Human, Client, Client]:
    """Return a game that ann has played to its end."""
    host, human, bob, cleo = begin(
        Terms.of(players=3, **{"suite": OPEN, **terms}), others_follow=False
    )
    chance = random.Random("disclosing")

    def typing(shown: list[str]) -> str:
        menu = human.person.known.menu
        assert menu is not None
        return chance.choice([use.word for use in menu.uses])

    human.typing = typing
    for other in (bob, cleo):
        other.player.pick = any_move
    type_and_settle(human, "ready")
    host.settle()
    assert human.person.over
    return host, human, bob, cleo


def test_disclosed_cards_are_shown_to_all_with_their_turns(begin: Begin) -> None:
    """Replays of the log show them too, and more of every hand than before."""
    host, human, bob, cleo = finished_game(begin, suite=SEALED)
    n = len(bob.player.can_open)
    assert n > 5
    offers = [line for line in human.all if line.startswith("open shows everybody ")]
    assert offers
    _whole, *parts = map(int, re.findall(r"\d+", offers[-1]))
    assert _whole == sum(parts)
    assert f"{parts[0]} that you sold" in offers[-1]
    plain = replay(host.game.fold.log())
    bob.act(Disclose())
    shown = [line for line in human.look() if line.startswith(("bob", "The last"))]
    events = [
        it
        for it in human.person.known.past
        if isinstance(it, Played | LeftOver) and it.seat == bob.seat.number
        if isinstance(it, LeftOver) or it.card is None
    ]
    assert n == sum(line.count("(age") for line in shown) == len(events)
    for it in events:
        place = f"age {it.age}, turn {it.turn})"
        if isinstance(it, LeftOver):
            place = f"age {it.age})"
        assert any(place in line for line in shown), place
    shown = type_and_settle(human, "open")
    assert any(line.startswith("You sold: ") for line in shown)
    assert ["You have no face-down cards left to show."] == human.type("open")
    assert "open" not in human.commands.words()
    # The stored log contains the disclosed cards, so a replay shows more of all hands.
    again = replay(host.game.fold.log())
    seats = (bob.seat.number, human.seat.number)
    assert set(seats) == set(again.disclosed)
    last = list(moments.read(again, len(again.moments) - 1, cleo.seat.number))
    assert any(line.startswith("bob sold: ") for line in last)
    # A large screen shows them; a small one says where to read them.
    screen = ReplayHarness(again)
    assert "bob sold: " not in screen.look(120, 70)
    screen.do("last")
    assert all(line[:40] in screen.look(120, 70) for line in last if "(age" in line)
    n = sum(map(len, again.disclosed.values()))
    assert f"{n} cards were disclosed after the game. l shows them." in " ".join(
        screen.look(80, 24).split()
    )
    screen.do("log")
    assert "bob's last cards were" in screen.look(80, 24)
    hidden = [
        sum(hand.hidden for it in told.moments for hand in moment_of(it).hands)
        for told in (plain, again)
    ]
    assert hidden[0] > hidden[1]
    for before, after in zip(plain.moments, again.moments, strict=True):
        hands = zip(moment_of(before).hands, moment_of(after).hands, strict=True)
        for less, more in hands:
            assert less.size == more.size >= len(more.cards)
            assert {it.card for it in less.cards} <= {it.card for it in more.cards}
    fates = {
        fate(it, moment_of(one), again.names)
        for one in again.moments
        for hand in moment_of(one).hands
        for it in hand.cards
    }
    assert any("sells it on turn" in it for it in fates)
    assert any("is left with it" in it for it in fates)


def test_a_replay_of_our_game_shows_the_hands_we_held(
    begin: Begin, cli: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The machine has kept what our seat saw, so every one of our hands is complete, and
    nobody else's is. An analysis judges our face-down cards; for another seat, it
    explains how disclosing would help.
    """
    host, human, *_others = finished_game(begin, suite=SEALED)
    fold = host.game.fold
    gid, seat = fold.charter.gid, human.person.known.ours
    assert seat is not None
    seen = human.home.seen(gid)
    assert [seat] == [*seen]
    identity = fold.charter.people[seat].identity
    own = OwnKeys(identity, seen=seen)
    told = replay(fold.log(), keys=lambda charter: own)
    assert ((seat,), seat) == (told.open, told.own)
    hands = [hand for it in told.moments for hand in [*moment_of(it).hands][seat:][:1]]
    assert len(hands) > 18
    assert all(hand.hidden == 0 for hand in hands)
    others = [
        hand.hidden
        for it in told.moments
        for at, hand in enumerate(moment_of(it).hands)
        if at != seat
    ]
    assert sum(others)
    assert "this machine knows what" in " ".join(moments.explained(told))
    plain = replay(fold.log(), keys=lambda charter: OwnKeys(identity))
    assert not plain.open

    monkeypatch.setattr(judging, "LEAST", 2)
    monkeypatch.setenv(VARIABLE, str(human.home.state))
    (human.home.config / "identity.pem").write_bytes(human.identity.to_pem())
    (log,) = human.home.logs.glob("*.swlog")
    ours, theirs = (log, "--games", "8"), (log, "--games", "8", "--seat", "bob")
    judged = parse_lines(cli("analyse", *ours, "--json"))
    assert len(judged) == 18
    assert {seat} == {it["seat"] for it in judged}
    assert {"only-move"} >= {it["why"] for it in judged if not it["judged"]}
    assert any(it["chosen"] == "sell" and it["judged"] for it in judged)
    helps = "show their face-down cards after the game: with F8"
    assert helps not in cli("analyse", *ours)
    assert helps in cli("analyse", *theirs)

    next(human.home.state.glob("seen/*")).write_text("{")
    assert {} == human.home.seen(gid)


def test_cards_seen_in_the_discard_pile_are_counted_separately() -> None:
    """Most of them were never ours."""
    table = Table(
        city("halikarnassos", built="clay_pool mine"),
        city("ephesos"),
        city("rhodos"),
        hands=("altar",),
        discard="baths tavern",
    )
    slot, *_others = table.state.hands[0]
    laid = Played(0, 1, 1, "stage", None, slot, Split(0, 0, 0))
    cards = {it: table.faces[it] for it in (slot, *table.state.discard)}
    sight = Sight(NAMES, 0, table.state, table.faces)
    assert ["1 under your wonder", "2 that you saw in the discard pile"] == list(
        counted(sight, (laid,), cards)
    )


def test_an_incorrect_disclosure_is_reported_and_shows_no_card(begin: Begin) -> None:
    _host, human, bob, _cleo = finished_game(begin)
    human.look()
    fold = bob.seat.fold
    first, *_ = bob.seat._openings
    said = fold.disclosure(
        bob.seat.number, 0, (first._replace(card=(first.card + 1) % 60).body,)
    )
    bob.speak(Post((sign(bob.identity, said).wire,)))
    (line,) = human.look()
    assert line.startswith("bob disclosed a card incorrectly in entry ")
    assert line.endswith("The card isn't shown; the result stands.")
    assert {} == human.person.known.disclosed


def test_disclosing_waits_for_the_end_and_for_a_connection(begin: Begin) -> None:
    host, human, *_ = begin()
    type_and_settle(human, "ready")
    assert "You can do that once the game is over." in human.type("open")
    host, human, *_ = finished_game(begin)
    human.disconnect()
    human.type("open")
    host.settle()
    assert not host.game.fold.disclosed
    host.reconnect([human])
    assert any(line.startswith("You sold: ") for line in human.look())
    assert host.game.fold.disclosed


def test_a_key_discloses_cards_on_the_result_screen(playing: Seated) -> None:
    """
    Below the score sheet, the screen then shows everything disclosed, in both
    languages.
    """
    stack = playing.stack
    stack.act("disclose")
    assert "You can do that once the game is over." in playing.look(120)
    playing.play_out()
    result = stack.base = EndScreen(stack)
    assert "F8 shows everybody " in playing.look(120)
    assert "disclose" in result.keys
    with spoken("fr"):
        assert "F8 montre à tous " in playing.look(120)
    stack.act("disclose")
    playing.host.settle()
    for other in playing.others:
        other.act(Disclose())
    stack.messages.read_all()
    for language, told in (
        ("en", "You put under your wonder: "),
        ("fr", "Tu as glissé sous ta merveille\N{NO-BREAK SPACE}: "),
    ):
        with spoken(language):
            shown = text_of(result.draw(Room(120, 200, stack.symbols)))
        assert "F8" not in shown
        assert told in shown
        assert "bob" in shown.partition(told)[2] + shown.partition(told)[0]
    assert len(playing.human.person.known.disclosed) == 3
