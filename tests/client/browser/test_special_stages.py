"""Stages that need more than a payment, built on the page of a seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.browserseats import SeatPages

BOARDS = ("gizah", "abu_simbel", "carthage")

CHOICES = 60
"""More choices than a game has."""


@pytest.mark.parametrize(
    ("board", "seed", "settles"),
    [("carthage.day", "0", "half"), ("abu_simbel.day", "4", "bury")],
)
def test_a_page_builds_a_special_stage(
    tmp_path: Path, board: str, seed: str, settles: str
) -> None:
    own = agreed(expansions=["leaders"], boards=BOARDS, sides="day")
    terms = Terms.of(suite=OPEN, players=3, own=own)
    pages = SeatPages(tmp_path, terms=terms, seed=seed)
    page = pages.begin()
    for _ in range(CHOICES):
        special = [it for it, use in page.uses.items() if settles in use["more"]]
        if special:
            break
        verbs = {use["verb"]: it for it, use in page.uses.items()}
        word = verbs.get("recruit") or verbs.get("stage") or pages.best(page)
        page.choose(word)
    city = page["table"]["cities"][page["seat"]["ours"]]
    assert city["board"] == board
    page.choose(special[0])
    sight = pages.human.person.known.sight
    assert sight is not None
    built = sight.state.cities[page["seat"]["ours"]]
    if settles == "half":
        assert built.stages[-1].half
    else:
        assert [it for it in built.leaders if it.buried]
