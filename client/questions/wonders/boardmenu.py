"""
The menu for choosing a board, and how it understands typed lines.

A board can be typed as its number, or as its name in any language or the beginning of
that name.
"""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.client.view.menu import Item, Menu, TypedMeaning
from sealed_wonders.client.view.wonders.sight import wonders
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.model import Board
from sealed_wonders.core.wonders.setup import ChooseBoards
from sealed_wonders.net.words import _, p_


@dataclass(frozen=True, slots=True)
class BoardMenu(Menu):
    def find(self, line: str) -> TypedMeaning | None:
        """Parse a typed line; return None if it has nothing to do with the menu."""
        line = text.unaccented(" ".join(line.lower().split()))
        verb, _space, rest = line.partition(" ")
        says_board = verb in (p_("typed before a board", "board"), "board")
        named = rest if says_board else ""
        name = named or line
        if name.isdecimal():
            return self._numbered(name)
        found = self._named(name) or self._taken(name)
        # After the word "board", a name can only be meant for this menu.
        return found or (TypedMeaning(lines=(_not_a_board(name),)) if named else None)

    def _named(self, name: str) -> TypedMeaning | None:
        exact = [item for item in self.items if name in item.ids]
        some = exact or [item for item in self.items if _begins(item, name)]
        if len(some) == 1:
            return TypedMeaning(some[0].uses[0])
        if some:
            return TypedMeaning(
                lines=(text.not_unique(name, [item.name for item in some]),)
            )
        return None

    def _numbered(self, at: str) -> TypedMeaning:
        for item in self.items:
            if str(item.number) == at.lstrip("0"):
                return TypedMeaning(item.uses[0])
        return TypedMeaning(lines=(_not_a_board(at),))

    def _taken(self, name: str) -> TypedMeaning | None:
        """Return an answer saying that the named board is taken; None if it isn't."""
        task = wonders(self.question.state).task
        taken = task.taken if isinstance(task, ChooseBoards) else ()
        for card in taken:
            board = wonders(self.question.state).rules.catalog.boards[card]
            if name in names(board):
                return TypedMeaning(
                    lines=(
                        _("{board} is already taken.").format(
                            board=describe.board(board)
                        ),
                    )
                )
        return None


def names(board: Board) -> tuple[str, ...]:
    """Return a board's names in all languages, without accents, and its id."""
    called = (text.unaccented(name.lower()) for name in board.names.values())
    return tuple(dict.fromkeys((*called, board.id)))


def _begins(item: Item, begun: str) -> bool:
    return any(name.startswith(begun) for name in item.ids)


def _not_a_board(line: str) -> str:
    said = _(
        "There is no such board here: {line}. To see the list of boards, type: again"
    )
    return said.format(line=text.quoted(line))
