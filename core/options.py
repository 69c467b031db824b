"""
Reading what a table has agreed.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence


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
