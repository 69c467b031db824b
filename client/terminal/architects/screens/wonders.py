"""Choosing a wonder from those left: the list, and the details of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sealed_wonders.client.signs.amounts import GAP
from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    after,
    fit,
    flowed,
    framed,
    measure,
    paragraph,
    piece,
    row,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.terminal.screens.pool import Pool, PoolItem
from sealed_wonders.client.view.architects.sight import sight_of
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.catalog import Wonder, catalog
from sealed_wonders.core.architects.setup import ChooseWonders
from sealed_wonders.net.words import _


class WonderPool(Pool):
    """The screen on which wonders are chosen."""

    @property
    def title(self) -> str:
        return _("Choose a wonder")

    @property
    def help(self) -> Sequence[str]:
        lie = _("These wonders are on the table. In seat order, everybody takes one.")
        return (
            f"{lie} {self.taking()}",
            _(
                "Each wonder has its own pile, which lies between you and your left "
                "neighbour. Its cards are listed below the stages."
            ),
        )

    @property
    def takes(self) -> str:
        return _("choose this wonder")

    def lying(self) -> Sequence[PoolItem]:
        """Return the wonders that are left, each with its effect."""
        taken, symbols = self._taken, self.stack.symbols
        some = []
        for wonder in catalog().wonders if sight_of(self.stack.known) else ():
            if wonder.id not in taken:
                label = row(
                    f"{describe.wonder(wonder)} ", faces.effect(wonder, symbols)
                )
                some.append(PoolItem(wonder.id, label, partial(_about, wonder)))
        return some

    def taken(self) -> Sequence[str]:
        return [describe.called(id) for id in self._taken]

    @property
    def _taken(self) -> tuple[str, ...]:
        sight = sight_of(self.stack.known)
        task = None if sight is None else sight.state.task
        return task.taken if isinstance(task, ChooseWonders) else ()

    def asked(self, name: str) -> str:
        said = _("{name} chooses a wonder")
        return said.format(name=name) if name else _("Choose your wonder")


def _about(wonder: Wonder, width: int, height: int, room: Room) -> Rows:
    """Draw a wonder with its pile; with words if they fit."""
    for words in (True, False):
        inside = [
            *_effect(wonder, width - 4),
            *_stages(wonder, width - 4, room.symbols, words=words),
            (),
            *_pile(wonder, width - 4, room.symbols),
        ]
        title = row(describe.monument(wonder), style="title")
        box = framed(inside, width, room.symbols, title=title)
        if len(box) <= height:
            break
    return box


def _effect(wonder: Wonder, width: int) -> Rows:
    """Draw what some of the stages do."""
    said = describe.stages_do(wonder)
    return [*paragraph(text.sentence(said), width), ()] if said else []


def _stages(
    wonder: Wonder, width: int, symbols: Symbols, *, words: bool
) -> Iterator[Row]:
    """Draw each stage's cost, what it gives, and which stages come before it."""
    wide = max(measure(faces.gives(wonder, it, symbols)) for it in wonder.stages)
    for stage in wonder.stages:
        gives = fit(faces.gives(wonder, stage, symbols), wide)
        cost = faces.cost(stage, symbols)
        line = row(piece(f"{stage.number} "), cost, GAP, *gives, piece("   "))
        said = describe.rests_on(stage)
        if words:
            said = ", ".join(filter(None, (describe.cost(stage), said)))
        yield from after(line, paragraph(said, width - measure(line), "dim"))


def _pile(wonder: Wonder, width: int, symbols: Symbols) -> Iterator[Row]:
    """Draw the cards in the pile of a wonder."""
    cards = map(catalog().kind, catalog().piles[wonder.id])
    label = row(f"{_('Pile')} ", style="dim")
    inside = faces.by_colour(cards, symbols)
    yield from after(label, flowed(inside, width - measure(label), gap=2))
