"""Reports of Architects: what was taken and built, and what is in cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.reports.story import StoryCity, StoryHand, StoryPlay
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects.replaying import moment_of
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import Built, Taken, TokenTaken
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import n_


def plays(moment: replaying.ReplayMoment) -> Iterator[StoryPlay]:
    """Yield what was taken and built."""
    state = moment_of(moment).state
    for event in state.news:
        match event:
            case Taken(seat=seat, card=card):
                yield StoryPlay(seat, catalog().kind(card).id)
            case Built(seat=seat, stage=stage):
                yield StoryPlay(seat, f"{state.cities[seat].wonder.id}.{stage}")
            case TokenTaken(seat=seat, token=token):
                yield StoryPlay(seat, catalog().token(token).id)


def hands(replay: Replay, moment: replaying.ReplayMoment) -> Iterator[StoryHand]:
    """Yield nothing, because there are no hands."""
    return iter(())


def city(seat: Seat, facts: Mapping[str, Any]) -> StoryCity:
    """Return a city, from its public facts."""
    numbers = (int(it.rpartition(".")[2]) for it in facts["stages"])
    built = (number in facts["built"] for number in numbers)
    stages = tuple(zip(facts["stages"], built, strict=True))
    return StoryCity(
        seat,
        facts["board"],
        tuple(_facts(facts)),
        stages,
        tuple(facts["cards"]),
        tuple(facts["tokens"]),
    )


def _facts(facts: Mapping[str, Any]) -> Iterator[str]:
    shields, won = facts["shields"], facts["victories"]
    yield text.shields(shields)
    yield n_("{n} military token", "{n} military tokens", won).format(n=won)
