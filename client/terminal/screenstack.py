"""
`ScreenStack`, the screens of one person on top of each other.

A stack is between a person, who knows what there is to show, and an application, which
knows keys and a terminal. Neither knows the other: the stack draws on request, and
accepts actions by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sealed_wonders.client.person import keys
from sealed_wonders.client.person.features import features
from sealed_wonders.client.questions.dialog import DialogLine, Key
from sealed_wonders.client.signs.draw import (
    Piece,
    Room,
    Row,
    Rows,
    fill,
    measure,
    over,
    piece,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.actions import ShowPresence
from sealed_wonders.client.terminal import availability, sharedactions
from sealed_wonders.client.terminal.ability import HEIGHT, WIDTH
from sealed_wonders.client.terminal.keyguard import CODE, at_stake, is_decisive
from sealed_wonders.client.terminal.messages import Messages
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.screens.answers import AnswerBox
from sealed_wonders.client.terminal.screens.toosmall import too_small
from sealed_wonders.client.terminal.stack import (
    Field,
    KeyItem,
    SubcommandRunner,
    UnusableLine,
)
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.person.person import Person

ARROWS = {"left": "to_left", "right": "to_right", "up": "up", "down": "down"}
"""Symbols of keys that have one, by the name of the key."""

SEEN_ANYWHERE = ("quit", "mouse", "redraw", "suspend")
"""Actions that don't depend on what is shown."""

LINES_BELOW = 2
"""Rows below each screen: a message, and the keys."""


