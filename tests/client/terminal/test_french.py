"""French in line mode: everything that is printed in a game, and the commands."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sealed_wonders.client.person import commandwords
from sealed_wonders.client.person.commandline import command_word
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


def test_all_output_of_line_mode_is_french(begin: Begin) -> None:
    """This includes the help and every command, before and during the game."""
    company = begin()
    human = company[1]
    said = [*human.all, *human.type("aide"), *human.type("qui"), *human.type("table")]
    to_the_first_hand(company)
    for command in commands(human.person.known):
        word = command_word(command)
        lines = human.type(word)
        assert lines, word
        # Records are the same in all languages.
        said += [] if command == "moves" else lines
    said += human.type("cité bob") + human.type("cité gauche") + human.type("3")
    said += human.type("xyz") + human.type("dire") + human.type("v9") + human.type("")
    assert [] == english(said)


def test_no_two_commands_share_a_french_word() -> None:
    """The English words work as well."""
    words = [text.unaccented(command_word(command)) for command in COMMANDS]
    assert sorted(set(words)) == sorted(words)
    for command in (*COMMANDS, "ready", "not", "trust", "say", "undo", "leave", "quit"):
        assert command == commandwords.command(command_word(command))
        assert command == commandwords.command(command)


def test_all_cards_and_boards_are_described_in_french() -> None:
    """Their names are those of the French edition."""
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
def test_french_sentences_are_grammatical(said: Callable[[], str], words: str) -> None:
    """Numbers, persons and spaces follow French rules."""
    assert words == said()


def test_refusals_from_a_host_are_translated_by_their_codes() -> None:
    """Hosts send English reasons; those without a translation are shown as they are."""
    assert refusals.sentence("table-full", "all seats at 'x' are taken") == (
        "L'hôte a refusé cela : toutes les places de cette table sont prises."
    )
    assert "some other reason" in refusals.sentence("new-code", "some other reason")
