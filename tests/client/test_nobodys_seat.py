"""Somebody without a seat in a game is never addressed as one of its players."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.logs.replaying import replay
from sealed_wonders.client.reports.page import page
from sealed_wonders.client.reports.story import story
from sealed_wonders.client.reports.tale import tale
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.home import VARIABLE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.words import moments
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.games import ruleset
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.inprocess.folds import Table, disclose_all
from tests.support.thorough import every, only

ADDRESSED = re.compile(r"\b[Yy]ou(?:r|rs)?\b")

MARKED = re.compile(r"\bYour?\b|\byours\b|\(you\)|your (?:left|right|own)")
"""Marks of the reader's own things on a screen; rules beside them may say "you"."""

GAMES = [
    ("wonders", "", SEALED),
    ("wonders", "leaders,edifice", OPEN),
    ("architects", "", OPEN),
]


@pytest.fixture(params=GAMES, ids=lambda it: "-".join(map(str, it)), scope="module")
def log(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    integers: None,
) -> Path:
    """Return a log of three who all disclosed their cards, even the first seat."""
    name, expansions, suite = request.param
    options = {"with": expansions} if expansions else {}
    table = Table(ruleset(name, 3, options), "opened", suite, shared=True, **options)
    disclose_all(table)
    path = tmp_path_factory.mktemp(name) / "game.swlog"
    path.write_bytes(table.fold.log())
    return path


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def addressed(lines: list[str]) -> list[str]:
    """Return the lines that address the reader, except rules and a standard remark."""
    cards = catalog()
    rules = [describe.ability(token.ability) for token in cards.tokens]
    rules += [describe.effect(wonder) for wonder in cards.wonders]
    found = []
    for line in lines:
        said = functools.reduce(lambda rest, rule: rest.replace(rule, ""), rules, line)
        if ADDRESSED.search(said) and not said.startswith("Cards were "):
            found.append(line)
    return found


def readable(html: str) -> list[str]:
    """Return the readable text of a page, without its style and script."""
    body = re.sub(r"(?s)<(style|script).*?</\1>", "", html)
    return [it.strip() for it in re.split(r"<[^>]*>", body) if it.strip()]


@pytest.mark.parametrize("seat", only(["3", None], ["1", "2", "3", None]))
def test_a_replay_in_lines_does_not_address_its_reader(
    log: Path, seat: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["replay", str(log), *(() if seat is None else ("--seat", seat))]
    assert 0 == run(words)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 100
    assert [] == addressed(lines)


@pytest.mark.parametrize("seat", only([2], [0, 2]))
def test_a_replay_on_a_screen_does_not_address_its_reader(log: Path, seat: int) -> None:
    """At any moment, including in boxes over the screen."""
    told = replay(log.read_bytes())
    stack = ScreenStack(
        moments.known(told, 0, seat),
        Settings(),
        UNICODE,
        lambda: 0.0,
        quit=lambda: None,
    )
    stack.base = told.face.screens.replay(stack, told, 0, seat)
    assert stack.base is not None
    with_boxes = every(3, range(len(told.moments)))
    for number in range(len(told.moments)):
        assert None is stack.known.ours
        for box in (None, "cities", "scores") if number in with_boxes else (None,):
            if box is not None and not stack.act(box):
                continue
            assert [] == MARKED.findall(text_of(stack.draw(140, 45)))
            while stack.overlays:
                stack.close(stack.overlays[-1])
        stack.act("right")


def test_a_report_does_not_address_its_reader(log: Path, here: Path) -> None:
    assert 0 == run(["report", str(log), "-o", "game.html"])
    told = readable((here / "game.html").read_text("utf-8"))
    assert any("Disclosed after the game" in it for it in told)
    assert [] == addressed(told)


def test_the_page_of_a_replay_does_not_address_its_reader(log: Path) -> None:
    """Neither in its text without a script, nor in the script's data."""
    made = story(replay(log.read_bytes()))
    assert [] == addressed(readable(page(made, 0)))
    steps = tale(made)["steps"]
    said = [line for step in steps for line in (step["title"], *step["lines"])]
    said += [hand["title"] for step in steps for hand in step["hands"]]
    assert [] == addressed(said)
