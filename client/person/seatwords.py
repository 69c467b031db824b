"""The twelve words with which a seat is continued on another machine."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.program import typed
from sealed_wonders.client.questions.dialog import GAP, Dialog, DialogLine, closing
from sealed_wonders.client.tablewords.unavailable import no_seat_words
from sealed_wonders.net.words import _, p_

COLUMNS = 4
"""Number of words in a line."""


class SeatWords:
    """
    Shows one person the words of their seat.

    Attributes:
        command: The command to type on the other machine.
    """

    def __init__(self, actor: Actor) -> None:
        self.command = typed("rejoin", "HOST")
        self._actor = actor

    @property
    def words(self) -> Sequence[str]:
        """The words; empty without a seat or a seed."""
        return () if self._actor.over else self._actor.table.seat_words()

    def dialog(self) -> Dialog | str:
        """
        Return the dialog that shows the words; nothing of them stays on the screen.
        """
        words = self.words
        if not words:
            return no_seat_words()
        said = means(self.command)
        lines = [
            DialogLine(f"  {'  '.join(row)}", "title", is_whole=True)
            for row in in_rows(numbered(words), COLUMNS)
        ]
        for one in said:
            lines += [GAP, DialogLine(one)]
        title = _("Twelve words for another machine")
        return Dialog(title, lines, (closing("enter", "words"),), said)

    def lines(self, rest: str) -> Sequence[str]:
        """Return what the words are for, or with ``show`` the words themselves."""
        if not self.words:
            return (no_seat_words(),)
        shown = p_("typed", "show")
        if rest in (shown, "show"):
            return [" ".join(words) for words in in_rows(numbered(self.words), COLUMNS)]
        said = _(
            "Terminals keep what they have shown. To show the words here anyway, "
            "type: {word}"
        )
        return (
            *means(self.command),
            said.format(word=f"{p_('typed', 'words')} {shown}"),
        )


def numbered(words: Sequence[str]) -> Sequence[str]:
    """Number the words, so that somebody who copies them misses none."""
    return [f"{at:2} {word:8}" for at, word in enumerate(words, 1)]


def in_rows(words: Sequence[str], columns: int) -> Sequence[Sequence[str]]:
    """Split words into rows."""
    return [words[at : at + columns] for at in range(0, len(words), columns)]


def means(command: str) -> Sequence[str]:
    """
    Return what the words are for, and who may see them.

    Args:
        command: The command to type on the other machine.
    """
    return (
        _(
            "If this machine breaks, you can continue on another one, as long as "
            "the host has kept your program's backup. On the other machine, type: "
            "{command}"
        ).format(command=command),
        _(
            "Write the words on paper, and show them to nobody. Anybody who has them "
            "can read your hand, play your seat, and pretend to be you at any other "
            "table."
        ),
    )
