"""The pictures of all games, and the names of what they show, for browsers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from twisted.web.resource import Resource
from twisted.web.server import Request

from sealed_wonders.core.games import GAMES, definition
from sealed_wonders.core.pictures import signs as drawings
from sealed_wonders.core.pictures.svg import SIZE, Sign
from sealed_wonders.net.web.labels import words
from sealed_wonders.net.web.responses import A_YEAR, KINDS, answer
from sealed_wonders.net.words import LANGUAGES, spoken


@cache
def names() -> bytes:
    """
    Return the names of everything in the catalogues, as JSON.

    ``languages`` has the name of each language in itself, in the order of `LANGUAGES`.
    All else is by game and id: the names in this order, the part of the game, and the
    colour; for a city also its colour on a light page, on a dark page, and its dashes.
    """
    found: dict[str, dict[str, Any]] = {
        game: {
            id: [*(it.names[lang] for lang in LANGUAGES), it.part, it.colour]
            + ([it.hue.light, it.hue.dark, it.hue.dash] if it.hue else [])
            for id, it in definition(game).pictures().items()
            if it.part not in ("stages", "emblems")
        }
        for game in GAMES
    }
    found["languages"] = {}
    for language in LANGUAGES:
        with spoken(language):
            found["languages"][language] = words()["language"]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


_PLAIN = (
    "coin",
    "shield",
    "pawn",
    "edifice",
    "cat",
    "horn",
    "progress",
    "back",
    "crown",
    "stage",
    "wonder",
    "free",
)


@cache
def signs() -> Mapping[str, str]:
    """Return the signs that cards are made of, as SVG by name, such as ``wood``."""
    found: dict[str, Sign] = {name: getattr(drawings, name)() for name in _PLAIN}
    found |= {name: drawings.good(name) for name in drawings.GOODS}
    found |= {it: drawings.science(it) for it in ("tablet", "gear", "compass")}
    found |= {f"card.{it}": drawings.card(it) for it in drawings.FILLS}
    found |= {f"chain.{it}": drawings.chain(it) for it in drawings.CHAINS}
    found |= {"won": drawings.token(""), "lost": drawings.defeat()}
    return {name: _svg(it) for name, it in found.items()}


def _svg(sign: Sign) -> str:
    box = f"0 0 {sign.width:g} {SIZE}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{sign.body}</svg>\n'
    )


@cache
def album(lang: str) -> bytes:
    """Return all pictures and signs as JSON, by their paths below `Pictures`."""
    found = {
        f"{game}/{lang}/{id}": it.svg(lang)
        for game in GAMES
        for id, it in definition(game).pictures().items()
    }
    found |= {f"signs/{name}": it for name, it in signs().items()}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


class Pictures(Resource):
    """Pictures, at GAME/LANGUAGE/ID.svg below this resource, and signs at signs/ID.svg."""

    isLeaf = True

    def render_GET(self, request: Request) -> bytes:
        path = [it.decode("ascii", "replace") for it in request.postpath or ()]
        match path:
            case [game, lang, name] if game in GAMES and lang in LANGUAGES:
                picture = definition(game).pictures().get(name[:-4])
                if picture is not None and name.endswith(".svg"):
                    drawn = picture.svg(lang).encode()
                    return answer(request, KINDS["svg"], drawn, A_YEAR)
            case ["signs", name] if name[:-4] in signs() and name.endswith(".svg"):
                drawn = signs()[name[:-4]].encode()
                return answer(request, KINDS["svg"], drawn, A_YEAR)
        request.setHeader("Content-Type", "text/plain")
        request.setHeader("Cache-Control", "no-cache")
        request.setResponseCode(404)
        return b"no such picture\n"
