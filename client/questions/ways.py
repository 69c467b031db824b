"""Several ways to do something, listed for a choice in line mode."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.questions.dialog import Alternative
from sealed_wonders.net.lobby.entries import name_key


def listed(title: str, ways: Sequence[Alternative], command: str) -> Sequence[str]:
    """Return the ways and what is typed for each, as lines."""
    lines = [title]
    for way in ways:
        typed = f"{command} {way.word}"
        lines.append(f"  {typed}: {way.label}. {' '.join(way.means)}")
    return lines


def meant(ways: Sequence[Alternative], typed: str) -> Alternative | None:
    """Return the way whose word was typed, or None."""
    return next((way for way in ways if is_meant(way, typed)), None)


def is_meant(way: Alternative, typed: str) -> bool:
    """Return whether this is the way that somebody typed, in any language."""
    return name_key(typed) in map(name_key, (way.word, *way.synonyms))
