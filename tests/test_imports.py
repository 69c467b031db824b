"""
Packages import only the packages that they may import.

The project's rooms are separated by their imports. This test parses every module and
checks each import, wherever in the module it is.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from sealed_wonders.core.games import OPTIONS
from tests.support.elsewhere import MODULES, recorded
from tests.support.sources import ROOMS, ROOT, SOURCES, nodes_of, statements

BANNED_IN_CORE = frozenset(
    ("random", "secrets", "time", "datetime", "os", "socket", "asyncio", "threading")
)
"""Forbidden in `core`, which receives clock, randomness and the outside world as arguments."""

PROGRAMS = frozenset(
    ("twisted", "zope", "msgspec", "cryptography", "click", "platformdirs")
)
"""Packages that both programs may use; Twisted declares interfaces with ``zope``."""

THIRD_PARTY = {
    "core": frozenset[str](),
    "net": frozenset(("msgpack", "msgspec", "cryptography")),
    "host": PROGRAMS,
    "client": PROGRAMS | {"prompt_toolkit"},
}
COMMAND_LINES = "net/commandline/"
"""The code that both command lines share, where `net` may use click."""

PAGES = "net/web/"
"""Code of all web pages, where `net` may use Twisted, MarkupSafe and `GAMES_IN_PAGES`."""

GAMES_IN_PAGES = (
    "sealed_wonders.core.definition",
    "sealed_wonders.core.games",
    "sealed_wonders.core.pictures",
)

THIRD_PARTY_BY_MODULE = {
    "client/seedwords.py": frozenset(("mnemonic",)),
    "client/simulation/cluster.py": frozenset(("distributed",)),
    "client/signs/draw.py": frozenset(("wcwidth",)),
    "client/storage/settingsfile.py": frozenset(("tomlkit",)),
    "host/metrics.py": frozenset(("prometheus_client",)),
    "host/page/codes.py": frozenset(("segno",)),
    "client/terminal/screens/invite.py": frozenset(("pyfiglet", "segno")),
    "net/discovery/dnssd.py": frozenset(("zeroconf",)),
    "net/history/rating.py": frozenset(("openskill",)),
    "net/threads.py": frozenset(("twisted",)),
    "net/verification.py": frozenset(("twisted",)),
    "net/discovery/ownaddresses.py": frozenset(("ifaddr",)),
    "net/system/locks.py": frozenset(("filelock",)),
    "net/entrance.py": frozenset(("twisted",)),
    "net/tls.py": frozenset(("twisted", "zope", "OpenSSL")),
    "net/wire.py": frozenset(("twisted", "zope", "OpenSSL")),
    "net/sealed/sodium.py": frozenset(("nacl",)),
    "net/boxes.py": frozenset(("nacl",)),
    "net/columns.py": frozenset(("wcwidth",)),
}
"""
Single modules that may use other packages.

`dnssd` discovers hosts, `rating` rates players, `threads` runs threads, `verification` waits
with Deferreds, `ownaddresses` lists this machine's addresses, and `locks` locks files against
other processes. `wire`, `tls` and `entrance` use sockets and TLS, and `sodium` the fast group.
`settingsfile` preserves what users wrote, `seedwords` has a word list, `cluster` plays with
workers on other machines, and `metrics` exports a host's state to Prometheus. `invite` and
`codes` draw large letters and QR codes, and `columns` measures texts.
"""

OWN = {
    "core": ("sealed_wonders.core",),
    "net": (
        "sealed_wonders.net",
        "sealed_wonders.core.game",
        "sealed_wonders.core.options",
        "sealed_wonders.core.quoting",
        "sealed_wonders.core.sentences",
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
Modules of the ruleset that know its expansions: those that collect all kinds of effects
and tasks, and those that serialize whole games.
"""

GAMES = ("wonders", "architects")

VIEW = "client/view/"
"""The rooms of values that a person knows."""

ROOMS_OF_WORDS = (
    VIEW,
    "client/words/",
    "client/catalogues/",
    "client/signs/",
    "client/questions/",
    "client/tablewords/",
    "client/lessons/",
)
"""The rooms of texts that people read, in the order of `ROOMS_OF_A_PERSON`."""

