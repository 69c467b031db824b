"""A person who speaks French: a whole game in lines, and what they type."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sealed_wonders.client.person import commandwords
from sealed_wonders.client.person.commandline import command_word, staying
from sealed_wonders.client.person.linecommands import COMMANDS as OF_ALL
from sealed_wonders.client.person.linecommands import commands
from sealed_wonders.client.tablewords import refusals
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects.narrator import ArchitectsNarrator
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.client.words.wonders.narrate import fought, say_built, say_paid
from sealed_wonders.client.words.wonders.narrator import WondersNarrator
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.net.words import use
from tests.support.french import english
from tests.support.human import Begin, Company

COMMANDS = {*OF_ALL, *WondersNarrator.commands, *ArchitectsNarrator.commands}


@pytest.fixture(autouse=True)
def french() -> None:
    use("fr")


def to_the_first_hand(company: Company) -> list[str]:
    host, human, *_ = company
    host.settle()
    human.commands.typed("prêt")
    host.settle()
    human.look()
    human.commands.typed("jour")
    host.settle()
    return human.look()


def test_all_that_can_be_heard_is_french(begin: Begin) -> None:
    """Help and all screens, before the game, in it, and their words."""
    company = begin()
    human = company[1]
    said = [*human.all, *human.type("aide"), *human.type("qui"), *human.type("table")]
    to_the_first_hand(company)
    for command in commands(human.person.known):
        word = command_word(command)
        lines = human.type(word)
        assert lines, word
        # What is written in records is the same in all languages.
        said += [] if command == "moves" else lines
    said += human.type("cité bob") + human.type("cité gauche") + human.type("3")
    said += human.type("xyz") + human.type("dire") + human.type("v9") + human.type("")
    assert [] == english(said)


def test_a_card_goes_by_its_name_without_accents(begin: Begin) -> None:
    """And by the beginning of it, in French or of its English id."""
    company = begin()
    human = company[1]
    to_the_first_hand(company)
    menu = human.person.known.menu
    assert menu is not None
    for item in menu.items:
        whole = [item.line, *(f"   {use.word} {use.words}." for use in item.uses)]
        for word in (item.name, text.unaccented(item.name).upper(), item.ids[0]):
            assert whole == human.type(word)[: len(whole)]


@pytest.mark.parametrize(
    "line",
    [
        "v1",
        "s1",
        "défausser 1",
        "vendre 1",
        "V 1",
        "sell 1",
        "sell with {id}",
        "v {name}",
    ],
)
def test_words_of_both_languages_are_understood(begin: Begin, line: str) -> None:
    """English ones always work; the notation of records is the same in any language."""
    company = begin()
    human = company[1]
    to_the_first_hand(company)
    menu = human.person.known.menu
    assert menu is not None
    item = menu.items[0]
    human.commands.typed(line.format(id=item.ids[0], name=item.name))
    company[0].settle()
    sealed = f"Scellé et envoyé\u00a0: défausser {item.name} pour 3 pièces."
    assert sealed in human.all


def test_accents_need_not_be_typed(begin: Begin) -> None:
    """Not every keyboard has them where they can be found."""
    company = begin()
    human = company[1]
    company[0].settle()
    assert human.type("etat") == human.type("état") == human.type("status")
    human.commands.typed("pret")
    company[0].settle()
    human.commands.typed("jour")
    company[0].settle()
    assert human.type("defausse") == human.type("défausse") == human.type("discard")
    left = human.type("city left")
    assert left == human.type("cité gauche") == human.type("cite gauche")
    assert left == human.type("gauche") == human.type("g")


def test_what_can_be_typed_is_offered_in_french(begin: Begin) -> None:
    """Completion gives the words of the language, and each of them works."""
    company = begin()
    human = company[1]
    assert {"prêt", "pas prêt", "qui", "dire ", "aide"} <= set(human.commands.words())
    to_the_first_hand(company)
    words = human.commands.words()
    assert {"v1", "v7", "cité bob", "défausse", "dire ", "quitter"} <= set(words)
    assert not {"s1", "city bob", "discard", "quit"} & set(words)
    human.commands.typed("quitter")
    assert ("oui", "non") == human.commands.words()
    assert [staying()] == human.type("no")


def test_every_word_typed_means_one_thing() -> None:
    """No word of the language is that of two commands."""
    words = [text.unaccented(command_word(command)) for command in COMMANDS]
    assert sorted(set(words)) == sorted(words)
    for command in (*COMMANDS, "ready", "not", "trust", "say", "undo", "leave", "quit"):
        assert command == commandwords.command(command_word(command))
        assert command == commandwords.command(command)


def test_all_cards_and_boards_are_french() -> None:
    """What they do is said in whole, and named as in the French edition."""
    lines = [
        phrases.card(describe.name(card), card.colour, describe.facts(card))
        for card in everything().buildings
    ]
    lines += [
        line
        for board in everything().boards
        for side in board.sides.values()
        for line in (*describe.stages(side), describe.effect(side.start))
    ]
    assert [] == english(lines)
    altar = next(line for line in lines if line.startswith("Autel"))
    assert altar == (
        "Autel, carte bleue. Coût\u00a0: rien. 3 points. Rend gratuit plus tard\u00a0: "
        "Panthéon."
    )


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (lambda: text.listing(["a", "b", "c"]), "a, b et c"),
        (lambda: text.coins(0), "0 pièce"),
        (lambda: text.coins(2), "2 pièces"),
        (lambda: text.points(-1), "moins 1 point"),
        (lambda: text.duration(61), "1 minute 1 seconde"),
        (lambda: say_built(None, "Autel", ""), "Tu construis Autel."),
        (
            lambda: say_built("bob", "Autel", say_paid([(2, None), (0, "x")], 0)),
            "bob construit Autel, en payant 2 pièces à toi.",
        ),
        (
            lambda: fought("bob", 1, None, 0, 1, -1),
            "bob te bat, 1 bouclier à 0\u00a0: 1 point pour bob, moins 1 pour toi.",
        ),
        (
            lambda: text.nobody("zoé", ["a"]),
            "Personne ici ne s'appelle « zoé ». Les noms sont a.",
        ),
    ],
)
def test_sentences_are_spoken_as_people_speak(
    said: Callable[[], str], words: str
) -> None:
    """Numbers, persons and blanks are as French has them."""
    assert words == said()


def test_a_reason_of_the_host_is_told_by_its_code() -> None:
    """Hosts speak English; what they usually refuse is said in French."""
    assert refusals.sentence("table-full", "all seats at 'x' are taken") == (
        "L'hôte a refusé cela : toutes les places de cette table sont prises."
    )
    assert "some other reason" in refusals.sentence("new-code", "some other reason")
