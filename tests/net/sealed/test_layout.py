"""Saved layouts don't change, and need space only for what differs."""

from __future__ import annotations

from sealed_wonders.core.game import Card, Deck
from sealed_wonders.net.sealed.elgamal import Ciphertext
from sealed_wonders.net.sealed.group import IDENTITY, Point
from sealed_wonders.net.sealed.layout import Layout, PhaseKeys


def _known(card: Card, key: Point) -> Ciphertext:
    return Ciphertext(key, Point(bytes([card]) * 32))


def _mixed() -> Layout:
    """Return a layout with three cards that all seats have mixed."""
    layout = Layout(_known)
    layout.make_keys("age", PhaseKeys(IDENTITY, {0: IDENTITY}, {0: IDENTITY}))
    layout.mix((tuple(_known(card, IDENTITY) for card in range(3)),))
    return layout


def test_a_card_turned_up_later_is_hidden_in_a_saved_layout() -> None:
    layout = _mixed()
    (slots,) = layout.lay(0, [Deck("age", (), (0, 1, 2))]).slots
    before = layout.save()
    layout.turn_up({slots[0]: 2})
    after = layout.save()
    assert (layout.at(slots[0]).face, layout.hides("age", 2)) == (2, False)
    layout.restore(before)
    assert (layout.at(slots[0]).face, layout.hides("age", 2)) == (None, True)
    layout.turn_up({slots[1]: 1})
    layout.restore(before)
    assert (layout.at(slots[1]).face, layout.hides("age", 1)) == (None, True)
    layout.restore(after)
    assert (layout.at(slots[0]).face, layout.hides("age", 2)) == (2, False)


def test_saved_layouts_share_their_unchanged_parts() -> None:
    layout = _mixed()
    layout.lay(0, [Deck("age", (), (0, 1, 2))])
    first, again = layout.save(), layout.save()
    layout.pick({0: ()})
    picked = layout.save()
    assert isinstance(first, tuple)
    assert isinstance(again, tuple)
    assert isinstance(picked, tuple)
    assert all(one is other for one, other in zip(first, again, strict=True))
    assert [one is other for one, other in zip(first, picked, strict=True)] == [
        True
    ] * 6 + [False]