OF_A_GAME = tuple(
    folder + game
    for game in GAMES
    for folder in (
        "core/",
        "client/bots/",
        "client/engine/",
        *ROOMS_OF_WORDS,
        "client/terminal/",
        "client/games/",
    )
)
"""Where a game has its own code: a folder or module in each."""

REGISTRIES = (
    "core/games.py",
    "client/bots/botregistry.py",
    "client/view/games.py",
)
"""
Modules above the games that name them: one for the rules, one for bots, one for what
people see.
"""

DEFINITIONS = (
    "core/definition.py",
    *(f"core/{game}/definition.py" for game in GAMES),
)
FACES = tuple(f"client/games/{game}.py" for game in GAMES)
"""Modules that only list the parts of a game, and import them on demand."""

SHARED_OPTIONS = "core/draws.py"
"""Options that several games share."""

MEANS_ELSEWHERE = {
    "random": ("client/", "host/", "net/botnames.py", "net/tableoptions.py"),
    "memory": (
        "client/person/keys.py",
        "client/lessons/teacher.py",
        "client/terminal/",
    ),
    "leaders": ("client/person/commandwords.py",),
    "choose": (
        "net/plan.py",
        "client/terminal/screens/listing.py",
        "client/browser/",
    ),
    "chosen": ("client/analysis/", "client/signs/meanings.py"),
}
"""
Values of options that are also words for other things, and where: a way for bots to play,
an action on a screen, a key's effect, a command, a request, a past move, the cursor.
"""

CALLED_WONDERS = (
    "client/__main__.py",
    "client/manual.py",
    "client/program.py",
    "net/commandline/commands.py",
    "net/commandline/programs.py",
)
"""Modules that name the program, which has the same name as a game."""

LARGEST_CIRCLE = 3
"""Most modules in an import circle, since readers have to understand all of them at once."""


ROOMS_OF_A_PERSON = (
    *ROOMS_OF_WORDS,
    "client/person/",
    "client/lines/",
    "client/terminal/",
)
"""Rooms in order: each may import only those before it."""


def dotted(path: str) -> str:
    """Return the name of the module at a path, or of its package."""
    name = path.removesuffix(".py").removesuffix("/__init__")
    return "sealed_wonders." + name.replace("/", ".")


class Seam(NamedTuple):
    """Imports that don't count when circles are searched."""

    path: str
    """Path of the importing module."""
    imported: tuple[str, ...]
    """Names of the imported modules, or of their packages."""


SEAMS = {
    Seam("client/view/games.py", tuple(map(dotted, FACES))): (
        "whoever asks for a face knows the game by the type `GameFace` alone; the game "
        "itself is built on what all games share, and that asks for faces"
    ),
    Seam("client/view/gameface.py", ("sealed_wonders.client",)): (
        "names the types of a face's parts for type checkers; nothing is imported"
    ),
    Seam("host/hostoptions.py", ("sealed_wonders.host.commands",)): (
        "a command is imported when the command line names it; some commands read the "
        "options of the program itself, from a file"
    ),
}
"""All seams, by their reasons. Every other import counts, wherever it is."""

FROM_DATA = {
    "client/table/recording.py": (
        "classes of frozen values, by their names in a recording; never of its callers"
    ),
    "net/commandline/compiled.py": (
        "a part that was compiled, to say so, where only the version was asked for"
    ),
    "host/lean.py": "modules of Python's and Twisted's, which are none of ours",
}
"""Modules that import by names from data, by the reasons why they may."""

