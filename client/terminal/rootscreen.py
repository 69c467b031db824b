"""
Which screen lies at the bottom of a stack, by what is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sealed_wonders.client.table.events import Offer
from sealed_wonders.client.terminal import absences, text
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.screens.ballot import BallotBox
from sealed_wonders.client.terminal.screens.comparing import CompareBox
from sealed_wonders.client.terminal.screens.elsewhere import HaltBox, ThereBox
from sealed_wonders.client.terminal.screens.here import HereBox
from sealed_wonders.client.terminal.screens.lobby import Lobby
from sealed_wonders.client.terminal.screens.seatoffer import SeatOfferBox
from sealed_wonders.client.terminal.screens.stillthere import StillThereBox
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.core.game import Seat
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.words import _

FIND, LOBBY, END = "find", "lobby", "end"
"""Screens that are the same in all games; the rest have the names a game gives them."""


def kind_of(known: TableModel) -> str:
    """Return which screen shows how things stand; before a lobby, that which finds one."""
    if known.charter is None:
        return FIND if known.news is None else LOBBY
    return known.face.screens.kind(known) if known.ending is None else END


class RootScreen:
    """
    Keeps the screen at the bottom the right one, and each as it was left.

    Attributes:
        alone: nobody but programs comes to the table, so its lobby needn't be seen.
    """

    def __init__(self, stack: ScreenStack, first: Callable[[], Screen]) -> None:
        """
        Take a stack.

        Args:
            first: makes the screen of whoever sits nowhere.
        """
        self._stack = stack
        self._first = first
        self._kind = ""
        self._known: TableModel | None = None
        self._phase = -1
        self._called: tuple[Seat, int] | None = None
        """The ballot that was shown last."""
        self._offered: tuple[Seat, ...] = ()
        self._hint = ""
        """Said when something could be proposed last."""
        self._offer: Offer | None = None
        """The seat that is offered."""
        self._offer_box: SeatOfferBox | None = None
        """What has asked about it."""
        self._may_host = False
        """It was asked whether the table is to go on here."""
        self._elsewhere: tuple[Nearby, ...] = ()
        """The other hosts about which it was asked."""
        self._halted: tuple[str, ...] = ()
        """Why our program has stopped, as far as that was asked about."""
        self._compares = False
        """It was asked whether the table stands as others see it."""
        self._against: tuple[Seat, int] | None = None
        """The ballot of which it was said that we would be out by it."""
        self.alone = False

    def begin_at(self, first: Screen) -> None:
        """Take another screen for whoever sits nowhere."""
        self._first, self._kind = lambda: first, ""
        self._stack.changed()

    def put(self) -> None:
        """Put the screen there that is to be there now."""
        stack, known = self._stack, self._stack.known
        kind = kind_of(known)
        if kind == LOBBY and self.alone:
            kind = FIND
        if kind == END and known is self._known and self._lingers:
            kind = self._kind  # what was played last is seen before what came of it
        if kind != self._kind or known is not self._known:
            self._kind, self._known = kind, known
            stack.base = self._first() if kind == FIND else _made(kind, stack)
        # First, or a ballot that is settled hides what came of it.
        self._call_to_vote()
        self._offer_ballot()
        self._offer_seat()
        self._offer_to_host()
        self._offer_to_go()
        self._ask_to_compare()
        self._ask_who_is_there()
        self._uncover()

    @property
    def _lingers(self) -> bool:
        """The screen that is there still shows how the last turn ended."""
        known = self._stack.known
        whole = known.ending is not None and known.ending.sheet is not None
        return whole and bool(getattr(self._stack.base, "lingers", False))

    def _uncover(self) -> None:
        """
        Let nobody overlook a new question.

        What shows the game is taken away from it; what asks or explains something else
        stays, and it is said that there is a question.
        """
        stack, known = self._stack, self._stack.known
        if known.menu is None or not known.asked:
            return
        phase = known.menu.question.phase
        if phase != self._phase:
            self._phase = phase
            for overlay in tuple(stack.overlays):
                if not getattr(overlay, "stays", False):
                    stack.overlays.remove(overlay)
            if stack.overlays or stack.field is not None:
                stack.say(_("It is your turn to choose."))

    def _offer_seat(self) -> None:
        """Ask once whether we take a seat that we can have, as long as we can."""
        stack, offer = self._stack, self._stack.known.handing.offer
        if offer is self._offer or stack.person is None:
            return
        if self._offer_box is not None and self._offer_box in stack.overlays:
            stack.close(self._offer_box)
        self._offer = offer
        if offer is not None:
            self._offer_box = SeatOfferBox(stack, offer)
            stack.open(self._offer_box)

    def _offer_to_host(self) -> None:
        """Ask once whether the table is to go on here, as long as it may."""
        stack, may = self._stack, self._stack.known.may_host
        if may and not self._may_host:
            stack.open(HereBox(stack))
        elif not may:
            stack.toggle_off(HereBox)
        self._may_host = may

    def _offer_to_go(self) -> None:
        """Ask once whether to go to another host, and whether a program that has stopped goes on."""
        stack, known = self._stack, self._stack.known
        for box, why, before in (
            (ThereBox, known.elsewhere, self._elsewhere),
            (HaltBox, known.halted, self._halted),
        ):
            if why and why != before:
                stack.toggle_off(box)
                stack.open(box(stack))
            elif not why:
                stack.toggle_off(box)
        self._elsewhere, self._halted = known.elsewhere, known.halted

    def _ask_to_compare(self) -> None:
        """Ask once whether the table stands as others see it, where we must compare."""
        stack, person = self._stack, self._stack.person
        before, self._compares = self._compares, False
        if person is not None and person.comparing.asks:
            self._compares = True
            if not before:
                stack.open(CompareBox(stack, person))

    def _ask_who_is_there(self) -> None:
        """Say once that others would go on without us, as long as it is so."""
        stack, vote = self._stack, self._stack.known.absence.against_us
        key = None if vote is None else vote.key
        if key is None:
            stack.toggle_off(StillThereBox)
        elif key != self._against:
            stack.toggle_off(StillThereBox)
            stack.open(StillThereBox(stack))
        self._against = key

    def _call_to_vote(self) -> None:
        """Show a ballot once, as long as there is one."""
        stack, absence = self._stack, self._stack.known.absence
        asks, offered = absence.asks, absence.offered
        if asks is not None and asks.key != self._called:
            self._called = asks.key
            if not self._ballot_boxes:
                stack.open(BallotBox(stack, by_itself=True))
        elif not (offered or self._is_undecided):
            stack.toggle_off(BallotBox)
        elif asks is None and offered:
            # What was asked is settled; to propose something else nobody is pressed.
            for box in self._ballot_boxes:
                if box.by_itself:
                    stack.close(box)

    @property
    def _ballot_boxes(self) -> Sequence[BallotBox]:
        overlays = self._stack.overlays
        return [it for it in overlays if isinstance(it, BallotBox)]

    def _offer_ballot(self) -> None:
        """Say once that a ballot may be opened, as long as it may."""
        stack, known = self._stack, self._stack.known
        asks, offered = known.absence.asks, known.absence.offered
        if not offered and stack.messages.notice == self._hint:
            stack.messages.notice = ""  # that can't be done any more
        if asks is None and offered and offered != self._offered:
            said = absences.offer(known.absence, known.names, known.ours)
            self._hint = text.noted(stack.key("without"), said)
            stack.say(self._hint)
        self._offered = offered

    @property
    def _is_undecided(self) -> bool:
        """There was a vote, which hasn't led to anything yet."""
        votes = self._stack.known.absence.votes[-1:]
        return any(vote.status is not Status.CARRIED for vote in votes)


def _made(kind: str, stack: ScreenStack) -> Screen:
    """Make a screen; its module isn't needed before."""
    match kind:
        case "lobby":
            return Lobby(stack)
        case "end":
            return stack.known.face.screens.end(stack)
    return stack.known.face.screens.screen(kind, stack)
