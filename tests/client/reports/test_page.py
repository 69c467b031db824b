"""Reports as HTML: their contents, and that they load nothing else."""

from __future__ import annotations

import base64
import functools
import hashlib
import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.logs.replaying import Replay, replay
from sealed_wonders.client.reports.differences import applied
from sealed_wonders.client.reports.page import (
    data,
    modules,
    page,
    policy,
    script,
    style,
)
from sealed_wonders.client.reports.story import Story, story
from sealed_wonders.client.reports.tale import tale
from sealed_wonders.core.games import definition, ruleset
from sealed_wonders.core.wonders.events import Played
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.words import LANGUAGES, use
from tests.support.inprocess.ballots import vote_out
from tests.support.inprocess.folds import Table, disclose, disclose_all
from tests.support.thorough import only

VECTORS = Path(__file__).parents[2] / "vectors"
NAMES = ("three_seats", "expansions", "architects")


@functools.cache
def replay_of(name: str) -> Replay:
    """Read a game; the one of Architects has open cards, which is faster."""
    if name == "architects":
        table = Table(ruleset("architects", 3, {}), "report", shared=True)
        return replay(table.play().log())
    return replay((VECTORS / f"{name}.swlog").read_bytes())


class Outline(HTMLParser):
    """
    Reads a page as a browser without scripts does, and checks its structure.

    Attributes:
        outside: whatever would be loaded.
        scripts: the contents of script elements.
        text: the visible text, without styles and scripts.
    """

    VOID = ("meta",)

    def __init__(self, html: str) -> None:
        super().__init__()
        self.outside: list[str] = []
        self.scripts: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert [] == self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self._open.append(tag)
        for name, value in attrs:
            assert not name.startswith("on"), (tag, name)
            if name in ("href", "src", "xlink:href", "action", "style"):
                self.outside.append(f"{tag} {name}={value}")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "script":
            self.scripts.append(data)
        elif self._open and self._open[-1] != "style":
            self.text += f" {data}"

    @property
    def tale(self) -> Any:
        """The data for the script."""
        return json.loads(self.scripts[0])


@pytest.mark.parametrize(
    ("name", "language"),
    only(
        [("three_seats", "en"), ("expansions", "fr"), ("architects", "en")],
        itertools.product(NAMES, ("en", "fr")),
    ),
)
def test_a_game_is_one_file_that_loads_nothing(name: str, language: str) -> None:
    """Every turn is also described in words."""
    use(language)
    read = replay_of(name)
    html = page(story(read))
    seen = Outline(html)
    assert [] == seen.outside
    assert 2 == len(seen.scripts)
    addresses = set(re.findall(r"https?://[\w./-]+", html))
    assert addresses <= {
        "http://www.w3.org/2000/svg"
    }  # a namespace, which is never loaded
    for step in story(read).steps:
        assert step.title in seen.text
        for line in step.lines:
            assert line in seen.text
    for one in read.names:
        assert one in seen.text
    if language == "fr":
        for english in ("Decisive turns", "Turn by turn", "wins with"):
            assert english not in seen.text


def story_of(name: str) -> Story:
    return story(replay_of(name))


def test_without_scripts_a_page_begins_with_the_result() -> None:
    """Negative numbers have a minus sign instead of a hyphen."""
    made = story(replay_of("three_seats"), "2026-11-29 21:30")
    text = Outline(page(made)).text
    sheet = made.sheet
    assert sheet is not None
    name, points = made.names[sheet.winners[0]], sheet.rows[sheet.winners[0]][-1]
    said = (
        "2026-11-29 21:30",
        made.code,
        f"{name} wins with {points} points",
        "Was it fair?",
        made.verdict,
        made.steps[0].title,
    )
    at = [text.index(it) for it in said]
    assert sorted(at) == at
    assert " −4 " in text
    assert " -4 " not in text


@pytest.mark.parametrize("name", NAMES)
def test_the_numbers_of_a_report_are_those_of_the_game(name: str) -> None:
    """The sheet, the ends of the curves, and the coins paid between players."""
    read, made = replay_of(name), story_of(name)
    fold = read.report.fold
    assert fold is not None
    sheet = fold.state.score()
    assert (sheet, True, True) == (made.sheet, made.is_good, made.is_whole)
    totals = tuple(row[-1] for row in sheet.rows)
    assert totals == _points(made)
    n = len(read.names)
    paid = [[0] * n for _ in range(n)]
    for moment in read.moments:
        for event in moment.state.news:
            if isinstance(event, Played):
                paid[event.seat][(event.seat + 1) % n] += event.paid.left
                paid[event.seat][(event.seat - 1) % n] += event.paid.right
    has_trades = any(map(any, paid))
    assert (tuple(map(tuple, paid)) if has_trades else ()) == made.trades
    assert has_trades == (name != "architects")
    assert 1 <= len(made.decisive) <= 3


