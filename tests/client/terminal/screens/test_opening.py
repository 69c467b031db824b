"""The boxes for a new table, and for a rematch, at a host with options to choose."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from sealed_wonders.client.tablewords import tablewishes
from sealed_wonders.client.terminal.screens.opening import AgainBox, OpeningBox
from sealed_wonders.host.offer import Offered, choices, granted
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.tableoptions import BOTS, PLAYERS, PRIVATE, TURN_TIME
from sealed_wonders.net.words import use
from tests.support.findharness import FindHarness
from tests.support.french import english

TERMS = Terms.of(players=5, turn_time=77, own={"with": "leaders"})

TAKEN = TableLine("Table 1", "wonders", 3, 2, "lobby", ("bob", "cleo"))

ALL = frozenset(choices())


class OpeningHarness(FindHarness):
    """Ann at a host, about to open a table there."""

    def __init__(self, choose: frozenset[str], terms: Terms = TERMS) -> None:
        super().__init__()
        self.terms = terms
        self.stack.known.terms = Offered(terms, choose).told
        self.stack.known.host, self.stack.known.tables = "Salon", (TAKEN,)
        self.stack.open(OpeningBox(self.stack, self.find._sit))

    @property
    def box(self) -> OpeningBox:
        (box,) = self.stack.overlays
        assert isinstance(box, OpeningBox)
        return box

    def put(self, name: str, key: str = "enter", times: int = 1) -> None:
        """Move the cursor to the line with this name, and press a key there."""
        self.stack.act("first")
        for _step in range(20):
            if self.marked.startswith(name):
                for _time in range(times):
                    self.stack.act(key)
                return
            self.stack.act("down")
        pytest.fail(f"no {name}: {self.look()}")

    @property
    def marked(self) -> str:
        """Return the line at the cursor, without its number."""
        (line,) = re.findall(r"│ +▸ +(?:\d+ +)?(.*)", self.look())
        return str(line)

    @property
    def opened(self) -> Terms:
        """Return the terms of the opened table, as its host grants them."""
        return Offered(self.terms, ALL).for_wishes(self.navigation.wishes)


def test_the_box_begins_with_the_usual_terms_of_the_host() -> None:
    """The table that it opens is named after those that exist already."""
    harness = OpeningHarness(ALL)
    assert "Open a table on Salon" in harness.look()
    harness.put("Open the table")
    assert ["sit table 2"] == harness.navigation.done
    assert TERMS == harness.opened
    assert [] == harness.stack.overlays


def test_all_options_can_be_chosen_if_the_host_allows_it() -> None:
    """Options that the host leaves alone take the host's values."""
    harness = OpeningHarness(ALL)
    harness.put("Game", "right")
    assert "Expansions" not in harness.look()
    harness.put("Players", "right")
    harness.put("Bots", "right", 2)
    harness.put("Time per choice", "right")
    harness.put("Listed", "right")
    harness.put("Table name")
    harness.stack.typed("oak")
    harness.put("Password")
    assert harness.field.secret
    harness.stack.typed("tea")
    assert "tea" not in harness.look()
    harness.put("Open the table")
    assert ["sit oak behind tea"] == harness.navigation.done
    wanted = Terms.of("architects", players=6, bots=2, private=True)
    opened = harness.opened
    assert wanted == replace(opened, values=opened.values.having(turn_time=0))
    assert 77 != opened[TURN_TIME]


def test_a_private_table_without_a_name_is_named_by_its_host() -> None:
    """Nobody finds such a name by chance."""
    harness = OpeningHarness(ALL)
    harness.put("Listed", "right")
    harness.put("Open the table")
    assert ["sit "] == harness.navigation.done
    assert harness.opened[PRIVATE]


def test_only_options_that_the_host_allows_are_listed() -> None:
    """The host would refuse a request for any other option."""
    harness = OpeningHarness(frozenset(("seats", "with", "leaders")))
    shown = harness.look()
    assert "Players" in shown
    assert "Leaders" in shown
    for word in ("Game ", "Bots   ", "Time per choice", "Listed"):
        assert word not in shown
    harness.put("Expansions", "right")
    harness.put("Open the table")
    assert {"seats", "with", "leaders"} == {it for it, _ in harness.navigation.wishes}
    assert {"with": "edifice"} == harness.opened.own


def test_a_table_without_options_can_still_have_a_name_and_a_password() -> None:
    harness = OpeningHarness(frozenset())
    harness.put("Table name")
    harness.stack.typed("x" * 25)
    assert "You can't use that name" in harness.look()
    assert harness.stack.field is not None
    harness.stack.typed("Cafe\u0301")
    harness.stack.act("back")  # closes the box with the error
    harness.put("Password")
    harness.stack.typed("x" * 129)
    assert "You can't use that password: a password can have at most" in harness.look()
    harness.put("Open the table")
    assert ["sit Café"] == harness.navigation.done
    assert () == harness.navigation.wishes


@pytest.mark.parametrize(
    "terms",
    [
        TERMS,
        Terms.of("architects", players=2, bots=1, own={"draw": "chosen"}),
        Terms.of(
            when_gone="rescue", gone_after=33, own={"memory": "off", "sides": "day"}
        ),
    ],
)
def test_wishes_made_from_the_usual_terms_of_a_host_grant_those_terms(
    terms: Terms,
) -> None:
    """Unknown or impossible values from a host do no harm."""
    told = Offered(terms, ALL).told
    wishes = tablewishes.wishes_for(tablewishes.usual(told), ALL)
    assert terms == granted(terms, wishes)
    strange = (("game", "chess"), ("seats", "x"), ("bots", 99), ("moon", 3))
    wanted = tablewishes.with_wishes(tablewishes.usual(told), strange)
    assert terms.game == wanted.game
    assert wanted.values[BOTS] <= wanted.most


@pytest.mark.parametrize(
    ("before", "now", "bots"),
    [((4, 3), 5, 4), ((4, 3), 3, 2), ((5, 3), 4, 2), ((5, 3), 0, 3), ((0, 3), 5, 3)],
)
def test_in_a_rematch_the_bots_follow_the_number_of_players(
    before: tuple[int, int], now: int, bots: int
) -> None:
    """There are seats for everybody who has played, and none for anybody else."""
    players, some = before
    harness = OpeningHarness(ALL, Terms.of(players=players, bots=some))
    harness.stack.close(harness.box)
    box = AgainBox(harness.stack)
    harness.stack.open(box)
    option = next(it for it in box.options() if it.key == PLAYERS.param)
    option.choose(now)
    assert (now, bots) == (box.wanted.values[PLAYERS], box.wanted.values[BOTS])
    assert "the strength of the bots" in " ".join(box.help)


def test_both_boxes_fit_a_small_terminal_in_french() -> None:
    use("fr")
    harness = OpeningHarness(ALL, Terms.of(bots=2, own={"with": "leaders"}))
    assert [] == english(harness.look().split("\n"))
    assert "Ouvrir la table" in harness.look()
    harness.stack.close(harness.box)
    harness.stack.open(AgainBox(harness.stack))
    assert [] == english(harness.look().split("\n"))
