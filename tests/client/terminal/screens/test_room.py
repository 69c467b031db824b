"""Screens in small and large terminals: nothing is lost, and more room shows more."""

from __future__ import annotations

import re

from sealed_wonders.client.questions.wonders.items import CardItem
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.signs.wonders.quotes import Payees
from sealed_wonders.client.table.events import TableClosed
from sealed_wonders.client.terminal.wonders.screens import hand
from sealed_wonders.client.terminal.wonders.screens.hand import Hand, Marks
from sealed_wonders.client.view.sealedmove import Sealed
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.game import Move
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.net.words import use
from tests.support.scenes import At, PlayedScene
from tests.support.stacks import lines_below_hand


def seen(play: PlayedScene, width: int = 80, height: int = 24) -> str:
    return text_of(play.draw(width, height))


def flat(shown: str) -> str:
    return " ".join(shown.split())


def test_the_sealed_choice_is_shown_in_full(at: At) -> None:
    """Payments come last, however many there are, and the sentence is translated."""
    play = at("waiting")
    known = play.stack.known
    words = "build wonder stage 2 with Caravansery, paying 2 coins to emil, 4 to bob"
    sealed = f"{words} and 1 coin to the bank"
    known.sealed = Sealed(Move(sealed))
    assert f"Sealed and sent: {sealed}." in flat(seen(play))
    known.sealed = Sealed(Move(words * 5))
    assert "…" in "".join(lines_below_hand(seen(play).split("\n"))), (
        "it can't be longer than that"
    )
    known.sealed = Sealed(Move("sell"))
    use("fr")
    french = flat(seen(play)).replace("\N{NO-BREAK SPACE}", " ")
    assert "Scellé et envoyé : sell." in french


def test_the_name_and_the_cost_of_a_card_are_separated_in_french() -> None:
    """Some French names fill the whole column."""
    use("fr")
    for card in everything().buildings:
        for copies in (1, 2):
            lying = CardItem(
                1, describe.name(card), (), "", (), face=card, copies=copies
            )
            held = Hand((lying,))
            drawn = hand.as_list(held, Payees("bob", "cleo"), 80, UNICODE)
            some = hand.listed(held, drawn, Marks(), 80, UNICODE)
            cost = text_of([faces.price(card, UNICODE)])
            shown = text_of(some)
            assert not cost or f" {cost} " in f"{shown[:42]} ", shown


def test_the_reveal_is_at_the_bottom_of_any_screen(at: At) -> None:
    """
    It stays whole, however little lies above it. If the game stops, that is shown at
    once.
    """
    play = at("reveal")
    for size in ((80, 24), (140, 45), (240, 80)):
        *_rest, bottom = seen(play, *size).split("\n")[:-2]
        assert re.search("╰─+╯", bottom)
    assert "All have chosen" in seen(play)
    play.human.person.told(TableClosed("the host went away", by_host=True))
    assert "The game has stopped" in seen(play)


def test_the_last_turn_and_its_conflicts_stay_until_a_key_is_pressed(at: At) -> None:
    play = at("three")
    while play.stack.known.ending is None:
        play.act("back")
        play.seated.choose()
    assert "─ All have chosen · conflicts ─" in seen(play)
    assert "The game is over" in seen(play)
    assert play.stack.base.wakes is None  # type: ignore[attr-defined]
    play.pass_time()
    assert "─ All have chosen · conflicts ─" in seen(play)
    play.act("enter")
    assert seen(play).startswith(("You win", "bob wins", "cleo wins"))
    assert "conflicts" not in seen(play)


def test_a_large_screen_shows_card_effects_in_words(at: At) -> None:
    """The hand takes the full width, and all cities are whole, with all symbols."""
    play = at("three")
    view = play.seated.view
    shown = seen(play, 200, 60)
    boxes = shown.split("\n")[2:15]
    assert 4 == len(view.hand)
    assert len(boxes[0].rstrip()) > 190
    for held in view.hand:
        said = text.sentence(describe.effects(held.face.effects))
        assert said[:40] in "\n".join(boxes)
    for city in view.cities:
        for card in city.buildings:
            name = re.escape(describe.name(card))
            signs = re.escape(text_of([faces.does(card, UNICODE)]))
            assert re.search(f"{name}∞? +{signs}", shown)
    assert "…" not in shown
