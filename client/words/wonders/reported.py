"""
Reports of 7 Wonders: the hands of a finished game.

The module is this game's `Reporter`; the results name cards by their ids.
"""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.reports.story import StoryCard, StoryHand
from sealed_wonders.client.view.wonders.replaying import moment_of
from sealed_wonders.client.words.wonders import moments
from sealed_wonders.net.words import _


def hands(replay: Replay, moment: replaying.ReplayMoment) -> Iterator[StoryHand]:
    """Yield the hands that were chosen from, if anything is known about them."""
    here = moment_of(moment)
    if not moments.is_choice(moment):
        return
    for seat, hand in enumerate(here.hands):
        cards = []
        for shown in hand.cards:
            now = shown.card == hand.used or (
                shown.turn == moment.turn and shown.seat == seat
            )
            fate = moments.fate(shown, here, moment.names)
            if not fate and now:
                fate = _("used now, face down")
            cards.append(StoryCard(moments.face(here, shown).id, fate, now))
        title = moments.hand_title(hand, moment.names[seat])
        if hand.size:
            yield StoryHand(seat, title, tuple(cards), hand.hidden)
