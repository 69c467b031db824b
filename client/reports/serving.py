"""
A game that was played, for the browser of whoever sits here.

It is served on loopback rather than written into a file. Browsers that come as snaps or
flatpaks can read no file in ``/tmp`` or in a hidden folder, and they are what most people
have; and such a page may show a hand that only our own keys open, which is to lie on no
disk.
"""

from __future__ import annotations

from twisted.internet.interfaces import IReactorTime
from twisted.web.resource import Resource
from twisted.web.server import Request

from sealed_wonders.client.browser.access import Access
from sealed_wonders.client.browser.gate import Gate
from sealed_wonders.client.reports.page import data

SCRIPT = "replay.js"

_PUBLIC = ("report.css", "report.js", SCRIPT)


def gate(clock: IReactorTime, access: Access, content: str) -> Gate:
    """
    Serve a game to pages that were let in.

    Args:
        content: the game, as `sealed_wonders.client.reports.page.content` writes it.
    """
    public = {name: data(name).encode() for name in _PUBLIC}
    return Gate(clock, access, SCRIPT, public, {"game": _Game(content)})


class _Game(Resource):
    isLeaf = True

    def __init__(self, content: str) -> None:
        super().__init__()
        self._content = content.encode()

    def render_POST(self, request: Request) -> bytes:
        request.setHeader("Content-Type", "text/html; charset=utf-8")
        return self._content
