"""Leaders and edifices on screens: choices, the table, the results."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.actions import Action, AnswerQuestion
from sealed_wonders.client.table.events import ChoiceOpened, Question
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.wonders.screens import cities, fan, projects
from sealed_wonders.client.terminal.wonders.screens.hand import Hand, Marks
from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from sealed_wonders.client.words.draw import measure, text_of
from sealed_wonders.client.words.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.client.words.wonders import faces
from sealed_wonders.client.words.wonders.items import CardItem
from sealed_wonders.client.words.wonders.quotes import Payees
from sealed_wonders.core.game import Move
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.choices import next_stage
from sealed_wonders.core.wonders.leaders.effects import BuryLeader
from sealed_wonders.core.wonders.leaders.tasks import Victims
from sealed_wonders.core.wonders.model import Edifice
from sealed_wonders.core.wonders.state import Project, Right, settle
from sealed_wonders.core.wonders.view import View
from sealed_wonders.host.terms import Terms
from sealed_wonders.net import words
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.stacks import Seated, eager, taking_part, under_hand
from tests.support.thorough import is_thorough, only

SIZES = (80, 24), (120, 40), (200, 60)

SEED = "140/"
"""
Of games in which there is most to see: with leaders and edifices, seven and by night, ann
has Roma; Tomyris turns her defeats away, she takes part in an edifice and loses a card to
another.
"""

ABU_SIMBEL = "74/"
"""Of a game of three with leaders, by night, in which ann has that board."""

UR = "2/"
"""Of a game of seven with edifices in which ann has that board."""


class SeatedWithExpansions(Seated):
    """A table with expansions at which everybody is eager."""

    def __init__(
        self,
        folder: Path,
        players: int,
        sides: str,
        expansions: str = "leaders edifice",
        *,
        reveal: float = 0,
        symbols: Symbols = UNICODE,
        pick: Callable[[Question], Move] = eager,
        seed: str = SEED,
    ) -> None:
        some = tuple(expansions.split())
        terms = Terms.of(
            suite=OPEN,
            players=players,
            own=agreed(
                sides=sides,
                expansions=some,
                leaders="expert" if "leaders" in some else "standard",
            ),
        )
        settings = Settings(reveal=reveal)
        super().__init__(
            folder,
            players,
            symbols=symbols,
            settings=settings,
            terms=terms,
            seed=seed,
        )
        for other in self.others:
            other.player.pick = pick
        self._pick = pick
        self.begin()
        self._root = RootScreen(self.stack, lambda: pytest.fail("somebody left"))
        self._root.put()

    def screen(self, width: int = 80, height: int = 24) -> list[str]:
        """Give the lines of the whole screen, which has to fit."""
        self._root.put()
        rows = self.stack.draw(width, height)
        assert len(rows) == height
        assert all(measure(row) == width for row in rows)
        return text_of(rows).split("\n")

    def go_on_until(
        self,
        met: Callable[[], bool],
    ) -> None:
        """Let everybody play until something has come about."""
        while not met():
            assert self.moves, "the game is over"
            self.advance()

    def advance(self) -> None:
        """Let everybody answer one question."""
        menu = self.stack.known.menu
        assert menu is not None
        self._root.put()
        self.stack.act("back")  # what is revealed is taken away
        self.choose(self._pick(menu.question))

    def go_on_to_step(self, step: str) -> None:
        self.go_on_until(lambda: self.view.step == step)

    def go_on_to_way(self, key: str) -> None:
        """Go on until a stage can be built in a way that says something."""
        self.go_on_until(lambda: any(f" {key}=" in move.text for move in self.moves))


Open = Callable[..., SeatedWithExpansions]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Open]:
    """Sit somebody down; what is opened is closed."""
    opened: list[SeatedWithExpansions] = []

    def sit(
        players: int,
        sides: str,
        expansions: str = "leaders edifice",
        reveal: float = 0,
        pick: Callable[[Question], Move] = eager,
        seed: str = SEED,
    ) -> SeatedWithExpansions:
        folder = tmp_path / str(len(opened))
        one = SeatedWithExpansions(
            folder, players, sides, expansions, reveal=reveal, pick=pick, seed=seed
        )
        opened.append(one)
        return one

    yield sit
    for one in opened:
        one.close()


Met = Callable[[View], bool]

Along = Callable[..., SeatedWithExpansions]


@dataclass
class Shared:
    """A game that several tests look at, and how it stood at each question."""

    one: SeatedWithExpansions
    views: list[View]


@pytest.fixture(scope="module")
def games() -> Iterator[dict[float, Shared]]:
    """Give games of seven by night, by how long what is revealed stays."""
    games: dict[float, Shared] = {}
    yield games
    for game in games.values():
        game.one.close()


@pytest.fixture
def along(
    games: dict[float, Shared], tmp_path_factory: pytest.TempPathFactory
) -> Along:
    """
    Go on with a game of seven by night until something has come about for the first time.

    It is for tests that only look, or take back what they have laid down. Where the game
    has gone further, another one begins.
    """

    def go_on(met: Met, reveal: float = 0) -> SeatedWithExpansions:
        game = games.get(reveal)
        if game is None or any(map(met, game.views[:-1])):
            if game is not None:
                game.one.close()
            folder = tmp_path_factory.mktemp("along")
            one = SeatedWithExpansions(folder, 7, "night", reveal=reveal)
            game = games[reveal] = Shared(one, [one.view])
        while not met(game.views[-1]):
            assert game.one.moves, "the game is over"
            game.one.advance()
            game.views.append(game.one.view)
        game.one.stack.overlays.clear()
        return game.one

    return go_on


def is_step(step: str) -> Met:
    return lambda view: view.step == step


# The selection of leaders.


def test_the_selection_of_leaders(app: Open) -> None:
    one = app(7, "night")
    assert one.screen() == SELECTION.strip("\n").split("\n")


SELECTION = """
 Leaders, choice 1 of 3 · the others go → to gina              waiting for you
 6¤   0† against 0† ← emil  0† → gina                           2 points so far
