"""The notice in a terminal that is too small for any screen."""

from __future__ import annotations

from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    centred,
    fill,
    measure,
    over,
    paragraph,
    row,
)
from sealed_wonders.client.terminal.ability import HEIGHT, WIDTH
from sealed_wonders.net.words import _


def too_small(room: Room, quit: Row, box: Rows) -> Rows:
    """
    Draw what size the screen needs, and as much advice as there is room for.

    Args:
        quit: the key that leaves.
        box: a dialog that is shown above the notice; empty for none.
    """
    rows = _notice(room, quit, room.height - len(box))
    below = max(0, room.height - len(rows))
    # The notice isn't covered by a box.
    above = min(below, max(below // 2, len(box)))
    rows = fill([*[()] * above, *rows], room.width, room.height)
    left = (room.width - max(map(measure, box), default=0)) // 2
    return over(rows, box, max(0, left), 0)


def _notice(room: Room, quit: Row, height: int) -> Rows:
    """Return the roomiest form of the notice that fits; else the shortest."""
    width = room.width
    size = {"wide": WIDTH, "high": HEIGHT, "width": width, "height": room.height}
    needed = _(
        "The screen needs {wide} columns and {high} rows. This terminal has {width} "
        "columns and {height} rows."
    ).format(**size)
    larger = _("Make the window larger, or its letters smaller.")
    plain = _("Line mode works at any size: restart with --plain.")
    brief = _("{wide}x{high} needed, not {width}x{height}").format(**size)
    forms = (
        (needed, larger, plain, quit),
        (needed, larger, quit),
        (needed, quit),
        (needed,),
        (brief,),
    )
    drawn = [_drawn(form, width) for form in forms]
    return next((one for one in drawn if len(one) <= height), drawn[-1][: room.height])


def _drawn(parts: tuple[str | Row, ...], width: int) -> Rows:
    """Draw centred paragraphs with a gap between them."""
    rows: list[Row] = []
    for part in parts:
        said = paragraph(part, width) if isinstance(part, str) else (part,)
        rows += [()] if rows else []
        rows += [centred(row(one, style="title"), width) for one in said]
    return rows
