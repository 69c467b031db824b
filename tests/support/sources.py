"""The sources of the program, parsed."""

from __future__ import annotations

import ast
import gc
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).parents[2]

ROOMS = ("core", "net", "client", "host")

SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for room in ROOMS
    for path in (ROOT / room).rglob("*.py")
)
"""The paths of all modules in the checkout."""

Node = TypeVar("Node", bound=ast.AST)


@cache
def trees() -> Mapping[str, ast.Module]:
    """
    Parse all modules once, by their paths.

    Looking for garbage among millions of nodes, meanwhile, takes longer than that.
    """
    gc.disable()
    try:
        return {path: ast.parse((ROOT / path).read_text("utf-8")) for path in SOURCES}
    finally:
        gc.enable()


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all statements and handlers in it: far fewer than its nodes."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for inside in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(node, inside, ())


def nodes_of(path: str, *kinds: type[Node]) -> list[Node]:
    """Return all nodes of some kinds in a module."""
    found = _by_kind(path)
    return [node for kind in kinds for node in found.get(kind, ())]


@cache
def _by_kind(path: str) -> Mapping[type[ast.AST], list[Any]]:
    found = defaultdict[type[ast.AST], list[Any]](list)
    for node in ast.walk(trees()[path]):
        found[type(node)].append(node)
    return found
