"""
Decides when the host's bots are started at its tables.

Bots join a lobby when all people there are ready, volunteer to take a seat from
somebody who leaves, and are restarted if their process is lost. A table reserves seats
and memory for its bots when it is opened: a request for more than there is gets refused
before anything is started. The processes are managed in `bots.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from sealed_wonders.host.botprocess import ENDED_WELL
from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.news import BotLost
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.tableentry import Summoned, TableEntry
from sealed_wonders.host.tableregistry import BOT_NAMES
from sealed_wonders.net import notices
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.tableoptions import BOTS

BOT_DELAY = 1.0
"""Seconds before a lost bot is restarted; doubled each time."""

BOT_TRIES = 6
"""Restarts per bot in one game; the last one comes after half a minute."""

LOBBY_TRIES = 2
"""Restarts per bot in a lobby, where people wait for it and could do without it."""

SUMMON_RATE, SUMMON_BURST = 0.1, 8
"""Maximum rate of summoned bots for all players together, since each needs memory."""

SUMMONED_CAP = 8
"""Maximum number of summoned bots without a seat at all tables together."""

NO_BOTS = "this host has no bots"
NO_MEMORY = "this host has no memory left for another bot"


class BotSupervisor:
    """Starts the host's bots when they are needed."""

    def __init__(self, context: Context, publisher: Publisher) -> None:
        self._context = context
        self._publisher = publisher
        self._is_stopped = False
        now = context.clock.seconds()
        self._summons = Bucket(SUMMON_RATE, SUMMON_BURST, now)

    def check_room(self, bots: int) -> None:
        """
        Raise `Denied` if this host has no bots, or no memory for those of a new table.

        A table with more bots than the default must leave memory for the default number
        at every table that can still be opened.
        """
        if bots and not self._context.bots.can_start:
            raise Denied("no-bots", NO_BOTS)
        registry = self._context.registry
        usual = registry.policy.offered.terms[BOTS]
        others = max(0, registry.free - 1) * usual if bots > usual else 0
        if bots and not self._has_room(bots + others):
            raise Denied(
                "no-memory", f"{NO_MEMORY}; try again when another game is over"
            )

    def _has_room(self, bots: int) -> bool:
        """Return whether there is memory for bots, besides those promised."""
        lobbies = ((it, it.lobby) for it in self._context.registry)
        promised = sum(
            len(set(lobby.awaited) - table.called)
            for table, lobby in lobbies
            if lobby is not None and table.is_live
        )
        return self._context.bots.has_room(promised + bots)

    def start(self, table: TableEntry) -> None:
        """Start the bots due at a table: lost ones, and those called to its lobby."""
        if table.bots_due and not table.files.halted:
            due, table.bots_due = table.bots_due, set()
            self._restart(table, due)
        lobby = table.lobby
        if lobby is None or not table.is_live or self._is_stopped:
            return
        names = [name for name in lobby.called if name not in table.called]
        table.called.update(names)
        if names:
            self._context.bots.start(table.name, names)
        elif lobby.awaited and not table.called:
            self._context.bots.prepare()

    def summon(self, table: TableEntry, wish: Summoned) -> None:
        """
        Start a bot to which a player may hand a seat.

        Each player can have one for their own seat and one for somebody else's at a
        time.

        Raises:
            Denied: there is one already, there are too many, or this host has none.
        """
        context = self._context
        if not context.bots.can_start:
            raise Denied("no-bots", NO_BOTS)
        waiting = table.waiting_bots.values()
        if any((it.by, it.is_own) == (wish.by, wish.is_own) for it in waiting):
            raise Denied("no-bot", "a bot is already on its way to you")
        if sum(len(it.waiting_bots) for it in context.registry) >= SUMMONED_CAP:
            raise Denied("no-bot", "too many bots are waiting for seats right now")
        if not self._summons.take(1, context.clock.seconds()):
            raise Denied("too-fast", notices.TOO_MANY_SUMMONED())
        if not self._has_room(1):
            raise Denied("no-bot", NO_MEMORY)
        name = _free_name(table)
        # Set before the start, because a bot that fails to start ends immediately.
        table.summoned[name] = wish
        context.bots.summon(table.name, name)
        if name not in table.summoned:
            raise Denied("no-bot", "this host can't start a bot just now")

    def took_seats(self, table: TableEntry, before: Mapping[str, bytes]) -> None:
        """
        Restart bots that have got a seat but are no longer running.

        A handover can come late: after a restart of this host, or after the bot's
        timeout.

        Args:
            before: the bots that had seats before.
        """
        peers = self._context.peers
        for name, identity in table.own_bots.items():
            is_new = before.get(name) != identity
            is_there = name in table.summoned or peers.of(identity) is not None
            if is_new and not is_there:
                self._restart(table, (name,))

    def ended(self, at: str, name: str, how: str) -> None:
        table = self._context.registry.find(at)
        if table is None or not table.is_live:
            return
        was_summoned = table.summoned.pop(name, None) is not None
        if was_summoned and not table.is_playing(name) and how == ENDED_WELL:
            return  # nobody handed it a seat
        lost = table.bots_lost[name] = table.bots_lost.get(name, 0) + 1
        is_called = table.lobby is not None and name in table.called
        tries = BOT_TRIES if table.is_playing(name) else LOBBY_TRIES * is_called
        again = lost <= tries
        with self._publisher.changing(table):
            if table.lobby is not None:
                table.lobby.lost_bot(name, again=again)
        self._context.tell(BotLost(table.name, name, how, again))
        if again:
            delay = BOT_DELAY * 2 ** (lost - 1)
            self._context.clock.callLater(delay, self._restart, table, (name,))

    def stop(self) -> None:
        self._is_stopped = True

    def _restart(self, table: TableEntry, names: Iterable[str]) -> None:
        """Restart bots, as far as they are still wanted at a table here."""
        context = self._context
        if self._is_stopped or context.registry.find(table.name) is not table:
            return
        if table.lobby is not None:
            table.called.difference_update(names)
            self.start(table)
            return
        if table.files.halted:
            table.bots_due.update(names)
            return
        bots = table.own_bots
        wanted = {
            it: bots[it] for it in names if table.is_live and table.is_playing(it)
        }
        if wanted:
            context.bots.restart(table.name, wanted)


def _free_name(table: TableEntry) -> str:
    """Return a name for a bot that nobody at a table has or had."""
    taken = {name_key(name) for name in (*table.known_names, *table.summoned)}
    rounds = (("" if n == 1 else f" {n}") for n in count(1))
    names = (f"{name}{suffix}" for suffix in rounds for name in BOT_NAMES)
    return next(name for name in names if name_key(name) not in taken)
