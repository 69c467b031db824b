"""
First screen: finding a host and one of its tables, or something to do without a host.

The screen shows and asks. Connecting and searching are done through
`sealed_wonders.client.terminal.screens.navigation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.terminal.screens.dialog import asking
from sealed_wonders.client.terminal.screens.hosting import HostingBox
from sealed_wonders.client.terminal.screens.labels import (
    Hosts,
    log_label,
    table_called,
    table_label,
)
from sealed_wonders.client.terminal.screens.listing import (
    Listing,
    ListItem,
    widest,
)
from sealed_wonders.client.terminal.screens.navigation import (
    Navigation,
    SavedLog,
    to_reach,
)
from sealed_wonders.client.terminal.screens.opening import OpeningBox
from sealed_wonders.client.terminal.stack import Field, Stack
from sealed_wonders.client.words import lobby, text
from sealed_wonders.client.words.addresses import address_in
from sealed_wonders.client.words.dialog import confirm
from sealed_wonders.client.words.draw import (
    Room,
    Row,
    Rows,
    amid,
    ends,
    framed,
    paragraph,
    piece,
    row,
)
from sealed_wonders.client.words.games import face_of
from sealed_wonders.core.games import GAMES
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.names import make_line, typed_name
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _, n_

if TYPE_CHECKING:
    from sealed_wonders.client.storage.home import OngoingGame

WIDEST = 110
"""Columns of the widest list; wider ones would separate what belongs together."""


class Find:
    """
    The first screen, unless the command line says where to go.

    Attributes:
        connecting: the host that was chosen, as soon as it is tried; None before.
        table: the table that was chosen there; None before.
        why: why the last attempt failed.
        told: how to return to the game that was left.
    """

    def __init__(self, stack: Stack, navigation: Navigation) -> None:
        self.connecting: Address | None = None
        self.table: str | None = None
        self.why = ""
        self.told = ""
        self._stack = stack
        self._navigation = navigation
        self._tried = ""
        """The last address typed, which may lack only a letter if it leads nowhere."""
        self._is_new = True
        """Whether nobody has done anything here yet."""
        self._hosts, self._logs = Listing(steady=True), Listing()
        self._tables = Listing(steady=True)
        self._heard: dict[str, int] = {}
        """The hosts that were found, numbered in order of arrival."""
        self._shows_logs = False

    # Results reported by the application.

    def failed(self, why: str) -> None:
        """Start again, showing why there is no connection."""
        self.connecting = self.table = None
        self.why, self.told = why, ""
        self._stack.changed()

    def recalled(self) -> None:
        """Start with the hosts known by now, unless the person has moved on."""
        if self._is_new:
            self._hosts = Listing(steady=True)
        self._stack.changed()

    def left(self, told: str) -> None:
        """
        Start again at the host of the game that was left, showing how to return to it.
        """
        left = self.connecting
        self.failed("")
        self.told = told
        if self._navigation.going:
            self._hosts = Listing()  # its first entry returns to the game
        elif left is not None:
            entries = self._list(WIDEST)[1]
            end = f" {replace(left, pin=None)}"
            for place, entry in enumerate(entries):
                if entry.key.partition("#")[0].endswith(end):
                    self._hosts.go(entries, place)
                    return

    def refused(self, why: str) -> None:
        """
        Offer the other tables, showing why we didn't get a seat at the chosen one.
        """
        self.table = None
        self.why = why
        self._stack.changed()

    def ask_password(self, table: str, why: str) -> None:
        """
        Ask for a table's password, showing why the last one failed.

        Args:
            table: the name of the table; empty for the password of all tables.
            why: the reason.
        """
        self.refused(why)
        label = _("Password for this host's tables:")
        if table:
            label = _("Password for table {name}:").format(name=text.after_table(table))
        self._ask_secret(label, partial(self._typed_password, table))

    # The screen.

    @property
    def title(self) -> str:
        return _("Choose a table") if self._is_at_host else _("Find a table")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "A host is a program that runs tables, where players meet. Host a "
                "table here, or run wonders-host on any machine in your network."
            ),
            _(
                "Hosts on your network appear here by themselves. If yours doesn't, "
                "ask its operator for the address, or for an invitation, which also "
                "contains the pin."
            ),
            _("Choose with Up and Down or a number, then press Enter; or click."),
        )

    @property
    def actions(self) -> Sequence[str]:
        if self._waits:
            return ("back",)
        away = ("back",) if self._is_at_host or self._shows_logs else ()
        return ("enter", "up", "down", *away)

    def draw(self, room: Room) -> Rows:
        width = min(room.width, WIDEST)
        head = ends(
            row(self._heading(), style="title"),
            row(_("you are {name}").format(name=self._navigation.name), style="dim"),
            width,
            room.symbols.more,
        )
        rows: list[Row] = [head, ()]
        if self.why:
            said = paragraph(self.why, width - 4, "warning")
            rows += framed(said, width, room.symbols, style="warning")
        if self.told and not self._is_at_host:
            said = paragraph(self.told, width - 4, "message")
            rows += framed(said, width, room.symbols)
        if self._waits:
            rows += [*paragraph(self._waits, width), (), *self._way_back()]
        else:
            listing, entries = self._list(width)
            left = max(3, room.height - len(rows))
            rows += listing.draw(entries, width, left, room.symbols)
        return amid(rows, width, room.width)

    def act(self, action: str) -> bool:
        if action == "quit":
            self._stack.quit()
            return True
        if action == "back":
            return self._back()
        if self._waits:
            return False
        listing, entries = self._list(WIDEST)
        self._is_new = False
        return listing.act(action, entries)

    def pasted(self, text: str) -> None:
        """Use pasted text as an address or an invitation."""
        if self.connecting is None:
            self._typed_address(text)

    # State.

    @property
    def _is_at_host(self) -> bool:
        """Whether a host has answered."""
        return self.connecting is not None and bool(self._stack.known.host)

    @property
    def _waits(self) -> str:
        """Sentence for what is being waited for; empty if there is a choice."""
        if self.connecting is None:
            return ""
        if not self._is_at_host:
            return _("Connecting to {address}…").format(
                address=replace(self.connecting, pin=None)
            )
        if self.table is None:
            return ""
        if not self.table:
            return _("Taking a seat at any open table…")
        return _("Taking a seat at table {name}…").format(
            name=text.after_table(self.table)
        )

    def _heading(self) -> str:
        if self._is_at_host:
            return _("The tables of {host}").format(
                host=text.host_named(self._stack.known.host)
            )
        return _("Your games") if self._shows_logs else _("Find a table")

    def _way_back(self) -> Rows:
        return [self._stack.key_row("back", _("cancel"))]

    def _back(self) -> bool:
        if self.connecting is not None:
            self.connecting = self.table = None
            self._navigation.give_up()
        elif self._shows_logs:
            self._shows_logs = False
        else:
            return False
        self.why = ""
        return True

    def _list(self, width: int) -> tuple[Listing, Sequence[ListItem]]:
        if self._is_at_host:
            return self._tables, list(self._table_entries(width))
        if self._shows_logs:
            return self._logs, [self._log(kept) for kept in self._navigation.logs]
        entries = [
            *self._going_entries(),
            *self._host_entries(width),
            *self._other_entries(),
        ]
        if self._is_new:
            # Enter should go to a newly found host, so the cursor stays at the top.
            self._hosts.go(entries, 0)
        return self._hosts, entries

    # Games that were left or lost.

    def _going_entries(self) -> Iterator[ListItem]:
        if self._navigation.hosted:
            said = row(_("Reopen the table that you host here; the others are waiting"))
            yield ListItem(
                "hosted", said, self._navigation.host_again, _("Your game isn't over")
            )
        for game in self._navigation.going:
            label = _("Return to your game at {host}, {table}").format(
                host=text.host_named(game.name), table=table_called(game.table)
            )
            said = row(label, piece(f"  {game.host}", "dim"))
            back = partial(self._go_back, game)
            yield ListItem(f"going {game.host}", said, back, _("Your game isn't over"))

    def _go_back(self, game: OngoingGame) -> None:
        self.why = self.told = self._tried = ""
        self._navigation.go_back(game)

    # Hosts.

    def _host_entries(self, width: int) -> Iterator[ListItem]:
        navigation = self._navigation
        nearby, visited = (
            sorted(navigation.nearby or (), key=self._came),
            navigation.visited,
        )
        heard = {(host.address.host, host.address.port) for host in nearby}
        pins = {host.address.pin for host in nearby}
        labels = Hosts(nearby, visited, width, self._stack.symbols)
        for host in nearby:
            yield ListItem(
                _near(host),
                labels.label(host),
                partial(self._connect_to, host),
                _("Hosts on your network"),
            )
        for address in visited:
            if (address.host, address.port) in heard or address.pin in pins:
                continue
            plain = replace(address, pin=None)
            yield ListItem(
                f"at {plain}",
                row(str(plain)),
                partial(self._connect, plain),
                _("Hosts that you know"),
            )

    def _came(self, host: Nearby) -> int:
        """
        Return the order of a host's arrival; new ones appear below those being read.
        """
        return self._heard.setdefault(_near(host), len(self._heard))

    def _other_entries(self) -> Iterator[ListItem]:
        navigation = self._navigation
        group = _("Or")
        if navigation.nearby is None:
            group = _("Your program can't search for hosts on this network.")
        elif not navigation.nearby:
            group = _("No hosts found on your network yet; still searching.")

        def entry(
            key: str, label: str, do: Callable[[], None], note: str = ""
        ) -> ListItem:
            said = row(label, piece(f"  {note}", "dim")) if note else row(label)
            return ListItem(key, said, do, group)

        yield entry("address", _("Type or paste an address"), self._ask_address)
        for at, game in enumerate(GAMES):
            said, left = face_of(game).home, game in navigation.left
            if left:
                again = partial(navigation.play, game)
                yield entry(f"go on {game}", _(said.go_on), again)
            if not at:
                yield entry("host", _("Host a table here"), self._host)
            begin = partial(navigation.play, game, new=left)
            yield entry(f"play {game}", _(said.another if left else said.play), begin)
        for game in GAMES:
            yield entry(
                f"learn {game}",
                _(face_of(game).home.learn),
                partial(navigation.learn, game),
            )
        if logs := navigation.logs:
            kept = n_("{n} saved game", "{n} saved games", len(logs))
            note = kept.format(n=len(logs))
            yield entry("logs", _("Replay one of your games"), self._open_logs, note)
        yield entry("name", _("Change your name"), self._ask_name, navigation.name)
        yield entry("settings", _("Settings"), navigation.settings)
        yield entry("quit", _("Quit"), self._stack.quit)

    def _host(self) -> None:
        navigation = self._navigation
        self._stack.open(
            HostingBox(self._stack, lambda it: navigation.host(it.words()))
        )

    def _connect_to(self, host: Nearby) -> None:
        self._connect(to_reach(host, self._navigation.visited), heard=True)

    def _connect(self, address: Address, *, heard: bool = False) -> None:
        self.why = self.told = self._tried = ""
        self.connecting, self.table = address, None
        self._tables = Listing(steady=True)
        self._navigation.connect(address, heard=heard)

    # Typed text. If it can't be used, the reason is shown, and the text can be edited.

    def _ask_address(self, typed: str = "") -> None:
        typed = typed or (self._tried if self.why else "")
        self._stack.ask(Field(_("Address or invitation:"), self._typed_address, typed))

    def _typed_address(self, typed: str) -> None:
        if not typed.strip():
            return
        address = address_in(typed)
        if address is not None:
            self._connect(address)
            self._tried = typed
            return
        self._ask_address(typed)
        self._stack.say(
            _(
                "{typed} isn't an address. Type a name or numbers, such as "
                "192.168.1.5, and add the port if it isn't 7777."
            ).format(typed=f"{make_line(typed):.30}")
        )

    def _ask_name(self, typed: str | None = None) -> None:
        text = self._navigation.name if typed is None else typed
        self._stack.ask(Field(_("Your name:"), self._typed_name, text))

    def _typed_name(self, typed: str) -> None:
        name = " ".join(typed.split())
        if not name:
            return
        try:
            self._navigation.rename(typed_name(name))
        except ValueError as problem:
            self._ask_name(typed)
            self._stack.say(
                _("You can't use that name: {why}.").format(why=retold(problem))
            )

    def _ask_table(self, typed: str = "") -> None:
        self._stack.ask(Field(_("Name of the table:"), self._typed_table, typed))

    def _typed_table(self, typed: str) -> None:
        name = " ".join(typed.split())
        if not name:
            return
        try:
            name = typed_name(name)
        except ValueError as problem:
            self._ask_table(typed)
            self._stack.say(
                _("You can't use that name: {why}.").format(why=retold(problem))
            )
        else:
            self._sit(name)

    def _ask_secret(self, label: str, done: Callable[[str], None]) -> None:
        self._stack.ask(Field(label, done, secret=True))

    def _typed_password(self, table: str, typed: str) -> None:
        if not typed:
            return
        try:
            self._navigation.give_password(typed)
        except ValueError as problem:
            self.ask_password(table, lobby.no_password(problem))
        else:
            self.why, self.table = "", table

    def _open_table(self) -> None:
        self._stack.open(OpeningBox(self._stack, self._sit))

    # Saved games.

    def _open_logs(self) -> None:
        self._shows_logs = True

    def _log(self, kept: SavedLog) -> ListItem:
        label = log_label(kept, kept.summary(), self._stack.symbols)
        return ListItem(
            str(kept.path), label, lambda: self._navigation.replay(kept.path)
        )

    # Tables.

    def _table_entries(self, width: int) -> Iterator[ListItem]:
        tables = self._stack.known.tables
        group = n_("One table", "{n} tables", len(tables)).format(n=len(tables))
        mine = [one for one in tables if self._plays_at(one)]
        for one in mine:
            label = row(_("Return to your game: {table}").format(table=one.name))
            sit = partial(self._sit, one.name)
            yield ListItem(f"back {one.name}", label, sit, _("Your game isn't over"))
        if not tables or any(one.has_room for one in tables):
            any_open = row(_("Any open table"))
            sit_anywhere = self._sit_elsewhere if mine else lambda: self._sit("")
            yield ListItem("any", any_open, sit_anywhere, _("Take a seat"))
        wide = widest([one.name for one in tables], 24)
        for one in tables:
            label = table_label(one, wide, self._stack.symbols)
            sit = partial(self._choose, one)
            yield ListItem(f"table {one.name}", label, sit, group)
        more = _("Or")
        yield ListItem("new", row(_("Open another table")), self._open_table, more)
        named = row(_("Join a table that isn't listed"))
        yield ListItem("named", named, self._ask_table, more)
        yield ListItem("look", row(_("Refresh the list")), self._navigation.look, more)

    def _plays_at(self, one: TableLine) -> bool:
        return one.state == "playing" and self._navigation.name in one.players

    def _sit_elsewhere(self) -> None:
        """
        Take any seat except in the game that we left, which the host would give us.
        """
        there = (one.name for one in self._stack.known.tables if one.has_room)
        if name := next(there, ""):
            self._sit(name)

    def _choose(self, one: TableLine) -> None:
        """Sit down at a table, or offer to spectate if it plainly has no free seat."""
        if self._navigation.name not in one.players:
            if one.state == "playing":
                said = _("That game has begun, and its seats are taken. Watch it?")
                self._ask_to_look_on(one.name, said)
                return
            if one.state == "over":
                self._stack.say(_("That game is over."))
                return
            if one.seats and one.seated >= one.seats:
                said = _(
                    "All seats at that table are taken. Watch the game once it begins?"
                )
                self._ask_to_look_on(one.name, said)
                return
        self._sit(one.name)

    def _ask_to_look_on(self, table: str, question: str) -> None:
        """Ask whether to spectate at a table until a seat is free."""
        self._stack.open(
            asking(
                self._stack,
                confirm(
                    question,
                    lambda: self._look_on(table),
                    details=(
                        _("A player who has to leave can then hand you their seat."),
                    ),
                ),
            )
        )

    def _look_on(self, table: str) -> None:
        self._navigation.look_on(table)
        self.why, self.table = "", table

    def _sit(self, table: str, password: str = "", wishes: Wishes = ()) -> None:
        self._navigation.sit(table, password, wishes)
        self.why, self.table = "", table


def _near(host: Nearby) -> str:
    """Return the list key of a host on the network."""
    return f"near {host.name} {host.address}"
