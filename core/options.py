"""
Options that belong to a single game: how they are typed and described.

An `Option` contains everything that a program needs to offer it. The game parses the
typed text itself: see `sealed_wonders.core.games.read`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, Text


@dataclass(frozen=True, slots=True)
class Option:
    """A table option that belongs to one game."""

    name: str
    """The key in a table's options."""
    word: str
    """The word that is typed, with its dashes."""
    help: Sentence
    """Its fields are the values that it names, as typed."""
    choices: tuple[str, ...] = ()
    """The possible values; empty if the game parses the text itself."""
    usual: str = ""
    """The default."""
    metavar: Sentence | None = None
    """The placeholder for a value, if there are no fixed choices."""
    flag: str = ""
    """The value that the word means if it is typed without one."""
    off_help: Sentence | None = None
    """With a flag: what screens say in place of the help at any other value."""
    is_rule: bool = True
    """Whether it changes the rules, and not only what programs display."""
    names_expansions: bool = False
    """Whether it lists expansions, separated by commas; see `core.games.expansions`."""
    is_always_said: bool = False
    """Whether a table shows it even at its default."""
    to_learn: str = ""
    """The value in a first game, where it can't be typed; empty if it can."""
    in_catalogue: Sentence | None = None
    """The help in the card catalogue, if the option selects cards there."""

    @property
    def bare_word(self) -> str:
        """The word as typed where options have no dashes."""
        return self.word.removeprefix("--")


class BadOption(ValueError):
    """
    A typed option can't be parsed; carries one sentence for a person.

    Attributes:
        option: the option concerned.
    """

    def __init__(self, option: Option, said: Text) -> None:
        super().__init__(said)
        self.option = option


def word(options: Mapping[str, object], key: str, usual: str = "") -> str:
    """
    Return an option that is a string, or the default if it is missing.

    Raises:
        ValueError: it isn't a string; the message is one sentence for a person.
    """
    value = options.get(key, usual)
    if type(value) is not str:
        raise ValueError(
            Sentence(
                "the option {name} must be a word, not {value}",
                name=shown(key),
                value=shown(value),
            )
        )
    return value


def names(options: Mapping[str, object], key: str) -> tuple[str, ...]:
    """
    Return an option that lists names, separated by commas; none if it is empty.

    Raises:
        ValueError: it isn't a string; the message is one sentence for a person.
    """
    text = word(options, key)
    return tuple(text.split(",")) if text else ()
