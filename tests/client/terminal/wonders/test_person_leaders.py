"""Playing with leaders in line mode: options, instructions and commands."""

from __future__ import annotations

import pytest

from sealed_wonders.client.person.commandline import ready_words
from sealed_wonders.client.questions.wonders.asker import how_to_choose, how_to_recruit
from sealed_wonders.client.tablewords import lobby
from sealed_wonders.client.view.sealedmove import Sealed
from sealed_wonders.client.words.sealedanswer import sentence
from sealed_wonders.client.words.wonders import phrases
from sealed_wonders.core.game import Move
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.words import use
from tests.support.agreed import agreed
from tests.support.human import Begin, Company
from tests.support.lobbies import HOST


def to_the_leaders(begin: Begin, *expansions: str) -> Company:
    """Go on to the first choice after the sides."""
    terms = Terms.of(
        suite=OPEN, players=3, own=agreed(sides="day", expansions=expansions)
    )
    company = begin(terms)
    host, human, *_ = company
    host.settle()
    human.commands.typed(ready_words()[0])
    host.settle()
    return company


def choose(company: Company, line: str) -> list[str]:
    """Type a choice, and return the lines up to the next one."""
    host, human, *_ = company
    human.look()
    human.commands.typed(line)
    host.settle()
    return human.look()


@pytest.mark.parametrize(
    ("expansions", "leaders", "said"),
    [
        ((), "standard", "The game is 7 Wonders for 3 players; "),
        (
            ("leaders", "edifice"),
            "expert",
            (
                "The game is 7 Wonders with Leaders (with the expert leaders) and Edifice, "
                "for 3 players; "
            ),
        ),
        (
            ("edifice",),
            "standard",
            "The game is 7 Wonders with Edifice, for 3 players; ",
        ),
    ],
)
def test_the_lobby_names_the_expansions_in_one_sentence(
    expansions: tuple[str, ...], leaders: str, said: str
) -> None:
    """Expansions that aren't used aren't mentioned."""
    terms = Terms.of(players=3, own=agreed(expansions=expansions, leaders=leaders))
    (line, _) = lobby.options(terms.options(HOST.public, 1), 3)
    assert line == f"{said}everybody chooses a side; no time limit."


def test_instructions_are_printed_once_when_they_first_apply(begin: Begin) -> None:
    """
    A selection of leaders explains itself. There is one line for recruiting and one for
    cards.
    """
    company = to_the_leaders(begin, "leaders")
    human = company[1]
    for _ in range(3):
        assert how_to_choose() not in human.all
        assert how_to_recruit() not in human.all
        choose(company, "k1")
    assert 1 == human.all.count(how_to_recruit())
    choose(company, "s1")
    assert 1 == human.all.count(how_to_choose())
    choose(company, "s1")
    assert 1 == human.all.count(how_to_choose())
    assert 1 == human.all.count(how_to_recruit())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_letter_that_names_a_neighbour_also_keeps_or_recruits_leaders(
    begin: Begin, language: str
) -> None:
    """
    The letter alone (r, g or d) describes a neighbour; before a leader's name it is a
    choice.
    """
    use(language)
    company = to_the_leaders(begin, "leaders")
    human = company[1]
    for _ in range(3):
        menu = human.person.known.menu
        assert menu is not None
        name = menu.items[0].name
        said = choose(company, f"{phrases.keep_word(1)[0]} {name}")
        assert (
            sentence(Sealed(Move(phrases.sealed_move("keep", name, ""))), None) in said
        )
    menu = human.person.known.menu
    assert menu is not None
    item = next(it for it in menu.items if it.uses[0].word.startswith("r"))
    assert len(human.type("r" if language == "en" else "d")) > 1
    said = choose(company, f"r {item.name}")
    assert sentence(Sealed(Move(item.uses[0].whole)), None) in said


def test_the_help_lists_the_commands_of_expansions_in_play(begin: Begin) -> None:
    company = to_the_leaders(begin, "leaders", "edifice")
    said = company[1].type("help")
    for word in ("k3", "r3", "d3", "w3b", "leaders", "edifices"):
        assert [line for line in said if line.startswith(f"{word}: ")], word
    words = set(company[1].commands.words())
    assert {"k1", "k2", "leaders", "edifices"} <= words


def test_the_help_of_a_base_game_mentions_no_expansion(begin: Begin) -> None:
    company = to_the_leaders(begin)
    said = "\n".join(company[1].type("help"))
    assert "leader" not in said
    assert "edifice" not in said
