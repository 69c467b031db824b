"""The options that a person can choose for a new table of 7 Wonders."""

from __future__ import annotations

from sealed_wonders.client.tablewords.hosting import (
    DRAWN,
    SettingChoice,
    TableWish,
    among,
    named,
)
from sealed_wonders.client.tablewords.wonders import lobby
from sealed_wonders.client.words import text
from sealed_wonders.core.wonders.options import BOARDS, LEADERS, WITH
from sealed_wonders.net.words import _, marked, p_


def _with_leaders(wanted: TableWish) -> bool:
    return "leaders" in wanted.own.get(WITH.name, "").split(",")


def _expansions(typed: str) -> str:
    if not typed:
        return p_("expansions", "none")
    return text.listing([lobby.expansion(word, {}) for word in typed.split(",")])


def _memory_aid(typed: str) -> str:
    return _("hidden") if typed else _("shown")


CHOICES = (  # in display order
    SettingChoice(
        WITH.name,
        marked("Expansions"),
        _expansions,
        among("", "leaders", "edifice", "leaders,edifice"),
    ),
    SettingChoice(
        LEADERS.name,
        marked("Leaders"),
        named(
            {"standard": marked("standard"), "expert": marked("standard and expert")}
        ),
        among("standard", "expert"),
        _with_leaders,
    ),
    SettingChoice(
        BOARDS.name,
        marked("Boards"),
        named(
            {
                "base": marked("standard"),
                "all": marked("with Carthage"),
                "first": marked("first edition"),
            }
        ),
        among("base", "all", "first"),
        asks=marked("Board names, separated by commas; empty for the standard ones:"),
    ),
    DRAWN,
    SettingChoice(
        "sides",
        marked("Board sides"),
        named(
            {
                "choose": marked("chosen by each player"),
                "day": marked("day"),
                "night": marked("night"),
                "random": marked("random"),
            }
        ),
        among("choose", "day", "night", "random"),
    ),
    SettingChoice(
        "memory",
        marked("Hands already seen"),
        _memory_aid,
        among("", "off"),
        is_last=True,
    ),
)
