"""The options of the command line become the host's settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.host.hostoptions import read_settings
from sealed_wonders.host.settings import Settings
from tests.support.agreed import agreed


def settings_of(folder: Path, *arguments: str) -> Settings:
    """Give what a command line comes to, without running it."""
    settings = read_settings(["--logs", str(folder), *arguments])
    assert settings is not None
    return settings


@pytest.mark.parametrize(
    ("arguments", "has"), [((), True), (("--no-memory-aid",), False)]
)
def test_a_memory_aid_is_left_out_by_a_word(
    tmp_path: Path,
    arguments: tuple[str, ...],
    has: bool,
) -> None:
    """It is offered unless it is said otherwise."""
    settings = settings_of(tmp_path, *arguments)
    assert has is ("memory" not in settings.terms.own)


@pytest.mark.parametrize(
    ("arguments", "expansions", "leaders"),
    [
        ((), (), "standard"),
        (("--with", ""), (), "standard"),
        (("--with", "edifice"), ("edifice",), "standard"),
        (("--with", "edifice,leaders"), ("leaders", "edifice"), "standard"),
        (("--with", "leaders", "--leaders", "expert"), ("leaders",), "expert"),
    ],
)
def test_expansions_are_named_in_any_order(
    tmp_path: Path,
    arguments: tuple[str, ...],
    expansions: tuple[str, ...],
    leaders: str,
) -> None:
    """A table has them in one."""
    terms = settings_of(tmp_path, *arguments).terms
    assert agreed(expansions=expansions, leaders=leaders) == {
        "sides": "choose",
        **terms.own,
    }


@pytest.mark.parametrize(
    ("arguments", "announced"),
    [
        ((), True),
        (("--no-announce",), False),
        (("--listen", "[::]:0"), True),
        (("--listen", "192.168.1.20:7777"), True),
        (("--listen", "127.0.0.1:0"), False),
        (("--listen", "[::1]:0"), False),
        (("--listen", "localhost:0"), False),
        (("--listen", "127.0.0.1:0", "--announce"), True),
    ],
)
def test_a_host_is_announced_where_others_could_come(
    tmp_path: Path,
    arguments: tuple[str, ...],
    announced: bool,
) -> None:
    """Not where it is for this machine alone, unless it is said so."""
    settings = settings_of(tmp_path, *arguments)
    assert announced is settings.announce
