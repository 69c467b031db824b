"""
A replayed game, served to the browser of the local user.

It is served on loopback rather than written to a file, for two reasons. Browsers
installed as snaps or flatpaks, which are common, can't read files in ``/tmp`` or in
hidden folders. And the page may show a hand that only our own keys open, which must not
be written to disk.
"""

from __future__ import annotations

from twisted.internet.interfaces import IReactorTime
from twisted.web.resource import Resource
from twisted.web.server import Request

from sealed_wonders.client.browser.access import Access
from sealed_wonders.client.browser.gate import Gate
from sealed_wonders.client.reports.page import modules

SCRIPT = "replay.js"


def gate(clock: IReactorTime, access: Access, game: str) -> Gate:
    """
    Return a gate that serves a game to pages that were let in.

    Args:
        clock: the reactor's clock.
        access: decides which pages are let in.
        game: the game, as `sealed_wonders.client.reports.page.data` writes it.
    """
    return Gate(clock, access, SCRIPT, modules(), {"game": _Game(game)})


class _Game(Resource):
    isLeaf = True

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game.encode()

    def render_POST(self, request: Request) -> bytes:
        request.setHeader("Content-Type", "application/json")
        return self._game
