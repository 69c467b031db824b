"""
Boxes in which the options of a table are chosen by keys, and the one for a local table.

The options themselves are defined in `sealed_wonders.client.tablewords.hosting`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.signs.draw import (
    Rows,
    fill,
    measure,
    paragraph,
    row,
    shortened,
)
from sealed_wonders.client.tablewords.hosting import (
    SettingChoice,
    TableWish,
    choices,
    choices_against_bots,
    every_choice,
)
from sealed_wonders.client.terminal.screens.form import (
    INNER,
    STEPS,
    FormBox,
    FormOption,
)
from sealed_wonders.client.terminal.screens.listing import GAP, Listing, ListItem
from sealed_wonders.client.terminal.screens.settings import change, yes_or_no
from sealed_wonders.client.terminal.stack import Field, Stack, UnusableLine
from sealed_wonders.core import games
from sealed_wonders.net.words import _

OPEN, CANCEL = "open", "cancel"
"""Keys of the entries that open the table, and that close the box."""

MIN_HELP_ROWS, MAX_HELP_ROWS = 2, 3
"""Rows for an explanation below the options; help always has the whole."""


class OptionsBox(FormBox):
    """Base of the boxes for a table's options."""

    def __init__(
        self, stack: Stack, wanted: TableWish, chosen: Callable[[TableWish], None]
    ) -> None:
        """
        Create the box.

        Args:
            wanted: the options to start with.
            chosen: carries out what the box is for.
        """
        super().__init__(stack, Listing(at=OPEN, quick=True))
        self.wanted = wanted
        self._chosen = chosen

    # Parts that each box adds.

    @property
    @abstractmethod
    def purpose(self) -> Sequence[str]:
        """Sentences about what the box is for."""

    def choices(self) -> Iterator[SettingChoice]:
        """Return the choices that are possible now, in order."""
        return choices(self.wanted)

    def more_entries(self, wide: int) -> Sequence[ListItem]:
        """Return entries above the choices, with a first column of this width."""
        return ()

    @property
    def does(self) -> str:
        """Text of the entry that carries out what the box is for."""
        return _("Open the table")

    @property
    def finishes(self) -> str:
        """The last entry in a word or two, for its key."""
        return _("open the table")

    # Common parts.

    @property
    def more_actions(self) -> Sequence[str]:
        values = STEPS if self.at_cursor else ()
        return (*super().more_actions, *values)

    def rows(self, width: int, height: int) -> Rows:
        inner, symbols = min(width, INNER), self.stack.symbols
        entries = self.entries()
        below = self._explanation(inner, height - len(entries) - 1)
        left = height - len(below)
        return [*self.listing.draw(entries, inner, left, symbols), *below]

    def _explanation(self, width: int, height: int) -> Rows:
        """
        Draw what the option at the cursor does, always in the same number of rows.
        """
        if height < MIN_HELP_ROWS:
            return ()
        option = self.at_cursor
        rows = paragraph(option.explained, width, "dim") if option else ()
        most = min(height, MAX_HELP_ROWS)
        return [(), *fill(shortened(rows, most, self.stack.symbols), width, most)]

    @property
    def help(self) -> Sequence[str]:
        """Return what the option at the cursor does, then what the box is for."""
        option, said = self.at_cursor, _("{option}: {explanation}")
        if option is None:
            return self.purpose
        explained = said.format(option=option.name, explanation=option.explained)
        return (explained, *self.purpose)

    def options(self) -> Sequence[FormOption]:
        return [self._option(it) for it in self.choices()]

    def _option(self, choice: SettingChoice) -> FormOption:
        return FormOption(
            choice.name,
            _(choice.means),
            choice.values(self.wanted),
            choice.value(self.wanted),
            choice.shown,
            partial(self._set, choice),
            choice.explained(self.wanted),
            partial(self._ask, choice) if choice.asks else None,
        )

    def entries(self) -> Sequence[ListItem]:
        # Measured over all choices, so that columns don't move.
        wide = max(measure(_(choice.means)) for choice in every_choice()) + 2
        done = row(self.does, style="title")
        return [
            *self.more_entries(wide),
            *self.rows_of_options(wide),
            ListItem(
                OPEN, done, self._done, GAP, has_number=False, called=self.finishes
            ),
            ListItem(
                CANCEL,
                row(_("Cancel")),
                lambda: self.stack.close(self),
                GAP,
                has_number=False,
                called=_("cancel"),
            ),
        ]

    def _set(self, choice: SettingChoice, value: object) -> None:
        self.wanted = choice.settled(self.wanted, value)

    # Typed values.

    def _ask(self, choice: SettingChoice) -> None:
        done, named = partial(self._typed, choice), partial(self._named, choice)
        self.stack.ask(Field(_(choice.asks), done, words=named))

    def _named(self, choice: SettingChoice) -> Iterator[str]:
        """Yield completions."""
        if choice.option is None:
            yield from games.named(self.wanted.game, choice.name, self.wanted.typed)

    def _typed(self, choice: SettingChoice, typed: str) -> None:
        words = typed.strip() or str(choice.values(self.wanted)[0])
        try:
            wanted = choice.settled(self.wanted, choice.read(words))
            games.read(wanted.game, wanted.typed)
        except ValueError as problem:
            raise UnusableLine(retold(problem)) from problem
        self.wanted = wanted

    def _done(self) -> None:
        try:
            self.wanted.check()
            self._chosen(self.wanted)
        except ValueError as problem:
            self.stack.say(retold(problem))


