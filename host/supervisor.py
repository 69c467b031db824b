"""Starting the bots of tables, and starting again those whose processes were lost."""

from __future__ import annotations

from sealed_wonders.host.context import Context
from sealed_wonders.host.news import BotLost
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.tablerecord import TableRecord

BOT_DELAY = 1.0
"""Seconds until a bot that was lost is started again; twice as many each time."""

BOT_TRIES = 6
"""How often that is tried in one game: the last time after half a minute."""


class BotSupervisor:
    """Decides when a host's bots are started."""

    def __init__(self, context: Context, publisher: Publisher) -> None:
        self._context = context
        self._publisher = publisher
        self._is_stopped = False

    def start(self, record: TableRecord) -> None:
        """Start the bots of a table, unless they were before."""
        if record.bots and not record.bots_started:
            record.bots_started = True
            self._context.bots.start(record.table.name, record.bots)

    def ended(self, table: str, name: str, how: str) -> None:
        """Note that the process of a bot has ended, though nobody dismissed it."""
        record = self._context.registry.find(table)
        if record is None or not record.table.is_live:
            return
        with self._publisher.changing(record):
            record.table.lost_bot(name)
        lost = record.bots_lost[name] = record.bots_lost.get(name, 0) + 1
        again = record.is_playing(name) and lost <= BOT_TRIES
        self._context.tell(BotLost(record.table.name, name, how, again))
        if again:
            delay = BOT_DELAY * 2 ** (lost - 1)
            self._context.clock.callLater(delay, self._restart, record, name)

    def stop(self) -> None:
        """Start none again."""
        self._is_stopped = True

    def _restart(self, record: TableRecord, name: str) -> None:
        """Start a bot again, if its game still goes on here."""
        table, context = record.table, self._context
        if self._is_stopped or context.registry.find(table.name) is not record:
            return
        identity = record.own_bots(context.host).get(name)
        if identity is not None and table.is_live and record.is_playing(name):
            context.bots.restart(table.name, {name: identity})
