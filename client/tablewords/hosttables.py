"""The tables of a host in words, for people who choose one."""

from __future__ import annotations

from sealed_wonders.client.tablewords import lobby
from sealed_wonders.client.words import text
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.words import _, n_


def state(table: TableLine) -> str:
    """Return whether a table's game has begun, or is over."""
    states = {
        "lobby": _("not begun"),
        "playing": _("being played"),
        "over": _("over"),
    }
    return states.get(table.state, table.state)


def line(table: TableLine) -> str:
    """Return the line on one table of a host."""
    seated = n_("{n} seated", "{n} seated", table.seated).format(n=table.seated)
    if table.seats:
        seated = _("{n} of {seats} seated").format(n=table.seated, seats=table.seats)
    said = _("Table {name}, {state}, {seated}: {who}.")
    if not table.players:
        said = _("Table {name}, {state}, {seated}.")
    said = said.format(
        name=text.after_table(table.name),
        state=state(table),
        seated=seated,
        who=", ".join(told_apart(tuple(table.players))),
    )
    if expansions := lobby.expansions_of(table.game):
        said = _("{line} Played with {expansions}.").format(
            line=said, expansions=expansions
        )
    if table.salt:
        said = _("{line} It has a password.").format(line=said)
    if title := text.other_game(table.game):
        said = _("{line} Game: {game}.").format(line=said, game=title)
    return said
