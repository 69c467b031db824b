"""
Telling a host what to do, from a table: for whom whoever runs it has listed.
"""

from __future__ import annotations

import shlex
from collections import deque
from collections.abc import Callable, Sequence

from sealed_wonders.client.reasons import noticed
from sealed_wonders.client.terminal.actor import Actor
from sealed_wonders.client.words import _

Shown = Callable[[Sequence[str]], None]
"""Shows the lines of an answer to whoever has asked."""


class Managing:
    """What one person tells the host, and hears of it."""

    def __init__(self, actor: Actor) -> None:
        """Have told it nothing."""
        self._actor = actor
        self._asked: deque[Shown] = deque()
        """To be shown answers, in the order in which they come."""

    def tell(self, line: str, shown: Shown) -> None:
        """Tell the host a line, such as ``say Pizza is here``; nothing asks for what there is."""
        if self._actor.known.offline:
            shown((_("There is no connection just now."),))
            return
        try:
            words = shlex.split(line)
            self._actor.table.manage(words or ["help"])
        except ValueError:
            shown(
                (_("That can't be sent: a quotation has no end, or it is too long."),)
            )
        else:
            self._asked.append(shown)

    def managed(self, lines: Sequence[str], *, is_well: bool) -> None:
        """Show what came of it; nothing that nobody has asked for."""
        if not self._asked:
            return
        shown = self._asked.popleft()
        # What is done, and what there is, is said in the words of the console, in English.
        shown(lines if is_well else [noticed(line) for line in lines])

    def lost(self) -> None:
        """Wait for no answers any more: the connection is gone."""
        self._asked.clear()