class ScreenStack:
    """
    The screens of one person.

    Attributes:
        person: The person at a table; None if there isn't one.
        known: The table model to show: the person's, or that of a log.
        base: The bottom screen.
        overlays: The screens above it, the top one last.
        field: The line being typed, or None.
        messages: The message line below the screen.
        has_room: Whether the terminal was large enough at the last drawing.
        is_resuming: Whether earlier turns of a game are being read, and aren't shown.
        below: What lies below the box that is being drawn.
        changed: Called when it must be redrawn.
        quit: Called when the person leaves and needn't be asked.
        subcommands: Runs other commands of this program; None where that isn't
            possible.
        browse: Shows the seat in a browser as well; None where that isn't possible.
        lend: Lends seats to phones; None where that isn't possible.
        save: Saves a setting, and returns why it couldn't; empty if it could.
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
        Create a stack; set `base` before drawing.

        Args:
            seconds: The clock that `TableModel.deadline` refers to.
        """
        self.person: Person | None = None
        self.known = known
        self.settings = settings
        self.symbols = symbols
        self.seconds = seconds
        self.changed = changed
        self.quit = quit
        self.subcommands: SubcommandRunner | None = None
        self.browse: Callable[[], None] | None = None
        self.lend: Callable[[], None] | None = None
        self.save: Callable[[str, object], str] = lambda name, value: ""
        self.base: Screen
        self.overlays: list[Screen] = []
        self.field: Field | None = None
        self.messages = Messages(lambda: self.known, seconds, self._status)
        self.has_room = True
        self.is_resuming = False
        self.below: Rows = ()
        self._width = WIDTH
        """Columns at the last drawing."""

    # The interface for screens.

    def open(self, screen: Screen) -> None:
        """Put a screen on top."""
        self.overlays.append(screen)
        self.changed()

    def close(self, screen: Screen) -> None:
        """Remove a screen, and all above it."""
        if screen in self.overlays:
            del self.overlays[self.overlays.index(screen) :]
        self.changed()

    def toggle(self, kind: type, make: Callable[[], Screen]) -> None:
        """Put a screen on top, or remove the one of its class if it was on top."""
        was_there = self.toggle_off(kind)
        if not was_there:
            self.open(make())

    def toggle_off(self, kind: type) -> bool:
        """Remove a screen of a class, if there is one; return whether it was on top."""
        for overlay in self.overlays:
            if isinstance(overlay, kind):
                on_top = overlay is self.overlays[-1]
                self.overlays.remove(overlay)
                self.changed()
                return on_top
        return False

    def ask(self, field: Field) -> None:
        """Ask for a typed line."""
        self.field = field
        if field.hint and not self.messages.unread:  # such as what is answered
            self.say(field.hint)
        self.changed()

    def give_up_line(self) -> None:
        """Stop asking for a typed line."""
        field, self.field = self.field, None
        if field is not None and field.hint == self.messages.notice:
            self.messages.notice = ""
        self.changed()

    def say(self, notice: str) -> None:
        """
        Show a notice below the screen, until the next action.

        A notice that is too long gets a box.
        """
        if measure(notice) > self._width:
            boxes = [it for it in self.overlays if isinstance(it, AnswerBox)]
            if not any(box.says(notice) for box in boxes):
                self.open(AnswerBox(self, "", (notice,)))
        else:
            self.messages.notice = notice
            self.changed()

    # The interface for an application.

    @property
    def top(self) -> Screen:
        """The screen that receives actions first."""
        return self.overlays[-1] if self.overlays else self.base

    def touched(self) -> None:
        """Note that the person is present."""
        if self.person is not None and not self.person.over:
            self.person.table.do(ShowPresence())

    def act(self, action: str) -> bool:
        """Carry out an action; the top screen takes precedence over common actions."""
        if not self.hears(action):
            return False
        self.messages.acted()
        done = self._comes_back(action) or self.top.act(action)
        if self.has_room or action in SEEN_ANYWHERE:
            done = done or sharedactions.act(self, action)
        # Esc is often pressed just to make sure that nothing is open
        if not done and action != "back" and self.has_room:
            self.say(self.means_nothing(action))
        self.messages.answered()
        self.changed()
        return done

    def turn_wheel(self, action: str) -> None:
        """Move or scroll the top screen by a notch, and say nothing if it can't."""
        if not self.hears(action) or at_stake(self) == CODE:
            return
        self.messages.acted()
        top = self.top
        for _line in range(getattr(top, "notch", 1)):
            if self.top is top:  # a box may have closed by the first line
                top.act(action)
        self.changed()

    def _comes_back(self, action: str) -> bool:
        """End the autopilot on a key that chooses; return whether it did."""
        person, base = self.person, self.base
        if person is None or self.overlays or not self.known.handing.autopilot:
            return False
        if not is_decisive(self, action) or at_stake(self) == CODE:
            return False
        if getattr(base, "lingers", False) and action in getattr(base, "closes", ()):
            return False  # that only closes the report of the last turn
        person.handing.turn_bot()
        return True

    def means_nothing(self, action: str = "") -> str:
        """Return the notice for a key without effect, or when it will have one."""
        known = self.known
        is_on = known.charter is not None and known.ending is None
        if action in availability.AFTER_A_GAME and (is_on or known.news is not None):
            return text.not_over_yet()
        if action in availability.BEFORE_A_GAME and is_on:
            return text.only_before_game()
        said = _("That key does nothing here; {key} lists the keys that do.")
        return said.format(key=self.key("help"))

    def typed(self, line: str) -> None:
        """Submit the typed line."""
        self.messages.acted()
        field, self.field = self.field, None
        if field is not None:
            try:
                field.done(line)
            except UnusableLine as why:
                again = "" if field.secret else line
                self.ask(replace(field, text=again, proposes=False))
                self.say(str(why))
        self.messages.answered()
        self.changed()

    def draw(self, width: int, height: int) -> Rows:
        """Draw everything in *height* rows of *width* columns."""
        self.has_room = width >= WIDTH and height >= HEIGHT
        if not self.has_room:
            return self._too_small(width, height)
        self._width = width
        room = Room(width, height - LINES_BELOW, self.symbols)
        rows: Rows = fill(self.base.draw(room), width, room.height)
        for overlay in self.overlays:
            self.below = rows
            box = overlay.draw(room)
            wide = max((measure(one) for one in box), default=0)
            # Centred, unless the box knows where it covers less.
            place = getattr(overlay, "place", None)
            left, top = (width - wide) // 2, (room.height - len(box)) // 2
            if place is not None:
                left, top = place(room, wide, len(box))
            rows = over(rows, box, left, top)
        log = f"{self.key('log')} {keys.short('log')}"
        retells = None if self.overlays else getattr(self.base, "retells", None)
        said = self.messages.row(width, self.symbols, log, self.key, retells)
        last = fill([said, self._keys(width)], width, LINES_BELOW)
        return (*rows, *last)

    @property
    def wakes(self) -> float | None:
        """
        When to redraw although nothing has changed; None if never.

        A screen that changes with time has such a moment as `wakes`.
        """
        screens = (self.base, *self.overlays)
        moments = [getattr(screen, "wakes", None) for screen in screens]
        moments.append(self.messages.wakes)
        moments.append(self.known.ticks(self.seconds()))
        return min((it for it in moments if it is not None), default=None)

    def _too_small(self, width: int, height: int) -> Rows:
        """Draw what size is needed; leaving is still confirmed."""
        room = Room(width, height, self.symbols)
        box = self.top.draw(room) if self._fits else ()
        return too_small(room, self.key_row("quit"), box)

    @property
    def _fits(self) -> bool:
        """Whether the top screen is drawn even where there is no room for others."""
        return bool(getattr(self.top, "fits", False))

    def hears(self, action: str) -> bool:
        """
        Return whether an action can be meant: not one for a screen that isn't shown.
        """
        return self.has_room or self._fits or action in SEEN_ANYWHERE

    # Keys.

    def key(self, name: str) -> str:
        """Return the first key of an action as displayed; empty if it has none."""
        return next(self._shown_keys(name), "")

    def keys_of(self, name: str) -> tuple[str, ...]:
        """Return all keys of an action as displayed."""
        return tuple(self._shown_keys(name))

    def _shown_keys(self, name: str) -> Iterator[str]:
        if name == keys.DIGIT:
            yield "1-9"
        elif name in keys.ACTIONS:
            for key in self.settings.keys.get(name) or keys.usual(name):
                arrow = ARROWS.get(key)
                yield getattr(self.symbols, arrow) if arrow else keys.written(key)

    def _keys(self, width: int) -> Row:
        """Return the row of keys that are useful now, as many as fit."""
        if at_stake(self) == CODE and not self.overlays:
            return self.key_row("enter", _("start playing"))  # any key does just that
        last = () if getattr(self.top, "any_key", False) else self.key_row("help")
        items = self.key_items(self.top, self._offered())
        for name in self._placed:
            for item in items:
                if name in item.actions:
                    last = (*self._item_row(item), piece("  "), *last)
                    items.remove(item)
                    break
        pieces: list[Piece] = []
        for item in items:
            more = (*self._item_row(item), piece("  "))
            if measure((*pieces, *more, *last)) <= width:
                pieces += more
        return (*pieces, *last)

    def key_items(self, screen: Screen, actions: Iterable[str]) -> list[KeyItem]:
        """Return actions with their labels; consecutive ones with one label share it."""
        called = {**screen.called, **self._called}
        items: list[KeyItem] = []
        for name in actions:
            said = called.get(name) or keys.short(name)
            if items and items[-1].label == said:
                items[-1] = KeyItem((*items[-1].actions, name), said)
            else:
                items.append(KeyItem((name,), said))
        return items

    def _item_row(self, item: KeyItem) -> Row:
        """Draw the keys of some actions before the label that they share."""
        *others, last = item.actions
        before = [it for one in others for it in (*self._key_of(one), piece(" "))]
        return (*before, *self.key_row(last, item.label))

    def _key_of(self, name: str) -> Row:
        return (piece(self.key(name), "key", name),)

    @property
    def _called(self) -> dict[str, str]:
        """Labels of features that differ from the defaults in the current state."""
        person = self.person
        if person is None:
            return {}
        called = {it.name: it.called(person) for it in features()}
        return {name: said for name, said in called.items() if said}

    def _status(self, key: Key) -> Sequence[DialogLine]:
        """Return the status lines that hold now, in the order of the features."""
        person = self.person
        if person is None:
            return ()
        return [*filter(None, (it.status(person, key) for it in features()))]

    @property
    def _placed(self) -> Sequence[str]:
        """Actions whose keys are shown however narrow the screen is."""
        known = self.known
        if self.overlays:
            return ("back",)
        if known.ending is not None or known.has_no_seat:
            # Leaving is the main thing left to do.
            return ("quit", "without")
        if known.handing.autopilot:
            return ("bot", "without")
        return ("without",)

    def _offered(self) -> list[str]:
        """Return each action that has a key and is useful now, except help."""
        names = list(self.top.actions)
        if not self.overlays:
            names += availability.offered(self)
        return [
            name for name in dict.fromkeys(names) if self.key(name) and name != "help"
        ]

    def key_row(self, name: str, said: str = "") -> Row:
        """Return an action's key and label; *said* replaces the label."""
        label = piece(f" {said or keys.short(name)}", "keys", name)
        return (*self._key_of(name), label)
