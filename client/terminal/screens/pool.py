"""
Taking one of several things that lie in the middle, one player after the other.

The list of what is left, and all about what the cursor is at.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.draw import (
    Room,
    Row,
    Rows,
    amid,
    beside,
    fill,
    measure,
    paragraph,
    row,
)
from sealed_wonders.client.terminal.menu import Use
from sealed_wonders.client.terminal.screens import looking
from sealed_wonders.client.terminal.screens.code import Code
from sealed_wonders.client.terminal.screens.laying import Laying, headed
from sealed_wonders.client.terminal.screens.listing import Entry, Listing
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.words import _

LIST = 26
"""Columns of the list, if its rows need no more."""

BEFORE = 5
"""Columns before what is in the list: a mark, and a number."""

WIDEST = 150
"""Columns that are used at most."""


@dataclass(frozen=True, slots=True)
class Lying:
    """One thing that can still be taken."""

    id: str
    label: Row
    draw: Callable[[int, int, Room], Rows]
    """Draws all about it, in so many columns and at most so many rows."""


def _columns(some: Sequence[Lying], width: int) -> int:
    """Give the columns of the list: as many as it needs, but no more than half."""
    longest = max(measure(one.label) for one in some) + BEFORE + 1
    return max(LIST, min(longest, width // 2))


class Pool(ABC):
    """The screen on which things are taken from the middle."""

    def __init__(self, stack: Stack) -> None:
        """Begin with the cursor at the first thing."""
        self.stack = stack
        self._laying = Laying(stack)
        self._code = Code(stack)
        self._list = Listing()

    # What lies there.

    @abstractmethod
    def lying(self) -> Sequence[Lying]:
        """Give what is left; nothing if there is nothing to take any more."""

    @abstractmethod
    def taken(self) -> Sequence[str]:
        """Name what was taken, by seat, of those who have taken something."""

    @abstractmethod
    def asked(self, name: str) -> str:
        """Say who chooses; nobody's name is ourselves."""

    def besides(self) -> str:
        """Say what else is to be known for the choice."""
        return ""

    def taking(self) -> str:
        """Say by which keys something is taken."""
        if self.stack.settings.confirm:
            return _(
                "Up and down go from one to the other, Enter lays it down, and Enter once "
                "more takes it for good."
            )
        return _("Up and down go from one to the other, and Enter takes it for good.")

    # What a screen says of itself.

    @property
    @abstractmethod
    def title(self) -> str:
        """Name the choice."""

    @property
    @abstractmethod
    def help(self) -> Sequence[str]:
        """Say how something is taken."""

    @property
    def actions(self) -> Sequence[str]:
        """Give what can be done just now."""
        if self._laying.laid is not None:
            return (*Laying.actions, "up", "down")
        return ("up", "down", "enter") if self._laying.is_open else ("up", "down")

    # Drawing.

    def draw(self, room: Room) -> Rows:
        """Draw what is left, and all about what the cursor is at."""
        some = self.lying()
        if not some:
            return ()
        width = min(room.width, WIDEST)
        narrow = _columns(some, width)
        wide = width - narrow - 1
        foot: list[Row] = [(), *self._so_far(width)]
        foot += [*looking.rows(self.stack.known, width), self._laying.row(width)]
        said = row(self._asked(), style="title")
        head = [headed(said, self.stack, width)]
        height = room.height - len(head) - len(foot) - 1
        entries = self._entries(some)
        listed = self._list.draw(entries, narrow, height, room.symbols)
        drawn = some[self._list.at(entries)].draw(wide, height, room)[:height]
        high = min(height, max(len(listed), len(drawn)))
        columns = beside(
            (fill(listed, narrow, high), narrow), (fill(drawn, wide, high), wide)
        )
        rows: Rows = [*head, (), *columns, *foot]
        return self._code.laid_over(amid(rows, width, room.width), room)

    def _asked(self) -> str:
        known, seat = self.stack.known, len(self.taken())
        return self.asked("" if seat == known.ours else known.names[seat])

    def _so_far(self, width: int) -> Rows:
        """Say who has taken what, and who is still to choose."""
        known = self.stack.known
        names, taken = known.names, self.taken()
        gone = () if known.sight is None else known.sight.state.gone
        have = [f"{names[seat]} {one}" for seat, one in enumerate(taken)]
        later = [names[s] for s in range(len(taken), len(names)) if s not in gone][1:]
        said = []
        if have:
            said.append(_("Taken: {things}.").format(things=", ".join(have)))
        if later:
            then = _("Then it is the turn of {names}.")
            said.append(then.format(names=text.listing(later)))
        if more := self.besides():
            said.append(more)
        return paragraph(" ".join(said), width, "dim") if said else []

    # Doing.

    def act(self, action: str) -> bool:
        """Go to something, lay it down, take it for good, or lay it back."""
        if self._code.act(action):
            return True
        some = self.lying()
        if not some:
            return False
        entries = self._entries(some)
        before = self._list.at(entries)
        if self._laying.laid is not None and action in Laying.actions:
            return self._laying.act(action)
        done = self._list.act(action, entries)
        if self._list.at(entries) != before:
            self._laying.take_back()  # what is taken is what one looks at
        return done

    def _entries(self, some: Sequence[Lying]) -> Sequence[Entry]:
        return [Entry(one.id, one.label, partial(self._lay, one.id)) for one in some]

    def _lay(self, id: str) -> None:
        """Lay something down, or seal it if it lies there."""
        use = self._use(id)
        if self._laying.laid is not None:
            self._laying.seal()
        elif use is None:
            self.stack.say(_("It isn't your turn to choose."))
        else:
            self._laying.lay([use])

    def _use(self, id: str) -> Use | None:
        known = self.stack.known
        if known.menu is None or not known.asked:
            return None
        items = (item for item in known.menu.items if id in item.ids)
        return next((use for item in items for use in item.uses), None)
