"""
The start screen and the lists below it, as entries; `find.Find` draws them.

`MENU` declares the start screen. An entry either does something, or opens a list whose
heading is the entry's label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sealed_wonders.client.finder import OwnUnfinishedGame, SavedLog, to_reach
from sealed_wonders.client.signs.draw import Row, piece, row
from sealed_wonders.client.terminal.screens import analysis
from sealed_wonders.client.terminal.screens.labels import (
    Hosts,
    left_about,
    left_label,
    log_label,
    table_called,
)
from sealed_wonders.client.terminal.screens.listing import GAP, ListItem
from sealed_wonders.client.terminal.screens.navigation import Navigation
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.words import text
from sealed_wonders.core.games import GAMES, TITLES, players
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.words import _, marked, n_

if TYPE_CHECKING:
    from sealed_wonders.client.signs.symbols import Symbols
    from sealed_wonders.client.storage.home import OngoingGame

START, LEARN, PLAY, HOST, JOIN, WATCH, MY_GAMES = (
    "start",
    *("learn", "play", "host", "join", "watch", "games"),
)
"""The start screen, and its entries."""


class Steps(Protocol):
    """Actions of entries besides navigating, carried out by `find.Find`."""

    def open_list(self, key: str) -> None:
        """Show the list that an entry of the start screen opens."""

    def play(self, game: str) -> None:
        """Begin a game against bots."""

    def choose_bots(self) -> None:
        """Ask for the options of a game against bots, and begin it."""

    def host(self) -> None:
        """Ask for the options of a table here, and open it."""

    def connect(self, address: Address, *, heard: bool = False) -> None: ...

    def go_back(self, game: OngoingGame) -> None:
        """Return to a game at a host."""

    def ask_address(self) -> None: ...

    def ask_name(self) -> None: ...


class MenuEntry(NamedTuple):
    """An entry of the start screen."""

    label: str
    """Marked; also the heading of the list that it opens."""
    list: Callable[[StartLists, int], Iterator[ListItem]] | None = None
    """Yields that list's entries for a width; None if the entry opens no list."""
    note: Callable[[StartLists], str] = lambda lists: ""
    """Returns what is said beside it; may be empty."""
    none: str = ""
    """Marked; what is said in place of an empty list."""
    does: str = ""
    """Marked; what Enter does with it, in a word or two; by default, it chooses it."""
    help: Sequence[str] = ()
    """Marked; sentences about the list that it opens."""


