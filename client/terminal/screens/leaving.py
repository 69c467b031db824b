"""
The question how one leaves a game: for a while, for good, or by leaving one's seat to another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sealed_wonders.client.terminal.draw import Row, Rows, paragraph, row
from sealed_wonders.client.terminal.handing import given
from sealed_wonders.client.terminal.person import Person
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.listing import ACTIONS, Entry, Listing
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.words import _


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
        self._listing = Listing()

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
        entries = self._entries()
        rows: list[Row] = []
        giving = self._person.handing.model.giving
        if giving is not None and (said := given(giving)):
            rows += [*paragraph(said, width), ()]
        # As many as there are: whoever can be given a seat looks on, which few do.
        room = max(4, height - 10)
        rows += self._listing.draw(entries, width, room, self.stack.symbols)
        means = self._means()[self._listing.at(entries)]
        rows.append(())
        for one in means:
            rows += paragraph(one, width, "dim")
        return rows

    def act(self, action: str) -> bool:
        """Move, or do what is chosen; to quit once more is to leave for a while."""
        if action == "quit":
            self._do(self._person.leave)
            return True
        if self._listing.act(action, self._entries()):
            return True
        if action == "back":
            return super().act(action)
        self.stack.say(_("Please answer first; Esc: you stay."))
        return True

    def _entries(self) -> Sequence[Entry]:
        person, handing = self._person, self._person.handing
        entries = [
            self._entry("leave", _("Leave for now, and come back"), person.leave)
        ]
        if handing.model.giving is not None:
            entries.append(self._entry("keep", _("Keep your seat"), handing.keep))
        entries += [self._entry(way.key, way.label, way.do) for way in handing.ways]
        if person.can_go_for_good and not person.hosts:
            said = _("Leave for good")
            entries.append(self._entry("good", said, person.leave_for_good))
        return entries

    def _means(self) -> Sequence[Sequence[str]]:
        handing = self._person.handing
        means: list[Sequence[str]] = [self._cost]
        if handing.model.giving is not None:
            means.append((_("Nobody else takes it then."),))
        means += [(way.details,) for way in handing.ways]
        means.append((_("The others can go on without you at once."),))
        return means

    def _entry(self, key: str, said: str, do: Callable[[], None]) -> Entry:
        return Entry(key, row(said), lambda: self._do(do))

    def _do(self, do: Callable[[], None]) -> None:
        self.stack.close(self)
        do()
