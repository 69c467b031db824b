"""The pictures of all games, and the names of what they show, for browsers."""

from __future__ import annotations

import json
from functools import cache

from twisted.web.resource import Resource
from twisted.web.server import Request

from sealed_wonders.core.games import GAMES, definition
from sealed_wonders.net.web.responses import A_YEAR, KINDS, answer
from sealed_wonders.net.words import LANGUAGES


@cache
def names() -> bytes:
    """
    Return the names of everything in the catalogues, as JSON.

    An object by game and id; each value is the names in the order of `LANGUAGES`, the
    part of the game, and the colour; for a city also its colour on a light page, on a
    dark page, and its dashes.
    """
    found = {
        game: {
            id: [*(it.names[lang] for lang in LANGUAGES), it.part, it.colour]
            + ([it.hue.light, it.hue.dark, it.hue.dash] if it.hue else [])
            for id, it in definition(game).pictures().items()
            if it.part not in ("stages", "emblems")
        }
        for game in GAMES
    }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


class Pictures(Resource):
    """Pictures, at GAME/LANGUAGE/ID.svg below this resource."""

    isLeaf = True

    def render_GET(self, request: Request) -> bytes:
        path = [it.decode("ascii", "replace") for it in request.postpath or ()]
        match path:
            case [game, lang, name] if game in GAMES and lang in LANGUAGES:
                picture = definition(game).pictures().get(name[:-4])
                if picture is not None and name.endswith(".svg"):
                    drawn = picture.svg(lang).encode()
                    return answer(request, KINDS["svg"], drawn, A_YEAR)
        request.setHeader("Content-Type", "text/plain")
        request.setHeader("Cache-Control", "no-cache")
        request.setResponseCode(404)
        return b"no such picture\n"
