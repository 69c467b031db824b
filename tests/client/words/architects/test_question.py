"""Questions of Architects as menus: what is shown, and what can be typed."""

from __future__ import annotations

import pytest

from sealed_wonders.core.draws import CHOSEN
from sealed_wonders.net.words import use
from tests.support.architects import Table, at_random, city
from tests.support.architects_lines import choices, typed
from tests.support.french import english

RHODES, GIZA, BABYLON = "rhodes", "giza", "babylon"


def three(mine: str = "", **table: object) -> Table:
    """Lay out a table of Rhodes, Giza and Babylon; it is Rhodes' turn."""
    return Table(city(RHODES, mine), city(GIZA), city(BABYLON), **table)  # type: ignore[arg-type]


def test_a_card_is_chosen_with_all_that_matters_in_sight() -> None:
    """What one has, what it is for, what lies where and what would come of it."""
    table = three(
        "wood sci_gear",
        piles=("clay ...", "glass", "sci_gear ..."),
        turn=4,
    )
    assert [
        "It is your turn. Take a card.",
        (
            "You have 1 wood and 1 gear. Stage 1 costs 2 different resources and "
            "stage 2 costs 2 identical resources."
        ),
        "1. l, on your left, your own pile: clay (builds stage 1), 25 cards left.",
        (
            "2. r, on your right, cleo's pile: a gear (earns a progress token), "
            "25 cards left."
        ),
        "3. c, the central pile: face down, 58 cards left.",
    ] == list(choices(table).lines())


def test_who_has_nothing_is_told_so() -> None:
    lines = list(choices(three()).lines())
    assert lines[1].startswith("You have no grey, yellow or green cards.")


@pytest.mark.parametrize(
    ("card", "what"),
    [
        ("civil_2vp_cat", "gets you the cat"),
        ("mil_1horn", "starts a battle"),
        ("wood", "lets you take one more card"),
    ],
)
def test_what_comes_of_a_card_is_said(card: str, what: str) -> None:
    table = Table(
        city(RHODES, tokens="urbanism"),
        city(GIZA),
        city(BABYLON),
        piles=(f"{card} ...",),
        horns=2,
    )
    assert f"({what})" in list(choices(table).lines())[2]
    assert what not in list(choices(three(piles=("clay ...",))).lines())[2]


def test_what_the_cat_has_shown_stands_beside_the_pile() -> None:
    """For whoever it was shown to, as long as it lies there."""
    table = three("wood", central="glass ...", cat=0)
    top = table.state.central.slots[0]
    lines = list(choices(table, {top: table.faces[top]}).lines())
    assert lines[-1].startswith(
        "3. c, the central pile: glass, shown to you by the cat (builds stage 1), "
    )
    assert "face down" in list(choices(table).lines())[-1]


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("1", "take rhodes"),
        ("l", "take rhodes"),
        ("L", "take rhodes"),
        ("rhodes", "take rhodes"),
        ("take rhodes", "take rhodes"),
        ("take l", "take rhodes"),
        ("2", "take babylon"),
        ("r", "take babylon"),
        ("babylon", "take babylon"),
        ("  Baby ", "take babylon"),
        ("cleo", "take babylon"),
        ("3", "take central"),
        ("c", "take central"),
        ("central", "take central"),
        ("take  central", "take central"),
    ],
)
def test_a_pile_is_named_in_many_ways(line: str, move: str) -> None:
    assert move == typed(three(), line)


def test_letters_of_another_language_are_understood_besides_the_english() -> None:
    use("fr")
    table = three()
    for line in ("g", "l", "1", "rhodes"):
        assert "take rhodes" == typed(table, line)
    for line in ("d", "r", "prendre d", "babylone", "babylon"):
        assert "take babylon" == typed(table, line)
    assert "take central" == typed(table, "centrale")
    assert choices(table).owns("d")
    assert not choices(table).owns("gauche")


def test_what_a_stage_takes_and_gives_is_put_together_as_its_language_does() -> None:
    table = three("wood wood", piles=("coin ...", "glass", "glass"), turn=4)
    table.choose("take rhodes")
    use("fr")
    lines = list(choices(table).lines())[1:3]
    assert "1. Construire l'étape 1 avec 1 bois et 1 pièce\u00a0: 4 points." == lines[0]
    assert lines[1].startswith("2. Construire l'étape 2 avec 2 bois\u00a0: 4 points")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("9", "There is no choice 9 here. To repeat the question, type: again"),
        ("999", "There is no choice 999 here. To repeat the question, type: again"),
        ("take giza", "You can't take a card from there now."),
        (
            "extra urbanism central",
            "That answers a different kind of question.",
        ),
        ("end", "That answers a different kind of question."),
    ],
)
def test_what_cannot_be_chosen_is_answered_with_why(line: str, answer: str) -> None:
    assert [answer] == typed(three(), line)


@pytest.mark.parametrize(
    "line", ["x", "take", "take nowhere", "1 2", "b3", "²", "1" * 9]
)
def test_rubbish_has_nothing_to_do_with_it(line: str) -> None:
    assert "?" == typed(three(), line)


