"""The page of the public Python interface, from its signatures and docstrings."""

from __future__ import annotations

import ast
import enum
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from scripts.references.markdown import NOTE, table
from sealed_wonders.client import library

INTRODUCTION = """\
A script that uses only these names keeps working with later versions; for the exact
promise and for examples, see [PYTHON](../PYTHON.md). Import them from `sealed_wonders`:

```python
from sealed_wonders import OpenGame
```

Members that need any other type of the program are internal, and aren't listed."""

_SECTIONS = {"Args": "Parameters", "Returns": "Returns", "Raises": "Raises"}


def page() -> str:
    """Return docs/reference/python.md."""
    homes = dict(_homes())
    lines = ["# Python", "", NOTE, "", *INTRODUCTION.splitlines(), ""]
    entries = {name: [*_entry(name, homes[name])] for name in library.__all__}
    lines += table(
        ("name", ""),
        ((f"[`{it}`](#{it.lower()})", _summary(entries[it])) for it in entries),
    )
    for name, entry in entries.items():
        lines += ["", f"## {name}", "", *entry]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _summary(entry: Sequence[str]) -> str:
    """Return the first sentence of an entry, which follows its code."""
    text = entry[4].partition("\n\n")[0]
    return _in_a_cell(re.split(r"(?<=[.;:])\s", text)[0].rstrip(".;:"))


def _homes() -> Iterator[tuple[str, str]]:
    """Yield each public name and the module that defines it."""
    for node in ast.parse(inspect.getsource(library)).body:
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            yield from ((alias.name, str(node.module)) for alias in node.names)


def _entry(name: str, home: str) -> Iterator[str]:
    found = getattr(library, name)
    named = _assigned(ast.parse(inspect.getsource(sys.modules[home])))
    if name in named:
        source, said = named[name]
        if isinstance(found, tuple):
            source = f"{name} = {_literal(found)}"
        yield from (*_code(source), *_prose(said))
    elif isinstance(found, type):
        yield from _class(found)
    else:
        yield from (*_code(f"{name}{signature(found)}"), *_prose(found.__doc__ or ""))


def _code(source: str) -> tuple[str, ...]:
    return ("```python", source, "```", "")


def _class(found: type) -> Iterator[str]:
    """Yield what is to be said of a class: how to make one, and its public members."""
    makes: Any = vars(found).get("__init__")
    is_plain = inspect.isfunction(makes) and makes.__doc__ is not None
    yield from _code(f"class {found.__name__}{signature(makes) if is_plain else ''}")
    yield from _prose(found.__doc__ or "")
    if is_plain:
        yield from _sections(makes.__doc__ or "")
    fields = dict(_fields(found))
    if fields:
        rows = ((f"`{_in_a_cell(it)}`", said) for it, said in fields.items())
        yield from table(("attribute", ""), rows)
    for name, member in vars(found).items():
        if not name.startswith("_") and name not in fields:
            yield from _member(found.__name__, name, member)


def _member(owner: str, name: str, member: object) -> Iterator[str]:
    if inspect.isfunction(member) and _is_public(member):
        yield from (f"### {owner}.{name}", "", *_code(f"{name}{signature(member)}"))
        yield from _prose(member.__doc__ or "")


