"""Questions of Architects as menus: the lines shown and the input accepted."""

from __future__ import annotations

import pytest

from sealed_wonders.core.draws import CHOSEN
from sealed_wonders.net.words import use
from tests.support.architects import Table, at_random, city
from tests.support.architects_lines import choices
from tests.support.french import english

RHODES, GIZA, BABYLON = "rhodes", "giza", "babylon"


def three(mine: str = "", **table: object) -> Table:
    """Lay out a table of Rhodes, Giza and Babylon, with the turn at Rhodes."""
    return Table(city(RHODES, mine), city(GIZA), city(BABYLON), **table)  # type: ignore[arg-type]


def test_a_menu_names_the_card_that_the_cat_has_shown() -> None:
    """Only the player who was shown the card sees its name."""
    table = three("wood", central="glass ...", cat=0)
    top = table.state.central.slots[0]
    lines = list(choices(table, {top: table.faces[top]}).lines())
    assert lines[-1].startswith(
        "3. c, the central pile: glass, shown to you by the cat (builds stage 1), "
    )
    assert "face down" in list(choices(table).lines())[-1]


def test_a_question_is_answered_with_letters_of_its_language() -> None:
    use("fr")
    assert choices(three()).owns("d")
    assert not choices(three()).owns("gauche")


def test_a_choice_has_a_description_and_can_be_typed() -> None:
    """The description is used when a choice is sealed, or made because time is up."""
    table = three(piles=("clay ...",))
    menu = choices(table)
    words = [menu.in_words(move) for move in menu.question.moves]
    assert "take clay from your own pile" in words
    assert "take the top card from the central pile" in words
    assert ("take rhodes", "take babylon", "take central") == menu.notation()
    assert {"l", "r", "c", "1", "rhodes", "take rhodes"} <= set(menu.words())
    assert () == menu.cards()


def test_a_wonder_is_chosen_by_its_name() -> None:
    """
    The menu describes the stages, and says who chooses later and who has which wonder
    (A1.1).
    """
    tables = at_random("wonders", 4, draw=CHOSEN)
    menu = choices(next(tables))
    first, typing, *items = menu.lines()
    assert first == "Choose your wonder; then bob, cleo and dan choose."
    assert typing == "Type card and a name to read about a wonder."
    assert menu.introduction == (first,)
    assert "4. Giza, 30 points for all stages." == items[3]
    assert items[6].endswith(
        " points for all stages. Stages 2 and 4: a permanent shield."
    )
    found = menu.find("rhodes")
    assert found is not None
    assert found.use is not None
    assert ("wonder rhodes", "the wonder of Rhodes") == (
        found.use.move.text,
        found.use.whole,
    )
    lines = list(choices(next(tables)).lines())
    assert lines[0].startswith("Choose your wonder; then cleo and dan choose.")
    assert "So far: ann Giza." == lines[2]
    assert ". Giza" not in " ".join(lines[2:])


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("players", [2, 4, 7])
def test_every_offered_move_can_be_typed(players: int, language: str) -> None:
    """
    Throughout whole games, every move has a unique word and can also be typed in its
    notation.
    """
    use(language)
    said: list[str] = []
    for table in at_random(f"asked {players}", players, draw=CHOSEN):
        if not table.moves():
            continue
        menu = choices(table)
        moves = [use.move.text for use in menu.uses]
        assert sorted(moves) == sorted(table.moves())
        words = [use.word for use in menu.uses]
        assert len(set(words)) == len(words)
        for one in menu.uses:
            assert menu.find(one.word) == menu.find(one.move.text)
            found = menu.find(one.word)
            assert found is not None
            assert found.use == one
        said += [*menu.lines(), *(one.whole for one in menu.uses)]
    assert not any("None" in line or "_" in line for line in said)
    if language == "fr":
        assert [] == english(said)
