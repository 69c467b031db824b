"""A person at a table of Architects in line mode."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sealed_wonders.client.person import commandwords
from sealed_wonders.client.person.commandline import command_word, ready_words
from sealed_wonders.client.person.linecommands import commands
from sealed_wonders.client.tablewords.endings import signed
from sealed_wonders.client.view.architects.sight import sight_of
from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.view.wonders.sight import sight_of as wonders_sight_of
from sealed_wonders.client.words import text
from sealed_wonders.core.architects.events import Peeked, Taken, TurnEnded
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN, SEALED
from sealed_wonders.net.words import use
from tests.support.french import english
from tests.support.human import Begin, Company, Human, no_answer
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
    """Begin, go on to our first choice, and give how it is put."""
    host, human, *_ = company
    host.settle()
    human.look()
    human.commands.typed("ready")
    host.settle()
    assert human.person.known.asked
    return human.look()


class RandomTypist:
    """Whoever types words that the question shows, and looks around now and then."""

    def __init__(self, human: Human, seed: str) -> None:
        self._human = human
        self._chance = random.Random(seed)

    def __call__(self, lines: list[str]) -> str:
        person = self._human.person
        if self._chance.random() < 0.1:
            for command in commands(person.known):
                if command != "moves":  # the notation of records is English
                    assert self._human.type(command_word(command)), command
        menu = person.known.menu
        assert menu is not None
        question = "\n".join(lines[len(lines) - lines[::-1].index("") :])
        shown = [use for use in menu.uses if _is_shown(use.word, question)]
        assert len(shown) == len(menu.uses)
        one = self._chance.choice(shown)
        return self._chance.choice([one.word, one.move.text])


def _is_shown(word: str, question: str) -> bool:
    """Tell whether a word stands where choices are listed."""
    return f"{word}. " in question or f"   {word}" in question


@pytest.mark.parametrize(
    ("suite", "language"), only([(OPEN, "fr")], [(OPEN, "fr"), (SEALED, "en")])
)
def test_a_person_gets_to_the_end(begin: Begin, suite: int, language: str) -> None:
    """By words the questions offer; in French no English word is ever heard."""
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


def test_the_lobby_says_what_is_played(begin: Begin) -> None:
    human = begin(THREE)[1]
    assert any("7 Wonders: Architects, for 3 players" in line for line in human.all)
    for word in ("piles", "tokens", "turn", "scores", "wonder", "leaders", "hand"):
        assert [text.not_in_game()] == human.type(word)


def test_our_turn_is_put_as_a_question(begin: Begin) -> None:
    """The piles, by numbers and letters, and the first time how to choose."""
    lines = to_our_turn(begin(THREE))
    at = lines.index("") + 1
    assert lines[at].startswith("It is your turn. Take a card.")
    assert [line[:4] for line in lines[at + 2 : at + 5]] == ["1. l", "2. r", "3. c"]
    assert lines[at + 5].startswith(
        "Type a number or a name to choose; l, r and c are "
    )


def test_how_to_choose_is_said_in_the_first_turn_alone(begin: Begin) -> None:
    host, human, *_ = begin(THREE, eager=True)
    human.typing = lambda _lines: "1"
    host.settle()
    assert human.session.finished
    last = len(human.all) - human.all[::-1].index(_how(human)) - 1
    ours = [line for line in human.all[:last] if line.startswith("It is your turn")]
    assert 1 == len(ours)


def _how(human: Human) -> str:
    (line,) = {line for line in human.all if line.startswith("Type a number or a name")}
    return line


def test_letters_are_piles_while_we_choose_and_commands_after(begin: Begin) -> None:
    """What is typed for the right pile is the right neighbour's city at other times."""
    company = begin(THREE)
    to_our_turn(company)
    host, human, bob, cleo = company
    bob.player.pick = cleo.player.pick = None
    assert human.type("left")[0].endswith(
        "is building the wonder of " + _place(human, 1)
    )
    (sent,) = human.type("r")
    assert sent.startswith("Sealed and sent: take ")
    host.settle()
    human.look()
    assert human.type("r")[0].endswith("is building the wonder of " + _place(human, -1))


