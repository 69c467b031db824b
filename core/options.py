"""
What a table agrees besides what every table does: how it is typed, and how it is read.

An `Option` says all that a program has to know to offer it; what is typed is read by the
game it belongs to, see `sealed_wonders.core.games.read`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, Text


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table agrees that is its game's own."""

    name: str
    """What a table calls it."""
    word: str
    """How it is typed."""
    help: Sentence
    choices: tuple[str, ...] = ()
    """What it is one of; none where the game reads what is typed."""
    usual: str = ""
    """What is so if nothing is typed."""
    metavar: Sentence | None = None
    """What stands for a value that isn't one of some choices."""
    flag: str = ""
    """What is agreed where it is typed, if it is typed without a value."""
    is_rule: bool = True
    """It changes what may be done, and not only what programs show."""
    names_expansions: bool = False
    """It names what else is played with, with commas between; see `core.games.expansions`."""
    is_always_said: bool = False
    """A table says it, even if it is as usual."""
    to_learn: str = ""
    """What it is in a first game, which asks nobody for it; empty where it may be typed."""
    in_catalogue: Sentence | None = None
    """Its help where cards are listed, if the game has others by it."""

    @property
    def bare_word(self) -> str:
        """How it is typed where words have no dashes before them."""
        return self.word.removeprefix("--")


class BadOption(ValueError):
    """
    An option that was typed can't be read; carries one sentence for a person.

    Attributes:
        option: which one.
    """

    def __init__(self, option: Option, said: Text) -> None:
        super().__init__(said)
        self.option = option


def word(options: Mapping[str, object], key: str, usual: str = "") -> str:
    """
    Return an option that is a word; the usual one if nothing is said.

    Raises:
        ValueError: it isn't a word; the message is one sentence for a person.
    """
    value = options.get(key, usual)
    if type(value) is not str:
        raise ValueError(
            Sentence(
                "the option {name} is a word: {value}",
                name=shown(key),
                value=shown(value),
            )
        )
    return value


def names(options: Mapping[str, object], key: str) -> tuple[str, ...]:
    """
    Return an option that is some names with commas between them; none if it is empty.

    Raises:
        ValueError: it isn't a word; the message is one sentence for a person.
    """
    text = word(options, key)
    return tuple(text.split(",")) if text else ()
