"""
Seats lent to phones from the screen, by this program, as ``wonders lend`` does.

A box shows the code for phones, who asks, and who has a seat. Lending goes on while the
box is closed, until the program ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sealed_wonders.client.lending.guestbook import LentSeat
from sealed_wonders.client.lending.lenderlines import (
    has_come,
    has_left,
    named,
    on_no_network,
    seats_left,
    who_reads,
)
from sealed_wonders.client.lending.ownlending import Open, OwnLending, WaitingPhone
from sealed_wonders.client.signs.draw import Rows, beside, measure, paragraph, row
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.client.terminal.screens.invite import APART, picture
from sealed_wonders.client.terminal.screens.listbox import ListBox
from sealed_wonders.client.terminal.screens.listing import Listing, ListItem
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.address import Address
from sealed_wonders.net.words import _

SETTLES = 1.0
"""Seconds for which an entry has been shown before it can be chosen."""


class LentSeats:
    """
    Shows a player the seats that they lend, on the screen.

    Attributes:
        lending: The lent seats.
    """

    def __init__(self, stack: Stack, open: Open) -> None:
        """Start without lending."""
        self._stack = stack
        self.lending = OwnLending(
            open, self, lambda: stack.known.news, lambda: stack.changed()
        )

    def show(self, at: Address) -> None:
        """Lend seats at a host, unless that is so, and show who asks."""
        try:
            self.lending.lend_at(at)
        except DamagedFile as damaged:
            self._stack.say(str(damaged))
        else:
            box = partial(PhonesBox, self._stack, self.lending)
            self._stack.toggle(PhonesBox, box)

    # For `Lending`.

    def asked(self, words: str, name: str, before: LentSeat | None) -> None:
        if before is not None:
            said = _(
                "{name} ({words}) wants the seat of {other}. Press {key} to decide."
            )
        else:
            said = _("{name} asks for a seat ({words}). To lend one, press {key}.")
        if not any(isinstance(it, PhonesBox) for it in self._stack.overlays):
            key = self._stack.key("phones")
            other = "" if before is None else named(before)
            self._stack.say(said.format(name=name, words=words, other=other, key=key))
        self._stack.changed()

    def expired(self) -> None:
        self._stack.changed()

    def seated(self, seat: LentSeat) -> None:
        self._stack.say(has_come(seat))

    def left(self, seat: LentSeat, why: str) -> None:
        self._stack.say(has_left(seat))


class PhonesBox(ListBox):
    """The code for phones, those that wait, and those that have a seat."""

    widest = 100

    def __init__(self, stack: Stack, lending: OwnLending) -> None:
        super().__init__(stack, Listing(steady=True))
        self._lending = lending
        self._at = 0
        """The network whose address is shown."""
        self._shown_at: dict[str, float] = {}
        """When each phone that waits was drawn first, by its words."""

    @property
    def title(self) -> str:
        return _("Seats for phones")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "When somebody scans the code with a phone on your network and types a "
                "name, the phone shows two words. To lend it a seat, choose the entry "
                "with the same words."
            ),
            _(
                "You can lend fewer than half of the seats. They stay lent until you "
                "leave the program."
            ),
            who_reads(),
        )

    @property
    def sideways(self) -> str:
        return _("network") if len(self._lending.scanned) > 1 else ""

    def turn(self, step: int) -> None:
        self._at += step

    def act(self, action: str) -> bool:
        if action == "phones":
            self.stack.close(self)
            return True
        return super().act(action)

    def rows(self, width: int, height: int) -> Rows:
        some = self._lending.scanned
        if not some:
            return [
                *paragraph(on_no_network(), width),
                *self._people(width, height),
            ]
        url = some[self._at % len(some)]
        drawn = picture(url, width, height, self.stack.symbols)
        if not drawn:
            return self._said(url, width, height)
        wide = measure(drawn[0])
        left = width - wide - APART
        return beside((drawn, wide), (self._said(url, left, height), left), gap=APART)

    def _said(self, url: str, width: int, height: int) -> Rows:
        address, _hash, about = url.partition("#")
        said = _("Code: {code}").format(code=about.partition(".")[0])
        first = [
            *paragraph(_("Scan the code, or open this address:"), width),
            *paragraph(address, width, "title"),
            *paragraph(said, width, "title"),
            (),
        ]
        return [*first, *self._people(width, height - len(first))]

    def _people(self, width: int, height: int) -> Rows:
        service, entries = self._lending.service, self.entries()
        if service is None:
            return ()
        seated = [named(it) for it in service.lending.book]
        below = [
            *paragraph(self._claim, width, "title"),
            *(row(it, style="yes") for it in seated),
            *paragraph(seats_left(service.lending), width, "dim"),
        ]
        if not entries:
            return [*paragraph(_("No phone is waiting."), width), *below]
        rest = max(1, height - len(below))
        now, before = self.stack.seconds(), self._shown_at
        self._shown_at = {it.key: before.get(it.key, now) for it in entries}
        drawn = self.listing.draw(entries, width, rest, self.stack.symbols)
        return [*drawn, (), *below]

    def entries(self) -> Sequence[ListItem]:
        """Return an entry for each phone that waits, which lends it a seat."""
        return [self._entry(it) for it in self._lending.waiting]

    @property
    def _claim(self) -> str:
        """Whose seat the chosen phone wants; its entry may be cut before that."""
        waiting = self._lending.waiting
        if not waiting:
            return ""
        chosen = waiting[self.listing.at(self.entries())]
        return chosen.said if chosen.claims else ""

    def _entry(self, phone: WaitingPhone) -> ListItem:
        seat = partial(self._seat, phone.words)
        return ListItem(phone.words, row(phone.said), seat, called=phone.does)

    def _seat(self, words: str) -> None:
        now = self.stack.seconds()
        if now - self._shown_at.get(words, now) < SETTLES:
            return  # nobody can have compared its words yet
        if why := self._lending.admit(words):
            self.stack.say(why)
