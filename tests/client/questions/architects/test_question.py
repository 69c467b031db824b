"""Questions of Architects as menus: what is shown, and what can be typed."""

from __future__ import annotations

import pytest

from sealed_wonders.core.draws import CHOSEN
from sealed_wonders.net.words import use
from tests.support.architects import Table, at_random, city
from tests.support.architects_lines import choices
from tests.support.french import english

RHODES, GIZA, BABYLON = "rhodes", "giza", "babylon"


def three(mine: str = "", **table: object) -> Table:
    """Lay out a table of Rhodes, Giza and Babylon; it is Rhodes' turn."""
    return Table(city(RHODES, mine), city(GIZA), city(BABYLON), **table)  # type: ignore[arg-type]


def test_what_the_cat_has_shown_stands_beside_the_pile() -> None:
    """For whoever it was shown to, as long as it lies there."""
    table = three("wood", central="glass ...", cat=0)
    top = table.state.central.slots[0]
    lines = list(choices(table, {top: table.faces[top]}).lines())
    assert lines[-1].startswith(
        "3. c, the central pile: glass, shown to you by the cat (builds stage 1), "
    )
    assert "face down" in list(choices(table).lines())[-1]


def test_letters_of_the_language_are_those_of_the_question() -> None:
    use("fr")
    assert choices(three()).owns("d")
    assert not choices(three()).owns("gauche")


def test_a_choice_is_called_by_what_it_is() -> None:
    """What is sealed, and what is chosen when time is out."""
    table = three(piles=("clay ...",))
    menu = choices(table)
    words = [menu.in_words(move) for move in menu.question.moves]
    assert "take clay from your own pile" in words
    assert "take the top card from the central pile" in words
    assert ("take rhodes", "take babylon", "take central") == menu.notation()
    assert {"l", "r", "c", "1", "rhodes", "take rhodes"} <= set(menu.words())
    assert () == menu.cards()


def test_a_wonder_is_chosen_by_its_name() -> None:
    """With what its stages do; who chooses later is said, and who has what (A1.1)."""
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
def test_whatever_is_offered_can_be_typed(players: int, language: str) -> None:
    """In whole games: each move by its word and in its notation; nothing twice."""
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
