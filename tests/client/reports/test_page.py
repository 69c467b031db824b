"""Reports as HTML: their contents, and that they load nothing else."""

from __future__ import annotations

import functools
import itertools
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from sealed_wonders.client.logs.replaying import Replay, replay, replay_record
from sealed_wonders.client.reports.page import content, page, policy
from sealed_wonders.client.reports.story import Story, story
from sealed_wonders.core.games import definition, ruleset
from sealed_wonders.core.wonders.events import Played
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.words import use
from tests.support.inprocess.ballots import voted_out
from tests.support.inprocess.folds import Table, disclose
from tests.support.thorough import only

VECTORS = Path(__file__).parents[2] / "vectors"
NAMES = ("three_seats", "expansions", "architects")


@functools.cache
def told(name: str) -> Replay:
    """Read a game; of Architects one whose cards lie open, which takes no time."""
    if name == "architects":
        table = Table(ruleset("architects", 3, {}), "report", shared=True)
        return replay(table.play().log())
    return replay((VECTORS / f"{name}.swlog").read_bytes())


class Outline(HTMLParser):
    """
    Reads a page as a browser does, and complains of what doesn't fit.

    Attributes:
        ids: all there are.
        used: the pictures that are shown.
        outside: whatever would be loaded.
        text: what is to be read, without style and script.
    """

    VOID = ("meta", "use", "rect", "circle", "path", "line", "polyline", "ellipse")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.used: list[str] = []
        self.outside: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert [] == self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self._open.append(tag)
        for name, value in attrs:
            value = value or ""
            assert not name.startswith("on"), (tag, name)
            if name == "id":
                self.ids.append(value)
            elif name in ("href", "src", "xlink:href", "action", "style"):
                if tag == "use":
                    self.used.append(value)
                else:
                    self.outside.append(f"{tag} {name}={value}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in ("style", "script"):
            self.text += f" {data}"


@pytest.mark.parametrize(
    ("name", "language"),
    only(
        [("three_seats", "en"), ("expansions", "fr"), ("architects", "en")],
        itertools.product(NAMES, ("en", "fr")),
    ),
)
def test_a_game_is_one_file_that_loads_nothing(name: str, language: str) -> None:
    """Of both games and both expansions; all that is shown is drawn in it, and once."""
    use(language)
    read = told(name)
    html = page(story(read))
    seen = Outline(html)
    assert [] == seen.outside
    assert len(set(seen.ids)) == len(seen.ids)
    drawn = {f"#{it}" for it in seen.ids if it.startswith("p-")}
    assert drawn == set(seen.used)
    assert "http" not in html.replace("http-equiv", "")
    assert len(html) < 1_000_000
    for moment, number in zip(read.moments, range(1, 1000), strict=False):
        assert f"s{number}" in seen.ids, moment
    for one in read.names:
        assert one in seen.text
    if language == "fr":
        for english in ("Decisive turns", "Turn by turn", "The cities at that point"):
            assert english not in seen.text


def whole(name: str) -> Story:
    return story(told(name))


def test_a_city_has_its_colour_in_the_chart_and_beside_its_name() -> None:
    made = whole("three_seats")
    html = page(made)
    pictures = definition(made.game).pictures()
    for city in made.steps[-1].cities:
        hue = pictures[city.board].hue
        assert hue is not None
        for ground, colour in (("light", hue.light), ("dark", hue.dark)):
            drawn = html.count(f'class="{ground}" stroke="{colour}"')
            shown = sum(bool(it.cities) for it in made.steps)
            assert 2 + shown == drawn


@pytest.mark.parametrize("name", NAMES)
def test_what_is_counted_is_what_was_played(name: str) -> None:
    """The sheet, the ends of the curves, and the coins that went from one to another."""
    read, made = told(name), whole(name)
    fold = read.report.fold
    assert fold is not None
    sheet = fold.state.score()
    assert (sheet, True, True) == (made.sheet, made.is_good, made.is_whole)
    totals = tuple(row[-1] for row in sheet.rows)
    assert totals == made.curves[-1].points == made.steps[-1].points
    n = len(read.names)
    paid = [[0] * n for _ in range(n)]
    for moment in read.moments:
        for event in moment.state.news:
            if isinstance(event, Played):
                paid[event.seat][(event.seat + 1) % n] += event.paid.left
                paid[event.seat][(event.seat - 1) % n] += event.paid.right
    assert tuple(map(tuple, paid)) == (made.trades or tuple(map(tuple, paid)))
    assert bool(made.trades) == any(map(any, paid))
    assert 1 <= len(made.decisive) <= 3


@pytest.mark.usefixtures("quickly_sealed")
def test_hands_hold_what_the_log_shows_and_no_more() -> None:
    """What was built later, and what somebody has opened; the rest is counted."""
    table = Table(ruleset("wonders", 3, {}), "shown", SEALED, shared=True)
    table.play()
    plain = story(replay(table.fold.log()))
    disclose(table)
    opened = story(replay(table.fold.log()))
    assert () == plain.opened
    assert any("incorrectly" in line for line in opened.opened)
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
    backs = [
        sum(it.picture.startswith("back.") for step in one.steps for it in step.plays)
        for one in (plain, opened)
    ]
    assert backs[0] > backs[1] > 0
    assert "Disclosed after the game" in Outline(page(opened)).text


def test_games_that_end_early_or_go_wrong_are_told_as_far_as_they_are_good() -> None:
    fewer = Table(ruleset("wonders", 4, {}), "fewer", shared=True)
    fewer.play_until("PICK")
    voted_out(fewer.fold, [player.identity for player in fewer.players], [2])
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


def test_records_are_told_too_and_prove_nothing() -> None:
    (record, *_) = sorted((VECTORS.parent / "records").glob("*.jsonl"))
    made = story(replay_record(record.read_bytes()))
    assert "" == made.code
    text = Outline(page(made)).text
    assert "A record shows what happened, but proves nothing." in text


def test_what_people_are_called_is_text_and_nothing_else() -> None:
    made = replace(
        whole("three_seats"), names=("<b>ann</b>", '"><script>x()</script>', "cl&eo")
    )
    html = page(made)
    assert 1 == html.count("<script>") == html.count("</script>")
    assert "<b>ann</b>" not in html
    assert "&lt;b&gt;ann&lt;/b&gt;" in html
    assert "cl&amp;eo" in html


def test_each_picture_that_a_game_may_need_is_there() -> None:
    """Also for boards and cards that none of these games has."""
    for name in NAMES:
        made = whole(name)
        known = definition(made.game).pictures()
        for step in made.steps:
            for city in step.cities:
                for id, _ in city.stages:
                    assert id in known
                assert {*city.cards, *city.more} <= known.keys()
            for play in step.plays:
                assert play.picture in known


def test_a_replay_is_the_same_page_without_what_is_served_beside_it() -> None:
    """Its style and its script are files; it begins at the step that was asked for."""
    made = whole("three_seats")
    shown = content(made, 12)
    assert 'data-start="12"' in shown
    assert "<script" not in shown
    assert "<style" not in shown
    assert Outline(shown).text.split() == Outline(page(made, 12)).text.split()
    assert "unsafe" not in policy()
