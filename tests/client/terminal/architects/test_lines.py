"""Playing Architects in line mode."""

from __future__ import annotations

import random

import pytest

from sealed_wonders.client.person import commandwords
from sealed_wonders.client.person.commandline import command_word, ready_words
from sealed_wonders.client.person.linecommands import commands
from sealed_wonders.client.tablewords.endings import signed
from sealed_wonders.client.view.architects.sight import sight_of
from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.view.wonders.sight import sight_of as wonders_sight_of
from sealed_wonders.core.architects.events import Peeked, Taken
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN, SEALED
from sealed_wonders.net.words import use
from tests.support.french import english
from tests.support.human import Begin, Company, Human
from tests.support.inprocess.players import any_move
from tests.support.thorough import only

pytestmark = pytest.mark.usefixtures("integers")

THREE = Terms.of(game="architects", suite=OPEN, players=3)

RUBBISH = (
    *("xyzzy", "0", "99", "-1", "1.5", "=", "take", "take nowhere", "build", "build 9"),
    *("build 1 wood", "build 1 wood+", "science", "token", "token gold", "keep", "1zz"),
    *("extra", "extra urbanism", "search rhodes", "end now", "1\x00", "\x1b[31m", "🃏"),
    *("ß", "l" * 4000, "%s", "{}", "{l}", "none", "city \x00", "say", "1 1", "١", "²"),
    *("9" * 400, "card \x00", "card " + "x" * 4000, "turn 99999", "turn x", "log 0"),
    *("take " + "a" * 300, "w1", "b1", "s1", "hand 3", "moves x", "undo"),
    "trust nobody",
)


def to_our_turn(company: Company) -> list[str]:
    """Begin, go on to our first choice, and return the lines that ask for it."""
    host, human, *_ = company
    host.settle()
    human.look()
    human.commands.typed("ready")
    host.settle()
    assert human.person.known.asked
    return human.look()


class RandomTypist:
    """Types words that the question offers, and now and then tries every command."""

    def __init__(self, human: Human, seed: str) -> None:
        self._human = human
        self._chance = random.Random(seed)

    def __call__(self, lines: list[str]) -> str:
        person = self._human.person
        if self._chance.random() < 0.1:
            for command in commands(person.known):
                if command != "moves":  # records are in English
                    assert self._human.type(command_word(command)), command
        menu = person.known.menu
        assert menu is not None
        question = "\n".join(lines[len(lines) - lines[::-1].index("") :])
        shown = [use for use in menu.uses if _is_shown(use.word, question)]
        assert len(shown) == len(menu.uses)
        one = self._chance.choice(shown)
        return self._chance.choice([one.word, one.move.text])


def _is_shown(word: str, question: str) -> bool:
    """Return whether a word is in the list of choices."""
    return f"{word}. " in question or f"   {word}" in question


@pytest.mark.parametrize(
    ("suite", "language"), only([(OPEN, "fr")], [(OPEN, "fr"), (SEALED, "en")])
)
def test_a_game_can_be_played_to_its_end_with_the_offered_words(
    begin: Begin, suite: int, language: str
) -> None:
    """In French, no English word is ever printed."""
    use(language)
    host, human, *_ = begin(Terms.of(game="architects", suite=suite, players=3))
    host.settle()
    human.typing = RandomTypist(human, f"{suite}")
    human.commands.typed(ready_words()[0])
    host.settle()

    assert human.session.finished
    assert signed() in human.all
    taken = [one for one in human.person.known.past if isinstance(one, Taken)]
    assert len(taken) > 20
    assert not any("None" in line or "{" in line for line in human.all)
    if language == "fr":
        assert [] == english(human.all)


def test_every_command_and_any_rubbish_is_answered_at_any_moment(begin: Begin) -> None:
    """
    It is tried in the lobby, with a question, while waiting, and after the end. No
    rubbish makes a choice.
    """
    company = begin(THREE)
    host, human, *others = company

    def try_all() -> None:
        for word in commands(human.person.known):
            if commandwords.command(word) not in ("quit", "ready", "not"):
                assert human.type(word), word
        for word in RUBBISH:
            lines = human.type(word)
            assert 1 <= len(lines) <= 60, word
            assert all(len(one) < 400 for one in lines), word
            assert not [one for one in lines if one.startswith("Sealed")], word

    try_all()
    to_our_turn(company)
    before = human.type("again")
    try_all()
    assert before == human.type("again")
    for client in others:
        client.player.pick = None
    human.commands.typed("1")
    host.settle()
    try_all()
    human.typing = lambda _lines: "1"
    for client in others:
        client.player.pick = any_move
        if client.player.question is not None and client.player.answer is not None:
            client.player.answer(client.player.question.moves[0])
    host.settle()
    assert human.session.finished
    try_all()


def test_only_the_holder_of_the_cat_reads_which_card_it_shows(begin: Begin) -> None:
    """The card is named beside the pile until it is taken."""
    host, human, *_ = begin(THREE, eager=True)
    human.typing = lambda _lines: "1"
    host.settle()
    known = human.person.known
    peeks = [one for one in known.past if isinstance(one, Peeked)]
    mine = sum(one.seat == known.viewpoint for one in peeks)
    assert 0 < mine < len(peeks)
    told = [line for line in human.all if line.startswith("The cat shows ")]
    assert len(peeks) == len(told)
    own = [line for line in told if line.startswith("The cat shows only you")]
    assert mine == len(own)
    assert any("shown to you by the cat" in line for line in human.all)


def test_a_sight_belongs_to_architects_and_exists_once_the_game_begins(
    begin: Begin,
) -> None:
    """Screens ask for it."""
    company = begin(THREE)
    known = company[1].person.known
    assert sight_of(known) is None
    to_our_turn(company)
    sight = sight_of(known)
    assert sight is not None
    assert sight.viewed is sight.state.cities[known.viewpoint]
    assert wonders_sight_of(known) is None
    wonders = face_of("wonders").narrator
    with pytest.raises(TypeError, match="not a state of 7 Wonders"):
        wonders.sight(("a",), 0, sight.state, {})
