"""The web resources of a seat: its files, its events, and what pages post."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from twisted.internet.interfaces import IReactorTime
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request

from sealed_wonders.client.browser import owngames, ownsettings
from sealed_wonders.client.browser.access import Access
from sealed_wonders.client.browser.gate import BAD, TOO_MANY, BadPost, Gate, posted_json
from sealed_wonders.client.browser.pagewords import words
from sealed_wonders.client.browser.seatface import BadAction, SeatFace
from sealed_wonders.client.view.games import face_of
from sealed_wonders.core.games import GAMES, definition
from sealed_wonders.net.web.pagefiles import data_of, shared
from sealed_wonders.net.web.pictures import Pictures, names
from sealed_wonders.net.web.sectionstream import KIND
from sealed_wonders.net.words import language, spoken

SCRIPT = "seat.js"


@cache
def public() -> Mapping[str, bytes]:
    """Return the files of the page that anybody may read, by name."""
    own = data_of("sealed_wonders.client.browser").items()
    kept = {name: data for name, data in own if not name.startswith("gate")}
    return {**shared("shared.css"), **kept}


@cache
def version() -> str:
    """Return a hash of everything that browsers may keep."""
    digest = hashlib.sha256(names())
    for name, data in sorted(public().items()):
        digest.update(name.encode() + data)
    return digest.hexdigest()[:12]


def gate(clock: IReactorTime, access: Access, face: SeatFace) -> Gate:
    """Return a gate that serves a seat to pages that were let in."""
    private = {**of_seat(face, language()), **_of_owner(language())}
    open = {"cards": Pictures(), **owngames.pages()}
    return Gate(clock, access, SCRIPT, public(), private, open)


def _of_owner(language: str) -> Mapping[str, Resource]:
    """Return the further resources for pages on the player's own machine, by name."""
    return {**owngames.resources(language), **ownsettings.resources(language)}


def of_seat(face: SeatFace, language: str) -> Mapping[str, Resource]:
    """Return what only the pages of a seat may post to, by name; a guest's as well."""
    return {
        "events": _Events(face),
        "act": _Act(face),
        "words": _Words(language, _labels),
        "says": _Words(language, _explanations),
    }


class _Words(Resource):
    """Words in one language, made when a page asks for them."""

    isLeaf = True

    def __init__(self, language: str, written: Callable[[str], bytes]) -> None:
        """
        Create the resource.

        Args:
            written: Returns the words in a language, as JSON.
        """
        super().__init__()
        self._language = language
        self._written = written

    def render_POST(self, request: Request) -> bytes:
        request.setHeader("Content-Type", "application/json")
        return self._written(self._language)


def _labels(language: str) -> bytes:
    """Write the page's labels, the names of all cards, and the hash for their pictures."""
    with spoken(language):
        labels = words()
    known = {"words": labels, "names": json.loads(names()), "version": version()}
    return json.dumps(known, ensure_ascii=False).encode()


@cache
def _explanations(language: str) -> bytes:
    """Write the words for all pictures, by game and id."""
    with spoken(language):
        found = {
            game: {
                id: words
                for id in definition(game).pictures()
                if (words := face_of(game).pictures.says(id))
            }
            for game in GAMES
        }
    return json.dumps(found, ensure_ascii=False).encode()


class _Events(Resource):
    isLeaf = True

    def __init__(self, face: SeatFace) -> None:
        super().__init__()
        self._face = face

    def render_POST(self, request: Request) -> Any:
        request.setHeader("Content-Type", KIND)
        if not self._face.add(request):
            request.setResponseCode(TOO_MANY)
            return b""
        return NOT_DONE_YET


class _Act(Resource):
    isLeaf = True

    def __init__(self, face: SeatFace) -> None:
        super().__init__()
        self._face = face

    def render_POST(self, request: Request) -> bytes:
        try:
            self._face.act(posted_json(request))
        except (BadPost, BadAction, ValueError, RecursionError):
            request.setResponseCode(BAD)
        else:
            request.setResponseCode(204)
        return b""
