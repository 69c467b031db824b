"""
What whoever runs a host sees of it, and does with it: the commands of its console.

People are called by their names or by their keys. Names aren't unique at a host, so where two
have one, it takes the key.
"""

from __future__ import annotations

import ipaddress
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sealed_wonders.host.bots import BotStatus
from sealed_wonders.host.console import Refusal, Row
from sealed_wonders.host.files import BadFile, free, write_whole
from sealed_wonders.host.guests import BANNED, KEY
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.server import Server
from sealed_wonders.host.stage import WIRE_STATES
from sealed_wonders.host.tablerecord import TableRecord
from sealed_wonders.host.text import megabytes
from sealed_wonders.net import notices
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.invitations import Invitation, as_data
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.lookalikes import are_alike
from sealed_wonders.net.names import clean_line
from sealed_wonders.net.system.memory import resident


@dataclass(frozen=True, slots=True)
class Ends:
    """How a host is ended, or isn't."""

    now: Callable[[], None]
    when_over: Callable[[], None]
    """When no game goes on any more."""
    never: Callable[[], None]
    """Until somebody says so again."""


class Administration:
    """
    A host, for its console.

    Args:
        bots: gives what its bots take.
        reload: reads its options again; raises `BadFile`.
        invitations: gives what others type, for each network.
        now: the time of the day.
    """

    def __init__(
        self,
        server: Server,
        bots: Callable[[], BotStatus],
        *,
        invitations: Callable[[], Sequence[Invitation]],
        reload: Callable[[], str],
        ends: Ends,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._server = server
        self._bots = bots
        self._invitations = invitations
        self._reload = reload
        self._ends = ends
        self._now = now
        self._since = now()

    # What there is.

    def report(self) -> Row:
        """Return how the host is."""
        server, bots = self._server, self._bots()
        invitations = self._invitations()
        states = Counter(WIRE_STATES[it.table.state] for it in server.registry)
        return {
            "name": server.name,
            "join": tuple(it.at for it in invitations),
            "reach": as_data(invitations)["reach"],
            "since": self._since.astimezone().isoformat(" ", "seconds"),
            "seconds": round((self._now() - self._since).total_seconds()),
            "tables": dict(sorted(states.items())),
            "tables_most": server.registry.policy.most,
            "people": server.people,
            "bots": bots.bots,
            "bot_megabytes": megabytes(bots.memory),
            "megabytes": megabytes(resident(os.getpid())),
            "megabytes_free": megabytes(free(self._server.folder)),
            "halted": tuple(it.table.name for it in server.registry if it.halted),
        }

    def tables(self) -> Sequence[Row]:
        """Return what goes on at each table."""
        return [self._row(record) for record in self._server.registry]

    def people(self) -> Sequence[Row]:
        """Return who is connected."""
        return [self._person(peer) for peer in self._server.peers]

    def banned(self) -> Sequence[str]:
        """Return the list of who isn't let in, as it stands."""
        return self._list().splitlines()

    # What is done.

    def say(self, text: str, table: str | None) -> int:
        """Say something to all, or to a table."""
        try:
            clean_line(text)
        except ValueError as problem:
            raise Refusal(str(problem)) from None
        return self._server.say(text, None if table is None else self._table(table))

    def close(self, table: str, *, in_play: bool) -> None:
        """Close a table."""
        record = self._table(table)
        if not record.table.is_live:
            raise Refusal(f"the table {table!r} is over")
        if record.table.game is not None and not in_play:
            raise Refusal(
                f"a game goes on at {table!r}: close it with --in-play, and it can't be "
                "gone on with"
            )
        self._server.close(record, notices.CLOSED_BY_OPERATOR())

    def pause(self, table: str, *, paused: bool) -> None:
        """Stop the clock of a game, or let it go on."""
        record = self._table(table)
        game = record.table.game
        if game is None or not record.table.is_live:
            raise Refusal(f"no game goes on at {table!r}")
        if game.time.stands_still is paused:
            stands = "stands still already" if paused else "doesn't stand still"
            raise Refusal(f"the clock at {table!r} {stands}")
        self._server.pause(record, game, paused=paused)

    def kick(self, who: str) -> str:
        """Put somebody out, who may come back."""
        peer = self._peer(who)
        self._server.put_out(peer, "kicked", notices.KICKED())
        return peer.name

    def ban(self, who: str) -> str:
        """Put somebody out for good."""
        entry, name = self._banned_as(who)
        lines = self._list()
        if lines and not lines.endswith("\n"):
            lines += "\n"
        comment = f"  # {name}" if name else ""
        self._write(f"{lines}{entry}{comment}\n")
        return f"{name} ({entry})" if name else entry

    def unban(self, who: str) -> str:
        """Let somebody in again."""
        lines = self._list().splitlines()
        found = {_entry(line) for line in lines if _is_about(line, who)}
        if not found:
            raise Refusal(f"{who or 'nobody'} isn't banned")
        if len(found) > 1:
            entries = ", ".join(sorted(found))
            raise Refusal(
                f"there are {len(found)} called {who!r} in the list: say which, of {entries}"
            )
        stays = [line for line in lines if _entry(line) not in found]
        self._write("".join(f"{line}\n" for line in stays))
        return who

    def reload(self) -> str:
        """Read the options again."""
        try:
            return self._reload()
        except BadFile as problem:
            raise Refusal(str(problem)) from None

    def end(self, *, now: bool) -> int:
        """End now, or when all games are over."""
        (self._ends.now if now else self._ends.when_over)()
        return sum(
            it.table.is_live and it.table.game is not None
            for it in self._server.registry
        )

    def stay(self) -> None:
        """Don't end when all games are over."""
        self._ends.never()

    def _row(self, record: TableRecord) -> Row:
        table = record.table
        line, game = table.line(), table.game
        missing = () if game is None else game.fold.missing
        readers = (
            peer
            for peer in self._server.peers
            if peer.connection in record.subscriptions
        )
        return {
            "table": table.name,
            "game": line.game,
            "state": line.state,
            "id": None if game is None else stem(game.gid),
            "phase": None if game is None else game.fold.phase.number,
            "players": line.players,
            "waits_for": tuple(line.players[seat] for seat in missing),
            "look_on": sum(not table.seats(peer.identity) for peer in readers),
            "password": record.lock is not None,
            "private": record.is_private,
            "no_page": record.is_off_page,
        }

    # Who is meant.

    def _table(self, name: str) -> TableRecord:
        record = self._server.registry.find(name)
        if record is None:
            raise Refusal(f"there is no table {name!r}")
        return record

    def _peer(self, who: str) -> Peer:
        found = [it for it in self._server.peers if _is_key_of(who, it.identity)]
        found = list({it.identity: it for it in (*found, *self._called(who))}.values())
        if not found:
            raise Refusal(f"nobody called {who!r} is connected")
        if len(found) > 1:
            # A name may look like the short form of a key, and isn't as long as a whole one.
            is_key = KEY.fullmatch(who.lower()) is not None
            form = bytes.hex if is_key else fingerprint
            keys = ", ".join(form(it.identity) for it in found)
            raise Refusal(
                f"{len(found)} people are called {who!r} or something that looks like it; give "
                f"one of these keys instead: {keys}"
            )
        return found[0]

    def _called(self, who: str) -> list[Peer]:
        """Return those who are connected and have this name, or one that looks like it."""
        return [it for it in self._server.peers if are_alike(it.name, who)]

    def _banned_as(self, who: str) -> tuple[str, str]:
        """
        Return what is written into the list, and whose name goes with it.

        Somebody may have taken another's key, or an address, for a name: then nobody is
        banned for them, nor they for anybody.
        """
        entry = _as_entry(who)
        if not entry:
            peer = self._peer(who)
            return peer.identity.hex(), peer.name
        others = [it for it in self._called(who) if not _is_key_of(who, it.identity)]
        if others:
            keys = ", ".join(it.identity.hex() for it in others)
            raise Refusal(
                f"{who!r} is also the name of somebody who is connected: ban them by their "
                f"key, {keys}, or wait until they are gone"
            )
        return entry, ""

    def _list(self) -> str:
        try:
            return (self._server.folder / BANNED).read_text("utf-8-sig")
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise Refusal(f"can't read {BANNED}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise Refusal(f"{BANNED} is no text") from None

    def _write(self, lines: str) -> None:
        """Write the list, and do as it says."""
        try:
            write_whole(self._server.folder / BANNED, lines.encode())
            self._server.guests.read()
        except OSError as error:
            raise Refusal(f"can't write {BANNED}: {error.strerror}") from None
        except BadFile as problem:
            raise Refusal(str(problem)) from None
        self._server.put_out_others()

    def _person(self, peer: Peer) -> Row:
        at = self._server.registry.of(peer.identity)
        return {
            "name": peer.name,
            "bot": self._server.is_bot(peer),
            "key": fingerprint(peer.identity),
            "address": peer.origin.address,
            "table": at[-1].table.name if at else None,
        }


def _is_key_of(who: str, identity: bytes) -> bool:
    return who.lower() in (identity.hex(), fingerprint(identity))


def _as_entry(who: str) -> str:
    """Return what stands in a list of somebody's key, or of an address; nothing of a name."""
    if KEY.fullmatch(who.lower()):
        return who.lower()
    try:
        return str(ipaddress.ip_network(who, strict=False))
    except ValueError:
        return ""


def _entry(line: str) -> str:
    """Return what a line of the list says, but for what is for people."""
    return line.partition("#")[0].strip().casefold()


def _is_about(line: str, who: str) -> bool:
    """Tell whether a line of the list bans somebody."""
    entry, name = _entry(line), line.partition("#")[2].strip()
    is_entry = entry in (who.casefold(), _as_entry(who))
    return bool(entry) and (is_entry or (bool(name) and are_alike(name, who)))
