"""
First screen: the start menu, its lists, and the tables of a host.

The screen shows and asks. Connecting and searching are done through
`sealed_wonders.client.terminal.screens.navigation`, and the menu and its lists are
declared in `sealed_wonders.client.terminal.screens.start`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from sealed_wonders.client.questions.addresses import address_in
from sealed_wonders.client.questions.dialog import (
    Alternative,
    Dialog,
    Key,
    closing,
    confirm,
)
from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    amid,
    ends,
    framed,
    paragraph,
    row,
)
from sealed_wonders.client.tablewords import lobby, waits
from sealed_wonders.client.tablewords.hosting import TableWish, recalled
from sealed_wonders.client.terminal.screens.dialog import asking
from sealed_wonders.client.terminal.screens.hosting import BotsBox, HostingBox
from sealed_wonders.client.terminal.screens.labels import table_label
from sealed_wonders.client.terminal.screens.listing import (
    GAP,
    Listing,
    ListItem,
    widest,
)
from sealed_wonders.client.terminal.screens.navigation import Navigation
from sealed_wonders.client.terminal.screens.opening import OpeningBox, name_typed
from sealed_wonders.client.terminal.screens.start import (
    HOSTS_HELP,
    JOIN,
    MENU,
    START,
    WATCH,
    StartLists,
)
from sealed_wonders.client.terminal.stack import Field, Stack, UnusableLine
from sealed_wonders.client.words import text
from sealed_wonders.net.address import Address
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.names import make_line
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _, n_

if TYPE_CHECKING:
    from sealed_wonders.client.storage.home import OngoingGame

PROGRAM = "Sealed Wonders"
"""Heading of the start screen, the same in all languages."""

WIDEST = 110
"""Columns of the widest list; wider ones would separate what belongs together."""


OF_TABLE, OF_BOTS = "table", "bots"
"""The forms whose options are kept, by the names of their files."""

WITH_THREE_BOTS = TableWish(values=TableWish().values.having(bots=3))
"""As many as a game has that is begun without choosing."""

BACK = GAP * 2
"""Group of the entry that leads back."""


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
        self._list_key = START
        """The list that is shown while there is no host."""
        self._is_new = True
        """Whether nobody has done anything at this list yet."""
        self._start = StartLists(stack, navigation, self)
        self._listings = {key: _listing(key) for key in (START, *MENU)}
        self._tables = Listing(steady=True, quick=True)

    # Results reported by the application.

    def failed(self, why: str) -> None:
        """Start again, showing why there is no connection."""
        self.connecting = self.table = None
        self.why, self.told = why, ""
        self._stack.changed()

    def recalled(self) -> None:
        """Start with the hosts known by now, unless the person has moved on."""
        if self._is_new:
            self._listings[self._list_key] = _listing(self._list_key)
        self._stack.changed()

    def left(self, told: str) -> None:
        """
        Start again at the host of the game that was left, showing how to return to it.
        """
        left = self.connecting
        self.failed("")
        self.told = told
        if self._navigation.going:
            self.open_list(START)  # its first entry returns to the game
        elif left is not None:
            self.open_list(JOIN)
            entries = self._list(WIDEST)[1]
            where = str(replace(left, pin=None))
            for place, entry in enumerate(entries):
                if entry.leads_to == where:
                    self._listings[JOIN].go(entries, place)
                    self._is_new = False
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
        done = partial(self._typed_password, table)
        self._stack.ask(Field(label, done, secret=True))

    # The screen.

    @property
    def title(self) -> str:
        if self._is_at_host:
            return _("Choose a table")
        return _(MENU[self._list_key].label) if self._is_below else PROGRAM

    @property
    def help(self) -> Sequence[str]:
        choose = _(
            "To choose a line, type its number, or move to it with Up and Down and "
            "press Enter. With the mouse, click a line to move to it, and click again "
            "to choose it."
        )
        if self._is_below and not self._is_at_host:
            return (*map(_, MENU[self._list_key].help), choose)
        return (
            _(
                "Learn to play, or play against bots, alone on this machine. To play "
                "with others, one of you hosts a table, and the others join it."
            ),
            _(
                "A host is a program that runs tables, where players meet. Host a "
                "table here, or run wonders-host on any machine in your network."
            ),
            _(HOSTS_HELP),
            choose,
        )

    @property
    def actions(self) -> Sequence[str]:
        if self._waits:
            return ("back",)
        away = ("back",) if self._is_at_host or self._is_below else ()
        listing, entries = self._list(WIDEST)
        return (*listing.actions(entries), *away)

    @property
    def called(self) -> Mapping[str, str]:
        if self._waits:
            return {"back": _("cancel")}
        listing, entries = self._list(WIDEST)
        return {**listing.called(entries), "back": _("go back")}

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
            cancel = self._stack.key_row("back", _("cancel"))
            rows += [*paragraph(self._waits, width), (), cancel]
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
            self.ask_address()
            self._stack.typed(text)

    # State.

    @property
    def _is_at_host(self) -> bool:
        """Whether a host has answered."""
        return self.connecting is not None and bool(self._stack.known.host)

    @property
    def _is_below(self) -> bool:
        """Whether a list below the start screen is shown."""
        return self._list_key != START

    @property
    def _watches(self) -> bool:
        """Whether the person came to watch."""
        return self._list_key == WATCH

    @property
    def _waits(self) -> str:
        """Sentence for what is being waited for; empty if there is a choice."""
        if self.connecting is None:
            return ""
        if not self._is_at_host:
            return _("Connecting to {address}…").format(
                address=replace(self.connecting, pin=None)
            )
        if self._stack.is_resuming:
            return waits.resuming()
        if self.table is None:
            return ""
        if not self.table:
            return _("Taking a seat at any open table…")
        return _("Taking a seat at table {name}…").format(
            name=text.after_table(self.table)
        )

    def _heading(self) -> str:
        if self._is_at_host:
            said = _("Tables on {host}")
            if self._watches:
                said = _("Watch a game on {host}")
            return said.format(host=text.host_named(self._stack.known.host))
        return self.title

    def _back(self) -> bool:
        if self.connecting is not None:
            self.connecting = self.table = None
            self._navigation.give_up()
        elif self._is_below:
            self.open_list(START)
            self._is_new = False  # the cursor is where it was
        else:
            return False
        self.why = ""
        return True

    def _go_back(self) -> None:
        self._back()

    def _list(self, width: int) -> tuple[Listing, Sequence[ListItem]]:
        if self._is_at_host:
            entries = self._watch_entries if self._watches else self._table_entries
            return self._tables, [*entries(width), self._back_entry()]
        key = self._list_key
        listing, items = self._listings[key], [*self._start.entries(key, width)]
        if self._is_below:
            group = BACK if items else _(MENU[key].none)
            items.append(self._back_entry(group))
        if self._is_new:
            # What is found meanwhile must not be below a cursor that nobody has moved.
            listing.go(items, 0 if self._is_below else self._start.usual(items))
        return listing, items

    def _back_entry(self, group: str = BACK) -> ListItem:
        label, go, does = row(_("Back")), self._go_back, _("go back")
        return ListItem("back", label, go, group, has_number=False, called=does)

    # What the entries of the menu and its lists do.

    def open_list(self, key: str) -> None:
        self._list_key, self._is_new = key, True
        if self._is_below:
            # Numbers stay while a list is open; by now, they follow the order again.
            self._listings[key] = _listing(key)

    def go_back(self, game: OngoingGame) -> None:
        self.why = self.told = self._tried = ""
        self._navigation.go_back(game)

    def play(self, game: str) -> None:
        """Begin a game against bots; the first time, offer lessons."""
        navigation = self._navigation
        if navigation.has_played:
            navigation.play(game)
        else:
            asks = _first_game(navigation, game, self._stack.key)
            self._stack.open(asking(self._stack, asks))

    def choose_bots(self) -> None:
        """Ask for the options of a game against bots, and begin it."""
        box = BotsBox(self._stack, WITH_THREE_BOTS, self._play)
        self._stack.open(box)
        if kept := self._navigation.last_options(OF_BOTS):
            box.wanted = recalled(kept).with_enough_bots()

    def _play(self, wanted: TableWish) -> None:
        self._navigation.keep_options(OF_BOTS, wanted.kept())
        self._navigation.play_with(wanted.against_bots().words())

    def host(self) -> None:
        def chosen(wanted: TableWish) -> None:
            self._as_somebody(partial(self._host, wanted))

        box = HostingBox(self._stack, TableWish(), chosen)
        self._stack.open(box)
        # After that: what is wrong with them is said above the box.
        box.wanted = recalled(self._navigation.last_options(OF_TABLE))

    def _host(self, wanted: TableWish) -> None:
        self._navigation.keep_options(OF_TABLE, wanted.kept())
        self._navigation.host(wanted.words())

    def connect(
        self, address: Address, *, heard: bool = False, typed: str = ""
    ) -> None:
        self._as_somebody(partial(self._connect, address, heard=heard, typed=typed))

    def _as_somebody(self, do: Callable[[], None]) -> None:
        """Do what others see, once the person has chosen a name."""
        if self._navigation.is_named:
            do()
        else:
            self.ask_name(then=do)

    def _connect(
        self, address: Address, *, heard: bool = False, typed: str = ""
    ) -> None:
        self.why, self.told, self._tried = "", "", typed
        self.connecting, self.table = address, None
        self._tables = Listing(steady=True, quick=True)
        self._navigation.connect(address, heard=heard)

    # Typed text.

    def ask_address(self) -> None:
        typed = self._tried if self.why else ""
        self._stack.ask(Field(_("Address or invitation:"), self._typed_address, typed))

    def _typed_address(self, typed: str) -> None:
        if not typed.strip():
            return
        address = address_in(typed)
        if address is None:
            said = _(
                "{typed} isn't an address. Type a name or numbers, such as "
                "192.168.1.5, and add the port if it isn't 7777."
            )
            raise UnusableLine(said.format(typed=f"{make_line(typed):.30}"))
        self.connect(address, typed=typed)

    def ask_name(self, then: Callable[[], None] = lambda: None) -> None:
        """Ask for a name, and do something once there is one."""
        label, done = _("What should the others call you?"), self._typed_name
        proposed = self._navigation.name
        self._stack.ask(Field(label, partial(done, then), proposed, proposes=True))
        self._stack.say(_("The others at the table see this name."))

    def _typed_name(self, then: Callable[[], None], typed: str) -> None:
        if name := name_typed(typed):
            self._navigation.rename(name)
            then()

    def _ask_table(self) -> None:
        self._stack.ask(Field(_("Name of the table:"), self._typed_table))

    def _typed_table(self, typed: str) -> None:
        if name := name_typed(typed):
            (self._look_on if self._watches else self._sit)(name)

    def _typed_password(self, table: str, typed: str) -> None:
        if not typed:
            return
        try:
            self._navigation.give_password(typed)
        except ValueError as problem:
            self.ask_password(table, lobby.no_password(problem))
        else:
            self.why, self.table = "", table

    # Tables.

    def _watch_entries(self, width: int) -> Iterator[ListItem]:
        tables = [one for one in self._stack.known.tables if one.state != "over"]
        group = _("There is nothing to watch on this host yet.")
        if tables:
            group = n_("One table", "{n} tables", len(tables)).format(n=len(tables))
        wide = widest([one.name for one in tables], 24)
        for one in tables:
            label = table_label(one, wide, self._stack.symbols)
            look_on = partial(self._look_on, one.name)
            key, does = f"table {one.name}", _("watch")
            yield ListItem(key, label, look_on, group, called=does)
        yield from self._other_entries(group if not tables else _("Or"))

    def _other_entries(self, group: str) -> Iterator[ListItem]:
        """Yield what can be done besides choosing a table from the list."""
        label = _("Join a table that isn't listed")
        if self._watches:
            label = _("Watch a table that isn't listed")
        yield ListItem(
            "named", row(label), self._ask_table, group, called=_("type its name")
        )
        again = row(_("Refresh the list"))
        yield ListItem("look", again, self._navigation.look, group, called=_("refresh"))

    def _table_entries(self, width: int) -> Iterator[ListItem]:
        yield from self._entries_to_return()
        yield from self._entries_of_tables()
        label, more, does = (
            row(_("Open another table")),
            _("Or"),
            _("choose its options"),
        )
        box = partial(OpeningBox, self._stack, self._sit)
        yield ListItem("new", label, lambda: self._stack.open(box()), more, called=does)
        yield from self._other_entries(more)

    @property
    def _mine(self) -> Sequence[TableLine]:
        """The tables at which we are playing."""
        return [one for one in self._stack.known.tables if self._plays_at(one)]

    def _entries_to_return(self) -> Iterator[ListItem]:
        group, does = _("Your game isn't over"), _("return")
        for one in self._mine:
            label = row(_("Return to your game: {table}").format(table=one.name))
            sit = partial(self._sit, one.name)
            yield ListItem(f"back {one.name}", label, sit, group, called=does)

    def _entries_of_tables(self) -> Iterator[ListItem]:
        """Yield the usual way to a seat, and all other tables."""
        tables = self._stack.known.tables
        wide = widest([one.name for one in tables], 24)
        roomy = [one for one in tables if one.has_room]
        if len(roomy) == 1:
            # "Any open table" would be this one.
            yield self._table_entry(roomy[0], wide, _("Take a seat"))
        elif roomy or not tables:
            yield self._entry_of_any()
        others = [one for one in tables if [one] != roomy]
        group = n_("One table", "{n} tables", len(others)).format(n=len(others))
        if len(others) < len(tables):
            group = _("Other tables")
        for one in others:
            yield self._table_entry(one, wide, group)

    def _entry_of_any(self) -> ListItem:
        """Return the entry that leaves the choice of a table to the host."""
        label, group = row(_("Any open table")), _("Take a seat")
        sit = self._sit_elsewhere if self._mine else lambda: self._sit("")
        return ListItem("any", label, sit, group, called=_("sit down"))

    def _table_entry(self, one: TableLine, wide: int, group: str) -> ListItem:
        """Return the entry of a table, with *wide* columns for its name."""
        label = table_label(one, wide, self._stack.symbols)
        does = _("sit down") if self._is_free(one) else _("watch")
        return ListItem(
            f"table {one.name}",
            label,
            partial(self._choose, one),
            group,
            called=does,
            idle=self._is_over(one),
        )

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
        if self._is_over(one):
            self._stack.say(_("That game is over."))
        elif self._is_free(one):
            self._sit(one.name)
        else:
            said = _(
                "All seats at that table are taken. Watch the game once it begins?"
            )
            if one.state == "playing":
                said = _("That game has begun, and its seats are taken. Watch it?")
            self._ask_to_look_on(one.name, said)

    def _is_over(self, one: TableLine) -> bool:
        return one.state == "over" and self._navigation.name not in one.players

    def _is_free(self, one: TableLine) -> bool:
        """Return whether there may be a seat for us at a table."""
        if self._navigation.name in one.players:
            return True
        return one.state == "lobby" and not (one.seats and one.seated >= one.seats)

    def _ask_to_look_on(self, table: str, question: str) -> None:
        """Ask whether to spectate at a table until a seat is free."""
        details = (_("A player who has to leave can then hand you their seat."),)
        asks = confirm(question, lambda: self._look_on(table), details=details)
        self._stack.open(asking(self._stack, asks))

    def _look_on(self, table: str) -> None:
        self._navigation.look_on(table)
        self.why, self.table = "", table

    def _sit(self, table: str, password: str = "", wishes: Wishes = ()) -> None:
        self._navigation.sit(table, password, wishes)
        self.why, self.table = "", table


def _listing(key: str) -> Listing:
    """Return the cursor of a list."""
    first = tuple(MENU) if key == START else ()
    return Listing(steady=True, first=first, quick=True)


def _first_game(navigation: Navigation, game: str, key: Key) -> Dialog:
    """Return the question whether to begin with lessons."""
    return Dialog(
        _("Is this your first game?"),
        (),
        (closing(),),
        (_("Choose whether the program explains the game as you play."),),
        (
            Alternative(
                "lessons",
                _("Yes, play with lessons"),
                (
                    _(
                        "You play against two bots, and everything is explained when "
                        "it first comes up."
                    ),
                ),
                partial(navigation.learn, game),
            ),
            Alternative(
                "none",
                _("No, play without lessons"),
                (
                    _(
                        "You play against three bots. Press {key} for help on any screen."
                    ).format(key=key("help")),
                ),
                partial(navigation.play, game),
            ),
        ),
        closes=True,
    )
