"""
Seats lent to phones from the screen, by this program, as ``wonders lend`` does.

A box shows the code for phones, who asks, and who has a seat. Lending goes on while the
box is closed, until the program ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred, succeed

from sealed_wonders.client.browser.access import WaitingPage
from sealed_wonders.client.lending.guestbook import LentSeat
from sealed_wonders.client.lending.guestseat import LentTable
from sealed_wonders.client.lending.lenderlines import asking, named, who_reads
from sealed_wonders.client.lending.lending import LenderView, LendingTerms
from sealed_wonders.client.lending.service import LendingService
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.invite import APART, code
from sealed_wonders.client.terminal.screens.listing import Listing, ListItem
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.words.draw import Rows, beside, paragraph, row
from sealed_wonders.client.words.symbols import ASCII
from sealed_wonders.net.address import Address
from sealed_wonders.net.words import _, n_

SETTLES = 1.0
"""Seconds for which an entry has been shown before it can be chosen."""

LEAST_BESIDE = 30
"""Minimum columns beside the code; with fewer, only the address is shown."""

Open = Callable[[Address, LenderView], LendingService]
"""
Starts to lend seats at a host.

Raises:
    DamagedFile: That isn't possible.
"""


class LentSeats:
    """What one person at a screen lends, at the host where they are."""

    def __init__(self, stack: Stack, open: Open) -> None:
        """Start without lending."""
        self._stack = stack
        self._open = open
        self._at: Address | None = None
        self.service: LendingService | None = None

    def show(self, at: Address) -> None:
        """Lend seats at a host, unless that is so, and show who asks."""
        if self.service is None or self._at != at:
            self.end()
            try:
                self.service = self._open(at, self)
            except DamagedFile as damaged:
                self._stack.say(str(damaged))
                return
            self._at = at
            self.service.lending.lobby = lambda: self._stack.known.news
            self.service.begin(self._stack.changed, self._stack.changed)
        self._stack.toggle(PhonesBox, lambda: PhonesBox(self._stack, self))

    def end(self) -> Deferred[Any]:
        """Stop; the result fires when all seats have been left for now."""
        service, self.service = self.service, None
        return succeed(None) if service is None else service.end()

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

    def seated(self, seat: LentSeat) -> None:
        said = _("{name} has a seat ({words}).")
        self._stack.say(said.format(name=seat.name, words=seat.words))

    def left(self, seat: LentSeat, why: str) -> None:
        said = _("{name} has left ({words}).")
        self._stack.say(said.format(name=seat.name, words=seat.words))


class PhonesBox(Box):
    """The code for phones, those that wait, and those that have a seat."""

    widest = 100
    stays = True
    asks = True

    def __init__(self, stack: Stack, lent: LentSeats) -> None:
        super().__init__(stack)
        self._lent = lent
        self._listing = Listing(steady=True)
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
                "A phone on your network that scans the code gives a name, and shows two "
                "words. Choose the entry with the same words to lend it a seat."
            ),
            _("You lend fewer than half of the seats, until you leave the program."),
            who_reads(),
        )

    @property
    def more_actions(self) -> Sequence[str]:
        networks = ("left", "right") if len(self._scanned) > 1 else ()
        entries = self._entries()
        return (*(self._listing.actions(entries) if entries else ()), *networks)

    @property
    def called(self) -> Mapping[str, str]:
        networks = dict.fromkeys(("left", "right"), _("network"))
        entries = self._entries()
        moves = self._listing.called(entries) if entries else {}
        return {**super().called, **networks, **moves}

    def act(self, action: str) -> bool:
        entries = self._entries()
        if action == "phones":
            self.stack.close(self)
        elif action in ("left", "right"):
            self._at += 1 if action == "right" else -1
        elif not (entries and self._listing.act(action, entries)):
            return super().act(action)
        return True

    def rows(self, width: int, height: int) -> Rows:
        some = self._scanned
        if not some:
            said = _("This machine is on no network that phones can use.")
            return [*paragraph(said, width), *self._people(width, height)]
        url = some[self._at % len(some)]
        drawn = () if self.stack.symbols is ASCII else code(url)
        wide = len(drawn[0]) if drawn else 0
        left = width - wide - APART
        if not drawn or left < LEAST_BESIDE or len(drawn) > height:
            return self._said(url, width, height)
        picture = [row(line, style="code") for line in drawn]
        said_rows = list(self._said(url, left, height))
        return beside((picture, wide), (said_rows, left), gap=APART)

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
        service = self._lent.service
        if service is None:
            return ()
        lending, entries = service.lending, self._entries()
        free = max(0, lending.most - len(lending.book))
        said = n_("{n} seat can still be lent.", "{n} seats can still be lent.", free)
        seated = [named(it) for it in lending.book]
        below = [
            *paragraph(self._claim(service), width, "title"),
            *(row(it, style="yes") for it in seated),
            *paragraph(said.format(n=free), width, "dim"),
        ]
        if not entries:
            return [*paragraph(_("No phone is waiting."), width), *below]
        rest = max(1, height - len(below))
        now, before = self.stack.seconds(), self._shown_at
        self._shown_at = {it.key: before.get(it.key, now) for it in entries}
        drawn = self._listing.draw(entries, width, rest, self.stack.symbols)
        return [*drawn, (), *below]

    def _entries(self) -> Sequence[ListItem]:
        """Return an entry for each phone that waits, which lends it a seat."""
        service = self._lent.service
        if service is None:
            return ()
        return [self._entry(service, it) for it in service.lending.admission.waiting]

    def _claim(self, service: LendingService) -> str:
        """Return whose seat the chosen phone wants, which its entry may be cut before."""
        waiting = tuple(service.lending.admission.waiting)
        if not waiting:
            return ""
        page = waiting[self._listing.at(self._entries())]
        before = service.lending.admission.wanted_by(page)
        return "" if before is None else asking(page.words, page.note, before)

    def _entry(self, service: LendingService, page: WaitingPage) -> ListItem:
        before = service.lending.admission.wanted_by(page)
        said = asking(page.words, page.note, before)
        does = _("lend a seat") if before is None else _("give this phone that seat")
        seat = partial(self._seat, page.words)
        return ListItem(page.words, row(said), seat, called=does)

    def _seat(self, words: str) -> None:
        service, now = self._lent.service, self.stack.seconds()
        if now - self._shown_at.get(words, now) < SETTLES:
            return  # nobody can have compared its words yet
        if service is not None and service.lending.admission.admit(words) is None:
            self.stack.say(_("All seats are lent."))

    @property
    def _scanned(self) -> Sequence[str]:
        service = self._lent.service
        return () if service is None else service.scanned


def opener(reactor: Any, table: Callable[[Address], LentTable], home: Any) -> Open:
    """Return what starts to lend seats with the person's own files."""

    def open(at: Address, view: LenderView) -> LendingService:
        return LendingService(reactor, home, table(at), LendingTerms(), view)

    return open
