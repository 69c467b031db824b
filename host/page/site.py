"""
The web resources of the tables' page: its files, card pictures and events.

Every request is a GET without side effects. Nothing is loaded from elsewhere and no
cookie is set; response headers tell browsers to enforce this (`SAFE`). The bundle is
served by `host/web.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

from twisted.web.http import BAD_REQUEST, NOT_FOUND, SERVICE_UNAVAILABLE
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request

from sealed_wonders.host.browsers import asked_at
from sealed_wonders.host.page.codes import code
from sealed_wonders.host.page.streams import Stream, TableStreams
from sealed_wonders.host.webnames import RequestedAddress
from sealed_wonders.net.names import NAME_CAP
from sealed_wonders.net.web.pictures import Pictures, names
from sealed_wonders.net.web.responses import answer, kind_of
from sealed_wonders.net.web.sectionstream import KIND

FILES = ("index.html", "page.css", "page.js", "words.json", "icon.svg")
"""Files of the page in the package's data folder."""

SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def place(root: Resource, board: TableStreams) -> None:
    """Add the page's resources to a root."""
    for name in FILES:
        root.putChild(name.encode(), _File(name))
    root.putChild(b"", _File("index.html"))
    root.putChild(b"events", _Events(board))
    root.putChild(b"cards", _Cards())
    root.putChild(b"names.json", _Names())
    root.putChild(b"code.svg", _Code(lambda asked: asked.url))
    root.putChild(b"join.svg", _Code(lambda asked: board.invitation(asked.bracketed)))


def _prepare(request: Request, kind: str, caching: str = "no-cache") -> None:
    request.setHeader("Content-Type", kind)
    request.setHeader("Cache-Control", caching)
    for name, value in SAFE.items():
        request.setHeader(name, value)


class _Text(Resource):
    """A response body that stays the same as long as the program runs."""

    isLeaf = True
    kind = ""

    def text(self) -> bytes:
        raise NotImplementedError

    def render_GET(self, request: Request) -> bytes:
        return _answer(request, self.kind, self.text())


def _answer(request: Request, kind: str, text: bytes) -> bytes:
    _prepare(request, kind)
    return answer(request, kind, text, "no-cache")


class _File(_Text):
    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.kind = kind_of(name)

    def text(self) -> bytes:
        return _read(self._name)


@cache
def _read(name: str) -> bytes:
    folder = resources.files("sealed_wonders.host.page") / "data"
    return (folder / name).read_bytes()


class _Names(_Text):
    """
    Names of everything in the catalogues by language, with the parts and colours.

    The colour of a city follows: on a light page, on a dark page, and its dashes.
    """

    kind = "application/json"

    def text(self) -> bytes:
        return names()


@cache
def version() -> str:
    """
    Return a hash of the page's files; a browser with another one reloads the page.
    """
    digest = hashlib.sha256()
    for name in FILES:
        digest.update(_read(name))
    digest.update(names())
    return digest.hexdigest()[:12]


class _Cards(Pictures):
    def render_GET(self, request: Request) -> bytes:
        _prepare(request, "text/plain")
        return super().render_GET(request)


class _Code(Resource):
    """A QR code that depends on the address with which the browser has come."""

    isLeaf = True

    def __init__(self, said: Callable[[RequestedAddress], str]) -> None:
        """
        Prepare a QR code.

        Args:
            said: returns the code's text for the requested address; empty for a 404.
        """
        super().__init__()
        self._said = said

    def render_GET(self, request: Request) -> bytes:
        said = self._said(asked_at(request))
        if not said:
            _prepare(request, "text/plain")
            request.setResponseCode(NOT_FOUND)
            return b"no address\n"
        return _answer(request, "image/svg+xml", code(said))


class _Events(Resource):
    """The event stream of a table, or of all tables."""

    isLeaf = True

    def __init__(self, board: TableStreams) -> None:
        super().__init__()
        self._board = board

    def render_GET(self, request: Request) -> Any:
        names = (request.args or {}).get(b"table", [b""])
        table = names[0].decode("utf-8", "replace")
        if len(table) > NAME_CAP:
            _prepare(request, "text/plain")
            request.setResponseCode(BAD_REQUEST)
            return b"no table has so long a name\n"
        if self._board.is_stopped:
            _prepare(request, "text/plain")
            request.setResponseCode(SERVICE_UNAVAILABLE)
            return b"this host is ending\n"
        _prepare(request, KIND, "no-store")
        stream = Stream(request, table)
        request.notifyFinish().addBoth(lambda _: self._board.remove(stream))
        self._board.add(stream)
        return NOT_DONE_YET
