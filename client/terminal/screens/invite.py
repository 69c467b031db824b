"""Box with a table's invitation: in large letters, and as a QR code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    beside,
    measure,
    paragraph,
    row,
    unbroken,
)
from sealed_wonders.client.signs.symbols import ASCII, Symbols
from sealed_wonders.client.tablewords import lobby
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.words import text
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.words import _

PLAIN = "mini"
"""Font for large letters of plain characters."""

FONTS = ("future", PLAIN)
"""Fonts in order of legibility."""

QUIET = 2
"""Light modules around a code, which cameras need to find it."""

HALVES = ("█", "▀", "▄", " ")
"""
Characters for two modules, one above the other: both light, upper, lower, neither.
"""

APART = 2
"""Columns between the code and the text beside it."""

LEAST_BESIDE = 30
"""Minimum columns beside the code; with fewer, there is only the text."""


class InviteBox(Box):
    """How others join this table; left and right switch between networks."""

    widest = 100
    stays = True

    _at = 0

    @property
    def title(self) -> str:
        return _("Invitation")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "Others on this network will see the host as soon as they start "
                "wonders. If the host isn't listed, they can type the address, or "
                "paste the whole invitation, which also makes sure that they reach "
                "the right host."
            ),
            _("The QR code contains the invitation, so that a phone can pass it on."),
        )

    @property
    def sideways(self) -> str:
        return _("network") if len(self._invitations) > 1 else ""

    def turn(self, step: int) -> None:
        self._at += step

    @property
    def _invitations(self) -> Sequence[Invitation]:
        return lobby.invited(self.stack.known)[1]

    def act(self, action: str) -> bool:
        if action == "invite":
            self.stack.close(self)
            return True
        return super().act(action)

    def rows(self, width: int, height: int) -> Rows:
        note, some = lobby.invited(self.stack.known)
        if not some:
            return paragraph(note, width)
        one = some[self._at % len(some)]
        drawn = picture(one.at, width, height, self.stack.symbols)
        if not drawn:
            return self._said(one, width, note)
        wide = measure(drawn[0])
        left = width - wide - APART
        size = len(text.join_command(one.at))
        # A command is copied more easily from a single line.
        below = left < size <= width and len(drawn) + 2 <= height
        said = self._said(one, left, note, command=not below)
        rows = beside((drawn, wide), (said, left), gap=APART)
        return (*rows, *_command(one, width)) if below else rows

    def _said(
        self, invitation: Invitation, width: int, note: str, *, command: bool = True
    ) -> Rows:
        """
        Draw an invitation as text, below what it is good for now.

        Args:
            command: Add the command that joins the table.
        """
        address = invitation.at.partition("#")[0]
        fonts = (PLAIN,) if self.stack.symbols is ASCII else FONTS
        rows = [*paragraph(note, width, "warning"), ()] if note else list[Row]()
        some = [row(line, style="title") for line in large(address, width, fonts)]
        rows += some or [row(address, style="title")]
        if mark := text.reach(invitation):
            rows += paragraph(f"({mark})", width, "warning")
        if command:
            rows += [(), *_command(invitation, width)]
        if self.stack.known.hosts:
            for said in lobby.own_pin((invitation,)):
                rows += [(), *paragraph(said, width)]
        return rows


def _command(invitation: Invitation, width: int) -> Rows:
    """Draw the command that joins."""
    line = text.join_command(invitation.at)
    return (*paragraph(_("At a terminal:"), width, "dim"), *unbroken(line, width))


@lru_cache(maxsize=8)
def large(said: str, width: int, fonts: tuple[str, ...] = FONTS) -> tuple[str, ...]:
    """Return a text in large letters; empty if there is no room for any font."""
    from pyfiglet import Figlet

    for font in fonts:
        lines = Figlet(font=font, width=width + 1).renderText(said).split("\n")
        lines = [line.rstrip() for line in lines if line.strip()]
        # pyfiglet wraps what doesn't fit into a second row of letters.
        if lines and len(lines) < 5 and max(map(len, lines)) <= width:
            return tuple(lines)
    return ()


def picture(url: str, width: int, height: int, symbols: Symbols) -> Rows:
    """Draw the code for an address; empty if there is no room for it beside a text."""
    drawn = () if symbols is ASCII else code(url)
    if not drawn or len(drawn) > height:
        return ()
    if width - len(drawn[0]) - APART < LEAST_BESIDE:
        return ()
    return [row(line, style="code") for line in drawn]


@lru_cache(maxsize=8)
def code(said: str) -> tuple[str, ...]:
    """
    Return a QR code, light on dark, with two rows of modules per row of characters.
    """
    import segno

    made = segno.make(said, error="l", micro=False)
    rows = [list(line) for line in made.matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return tuple(
        "".join(HALVES[2 * up + down] for up, down in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
