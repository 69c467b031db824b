"""
The operator's commands: each is a method, whose docstring is the text of `help`.

People are named by their names or keys. Names aren't unique at a host; if two people
have the same name, the key is needed.
"""

from __future__ import annotations

import ipaddress
import os
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import click

from sealed_wonders.host.bots import BotStatus
from sealed_wonders.host.console import (
    CommandRefused,
    CommandResult,
    Row,
    command,
    in_columns,
    named,
    run,
)
from sealed_wonders.host.ending import Ending
from sealed_wonders.host.files import BadFile, free
from sealed_wonders.host.guests import BANNED, KEY
from sealed_wonders.host.lending import LentSeats
from sealed_wonders.host.news import megabytes
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.server import Server
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.net import notices
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.invitations import Invitation, as_data
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.lookalikes import are_alike
from sealed_wonders.net.names import clean_line
from sealed_wonders.net.system.files import write_whole
from sealed_wonders.net.system.memory import resident


class Administration:
    """
    A host, as its operator's commands see it.

    Args:
        bots: returns what the bots use.
        invitations: returns the addresses for joining, one per network.
        reload: reads the options again; raises `BadFile`.
    """

    def __init__(
        self,
        server: Server,
        bots: Callable[[], BotStatus],
        *,
        invitations: Callable[[], Sequence[Invitation]],
        reload: Callable[[], str],
        ends: Ending,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._server = server
        self._bots = bots
        self.lent: LentSeats | None = None
        """The process that lends seats to phones; None if there is none."""
        self._invitations = invitations
        self._reload = reload
        self._ends = ends
        self._now = now
        self._since = now()

    def run(self, words: Sequence[str]) -> CommandResult:
        """Run a command; return its answer, including that of a failed one."""
        return run(self, words)

    # Information.

    @command("status")
    def report(self) -> CommandResult:
        """Show the status of the host."""
        server, bots = self._server, self._bots()
        invitations = self._invitations()
        states = Counter(it.state.on_wire for it in server.registry)
        found: Row = {
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
            "halted": tuple(it.name for it in server.registry if it.files.halted),
        }
        rows = [{"": name.replace("_", " "), "is": found[name]} for name in found]
        return CommandResult(in_columns(rows, heads=False), found)

    @command("tables")
    def tables(self) -> CommandResult:
        """Show all tables."""
        rows = [self._row(table) for table in self._server.registry]
        return CommandResult(in_columns(rows) or "There are no tables.", rows)

    @command("people")
    def people(self) -> CommandResult:
        """Show who is connected, with address and key."""
        rows = [self._person(peer) for peer in self._server.peers]
        return CommandResult(in_columns(rows) or "Nobody is connected.", rows)

    # Actions.

    @command(
        "say",
        click.option("--table", metavar="TABLE"),
        click.argument("text", nargs=-1, required=True),
    )
    def say(self, text: Sequence[str], table: str | None) -> CommandResult:
        """Send a chat message to everybody, or to one table."""
        said = _line(text)
        to = None if table is None else self._table(table)
        count = self._server.say(said, to)
        people = "person has" if count == 1 else "people have"
        return CommandResult(
            f"{count} {people} received the message.", {"heard": count}
        )

    @command("lend", click.argument("words", nargs=-1))
    def lend(self, words: Sequence[str]) -> CommandResult:
        """Type a line where seats are lent, or show its answer."""
        if self.lent is None:
            raise CommandRefused("this host lends no seats; start it with --lend N")
        if not words:
            answers = self.lent.answers
            return CommandResult("\n".join(answers) or "Nothing yet.", list(answers))
        if not self.lent.type(_line(words)):
            raise CommandRefused("the program that lends seats is being restarted")
        return CommandResult("Typed. `lend` shows the answer.", {"typed": True})

    @command("close", click.option("--in-play", is_flag=True), named("table"))
    def close(self, table: str, *, in_play: bool) -> CommandResult:
        """Close a table; with --in-play, even during a game."""
        found = self._table(table)
        if not found.is_live:
            raise CommandRefused(f"the table {table!r} is over")
        if found.running is not None and not in_play:
            raise CommandRefused(
                f"a game is in progress at {table!r}; to close the table anyway, use "
                "--in-play, but then the game can't be resumed"
            )
        self._server.close(found, notices.CLOSED_BY_OPERATOR())
        return CommandResult(f"The table {table!r} is closed.", {"closed": table})

    @command("pause", named("table"))
    def pause(self, table: str) -> CommandResult:
        """Stop the clock of a game until all players resume it."""
        self._pause(table, paused=True)
        return CommandResult(f"The clock at {table!r} is stopped.", {"paused": table})

    @command("resume", named("table"))
    def resume(self, table: str) -> CommandResult:
        """Let the clock of a game run again."""
        self._pause(table, paused=False)
        said = f"The clock at {table!r} is running again."
        return CommandResult(said, {"resumed": table})

    def _pause(self, name: str, *, paused: bool) -> None:
        table = self._table(name)
        game = table.running
        if game is None:
            raise CommandRefused(f"no game is in progress at {name!r}")
        if game.time.stands_still is paused:
            stands = "is already stopped" if paused else "isn't stopped"
            raise CommandRefused(f"the clock at {name!r} {stands}")
        self._server.pause(table, game, paused=paused)

    @command("kick", named("who"))
    def kick(self, who: str) -> CommandResult:
        """Disconnect somebody; they may come back."""
        peer = self._peer(who)
        self._server.put_out(peer, "kicked", notices.KICKED())
        said = f"{peer.name} has been disconnected."
        return CommandResult(said, {"kicked": peer.name})

    @command("ban", named("who"))
    def ban(self, who: str) -> CommandResult:
        """Ban a name, a key, an address or a network."""
        entry, name = self._banned_as(who)
        lines = self._list()
        if lines and not lines.endswith("\n"):
            lines += "\n"
        comment = f"  # {name}" if name else ""
        self._write(f"{lines}{entry}{comment}\n")
        banned = f"{name} ({entry})" if name else entry
        return CommandResult(f"{banned} is banned.", {"banned": banned})

    @command("unban", named("who"))
    def unban(self, who: str) -> CommandResult:
        """Remove a ban, given as in the list."""
        lines = self._list().splitlines()
        found = {_entry(line) for line in lines if _is_about(line, who)}
        if not found:
            raise CommandRefused(f"{who or 'nobody'} isn't banned")
        if len(found) > 1:
            entries = ", ".join(sorted(found))
            raise CommandRefused(
                f"{who!r} matches {len(found)} entries in the list; give one of them: {entries}"
            )
        stays = [line for line in lines if _entry(line) not in found]
        self._write("".join(f"{line}\n" for line in stays))
        return CommandResult(f"{who} is no longer banned.", {"unbanned": who})

    @command("bans")
    def bans(self) -> CommandResult:
        """Show all bans."""
        lines = self._list().splitlines()
        return CommandResult("\n".join(lines) or "Nobody is banned.", lines)

    @command("reload")
    def reload(self) -> CommandResult:
        """Read the options again from their file."""
        try:
            said = self._reload()
        except BadFile as problem:
            raise CommandRefused(str(problem)) from None
        return CommandResult(said, {"reloaded": said})

    @command("stop", click.option("--now", is_flag=True))
    def stop(self, *, now: bool) -> CommandResult:
        """End when all games are over, or now."""
        (self._ends.now if now else self._ends.when_over)()
        games = sum(it.running is not None for it in self._server.registry)
        said = "The host is stopping."
        if games and not now:
            some = "game is" if games == 1 else "games are"
            said = f"The host stops once {games} {some} over."
        return CommandResult(said, {"games": games})

    @command("stay")
    def stay(self) -> CommandResult:
        """Cancel stop: don't end when all games are over."""
        self._ends.never()
        return CommandResult("The host keeps running.", {})

    def _row(self, table: TableEntry) -> Row:
        line, game = table.line(), table.game
        missing = () if game is None else game.fold.missing
        readers = (
            peer
            for peer in self._server.peers
            if peer.connection in table.subscriptions
        )
        return {
            "table": table.name,
            "game": line.game,
            "state": line.state,
            "id": None if game is None else stem(game.gid),
            "phase": None if game is None else game.fold.phase.number,
            "players": line.players,
            "waits_for": tuple(line.players[seat] for seat in missing),
            "look_on": sum(not table.phase.seats(peer.identity) for peer in readers),
            "password": table.lock is not None,
            "private": table.is_private,
            "no_page": table.is_off_page,
        }

    # Lookups.

    def _table(self, name: str) -> TableEntry:
        table = self._server.registry.find(name)
        if table is None:
            raise CommandRefused(f"there is no table {name!r}")
        return table

    def _peer(self, who: str) -> Peer:
        found = [it for it in self._server.peers if _is_key_of(who, it.identity)]
        found = list({it.identity: it for it in (*found, *self._called(who))}.values())
        if not found:
            raise CommandRefused(f"nobody called {who!r} is connected")
        if len(found) > 1:
            # A name can look like a short key, but is too short to look like a whole
            # one.
            is_key = KEY.fullmatch(who.lower()) is not None
            form = bytes.hex if is_key else fingerprint
            keys = ", ".join(form(it.identity) for it in found)
            raise CommandRefused(
                f"{len(found)} people have the name {who!r} or one that looks like it; give "
                f"one of these keys instead: {keys}"
            )
        return found[0]

    def _called(self, who: str) -> list[Peer]:
        """Return the connected people who have this name, or one that looks like it."""
        return [it for it in self._server.peers if are_alike(it.name, who)]

    def _banned_as(self, who: str) -> tuple[str, str]:
        """
        Return the entry for the list, and the name that goes with it.

        Somebody may have chosen another person's key, or an address, as a name. Then
        nobody is banned in their place, nor they in anybody's.
        """
        entry = _as_entry(who)
        if not entry:
            peer = self._peer(who)
            return peer.identity.hex(), peer.name
        others = [it for it in self._called(who) if not _is_key_of(who, it.identity)]
        if others:
            keys = ", ".join(it.identity.hex() for it in others)
            raise CommandRefused(
                f"{who!r} is also the name of somebody who is connected. Ban their key, "
                f"{keys}, or wait until they have disconnected"
            )
        return entry, ""

    def _list(self) -> str:
        try:
            return (self._server.folder / BANNED).read_text("utf-8-sig")
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise CommandRefused(f"can't read {BANNED}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise CommandRefused(f"{BANNED} isn't text") from None

    def _write(self, lines: str) -> None:
        try:
            write_whole(self._server.folder / BANNED, lines.encode())
            self._server.guests.read()
        except OSError as error:
            raise CommandRefused(f"can't write {BANNED}: {error.strerror}") from None
        except BadFile as problem:
            raise CommandRefused(str(problem)) from None
        self._server.put_out_others()

    def _person(self, peer: Peer) -> Row:
        at = self._server.registry.of(peer.identity)
        return {
            "name": peer.name,
            "bot": self._server.is_bot(peer),
            "key": fingerprint(peer.identity),
            "address": peer.origin.address,
            "table": at[-1].name if at else None,
        }


def _line(words: Sequence[str]) -> str:
    """Return words as one printable line, or raise `CommandRefused`."""
    try:
        return clean_line(" ".join(words))
    except ValueError as problem:
        raise CommandRefused(str(problem)) from None


def _is_key_of(who: str, identity: bytes) -> bool:
    return who.lower() in (identity.hex(), fingerprint(identity))


def _as_entry(who: str) -> str:
    """Return a key or address as it is written in the list; empty for a name."""
    if KEY.fullmatch(who.lower()):
        return who.lower()
    try:
        return str(ipaddress.ip_network(who, strict=False))
    except ValueError:
        return ""


def _entry(line: str) -> str:
    return line.partition("#")[0].strip().casefold()


def _is_about(line: str, who: str) -> bool:
    entry, name = _entry(line), line.partition("#")[2].strip()
    is_entry = entry in (who.casefold(), _as_entry(who))
    return bool(entry) and (is_entry or (bool(name) and are_alike(name, who)))
