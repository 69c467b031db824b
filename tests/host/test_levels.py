"""Filters for events: parts and levels, as typed by the operator."""

from __future__ import annotations

import pytest

from sealed_wonders.host.levels import (
    USUAL,
    VERBOSE,
    Levels,
    read_levels,
)
from sealed_wonders.host.news import ConnectionNews
from tests.host.test_news import ALL


def test_only_events_for_debugging_have_the_level_debug() -> None:
    for news in ALL:
        is_traced = isinstance(news, ConnectionNews) or "Phase" in type(news).__name__
        assert is_traced == (news.level == "debug")


@pytest.mark.parametrize(
    ("typed", "usual", "levels"),
    [
        ("", USUAL, {"": "info"}),
        ("warn", USUAL, {"": "warn"}),
        ("messages=debug", USUAL, {"": "info", "messages": "debug"}),
        ("warn, messages=debug", USUAL, {"": "warn", "messages": "debug"}),
        ("bots=error,debug,bots=info", USUAL, {"": "debug", "bots": "info"}),
        ("bots=warn", VERBOSE, {"": "debug", "bots": "warn"}),
        ("warn", VERBOSE, {"": "warn"}),
    ],
)
def test_typed_levels_override_the_usual_ones(
    typed: str, usual: Levels, levels: dict[str, str]
) -> None:
    """If a part occurs twice, the last level counts."""
    assert levels == read_levels(typed, usual)


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("loud", "there is no level 'loud', only debug, info, warn, error, critical"),
        ("oak=info", "there is no part 'oak', only bots, disk, host, messages,"),
        ("=info", "there is no part ''"),
        ("bots=", "there is no level ''"),
        ("bots=info=warn", "there is no part 'bots=info'"),
    ],
)
def test_unknown_levels_and_parts_are_refused(typed: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        read_levels(typed)
