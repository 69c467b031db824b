"""
The prompt-toolkit control in which `FullScreen` shows rows, with clicks on them.

Nothing to do with score sheets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from sealed_wonders.client.signs.draw import Row, Rows, measure

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

_WHEEL = {MouseEventType.SCROLL_UP: "up", MouseEventType.SCROLL_DOWN: "down"}
"""Actions of the mouse wheel."""


class SheetControl(UIControl):
    """A control that draws rows."""

    def __init__(
        self,
        draw: Callable[[int, int], Rows],
        act: Callable[[str], None],
        wheel: Callable[[str], None],
        moved: Callable[[], None] = lambda: None,
    ) -> None:
        """
        Create the control.

        Args:
            draw: Returns rows for a width and a height.
            act: Carries out an action by its name.
            wheel: Moves or scrolls by a notch of the wheel: "up" or "down".
            moved: Called when the mouse was only moved.
        """
        self._draw = draw
        self._act = act
        self._wheel = wheel
        self._moved = moved
        self._rows: Rows = ()
        self._pressed: Point | None = None
        """Where the left button was pressed; None if it is up."""

    def is_focusable(self) -> bool:
        """Return True: some screen always takes keys."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        rows = self._rows = self._draw(width, height)

        def line(index: int) -> StyleAndTextTuples:
            return [(part.style, part.text) for part in rows[index]]

        return UIContent(line, line_count=len(rows), show_cursor=False)

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        """
        Carry out the action of a click or the wheel; other events cause no redraw.

        A click is a press and a release of the left button at the same place, so a
        drag does nothing.
        """
        kind, at = mouse_event.event_type, mouse_event.position
        if kind is MouseEventType.MOUSE_MOVE:
            self._moved()
        elif kind in _WHEEL:
            self._wheel(_WHEEL[kind])
            return None
        elif kind is MouseEventType.MOUSE_DOWN:
            is_left = mouse_event.button in (MouseButton.LEFT, MouseButton.UNKNOWN)
            self._pressed = at if is_left else None
        elif kind is MouseEventType.MOUSE_UP:
            pressed, self._pressed = self._pressed, None
            if pressed == at and at.y < len(self._rows):
                return self._click(_at(self._rows[at.y], at.x))
        return NotImplemented

    def _click(self, does: str) -> NotImplementedOrNone:
        if not does:
            return NotImplemented
        self._act(does)
        return None


def _at(one: Row, column: int) -> str:
    """Return the action of a click on a column of a row."""
    for part in one:
        width = measure(part.text)
        if column < width:
            return part.does
        column -= width
    return ""
