"""
Opening a table: what is played there, gone through by keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.terminal.draw import Rows, fit, row
from sealed_wonders.client.terminal.hosting import Choice, Wanted, choices, every_choice
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.listing import ACTIONS, Entry, Listing
from sealed_wonders.client.terminal.stack import Field, Stack
from sealed_wonders.core import games
from sealed_wonders.net.tableoptions import PLAYERS
from sealed_wonders.net.words import _

OPEN = "open"
"""The entry that opens the table."""


class OptionsBox(Box):
    """What a table plays, to be gone through."""

    widest = 72
    stays = True

    def __init__(self, stack: Stack, wanted: Wanted) -> None:
        """
        Begin.

        Args:
            wanted: with what.
        """
        super().__init__(stack)
        self.wanted = wanted
        self._listing = Listing()

    # What each box says.

    def choices(self) -> Iterator[Choice]:
        """Give what can be chosen now, in the order in which it is shown."""
        return choices(self.wanted)

    def more_entries(self, wide: int) -> Sequence[Entry]:
        """Give what stands above all that, in a column of this width and another."""
        return ()

    @property
    def does(self) -> str:
        """Say what the last entry does."""
        return _("Open the table")

    def done(self) -> None:
        """
        Do it.

        Raises:
            ValueError: no table can be like that; the message is one sentence for a person.
        """

    # What they do alike.

    @property
    def more_actions(self) -> Sequence[str]:
        """Go through the list."""
        return (*ACTIONS, "left", "right")

    def rows(self, width: int, height: int) -> Rows:
        """List what can be settled, each with what it is now."""
        inner = min(width, self.widest - 5)
        return self._listing.draw(self._entries(), inner, height, self.stack.symbols)

    def act(self, action: str) -> bool:
        """Go through the list, change what the cursor is at, or close."""
        entries = self._entries()
        if action in ("left", "right"):
            name = entries[self._listing.at(entries)].key
            for choice in self.choices():
                if choice.name == name:
                    self._go(choice, 1 if action == "right" else -1)
                    break
            return True
        return self._listing.act(action, entries) or super().act(action)

    def _entries(self) -> list[Entry]:
        # Columns stay where they are, whatever is chosen.
        wide = max(len(_(choice.means)) for choice in every_choice()) + 2
        rows = [
            entry_of(choice, self.wanted, wide, partial(self._go, choice, 1))
            for choice in self.choices()
        ]
        done = row(self.does, style="title")
        last = Entry(OPEN, done, self._done, _("When all is as you want it:"))
        return [*self.more_entries(wide), *rows, last]

    def _go(self, choice: Choice, step: int) -> None:
        """Take the next value of a choice, or the one before."""
        values = choice.values(self.wanted)
        now = choice.value(self.wanted)
        # From one that was typed to the first, or back to the last, of the others.
        beside = -1 if step > 0 else len(values)
        at = values.index(now) if now in values else beside
        if choice.asks and step > 0 and at == len(values) - 1:
            self._ask(choice)
            return
        value = values[(at + step) % len(values)]
        self.wanted = choice.settled(self.wanted, value)

    # What isn't gone through, but typed.

    def _ask(self, choice: Choice, typed: str = "") -> None:
        self.stack.ask(
            Field(
                _(choice.asks),
                partial(self._typed, choice),
                typed,
                partial(self._named, choice),
            )
        )

    def _named(self, choice: Choice) -> Iterator[str]:
        """Give what can be named, for completion."""
        if choice.option is None:
            yield from games.named(self.wanted.game, choice.name, self.wanted.typed)

    def _typed(self, choice: Choice, typed: str) -> None:
        words = typed.strip() or str(choice.values(self.wanted)[0])
        try:
            wanted = choice.settled(self.wanted, choice.read(words))
            games.read(wanted.game, wanted.typed)
        except ValueError as problem:
            self._ask(choice, typed)
            self.stack.say(retold(problem))
            return
        self.wanted = wanted

    def _done(self) -> None:
        wanted = self.wanted
        try:
            games.ruleset(
                wanted.game,
                wanted.values[PLAYERS] or games.players(wanted.game)[0],
                games.read(wanted.game, wanted.typed),
            )
            self.done()
        except ValueError as problem:
            self.stack.say(retold(problem))


def entry_of(
    choice: Choice, wanted: Wanted, wide: int, do: Callable[[], None]
) -> Entry:
    """Write a choice, with what it is now."""
    label = row(
        fit(row(_(choice.means)), wide),
        row(choice.shown(choice.value(wanted)), style="entry"),
    )
    return Entry(choice.name, label, do)


class HostingBox(OptionsBox):
    """What a table of one's own plays, to be gone through before it is opened."""

    def __init__(self, stack: Stack, opened: Callable[[Wanted], None]) -> None:
        """
        Begin with what is usual.

        Args:
            opened: opens the table.
        """
        super().__init__(stack, Wanted())
        self._opened = opened

    @property
    def title(self) -> str:
        """Name it."""
        return _("Host a table here")

    @property
    def help(self) -> Sequence[str]:
        """Say what becomes of it."""
        return (
            _(
                "The host runs on this machine, as long as you sit at the table. Others on "
                "your network find it by themselves, or join with its invitation."
            ),
            going_through(),
            _("A game is paused when you leave, and goes on when you open it again."),
        )

    def done(self) -> None:
        """Open it."""
        self._opened(self.wanted)


def going_through() -> str:
    """Say how such a list is gone through."""
    return _("Enter or right goes on to the next choice, left back to the one before.")
