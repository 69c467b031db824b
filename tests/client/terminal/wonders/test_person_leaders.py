"""A person at a table with leaders: what is played, how to choose, what is typed."""

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
    """Go on to the first choice after sides."""
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
    """Type a choice, and give what is shown until the next one."""
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
def test_what_is_played_with_is_said_in_the_lobby(
    expansions: tuple[str, ...], leaders: str, said: str
) -> None:
    """Once, in one sentence; expansions nobody plays with aren't mentioned."""
    terms = Terms.of(players=3, own=agreed(expansions=expansions, leaders=leaders))
    (line, _) = lobby.options(terms.options(HOST.public, 1), 3)
    assert line == f"{said}everybody chooses a side; no time limit."


def test_how_to_choose_is_said_when_it_comes_up(begin: Begin) -> None:
    """Not at a selection, which says it itself; once for leaders and once for cards."""
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
def test_a_letter_that_is_a_neighbour_too_recruits(begin: Begin, language: str) -> None:
    """Alone r, g or d looks at a neighbour; before a leader it is a choice."""
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


def test_what_can_be_typed_is_in_the_help(begin: Begin) -> None:
    """What belongs to an expansion only where it is played with."""
    company = to_the_leaders(begin, "leaders", "edifice")
    said = company[1].type("help")
    for word in ("k3", "r3", "d3", "w3b", "leaders", "edifices"):
        assert [line for line in said if line.startswith(f"{word}: ")], word
    words = set(company[1].commands.words())
    assert {"k1", "k2", "leaders", "edifices"} <= words


def test_a_base_game_has_no_such_help(begin: Begin) -> None:
    """Nobody has to read of what isn't there."""
    company = to_the_leaders(begin)
    said = "\n".join(company[1].type("help"))
    assert "leader" not in said
    assert "edifice" not in said