─ keep a leader ─── cost ─ gives ─────────────────────── price ─────────────────
▸  1 ♛ Telesilla    3¤     no more -1★† · others lose ★†
   2 ♛ Eurypyle     1/2/3¤ 5★ if most ▲
   3 ♛ Cynisca      1/2/3¤ 6★ if no -1★†
   4 ♛ Agrippina    1¤     7★ if only ♛
 Discard all your defeat tokens, every other player loses a victory token.
 b keep
─ Roma, night ──────────────────────────────────────── makes -  ♛ -2¤, ←→♛ -1¤ ─
 ▱ WC ⇒ +5¤ · draw 4 ♛   ▱ SCG ⇒ 3★ · 1 more ♛   ▱ SSP ⇒ 3★ · 1 more ♛
─ ← emil ▣ · Alexandria, night ──────── ─ → gina ▣ · Abu Simbel, night ─────────
 6¤ 0† ▱▱▱   makes G                     6¤ 0† ▱▱   makes P
───────── ⌂ Curtain Wall 2¤ ⇒ †  else -1 ◫ or debt -2★ before conflicts  ♙♙♙♙♙ ─
▣ cleo  6¤ 0† ▱▱▱                        ▣ bob   6¤ 0† ▱▱
▣ dora  6¤ 0† ▱▱▱                        ▣ fred  6¤ 0† ▱▱▱▱
─ signs ────────────────────────────────────────────────────────────────────────
 W wood  S stone  O ore  C clay  G glass  L loom  P papyrus  ¤ coins  † shields
 ★ points  ▤ tablet  ✱ gear  △ compass  ∞ chain (free)  ∞→ makes free
 ∞← is free with  ⇒ what it brings  ★† conflict points
 1? a science symbol of your choice  ◔ still choosing  ▣ sealed