LATE = {
    "a library, where few need it": (
        *(
            "mnemonic.Mnemonic",
            "platformdirs",
            "prompt_toolkit.utils.get_cwidth",
            "wcwidth.iter_graphemes",
            "pyfiglet.Figlet",
            "segno",
            "sealed_wonders.client.terminal.screens.invite.code",
        ),
        *("tomlkit", "tomllib"),
        "sealed_wonders.net.discovery.dnssd.Browser",
    ),
    "the reactor, which is chosen first": (
        "asyncio",
        "sealed_wonders.net.monotonicclock.steady",
        "twisted.internet.asyncioreactor",
        "twisted.internet.reactor",
        "twisted.internet.threads.deferToThread",
    ),
    "what only bots that think ahead take": (
        "sealed_wonders.client.bots.architects.thinker",
        "sealed_wonders.client.bots.architects.judging",
        "sealed_wonders.client.bots.wonders.judging",
        "sealed_wonders.client.bots.wonders.thinker",
    ),
    "all that a way to run a command takes": (
        "sealed_wonders.client.commands.atscreen",
        "sealed_wonders.client.commands.atscreen.at_screen",
        "sealed_wonders.client.commands.looking",
        "sealed_wonders.client.commands.playing",
        "sealed_wonders.client.commands.seated",
        "sealed_wonders.client.commands.browsing",
        "sealed_wonders.client.commands.inbrowser",
        "sealed_wonders.client.terminal.browserseat.SeatInBrowser",
        "sealed_wonders.client.lending.guestseat.LentTable",
        "sealed_wonders.client.terminal.lentseats.LentSeats",
        "sealed_wonders.client.lending.lending.LendingTerms",
        "sealed_wonders.client.lending.service.LendingService",
        "sealed_wonders.client.commands.inbrowser.BrowserSeat",
        "sealed_wonders.client.commands.inbrowser.in_browser",
        "sealed_wonders.client.simulation.cluster.Cluster",
        "sealed_wonders.client.simulation.processes.Processes",
        "sealed_wonders.client.table.recording.recorder",
        "sealed_wonders.client.lines.promptline.PromptTerminal",
        "sealed_wonders.client.terminal.recordingapp.RecordingApp",
        "sealed_wonders.client.terminal.replayapp.ReplayApp",
        "sealed_wonders.client.terminal.screens.lesson.Teaching",
        "sealed_wonders.client.lessons.teacher.Teacher",
    ),
    "what a command line of one word, or a fault, asks for": (
        "sealed_wonders.client.storage.folders",
        "sealed_wonders.client.storage.settingvalues",
        "sealed_wonders.client.terminal.ability",
        "sealed_wonders.client.crash.Reports",
        "sealed_wonders.client.crash.told",
    ),
    "cards and logs, where they are looked into": (
        "sealed_wonders.client.logs.journals.as_log",
        "sealed_wonders.client.logs.journals.fold_of",
        "sealed_wonders.client.logs.summaries.summary",
        "sealed_wonders.client.words.wonders.describe.by_edition",
        "sealed_wonders.net.sealed.cards.SealedCards",
        "sealed_wonders.net.sealed.secrets.SealedSecrets",
    ),
}
"""
Imports in functions of `client`, by their reasons: they are slow, and not every command
needs them. All others are at the top of a module, except games and their parts, which
registries and faces import on demand.
"""

DIFFERENT = {"ctypes.CDLL", "os.name", "signal", "sys.platform"}
"""Names that also exist on Windows, but behave differently."""

BY_THE_WALL = {
    "client/lending/service.py",
    "client/commands/offering.py",
    "client/logs/kept.py",
    "client/crash.py",
    "client/finder.py",
    "client/tableconnection.py",
    "host/administration.py",
    "host/keys.py",
    "host/output.py",
    "host/service.py",
    "host/upkeep.py",
    "net/certificate.py",
    "net/history/evening.py",
}
"""
Modules that may read the system time: for texts that people read, for the validity of a
certificate, and for the beginning of this evening. All others use a monotonic clock.
"""


class Import(NamedTuple):
    """An imported name, dotted and absolute, and its line."""

    name: str
    line: int


@cache
def imports(path: str) -> tuple[Import, ...]:
    """Return all names that a module imports; ``from a import b`` counts as ``a.b``."""
    return tuple(_imports(nodes_of(path, ast.Import, ast.ImportFrom)))


def _imports(nodes: Iterable[ast.AST]) -> Iterator[Import]:
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            prefix = "." * node.level + (node.module or "")
            for alias in node.names:
                yield Import(f"{prefix}.{alias.name}", node.lineno)


