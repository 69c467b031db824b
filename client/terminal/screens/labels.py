"""Labels of hosts, tables and saved games in lists, and addresses in pasted text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sealed_wonders.client.finder import OwnUnfinishedGame, SavedLog
from sealed_wonders.client.signs.draw import Row, clip, measure, row
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.tablewords import hosttables, lobby, namesakes
from sealed_wonders.client.terminal.screens.listing import columns, widest
from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.words import text
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.names import NAME_CAP
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.logs.summaries import Summary

NOTE = 22
"""Columns for whether a host is known."""

WHEN, TITLE, RESULT = 18, 12, 21
"""Columns for when a game was played, which game it was, and how it ended."""

ADDRESS = 47
"""Columns of the longest address: eight groups, brackets and a port."""


class Hosts:
    """Labels of the hosts on the network, in columns as wide as needed."""

    def __init__(
        self,
        nearby: Sequence[Nearby],
        visited: Sequence[Address],
        width: int,
        symbols: Symbols,
    ) -> None:
        """
        Choose the columns for all hosts, with whole addresses if possible.

        The column that tells namesakes apart exists only if there are any.
        """
        self._visited = visited
        self._symbols = symbols
        self._address = widest([str(_plain(host.address)) for host in nearby], ADDRESS)
        self._note = NOTE
        self._name = self._room_for_name(width)
        self._pins = namesakes.pins(nearby, self._shown)
        if self._pins:
            known = [self._acquaintance(host.address) for host in nearby]
            self._note = max(map(measure, known))
            digits = widest(list(map(namesakes.said_pin, self._pins.values())), width)
            most = widest([host.name for host in nearby], NAME_CAP)
            self._name = min(most, self._room_for_name(width - digits - 2))
            self._pins = namesakes.pins(nearby, self._shown)

    def _room_for_name(self, width: int) -> int:
        return max(8, min(NAME_CAP, width - self._note - 9 - self._address))

    def _shown(self, name: str) -> str:
        """Return the visible part of a name."""
        cut = clip(row(name), self._name, self._symbols.more)
        return "".join(part.text for part in cut)

    def label(self, host: Nearby) -> Row:
        return columns(
            (host.name, self._name),
            ("", 2),
            *self._pin(host),
            (self._acquaintance(host.address), self._note),
            ("", 1),
            (str(_plain(host.address)), self._address),
            *self._playing(host),
            symbols=self._symbols,
        )

    def _pin(self, host: Nearby) -> Iterator[tuple[str, int]]:
        """Yield a column for the pins of namesakes, if there are any."""
        if self._pins:
            said = {one: namesakes.said_pin(it) for one, it in self._pins.items()}
            yield said.get(host, ""), widest(list(said.values()), NAME_CAP)
            yield "", 2

    def _playing(self, host: Nearby) -> Iterator[tuple[str, int]]:
        """Yield a column for the number of players, if the host is a namesake."""
        if host in self._pins and (said := namesakes.said_playing(host)):
            yield "", 2
            yield said, measure(said)

    def _acquaintance(self, address: Address) -> Row:
        """
        Return whether a host is known, by its pin, which only a connection can prove.
        """
        if any(known.pin == address.pin for known in self._visited):
            return row(_("known to you"), style="yes")
        if any(_plain(known) == _plain(address) for known in self._visited):
            return row(_("pin has changed"), style="warning")
        return row(_("new to you"), style="dim")


def table_label(one: TableLine, wide: int, symbols: Symbols) -> Row:
    """Return the label of a table, with its name in this many columns."""
    style = "yes" if one.state == "lobby" else "dim"
    seated = f"{one.seated}/{one.seats}" if one.seats else text.players(one.seated)
    fixed = columns(
        (one.name, wide),
        ("", 2),
        (row(hosttables.state(one), style=style), 14),
        (seated, 11),
        symbols=symbols,
    )
    expansions = lobby.expansions_of(one.game)
    about = [_("with {expansions}").format(expansions=expansions)] if expansions else []
    if title := text.other_game(one.game):
        about.insert(0, title)
    if one.salt:
        about.insert(0, _("with a password"))
    parts = (about, told_apart(tuple(one.players)))
    return row(fixed, f" {symbols.dot} ".join(", ".join(it) for it in parts if it))


def table_called(name: str) -> str:
    """Return a table's name with the word "table", unless it begins with that."""
    word = _("table")
    return name if name.lower().startswith(word) else f"{word} {name}"


def log_label(kept: SavedLog, summary: Summary | None, symbols: Symbols) -> Row:
    """Return the label of a saved game: date, game, result and players."""
    if summary is None:
        name = kept.path.name.removesuffix(".swlog")
        whole = name.removesuffix(".stopped")
        note = "" if name == whole else _("left unfinished")
        when = (f"{kept.when:%Y-%m-%d %H:%M}", WHEN)
        return row(columns(when, (whole, 18), symbols=symbols), row(note, style="dim"))
    fixed = columns(
        (f"{kept.when:%Y-%m-%d %H:%M}", WHEN),
        (text.short_title(summary.game), TITLE),
        (_result(summary), RESULT),
        ("", 2),
        symbols=symbols,
    )
    expansions = lobby.expansions_named(summary.game, summary.expansions)
    about = [_("with {expansions}").format(expansions=expansions)] if expansions else []
    return row(fixed, ", ".join([*told_apart(summary.people), *about]))


def left_label(game: OwnUnfinishedGame, symbols: Symbols) -> Row:
    """Return the label of an unfinished game, in the columns of `log_label`."""
    fixed = columns(
        (f"{game.when:%Y-%m-%d %H:%M}", WHEN),
        (text.short_title(game.game), TITLE),
        (row(_position(game), style="dim"), RESULT),
        ("", 2),
        symbols=symbols,
    )
    return row(fixed, ", ".join(told_apart(game.people)))


def left_about(game: OwnUnfinishedGame) -> Sequence[str]:
    """Return how far a game has come, and the other players; nothing if unread."""
    if game.state is None:
        return ()
    names = told_apart(game.people)
    others = [name for seat, name in enumerate(names) if seat != game.me]
    return (_position(game), ", ".join(others))


def _position(game: OwnUnfinishedGame) -> str:
    """Return how far a game has come; empty if its journal hasn't been read."""
    if game.state is None:
        return ""
    return face_of(game.game).narrator.position(game.state)


def _result(summary: Summary) -> Row:
    """Return the winner and their points, and ours."""
    if not summary.winners:
        return row(_("unfinished"), style="dim")
    best, me = max(summary.points), summary.me
    names = told_apart(summary.people)
    won = [_("you") if seat == me else names[seat] for seat in summary.winners]
    if me is not None and me not in summary.winners and summary.points[me] == best:
        said = _("{who} won, {best}:{best}")  # the points alone would look like a draw
        return row(said.format(who=", ".join(won), best=best))
    first = row(
        f"{', '.join(won)} {best}", style="yes" if me in summary.winners else ""
    )
    if me is None or me in summary.winners:
        return first
    mine = _("you {points}").format(points=summary.points[me])
    return row(first, f", {mine}")


def _plain(address: Address) -> Address:
    return replace(address, pin=None)
