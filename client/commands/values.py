"""
Types of options and arguments whose values a shell can complete.

The values are looked up in `offering.py`, which is imported only when a shell asks.
"""

from __future__ import annotations

import importlib

import click
from click.shell_completion import CompletionItem

from sealed_wonders.net.commandline.parameters import option
from sealed_wonders.net.words import marked


class _Offered(click.ParamType[str]):
    """Text that a shell completes using a function of `offering`."""

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


class HostAddress(_Offered):
    """The address of a host, or an invitation."""

    name = "address"
    offers = "hosts"


class TableName(_Offered):
    """The name of a table."""

    name = marked("NAME")
    offers = "tables"


class LeftGame(_Offered):
    """The first digits of the id of an unfinished game."""

    name = marked("GAME")
    offers = "left_games"


class SettingName(_Offered):
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
