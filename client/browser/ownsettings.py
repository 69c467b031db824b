"""
The settings of this program, for the pages of its owner's seat.

The settings and their values are declared in `client/storage/settings.py` and its
neighbours. Guests get none of them: only the server for this machine's browser has this
resource.
"""

from __future__ import annotations

from collections.abc import Mapping

from twisted.web.resource import Resource
from twisted.web.server import Request

from sealed_wonders.client.browser.gate import BAD, BadPost, answer_json, posted_json
from sealed_wonders.client.storage import settings
from sealed_wonders.client.storage.settings import ABOUT, OFFERED
from sealed_wonders.client.storage.settingsfile import saved
from sealed_wonders.client.storage.settingvalues import BadSetting, Loaded, check, load
from sealed_wonders.core.definition import Facts
from sealed_wonders.net.words import _, spoken


def resources(language: str) -> Mapping[str, Resource]:
    """Return the resource for pages of the owner's seat, by name."""
    return {"settings": _Settings(language)}


class _Settings(Resource):
    """POST settings: all of them, once the one that is posted has been changed."""

    isLeaf = True

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def render_POST(self, request: Request) -> bytes:
        try:
            posted = posted_json(request, may_be_empty=True)
        except BadPost:
            request.setResponseCode(BAD)
            return b""
        with spoken(self._language):
            refused = _change(posted) if posted else ""
            return answer_json(request, {"settings": _rows(), "refused": refused})


def _change(posted: Mapping[str, object]) -> str:
    """Change a setting; return why that can't be, or an empty string."""
    name = str(posted.get("name"))
    try:
        return saved(name, check(name, posted.get("value")))
    except BadSetting as wrong:
        return str(wrong)


def _rows() -> list[Facts]:
    loaded = load()
    return [
        {
            "name": name,
            "means": _(means),
            "value": getattr(loaded.settings, name),
            "offered": list(OFFERED.get(name, ())),
            "note": _note(name, loaded),
        }
        for name, means in ABOUT.items()
    ]


def _note(name: str, loaded: Loaded) -> str:
    """Return why a change wouldn't show; empty if it would."""
    if loaded.sources.get(name) != settings.FROM_ENVIRONMENT:
        return ""
    return settings.precedence(name)
