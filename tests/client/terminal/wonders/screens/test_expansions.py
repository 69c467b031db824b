"""Leaders and edifices on screens: choices, the table and the results."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.questions.wonders.items import CardItem
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.signs.wonders.quotes import Payees
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.actions import Action, AnswerQuestion
from sealed_wonders.client.table.events import ChoiceOpened, Question
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.wonders.screens import fan, projects
from sealed_wonders.client.terminal.wonders.screens.hand import Hand, Marks
from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from sealed_wonders.core.game import Move
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.choices import next_stage
from sealed_wonders.core.wonders.leaders.effects import BuryLeader
from sealed_wonders.core.wonders.leaders.tasks import Victims
from sealed_wonders.core.wonders.state import Project, Right, settle
from sealed_wonders.core.wonders.view import View
from sealed_wonders.net import words
from tests.client.terminal.wonders.screens.test_cities import SIDES, around, city
from tests.support.agreed import agreed
from tests.support.stacks import (
    Seated,
    drawn_to_fit,
    lines_below_hand,
    prefer_special_moves,
    take_part_in_edifices,
)
from tests.support.thorough import is_thorough, only

SIZES = (80, 24), (120, 40), (200, 60)

SEED = "140/"
"""
Seed of games with the most to show.

With leaders and edifices, seven players and night sides, Ann has Roma. Tomyris deflects
her defeats, and she takes part in an edifice and loses a card to another one.
"""

ABU_SIMBEL = "74/"
"""Seed of a game of three with leaders and night sides in which Ann has that board."""


class SeatedWithExpansions(Seated):
    """A table with expansions, where everybody prefers to use them."""

    def __init__(
        self,
        folder: Path,
        players: int,
        sides: str,
        expansions: str = "leaders edifice",
        *,
        reveal: float = 0,
        pick: Callable[[Question], Move] = prefer_special_moves,
        seed: str = SEED,
    ) -> None:
        some = tuple(expansions.split())
        leaders = "expert" if "leaders" in some else "standard"
        own = agreed(sides, some, leaders)
        settings = Settings(reveal=reveal)
        super().__init__(folder, players, settings=settings, own=own, seed=seed)
        for other in self.others:
            other.player.pick = pick
        self._pick = pick
        self.begin()
        self._root = RootScreen(self.stack, lambda: pytest.fail("somebody left"))
        self._root.put()

    def screen(self, width: int = 80, height: int = 24) -> list[str]:
        """Return the rows of the whole screen, after checking that it fits."""
        self._root.put()
        return drawn_to_fit(self.stack, width, height).split("\n")

    def go_on_until(self, met: Callable[[], bool]) -> None:
        """Make everybody play until a condition holds."""
        while not met():
            assert self.moves, "the game is over"
            self.advance()

    def advance(self) -> None:
        """Make everybody answer one question."""
        menu = self.menu
        self._root.put()
        self.stack.act("back")  # closes the reveal
        self.choose(self._pick(menu.question))

    def go_on_to_step(self, step: str) -> None:
        self.go_on_until(lambda: self.view.step == step)


Open = Callable[..., SeatedWithExpansions]


@pytest.fixture
def app(tmp_path: Path) -> Open:
    """Return a function that seats somebody at a table."""

    def sit(*how: Any, **others: Any) -> SeatedWithExpansions:
        return SeatedWithExpansions(tmp_path / str(next(numbers)), *how, **others)

    numbers = itertools.count()
    return sit


def test_edifices_are_shown_before_sides_are_chosen(app: Open) -> None:
    one = app(7, "choose")
    drawn = "\n".join(one.screen())
    for project in one.view.projects:
        assert f"⌂ {project.edifice.names['en']} {project.edifice.cost}¤ ⇒ " in drawn


# Losses.


def test_a_token_lost_to_a_leader_of_another_player_can_be_chosen(app: Open) -> None:
    one = app(3, "night", "leaders")
    one.go_on_to_step("turn")
    known = one.stack.known
    assert known.sight is not None
    assert known.menu is not None
    state, me = known.sight.state, known.viewpoint
    cities = tuple(evolve(city, tokens=(1, 3, -1)) for city in state.cities)
    right = Right(0, (me + 1) % 3, "telesilla", "victims")
    task = Victims(1, 1)
    state = settle(evolve(state, task=task, cities=cities, rights=(right,)))
    moves = state.moves(me, {})
    question = evolve(
        known.menu.question, state=state, moves=moves, default=moves[0], phase=999
    )
    known.sight = evolve(known.sight, state=state)
    one.human.person.told(ChoiceOpened(question))
    done: list[Action] = []
    one.human.person.table.do = lambda action: bool(done.append(action))  # type: ignore[method-assign,func-returns-value]
    lines = one.screen()
    assert (
        " Somebody's leader makes you lose a victory token."
        == lines_below_hand(lines)[0]
    )
    assert "1 point" in lines[3]
    assert "3 points" in lines[4]
    assert lines_below_hand(lines)[1].startswith(" b lose ")
    for action in ("down", "enter", "enter"):
        one.stack.act(action)
    assert AnswerQuestion(999, Move("drop 3")) in done


# Results.


REVEALED = {
    "turn": ["─ Leaders ─", "│ dora  ♛ Phidias    3¤ bank"],
    "Drawn": ["│ You   ▰1: ", "draws 4 ♛"],
    "Penalised": [
        "edifice · conflicts ─",
        ", lost ◫ ",
        "⌂ Curtain Wall not built · -1 ◫",
    ],
    "Enlisted": ["─ Leaders ─", "│ You  ♛ "],
    "deflected": ["│ You .*← 0★ ", r"│ emil.*→ \+2★"],
}
"""Patterns of what is shown, by the step or the kind of event."""


def happened(view: View) -> set[str]:
    """Return the keys of `REVEALED` for what has just happened."""
    deflects = any(getattr(event, "deflected", ()) for event in view.last)
    kinds = {type(event).__name__ for event in view.last}
    return {view.step, *kinds, *(["deflected"] if deflects else [])}


def test_the_reveal_shows_leaders_penalties_and_deflected_defeats(app: Open) -> None:
    """
    Each is shown when it first happens. The city's box keeps leaders, edifices and
    debts.
    """
    one = app(7, "night", reveal=99.0)
    rest = dict(REVEALED)
    while rest:
        for what in rest.keys() & happened(one.view):
            drawn = "\n".join(one.screen())
            for said in rest.pop(what):
                assert re.search(said, drawn), drawn
        assert one.moves, "the game is over"
        one.advance()
    one.go_on_until(lambda: any(it.debts and it.leaders for it in one.view.cities))
    one.screen()
    one.stack.act("back")
    seat, city = next(
        (at, it) for at, it in enumerate(one.view.cities) if it.debts and it.leaders
    )
    one.stack.act(f"city {seat}")
    drawn = "\n".join(one.screen(120, 60))
    for led in city.leaders:
        assert f"{'∩' if led.buried else '♛'} {led.leader.names['en']}" in drawn
    assert f"{sum(city.debts)}★⌂ debts" in drawn
    assert "Edifices" in drawn


def test_a_built_edifice_is_shown_with_those_who_get_the_reward(
    app: Open,
) -> None:
    one = app(5, "night", "edifice", reveal=99.0, pick=take_part_in_edifices)
    one.go_on_until(lambda: any(it.fate == "built" for it in one.view.projects))
    project = next(it for it in one.view.projects if it.fate == "built")
    row = next(line for line in one.screen() if " ▰ " in line and "│ ⌂ " in line)
    assert f"⌂ {project.edifice.names['en']} ▰ " in row
    names = [one.stack.known.names[seat] for seat in project.takers]
    assert all(name in row for name in names if name != "ann")
    one.stack.act("edifices")
    assert "it is built" in "\n".join(one.screen())


def test_the_help_explains_the_symbols_of_the_expansions(app: Open) -> None:
    one = app(3, "night")
    one.screen()
    one.stack.act("help")
    drawn = "\n".join(one.screen(200, 60))
    assert "♛ leader  ⌂ edifice  ♙ its pawn" in drawn
    assert "buried" not in drawn.partition("Signs on this screen")[2]


# Random keys.


ACTIONS = (
    *("left", "right", "up", "down", "first", "last", "enter", "back"),
    *("build", "stage", "sell", "nothing", "details", "cities", "edifices", "scores"),
    *(f"digit {number}" for number in range(1, 9)),
    *("way 2", "way 12", "page down", "card 1", "card 99", "city 0", "help"),
)


@pytest.mark.parametrize("seed", only([0], range(2)))
def test_random_keys_never_overflow_the_screen_or_seal_an_unseen_choice(
    app: Open, seed: int
) -> None:
    chance = random.Random(seed)
    one = app(7, "night", reveal=chance.choice([0.0, 3.0]))
    pressed = 0
    while one.moves and pressed < (400 if is_thorough() else 60):
        for _ in range(chance.randrange(20)):
            pressed += 1
            base = one.stack.base
            asked = one.stack.known.asked
            laid = base.laid if isinstance(base, GameTable) else None
            action = chance.choice(ACTIONS)
            one.stack.act(action)
            one.screen(*chance.choice(SIZES))
            if asked and not one.stack.known.asked and isinstance(base, GameTable):
                assert laid is not None, f"{action} sealed what wasn't laid down"
        one.stack.overlays.clear()
        one.host.clock.advance(chance.random() * 5)
        one.host.settle()
        menu = one.stack.known.menu
        if one.moves and menu is not None:
            one.choose(prefer_special_moves(menu.question))
    assert pressed > 50


def test_the_memory_aid_lists_which_leaders_were_kept_and_passed(app: Open) -> None:
    one = app(3, "day", "leaders")
    first = one.screen()
    one.stack.act("memory")
    assert "The hands for the first age haven't been dealt yet." in "\n".join(
        one.screen()
    )
    offered = [row[7:].split("  ")[0] for row in first[3:7]]
    kept = next(it for it in one.view.selection if it.face.names["en"] == offered[0])
    one.choose(kept.options[0].move)
    one.screen()  # draws the new question
    one.stack.act("memory")
    drawn = " ".join("\n".join(one.screen()).replace("│", " ").split())
    assert "Leaders you saw before the first age:" in drawn
    assert (
        f"Choice 1: you kept {offered[0]} and passed {offered[1]}, {offered[2]} "
        f"and {offered[3]}" in drawn
    )


def test_all_effects_of_a_leader_fit_on_its_face() -> None:
    """Leaders have no chains, so their effects may take the rows for them."""
    words.use("fr")
    [bilkis] = [one for one in everything().leaders if one.id == "bilkis"]
    one = CardItem(1, bilkis.names["fr"], (), "", (), face=bilkis)
    rows = fan.laid_out(Hand((one,)), Marks(), Payees("", ""), 120, UNICODE)
    assert "…" not in text_of(rows)
    assert "banque" in text_of(rows)
    drawn = text_of([faces.effects((BuryLeader(),), UNICODE)])
    assert drawn == "enterrer 1 ♛\N{NO-BREAK SPACE}: 2★ par ¤"


def never_recruiting(question: Question) -> Move:
    some = [move for move in question.moves if not move.text.startswith("recruit")]
    return prefer_special_moves(replace(question, moves=tuple(some or question.moves)))


def test_a_stage_states_that_there_is_no_leader_to_bury(app: Open) -> None:
    one = app(3, "night", "leaders", pick=never_recruiting, seed=ABU_SIMBEL)

    def can_bury_nobody() -> bool:
        city = one.view.cities[one.view.seat]
        stage = next_stage(city)
        can = any(it.text.startswith("stage") for it in one.moves)
        buries = stage is not None and stage.whole == (BuryLeader(),)
        return can and buries and all(led.buried for led in city.leaders)

    one.go_on_until(can_bury_nobody)
    one.screen()
    one.stack.act("stage")
    assert "no leader to bury" in lines_below_hand(one.screen())[0]


def test_the_label_of_a_key_follows_the_step(app: Open) -> None:
    """Leaders are kept and later recruited with the key that builds age cards."""
    one = app(3, "day", "leaders")
    for step, label, said in (
        ("draft", "keep", "keep"),
        ("recruit", "recruit ", "recruit"),
        ("turn", "build ", "build the card"),
    ):
        one.go_on_to_step(step)
        assert any(line.startswith(f" b {label}") for line in one.screen())
        one.stack.act("help")
        (row,) = (it for it in one.screen(200, 60) if re.search(r"│ +b  ", it))
        assert said == re.split(r" {2,}", row.partition(" b  ")[2].strip())[0]
        one.stack.act("back")


# The penalties of edifices.


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_penalty_that_cannot_be_paid_is_drawn_with_its_debt(language: str) -> None:
    """This is tried for each edifice, in the smallest terminal."""
    words.use(language)
    one = around(*[city(*SIDES[0])] * 3)
    poor = [evolve(it, coins=0) for it in one.view.cities]
    for edifice in everything().edifices:
        view = evolve(
            one.view,
            age=edifice.age,
            cities=tuple(poor),
            projects=(Project(edifice, 5),) * 3,
        )
        drawn = text_of([projects.line(evolve(one, view=view), 76)])
        debt, lack = {"en": ("else debt", "no"), "fr": ("sinon dette", "sans")}[
            language
        ]
        assert f" {debt} {edifice.debt}★ ({lack} " in drawn
        assert drawn.endswith("♙♙♙♙♙")
