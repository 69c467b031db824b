"""
The question how one leaves a game: for a while, for good, or by leaving one's seat to another.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.draw import Row, Rows, paragraph
from sealed_wonders.client.terminal.handing import given
from sealed_wonders.client.terminal.person import Person
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.listing import ACTIONS
from sealed_wonders.client.terminal.screens.waylist import WayList
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.ways import Way
from sealed_wonders.net.words import _


class LeaveBox(Box):
    """Asks; what each answer means stands below."""

    widest = 76
    stays = True
    fits = True

    def __init__(self, stack: Stack, person: Person, cost: Sequence[str]) -> None:
        """
        Make it.

        Args:
            cost: what it means to leave for a while, and how one comes back.
        """
        super().__init__(stack)
        self._person = person
        self._cost = tuple(cost)
        self._list = WayList(self._do)

    @property
    def title(self) -> str:
        """What it is."""
        return _("Leave the game?")

    @property
    def help(self) -> Sequence[str]:
        """Say what there is to be thought of."""
        return (
            _(
                "Whoever has to go can leave their seat to somebody else, so that the "
                "others needn't wait. Esc: you stay."
            ),
        )

    @property
    def actions(self) -> Sequence[str]:
        """Choose an answer, or stay."""
        return (*ACTIONS, "back")

    @property
    def called(self) -> dict[str, str]:
        """What keys mean here."""
        return {"back": _("stay"), "enter": _("do it")}

    def rows(self, width: int, height: int) -> Rows:
        """Draw the answers, and what the one at the cursor means."""
        rows: list[Row] = []
        giving = self._person.handing.model.giving
        if giving is not None and (said := given(giving, self.stack.known)):
            rows += [*paragraph(said, width), ()]
        symbols = self.stack.symbols
        return [*rows, *self._list.draw(self._ways, width, height, symbols)]

    def act(self, action: str) -> bool:
        """Move, or do what is chosen; to quit once more is to leave for a while."""
        if action == "quit":
            self.stack.close(self)
            self._person.leaving.leave()
            return True
        if self._list.act(action, self._ways):
            return True
        if action == "back":
            return super().act(action)
        self.stack.say(_("Please answer first; Esc: you stay."))
        return True

    @property
    def _ways(self) -> Sequence[Way]:
        """As many as there are: whoever can be given a seat looks on, which few do."""
        person, handing = self._person, self._person.handing
        leaving = person.leaving
        ways = [
            Way("leave", _("Leave for now, and come back"), self._cost, leaving.leave)
        ]
        if handing.model.giving is not None:
            means = _("Nobody else takes it then.")
            ways.append(Way("keep", _("Keep your seat"), (means,), handing.keep))
        ways += handing.ways
        if person.finishing.can_be:
            means = _("It ends as soon as all who play would; bots do when people do.")
            finish = person.finishing.finish
            said = _("End the game here, with the points so far")
            ways.append(Way("finish", said, (means,), finish))
        if leaving.can_be_for_good and not person.hosts:
            means = _("The others can go on without you at once.")
            go = leaving.leave_for_good
            ways.append(Way("good", _("Leave for good"), (means,), go))
        return ways

    def _do(self, way: Way) -> None:
        self.stack.close(self)
        way.do()
