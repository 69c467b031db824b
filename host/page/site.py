"""
The web resources of the tables' page: its files, card pictures and events.

Every request is a GET without side effects. Nothing is loaded from elsewhere and no
cookie is set; response headers tell browsers to enforce this (`SAFE`). The bundle is
served by `host/web.py`.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from twisted.web.http import BAD_REQUEST, NOT_FOUND, SERVICE_UNAVAILABLE
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request

from sealed_wonders.core.games import GAMES, definition
from sealed_wonders.host.browsers import asked_at
from sealed_wonders.host.page.codes import code
from sealed_wonders.host.page.streams import Stream, TableStreams
from sealed_wonders.host.webnames import RequestedAddress
from sealed_wonders.net.names import NAME_CAP

LANGUAGES = ("en", "fr")

FILES: Mapping[str, str] = {
    "index.html": "text/html; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "words.json": "application/json",
    "icon.svg": "image/svg+xml",
}
"""Files of the page in the package's data folder, with their content types."""

SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}

A_YEAR = "public, max-age=31536000, immutable"
"""Cache-Control for pictures, whose addresses contain a hash of the page."""


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


def _answer(
    request: Request, kind: str, text: bytes, caching: str = "no-cache"
) -> bytes:
    _prepare(request, kind, caching)
    tag = f'"{hashlib.sha256(text).hexdigest()[:16]}"'.encode()
    request.setHeader("Vary", "Accept-Encoding")
    if request.setETag(tag):
        return b""
    takes = request.getHeader("Accept-Encoding") or ""
    if "gzip" in takes and len(text) > 500:
        request.setHeader("Content-Encoding", "gzip")
        return _zipped(text)
    return text


@lru_cache(maxsize=32)
def _zipped(text: bytes) -> bytes:
    return gzip.compress(text, 9, mtime=0)


class _File(_Text):
    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.kind = FILES[name]

    def text(self) -> bytes:
        return _read(self._name)


@cache
def _read(name: str) -> bytes:
    folder = resources.files("sealed_wonders.host.page") / "data"
    return (folder / name).read_bytes()


class _Names(_Text):
    """Names of everything in the catalogues by language, with the parts and colours."""

    kind = "application/json"

    def text(self) -> bytes:
        return _names()


@cache
def _names() -> bytes:
    found = {
        game: {
            id: [*(it.names[lang] for lang in LANGUAGES), it.part, it.colour]
            for id, it in definition(game).pictures().items()
            if it.part != "stages"
        }
        for game in GAMES
    }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


@cache
def version() -> str:
    """
    Return a hash of the page's files; a browser with another one reloads the page.
    """
    digest = hashlib.sha256()
    for name in FILES:
        digest.update(_read(name))
    digest.update(_names())
    return digest.hexdigest()[:12]


class _Cards(Resource):
    """Pictures, at cards/GAME/LANGUAGE/ID.svg."""

    isLeaf = True

    def render_GET(self, request: Request) -> bytes:
        path = [it.decode("ascii", "replace") for it in request.postpath or ()]
        match path:
            case [game, ("en" | "fr") as lang, name] if game in GAMES:
                picture = definition(game).pictures().get(name[:-4])
                if picture is not None and name.endswith(".svg"):
                    drawn = _drawn(game, lang, name[:-4])
                    return _answer(request, "image/svg+xml", drawn, A_YEAR)
        _prepare(request, "text/plain")
        request.setResponseCode(NOT_FOUND)
        return b"no such picture\n"


def _drawn(game: str, lang: str, id: str) -> bytes:
    return definition(game).pictures()[id].svg(lang).encode()


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
        _prepare(request, "text/event-stream; charset=utf-8", "no-store")
        stream = Stream(request, table)
        request.notifyFinish().addBoth(lambda _: self._board.remove(stream))
        self._board.add(stream)
        return NOT_DONE_YET
