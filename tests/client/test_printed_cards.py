"""``wonders cards --cut-outs`` and ``--aid``: cards on paper, and a summary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from sealed_wonders.client.commands import cutouts, playeraid
from sealed_wonders.client.commands.cutouts import BOARDS, CARDS, Grid
from sealed_wonders.core.games import definition
from sealed_wonders.core.pictures.svg import Picture
from tests.support.browser import program
from tests.support.clirunner import CliRunner
from tests.support.printing import printed
from tests.support.thorough import only

EXPANSIONS = ("--with", "leaders,edifice")


@pytest.mark.parametrize("grid", [CARDS, BOARDS])
def test_backs_are_printed_behind_their_fronts(grid: Grid) -> None:
    """If sheets are turned over the long edge. Nothing is outside the margins."""
    for index in range(grid.places):
        x, y = grid.place(index, is_back=False)
        behind, level = grid.place(index, is_back=True)
        assert cutouts.PAGE_WIDTH - x - grid.width == pytest.approx(behind)
        assert level == y
        assert 8 <= x <= cutouts.PAGE_WIDTH - 8 - grid.width
        assert 8 <= y <= cutouts.PAGE_HEIGHT - 8 - grid.height
    assert (44, 68) == (CARDS.width, CARDS.height)


def test_crop_marks_are_at_all_edges_and_on_no_card() -> None:
    edges = {(x, y) for x, y, _x, _y in CARDS.cuts()}
    assert 2 * (5 + 5) == len(edges)
    right = CARDS.left + CARDS.columns * CARDS.width
    bottom = CARDS.top + CARDS.rows * CARDS.height
    for x, y, to_x, to_y in CARDS.cuts():
        assert x == to_x or y == to_y
        middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
        assert not (CARDS.left < middle_x < right and CARDS.top < middle_y < bottom)
        assert min(x, y, to_x, to_y) > 4


def backs_of(game: str, players: int) -> Counter[str]:
    """Count the cards of a deck by their backs."""
    backs = Counter[str]()
    for card in cutouts.deck(game, players, lambda picture: True):
        backs[card.back] += card.copies
    return backs


@pytest.mark.parametrize(("players", "of_age"), [(3, 21), (5, 35), (7, 49)])
def test_the_number_of_cards_fits_the_number_of_players(
    players: int, of_age: int
) -> None:
    """Seven for each player in an age, but all ten guilds. Each card has a back."""
    backs = backs_of("wonders", players)
    guilds = 10
    assert of_age == backs["back.1"] == backs["back.2"]
    assert of_age - (players + 2) + guilds == backs["back.3"]
    assert 15 == sum(backs[f"back.e{age}"] for age in (1, 2, 3))
    assert backs.keys() <= definition("wonders").pictures().keys()


ARCHITECTS, THREE = ("--game", "architects"), ("--players", "3")


@pytest.mark.parametrize(
    ("options", "sheets"),
    only(
        [(EXPANSIONS, 17), (ARCHITECTS, 18)],
        [((), 12), (EXPANSIONS, 17), (THREE, 7), (ARCHITECTS, 18)],
    ),
)
def test_sheets_alternate_fronts_and_backs(
    cli: CliRunner, tmp_path: Path, options: tuple[str, ...], sheets: int
) -> None:
    """Each picture is defined only once."""
    page = tmp_path / "cut.html"
    said = cli("cards", "--cut-outs", str(page), *options)
    assert f"that takes {sheets} sheets of A4" in said
    written = page.read_text("utf-8")
    assert 2 * sheets == written.count('<svg class="sheet"')
    drawn = re.findall('<symbol id="([^"]+)"', written)
    assert len(drawn) == len(set(drawn))
    assert set(re.findall('href="#([^"]+)"', written)) == set(drawn)
    assert "src=" not in written


@pytest.mark.parametrize(
    ("options", "lang"),
    only(
        [(EXPANSIONS, "en"), (ARCHITECTS, "fr"), (THREE, "en")],
        product([(), EXPANSIONS, ARCHITECTS, THREE], ["en", "fr"]),
    ),
)
def test_a_player_aid_has_two_pages(
    cli: CliRunner, tmp_path: Path, options: tuple[str, ...], lang: str
) -> None:
    """A score sheet in one language with a column for each player, and all cards."""
    page = tmp_path / "aid.html"
    cli("cards", "--aid", str(page), "--lang", lang, *options)
    written = page.read_text("utf-8")
    assert 2 == written.count("<section>")
    players = 3 if "--players" in options else 7
    (head,) = re.findall("<tr><th[^>]*>(?:Player|Joueur)</th>(.*?)</tr>", written)
    assert players == head.count("<td>")
    assert ("leaders" in written.lower()) == (EXPANSIONS == options)
    assert (">conflits<" in written) == (lang == "fr")


def test_pictures_are_as_large_as_the_page_allows() -> None:
    """The more pictures there are, the smaller they get."""
    pictures = [
        it for it in definition("wonders").pictures().values() if it.part == "cards"
    ]

    def width(some: list[Picture]) -> float:
        group = playeraid.PictureGroup("Cards", some, has_labels=True)
        found = playeraid.fitting([group], playeraid.HEIGHT)
        assert group.height(found) <= playeraid.HEIGHT
        assert group.columns(found) * (found + playeraid.GAP) <= (
            playeraid.WIDTH + playeraid.GAP
        )
        return found

    assert playeraid.LARGEST == width(pictures[:4])
    assert playeraid.LEGIBLE < width(pictures) < width(pictures[:30])


PRINTED: Sequence[tuple[tuple[str, ...], int]] = (
    (("--aid",), 2),
    (("--aid", *EXPANSIONS), 2),
    (("--aid", "--game", "architects"), 2),
    (("--cut-outs", "--players", "3"), 14),
)


@pytest.mark.skipif(program() is None, reason="no Chromium to print with")
@pytest.mark.parametrize(
    ("options", "pages"),
    only(
        [PRINTED[1], PRINTED[-1]],  # the fullest player aid, and sheets of cards
        PRINTED,
    ),
)
def test_a_browser_prints_the_expected_number_of_pages(
    cli: CliRunner, tmp_path: Path, options: tuple[str, ...], pages: int
) -> None:
    """All of them in size A4."""
    option, *more = options
    page = tmp_path / "page.html"
    cli("cards", option, str(page), *more)
    assert [(595, 842)] * pages == printed(page, tmp_path)


def test_piles_of_architects_have_their_own_backs() -> None:
    backs = backs_of("architects", 2)
    assert 60 == backs["back.central"]
    assert 25 == backs["back.giza"]
    assert 15 + 7 == backs[""]  # progress tokens and wonders
