"""
Starting the bots of tables: those that sit down there when all people are ready, those that
are there to take a seat from somebody who goes, and those that were lost.

Whoever opens a table has seats there kept for bots, and memory for them: who asks for more
than there is hears no, before anything is started.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from sealed_wonders.host.botprocess import ENDED_WELL
from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.news import BotLost
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.tablerecord import Summoned, TableRecord
from sealed_wonders.host.tables import BOT_NAMES
from sealed_wonders.net import notices
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.tableoptions import BOTS

BOT_DELAY = 1.0
"""Seconds until a bot that was lost is started again; twice as many each time."""

BOT_TRIES = 6
"""How often that is tried in one game: the last time after half a minute."""

LOBBY_TRIES = 2
"""How often that is tried before a game: people wait for it, and could do without."""

SUMMON_RATE, SUMMON_BURST = 0.1, 8
"""How often bots may be summoned, by all together: each takes memory."""

SUMMONED_CAP = 8
"""Summoned bots that wait for a seat at once, at all tables together."""

NO_BOTS = "this host has no bots"
NO_MEMORY = "this host has no memory left for another bot"


class BotSupervisor:
    """Decides when a host's bots are started."""

    def __init__(self, context: Context, publisher: Publisher) -> None:
        self._context = context
        self._publisher = publisher
        self._is_stopped = False
        now = context.clock.seconds()
        self._summons = Bucket(SUMMON_RATE, SUMMON_BURST, now)

    def check_room(self, bots: int) -> None:
        """
        Have memory for the bots of a table.

        Who wants more of them than is usual leaves as many as are usual to all tables that
        can still be opened.

        Raises:
            Denied: there is none, or no bot can play here.
        """
        if bots and not self._context.bots.can_start:
            raise Denied("no-bots", NO_BOTS)
        registry = self._context.registry
        usual = registry.policy.offered.terms[BOTS]
        others = max(0, registry.free - 1) * usual if bots > usual else 0
        if bots and not self._has_room(bots + others):
            raise Denied("no-memory", f"{NO_MEMORY}; when another game is over it may")

    def _has_room(self, bots: int) -> bool:
        """Tell whether there is memory for some, besides those yet to be called."""
        lobbies = ((it, it.table.lobby) for it in self._context.registry)
        promised = sum(
            len(set(lobby.awaited) - record.called)
            for record, lobby in lobbies
            if lobby is not None and record.table.is_live
        )
        return self._context.bots.has_room(promised + bots)

    def start(self, record: TableRecord) -> None:
        """Start the bots of a table when they should come, unless they were before."""
        self._restart_due(record)
        lobby = record.table.lobby
        if lobby is None or not record.table.is_live or self._is_stopped:
            return
        names = [name for name in lobby.called if name not in record.called]
        record.called.update(names)
        if names:
            self._context.bots.start(record.table.name, names)
        elif lobby.awaited and not record.called:
            self._context.bots.prepare()

    def _restart_due(self, record: TableRecord) -> None:
        if record.bots_due and not record.halted:
            due, record.bots_due = record.bots_due, set()
            self._restart(record, due)

    def summon(self, record: TableRecord, wish: Summoned) -> None:
        """
        Start a bot to which somebody at a table may give a seat.

        Each has one for their own at a time, and one for somebody else's.

        Raises:
            Denied: one is there already, there are too many, or this host has none.
        """
        context = self._context
        if not context.bots.can_start:
            raise Denied("no-bots", NO_BOTS)
        waiting = record.waiting_bots.values()
        if any((it.by, it.is_own) == (wish.by, wish.is_own) for it in waiting):
            raise Denied("no-bot", "a bot is on its way to you already")
        if sum(len(it.waiting_bots) for it in context.registry) >= SUMMONED_CAP:
            raise Denied("no-bot", "this host's bots wait for other seats just now")
        if not self._summons.take(1, context.clock.seconds()):
            raise Denied("too-fast", notices.TOO_MANY_SUMMONED())
        if not self._has_room(1):
            raise Denied("no-bot", NO_MEMORY)
        name = _free_name(record)
        # Noted before it is started: one that can't be started has ended at once.
        record.summoned[name] = wish
        context.bots.summon(record.table.name, name)
        if name not in record.summoned:
            raise Denied("no-bot", "this host can't start a bot just now")

    def took_seats(self, record: TableRecord, before: Mapping[str, bytes]) -> None:
        """
        Start those bots again that have got a seat, and aren't there any more.

        A handover may come late: when this host has been started again, or its bot has
        waited for long enough.

        Args:
            before: the bots that had seats before.
        """
        peers = self._context.peers
        for name, identity in record.own_bots.items():
            is_new = before.get(name) != identity
            is_there = name in record.summoned or peers.of(identity) is not None
            if is_new and not is_there:
                self._restart(record, (name,))

    def ended(self, table: str, name: str, how: str) -> None:
        """Note that the process of a bot has ended, though nobody dismissed it."""
        record = self._context.registry.find(table)
        if record is None or not record.table.is_live:
            return
        was_summoned = record.summoned.pop(name, None) is not None
        if was_summoned and not record.is_playing(name) and how == ENDED_WELL:
            return  # nobody gave it a seat
        lost = record.bots_lost[name] = record.bots_lost.get(name, 0) + 1
        is_called = record.table.lobby is not None and name in record.called
        tries = BOT_TRIES if record.is_playing(name) else LOBBY_TRIES * is_called
        again = lost <= tries
        with self._publisher.changing(record):
            record.table.lost_bot(name, again=again)
        self._context.tell(BotLost(record.table.name, name, how, again))
        if again:
            delay = BOT_DELAY * 2 ** (lost - 1)
            self._context.clock.callLater(delay, self._restart, record, (name,))

    def stop(self) -> None:
        """Start none again."""
        self._is_stopped = True

    def _restart(self, record: TableRecord, names: Iterable[str]) -> None:
        """Start bots again, as far as they are still wanted at a table here."""
        table, context = record.table, self._context
        if self._is_stopped or context.registry.find(table.name) is not record:
            return
        if table.lobby is not None:
            record.called.difference_update(names)
            self.start(record)
            return
        if record.halted:
            record.bots_due.update(names)
            return
        bots = record.own_bots
        wanted = {
            it: bots[it] for it in names if table.is_live and record.is_playing(it)
        }
        if wanted:
            context.bots.restart(table.name, wanted)


def _free_name(record: TableRecord) -> str:
    """Return a name for a bot that is nobody's at a table, nor was."""
    taken = {name_key(name) for name in (*record.known_names, *record.summoned)}
    rounds = (("" if n == 1 else f" {n}") for n in count(1))
    names = (f"{name}{suffix}" for suffix in rounds for name in BOT_NAMES)
    return next(name for name in names if name_key(name) not in taken)
