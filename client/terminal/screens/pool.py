"""
Base of the screens on which players take one of several things in the middle, in turn.

It shows a list of what is left, and details of the thing at the cursor. Each game says
what the things are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    amid,
    beside,
    measure,
    paragraph,
    row,
)
from sealed_wonders.client.terminal.screens import looking
from sealed_wonders.client.terminal.screens.code import Code
from sealed_wonders.client.terminal.screens.laying import Laying, headed
from sealed_wonders.client.terminal.screens.listing import MOVES, Listing, ListItem
from sealed_wonders.client.terminal.screens.panels import Panel, stacked
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.view.menu import MenuMove
from sealed_wonders.client.words import text
from sealed_wonders.net.words import _

LIST = 26
"""Least columns of the list."""

BEFORE = 5
"""Columns before an entry's text, for a mark and a number."""

WIDEST = 150
"""Columns of the widest drawing."""


@dataclass(frozen=True, slots=True)
class PoolItem:
    """One thing that can still be taken."""

    id: str
    label: Row
    draw: Callable[[int, int, Room], Rows]
    """Draws its details, within a width and a height."""


def _columns(some: Sequence[PoolItem], width: int) -> int:
    """Return the columns of the list: as many as it needs, but at most half."""
    longest = max(measure(one.label) for one in some) + BEFORE + 1
    return max(LIST, min(longest, width // 2))


class Pool(ABC):
    """Screen for taking things from the middle."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self._laying = Laying(stack)
        self._code = Code(stack)
        self._list = Listing()

    # Parts that each game adds.

    @abstractmethod
    def lying(self) -> Sequence[PoolItem]:
        """Return the things that are left; empty once nothing can be taken."""

    @abstractmethod
    def taken(self) -> Sequence[str]:
        """
        Return the names of the things taken so far, in order of seats.
        """

    @abstractmethod
    def asked(self, name: str) -> str:
        """Return the sentence for whose choice it is; an empty name means ourselves."""

    @property
    @abstractmethod
    def takes(self) -> str:
        """The label of the key that chooses the thing at the cursor."""

    def besides(self) -> str:
        """Return further facts for the choice, as a sentence."""
        return ""

    def taking(self) -> str:
        """Return the sentence about the keys that take something."""
        if self.stack.settings.confirm:
            return _(
                "Choose with Up and Down. Enter lays your choice down, and Enter "
                "again makes it final."
            )
        return _("Choose with Up and Down; Enter makes your choice final.")

    # The screen.

    @property
    @abstractmethod
    def title(self) -> str: ...

    @property
    @abstractmethod
    def help(self) -> Sequence[str]: ...

    @property
    def actions(self) -> Sequence[str]:
        moves = MOVES if len(self.lying()) > 1 else ()
        if not self._laying.is_open:
            return moves
        return (*(self._laying.actions or ("enter",)), *moves)

    @property
    def called(self) -> Mapping[str, str]:
        moves = dict.fromkeys(MOVES, _("move"))
        return {**self._laying.called(self.takes), **moves}

    # Drawing.

    def draw(self, room: Room) -> Rows:
        some = self.lying()
        if not some:
            return ()
        width = min(room.width, WIDEST)
        narrow = _columns(some, width)
        wide = width - narrow - 1
        foot: list[Row] = [(), *self._so_far(width)]
        foot += [*looking.rows(self.stack.known, width), self._laying.row(width)]
        said = row(self._asked(), style="title")
        head = [headed(said, self.stack, width), ()]
        entries = self._entries(some)
        chosen = some[self._list.at(entries)]

        def list_and_chosen(height: int) -> Rows:
            listed = self._list.draw(
                entries,
                narrow,
                height,
                room.symbols,
                is_laid=self._laying.laid is not None,
            )
            return beside((listed, narrow), (chosen.draw(wide, height, room), wide))

        pool = Panel(list_and_chosen, most=room.height)
        rows = stacked((head, pool, foot), room.height)
        return self._code.laid_over(amid(rows, width, room.width), room)

    def _asked(self) -> str:
        known, seat = self.stack.known, len(self.taken())
        return self.asked("" if seat == known.ours else known.names[seat])

    def _so_far(self, width: int) -> Rows:
        """Draw who has taken what, and whose turn comes later."""
        known = self.stack.known
        names, taken = known.names, self.taken()
        gone = () if known.sight is None else known.sight.state.gone
        have = [f"{names[seat]} {one}" for seat, one in enumerate(taken)]
        later = [names[s] for s in range(len(taken), len(names)) if s not in gone][1:]
        said = []
        if have:
            said.append(_("Taken: {things}.").format(things=", ".join(have)))
        if later:
            then = _("Next: {names}.")
            said.append(then.format(names=text.listing(later)))
        if more := self.besides():
            said.append(more)
        return paragraph(" ".join(said), width, "dim") if said else []

    # Doing.

    def act(self, action: str) -> bool:
        if self._code.act(action):
            return True
        some = self.lying()
        if not some:
            return False
        entries = self._entries(some)
        before = self._list.at(entries)
        if action in self._laying.actions:
            return self._laying.act(action)
        done = self._list.act(action, entries)
        if self._list.at(entries) != before:
            # Enter would take the thing at the cursor, so that must be the one laid
            # down
            self._laying.take_back()
        return done

    def _entries(self, some: Sequence[PoolItem]) -> Sequence[ListItem]:
        return [ListItem(one.id, one.label, partial(self._lay, one.id)) for one in some]

    def _lay(self, id: str) -> None:
        """Lay down a thing, or seal the choice if something is laid down."""
        use = self._use(id)
        if self._laying.laid is not None:
            self._laying.seal()
        elif use is None:
            self.stack.say(_("It isn't your turn to choose."))
        else:
            self._laying.lay([use])

    def _use(self, id: str) -> MenuMove | None:
        known = self.stack.known
        if known.menu is None or not known.asked:
            return None
        items = (item for item in known.menu.items if id in item.ids)
        return next((use for item in items for use in item.uses), None)
