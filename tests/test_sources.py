"""Docstrings name only things that exist, and constructors have few parameters."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import PurePosixPath

from tests.support.sources import ROOMS, ROOT, statements, trees

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

_SECTION = re.compile(r"(Args|Raises):")
_DOTTED = re.compile(r"sealed_wonders\.([\w.]*\w)")
_FILE = re.compile(rf"\b((?:{'|'.join(ROOMS)}|docs|scripts|tests)/[\w/]+\.\w+)")


def documented() -> Iterator[tuple[str, Documented, str]]:
    """Yield everything with a docstring: its place, its node, and the docstring."""
    for path, tree in trees().items():
        waiting: list[ast.stmt | ast.Module] = [tree]
        while waiting:
            node = waiting.pop()
            if isinstance(node, Documented):
                waiting += node.body
                if said := ast.get_docstring(node):
                    yield f"{path}: {getattr(node, 'name', 'module')}", node, said


def items(docstring: str, wanted: str) -> Iterator[str]:
    """Yield the names that a section of a docstring explains."""
    section = ""
    for line in docstring.splitlines():
        if found := _SECTION.fullmatch(line):
            section = found[1]
        elif line and not line.startswith(" "):
            section = ""
        elif section == wanted and re.match(r" {4}\S", line):
            names, colon, _ = line.partition(":")
            assert colon, f"{line!r} continues an item, and should be indented more"
            yield from (name.strip(" *") for name in names.split(","))


def parameters(node: Documented) -> Sequence[str]:
    """Return the parameters of a function, of a class's constructor, or its fields."""
    match node:
        case ast.ClassDef(body=body):
            made = [it for it in body if getattr(it, "name", "") == "__init__"]
            if made and isinstance(made[0], ast.FunctionDef):
                return parameters(made[0])
            return [
                it.target.id
                for it in body
                if isinstance(it, ast.AnnAssign) and isinstance(it.target, ast.Name)
            ]
        case ast.FunctionDef(args=args) | ast.AsyncFunctionDef(args=args):
            return [
                it.arg
                for it in (
                    *(*args.posonlyargs, *args.args, *args.kwonlyargs),
                    *(it for it in (args.vararg, args.kwarg) if it),
                )
            ]
    return ()


@cache
def exceptions() -> frozenset[str]:
    """Return the names of all exceptions raised or caught, and of their subclasses."""
    found = {"Exception"}
    bases: dict[str, list[ast.expr]] = {}
    for tree in trees().values():
        for node in statements(tree):
            match node:
                case ast.Raise(exc=ast.expr() as raised):
                    found |= names_in(raised)
                case ast.ExceptHandler(type=ast.expr() as caught):
                    found |= names_in(caught)
                case ast.ClassDef():
                    bases[node.name] = node.bases
    return frozenset(found) | {
        name for name, some in bases.items() if any(names_in(it) & found for it in some)
    }


def names_in(expression: ast.expr) -> set[str]:
    return {
        it.id if isinstance(it, ast.Name) else it.attr
        for it in ast.walk(expression)
        if isinstance(it, ast.Name | ast.Attribute)
    }


def test_sections_name_parameters_and_exceptions_that_exist() -> None:
    found, wrong = 0, []
    for where, node, said in documented():
        explained, raised = list(items(said, "Args")), list(items(said, "Raises"))
        found += len(explained) + len(raised)
        known = set(parameters(node)) if explained else ()
        wrong += [
            f"{where}: {it} is no parameter" for it in explained if it not in known
        ]
        wrong += [
            f"{where}: {it} is no exception"
            for it in raised
            if it.rpartition(".")[2] not in exceptions()
        ]
    assert found > 1000
    assert [] == wrong


def test_docstrings_refer_to_modules_and_files_that_exist() -> None:
    found, wrong = 0, []
    for where, _node, said in documented():
        dotted, files = _DOTTED.findall(said), _FILE.findall(said)
        found += len(dotted) + len(files)
        wrong += [f"{where}: {it}" for it in dotted if not is_there(it)]
        wrong += [f"{where}: {it}" for it in files if not (ROOT / it).exists()]
    assert found > 100
    assert [] == wrong


def is_there(dotted: str) -> bool:
    """Return whether this is a module, or may be a name within one."""
    path = PurePosixPath(*dotted.split("."))
    return any(
        f"{it}.py" in trees() or f"{it}/__init__.py" in trees()
        for it in (path, path.parent)
    )


# The shape of classes.

MAX_PARAMETERS = 6
"""
Limit for a constructor, without self. If it needs more, some of them belong together in a
value that other classes take too, such as `Participant` or `Environment`.
"""

EXEMPT = ("client/engine/",)
"""Exempt: the engine, whose compiled structs of arrays are filled once from the catalogue."""


def _constructors(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in statements(tree):
        if isinstance(node, ast.ClassDef):
            for it in node.body:
                if isinstance(it, ast.FunctionDef) and it.name == "__init__":
                    yield node.name, it


def _count(constructor: ast.FunctionDef) -> int:
    given = constructor.args
    named = (*given.posonlyargs, *given.args, *given.kwonlyargs)
    return len(named) - 1 + sum(it is not None for it in (given.vararg, given.kwarg))


def test_no_constructor_has_more_than_six_parameters() -> None:
    found = [
        (name, constructor, where)
        for where, tree in trees().items()
        if not where.startswith(EXEMPT)
        for name, constructor in _constructors(tree)
    ]
    assert found
    assert [] == [
        f"{where}: {name} takes {_count(constructor)}"
        for name, constructor, where in found
        if _count(constructor) > MAX_PARAMETERS
    ]


def _private_parameters(tree: ast.Module) -> Iterator[str]:
    """Yield the private fields with a default that a dataclass takes as parameters."""
    for node in statements(tree):
        if isinstance(node, ast.ClassDef) and any(
            "dataclass" in ast.unparse(it) for it in node.decorator_list
        ):
            for it in node.body:
                match it:
                    case ast.AnnAssign(ast.Name(name), value=ast.expr() as value):
                        told = ast.unparse(value)
                        is_given = told.startswith("field(") and "default" not in told
                        if re.match(r"_\w", name) and not (
                            is_given or "init=False" in told
                        ):
                            yield f"{node.name}.{name}"


def test_no_dataclass_takes_its_private_state_as_a_parameter() -> None:
    """
    Nobody passes it, so ``init=False`` keeps it out of the constructor's signature.

    A private field without a default is given by the code that makes the object.
    """
    assert [] == [
        f"{where}: {name}"
        for where, tree in trees().items()
        for name in _private_parameters(tree)
    ]
