"""Sentences on the answer to a question, and on what sealed it."""

from __future__ import annotations

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.sealedmove import Overdue, Sealed
from sealed_wonders.net.words import _


def sentence(sealed: Sealed, menu: Menu | None) -> str:
    """Return which move was sealed, in the words of the menu it was chosen from."""
    move = menu.in_words(sealed.move) if menu is not None else sealed.move.text
    match sealed.overdue:
        case Overdue.LAID:
            said = _(
                "Your time was up, so your program sealed what you had laid down: "
                "{move}."
            )
        case Overdue.DEFAULT:
            said = _("Your time was up, so your program chose: {move}.")
        case None:
            said = _("Sealed and sent: {move}.")
    return said.format(move=move)


def lines(sealed: Sealed, menu: Menu) -> tuple[str, ...]:
    """Return which move was sealed, and the cards that it was chosen from."""
    said, cards = sentence(sealed, menu), menu.cards()
    return (said, chosen_from(), *cards) if cards else (said,)


def chosen_from() -> str:
    return _("You chose from:")


def overdue_sentence(overdue: Overdue) -> str:
    """Return why the clock sealed a choice, without the move."""
    if overdue is Overdue.LAID:
        return _("Time's up: what you had laid down was sealed.")
    return _("Time's up: your program chose for you.")


def not_written(why: OSError) -> str:
    said = _("Your choice couldn't be saved, so it wasn't sent: {why}. Choose again.")
    return said.format(why=retold(why))
