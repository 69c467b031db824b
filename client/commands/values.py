"""
Options and arguments of several commands, and types whose values a shell can complete.

Those values are looked up in `offering.py`, which is imported only when a shell asks.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from sealed_wonders.client.reasons import retold
from sealed_wonders.net.address import Address
from sealed_wonders.net.commandline.parameters import File, option
from sealed_wonders.net.names import typed_name
from sealed_wonders.net.words import marked

Value = TypeVar("Value")


class _Offered(click.ParamType[Value]):
    """A value that a shell completes using a function of `offering`."""

    offers: str

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        offering = importlib.import_module("sealed_wonders.client.commands.offering")
        some: dict[str, str] = getattr(offering, self.offers)()
        return [
            CompletionItem(value, help=means)
            for value, means in some.items()
            if value.startswith(incomplete)
        ]


class _Checked(_Offered[Value]):
    """A typed value that a function reads."""

    def read(self, typed: str) -> Value:
        """
        Return the value.

        Raises:
            ValueError: It is invalid; the message is one sentence for the user.
        """
        raise NotImplementedError

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Value:
        try:
            return self.read(str(value))
        except ValueError as problem:
            raise click.UsageError(retold(problem), ctx) from None


class HostAddress(_Checked[Address]):
    """The address of a host, or an invitation."""

    name = "address"
    offers = "hosts"

    def read(self, typed: str) -> Address:
        return Address.parse(typed)


class TableName(_Checked[str]):
    """The name of a table; empty for any."""

    name = marked("NAME")
    offers = "tables"

    def read(self, typed: str) -> str:
        return typed_name(typed) if typed else ""


class LeftGame(_Offered[str]):
    """The first digits of the id of an unfinished game."""

    name = marked("GAME")
    offers = "left_games"


class SettingName(_Offered[str]):
    name = "key"
    offers = "settings"


joined_table = option(
    "--table",
    default="",
    type=TableName(),
    show_default=marked("any open table"),
    help=marked(
        "Name of the table to join; if no table has this name, a new table is opened."
    ),
)

kept_folder = option(
    "--keep",
    type=File(file_okay=False, path_type=Path),
    metavar=marked("DIR"),
    hidden=True,
    help=marked(
        "Folder for keys and unfinished games, for a host that starts this command. "
        "The command then stops when its standard input ends, and bots give up on a "
        "lost host after a few minutes."
    ),
)
