"""The news of Architects in sentences."""

from __future__ import annotations

import pytest

from sealed_wonders.client.words.architects import narrate
from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.core.architects.events import (
    FinalSheet,
    Fought,
    Founded,
    Opened,
    Peeked,
    Revealed,
    TurnEnded,
)
from sealed_wonders.core.draws import CHOSEN
from sealed_wonders.core.game import Sheet
from sealed_wonders.core.values import evolve
from sealed_wonders.net.words import use
from tests.support.architects import Table, at_random, city
from tests.support.architects_lines import NAMES, news_lines, sight
from tests.support.french import english

RHODES, GIZA, BABYLON = "rhodes", "giza", "babylon"


def three(mine: str = "", **table: object) -> Table:
    """Lay out a table of Rhodes, Giza and Babylon; Rhodes is ours."""
    return Table(city(RHODES, mine), city(GIZA), city(BABYLON), **table)  # type: ignore[arg-type]


def test_a_game_begins_with_everybodys_wonder() -> None:
    table = three()
    news = (Founded((RHODES, GIZA, BABYLON), 1),)
    assert [
        "You are building the wonder of Rhodes: Colossus of Rhodes.",
        "bob is building the wonder of Giza: Great Pyramid of Giza.",
        "cleo is building the wonder of Babylon: Hanging Gardens of Babylon.",
        "bob begins.",
    ] == news_lines(table, news=news)
    assert "You begin." == news_lines(table, 1, news=news)[-1]


def test_the_tops_of_the_piles_are_one_line_starting_with_ours() -> None:
    """The order of the seats doesn't matter."""
    table = three(piles=("clay ...", "glass ...", "mil_1horn ..."))
    tops = [(pile.name, pile.top) for pile in table.state.piles]
    news = tuple(Revealed(name, card) for name, card in tops if card is not None)
    assert [
        (
            "On top now: clay on your pile, glass on bob's pile and a shield with 1 horn "
            "on cleo's pile."
        )
    ] == news_lines(table, news=news)
    assert [
        (
            "On top now: a shield with 1 horn on your pile, clay on ann's pile and glass "
            "on bob's pile."
        )
    ] == news_lines(table, 2, news=news)


def test_face_up_tokens_are_explained() -> None:
    """All of them are explained at first, and later only the new one."""
    table = three(open="urbanism culture tactics")
    tokens = tuple(map(Opened, table.state.open))
    assert [
        "Face-up progress tokens:",
        (
            "   Urbanism: once a turn, take one more card from any pile within reach "
            "when you take wood or clay."
        ),
        "   Culture: 4 points at the end, or 12 if you have both copies.",
        "   Tactics: 2 permanent shields.",
    ] == news_lines(table, news=tokens)
    assert [
        "Another progress token is revealed. Tactics: 2 permanent shields."
    ] == news_lines(table, news=tokens[2:])


def test_only_the_cats_holder_reads_which_card_it_shows() -> None:
    """The others read that a card was shown."""
    table = three(central="glass ...", cat=0)
    (news,) = [Peeked(4, 0)]
    top = table.state.central.slots[0]
    mine = sight(table, 0, {top: table.faces[top]})
    state = evolve(mine.state, news=(news,))
    assert ["The cat shows only you the top card of the central pile: glass."] == list(
        narrate.told(evolve(mine, state=state))
    )
    assert ["The cat shows ann the top card of the central pile."] == news_lines(
        table, 1, news=(news,)
    )


def test_a_removed_player_gets_no_tokens_for_a_battle() -> None:
    table = three()
    fought = Fought(3, (0, 0, 0), (2, 0, 0), ((), (), ()))
    gone = evolve(table.state, gone=(0,), news=(fought,))
    seen = evolve(sight(table, 1), state=gone)
    assert "ann beats you, 2 shields to 0: 0 military tokens for ann." in list(
        narrate.told(seen)
    )


def test_a_token_that_allowed_a_card_is_named() -> None:
    more = three("glass", at="act", due=("urbanism",))
    more.state = more.state.with_city(
        evolve(more.state.cities[0], tokens=catalog().piles["tokens"][:1])
    )
    more.choose(f"extra urbanism {CENTRAL}")
    assert news_lines(more)[0].endswith(" from the central pile, thanks to Urbanism.")
    assert not news_lines(more)[0].startswith("Turn")


def test_a_search_without_known_faces_is_described_by_its_number() -> None:
    """The player may have returned when the cards were no longer there."""
    table = Table(
        *(city("halicarnassus"), city(GIZA)), piles=("wood wood clay",), at="effect"
    )
    table.choose("search halicarnassus")
    news = table.news
    table.keep("clay")
    line = "You look through the top 3 cards of your own pile."
    assert [line] == news_lines(table, news=news)


def test_a_tie_is_explained_by_the_number_of_stages() -> None:
    table = Table(city(GIZA, built="1"), city(RHODES, "civil_2vp_cat civil_2vp_cat"))
    rows = ((4, 0, 0, 0, 0, 4), (0, 0, 4, 0, 0, 4))
    sheet = Sheet(
        ("wonder", "cat", "blue", "military", "progress", "total"), rows, (0,)
    )
    assert (
        "You and bob are tied on points; you have built more stages, 1 to 0, and win."
        == news_lines(table, news=(FinalSheet(sheet),))[-1]
    )
    shared = sheet._replace(winners=(0, 1))
    assert (
        "You and ann are tied on points, with 1 stage each, and share the victory."
        == news_lines(table, 1, news=(FinalSheet(shared),))[-1]
    )


def test_turns_without_a_card_to_take_are_mentioned() -> None:
    nothing = (TurnEnded(8, 2), TurnEnded(9, 0), TurnEnded(10, 1))
    assert [
        "Turn 9. There is no card for you to take.",
        "Turn 10. There is no card for bob to take.",
    ] == news_lines(three(), news=nothing)


def test_narration_continues_after_players_have_left() -> None:
    """Piles that nobody can open any more are shuffled again, as the narration says."""
    lines: list[str] = []
    for table in at_random("leaving", 4, leaving={40: (1,), 60: (3,)}):
        lines += narrate.told(sight(table))
    assert "bob left the game for good." in lines
    assert "dan left the game for good." in lines
    assert "The central pile is shuffled again." in lines
    assert "The face-down progress tokens are shuffled again." in lines
    assert not any("None" in line for line in lines)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_whole_games_are_narrated_to_every_seat(players: int, language: str) -> None:
    """Every step has complete sentences."""
    use(language)
    lines: list[str] = []
    for table in at_random(f"told {players}", players, draw=CHOSEN):
        for me in range(players):
            lines += narrate.told(sight(table, me))
    assert len(lines) > 100
    for line in lines:
        assert "None" not in line
        assert "{" not in line
        assert not any(kind.id in line for kind in catalog().kinds if "_" in kind.id)
    if language == "fr":
        said = [line for line in lines if not any(name in line for name in NAMES)]
        assert [] == english(said)
