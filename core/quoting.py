"""
Values from outside in sentences that people read: as they are, and never as source code.
"""

from __future__ import annotations

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


def shown(value: object, most: int = MOST) -> str:
    """Write any value in few words."""
    match value:
        case None:
            return "nothing"
        case str():
            return quoted(value, most)
        case bytes():
            more = "…" if len(value) > _SAMPLE else ""
            return f"{len(value)} bytes ({value[:_SAMPLE].hex(' ')}{more})"
        case bool() | int() | float():
            text = str(value)
        case tuple() | list():
            some = value[: most // 2]
            text = f"[{', '.join(shown(item, most) for item in some)}]"
        case dict():
            text = f"{len(value)} values"
        case _:
            text = type(value).__name__
    return text if len(text) <= most else f"{text[: most - 1]}…"
