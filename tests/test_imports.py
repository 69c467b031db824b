"""
Who may import whom, read from the sources alone.

The rooms of the project are kept apart by what they import. This test needs no tool:
it parses every module and looks at each import, wherever in the module it stands.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("core", "net", "client", "host")

BANNED_IN_CORE = frozenset(
    ("random", "secrets", "time", "datetime", "os", "socket", "asyncio", "threading")
)
"""Clock, chance and the outside world arrive in `core` as arguments."""

PROGRAMS = frozenset(
    ("twisted", "zope", "msgspec", "cryptography", "click", "platformdirs")
)
"""What both programs may use; ``zope`` is how Twisted declares interfaces."""

THIRD_PARTY = {
    "core": frozenset[str](),
    "net": frozenset(("msgpack", "msgspec", "cryptography")),
    "host": PROGRAMS,
    "client": PROGRAMS | {"prompt_toolkit"},
}
THIRD_PARTY_BY_MODULE = {
    "client/storage/settingsfile.py": frozenset(("tomlkit",)),
    "client/terminal/screens/invite.py": frozenset(("pyfiglet", "segno")),
    "net/discovery/dnssd.py": frozenset(("zeroconf",)),
    "net/threads.py": frozenset(("twisted",)),
    "net/verification.py": frozenset(("twisted",)),
    "net/discovery/interfaces.py": frozenset(("ifaddr",)),
    "net/wire.py": frozenset(("twisted", "zope", "OpenSSL")),
    "net/sealed/sodium.py": frozenset(("nacl",)),
}
"""
Exceptions, each one module: `discovery` looks for hosts, `hands` has threads, `intake`
waits with Deferreds, `interfaces` asks for this machine's addresses, `wire` has sockets
and TLS, `sodium` the quick group, `settingsfile` leaves alone what somebody wrote, and
`invite` draws large letters, and codes for cameras.
"""

OWN = {
    "core": ("sealed_wonders.core",),
    "net": (
        "sealed_wonders.net",
        "sealed_wonders.core.game",
        "sealed_wonders.core.quoting",
    ),
    "host": ("sealed_wonders.host", "sealed_wonders.net", "sealed_wonders.core"),
    "client": ("sealed_wonders.client", "sealed_wonders.net", "sealed_wonders.core"),
}

EXPANSIONS = (
    "sealed_wonders.core.wonders.leaders",
    "sealed_wonders.core.wonders.edifice",
)

KNOW_EXPANSIONS = ("check", "kinds", "ruleset", "view")
"""
Modules of the ruleset that know its expansions: those that gather all kinds of effects
and tasks, and those that write all of a game down.
"""

SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for room in ROOMS
    for path in (ROOT / room).rglob("*.py")
)


class Import(NamedTuple):
    """One imported name, dotted and absolute, and the line it stands on."""

    name: str
    line: int


def imports(source: str) -> Iterator[Import]:
    """Every name *source* imports; ``from a import b`` counts as ``a.b``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            prefix = "." * node.level + (node.module or "")
            for alias in node.names:
                yield Import(f"{prefix}.{alias.name}", node.lineno)


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(
        name == package or name.startswith(package + ".") for package in packages
    )


def objection(path: str, name: str) -> str | None:
    """Why the module at *path* may not import *name*; None if it may."""
    room = path.split("/")[0]
    top = name.split(".")[0]
    if top == "":
        return "relative"
    if top in ROOMS:
        return "a second copy of one of our own modules"
    if top == "sealed_wonders":
        return None if within(name, OWN[room]) else f"not for {room}"
    if top in sys.stdlib_module_names:
        if room == "core" and top in BANNED_IN_CORE:
            return "not for core"
        return None
    allowed = THIRD_PARTY[room] | THIRD_PARTY_BY_MODULE.get(path, frozenset())
    return None if top in allowed else f"not for {path}"


@pytest.mark.parametrize(
    "path", [path for path in SOURCES if path.startswith("core/wonders/")]
)
def test_the_base_game_does_not_know_its_expansions(path: str) -> None:
    """Nor does one of them know another."""
    name = path.removesuffix(".py").replace("/", ".")
    others = [it for it in EXPANSIONS if not within(f"sealed_wonders.{name}", (it,))]
    if name.removeprefix("core.wonders.") in KNOW_EXPANSIONS:
        return
    found = imports((ROOT / path).read_text("utf-8"))
    assert [] == [it for it in found if within(it.name, tuple(others))]


@pytest.mark.parametrize("path", SOURCES)
def test_module_imports_only_what_its_room_may(path: str) -> None:
    """Each room imports what the table allows it, by absolute names."""
    found = imports((ROOT / path).read_text(encoding="utf-8"))
    wrong = [
        f"{path}:{line}: {name} ({why})"
        for name, line in found
        if (why := objection(path, name))
    ]
    assert [] == wrong


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("core/game.py", "random"),
        ("core/game.py", "os.path"),
        ("core/game.py", "msgspec.Struct"),
        ("core/game.py", "sealed_wonders.net.frames"),
        ("net/fold.py", "sealed_wonders.core.wonders"),
        ("net/fold.py", "sealed_wonders.core.local"),
        ("net/fold.py", "twisted.internet"),
        ("net/fold.py", "core.game"),
        ("net/fold.py", ".errors"),
        ("host/table.py", "sealed_wonders.client.table.seat"),
        ("host/table.py", "prompt_toolkit"),
        ("client/table/seat.py", "sealed_wonders.host.table"),
    ],
)
def test_the_table_objects(path: str, name: str) -> None:
    """The test above would see what it is there to see."""
    assert objection(path, name) is not None


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("core/local.py", "sealed_wonders.core.game.State"),
        ("core/game.py", "hashlib"),
        ("net/fold.py", "sealed_wonders.core.game.Ruleset"),
        ("net/fold.py", "sealed_wonders.core.game"),
        ("net/wire.py", "twisted.internet.protocol"),
        ("host/table.py", "sealed_wonders.net.fold"),
        ("client/terminal/line.py", "prompt_toolkit.PromptSession"),
    ],
)
def test_the_table_allows(path: str, name: str) -> None:
    """What the rooms are meant to import is not objected to."""
    assert objection(path, name) is None


TEXT = frozenset(
    (".py", ".toml", ".md", ".txt", ".json", ".jsonl", ".cfg", ".in", ".yml", ".sh")
)
ELSEWHERE = re.compile(
    r"\.\./" + r"shared\b"  # written in two parts, not to find itself
    r"|(?<![\w.~}$)])/(?:work|home|root|Users)/",
)
"""A path that only one machine has."""


def project_files() -> Iterator[Path]:
    """Every text file of the project; not what tools and builds leave behind."""
    for top in sorted(ROOT.iterdir()):
        if top.is_dir() and top.name in {*ROOMS, "tests", "scripts", "docs", ".ci"}:
            yield from sorted(path for path in top.rglob("*") if path.is_file())
        elif top.is_file() and not top.name.startswith("."):
            yield top


def test_nothing_points_outside_the_project() -> None:
    """The project stands alone: no path that leads out of a checkout."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip():.80}"
        for path in project_files()
        if path.suffix in TEXT or path.parent.name in {"scripts", ".ci"}
        for number, line in enumerate(
            path.read_text(encoding="utf-8").splitlines(), start=1
        )
        if ELSEWHERE.search(line)
    ]
    assert [] == found