def within(name: str, packages: tuple[str, ...]) -> bool:
    return f"{name}.".startswith(tuple(f"{package}." for package in packages))


def objection(path: str, name: str) -> str | None:
    """Return why the module at *path* may not import *name*; None if it may."""
    room = path.split("/")[0]
    top = name.split(".")[0]
    if top == "":
        return "relative"
    if top in ROOMS:
        return "a second copy of one of our own modules"
    if top == "sealed_wonders":
        own = OWN[room] + (GAMES_IN_PAGES if path.startswith(PAGES) else ())
        return None if within(name, own) else f"not for {room}"
    if top in sys.stdlib_module_names:
        if room == "core" and top in BANNED_IN_CORE:
            return "not for core"
        return None
    allowed = THIRD_PARTY[room] | THIRD_PARTY_BY_MODULE.get(path, frozenset())
    if path.startswith(COMMAND_LINES):
        allowed |= {"click"}
    if path.startswith(PAGES):
        allowed |= {"twisted", "zope", "markupsafe"}
    return None if top in allowed else f"not for {path}"


def places(path: str, found: Iterable[Import]) -> list[str]:
    """Return imports with their places."""
    return [f"{path}:{line}: {name}" for name, line in found]


def imported(path: str, packages: tuple[str, ...]) -> list[str]:
    """Return the places where a module imports something from some packages."""
    inside = tuple(f"{package}." for package in packages)
    found = (it for it in imports(path) if f"{it.name}.".startswith(inside))
    return places(path, found)


def test_the_base_game_does_not_know_its_expansions() -> None:
    """No expansion knows another one, either."""
    wrong = []
    for path in SOURCES:
        name = path.removesuffix(".py").replace("/", ".")
        if (
            path.startswith("core/wonders/")
            and name.removeprefix("core.wonders.") not in KNOW_EXPANSIONS
        ):
            own = f"sealed_wonders.{name}"
            others = tuple(it for it in EXPANSIONS if not within(own, (it,)))
            wrong += imported(path, others)
    assert [] == wrong


def test_rules_know_nothing_of_pictures() -> None:
    """Nor does what travels: pictures are made of the rules' data, and nothing of them."""
    drawn = ("sealed_wonders.core.pictures",) + tuple(
        f"sealed_wonders.core.{game}.pictures" for game in GAMES
    )
    wrong = []
    for path in SOURCES:
        if (
            path.startswith(("core/", "net/"))
            and "pictures" not in path
            and path not in DEFINITIONS
        ):
            wrong += imported(path, drawn)
    assert [] == wrong


def is_of_a_game(path: str) -> bool:
    return game_of(path) is not None


def game_of(path: str) -> str | None:
    """Return the game that alone needs a module."""
    inside = path.removesuffix(".py") + "/"
    of = (it for it in OF_A_GAME if inside.startswith(f"{it}/"))
    return next((it.rpartition("/")[2] for it in of), None)


def test_shared_modules_import_no_game() -> None:
    """
    Not for types or in functions, either. A game is found by name in a registry, which
    has a type for the game's parts.

    So another game takes only a folder in some of the rooms, and a line in each
    registry.
    """
    theirs = tuple(map(dotted, OF_A_GAME))
    wrong = []
    for path in SOURCES:
        if not (is_of_a_game(path) or path in REGISTRIES):
            wrong += imported(path, theirs)
    assert [] == wrong


def test_only_registries_name_games() -> None:
    """No other module asks which game it is; it asks the game for whatever differs."""
    wrong = [
        f"{path}:{node.lineno}"
        for path in SOURCES
        if not (is_of_a_game(path) or path in REGISTRIES or path in CALLED_WONDERS)
        for node in nodes_of(path, ast.Constant)
        if node.value in GAMES
    ]
    assert [] == wrong


def test_no_option_of_a_game_is_named_outside_it() -> None:
    """Neither the option nor its values, since another game has other options."""
    options = [option for game in GAMES for option in OPTIONS[game]]
    words = {word for option in options for word in (option.name, option.word)}
    words |= {choice for option in options for choice in option.choices}
    wrong = [
        f"{path}:{node.lineno}: {node.value}"
        for path in SOURCES
        if not (is_of_a_game(path) or path == SHARED_OPTIONS)
        for node in nodes_of(path, ast.Constant)
        if node.value in words
        and not path.startswith(MEANS_ELSEWHERE.get(str(node.value), ("-",)))
    ]
    assert [] == wrong