def _fields(found: type) -> Iterator[tuple[str, str]]:
    """Yield attributes, constants and properties, each with what its docstring says."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(found))).body[0]
    if not isinstance(tree, ast.ClassDef):
        raise TypeError(found)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            yield from _typed(_assigned(node))
    yield from _typed(_assigned(tree), is_enum=issubclass(found, enum.Enum))
    for name, member in vars(found).items():
        if isinstance(member, property) and not name.startswith("_"):
            getter: Any = member.fget
            if _is_public(getter):
                returned = getter.__annotations__["return"]
                yield f"{name}: {returned}", _in_a_cell(member.__doc__ or "")


def _typed(
    found: Mapping[str, tuple[str, str]], *, is_enum: bool = False
) -> Iterator[tuple[str, str]]:
    for name, (source, said) in found.items():
        if not name.startswith("_"):
            yield (name if is_enum else source), _in_a_cell(said)


def _assigned(
    tree: ast.Module | ast.ClassDef | ast.FunctionDef,
) -> dict[str, tuple[str, str]]:
    """
    Return what is assigned in a body, as source, with the docstrings below.

    In a function, only attributes count, not its variables.
    """
    found = {}
    given = {}
    is_function = isinstance(tree, ast.FunctionDef)
    if isinstance(tree, ast.FunctionDef):
        given = {it.arg: it.annotation for it in tree.args.args}
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        said = ""
        match after:
            case ast.Expr(value=ast.Constant(value=str(text))):
                said = inspect.cleandoc(text)
        match node:
            case (
                ast.AnnAssign(target=ast.Name()) | ast.Assign(targets=[ast.Name()])
            ) if is_function:
                pass
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind):
                found[name] = (f"{name}: {ast.unparse(kind)}", said)
            case ast.Assign(targets=[ast.Name(id=name)]):
                found[name] = (ast.unparse(node), said)
            case ast.Assign(targets=[ast.Attribute(attr=name)]):
                given_kind = given.get(name)
                source = f"{name}: {ast.unparse(given_kind)}" if given_kind else name
                found[name] = (source, said)
    return found


def signature(function: Callable[..., Any]) -> str:
    """Return the signature of a function as it is written, without ``self``."""
    parts, is_keyword = [], False
    given = inspect.signature(function)
    for one in given.parameters.values():
        if one.name == "self":
            continue
        if one.kind is one.KEYWORD_ONLY and not is_keyword:
            is_keyword = True
            parts.append("*")
        default = "" if one.default is one.empty else f" = {_literal(one.default)}"
        parts.append(f"{one.name}: {one.annotation}{default}")
    returned = given.return_annotation
    whole = "(" + ", ".join(parts) + ")"
    if len(whole) > 64:
        whole = "(\n" + "".join(f"    {part},\n" for part in parts) + ")"
    is_maker = function.__name__ == "__init__"
    return whole if is_maker else f"{whole} -> {returned}"


def _literal(value: object) -> str:
    """Return a value as it is written in a source that ruff has formatted."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_literal, value))})"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _is_public(function: Callable[..., Any]) -> bool:
    """Return whether all types in a signature are public, or aren't the program's."""
    words = re.findall(r"\w+", " ".join(function.__annotations__.values()))
    return all(
        word in library.__all__
        for word in words
        if word in _ALIASES or _is_ours(function.__globals__.get(word))
    )


def _is_ours(found: object) -> bool:
    return str(getattr(found, "__module__", "")).startswith("sealed_wonders.")


_ALIASES = {"Ask", "Answer", "Order"}
"""Names of unions and callables of the program, which don't know where they are from."""


def _prose(docstring: str) -> Iterator[str]:
    """Yield a docstring as Markdown."""
    text = inspect.cleandoc(docstring)
    before = re.split(
        r"^(?:Args|Returns|Raises):$", text, maxsplit=1, flags=re.MULTILINE
    )
    yield from (_spans(before[0].strip()), "")
    yield from _sections(docstring)


def _sections(docstring: str) -> Iterator[str]:
    text = inspect.cleandoc(docstring)
    parts = re.split(r"^(Args|Returns|Raises):$", text, flags=re.MULTILINE)
    for heading, body in zip(parts[1::2], parts[2::2], strict=True):
        yield from (f"**{_SECTIONS[heading]}**", "")
        for item in re.split(r"\n(?=\S)", textwrap.dedent(body).strip()):
            name, _, said = " ".join(item.split()).partition(": ")
            yield f"- `{name}`: {_spans(said)}" if said else f"- {_spans(name)}"
        yield ""


def _in_a_cell(docstring: str) -> str:
    return " ".join(_spans(inspect.cleandoc(docstring)).split())


def _spans(text: str) -> str:
    """Return text with code in Markdown's spans."""
    return text.replace("``", "`")
