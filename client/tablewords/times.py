"""Time limits in words."""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client.words import text
from sealed_wonders.net.times import Times
from sealed_wonders.net.words import _


def limits(times: Times) -> str:
    """Return time limits for the middle of a sentence."""
    return ", ".join(_limits(times)) or _("no time limit")


def _limits(times: Times) -> Iterator[str]:
    if times.turn:
        yield _("{time} per choice").format(time=text.duration(times.turn))
    if times.game:
        yield _("{time} each for the game").format(time=text.duration(times.game))
    if times.increment:
        more = text.duration(times.increment)
        yield _("plus {time} per choice").format(time=more)