class HostingBox(OptionsBox):
    """Options of a table on this machine."""

    @property
    def title(self) -> str:
        return _("Host a table")

    @property
    def purpose(self) -> Sequence[str]:
        return (
            _(
                "The host runs on this machine as long as you are at the table. "
                "Others on your network will see the host in their lists, or can "
                "join with its invitation."
            ),
            _("The form begins with the options of the last table that you hosted."),
            how_to_change(),
            _(
                "When you leave, the game is paused. It resumes when you reopen the "
                "table."
            ),
        )

    def options(self) -> Sequence[FormOption]:
        return (*super().options(), self._phones())

    def _phones(self) -> FormOption:
        """Return the option to lend seats, which is about this machine, not the table."""
        lends = self.stack.settings.phones
        explained = _(
            "Friends who have only a phone can play in a seat that this machine lends "
            "them. They scan a code, which {key} shows at the table at any time."
        )
        if not lends:
            explained = _(
                "Everybody plays with their own program. You can still lend seats to "
                "phones at any time: at the table, {key} shows the code."
            )
        return FormOption(
            "phones",
            _("Seats for phones"),
            (False, True),
            lends,
            yes_or_no,
            partial(change, self.stack, "phones"),
            explained.format(key=self.stack.key("phones")),
        )


class BotsBox(OptionsBox):
    """Options of a game against bots on this machine."""

    @property
    def title(self) -> str:
        return _("Play against bots")

    @property
    def purpose(self) -> Sequence[str]:
        return (
            _("You play alone on this machine, and bots take all the other seats."),
            _("The form begins with the options that you chose last."),
            how_to_change(),
        )

    @property
    def does(self) -> str:
        return _("Start playing")

    @property
    def finishes(self) -> str:
        return _("start playing")

    def choices(self) -> Iterator[SettingChoice]:
        return choices_against_bots(self.wanted)

    def _set(self, choice: SettingChoice, value: object) -> None:
        super()._set(choice, value)
        self.wanted = self.wanted.with_enough_bots()


def how_to_change() -> str:
    """Return the help sentence for changing the options."""
    return _(
        "To list an option's values, press Enter on it or type its number; Left and "
        "Right change it directly. When everything is as you want it, press Enter on "
        "the line below the options."
    )
