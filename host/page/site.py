"""
The web resources of the tables' page: its files, card pictures and events.

Every request is a GET without side effects. Nothing is loaded from elsewhere and no
cookie is set; response headers tell browsers to enforce this (`SAFE`). The bundle is
served by `host/web.py`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from twisted.web.http import BAD_REQUEST, NOT_FOUND, SERVICE_UNAVAILABLE
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request

from sealed_wonders.host.browsers import asked_at
from sealed_wonders.host.page.codes import code
from sealed_wonders.host.page.roomwords import words
from sealed_wonders.host.page.streams import Stream, TableStreams
from sealed_wonders.net.names import NAME_CAP
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.web.pagefiles import data_of, shared
from sealed_wonders.net.web.pictures import Pictures, names
from sealed_wonders.net.web.responses import KINDS, answer, kind_of
from sealed_wonders.net.web.sectionstream import KIND
from sealed_wonders.net.words import LANGUAGES, spoken

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
    for name in public():
        root.putChild(name.encode(), _Text(kind_of(name), partial(_file, name)))
    root.putChild(b"", _Text(KINDS["html"], partial(_file, "index.html")))
    root.putChild(b"events", _Events(board))
    root.putChild(b"cards", _Cards())
    root.putChild(b"names.json", _Text(KINDS["json"], names))
    root.putChild(b"words", _words())
    root.putChild(b"code.svg", _Code(lambda request: board.page_for(asked_at(request))))
    root.putChild(
        b"join.svg",
        _Code(lambda request: board.invitation(asked_at(request).bracketed)),
    )
    root.putChild(
        b"play.svg",
        _Code(
            lambda request: board.seat_for(
                asked_at(request).host, Origin.of(request.channel)
            )
        ),
    )


def _prepare(request: Request, kind: str, caching: str = "no-cache") -> None:
    request.setHeader("Content-Type", kind)
    request.setHeader("Cache-Control", caching)
    for name, value in SAFE.items():
        request.setHeader(name, value)


class _Text(Resource):
    """A response body that stays the same as long as the program runs."""

    isLeaf = True

    def __init__(self, kind: str, text: Callable[[], bytes]) -> None:
        """
        Prepare a response.

        Args:
            text: returns its body; called when somebody asks, so a host begins sooner.
        """
        super().__init__()
        self._kind = kind
        self._text = text

    def render_GET(self, request: Request) -> bytes:
        return _answer(request, self._kind, self._text())


def _answer(request: Request, kind: str, text: bytes) -> bytes:
    _prepare(request, kind)
    return answer(request, kind, text, "no-cache")


@cache
def public() -> Mapping[str, bytes]:
    """Return the files of the page, by name."""
    return {**shared("shared.css", "audience.css"), **data_of(__package__)}


def _file(name: str) -> bytes:
    return public()[name]


@cache
def labels(language: str) -> bytes:
    """Return the page's labels in a language, as JSON."""
    with spoken(language):
        return json.dumps(words(), ensure_ascii=False).encode()


def _words() -> Resource:
    folder = Resource()
    for language in LANGUAGES:
        text = _Text(KINDS["json"], partial(labels, language))
        folder.putChild(f"{language}.json".encode(), text)
    return folder


@cache
def version() -> str:
    """
    Return a hash of everything the page is made of; a browser with another one reloads
    the page.
    """
    digest = hashlib.sha256(names())
    for language in LANGUAGES:
        digest.update(labels(language))
    for name, data in sorted(public().items()):
        digest.update(name.encode() + data)
    return digest.hexdigest()[:12]


class _Cards(Pictures):
    def render_GET(self, request: Request) -> bytes:
        _prepare(request, "text/plain")
        return super().render_GET(request)


class _Code(Resource):
    """A QR code that depends on the address with which the browser has come."""

    isLeaf = True

    def __init__(self, said: Callable[[Request], str]) -> None:
        """
        Prepare a QR code.

        Args:
            said: returns the code's text for a request; empty for a 404.
        """
        super().__init__()
        self._said = said

    def render_GET(self, request: Request) -> bytes:
        said = self._said(request)
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
