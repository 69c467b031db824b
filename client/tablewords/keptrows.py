"""A line about a game that is kept here, for lists of such games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sealed_wonders.client.tablewords.lobby import expansions_named
from sealed_wonders.client.words import text
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.words import _


def described(path: Path) -> Iterator[str]:
    """Yield three columns about a game: its title, its result and its players."""
    from sealed_wonders.client.logs.summaries import summary

    found = summary(path, None)
    if found is None:
        yield from (path.name, "", "")
        return
    names = told_apart(found.people)
    title = text.short_title(found.game)
    expansions = expansions_named(found.game, found.expansions)
    yield f"{title} + {expansions}" if expansions else title
    if found.winners:
        yield f"{', '.join(names[it] for it in found.winners)} {max(found.points)}"
    else:
        yield _("unfinished")
    yield ", ".join(names)
