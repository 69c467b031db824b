"""The sources of the program, parsed."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]

ROOMS = ("core", "net", "client", "host")


@cache
def trees() -> Mapping[Path, ast.Module]:
    """
    Parse all modules once, by their paths in the checkout.

    Looking for garbage among millions of nodes, meanwhile, takes longer than that.
    """
    gc.disable()
    try:
        return {
            path.relative_to(ROOT): ast.parse(path.read_text("utf-8"))
            for room in ROOMS
            for path in sorted((ROOT / room).rglob("*.py"))
        }
    finally:
        gc.enable()


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield all statements and handlers of a module: far fewer than its nodes."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for inside in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(node, inside, ())
