"""Commands to a host, typed at a table by a person whom its operator made an admin."""

from __future__ import annotations

import shlex
from collections import deque
from collections.abc import Callable, Sequence

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.reasons import noticed
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.client.table.actions import ManageHost
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.notices import NO_ADMIN
from sealed_wonders.net.words import _

Shown = Callable[[Sequence[str]], None]
"""Shows the lines of an answer to whoever asked."""


class Managing:
    """The commands that one person sends, with their answers."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._asked: deque[Shown] = deque()
        """Callbacks for the answers, in the order in which they arrive."""

    def tell(self, line: str, shown: Shown) -> None:
        """Send a command such as ``say Pizza is here``; an empty one asks for help."""
        if self._actor.known.offline:
            shown((_("You aren't connected right now."),))
            return
        try:
            words = shlex.split(line)
            self._actor.table.do(ManageHost(words or ["help"]))
        except DamagedFile as damaged:
            shown((str(damaged),))
        except ValueError:
            shown(
                (
                    _(
                        "That can't be sent: it is too long, or a closing quotation "
                        "mark is missing."
                    ),
                )
            )
        else:
            self._asked.append(shown)

    def managed(self, lines: Sequence[str], *, is_well: bool) -> None:
        """Show an answer; one that nobody asked for is dropped."""
        if not self._asked:
            return
        shown = self._asked.popleft()
        if is_well:  # success and help are in the console's English
            shown(lines)
            return
        said = [noticed(line) for line in lines]
        if str(NO_ADMIN()) in lines:
            said.append(self._key())
        shown(said)

    def _key(self) -> str:
        """Return which key the operator has to list."""
        try:
            key = fingerprint(self._actor.table.admin_key())
        except DamagedFile as damaged:
            return str(damaged)
        return _(
            "Your admin key is {key}, which isn't the key that you play with. The "
            "operator of this host can add it to the --admins file."
        ).format(key=key)

    def connection_lost(self) -> None:
        """Drop the pending requests, because the connection is lost."""
        self._asked.clear()