class StartLists:
    """The entries of the start screen and of the lists below it."""

    def __init__(self, stack: Stack, navigation: Navigation, steps: Steps) -> None:
        self._stack = stack
        self._navigation = navigation
        self._steps = steps
        self._heard: dict[str, int] = {}
        """The hosts that were found, numbered in order of arrival."""

    def entries(self, key: str, width: int) -> Sequence[ListItem]:
        """Return the entries of a list."""
        listed = START_LIST if key == START else MENU[key].list
        return [] if listed is None else list(listed(self, width))

    def usual(self, entries: Sequence[ListItem]) -> int:
        """
        Return the index at which the start screen begins.

        That is an unfinished game; otherwise the lessons for somebody who has never
        played, what was chosen last if that was hosting, and a game against bots.
        """
        if entries[0].key not in MENU:
            return 0
        key = PLAY if self._navigation.has_played else LEARN
        key = HOST if self._navigation.last_entry == HOST else key
        return next(at for at, entry in enumerate(entries) if entry.key == key)

    # Lists.

    def start(self, width: int) -> Iterator[ListItem]:
        """Yield unfinished games, the menu, hosts on the network, and what is rare."""
        for going in self._going_entries(_left_briefly, LEFT_CAP):
            yield replace(going, has_number=False)
        for key, entry in MENU.items():
            note = entry.note(self)
            said = row(_(entry.label), piece(note and f"  {note}", "dim"))
            do = self._steps.host if key == HOST else partial(self._open, key)
            yield ListItem(key, said, do, GAP, called=entry.does and _(entry.does))
        yield from self._nearby_entries(width)
        yield from self._rare_entries()

    def games_to_learn(self, width: int) -> Iterator[ListItem]:
        for game in GAMES:
            learn = partial(self._navigation.learn, game)
            learning = game in self._learning
            note = _("resume your lessons") if learning else _about(game)
            label = row(TITLES[game], piece(f"  {note}", "dim"))
            yield ListItem(f"learn {game}", label, learn, called=_("learn"))

    def games_to_play(self, width: int) -> Iterator[ListItem]:
        """Yield games to resume, without numbers, and each game."""
        against_bots = [it for it in self._navigation.left if not it.hosted]
        group = _unfinished(len(against_bots))
        for left in self._left_entries(against_bots, group, _left_briefly):
            yield replace(left, has_number=False)
        for game in GAMES:
            note = _("{about}; against three bots").format(about=face_of(game).about)
            label = row(TITLES[game], piece(f"  {note}", "dim"))
            if any(it.game == game for it in against_bots):
                label = row(_("Another game of {game}").format(game=TITLES[game]))
            begin = partial(self._steps.play, game)
            key = f"play {game}"
            yield ListItem(key, label, begin, GAP, called=_("start playing"))
        note = _("number and strength of the bots, expansions")
        label = row(_("Choose the options"), piece(f"  {note}", "dim"))
        ask, does = self._steps.choose_bots, _("choose its options")
        yield ListItem("play options", label, ask, GAP, called=does)

    def hosts(self, width: int) -> Iterator[ListItem]:
        """Yield the hosts on the network and other known ones, and other ways."""
        yield from self._nearby_entries(width)
        yield from self._visited_entries()
        group = _("Or")
        if self._navigation.nearby is None:
            group = _("Your program can't search for hosts on this network.")
        elif not self._navigation.nearby:
            group = _("No hosts found on your network yet; still searching.")
        typed = row(_("Type or paste an address"))
        ask = self._steps.ask_address
        yield ListItem("address", typed, ask, group, called=_("type it"))

    def my_games(self, width: int) -> Iterator[ListItem]:
        yield from self._going_entries(left_label, len(self._navigation.left))
        for kept in self._navigation.logs:
            yield self._log(kept)

    # Parts of lists.

    def _open(self, key: str) -> None:
        self._steps.open_list(key)

    @property
    def _learning(self) -> Sequence[str]:
        """Games with unfinished lessons, in order."""
        return [game for game in GAMES if game in self._navigation.learning]

    def _going_entries(
        self, label: Callable[[OwnUnfinishedGame, Symbols], Row], most: int
    ) -> Iterator[ListItem]:
        """
        Yield the ways back to games that aren't over.

        Args:
            label: returns the label of a game on this machine.
            most: the number of those games, of which the latest come first.
        """
        navigation, learning = self._navigation, self._learning
        left = sorted(navigation.left, key=lambda it: not it.hosted)[:most]
        group = _unfinished(len(navigation.going) + len(left) + len(learning))
        hosted = [it for it in left if it.hosted]
        yield from self._left_entries(hosted, group, label)
        for game in navigation.going:
            said = _("Return to your game on {host}, {table}").format(
                host=text.host_named(game.name), table=table_called(game.table)
            )
            back = partial(self._steps.go_back, game)
            line = row(said, piece(f"  {game.host}", "dim"))
            key = f"going {game.host}"
            yield ListItem(key, line, back, group, called=_("return"))
        yield from self._left_entries(left[len(hosted) :], group, label)
        for one in learning:
            said = _("Resume your lessons in {game}").format(game=TITLES[one])
            again, key = partial(navigation.learn, one), f"lessons {one}"
            yield ListItem(key, row(said), again, group, called=_("resume"))

    def _left_entries(
        self,
        games: Iterable[OwnUnfinishedGame],
        group: str,
        label: Callable[[OwnUnfinishedGame, Symbols], Row],
    ) -> Iterator[ListItem]:
        """Yield unfinished games on this machine."""
        for game in games:
            does = _("reopen") if game.hosted else _("resume")
            said = label(game, self._stack.symbols)
            resume = partial(self._navigation.resume, game)
            yield ListItem(f"left {game.gid}", said, resume, group, called=does)

    def _nearby_entries(self, width: int) -> Iterator[ListItem]:
        navigation = self._navigation
        nearby = sorted(navigation.nearby or (), key=self._came)
        labels = Hosts(nearby, navigation.visited, width, self._stack.symbols)
        for host in nearby:
            address = to_reach(host, navigation.visited)
            yield ListItem(
                _near(host),
                labels.label(host),
                partial(self._steps.connect, address, heard=True),
                _("Hosts on your network"),
                leads_to=str(replace(host.address, pin=None)),
                called=_("connect"),
            )

    def _came(self, host: Nearby) -> int:
        """
        Return the order of a host's arrival; new ones appear below those being read.
        """
        return self._heard.setdefault(_near(host), len(self._heard))

    def _visited_entries(self) -> Iterator[ListItem]:
        """Yield the known hosts that aren't on the network now."""
        nearby = self._navigation.nearby or ()
        heard = {(host.address.host, host.address.port) for host in nearby}
        pins = {host.address.pin for host in nearby}
        for address in self._navigation.visited:
            if (address.host, address.port) in heard or address.pin in pins:
                continue
            plain = replace(address, pin=None)
            yield ListItem(
                f"at {plain}",
                row(str(plain)),
                partial(self._steps.connect, plain),
                _("Hosts that you know"),
                leads_to=str(plain),
                called=_("connect"),
            )

    def _rare_entries(self) -> Iterator[ListItem]:
        navigation = self._navigation
        name = row(_("Change your name"), piece(f"  {navigation.name}", "dim"))
        for key, label, do, does in (
            ("name", name, self._steps.ask_name, _("change")),
            ("settings", row(_("Settings")), navigation.settings, ""),
            ("quit", row(_("Quit")), self._stack.quit, _("quit")),
        ):
            yield ListItem(key, label, do, GAP * 2, has_number=False, called=does)

    def _log(self, kept: SavedLog) -> ListItem:
        label = log_label(kept, kept.summary(), self._stack.symbols)
        replay = partial(self._navigation.replay, kept.path)
        key, group = str(kept.path), _("Saved games")
        judge = {analysis.ANALYSE: lambda: self._analyse(kept.path)}
        return ListItem(key, label, replay, group, called=_("replay"), more=judge)

    def _analyse(self, path: Path) -> None:
        analysis.show(self._stack, path)

    # Notes beside entries.

    def hosts_found(self) -> str:
        nearby = self._navigation.nearby
        if nearby is None:
            return ""
        if not nearby:
            return _("no hosts found yet; still searching")
        found = n_("{n} host found", "{n} hosts found", len(nearby))
        return found.format(n=len(nearby))

    def games_kept(self) -> str:
        count = len(self._navigation.logs)
        kept = n_("{n} saved game", "{n} saved games", count)
        return kept.format(n=count) if count else ""


