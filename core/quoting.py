"""Quoting of values from outside within sentences for people."""

from __future__ import annotations

from sealed_wonders.core.sentences import Sentence, Text

MAX_SHOWN_CHARS = 80
"""Maximum number of characters of a value: enough to recognize it."""

_SAMPLE = 8
"""Bytes shown of a byte string."""


def quoted(text: str, most: int = MAX_SHOWN_CHARS) -> str:
    """
    Return text in quotation marks, truncated to *most* characters.

    A character that is invisible, or that would move the text around it, is replaced by
    its number, as in ``[U+200B]``.
    """
    cut = text if len(text) <= most else f"{text[: most - 1]}…"
    return f"'{seen(cut)}'"


def seen(text: str) -> str:
    """Return text with each unprintable character replaced by its number."""
    if text.isprintable():
        return text
    return "".join(it if it.isprintable() else numbered(it) for it in text)


def numbered(letter: str) -> str:
    """Return the representation of an unprintable character: its number."""
    return f"[U+{ord(letter):04X}]"


def shown(value: object, most: int = MAX_SHOWN_CHARS) -> Text:
    """Return a short description of any value."""
    match value:
        case None:
            return Sentence("nothing")
        case str():
            return quoted(value, most)
        case bytes():
            more = "…" if len(value) > _SAMPLE else ""
            some = f"{value[:_SAMPLE].hex(' ')}{more}"
            return Sentence("{n} bytes ({some})", n=len(value), some=some)
        case bool() | int() | float():
            text = str(value)
        case tuple() | list():
            items = value[: most // 2]
            text = f"[{', '.join(str(shown(item, most)) for item in items)}]"
        case dict():
            return Sentence("{n} values", n=len(value))
        case _:
            text = type(value).__name__
    return text if len(text) <= most else f"{text[: most - 1]}…"
