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

from sealed_wonders.host.browsers import AnsweringResource, asked_at
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
        root.putChild(name.encode(), _text(kind_of(name), partial(_file, name)))
    root.putChild(b"", _text(KINDS["html"], partial(_file, "index.html")))
    root.putChild(b"events", AnsweringResource(partial(_follow, board)))
    root.putChild(b"cards", _Cards())
    root.putChild(b"names.json", _text(KINDS["json"], names))
    root.putChild(b"words", _words())
    codes: Mapping[bytes, Callable[[Request], str]] = {
        b"code.svg": lambda it: board.page_for(asked_at(it)),
        b"join.svg": lambda it: board.invitation(asked_at(it).bracketed),
        b"play.svg": lambda it: board.seat_for(
            asked_at(it).host, Origin.of(it.channel)
        ),
    }
    for path, said in codes.items():
        root.putChild(path, _code(said))


def _prepare(request: Request, kind: str, caching: str = "no-cache") -> None:
    request.setHeader("Content-Type", kind)
    request.setHeader("Cache-Control", caching)
    for name, value in SAFE.items():
        request.setHeader(name, value)


def _text(kind: str, text: Callable[[], bytes]) -> AnsweringResource:
    """
    Return a page that stays the same as long as the program runs.

    Args:
        text: returns its body; called when somebody asks, so a host begins sooner.
    """
    return AnsweringResource(lambda request: _answer(request, kind, text()))


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
        text = _text(KINDS["json"], partial(labels, language))
        folder.putChild(f"{language}.json".encode(), text)
    return folder


@cache
def version() -> str:
    """Return a hash of the page's contents; a browser with another one reloads it."""
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


def _code(said: Callable[[Request], str]) -> AnsweringResource:
    """Return a QR code of what *said* returns for a request; a 404 if it is empty."""

    def draw(request: Request) -> bytes:
        if text := said(request):
            return _answer(request, KINDS["svg"], code(text))
        return _refuse(request, NOT_FOUND, b"no address\n")

    return AnsweringResource(draw)


def _refuse(request: Request, status: int, line: bytes) -> bytes:
    _prepare(request, "text/plain")
    request.setResponseCode(status)
    return line


def _follow(board: TableStreams, request: Request) -> Any:
    """Begin the event stream of a table, or of all tables."""
    names = (request.args or {}).get(b"table", [b""])
    table = names[0].decode("utf-8", "replace")
    if len(table) > NAME_CAP:
        return _refuse(request, BAD_REQUEST, b"no table has so long a name\n")
    if board.is_stopped:
        return _refuse(request, SERVICE_UNAVAILABLE, b"this host is ending\n")
    _prepare(request, KIND, "no-store")
    if request.method == b"HEAD":
        return b""  # a stream would never end
    stream = Stream(request, table)
    request.notifyFinish().addBoth(lambda _: board.remove(stream))
    board.add(stream)
    return NOT_DONE_YET
