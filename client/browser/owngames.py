"""
The games kept on this machine, and their replays, for the pages of its owner's seat.

Guests get neither: only the server for this machine's browser has these resources.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.web.http import INTERNAL_SERVER_ERROR, NOT_FOUND, OK
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request

from sealed_wonders.client.browser.gate import PublicFile, page
from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.files import read
from sealed_wonders.client.logs.kept import folder, newest
from sealed_wonders.client.reasons import Problem
from sealed_wonders.client.reports.page import STYLES, data, modules
from sealed_wonders.client.reports.serving import SCRIPT
from sealed_wonders.client.reports.story import story
from sealed_wonders.client.tablewords.keptrows import described
from sealed_wonders.core.definition import Facts
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.replay import Unknown
from sealed_wonders.net.words import spoken

LISTED = 30
"""Maximum number of games that a page lists."""

REPLAY = "replay.html"

LOG = Logger()


class NoReplay(Exception):
    """No kept game has this name, or none has begun in its log."""


EXPECTED = (NoReplay, OSError, Problem, RemoteProtocolError, Unknown)
"""Why a game can't be shown: there is none, or its file can't be read here."""


def pages() -> Mapping[str, Resource]:
    """Return what anybody may read of the page that shows a replay, by name."""
    asks = page(SCRIPT, [*STYLES, "gate.css"])
    files = {REPLAY: asks.encode(), **modules()}
    return {it: PublicFile(kept, it.rpartition(".")[2]) for it, kept in files.items()}


def resources(language: str) -> Mapping[str, Resource]:
    """Return the resources for pages of the owner's seat, by name."""
    return {"games": _Games(language), "game": _Replay(language)}


def in_thread(do: Callable[[str], str], given: str) -> Deferred[str]:
    from twisted.internet.threads import deferToThread

    return deferToThread(do, given)


def _status(found: str | Failure) -> int:
    """Return the status of a response; log a failure that nobody has expected."""
    if not isinstance(found, Failure):
        return OK
    if found.check(*EXPECTED):
        return NOT_FOUND
    LOG.failure("Kept games can't be shown", found)
    return INTERNAL_SERVER_ERROR


class Threaded(Resource):
    """An answer that takes time: another thread prepares it."""

    isLeaf = True
    kind = ""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def render_POST(self, request: Request) -> Any:
        left: list[object] = []
        request.notifyFinish().addBoth(left.append)

        def answer(found: str | Failure) -> None:
            status = _status(found)
            if left:
                return
            request.setResponseCode(status)
            if isinstance(found, Failure):
                request.setHeader("Content-Length", "0")
            else:
                body = found.encode()
                request.setHeader("Content-Type", self.kind)
                request.setHeader("Content-Length", str(len(body)))
                request.write(body)
            request.finish()

        asked = (request.args or {}).get(b"log", [b""])[0].decode("utf-8", "replace")
        in_thread(self._spoken, asked).addBoth(answer)
        return NOT_DONE_YET

    def _spoken(self, asked: str) -> str:
        with spoken(self._language):
            return self.found(asked)

    def found(self, asked: str) -> str:
        raise NotImplementedError


class _Games(Threaded):
    """POST games: the games that are kept, most recent first."""

    kind = "application/json"

    def found(self, asked: str) -> str:
        games = newest(folder())[:LISTED]
        rows = [
            {"log": path.name, **_row(path, f"{at:%Y-%m-%d %H:%M}")}
            for path, at in games
        ]
        return json.dumps({"games": rows}, ensure_ascii=False)


def _row(path: Path, at: str) -> Facts:
    title, result, people = described(path)
    return {"at": at, "title": title, "result": result, "people": people}


class _Replay(Threaded):
    """POST game: the data of the page that shows a kept game turn by turn."""

    kind = "application/json"

    def found(self, asked: str) -> str:
        path = next((it for it, _at in newest(folder()) if it.name == asked), None)
        if path is None:
            raise NoReplay
        keys = replaying.own_keys(own_hand=False)
        told = replaying.replay(read(path), keys=keys)
        if not told.moments:
            raise NoReplay
        return data(story(told), None)
