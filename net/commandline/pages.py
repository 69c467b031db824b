"""
The end of a command's help, and the rest of what a manual says of it.

Help shows the examples alone: keys, files, variables and exit statuses are for the pages
that are generated from these declarations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from sealed_wonders.net.words import _

Entries = Sequence[tuple[str, str]]
"""Words as they are typed, or marked, each with a marked message of what they mean."""


@dataclass(frozen=True, slots=True)
class Page:
    """What there is to say of a command besides its options."""

    examples: Entries
    keys: Entries = ()
    files: Entries = ()
    variables: Entries = ()

    def sections(self) -> Iterator[tuple[str, Entries]]:
        """Return all sections that have entries, each with its heading."""
        every = (
            (_("Examples"), self.examples),
            (_("Keys"), self.keys),
            (_("Files"), self.files),
            (_("Environment"), self.variables),
        )
        yield from ((heading, entries) for heading, entries in every if entries)

    def write(self, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        if self.examples:
            with formatter.section(_("Examples")):
                formatter.write_dl([(_(word), _(it)) for word, it in self.examples])
