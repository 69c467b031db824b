"""
The options that a person can choose for a new table of 7 Wonders.
"""

from __future__ import annotations

from sealed_wonders.client.words import text
from sealed_wonders.client.words.hosting import (
    DRAWN,
    Choice,
    Wanted,
    among,
    named,
)
from sealed_wonders.client.words.wonders import lobby, phrases
from sealed_wonders.core.wonders.options import BOARDS, LEADERS, WITH
from sealed_wonders.net.words import _, marked


def _with_leaders(wanted: Wanted) -> bool:
    return "leaders" in wanted.own.get(WITH.name, "").split(",")


def _expansions(typed: str) -> str:
    if not typed:
        return _("none")
    return text.listing([lobby.expansion(word, {}) for word in typed.split(",")])


def _memory_aid(typed: str) -> str:
    return _("no") if typed else _("yes")


CHOICES = (
    Choice(
        WITH.name,
        marked("expansions"),
        _expansions,
        among("", "leaders", "edifice", "leaders,edifice"),
    ),
    Choice(
        LEADERS.name,
        marked("leaders"),
        named({"standard": marked("standard"), "expert": marked("with experts")}),
        among("standard", "expert"),
        _with_leaders,
    ),
    Choice(
        BOARDS.name,
        marked("boards"),
        named(
            {
                "base": marked("standard"),
                "all": marked("with Carthage"),
                "first": marked("first edition"),
            }
        ),
        among("base", "all", "first"),
        asks=marked("Board names, separated by commas; none for the standard ones:"),
    ),
    DRAWN,
    Choice(
        "sides",
        marked("sides"),
        phrases.side_option,
        among("choose", "day", "night", "random"),
    ),
    Choice(
        "memory",
        marked("show hands already seen"),
        _memory_aid,
        among("", "off"),
        is_last=True,
    ),
)
