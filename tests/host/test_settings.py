"""How options of the command line become a host's settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.host.hostoptions import read_settings
from sealed_wonders.host.settings import Settings
from tests.support.agreed import agreed


def settings_of(folder: Path, *arguments: str) -> Settings:
    """Return the settings of a command line."""
    settings = read_settings(["--logs", str(folder), *arguments])
    assert settings is not None
    return settings


@pytest.mark.parametrize(
    ("arguments", "own"),
    [
        ((), {}),
        (("--no-memory-aid",), {"memory_aid": False}),
        (("--with", ""), {}),
        (("--with", "edifice"), {"expansions": ("edifice",)}),
        (("--with", "edifice,leaders"), {"expansions": ("leaders", "edifice")}),
        (
            ("--with", "leaders", "--leaders", "expert"),
            {"expansions": ("leaders",), "leaders": "expert"},
        ),
    ],
)
def test_expansions_can_be_named_in_any_order(
    tmp_path: Path, arguments: tuple[str, ...], own: dict[str, Any]
) -> None:
    """The terms have them in one order. The memory aid is on by default."""
    terms = settings_of(tmp_path, *arguments).terms
    assert agreed(**own) == {"sides": "choose", **terms.own}


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
def test_a_host_that_others_can_reach_is_announced(
    tmp_path: Path, arguments: tuple[str, ...], announced: bool
) -> None:
    """A host for this machine alone is announced only if requested."""
    settings = settings_of(tmp_path, *arguments)
    assert announced is settings.announce