def _points(made: Story) -> tuple[int, ...]:
    """Return the points at the end of the curves."""
    points = made.steps[-1].sections["points"]
    ((_at, last),) = points["curves"][-1:]
    assert last == [row[-1] for row in points["rows"]]
    return tuple(last)


@pytest.mark.usefixtures("fast_sealing")
def test_hands_show_only_cards_that_the_log_reveals() -> None:
    """The log reveals cards built later or disclosed. The others are counted."""
    table = Table(ruleset("wonders", 3, {}), "shown", SEALED, shared=True)
    table.play()
    plain = story(replay(table.fold.log()))
    disclose(table)
    opened = story(replay(table.fold.log()))
    assert () == plain.opened
    assert any("incorrectly" in line for line in opened.disclosed)
    hidden = [
        sum(hand.hidden for step in it.steps for hand in step.hands)
        for it in (plain, opened)
    ]
    assert hidden[0] > hidden[1] > 0
    for before, after in zip(plain.steps, opened.steps, strict=True):
        for less, more in zip(before.hands, after.hands, strict=True):
            assert len(less.cards) + less.hidden == len(more.cards) + more.hidden
            known = [it.picture for it in more.cards]
            assert all(it.picture in known for it in less.cards)
    assert "Disclosed after the game" in Outline(page(opened)).text


def test_unfinished_and_damaged_games_are_reported_up_to_there() -> None:
    fewer = Table(ruleset("wonders", 4, {}), "fewer", shared=True)
    fewer.play_until("PICK")
    vote_out(fewer.fold, [player.identity for player in fewer.players], [2])
    early = Table(ruleset("wonders", 3, {}), "early", shared=True)
    early.play_until("PICK")
    for _ in range(6):
        early.phase()
    for log, good, is_whole in (
        (fewer.fold.log(), True, False),
        (early.end_early().log(), True, True),
        ((VECTORS / "three_seats.swlog").read_bytes()[:120_000], False, False),
    ):
        made = story(replay(log))
        assert (good, is_whole) == (made.is_good, made.is_whole)
        text = Outline(page(made)).text
        assert made.verdict in text
        assert made.is_whole or not made.decisive


def test_names_are_escaped() -> None:
    names = ("<b>ann</b>", '"></script><script>x()</script>', "cl&eo")
    html = page(replace(story_of("three_seats"), names=names))
    assert 2 == html.count("<script") == html.count("</script>")
    assert "<b>ann</b>" not in html
    assert "&lt;b&gt;ann&lt;/b&gt;" in html
    assert "cl&amp;eo" in html
    assert list(names) == Outline(html).tale["people"]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_contains_exactly_the_pictures_it_needs(name: str) -> None:
    """
    It needs those of wonders, their stages, and cards in hands. Each comes with its
    name.
    """
    made = story_of(name)
    data = tale(made)
    sections: Any = {}
    for step, stored in zip(made.steps, data["steps"], strict=True):
        sections = applied(sections, stored["change"])
        assert sections == step.sections, "each step is a change from the one before"
    known = definition(made.game).pictures()
    ids = set(_strings([data["steps"], data["opened"]])) & known.keys()
    assert ids <= data["pictures"].keys() <= known.keys()
    for city in made.steps[-1].sections["table"]["cities"]:
        board = city["board"].partition(".")[0]
        assert f"emblem.{board}" in data["pictures"]
        assert {*city["stages"], *city["cards"]} <= data["pictures"].keys()
    others = data["pictures"].keys() - ids
    assert {known[it].part for it in others} <= {"backs", "emblems", "stages"}
    assert data["names"][made.game].keys() <= data["pictures"].keys()
    for id in ids:
        if known[id].part not in ("stages", "emblems"):
            assert known[id].names["en"] == data["names"][made.game][id][0]


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for it in value.values() if isinstance(value, dict) else value:
            yield from _strings(it)


def test_a_page_of_seven_with_both_expansions_is_small_enough() -> None:
    """It is meant to be sent to others: at most 1.2 MB, in either language."""
    options: Any = {"with": "leaders,edifice"}
    table = Table(ruleset("wonders", 7, options), "wide", shared=True, **options)
    disclose_all(table)
    made = replay(table.fold.log())
    for language in LANGUAGES:
        use(language)
        assert len(page(story(made)).encode()) <= 1_200_000


def test_a_served_replay_has_the_data_of_the_file() -> None:
    """It begins at the requested step."""
    made = story_of("three_seats")
    shown = json.loads(data(made, 12))
    assert 12 == shown["start"]
    assert Outline(page(made, 12)).tale == shown
    assert {"replay.js", "tale.js", "audience.js", "shared.css"} <= modules().keys()


def test_the_policy_allows_scripts_and_styles_by_their_hashes() -> None:
    said = policy()
    assert "unsafe" not in said
    assert "default-src 'none'" in said
    for content in (script(), style()):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in said
    html = page(story_of("three_seats"))
    assert f"<style>{style()}</style>" in html
    assert f"<script>{script()}</script>" in html
