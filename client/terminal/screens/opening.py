"""
Boxes for the options that a running host lets people choose: `OpeningBox` for a new
table, `AgainBox` for a rematch.

Both only collect the options, which the host then grants or refuses. To start a host of
one's own, there is `HostingBox` in `sealed_wonders.client.terminal.screens.hosting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.tablewords import tablewishes
from sealed_wonders.client.tablewords.hosting import SettingChoice, TableWish
from sealed_wonders.client.terminal.screens.form import option_entry
from sealed_wonders.client.terminal.screens.hosting import OptionsBox, how_to_change
from sealed_wonders.client.terminal.screens.listing import ListItem
from sealed_wonders.client.terminal.stack import Field, Stack, UnusableLine
from sealed_wonders.client.words import text
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.names import typed_name
from sealed_wonders.net.passwords import clean_password
from sealed_wonders.net.tableoptions import PLAYERS, PRIVATE
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _

Opened = Callable[[str, str, Wishes], None]
"""Opens a table, given its name and password (empty for none) and its options."""


class OpeningBox(OptionsBox):
    """Options of a new table at a host."""

    def __init__(self, stack: Stack, opened: Opened) -> None:
        """Start with the host's defaults."""
        super().__init__(stack, tablewishes.usual(stack.known.terms), self._open)
        self.name = self.password = ""
        self._opened = opened

    @property
    def title(self) -> str:
        host = text.host_named(self.stack.known.host)
        return _("Open a table on {host}").format(host=host)

    @property
    def purpose(self) -> Sequence[str]:
        return (
            _(
                "Players read all these options before they get ready. Options that "
                "aren't shown are the same at all tables of this host."
            ),
            how_to_change(),
            _(
                "Anybody who guesses the name of an unlisted table can join it. If "
                "that matters, set a password, too."
            ),
        )

    def choices(self) -> Iterator[SettingChoice]:
        return tablewishes.can_choose(self.wanted, self.stack.known.terms.choose)

    def more_entries(self, wide: int) -> Sequence[ListItem]:
        name = self.name or _("any free name")
        password = _("yes") if self.password else _("none")
        return (
            option_entry("name", _("Table name"), name, wide, self._ask_name),
            option_entry("password", _("Password"), password, wide, self._ask_password),
        )

    def _open(self, wanted: TableWish) -> None:
        wishes = tablewishes.wishes_for(wanted, self.stack.known.terms.choose)
        self.stack.close(self)
        self._opened(self.name or self._free_name(), self.password, wishes)

    def _free_name(self) -> str:
        """Return a name that no table has, or an empty one to let the host choose."""
        if self.wanted.values[PRIVATE]:
            return ""
        taken = {name_key(one.name) for one in self.stack.known.tables}
        names = (f"table {number}" for number in count(1))
        return next(name for name in names if name_key(name) not in taken)

    def _ask_name(self) -> None:
        self.stack.ask(Field(_("Name of the table:"), self._typed_name, self.name))

    def _typed_name(self, typed: str) -> None:
        self.name = name_typed(typed)

    def _ask_password(self) -> None:
        self.stack.ask(Field(_("Its password:"), self._typed_password, secret=True))

    def _typed_password(self, typed: str) -> None:
        try:
            self.password = clean_password(typed) if typed else ""
        except ValueError as problem:
            said = _("You can't use that password: {why}.")
            raise UnusableLine(said.format(why=retold(problem))) from problem


class AgainBox(OptionsBox):
    """Options of another game at the same table."""

    def __init__(self, stack: Stack) -> None:
        """Start with the options of the last game."""
        known = stack.known
        last = tablewishes.of_last(known.terms, known.news)
        super().__init__(stack, last, self._play_again)

    @property
    def title(self) -> str:
        return _("Play again with other options")

    @property
    def purpose(self) -> Sequence[str]:
        return (
            _(
                "The first player to join the rematch chooses the options. The "
                "others see what has changed, and everybody who is still here keeps "
                "a seat."
            ),
            _(
                "If you change the number of players, the number of bots changes with "
                "it, so that there are as many seats for people as before. Options "
                "that aren't shown, such as the strength of the bots, stay as they "
                "were."
            ),
            how_to_change(),
        )

    @property
    def does(self) -> str:
        return _("Play again")

    @property
    def finishes(self) -> str:
        return _("play again")

    def choices(self) -> Iterator[SettingChoice]:
        return tablewishes.can_choose(self.wanted, self.stack.known.terms.choose)

    def _set(self, choice: SettingChoice, value: object) -> None:
        before = self.wanted
        super()._set(choice, value)
        if choice.option is PLAYERS:
            # Those who have played still fit, and no seat waits for somebody else.
            self.wanted = self.wanted.following(before)

    def _play_again(self, wanted: TableWish) -> None:
        wishes = tablewishes.wishes_for(wanted, self.stack.known.terms.choose)
        self.stack.close(self)
        if self.stack.person is not None:
            self.stack.person.play_again(wishes)


def name_typed(typed: str) -> str:
    """
    Return the name in a typed line, or an empty string if nothing was typed.

    Raises:
        UnusableLine: it can't be a name.
    """
    name = " ".join(typed.split())
    try:
        return typed_name(name) if name else ""
    except ValueError as problem:
        said = _("You can't use that name: {why}.")
        raise UnusableLine(said.format(why=retold(problem))) from problem
