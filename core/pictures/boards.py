"""
Boards and their stages, which look alike in all games.

A board shows its wonder between the sky and its stages. The picture of a single stage
also shows the wonder, and pales what is still unbuilt after that stage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sealed_wonders.core.pictures.drawings import (
    LIGHT,
    MONUMENT_HEIGHT,
    MONUMENT_WIDTH,
    Monument,
    mixed,
)
from sealed_wonders.core.pictures.svg import (
    DIM,
    INK,
    PAPER,
    Picture,
    Sign,
    at,
    circle,
    line,
    measure,
    path,
    rect,
    rows,
    scale_of,
    title,
    words,
)

STAGE_WIDTH, STAGE_HEIGHT = 150, 110

BOARD_HEIGHT = 264

_TOP = 148
"""Of the stages on a board."""

_SMALL = 0.42
"""The scale of the wonder on the picture of a stage."""

_LEGIBLE = 0.7
"""The least scale of signs beside the wonder."""

_VEIL = 'rx="8" opacity=".62"'
"""What pales the part of a wonder that isn't built yet."""


EMBLEM_SIZE = 120


def emblem(id: str, names: Mapping[str, str], shown: Monument) -> Picture:
    """Return the small square picture that stands for a city."""

    def draw(lang: str) -> str:
        colour = shown.hue.light
        edge = f'rx="18" stroke="{colour}" stroke-width="6"'
        return rect(
            3, 3, EMBLEM_SIZE - 6, EMBLEM_SIZE - 6, mixed(colour, LIGHT, 0.5), edge
        ) + shown.draw(9, 20, 0.85)

    size = EMBLEM_SIZE
    return Picture(f"emblem.{id}", "emblems", names, size, size, draw, hue=shown.hue)


@dataclass(frozen=True, slots=True)
class StageSigns:
    """What is on a stage."""

    price: Sequence[Sign]
    does: Sequence[Sequence[Sign]]
    """The signs of its effects, or of both halves of a stage that is split."""
    on: str = ""
    """The numbers of the stages that it rests on, if that isn't the one before."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What is on a board."""

    monument: Monument
    stages: Sequence[StageSigns]
    night: bool = False

    @property
    def width(self) -> int:
        return STAGE_WIDTH * max(4, len(self.stages)) + 20

    def draw(self, name: str, start: Sequence[Sign] = (), label: str = "") -> str:
        """
        Draw the board.

        Args:
            name: the name on it.
            start: the signs of the effect that it has from the beginning.
            label: the name of its side, if one is printed on it.
        """
        width, ink = self.width, "#fff" if self.night else INK
        scale = 1.3
        across = (width - MONUMENT_WIDTH * scale) / 2
        parts = [
            self._landscape(width),
            self.monument.draw(across, _TOP - 6 - MONUMENT_HEIGHT * scale, scale),
        ]
        if start:
            plate = f'rx="8" stroke="{INK}" stroke-width="1.5"'
            parts.append(rect(14, 12, 116, 52, PAPER, plate))
            parts.append(at(18, 16, rows(start, 108, 44)))
        parts.append(title(16, 70, across - 24, 60, name, ink))
        if label:
            parts.append(words(width - 50, 122, label, 40, ink, face="serif"))
        first = (width - len(self.stages) * STAGE_WIDTH) / 2
        for n in range(len(self.stages)):
            stage = self._frame(n) + self._signs(n, 8, STAGE_WIDTH - 16)
            parts.append(at(first + n * STAGE_WIDTH, _TOP, stage))
        return "".join(parts)

    def stage(self, n: int) -> str:
        """
        Draw the picture of a single stage, counted from 0.

        Effects that need much room stand before the wonder instead of beside it.
        """
        wide, high = MONUMENT_WIDTH * _SMALL, MONUMENT_HEIGHT * _SMALL
        x, room = wide + 15, STAGE_WIDTH - 22 - wide
        shown = 1 - (n + 1) / len(self.stages)
        if self._scale(n, room) < _LEGIBLE:
            x, room, shown = 10, STAGE_WIDTH - 20, 1
        top = 69 - high
        plate = rect(4.5, 3.5, wide + 7, 66.5, self._haze, 'rx="8"')
        veil = rect(4.5, 3.5, wide + 7, top - 3.5 + high * shown, self._haze, _VEIL)
        return "".join(
            (
                self._frame(n),
                plate,
                self.monument.draw(8, top, _SMALL),
                veil if shown else "",
                self._signs(n, x, room),
            )
        )

    def _scale(self, n: int, room: float) -> float:
        """Return the scale of a stage's signs, given the width for them."""
        does = self.stages[n].does
        height = 58 if len(does) == 1 else 27
        return min(scale_of(it, room, height) for it in does)

    @property
    def _paper(self) -> str:
        return "#dfe6f2" if self.night else "#fbf0d2"

    @property
    def _haze(self) -> str:
        """The sky behind the wonder on the picture of a stage."""
        return mixed(self.monument.hue.light, self._paper, 0.6)

    def _landscape(self, width: int) -> str:
        colour = self.monument.hue.light
        if self.night:
            sky, hills = mixed(colour, "#0d1526", 0.72), mixed(colour, "#05070d", 0.5)
        else:
            sky, hills = mixed(colour, "#fffaf0", 0.78), mixed(colour, "#fffaf0", 0.4)
        edge = BOARD_HEIGHT - 3
        ridge = (
            f"M4 140Q{width / 4:g} 112 {width / 2:g} 138T{width - 4} 128V{edge - 1}H4Z"
        )
        frame = f'rx="12" stroke="{INK}" stroke-width="3"'
        return "".join(
            (
                rect(1.5, 1.5, width - 3, edge, sky, frame),
                path(ridge, hills),
                rect(5.5, 5.5, width - 11, edge - 8, "none", f'rx="9" stroke="{colour}" stroke-width="5"'),
                _moon(width) if self.night else _sun(width),
            )
        )  # fmt: skip

    def _frame(self, n: int) -> str:
        """Draw a stage without its effects."""
        stage, colour = self.stages[n], self.monument.hue.light
        edge = f'rx="10" stroke="{colour}" stroke-width="3"'
        on = f"({stage.on})" if stage.on else ""
        x = 12 + measure(on, 12)
        return "".join(
            (
                rect(3, 2, STAGE_WIDTH - 6, STAGE_HEIGHT - 4, self._paper, edge),
                path(f"M3 70H{STAGE_WIDTH - 3}V98a10 10 0 0 1-10 10H13a10 10 0 0 1-10-10Z", colour),
                at(x, 74, rows(stage.price, STAGE_WIDTH - 28 - x, 30)),
                words(STAGE_WIDTH - 10, 96, str(n + 1), 17, "#fff", "end", "serif"),
                words(10, 94, on, 12, "#fff", "start") if on else "",
            )
        )  # fmt: skip

    def _signs(self, n: int, x: float, width: float) -> str:
        """Draw the effects of a stage: side by side, or the halves below each other."""
        does = self.stages[n].does
        if len(does) == 1:
            return at(x, 8, rows(does[0], width, 58))
        upper, lower = (rows(it, width, 27) for it in does)
        middle = line(f"M{x:g} 38.5H{x + width:g}", DIM, 1.5)
        return at(x, 8, upper) + middle + at(x, 42, lower)


def _sun(width: int) -> str:
    return circle(width - 48, 48, 22, "#ffe9a3", 'stroke="#d99a1f" stroke-width="3"')


def _moon(width: int) -> str:
    return at(
        width - 646,
        8,
        path("M604 16A22 22 0 1 0 616 52A18 18 0 1 1 604 16Z", "#f4efd2"),
    )
