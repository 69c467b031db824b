"""
The command ``log``: everything that was narrated, to be read again (not the signed log).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sealed_wonders.client.view.narration import NarratedLine
from sealed_wonders.client.words import text
from sealed_wonders.net.words import _

TURN = re.compile(r"([1-3])[. ]([1-7])")
"""An age and a turn as they are typed: ``2.5``."""

Moment = tuple[int, int] | None
"""An age and a turn; None before the first."""


def lines(narration: Sequence[NarratedLine], words: str) -> Iterator[str]:
    """
    Yield the narration again.

    Args:
        words: the part to repeat: empty for all, ``3`` for the last three turns,
            ``2.5`` for one turn.
    """
    turns = list(dict.fromkeys(it.turn for it in narration if it.turn))
    wanted = _wanted(words, turns)
    if wanted is None:
        yield _(
            "Type log for everything, log 3 for the last 3 turns, log 2.5 for age 2, "
            "turn 5."
        )
        return
    told = [it.line for it in narration if it.turn in wanted]
    if not told:
        yield text.no_turn() if not turns else _("There is nothing to show.")
    yield from told


def _wanted(words: str, turns: Sequence[Moment]) -> Sequence[Moment] | None:
    """Return the turns that the typed words name; None if they make no sense."""
    if not words:
        return (None, *turns)
    if match := TURN.fullmatch(words):
        return [(int(match[1]), int(match[2]))]
    if words.isdecimal() and len(words) < 4:
        return turns[-int(words) :] if int(words) else ()
    return None
