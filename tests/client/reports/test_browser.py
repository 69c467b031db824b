"""Pages of games in a real browser, on the smallest of telephones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted

from sealed_wonders.client.logs.replaying import Replay, replay, replay_record
from sealed_wonders.client.reports.page import page
from sealed_wonders.client.reports.story import story
from sealed_wonders.client.words import LANGUAGES, use
from sealed_wonders.core.games import ruleset
from tests.support import browser
from tests.support.browser import SMALL_PHONE, TOO_WIDE, WIDE_NAME, Screen
from tests.support.inprocess.folds import Table, disclose_all

RECORDS = Path(__file__).parents[2] / "records"

LACKING = browser.missing()

pytestmark = pytest.mark.skipif(bool(LACKING), reason=f"NOT TRIED: {LACKING}")

OPEN_ALL = "document.querySelectorAll('details').forEach((it) => { it.open = true; })"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use("en")


def widely_named(path: Path) -> Replay:
    """Read a record in which everybody is called as widely as can be."""
    told, count = path.read_text("utf-8"), 0
    for count, name in enumerate(re.findall(r'"name": "(.*?)"', told)):
        told = told.replace(f'"name": "{name}"', f'"name": "{WIDE_NAME}{count}"')
    assert count > 1
    return replay_record(told.encode())


def opened(game: str, players: int, **options: Any) -> Replay:
    """Play a game in which all have opened what they could."""
    rules = ruleset(game, players, options)
    table = Table(rules, "wide", shared=True, **options)
    disclose_all(table)
    return replay(table.fold.log())


GAMES = {
    "wonders": lambda: opened("wonders", 7, **{"with": "leaders,edifice"}),
    "architects": lambda: opened("architects", 3),
    "wonders, wide names": lambda: widely_named(RECORDS / "typed_both.jsonl"),
    "architects, wide names": lambda: widely_named(RECORDS / "typed_architects.jsonl"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest_twisted.ensureDeferred
async def test_no_page_of_a_game_is_wider_than_a_small_phone(
    game: str, tmp_path: Path
) -> None:
    """Neither all of it at once, nor a step of a replay, in any language."""
    told, path, screen = GAMES[game](), tmp_path / "game.html", Screen()
    found = []
    try:
        for language in LANGUAGES:
            use(language)
            made = story(told)
            last = len(made.steps) - 1
            for start in (None, last):
                path.write_text(page(made, start), "utf-8")
                shown = await screen.do(screen.open, path.as_uri(), SMALL_PHONE)
                await screen.do(shown.evaluate, OPEN_ALL)
                for said in await screen.do(shown.evaluate, TOO_WIDE):
                    found.append((language, start, said))
                await screen.do(shown.context.close)
        assert not found, "\n".join(map(str, found))
        assert [] == screen.complaints
    finally:
        await screen.close()
