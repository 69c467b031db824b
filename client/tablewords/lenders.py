"""Machines that lend seats: what they could do, and to whom they lend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.view import shownnames
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby.loans import Declared, machine_of
from sealed_wonders.net.lobby.options import rescues
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.words import _


class Holding(NamedTuple):
    """A machine that lends seats, and holds so many that others depend on it."""

    machine: bytes
    seats: int
    """Seats that it plays: its own, those that it lends, and those of its bots."""
    of: int
    """Seats at the table."""
    reads: bool
    """Whether it could read our hand, since it holds all the other seats."""


def holdings(news: LobbyNews, me: bytes | None) -> Sequence[Holding]:
    """
    Return the lenders that hold half of a table's seats or more, but for our own machine.

    There are none for somebody without a seat, who has nothing to lose.
    """
    mine = [machine_of(it) for it in news.people if it.identity == me]
    agreed = dict(news.options)
    of, found = agreed["players"], list[Holding]()
    if not mine or not isinstance(of, int):
        return ()
    may_read = rescues(news.options) and agreed["suite"] == SEALED
    for machine in sorted({it.lender for it in news.people if it.lender} - {*mine}):
        seats = sum(machine_of(it) == machine for it in news.people)
        # A single seat is a single person's, whatever its machine.
        if seats > 1 and 2 * seats >= of:
            found.append(Holding(machine, seats, of, may_read and seats == of - 1))
    return found


def said_to_anyone(news: LobbyNews, identity: bytes) -> Iterator[str]:
    """Yield the report that somebody's seat is lent to any phone that asks."""
    names = shownnames.people(news)
    for one in news.people:
        if one.identity == identity and one.lender is not None:
            said = _("{machine} lends seats to any phone that asks.")
            yield said.format(machine=_machine(one.lender, names))


def to_anyone(one: Declared, news: LobbyNews) -> str:
    """Return the note on a seat that any phone can get; empty for any other."""
    is_open = one.lender is not None and one.identity in news.to_anyone
    return _("lent to any phone that asks") if is_open else ""


def warnings(news: LobbyNews, me: bytes | None) -> Iterator[str]:
    """Yield what the lenders could do that hold half of the seats or more."""
    names = shownnames.people(news)
    for it in holdings(news, me):
        if it.reads:
            said = _(
                "{machine} plays {n} of {seats} seats. It can vote you out and read "
                "your hand, and the game ends if it stops."
            )
        elif 2 * it.seats > it.of:
            said = _(
                "{machine} plays {n} of {seats} seats. It can vote you out, and the "
                "game ends if it stops."
            )
        else:
            said = _("{machine} plays {n} of {seats} seats: the game ends if it stops.")
        yield said.format(machine=_machine(it.machine, names), n=it.seats, seats=it.of)


def _machine(machine: bytes, names: Mapping[bytes, str]) -> str:
    """Return a machine as the subject of a sentence."""
    if machine in names:
        return _("{who}'s machine").format(who=names[machine])
    return _("The machine {fingerprint}").format(fingerprint=fingerprint(machine))


def nothing_to_lend() -> str:
    return _("There is no table here whose seats you can lend.")