It's your turn to choose.
Tab all cards  d details  c cities  e edifices  m hands  p points  l log  ? help
"""


def test_a_leader_is_kept_and_stays_in_sight(app: Open) -> None:
    one = app(7, "night")
    name = one.screen()[4][7:].split("  ")[0]
    assert name in [held.face.names["en"] for held in one.view.selection]
    one.stack.act("details")
    assert "b keep" in one.screen()[-1]
    one.stack.act("back")
    one.stack.act("digit 2")
    one.stack.act("enter")  # there is nothing else that could be done with it
    assert f" ▷ Keep {name}" == under_hand(one.screen())[0]
    assert one.stack.known.asked
    one.stack.act("enter")
    assert not one.stack.known.asked
    one.host.settle()
    lines = one.screen()
    assert lines[0].startswith(" Leaders, choice 2 of 3")
    assert f"kept {name}" in "\n".join(lines)


def test_keys_are_called_what_they_do(app: Open) -> None:
    one = app(3, "night")
    assert " b keep" in one.screen()
    one.go_on_to_step("recruit")
    assert any(line.startswith(" b recruit ") for line in one.screen())
    one.go_on_to_step("turn")
    assert any(line.startswith(" b build ") for line in one.screen())


def test_edifices_are_seen_before_sides_are_chosen(app: Open) -> None:
    one = app(7, "choose")
    drawn = "\n".join(one.screen())
    for project in one.view.projects:
        assert f"⌂ {project.edifice.names['en']} {project.edifice.cost}¤ ⇒ " in drawn
    one.stack.act("edifices")
    drawn = "\n".join(one.screen())
    assert "─ Edifices ─" in drawn
    cost = one.view.projects[0].edifice.cost
    assert f"To take a pawn, pay {cost} coin" in drawn


# Recruitment, and what has been recruited.


def test_a_leader_is_recruited_at_its_price(app: Open) -> None:
    one = app(7, "night")
    one.go_on_to_step("recruit")
    assert len(one.view.leaders) == 4
    lines = one.screen()
    assert lines[0].startswith(" Age 1, leaders")
    assert lines[2].startswith("─ your leaders ──")
    dear = max(one.view.leaders, key=lambda held: held.face.price(1))
    name, price = dear.face.names["en"], dear.face.price(1)
    [row] = [line for line in lines[3:7] if name in line]
    assert f"{price}¤ " in row
    assert f"✓ {price - 2}¤ bank" in row, "Rome's leaders cost less"
    one.stack.act(f"card {lines.index(row) - 2}")
    one.stack.act("build")
    assert f" ▷ Recruit {name}   {price - 2}¤ bank" == under_hand(one.screen())[0]
    one.stack.act("enter")
    one.host.settle()
    lines = one.screen()
    assert f"♛ {name}" in "\n".join(lines[12:15])
    assert one.view.cities[one.view.seat].leaders[0].leader is dear.face


def test_why_a_leader_cannot_be_recruited(app: Open) -> None:
    one = app(3, "night", "leaders")
    one.go_on_until(
        lambda: any(it.quote and it.quote.refusal for it in one.view.leaders)
    )
    poor = next(it for it in one.view.leaders if it.quote and it.quote.refusal)
    name = poor.face.names["en"]
    line = next(line for line in one.screen() if f"♛ {name} " in line)
    assert "✗ costs" in line
    one.stack.act(f"card {line[3]}")
    one.stack.act("build")
    assert one.screen()[-2].startswith(f"{name}. Not now")


def test_a_leader_goes_under_the_wonder_or_is_sold(app: Open) -> None:
    one = app(3, "day", "leaders")
    one.go_on_to_step("recruit")
    name = one.view.leaders[0].face.names["en"]
    number = next(it[3] for it in one.screen() if f"♛ {name} " in it)
    one.stack.act(f"card {number}")
    one.stack.act("sell")
    assert f" ▷ Sell {name} for 3¤" == under_hand(one.screen())[0]


# What is chosen with a stage.


def test_the_leader_that_is_turned_face_down_is_chosen(app: Open) -> None:
    one = app(3, "night", "leaders", seed=ABU_SIMBEL)
    one.go_on_until(
        lambda: len({it.text.split()[1] for it in one.moves if "bury=" in it.text}) > 1
    )
    led = [it.leader.names["en"] for it in one.view.cities[one.view.seat].leaders]
    one.screen()
    one.stack.act("stage")
    drawn = "\n".join(one.screen())
    assert "─ Choose how to pay ─" in drawn
    assert sum(f"∩ {name}" in drawn for name in led) > 1
    one.stack.act("enter")
    one.host.settle()
    drawn = "\n".join(one.screen())
    buried = [it for it in one.view.cities[one.view.seat].leaders if it.buried]
    assert buried
    for one_of_them in buried:
        name = one_of_them.leader.names["en"]
        assert f"∩ {name} {2 * one_of_them.price}★" in drawn


def test_a_stage_that_is_laid_down_is_said_in_words(app: Open) -> None:
    """Beside the keys where there is room, else in their place."""
    one = app(7, "night")
    one.go_on_until(lambda: any(it.text.startswith("stage") for it in one.moves))
    brings = "5 coins right away, you draw 4 leaders from the box."
    one.screen()
    one.stack.act("stage")
    assert f"   {brings}" == under_hand(one.screen())[1]
    wide = one.screen(120, 24)
    assert any(f"Enter seals it   Esc takes it back   {brings}" in it for it in wide)
    one.choose(one.moves[-1])
    one.go_on_until(lambda: len(one.view.cities[one.view.seat].stages) == 1)
    one.go_on_until(lambda: any(it.text.startswith("stage") for it in one.moves))
    one.screen()
    one.stack.act("stage")
    _laid, *said = under_hand(one.screen())
    assert " ".join(" ".join(said).split()) == (
        "3 points, you may recruit one more leader at the end of the turn by paying its "
        "cost."
    )


def test_the_pawn_from_the_box_is_chosen(app: Open) -> None:
    one = app(7, "choose", "edifice", seed=UR)
    assert [] != [it for it in one.moves if it.text == "side day"]
    one.choose(Move("side day"))
    one.go_on_to_way("pawn")
    one.screen()
    one.stack.act("stage")
    drawn = "\n".join(one.screen())
    for project in one.view.projects:
        assert f"♙ {project.edifice.age}, {project.edifice.names['en']}" in drawn


def test_taking_part_is_a_way_with_its_price(app: Open) -> None:
    one = app(7, "night")
    one.go_on_to_way("join")
    edifice = one.view.projects[one.view.age - 1].edifice
    name, cost = edifice.names["en"], edifice.cost
    assert f"(⌂ +{cost}¤)" in under_hand(one.screen())[1]
    one.stack.act("stage")
    ways = [line for line in one.screen() if f"+ ⌂ {name}" in line]
    assert ways
    assert all("¤ bank" in line for line in ways)
    while "⌂" not in under_hand(one.screen())[0]:
        one.stack.act("down")
    one.stack.act("enter")
    one.host.settle()
    assert one.view.age in one.view.cities[one.view.seat].pawns
    assert f"⌂ {name} {cost}¤ ⇒ " in "\n".join(one.screen())
    assert "by you" in "\n".join(one.screen())


# Losses.


def test_a_penalty_says_what_for_and_what_can_be_lost(app: Open) -> None:
    one = app(7, "night")
    one.go_on_to_step("fail")
    lines = one.screen()
    assert lines[0].startswith(" Age 2, its edifice was not built")
    said = " Factory was not built. Penalty before the conflicts: lose a brown card."
    assert said == under_hand(lines)[0]
    words.use("fr")
    why, uses = under_hand(one.screen())
    said = " ".join(f"{why} {uses}".split())
    assert said.endswith("avant les conflits : perdre une carte marron. b perdre")
    words.use("en")
    assert lines[3].startswith("▸  1 ▬ ")
    name = lines[3][7:].split("  ")[0]
    one.stack.act("build")
    assert f" ▷ Lose {name}" == under_hand(one.screen())[0]
    one.stack.act("build")
    assert not one.stack.known.asked


def test_a_token_somebody_makes_us_lose(app: Open) -> None:
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
    assert " Somebody's leader makes you lose a victory token." == under_hand(lines)[0]
    assert "1 point" in lines[3]
    assert "3 points" in lines[4]
    assert under_hand(lines)[1].startswith(" b lose ")
    for action in ("down", "enter", "enter"):
        one.stack.act(action)
    assert AnswerQuestion(999, Move("drop 3")) in done


# What came of it.


@pytest.mark.parametrize(
    ("met", "shown"),
    [
        ("turn", ["─ Leaders ─", "│ dora  ♛ Phidias    3¤ bank"]),
        ("Drawn", ["│ You   ▰1: ", "draws 4 ♛"]),
        (
            "Penalised",
            [
                "edifice · conflicts ─",
                ", lost ◫ ",
                "⌂ Curtain Wall not built · -1 ◫",
            ],
        ),
        ("Enlisted", ["─ Leaders ─", "│ You  ♛ "]),
    ],
)
def test_what_is_revealed(along: Along, met: str, shown: list[str]) -> None:
    one = along(
        lambda view: (
            view.step == met or met in (type(event).__name__ for event in view.last)
        ),
        99.0,
    )
    drawn = "\n".join(one.screen())
    for said in shown:
        assert said in drawn, drawn


def test_a_defeat_that_went_to_the_winner(along: Along) -> None:
    one = along(
        lambda view: any(getattr(it, "deflected", ()) for it in view.last), 99.0
    )
    lines = one.screen()
    assert "← 0★ " in next(line for line in lines if "│ You " in line)
    assert "→ +2★" in next(line for line in lines if "│ emil" in line)


def test_an_edifice_that_is_built_and_one_that_failed(app: Open) -> None:
    one = app(5, "night", "edifice", reveal=99.0, pick=taking_part)
    fates: set[str] = set()
    while one.moves:
        menu = one.stack.known.menu
        assert menu is not None
        one.screen()
        one.stack.act("back")
        drawn = "\n".join(one.screen())
        project = one.view.projects[one.view.age - 1]
        sign = {"built": "▰", "failed": "not built"}.get(
            project.fate, f"{project.edifice.cost}¤"
        )
        assert f"⌂ {project.edifice.names['en']} {sign} " in drawn
        fates.add(project.fate)
        one.stack.act("edifices")
        drawn = "\n".join(one.screen())
        for one_of_them in one.view.projects:
            said = {"built": "it is built", "failed": "it was not built"}
            assert said.get(one_of_them.fate, "builders") in drawn
        one.stack.act("back")
        one.choose(taking_part(menu.question))
    assert {"", "built", "failed"} >= fates > {""}
    assert "it is built" in drawn


def test_who_has_the_reward_is_revealed(app: Open) -> None:
    one = app(5, "night", "edifice", reveal=99.0, pick=taking_part)
    one.go_on_until(lambda: any(it.fate == "built" for it in one.view.projects))
    project = next(it for it in one.view.projects if it.fate == "built")
    row = next(line for line in one.screen() if " ▰ " in line and "│ ⌂ " in line)
    assert f"⌂ {project.edifice.names['en']} ▰ " in row
    names = [one.stack.known.names[seat] for seat in project.takers]
    assert all(name in row for name in names if name != "ann")


# To be looked at.


def test_a_leader_has_a_box_of_its_own(app: Open) -> None:
    one = app(7, "night")
    one.go_on_to_step("recruit")
    first = one.screen()[3][7:].split("  ")[0]
    one.stack.act("details")
    drawn = "\n".join(one.screen())
    assert f"─ ♛ {first} ─" in drawn
    assert "leader" in drawn
    assert "effect" in drawn
    assert "now " in drawn
    one.stack.act("right")
    assert f"─ ♛ {first} ─" not in "\n".join(one.screen())


def test_ones_own_leaders_in_hand_are_named_in_ones_city(along: Along) -> None:
    one = along(is_step("turn"))
    one.screen()
    one.stack.act(f"city {one.stack.known.viewpoint}")
    drawn = "\n".join(one.screen(120, 60))
    names = [it.face.names["en"] for it in one.view.leaders]
    assert f"in hand {', '.join(names[:-1])} and {names[-1]}" in drawn


def test_a_city_shows_leaders_edifices_and_debts(along: Along) -> None:
    one = along(lambda view: any(it.debts and it.leaders for it in view.cities))
    one.screen()
    seat, city = next(
        (at, it) for at, it in enumerate(one.view.cities) if it.debts and it.leaders
    )
    one.stack.act(f"city {seat}")
    drawn = "\n".join(one.screen(120, 60))
    for led in city.leaders:
        assert f"{'∩' if led.buried else '♛'} {led.leader.names['en']}" in drawn
    assert f"{sum(city.debts)}★⌂ debts" in drawn
    assert "Edifices" in drawn


def test_one_more_leader_or_none(along: Along) -> None:
    one = along(is_step("enlist"))
    lines = one.screen()
    assert lines[2].startswith("─ another leader ──")
    assert any(line == "       recruit nobody" for line in lines[4:10])
    assert not any(" w stage" in line for line in lines)
    one.stack.act("nothing")
    assert " ▷ Recruit nobody" == under_hand(one.screen())[0]
    one.stack.act("back")
    one.stack.act("build")
    assert under_hand(one.screen())[0].startswith(" ▷ Recruit ")
    one.stack.act("back")


def test_own_leaders_are_told_in_as_much_room_as_there_is(along: Along) -> None:
    one = along(lambda view: len(view.cities[view.seat].leaders) == 3)
    led = one.view.cities[one.view.seat].leaders
    names = [it.leader.names["en"] for it in led]
    small, large = "\n".join(one.screen()), "\n".join(one.screen(200, 60))
    assert all(name in large for name in names)
    assert all(name in small for name in names) or "♛3" in small


def test_the_help_says_what_the_signs_mean(app: Open) -> None:
    one = app(3, "night")
    one.screen()
    one.stack.act("help")
    drawn = "\n".join(one.screen(200, 60))
    assert "♛ leader  ⌂ edifice  ♙ its pawn" in drawn
    assert "buried" not in drawn.partition("Signs on this screen")[2]


def test_without_edifices_there_is_no_key_for_them(app: Open) -> None:
    one = app(3, "night", "leaders")
    assert " edifices " not in one.screen()[-1]
    one.stack.act("edifices")
    assert one.screen()[-2].startswith("This game has no edifices.")


def test_the_sheet_has_the_lines_of_the_expansions(app: Open) -> None:
    one = app(3, "night")
    one.go_on_until(lambda: not one.moves)
    head = next(line for line in one.screen() if " ♛ " in line and "total" in line)
    assert head.split()[-3:] == ["♛", "⌂", "total"]


# All there is.


@pytest.mark.parametrize(
    ("players", "sides", "expansions"),
    only(
        [(7, "night", "leaders edifice")],
        [
            (3, "choose", "leaders"),
            (7, "night", "leaders edifice"),
            (5, "day", "edifice"),
        ],
    ),
)
def test_every_screen_of_a_game_fits(
    tmp_path: Path, players: int, sides: str, expansions: str
) -> None:
    """In French, where most is longer, and in letters alone."""
    one = SeatedWithExpansions(tmp_path, players, sides, expansions)
    met = set()
    try:
        for number in itertools.count():
            menu = one.stack.known.menu
            if not one.moves or menu is None:
                break
            met.add(one.view.step)
            if number % (1 if is_thorough() else 3):
                one.choose(eager(menu.question))
                continue
            words.use("fr")
            one.stack.symbols = UNICODE
            for size in SIZES:
                one.screen(*size)
            words.use("en")
            one.stack.symbols = ASCII
            for size in SIZES:
                assert all(line.isascii() for line in one.screen(*size))
            one.choose(eager(menu.question))
        assert one.screen()
        assert "turn" in met
    finally:
        words.use("en")
        one.close()


ACTIONS = (
    *("left", "right", "up", "down", "first", "last", "enter", "back"),
    *("build", "stage", "sell", "nothing", "details", "cities", "edifices", "scores"),
    *(f"digit {number}" for number in range(1, 9)),
    *("way 2", "way 12", "page down", "card 1", "card 99", "city 0", "help"),
)


@pytest.mark.parametrize("seed", only([0], range(2)))
def test_whatever_is_pressed_it_fits_and_nothing_is_sealed_unseen(
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
            one.choose(eager(menu.question))
    assert pressed > 50


def test_the_help_names_the_key_of_edifices_only_where_there_are_any(
    app: Open,
) -> None:
    for expansions in ("leaders", "edifice"):
        one = app(3, "night", expansions)
        one.screen()
        one.stack.act("help")
        everywhere = "\n".join(one.screen(200, 60)).partition("Look around")[2]
        assert ("the edifices, and who" in everywhere) is (expansions == "edifice")


def test_the_log_heads_a_recruitment_by_its_name(app: Open) -> None:
    one = app(3, "day", "leaders")
    one.go_on_until(lambda: (one.view.age, one.view.turn) == (1, 2))
    one.screen()
    one.stack.act("log")
    one.screen()
    one.stack.act("first")
    drawn = "\n".join(one.screen(120, 60))
    assert "│ Age 1, leaders  " in drawn
    assert "turn 0" not in drawn
    assert drawn.count("Age 1, leaders") == 1


def test_the_memory_tells_which_leaders_went_on_to_whom(app: Open) -> None:
    one = app(3, "day", "leaders")
    first = one.screen()
    one.stack.act("memory")
    assert "The hands for the first age haven't been dealt yet." in "\n".join(
        one.screen()
    )
    offered = [row[7:].split("  ")[0] for row in first[3:7]]
    kept = next(it for it in one.view.selection if it.face.names["en"] == offered[0])
    one.choose(kept.options[0].move)
    one.screen()  # the new question is uncovered
    one.stack.act("memory")
    drawn = " ".join("\n".join(one.screen()).replace("│", " ").split())
    assert "Leaders you saw before the first age:" in drawn
    assert (
        f"Choice 1: you kept {offered[0]} and passed {offered[1]}, {offered[2]} "
        f"and {offered[3]}" in drawn
    )


def test_taking_part_has_no_price_where_it_cannot_be_paid(app: Open) -> None:
    one = app(7, "night")
    one.go_on_until(
        lambda: (
            one.view.joining is not None
            and any(move.text.startswith("stage") for move in one.moves)
            and not any("join=1" in move.text for move in one.moves)
        )
    )
    assert "(⌂ +" not in "\n".join(one.screen())


def test_all_that_a_leader_does_is_seen_on_its_face() -> None:
    """Leaders have no chains: what they do may take the rows of those."""
    words.use("fr")
    [bilkis] = [one for one in everything().leaders if one.id == "bilkis"]
    one = CardItem(1, bilkis.names["fr"], (), "", (), face=bilkis)
    rows = fan.laid_out(Hand((one,)), Marks(), Payees("", ""), 120, UNICODE)
    assert "…" not in text_of(rows)
    assert "banque" in text_of(rows)


def test_a_colon_is_one_of_the_language() -> None:
    words.use("fr")
    drawn = text_of([faces.effects((BuryLeader(),), UNICODE)])
    assert drawn == "enterrer 1 ♛\N{NO-BREAK SPACE}: 2★ par ¤"


def never_recruiting(question: Question) -> Move:
    some = [move for move in question.moves if not move.text.startswith("recruit")]
    return eager(replace(question, moves=tuple(some or question.moves)))


def test_it_is_said_that_there_is_no_leader_to_bury(app: Open) -> None:
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
    assert "no leader to bury" in under_hand(one.screen())[0]


def test_of_a_complete_wonder_no_stage_is_numbered(app: Open) -> None:
    one = app(3, "night", "leaders")
    one.go_on_until(
        lambda: (
            next_stage(one.view.cities[one.view.seat]) is None
            and one.view.step == "turn"
        )
    )
    assert " w wonder ✗ complete " in under_hand(one.screen())[1]


def test_the_help_calls_a_key_by_what_it_does_now(app: Open) -> None:
    """Leaders are kept, then recruited; only age cards are built with it."""
    one = app(3, "day", "leaders")
    said = []
    for step in ("draft", "recruit", "turn"):
        one.go_on_until(lambda step=step: one.view.step == step)  # type: ignore[misc]
        one.screen()
        one.stack.act("help")
        (row,) = (it for it in one.screen(200, 60) if re.search(r"│ +b  ", it))
        said.append(re.split(r" {2,}", row.partition(" b  ")[2].strip())[0])
        one.stack.act("back")
    assert said == ["keep", "recruit", "build the card"]


# The penalties of edifices.


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("edifice", everything().edifices, ids=lambda it: it.id)
def test_a_penalty_is_drawn_with_its_debt(
    app: Open, edifice: Edifice, language: str
) -> None:
    """Beside when it is paid, and whether we could pay it now."""
    one = app(7, "night")
    one.go_on_to_step("turn")
    around = cities.ring(one.stack.known, UNICODE)
    assert around is not None
    everybody = [evolve(city, pawns=()) for city in around.view.cities]
    poor = evolve(everybody[0], coins=0, buildings=(), tokens=())
    rich = evolve(poor, coins=9, buildings=everything().buildings, tokens=(1, 3))
    project = Project(edifice, 5)
    words.use(language)
    said = {
        "en": ("or debt", "else debt", "before conflicts"),
        "fr": ("ou dette", "sinon dette", "avant conflits"),
    }
    unless, now, before = said[language]
    for city, how in ((rich, unless), (poor, now)):
        everybody[around.view.seat] = city
        view = evolve(
            around.view,
            age=edifice.age,
            cities=tuple(everybody),
            projects=(project,) * 3,
        )
        ring = evolve(around, view=view)
        for width in (76, 95):
            drawn = text_of([projects.line(ring, width)])
            assert f" {how} {edifice.debt}★ " in drawn
            assert ("(no " in drawn or "(sans " in drawn) == (city is poor)
            assert drawn.endswith("♙♙♙♙♙")
        assert before in drawn


def test_a_long_edifice_takes_the_room_of_the_heading_above_the_others(
    app: Open,
) -> None:
    one = app(7, "night")
    one.go_on_to_step("turn")
    while one.view.age < 3:
        one.go_on_to_step("fail")
        one.go_on_to_step("turn")
    [head] = [line for line in one.screen() if " ⌂ " in line and "else" in line]
    assert "others" not in head
    assert " or debt " in head or " else debt " in head
    assert head.endswith(" ─")
