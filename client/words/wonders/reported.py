"""
Reports of 7 Wonders: the cards used, the hands and the cities of a finished game.

The module is this game's `Reporter`; the results name cards by their ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.reports.story import (
    StoryCard,
    StoryCity,
    StoryHand,
    StoryPlay,
)
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import moments
from sealed_wonders.client.words.wonders.replaying import moment_of
from sealed_wonders.core.game import Card, Seat
from sealed_wonders.core.wonders.catalog import Catalog
from sealed_wonders.core.wonders.events import Enlisted, Picked, Played
from sealed_wonders.core.wonders.leaders.tasks import RECRUITMENT
from sealed_wonders.net.words import _


def plays(moment: replaying.ReplayMoment) -> Iterator[StoryPlay]:
    """Yield the cards that were built, put under a stage or sold at a moment."""
    here = moment_of(moment)
    state, faces = here.state, {**here.faces[0]} if here.faces else {}
    catalog = state.rules.catalog
    for event in state.news:
        match event:
            case Played(card=None, use=use, seat=seat):
                back = "back.0" if event.turn == RECRUITMENT else f"back.{event.age}"
                card = _id(catalog, faces.get(event.slot)) or back
                if use != "stage":
                    yield StoryPlay(seat, card)
                    continue
                city = state.cities[seat]
                stage = f"{city.board.id}.{city.side.name}.{len(city.stages)}"
                yield StoryPlay(seat, stage, card)
            case Played(card=card, seat=seat) | Picked(card=card, seat=seat):
                if name := _id(catalog, card):
                    yield StoryPlay(seat, name)
            case Enlisted(card=card, seat=seat) if card is not None:
                yield StoryPlay(seat, _id(catalog, card))


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


def city(seat: Seat, facts: Mapping[str, Any]) -> StoryCity:
    stages = tuple((it, at < facts["built"]) for at, it in enumerate(facts["stages"]))
    leaders = tuple(it["id"] for it in facts["leaders"] if not it["buried"])
    return StoryCity(
        seat,
        facts["board"],
        tuple(_facts(facts)),
        stages,
        tuple(facts["cards"]),
        (*leaders, *facts["edifices"]),
    )


def _facts(facts: Mapping[str, Any]) -> Iterator[str]:
    yield text.coins(facts["coins"])
    yield text.shields(facts["shields"])
    if tokens := facts["tokens"]:
        yield _("conflicts {tokens}").format(
            tokens=" ".join(f"{it:+d}" for it in tokens)
        )
    if debts := facts["debts"]:
        yield _("debts {debts}").format(debts=" ".join(map(str, debts)))


def _id(catalog: Catalog, card: Card | None) -> str:
    face = catalog.face(card)
    return "" if face is None else face.id
