"""The open question of a prepared table as a menu, and its events in sentences."""

from __future__ import annotations

from sealed_wonders.client.questions.wonders.question import menu
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words.wonders import narrate
from sealed_wonders.core.wonders.events import LeftOver, Played
from tests.support.wonders import Table

NAMES = ("ann", "bob", "cleo")


def menu_of(table: Table, seat: int = 0) -> Menu:
    """Return the menu of a seat's open question."""
    state = table.state
    kept = state.leaders[seat] if state.leaders else ()
    faces = dict(table.seen(seat)) | {slot: table.faces[slot] for slot in kept}
    moves, default = state.moves(seat, faces), state.default(seat, faces)
    question = Question(0, state, seat, faces, moves, default)
    return menu(Sight(NAMES, seat, state, faces), question)


def lines(menu: Menu, line: str) -> list[str]:
    """Return the reply to a typed line, or the word of the choice that it makes."""
    found = menu.find(line)
    if found is None:
        return ["?"]
    return [found.use.word] if found.use else list(found.lines)


def news_lines(table: Table, seat: int = 0) -> list[str]:
    """
    Return the sentences about a table's last step for a seat, which sees no others'
    cards.
    """
    news = table.state.news
    kinds = Played | LeftOver
    theirs = {it.slot for it in news if isinstance(it, kinds) and it.seat != seat}
    faces = {slot: face for slot, face in table.faces.items() if slot not in theirs}
    return list(narrate.told(Sight(NAMES, seat, table.state, faces)))
