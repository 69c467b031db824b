"""
A story as data for the page's script: steps, pictures, and words.

Each step is stored as the change from the step before. Pictures and names are included
only if the game needs them, and each once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sealed_wonders.client.reports.differences import difference
from sealed_wonders.client.reports.story import Story, StoryHand, StoryStep
from sealed_wonders.client.reports.talewords import words
from sealed_wonders.client.words import text
from sealed_wonders.core.games import definition
from sealed_wonders.core.pictures.svg import Picture
from sealed_wonders.net.web import pictures
from sealed_wonders.net.words import language

Tale = Mapping[str, Any]


def tale(story: Story, start: int | None = None) -> Tale:
    """
    Return the data of a story, in the current language.

    Args:
        start: the step to show first; None to begin with the result.
    """
    steps = list(_steps(story.steps))
    opened = [{"seat": seat, "cards": list(cards)} for seat, cards in story.opened]
    used = {it.id: it for it in _used(story, [steps, opened])}
    return {
        "language": language(),
        "game": story.game,
        "title": story.title,
        "heading": title_of(story),
        "people": list(story.names),
        "code": story.code,
        "saved": story.saved,
        "about": list(story.about),
        "known": list(story.known),
        "verdict": story.verdict,
        "good": story.is_good,
        "whole": story.is_whole and story.sheet is not None,
        "start": start,
        "end": {"decisive": [it._asdict() for it in story.decisive]},
        "opened": opened,
        "trades": [list(row) for row in story.trades],
        "steps": steps,
        "words": words(),
        "names": _names(story.game, used),
        "pictures": {id: _svg(it) for id, it in used.items()},
        "signs": dict(pictures.signs()),
    }


def title_of(story: Story) -> str:
    return text.noted(story.title, ", ".join(story.names))


def _steps(steps: Sequence[StoryStep]) -> Iterator[Tale]:
    before: Mapping[str, Any] = {}
    for step in steps:
        yield {
            "title": step.title,
            "turn": list(step.turn),
            "lines": list(step.lines),
            "hands": [_hand(it) for it in step.hands],
            "change": difference(before, step.sections),
        }
        before = step.sections


def _hand(hand: StoryHand) -> Tale:
    cards = [[it.picture, it.fate, int(it.now)] for it in hand.cards]
    found = hand._asdict()
    return {**found, "cards": cards}


def _used(story: Story, data: object) -> Iterator[Picture]:
    """Yield the pictures that a page may show: those whose ids are in its data."""
    ids = frozenset(_words_in(data))
    cities = {it.partition(".")[0] for it in ids}
    for it in definition(story.game).pictures().values():
        is_part = it.part in ("stages", "emblems") and _of_city(it.id) in cities
        if it.id in ids or it.part == "backs" or is_part:
            yield it


def _of_city(id: str) -> str:
    """Return the id of the city that a stage or an emblem belongs to."""
    return id.removeprefix("emblem.").partition(".")[0]


def _words_in(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for it in data.values():
            yield from _words_in(it)
    elif isinstance(data, list):
        for it in data:
            yield from _words_in(it)


def _svg(picture: Picture) -> str:
    box = f"0 0 {picture.width} {picture.height}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">'
        f"{picture.body(language())}</svg>"
    )


def _names(game: str, used: Mapping[str, Picture]) -> Tale:
    """Return the names of pictures in the current language; see `pictures.names`."""
    known = json.loads(pictures.names())
    at = list(known["languages"]).index(language())
    count = len(known["languages"])
    names = {
        id: [said[at], *said[count:]] for id, said in known[game].items() if id in used
    }
    return {"languages": {language(): known["languages"][language()]}, game: names}
