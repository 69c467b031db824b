"""
The small changes for the worse that `scripts/mutants` can make to a module.

Each replaces one piece of the source, which keeps its number of lines. Types, docstrings,
patterns and what only type checkers read stay as they are: no test could tell.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

COMPARED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}

COMPUTED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Mutant(NamedTuple):
    """
    A module with one change.

    Attributes:
        path: the module's, relative to the checkout.
        line: where the piece begins, from 1.
        start: the piece's first byte.
        stop: the byte after the piece.
        old: the piece.
        new: what stands there instead.
        when_loaded: whether the piece runs when the module is imported.
    """

    path: str
    line: int
    start: int
    stop: int
    old: str
    new: str
    when_loaded: bool

    @property
    def name(self) -> str:
        """The same in every run, for as long as the module stays as it is."""
        return f"{self.path}:{self.line}+{self.start} {_short(self.old)} → {_short(self.new)}"

    def applied(self, source: bytes) -> bytes:
        """Return the module's source with the change."""
        return source[: self.start] + self.new.encode() + source[self.stop :]


def drawn(root: Path, paths: Sequence[str], count: int, seed: str) -> list[Mutant]:
    """Draw mutants of the modules below some paths; the same ones for the same seed."""
    found = [
        mutant
        for path in modules(root, paths)
        for mutant in mutants(path, (root / path).read_bytes())
    ]
    return random.Random(seed).sample(found, min(count, len(found)))


def modules(root: Path, paths: Iterable[str]) -> list[str]:
    """Return the modules at and below some paths, relative to the checkout."""
    found: set[str] = set()
    for path in paths:
        at = root / path
        files = [at] if at.suffix == ".py" else [*at.rglob("*.py")]
        if not files:
            raise ValueError(f"no modules below {path}")
        found.update(file.relative_to(root).as_posix() for file in files)
    return sorted(found)


def mutants(path: str, source: bytes) -> Iterator[Mutant]:
    """Yield all mutants of a module, in the order of its source."""
    return _Finder(path, source).mutants()


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"


class _Finder:
    def __init__(self, path: str, source: bytes) -> None:
        self._path = path
        self._source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        for statement in ast.parse(self._source).body:
            yield from self._statement(statement, is_loaded=True)

    def _statement(self, node: ast.stmt, *, is_loaded: bool) -> Iterator[Mutant]:
        if _is_for_readers(node):
            return
        if (text := _without(node)) and not is_loaded:
            yield self._mutant(node, text, is_loaded=is_loaded)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from self._parts([*node.args.defaults], is_loaded=is_loaded)
            kept = [default for default in node.args.kw_defaults if default]
            yield from self._parts([*kept, *node.body], is_loaded=False)
        elif isinstance(node, ast.ClassDef):
            yield from self._parts(node.body, is_loaded=is_loaded)
        else:
            yield from self._parts(_children(node), is_loaded=is_loaded)

    def _parts(self, nodes: Sequence[ast.AST], *, is_loaded: bool) -> Iterator[Mutant]:
        for node in nodes:
            if isinstance(node, ast.stmt):
                yield from self._statement(node, is_loaded=is_loaded)
            elif isinstance(node, ast.expr):
                yield from self._expression(node, is_loaded=is_loaded)
            elif isinstance(node, ast.match_case):
                guard = [node.guard] if node.guard else []
                yield from self._parts([*guard, *node.body], is_loaded=is_loaded)
            elif not isinstance(node, ast.pattern):
                yield from self._parts(_children(node), is_loaded=is_loaded)

    def _expression(self, node: ast.expr, *, is_loaded: bool) -> Iterator[Mutant]:
        # The parts of an f-string have no positions of their own in Python 3.11.
        if isinstance(node, ast.JoinedStr):
            return
        for other in _worse(node, is_loaded=is_loaded):
            yield self._mutant(node, f"({ast.unparse(other)})", is_loaded=is_loaded)
        if isinstance(node, ast.Lambda):
            yield from self._parts([node.body], is_loaded=is_loaded)
        else:
            yield from self._parts(_children(node), is_loaded=is_loaded)

    def _mutant(
        self, node: ast.expr | ast.stmt, new: str, *, is_loaded: bool
    ) -> Mutant:
        start = self._starts[node.lineno - 1] + node.col_offset
        stop = self._starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        old = self._source[start:stop].decode()
        missing = "\n" * (old.count("\n") - new.count("\n"))
        new = f"{new[:-1]}{missing})" if new.endswith(")") else f"{new}{missing}"
        return Mutant(self._path, node.lineno, start, stop, old, new, is_loaded)


def _children(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node that a mutant may be made of."""
    if isinstance(node, ast.AnnAssign):
        return [node.value] if node.value else []
    return [*ast.iter_child_nodes(node)]


def _is_for_readers(node: ast.stmt) -> bool:
    """Return whether a statement says nothing to the program as it runs."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assert():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return True
        case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar" | "NewType"))):
            return True
        case ast.Assign(value=ast.Subscript() | ast.BinOp(op=ast.BitOr())):
            # An alias of types, but for what is computed in functions.
            return node.col_offset == 0
    return False


def _without(node: ast.stmt) -> str:
    """Return what stands for a statement that is left out, or does less; "" if none does."""
    match node:
        case ast.Expr(value=ast.Call() | ast.Await() | ast.Yield() | ast.YieldFrom()):
            return "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.AugAssign():
            return "pass"
        case ast.Raise() | ast.Continue() | ast.Break() | ast.Delete():
            return "pass"
        case ast.Return(value=ast.expr() as value):
            is_none = isinstance(value, ast.Constant) and value.value is None
            return "" if is_none else "return None"
    return ""


def _worse(node: ast.expr, *, is_loaded: bool) -> Iterator[ast.expr]:
    """Yield what may stand for an expression."""
    match node:
        case ast.Compare(ops=[first, *others]) if type(first) in COMPARED:
            yield ast.Compare(
                node.left, [COMPARED[type(first)](), *others], node.comparators
            )
        case ast.BoolOp(op=ast.And()):
            yield ast.BoolOp(ast.Or(), node.values)
        case ast.BoolOp(op=ast.Or()):
            yield ast.BoolOp(ast.And(), node.values)
        case ast.BinOp(op=ast.BitOr()) if is_loaded:
            return
        case ast.BinOp(op=op) if type(op) in COMPUTED:
            yield ast.BinOp(node.left, COMPUTED[type(op)](), node.right)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.IfExp():
            yield ast.IfExp(node.test, node.orelse, node.body)
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str() as value) if value:
            yield ast.Constant(f"{value}x")
        case ast.Constant(value=bytes() as value) if value:
            yield ast.Constant(value + b"x")