def test_each_way_to_pay_for_a_stage_has_a_number() -> None:
    table = three("wood wood clay glass", at="act")
    lines = [
        "1. Build stage 1 with 1 wood and 1 clay: 4 points.",
        "2. Build stage 1 with 1 wood and 1 glass: 4 points.",
        "3. Build stage 1 with 1 clay and 1 glass: 4 points.",
        "4. Build stage 2 with 2 wood: 4 points; a permanent shield.",
    ]
    title = "You have to build. Which stage, and with which cards?"
    assert [title, *lines] == list(choices(table).lines())
    assert "build 1 clay+glass" == typed(table, "3")
    assert "build 2 wood+wood" == typed(table, "4")
    assert "build 2 wood+wood" == typed(table, "stage 2")
    assert "build 2 wood+wood" == typed(table, "build 2")
    which = typed(table, "stage 1")
    assert isinstance(which, list)
    assert [f"   {line}" for line in lines[:3]] == which[1:]
    assert ["That is not what it costs."] == typed(table, "build 2 wood+glass")
    assert ["You can't build that stage now."] == typed(
        table, "build 3 wood+clay+glass"
    )


def test_a_token_that_is_used_up_for_a_way_is_named() -> None:
    table = Table(
        city(RHODES, "wood coin glass", tokens="economy engineering"),
        city(GIZA),
        at="act",
    )
    lines = list(choices(table).lines())
    assert any("thanks to Engineering" in line for line in lines)
    economy = Table(
        city("ephesus", "wood coin", built="1", tokens="economy"), city(GIZA), at="act"
    )
    assert any("thanks to Economy" in line for line in choices(economy).lines())


def test_several_things_to_do_are_asked_for_at_once() -> None:
    table = three("wood clay wood sci_gear sci_gear", at="act")
    lines = list(choices(table).lines())
    assert (
        "You have several things left to do this turn. Which will you do first?"
    ) == lines[0]
    assert any("Turn in 2 gears for a progress token." in line for line in lines)
    assert "science sci_gear+sci_gear" == typed(table, "gear")


def test_symbols_can_be_turned_in_in_two_ways() -> None:
    table = three("sci_gear sci_gear sci_tablet sci_compass", at="act")
    assert [
        "You have to turn in symbols for a progress token. Which ones?",
        "1. Turn in 1 tablet, 1 gear and 1 compass for a progress token.",
        "2. Turn in 2 gears for a progress token.",
    ] == list(choices(table).lines())
    assert "science sci_tablet+sci_gear+sci_compass" == typed(table, "three")
    assert "science sci_gear+sci_gear" == typed(table, "gear")


def test_tokens_are_chosen_by_what_they_do() -> None:
    table = three("sci_gear sci_gear", open="urbanism culture tactics", at="act")
    assert [
        "Take a progress token.",
        (
            "1. Urbanism: once a turn, take one more card from any pile within reach "
            "when you take wood or clay."
        ),
        "2. Culture: 4 points at the end, or 12 if you have both copies.",
        "3. Tactics: 2 permanent shields.",
        "4. The top face-down one (12 left).",
    ] == list(choices(table).lines())
    assert "token culture" == typed(table, "culture")
    assert "token culture" == typed(table, "token cult")
    assert "token top" == typed(table, "face down")
    assert "token top" == typed(table, "top")
    assert ["That isn't available to you."] == typed(table, "token economy")


def test_what_is_looked_through_is_kept_by_name() -> None:
    table = Table(
        city("halicarnassus", "sci_gear", built="1"),
        city(GIZA),
        city(BABYLON),
        piles=("wood wood clay glass sci_gear ...",),
        at="effect",
    )
    title, first, second = choices(table).lines()
    assert "Your wonder lets you look through a pile. Which one?" == title
    assert first.startswith("1. l, on your left, your own pile: wood")
    assert second.startswith("2. r, on your right, cleo's pile: ")
    assert "search halicarnassus" == typed(table, "l")
    table.choose("search halicarnassus")
    # Of the two that are equal, one is offered; the numbers are places in the pile.
    title, *offered = choices(table).lines()
    assert title.startswith("Keep one of these cards, numbered from the top. ")
    assert [
        "1. wood.",
        "3. clay.",
        "4. glass.",
        "5. a gear (earns a progress token).",
    ] == offered
    assert "keep 5" == typed(table, "gear")
    assert "keep 3" == typed(table, "keep clay")
    for line in ("4", "keep 4", "glass"):
        assert "keep 4" == typed(table, line)
    assert ["There is no choice 2 here. To repeat the question, type: again"] == typed(
        table, "keep 2"
    )


def test_any_pile_of_the_table_can_be_named() -> None:
    table = Table(
        *(city(name) for name in ("alexandria", GIZA, BABYLON, RHODES)),
        piles=("clay ...", "wood ...", "glass ...", "stone ..."),
        at="effect",
    )
    lines = list(choices(table).lines())
    assert "Your wonder lets you take the top card of any pile." == lines[0]
    assert lines[4].startswith("4. bob's pile: wood, ")
    assert lines[5].startswith("5. cleo's pile: glass, ")
    assert "take giza" == typed(table, "bob")
    assert "take giza" == typed(table, "4")
    assert "take rhodes" == typed(table, "r")


def test_one_more_card_can_be_declined() -> None:
    table = three(at="act", due=("urbanism",), piles=("clay ...",))
    title, *lines = choices(table).lines()
    assert "Urbanism lets you take one more card." == title
    assert lines[0].startswith("1. l, on your left, your own pile: clay, ")
    assert "4. e, end the turn without taking another card." == lines[-1]
    assert "extra urbanism rhodes" == typed(table, "l")
    for line in ("e", "end", "4", "none"):
        assert "end" == typed(table, line)
    both = three(at="act", due=("urbanism", "crafts"))
    title, first, *_ = choices(both).lines()
    assert "Crafts and Urbanism each let you take one more card." == title
    assert first.startswith("1. l, on your left, your own pile: ")
    assert first.endswith(", thanks to Crafts.")


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
