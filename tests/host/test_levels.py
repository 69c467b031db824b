"""Filters for events: parts and levels, as typed."""

from __future__ import annotations

import pytest

from sealed_wonders.host.levels import (
    LEVELS,
    PARTS,
    USUAL,
    VERBOSE,
    read_levels,
    tells_all,
)
from sealed_wonders.host.news import Bug, ConnectionNews, News, Trouble
from tests.host.test_news import ALL


@pytest.mark.parametrize("news", ALL, ids=lambda news: type(news).__name__)
def test_all_news_are_of_a_part_and_a_level(news: News) -> None:
    assert news.part in PARTS
    assert news.level in LEVELS


def test_what_is_only_for_finding_faults_is_not_told() -> None:
    """Unless it is asked for."""
    for news in ALL:
        is_traced = isinstance(news, ConnectionNews) or "Phase" in type(news).__name__
        assert is_traced == (news.level == "debug")


def test_a_fault_of_this_program_matters_most() -> None:
    assert ("host", "error") == (Trouble.part, Trouble.level)
    assert ("host", "critical") == (Bug.part, Bug.level)


@pytest.mark.parametrize(
    ("typed", "levels"),
    [
        ("", {"": "info"}),
        ("warn", {"": "warn"}),
        ("messages=debug", {"": "info", "messages": "debug"}),
        ("warn, messages=debug", {"": "warn", "messages": "debug"}),
        ("bots=error,debug,bots=info", {"": "debug", "bots": "info"}),
    ],
)
def test_levels_are_typed(typed: str, levels: dict[str, str]) -> None:
    """The last word on a part goes."""
    assert levels == read_levels(typed)


def test_what_is_typed_goes_before_what_is_usual() -> None:
    assert {"": "debug", "bots": "warn"} == read_levels("bots=warn", VERBOSE)
    assert {"": "warn"} == read_levels("warn", VERBOSE)


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
def test_what_is_no_level_is_refused(typed: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        read_levels(typed)


def test_it_is_known_whether_all_is_told() -> None:
    assert tells_all(VERBOSE, "messages")
    assert not tells_all(USUAL, "messages")
    assert tells_all(read_levels("messages=debug"), "messages")
    assert not tells_all(read_levels("messages=info", VERBOSE), "messages")