def test_no_game_imports_another() -> None:
    wrong = []
    for path in filter(is_of_a_game, SOURCES):
        game = game_of(path)
        others = tuple(dotted(it) for it in OF_A_GAME if not it.endswith(f"/{game}"))
        wrong += imported(path, others)
    assert [] == wrong


def test_only_listed_modules_are_imported_in_functions() -> None:
    """All other imports are at the beginning of a module, where a reader finds them."""
    late = {
        it.name
        for path in SOURCES
        if path.startswith("client/") and path not in (*REGISTRIES, *FACES)
        for node in nodes_of(path, ast.FunctionDef, ast.AsyncFunctionDef)
        for it in _imports(statements(node))
    }
    assert sorted(late) == sorted(name for names in LATE.values() for name in names)


def test_only_listed_modules_use_the_system_time() -> None:
    """It may be set at any moment, by an hour or more."""
    asks = {
        path
        for path in SOURCES
        if any(it.name.partition(".")[0] == "datetime" for it in imports(path))
        or any(
            isinstance(node.value, ast.Name)
            and (node.value.id, node.attr) in (("time", "time"), ("time", "time_ns"))
            for node in nodes_of(path, ast.Attribute)
        )
    }
    assert BY_THE_WALL == asks


def uses(path: str) -> Sequence[ast.AST]:
    """Return all nodes of a module that may use other modules."""
    return nodes_of(path, ast.Import, ast.ImportFrom, ast.Attribute, ast.Call)


def mentioned(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """
    Yield all names of modules and their parts that may be used: `os`, `os.name`,
    ``"readline"``.
    """
    modules = {it.name for it in _imports(nodes)}
    yield from modules
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                if module in modules:
                    yield f"{module}.{name}"
            case ast.Call(
                func=ast.Name(id="hasattr" | "getattr"),
                args=[ast.Name(id=module), ast.Constant(value=str(name)), *_],
            ):
                if module in modules:
                    yield f"{module}.{name}"
            case ast.Call(
                func=ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name


def is_of_one_system(name: str) -> bool:
    """Return whether something with a dotted name is missing or differs on Windows."""
    module, _, rest = name.partition(".")
    public = rest.partition(".")[0]
    return (
        not DIFFERENT.isdisjoint((module, name))
        or module in recorded()["missing"]
        or module in MODULES
        and public not in recorded()[module]
        and public != ""
        and not public.startswith("_")
    )


def test_only_net_system_uses_what_differs_between_systems() -> None:
    """No other module asks which system this is, either."""
    used = {
        path: {name for name in mentioned(uses(path)) if is_of_one_system(name)}
        for path in SOURCES
        if not path.startswith("net/system/")
    }
    assert {path: names for path, names in used.items() if names} == {
        "client/crash.py": {"sys.platform"}  # a report says where it comes from
    }


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import resource", "resource"),
        ("from os import pread", "os.pread"),
        ("import os\nos.pread(0, 1, 2)", "os.pread"),
        ("import os\nhas = hasattr(os, 'pread')", "os.pread"),
        ("import os\nos.name", "os.name"),
        ("import importlib\nimportlib.import_module('readline')", "readline"),
        ("def f():\n    from ctypes import CDLL", "ctypes.CDLL"),
        ("import socket\nsocket.socket(socket.AF_UNIX)", "socket.AF_UNIX"),
    ],
)
def test_every_way_to_use_a_system_s_function_is_found(source: str, name: str) -> None:
    nodes = tuple(ast.walk(ast.parse(source)))
    assert name in {it for it in mentioned(nodes) if is_of_one_system(it)}


