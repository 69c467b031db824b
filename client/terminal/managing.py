"""
Telling a host what to do, from a table: for whom whoever runs it has listed.
"""

from __future__ import annotations

import shlex
from collections import deque
from collections.abc import Callable, Sequence

from sealed_wonders.client.reasons import noticed
from sealed_wonders.client.storage.home import Damaged
from sealed_wonders.client.table.actions import ManageHost
from sealed_wonders.client.terminal.actor import Actor
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.notices import NO_ADMIN
from sealed_wonders.net.words import _

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
            self._actor.table.do(ManageHost(words or ["help"]))
        except Damaged as damaged:
            shown((str(damaged),))
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
        if is_well:  # what is done, and what there is, is in the console's English
            shown(lines)
            return
        said = [noticed(line) for line in lines]
        if str(NO_ADMIN()) in lines:
            said.append(self._key())
        shown(said)

    def _key(self) -> str:
        """Say which key is to be listed."""
        try:
            key = fingerprint(self._actor.table.admin_key())
        except Damaged as damaged:
            return str(damaged)
        return _(
            "Your key for running hosts is {key}, which isn't the key you play with. "
            "Whoever runs this host can list it with --admins."
        ).format(key=key)

    def lost(self) -> None:
        """Wait for no answers any more: the connection is gone."""
        self._asked.clear()
