"""QR codes of invitations, for the page and for the operator's terminal."""

from __future__ import annotations

import io
from functools import lru_cache

import segno


@lru_cache(maxsize=16)
def code(said: str) -> bytes:
    """Return a QR code as SVG."""
    out = io.BytesIO()
    made = segno.make(said, error="m", micro=False)
    made.save(out, kind="svg", border=3, xmldecl=False, light="#fff", dark="#000")
    return out.getvalue()


@lru_cache(maxsize=4)
def in_lines(said: str) -> tuple[str, ...]:
    """Return a QR code as lines of blocks, two rows per line, light on dark."""
    made = segno.make(said, error="l", micro=False)
    rows = [list(row) for row in made.matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return tuple(
        "".join("█▀▄ "[2 * up + down] for up, down in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