HOSTS_HELP = marked(
    "Hosts on your network appear here by themselves. If yours doesn't, ask its "
    "operator for the address, or for an invitation, which also contains the pin."
)

LEFT_CAP = 3
"""Maximum number of unfinished games on this machine that the start screen lists."""

MENU: Mapping[str, MenuEntry] = {
    LEARN: MenuEntry(
        marked("Learn to play"),
        StartLists.games_to_learn,
        does=marked("choose a game"),
        help=(
            marked(
                "Choose the game that you want to learn. You play a whole game "
                "against two bots, and everything is explained when it first comes up."
            ),
            marked("If you leave in the middle, you can resume your lessons here."),
        ),
    ),
    PLAY: MenuEntry(
        marked("Play against bots"),
        StartLists.games_to_play,
        does=marked("choose a game"),
        help=(
            marked(
                "You play alone on this machine, against three bots. To change the "
                "number or strength of the bots, or to add expansions, choose the "
                "options first."
            ),
            marked("If you leave in the middle, you can resume your game here."),
        ),
    ),
    HOST: MenuEntry(marked("Host a table"), does=marked("choose its options")),
    JOIN: MenuEntry(
        marked("Join a table"),
        StartLists.hosts,
        StartLists.hosts_found,
        does=marked("choose a host"),
        help=(
            marked("Choose a host to see its tables, and take a seat at one of them."),
            HOSTS_HELP,
        ),
    ),
    WATCH: MenuEntry(
        marked("Watch a game"),
        StartLists.hosts,
        does=marked("choose a host"),
        help=(
            marked(
                "Choose a host to see its tables, and then a game to watch. As a "
                "spectator, you have no seat, and see only public information."
            ),
            HOSTS_HELP,
        ),
    ),
    MY_GAMES: MenuEntry(
        marked("My games"),
        StartLists.my_games,
        StartLists.games_kept,
        marked("No games yet. Every game that you finish is saved here."),
        does=marked("choose a game"),
        help=(
            marked(
                "These are the games that you have played on this machine, the latest "
                "first. Choose one to replay it. Games that aren't over come before "
                "them: choose one to go on."
            ),
        ),
    ),
}
"""The entries of the start screen by key, in order; their numbers are always 1 to 6."""

START_LIST = StartLists.start


def _about(game: str) -> str:
    """Return the note beside a game."""
    some = players(game)
    return _("{about}; {least} to {most} players").format(
        about=face_of(game).about, least=some[0], most=some[-1]
    )


def _unfinished(count: int) -> str:
    """Return the heading of the games that can be continued."""
    return n_("Unfinished game", "Unfinished games", count)


def _left_briefly(game: OwnUnfinishedGame, symbols: Symbols) -> Row:
    """Return the label of an unfinished game among other things to do."""
    said = _("Resume your game of {game}").format(game=TITLES[game.game])
    if game.hosted:
        said = _("Reopen the table that you host here")
    about = [f"{game.when:%Y-%m-%d %H:%M}", *left_about(game)]
    return row(said, piece(f"  {', '.join(about)}", "dim"))


def _near(host: Nearby) -> str:
    """Return the list key of a host on the network."""
    return f"near {host.name} {host.address}"
