"""
Values from outside in sentences that people read: as they are, and never as source code.
"""

from __future__ import annotations

from sealed_wonders.core.sentences import Sentence, Text

MOST = 80
"""Characters that are shown of a value: enough to know it by."""

_SAMPLE = 8
"""Bytes that are shown of bytes."""


def quoted(text: str, most: int = MOST) -> str:
    """
    Quote text, cut short if need be.

    A character that can't be seen, or would move what stands around it, is told by its
    number, as in ``[U+200B]``.
    """
    cut = text if len(text) <= most else f"{text[: most - 1]}…"
    return f"'{seen(cut)}'"


def seen(text: str) -> str:
    """Return text with each character that can't be seen told by its number."""
    if text.isprintable():
        return text
    return "".join(it if it.isprintable() else numbered(it) for it in text)


def numbered(letter: str) -> str:
    """Return what stands for a character: its number."""
    return f"[U+{ord(letter):04X}]"


def shown(value: object, most: int = MOST) -> Text:
    """Write any value in few words."""
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
