"""
The end of a command's help, and the rest of its manual page.

Help shows only the examples. Keys, files, variables and exit statuses appear on the
pages that are generated from these declarations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from sealed_wonders.net.words import _

Entries = Sequence[tuple[str, str]]
"""Literal or marked words, each with a marked description."""


@dataclass(frozen=True, slots=True)
class Page:
    """Manual of a command, apart from its options."""

    examples: Entries
    keys: Entries = ()
    files: Entries = ()
    variables: Entries = ()

    def sections(self) -> Iterator[tuple[str, Entries]]:
        """Yield all sections that have entries, with their headings."""
        every = (
            (_("Examples"), self.examples),
            (_("Keys"), self.keys),
            (_("Files"), self.files),
            (_("Environment"), self.variables),
        )
        yield from ((heading, entries) for heading, entries in every if entries)

    def write(self, formatter: click.HelpFormatter) -> None:
        if self.examples:
            with formatter.section(_("Examples")):
                formatter.write_dl([(_(word), _(it)) for word, it in self.examples])
