"""The options: each legal move with its number, and how it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed_wonders.client.signs.amounts import joined
from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    beside,
    fill,
    measure,
    piece,
    row,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.terminal.architects.screens import piles
from sealed_wonders.client.terminal.architects.screens.around import SeenTable
from sealed_wonders.client.terminal.architects.screens.marks import WIDTH, Marks
from sealed_wonders.client.terminal.screens.panels import first_visible
from sealed_wonders.client.view.architects.prospects import taking
from sealed_wonders.client.view.architects.sight import architects, kept
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.abilities import AnyResources, DoubleCoin
from sealed_wonders.core.architects.catalog import Kind, Token, catalog
from sealed_wonders.core.architects.notation import END, TOP, ParsedMove
from sealed_wonders.core.architects.paying import paid, payments
from sealed_wonders.net.words import _, marked

if TYPE_CHECKING:
    from sealed_wonders.client.view.menu import Menu, MenuMove


@dataclass(frozen=True, slots=True)
class MoveOption:
    """A legal move."""

    number: int
    use: MenuMove
    said: ParsedMove
    kind: Kind | None = None
    """The card that it keeps, for "keep"."""

    @property
    def verb(self) -> str:
        """The verb of the move."""
        return self.said.verb


def options(menu: Menu | None) -> tuple[MoveOption, ...]:
    """Return the options of a question, in its order."""
    if menu is None:
        return ()
    state, faces = architects(menu.question.state), menu.question.faces
    return tuple(
        MoveOption(
            item.number,
            use,
            use.play,
            kept(state, faces, use.play) if use.play.verb == "keep" else None,
        )
        for item in menu.items
        for use in item.uses
    )


def are_in_reach(some: Sequence[MoveOption], around: SeenTable) -> bool:
    """Return whether the options are the three piles, each on its own."""
    reach = [pile.name for pile in around.reach]
    return bool(some) and all(
        one.verb in ("take", "search") and one.said.pile in reach for one in some
    )


def title(some: Sequence[MoveOption]) -> str:
    """Return what is to be chosen."""
    verbs = sorted({one.verb for one in some})
    match verbs:
        case ["build"] if len({one.said.stage for one in some}) == 1:
            return _("build a stage with:")
        case ["end", "extra"]:
            return _("one more card?")
        case [verb] if verb in _TITLES:
            return _(_TITLES[verb])
    return _("what comes first?")


_TITLES: Mapping[str, str] = {
    "take": marked("take a card"),
    "search": marked("look through a pile"),
    "keep": marked("keep a card"),
    "token": marked("take a progress token"),
    "build": marked("build a stage"),
    "science": marked("turn in symbols"),
}
"""Titles where moves are of one kind only."""


def by_pile(some: Sequence[MoveOption], marks: Sequence[Marks]) -> Mapping[str, Marks]:
    """Return the marks of piles, where each is one option."""
    return {
        one.said.pile: mark
        for one, mark in zip(some, marks, strict=True)
        if one.verb in ("take", "search")
    }


def by_token(some: Sequence[MoveOption], marks: Sequence[Marks]) -> Mapping[str, Marks]:
    """Return the marks of open tokens."""
    return {
        one.said.token: mark._replace(number="")
        for one, mark in zip(some, marks, strict=True)
        if one.verb == "token"
    }


def rows(
    around: SeenTable,
    some: Sequence[MoveOption],
    marks: Sequence[Marks],
    width: int,
    height: int,
) -> Rows:
    """List the options, in two columns if necessary, scrolled to the cursor."""
    drawn = [
        row(mark.before(around.symbols), _drawn(around, one, width - WIDTH - 1))
        for one, mark in zip(some, marks, strict=True)
    ]
    half = (width - 2) // 2
    in_two = len(drawn) > height and all(measure(one) <= half for one in drawn)
    wide, shown = (half, 2 * height) if in_two else (width - 1, height)
    lines = [
        mark.drawn(one, wide, around.symbols)
        for one, mark in zip(drawn, marks, strict=True)
    ]
    first = _first(marks, shown)
    before, after = first > 0, first + shown < len(lines)
    lines = lines[first : first + shown]
    parts = [(fill(lines[:height], wide, height), wide)]
    if in_two:
        parts.append((fill(lines[height:], wide, height), wide))
    both = beside(*parts)
    return _edged(fill(both, width - 1, height), before, after, around.symbols)


def _first(marks: Sequence[Marks], shown: int) -> int:
    """
    Return the index of the first visible option, such that the chosen one is visible.
    """
    chosen = [at for at, mark in enumerate(marks) if mark.chosen or mark.sealed]
    at = chosen[0] if chosen else 0
    return first_visible(at, shown, len(marks))


def _edged(rows: Rows, before: bool, after: bool, symbols: Symbols) -> Rows:
    """Draw marks at the right edge where options are out of view."""
    edge = [piece(" ")] * len(rows)
    if before:
        edge[0] = piece(symbols.up, "more", "up")
    if after:
        edge[-1] = piece(symbols.down, "more", "down")
    return [(*one, mark) for one, mark in zip(rows, edge, strict=True)]


def _drawn(around: SeenTable, one: MoveOption, width: int) -> Row:
    """Draw what a move does, in words only where they fit."""
    symbols, said, state = around.symbols, one.said, around.state
    match said.verb:
        case "take" | "extra" | "search":
            pile = state.pile(said.pile)
            kind = around.sight.top(pile)
            then = (
                ()
                if kind is None
                else piles.outcome(around, taking(state, around.viewpoint, kind))
            )
            by = (
                row(f"{describe.called(said.token)}{text.colon()}")
                if said.token
                else ()
            )
            named = piles.label(around, said.pile, 12)
            card = piles.top(around, pile)
            return row(by, named, piece("  "), joined([card, then], piece("  ")))
        case "build":
            wonder = around.viewed.wonder
            stage = wonder.stage(said.stage)
            arrow = piece(f"  {symbols.gives} ", "dim")
            return row(
                piece(f"{symbols.built}{said.stage} ", "built"),
                piece(_("with") + " "),
                faces.paid(said.cards, symbols),
                _tokens(around, said),
                arrow,
                faces.gives(wonder, stage, symbols),
            )
        case "science":
            arrow = piece(f" {symbols.gives} ", "dim")
            gained = piece(symbols.progress, "progress")
            return row(faces.paid(said.cards, symbols), arrow, gained)
        case "token" if said.token == TOP:
            n = len(state.tokens.cards)
            return row(_("the top one of the {n} face-down tokens").format(n=n))
        case "token":
            return _token(catalog().tokens_by_id[said.token], symbols, width)
        case "keep" if one.kind is not None:
            then = piles.outcome(around, taking(state, around.viewpoint, one.kind))
            return joined([faces.title(one.kind, symbols), then], piece("  "))
        case verb if verb == END:
            return row(_("nothing more this turn"))
    return row(one.use.whole)


def _token(token: Token, symbols: Symbols, width: int) -> Row:
    """
    Draw a token and what it does: in full, in brief, or in symbols, as space allows.
    """
    begun = row(faces.token(token, symbols), "  ")
    for brief in (False, True):
        does = describe.ability(token.ability, brief=brief)
        words = row(begun, piece(does, "dim"))
        if measure(words) <= width:
            return words
    return row(begun, faces.ability(token.ability, symbols))


def _tokens(around: SeenTable, said: ParsedMove) -> Row:
    """Draw the tokens that a payment uses; may be empty."""
    city = around.viewed
    stage = city.wonder.stage(said.stage)
    for payment in payments(city, stage, around.state.used):
        if paid(payment) == said.cards:
            some = (
                (payment.any_resources, city.has(AnyResources)),
                (payment.double_coin, city.has(DoubleCoin)),
            )
            names = [describe.called(token) for takes, token in some if takes]
            return row(f" ({', '.join(names)})") if names else ()
    return ()
