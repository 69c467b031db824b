"""
A stack: the screens of one person, one lying on another, and what their actions do.

It stands between a person, who knows all there is to be shown, and an application, which
knows keys and a terminal. Neither knows the other: a stack draws when it is asked to, and
takes actions by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.actions import ShowPresence
from sealed_wonders.client.terminal import common, keys, offers
from sealed_wonders.client.terminal.ability import HEIGHT, WIDTH
from sealed_wonders.client.terminal.dialog import Key, Line
from sealed_wonders.client.terminal.draw import (
    Piece,
    Room,
    Row,
    Rows,
    centred,
    clip,
    fill,
    measure,
    over,
    paragraph,
    piece,
    row,
)
from sealed_wonders.client.terminal.features import features
from sealed_wonders.client.terminal.keyguard import CODE, at_stake, is_decisive
from sealed_wonders.client.terminal.messages import Messages
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.screens.answers import AnswerBox
from sealed_wonders.client.terminal.stack import Field, SubcommandRunner
from sealed_wonders.client.terminal.symbols import Symbols
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.person import Person

LINES_BELOW = 2
"""Below each screen: a message, and the keys."""


class ScreenStack:
    """
    The screens of one person.

    Attributes:
        person: whoever sits at a table; None before, and where there is none.
        known: what is to be shown; the person's, or what a log tells.
        base: the screen at the bottom.
        overlays: what lies on it, the topmost last.
        field: a line that is being typed.
        messages: what is said below the screen.
        has_room: the terminal wasn't too small for all this, when it was drawn last.
        changed: called when it has to be drawn again.
        quit: called when the person wants to go and needn't be asked.
        subcommands: runs other commands of this program meanwhile; None where that can't be.
    """

    def __init__(
        self,
        known: TableModel,
        settings: Settings,
        symbols: Symbols,
        seconds: Callable[[], float],
        *,
        changed: Callable[[], None] = lambda: None,
        quit: Callable[[], None] = lambda: None,
    ) -> None:
        """
        Set it up; `base` is to be set before it is drawn.

        Args:
            seconds: a clock, the one of which `TableModel.deadline` speaks.
        """
        self.person: Person | None = None
        self.known = known
        self.settings = settings
        self.symbols = symbols
        self.seconds = seconds
        self.changed = changed
        self.quit = quit
        self.subcommands: SubcommandRunner | None = None
        self.base: Screen
        self.overlays: list[Screen] = []
        self.field: Field | None = None
        self.messages = Messages(lambda: self.known, seconds, self._status)
        self.has_room = True
        self._width = WIDTH
        """Columns, when it was drawn last."""

    # What screens do with it.

    def open(self, screen: Screen) -> None:
        """Lay a screen on top."""
        self.overlays.append(screen)
        self.changed()

    def close(self, screen: Screen) -> None:
        """Take a screen away, and all that lie on it."""
        if screen in self.overlays:
            del self.overlays[self.overlays.index(screen) :]
        self.changed()

    def toggle(self, kind: type, make: Callable[[], Screen]) -> None:
        """Lay a screen on top; take it away if one of its kind is there already."""
        was_there = self.toggle_off(kind)
        if not was_there:
            self.open(make())

    def toggle_off(self, kind: type) -> bool:
        """Take a screen of a kind away, if one is there; tells whether it was on top."""
        for overlay in self.overlays:
            if isinstance(overlay, kind):
                on_top = overlay is self.overlays[-1]
                self.overlays.remove(overlay)
                self.changed()
                return on_top
        return False

    def ask(self, field: Field) -> None:
        """Have a line typed."""
        self.field = field
        self.changed()

    def say(self, notice: str) -> None:
        """
        Say something below the screen, until something else is done.

        What is too long for that has a box to itself.
        """
        if measure(notice) > self._width:
            boxes = [it for it in self.overlays if isinstance(it, AnswerBox)]
            if not any(box.says(notice) for box in boxes):
                self.open(AnswerBox(self, "", (notice,)))
        else:
            self.messages.notice = notice
            self.changed()

    # What an application does with it.

    @property
    def top(self) -> Screen:
        """The screen that actions go to first."""
        return self.overlays[-1] if self.overlays else self.base

    def touched(self) -> None:
        """Take note that somebody is at the screen."""
        if self.person is not None and not self.person.over:
            self.person.table.do(ShowPresence())

    def act(self, action: str) -> bool:
        """Do something, at the topmost screen or as it is done at all of them."""
        self.messages.acted()
        done = self._comes_back(action) or self.top.act(action)
        done = done or common.act(self, action)
        if not done and action != "back":  # which people press to be where they are
            self.say(self.means_nothing())
        self.messages.answered()
        self.changed()
        return done

    def _comes_back(self, action: str) -> bool:
        """Let somebody for whom a program plays do so themselves, where a key chooses."""
        person, base = self.person, self.base
        if person is None or self.overlays or not self.known.handing.autopilot:
            return False
        if not is_decisive(self, action) or at_stake(self) == CODE:
            return False
        if getattr(base, "lingers", False) and action in getattr(base, "closes", ()):
            return False  # that only takes away what has just happened
        person.handing.turn_bot()
        return True

    def means_nothing(self) -> str:
        """Say of a key that it does nothing at this screen."""
        said = _("That key does nothing here; {key} tells what others do.")
        return said.format(key=self.key("help"))

    def typed(self, line: str) -> None:
        """Send off the line that is being typed."""
        self.messages.acted()
        field, self.field = self.field, None
        if field is not None:
            field.done(line)
        self.messages.answered()
        self.changed()

    def draw(self, width: int, height: int) -> Rows:
        """Draw everything, *height* rows of *width* columns."""
        self.has_room = width >= WIDTH and height >= HEIGHT
        if not self.has_room:
            return self._too_small(width, height)
        self._width = width
        room = Room(width, height - LINES_BELOW, self.symbols)
        rows: Rows = fill(self.base.draw(room), width, room.height)
        for overlay in self.overlays:
            box = overlay.draw(room)
            wide = max((measure(one) for one in box), default=0)
            # In the middle, but for a box that knows where it hides less.
            place = getattr(overlay, "place", None)
            left, top = (width - wide) // 2, (room.height - len(box)) // 2
            if place is not None:
                left, top = place(room, wide, len(box))
            rows = over(rows, box, left, top)
        log = f"{self.key('log')} {keys.short('log')}"
        said = self.messages.row(width, self.symbols, log, self.key)
        last = fill([said, self._keys(width)], width, LINES_BELOW)
        return (*rows, *last)

    @property
    def wakes(self) -> float | None:
        """
        When it is to be drawn again though nothing has changed; None if never.

        A screen with something that passes by itself has such a moment as `wakes`.
        """
        screens = (self.base, *self.overlays)
        moments = [getattr(screen, "wakes", None) for screen in screens]
        moments.append(self.messages.wakes)
        moments.append(self.known.ticks(self.seconds()))
        return min((it for it in moments if it is not None), default=None)

    def _too_small(self, width: int, height: int) -> Rows:
        """Say so, and how one plays all the same; leaving is still asked about."""
        said = _("This terminal is {width} by {height}; it takes {wide} by {high}.")
        said = said.format(width=width, height=height, wide=WIDTH, high=HEIGHT)
        lines = [clip(row(part.strip()), width) for part in said.split(";")]
        lines.append(())
        lines += paragraph(
            _("In lines any size will do: begin again with --plain."), width - 2, "dim"
        )
        lines += [(), self.key_row("quit")]
        box: Rows = ()
        if getattr(self.top, "fits", False):
            box = self.top.draw(Room(width, height, self.symbols))
        below = max(0, height - len(lines))
        above = min(below, max(below // 2, len(box)))  # it stands in no box's way
        some = [*[()] * above, *(centred(one, width) for one in lines)]
        rows = fill(some, width, height)
        wide = max(map(measure, box), default=0)
        return over(rows, box, max(0, (width - wide) // 2), 0) if box else rows

    # Keys.

    def key(self, name: str) -> str:
        """Return the first key of an action, as people write it; nothing if it has none."""
        return next(iter(self.keys_of(name)), "")

    def keys_of(self, name: str) -> tuple[str, ...]:
        """Return all keys of an action, as people write them."""
        if name not in keys.ACTIONS:
            return ()
        chosen = self.settings.keys.get(name, keys.ACTIONS[name].keys)
        signs = self.symbols
        arrows = {
            "left": signs.to_left,
            "right": signs.to_right,
            "up": signs.up,
            "down": signs.down,
        }
        return tuple(arrows.get(key) or keys.written(key) for key in chosen)

    def _keys(self, width: int) -> Row:
        """Name the keys that mean something just now, as many as there is room for."""
        help, names = self.key_row("help"), self._offered()
        called = {**getattr(self.top, "called", {}), **self._called}
        for name in self._placed:
            if name in names:
                help = (*self.key_row(name, called.get(name, "")), piece("  "), *help)
                names.remove(name)
        pieces: list[Piece] = []
        for name in names:
            more = (*self.key_row(name, called.get(name, "")), piece("  "))
            if measure((*pieces, *more, *help)) <= width:
                pieces += more
        return (*pieces, *help)

    @property
    def _called(self) -> dict[str, str]:
        """What keys mean as things are now, whatever screen there is."""
        person = self.person
        if person is None:
            return {}
        called = {it.name: it.called(person) for it in features()}
        return {name: said for name, said in called.items() if said}

    def _status(self, key: Key) -> Sequence[Line]:
        """Return what stands below the screen as long as it is so, the most pressing first."""
        person = self.person
        if person is None:
            return ()
        return [*filter(None, (it.status(person, key) for it in features()))]

    @property
    def _placed(self) -> Sequence[str]:
        """Return which keys have a place however little room there is."""
        known = self.known
        if self.overlays:
            return ("back",)
        if known.ending is not None or known.has_no_seat:
            # Nothing is left to be done but to go.
            return ("quit", "without")
        if known.handing.autopilot:
            return ("bot", "without")
        return ("without",)

    def _offered(self) -> list[str]:
        """Return what has a key and means something just now, each once, but for help."""
        names = list(self.top.actions)
        if not self.overlays:
            names += offers.offered(self)
        return [
            name for name in dict.fromkeys(names) if self.key(name) and name != "help"
        ]

    def key_row(self, name: str, said: str = "") -> Row:
        """Name an action's key and what it does, which may be said in other words."""
        return (
            piece(self.key(name), "key", name),
            piece(f" {said or keys.short(name)}", "keys", name),
        )
