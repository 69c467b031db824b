"""
The invitation to a table: in letters to be read across a room, and as a code for cameras.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sealed_wonders.client.terminal import lobby, text
from sealed_wonders.client.terminal.draw import Row, Rows, beside, paragraph, row
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.symbols import ASCII
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.words import _

PLAIN = "mini"
"""Large letters, made of plain characters."""

FONTS = ("future", PLAIN)
"""The best to read first."""

QUIET = 2
"""Modules left light around a code, so that cameras find it."""

HALVES = ("█", "▀", "▄", " ")
"""What stands for two modules, the upper one first: both light, the upper, the lower, none."""

APART = 2
"""Columns between the code and what stands beside it."""


class InviteBox(Box):
    """How others come to this table; left and right go from one network to the next."""

    widest = 100
    stays = True

    _at = 0

    @property
    def title(self) -> str:
        """Name it."""
        return _("Invitation")

    @property
    def help(self) -> Sequence[str]:
        """Say what others do with it."""
        return (
            _(
                "Others on this network see the host by themselves as soon as they start "
                "wonders. Who doesn't, types the address, or pastes the whole invitation, "
                "which makes sure that it is this very host."
            ),
            _("The code holds the invitation, for a phone that passes it on."),
        )

    @property
    def more_actions(self) -> Sequence[str]:
        """Networks can be gone through."""
        return ("left", "right") if len(self._invitations) > 1 else ()

    @property
    def _invitations(self) -> Sequence[Invitation]:
        return lobby.inviting(self.stack.known.invitations)

    def act(self, action: str) -> bool:
        """Go to another network's, or close."""
        if action == "invite":
            self.stack.close(self)
            return True
        if action in ("left", "right") and self.more_actions:
            self._at += 1 if action == "right" else -1
            return True
        return super().act(action)

    def rows(self, width: int, height: int) -> Rows:
        """Draw the address, the line to be typed, and the code where there is room."""
        some = self._invitations
        if not some:
            return paragraph(text.no_invitation(), width)
        one = some[self._at % len(some)]
        drawn = () if self.stack.symbols is ASCII else code(one.at)
        wide = len(drawn[0]) if drawn else 0
        left = width - wide - APART
        if not drawn or left < 30 or len(drawn) > height:
            return self._said(one, width)
        said = self._said(one, left)
        return beside(
            ([row(line, style="code") for line in drawn], wide), (said, left), gap=APART
        )

    def _said(self, invitation: Invitation, width: int) -> Rows:
        """Write an invitation."""
        address = invitation.at.partition("#")[0]
        fonts = (PLAIN,) if self.stack.symbols is ASCII else FONTS
        rows: list[Row] = [
            row(line, style="title") for line in large(address, width, fonts)
        ]
        rows = rows or [row(address, style="title")]
        if mark := text.reach(invitation):
            rows += paragraph(f"({mark})", width, "warning")
        rows += [(), *paragraph(_("At a terminal:"), width, "dim")]
        rows += _broken(text.join_command(invitation.at), width)
        return rows


def _broken(line: str, width: int) -> list[Row]:
    """Break a line where it must be, with nothing between its parts."""
    return [row(line[at : at + width]) for at in range(0, len(line), width)]


@lru_cache(maxsize=8)
def large(said: str, width: int, fonts: tuple[str, ...] = FONTS) -> tuple[str, ...]:
    """Write a text in large letters; nothing if there is no room for any."""
    from pyfiglet import Figlet

    for font in fonts:
        lines = Figlet(font=font, width=width + 1).renderText(said).split("\n")
        lines = [line.rstrip() for line in lines if line.strip()]
        # What doesn't fit is broken into two rows of letters.
        if lines and len(lines) < 5 and max(map(len, lines)) <= width:
            return tuple(lines)
    return ()


@lru_cache(maxsize=8)
def code(said: str) -> tuple[str, ...]:
    """Draw a text as a QR code, light on dark, two rows of modules in one of characters."""
    import segno

    made = segno.make(said, error="l", micro=False)
    rows = [list(line) for line in made.matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return tuple(
        "".join(HALVES[2 * up + down] for up, down in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