def _place(human: Human, step: int) -> str:
    known = human.person.known
    seat = (known.viewpoint + step) % 3
    assert known.sight is not None
    return f"{known.face.narrator.place(known.sight, seat)}."


def test_every_word_is_answered_at_every_moment(begin: Begin) -> None:
    """In the lobby, asked, waiting, and when all is over; no rubbish is a choice."""
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


def test_what_this_game_has_not_is_answered_in_a_sentence(begin: Begin) -> None:
    company = begin(THREE)
    to_our_turn(company)
    human = company[1]
    for word in ("hand", "hands", "leaders", "edifices"):
        (line,) = human.type(word)
        assert "in this game" in line
    assert ["The discard pile is empty."] == human.type("discard")
    assert any("Face down: " in line for line in human.type("piles"))
    assert "Face-up progress tokens:" == human.type("tokens")[0]
    assert "take rhodes: " not in "".join(human.type("help"))
    words = human.commands.words()
    assert {"l", "r", "c", "1", "take central", "piles", "tokens"} <= set(words)


def test_the_peek_is_told_to_its_holder_alone(begin: Begin) -> None:
    """And stands beside the pile until the card is taken."""
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


def test_a_turn_can_be_told_again(begin: Begin) -> None:
    """All since our own last one; one by its number; the last few of the log."""
    company = begin(THREE)
    to_our_turn(company)
    host, human, *_ = company
    human.commands.typed("1")
    host.settle()
    known = human.person.known
    ours = next(
        one.turn
        for one in known.past
        if isinstance(one, TurnEnded) and one.seat == known.viewpoint
    )
    since = human.type("turn")
    assert since[0].startswith(f"Turn {ours + 1}. ")
    assert any(line.startswith(f"Turn {ours + 2}. ") for line in since)
    one = human.type(f"turn {ours}")
    assert any(line.startswith(f"Turn {ours}. You take ") for line in one)
    assert ["There is nothing to show."] == human.type("turn 999")
    assert human.type("log 1")[-1] == since[-1]
    assert human.type("log 2.5") == human.type("log x")


def test_other_games_words_are_not_this_ones(begin: Begin) -> None:
    """A table of 7 Wonders has no piles."""
    host, human, *_ = begin(Terms.of(suite=OPEN, players=3))
    host.settle()
    human.commands.typed("ready")
    host.settle()
    for word in ("piles", "tokens"):
        (line,) = human.type(word)
        assert line.startswith("I don't understand")


def test_whoever_comes_back_hears_where_it_led(begin: Begin, tmp_path: Path) -> None:
    """The turns since their own last one, and their question; not the whole game."""
    company = begin(THREE, eager=True, others_follow=False)
    host, human, *_ = company
    turns = 0

    def play(lines: list[str]) -> str | None:
        nonlocal turns
        turns += 1
        return "1" if turns < 9 else None

    human.typing = play
    host.settle()
    question = human.type("again")
    human.disconnect()
    host.clients.remove(human)

    again = Human(host, "ann", tmp_path / "ann", store=human.store)
    again.typing = no_answer
    host.add(again)
    host.settle()

    lines = again.look()
    *_, caught = [line for line in lines if line.startswith("The game is now at")]
    told = [line for line in lines[lines.index(caught) :] if line.startswith("Turn ")]
    assert len(told) == 2
    assert question == lines[-len(question) :]
    assert len(lines) < 40
    assert len(again.type("log")) > 2 * len(lines)
    again.typing = lambda _lines: "1"
    again.commands.typed("1")
    host.settle()
    assert again.session.finished


def test_a_sight_is_one_of_this_game(begin: Begin) -> None:
    """What the screens ask for; there is none before it begins."""
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