def importing(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """Yield the arguments of functions that import by a string."""
    for node in nodes:
        match node:
            case ast.Call(
                func=ast.Attribute(attr="import_module" | "__import__")
                | ast.Name(id="import_module" | "__import__"),
                args=[name, *_],
            ):
                yield name


def by_string(nodes: Iterable[ast.AST], modules: Iterable[str]) -> Iterator[str]:
    """Yield the modules that a string may import; a placeholder may be anything."""
    for name in importing(nodes):
        match name:
            case ast.Constant(value=str(only)):
                pattern = re.escape(only)
            case ast.JoinedStr(values=[ast.Constant(), *_] as parts):
                pattern = "".join(
                    re.escape(str(it.value)) if isinstance(it, ast.Constant) else ".+"
                    for it in parts
                )
            case _:
                continue
        yield from filter(re.compile(pattern).fullmatch, modules)


def needed_by(nodes: Sequence[ast.AST], modules: frozenset[str]) -> frozenset[str]:
    """
    Return our modules that are imported: also for types, in functions, and by strings.
    """
    found = {it.name for it in _imports(nodes)}
    whole = {name if name in modules else name.rpartition(".")[0] for name in found}
    return frozenset((*(whole & modules), *by_string(nodes, modules)))


@cache
def needed(path: str, modules: frozenset[str]) -> frozenset[str]:
    """Return our modules that a module needs."""
    nodes = nodes_of(path, ast.Import, ast.ImportFrom)
    calls = [] if path in FROM_DATA else nodes_of(path, ast.Call)
    return needed_by([*nodes, *calls], modules) - {dotted(path)}


def needs(seams: Iterable[Seam] = ()) -> Mapping[str, frozenset[str]]:
    """Return the modules that each of our modules needs, except through seams."""
    modules = frozenset(map(dotted, SOURCES))
    found = {dotted(path): needed(path, modules) for path in SOURCES}
    for seam in seams:
        name = dotted(seam.path)
        behind = (it for it in found[name] if within(it, seam.imported))
        found[name] -= {*behind}
    return found


def large_circles(seams: Iterable[Seam]) -> list[list[str]]:
    return [it for it in circles(needs(seams)) if len(it) > LARGEST_CIRCLE]


def circles(needs: Mapping[str, frozenset[str]]) -> list[list[str]]:
    """Return the groups of names that need one another, by Tarjan's algorithm."""
    low: dict[str, int] = {}
    order: dict[str, int] = {}
    open_: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        low[name] = order[name] = len(order)
        open_.append(name)
        for other in sorted(needs[name]):
            if other not in order:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in open_:
                low[name] = min(low[name], order[other])
        if low[name] == order[name]:
            at = open_.index(name)
            found.append(sorted(open_[at:]))
            del open_[at:]

    for name in needs:
        if name not in order:
            visit(name)
    return [circle for circle in found if len(circle) > 1]


def upward(room: str, later: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """
    Return the modules of later rooms that a room's modules import, except through
    seams.
    """
    found = needs(SEAMS)
    names = tuple("sealed_wonders." + it.replace("/", ".") for it in later)
    imported = {
        path: [it for it in found[dotted(path)] if names and f"{it}.".startswith(names)]
        for path in SOURCES
        if path.startswith(room)
    }
    return {path: some for path, some in imported.items() if some}


@pytest.mark.parametrize("room", ROOMS_OF_A_PERSON)
def test_rooms_import_only_earlier_rooms(room: str) -> None:
    """Words don't know how they are shown, nor does a person. Exceptions are seams."""
    assert not upward(room, ROOMS_OF_A_PERSON[ROOMS_OF_A_PERSON.index(room) + 1 :])


def test_logs_are_read_without_words() -> None:
    """The words for a log are made from it afterwards."""
    assert not upward("client/logs/", (it for it in ROOMS_OF_A_PERSON if it != VIEW))


def test_a_view_contains_no_sentences() -> None:
    """Later rooms make sentences from it."""
    wrong = []
    for path in SOURCES:
        if path.startswith(VIEW):
            wrong += imported(path, ("sealed_wonders.net.words",))
    assert [] == wrong


def test_import_circles_are_small() -> None:
    assert [] == large_circles(SEAMS)


@pytest.mark.parametrize("seam", SEAMS, ids=lambda seam: seam.path)
def test_each_seam_breaks_a_circle(seam: Seam) -> None:
    """Otherwise, its imports could count like all others."""
    assert large_circles([it for it in SEAMS if it != seam])


@pytest.mark.parametrize(
    "source",
    [
        "import sealed_wonders.core.game",
        "from sealed_wonders.core import game",
        "from sealed_wonders.core.game import State",
        "if TYPE_CHECKING:\n    from sealed_wonders.core.game import State",
        "def f():\n    from sealed_wonders.core.game import State",
        "import_module('sealed_wonders.core.game')",
        "importlib.import_module(f'sealed_wonders.{room}.game')",
        "importlib.import_module(f'sealed_wonders.core.{name}')",
        "def f():\n    return __import__('sealed_wonders.core.game')",
    ],
)
def test_every_way_to_import_counts_in_circles(source: str) -> None:
    modules = frozenset(("sealed_wonders.core.game", "sealed_wonders.net.fold"))
    found = needed_by([*ast.walk(ast.parse(source))], modules)
    assert {"sealed_wonders.core.game"} == found


def test_imports_by_a_string_begin_with_a_literal_package() -> None:
    """A computed name would hide which module is needed."""
    hidden = {
        path
        for path in SOURCES
        for name in importing(nodes_of(path, ast.Call))
        if not isinstance(name, ast.Constant)
        and not (
            isinstance(name, ast.JoinedStr)
            and isinstance(name.values[0], ast.Constant)
            and str(name.values[0].value).count(".") > 1
        )
    }
    assert {*FROM_DATA} == hidden


def test_import_circles_are_found() -> None:
    graph = {
        "a": {"b"},
        "b": {"c", "d"},
        "c": {"a"},
        "d": {"e"},
        "e": {"d"},
        "f": {"a"},
    }
    found = circles({name: frozenset(some) for name, some in graph.items()})
    assert [["d", "e"], ["a", "b", "c"]] == found


def test_modules_import_only_what_their_room_may() -> None:
    """By absolute names."""
    wrong = [
        f"{path}:{line}: {name} ({why})"
        for path in SOURCES
        for name, line in imports(path)
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
        ("host/tableentry.py", "sealed_wonders.client.table.seat"),
        ("host/tableentry.py", "prompt_toolkit"),
        ("client/table/seat.py", "sealed_wonders.host.table"),
    ],
)
def test_forbidden_imports_are_found(path: str, name: str) -> None:
    assert objection(path, name) is not None


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("core/local.py", "sealed_wonders.core.game.State"),
        ("core/game.py", "hashlib"),
        ("net/fold.py", "sealed_wonders.core.game.Ruleset"),
        ("net/fold.py", "sealed_wonders.core.game"),
        ("net/wire.py", "twisted.internet.protocol"),
        ("host/tableentry.py", "sealed_wonders.net.fold"),
        ("client/lines/promptline.py", "prompt_toolkit.PromptSession"),
    ],
)
def test_allowed_imports_are_not_reported(path: str, name: str) -> None:
    assert objection(path, name) is None


TEXT = frozenset(
    (".py", ".toml", ".md", ".txt", ".json", ".jsonl", ".cfg", ".in", ".yml", ".sh")
)
ELSEWHERE = re.compile(
    r"\.\./" + r"shared\b"  # written in two parts, not to find itself
    r"|(?<![\w.~}$)])/(?:work|home|root|Users)/",
)
"""A path that exists only on one machine."""


def project_files() -> Iterator[Path]:
    """Yield every text file of the project, without the output of tools and builds."""
    for top in sorted(ROOT.iterdir()):
        if top.is_dir() and top.name in {*ROOMS, "tests", "scripts", "docs", ".ci"}:
            yield from sorted(path for path in top.rglob("*") if path.is_file())
        elif top.is_file() and not top.name.startswith("."):
            yield top


def test_nothing_points_outside_the_project() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text[it.start() : it.start() + 80]}"
        for path in project_files()
        if path.suffix in TEXT or path.parent.name in {"scripts", ".ci"}
        for text in [path.read_text(encoding="utf-8")]
        for it in ELSEWHERE.finditer(text)
    ]
    assert [] == found
