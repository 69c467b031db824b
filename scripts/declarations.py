"""
C types for the compiled engine, inferred from the type hints in its sources.

Cython reads the types of a module `x.py` from `x.pxd`. `write` makes these files, below
build/ and beside copies of the sources; nobody edits them. The rules:

- An `int` has 64 bits, a `float` is a double, a `bool` a truth value, a class of a compiled
  module itself, and an `array` of numbers a view of its memory: "q" for `int`, "d" for
  `float`.
- `[0] * 8` is a C array if the length is constant, and a list otherwise.
- A local variable or an attribute has the type of everything that is assigned to it. If that
  is unknown or ambiguous, it stays a Python object.
- Names with a leading underscore are C's own: Python code can't reach them. Other methods
  and functions can be called from both, and other attributes read and written, except for
  C arrays.
- Compiled classes can't have subclasses.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from pathlib import Path
from types import GeneratorType
from typing import NamedTuple

PACKAGE = "sealed_wonders"
INTERPRETED = {"__init__", "encode", "kinds", "reading", "weights"}
"""
Modules of the engine that aren't compiled: constants, and code that runs once per game.
"""

NUMBERS = {"int": "long long", "float": "double", "bool": "bint"}
OBJECTS = {"list", "tuple", "dict", "set", "bytes"}
"""Python types that Cython knows as well."""

FUTURE = "from __future__ import annotations"

PYTHON_ONLY = (ast.GeneratorExp, ast.Lambda, ast.FunctionDef, ast.Yield, ast.YieldFrom)
"""Nodes that Cython can't compile in a C function."""


class Type(NamedTuple):
    name: str
    """
    The full name of an engine class; otherwise as in a type hint, or a name of ours.
    """
    items: tuple[Type, ...] = ()
    """The item of a container, or all items of a tuple of fixed length."""
    length: int = 0
    """The length of a C array."""

    @property
    def item(self) -> Type:
        if not self.items:
            return UNKNOWN if self == UNKNOWN else OBJECT
        return self.items[0] if len(set(self.items)) == 1 else OBJECT

    @property
    def is_number(self) -> bool:
        return self.name in NUMBERS


UNKNOWN = Type("unknown")
"""The type of a name until the values assigned to it have been inferred."""
OBJECT, NONE = Type("object"), Type("None")
INT, FLOAT, BOOL = Type("int"), Type("float"), Type("bool")
RESULTS = {
    "len": INT,
    "int": INT,
    "float": FLOAT,
    "bool": BOOL,
    "range": Type("list", (INT,)),
}
"""The types that builtin functions return."""


def join(*types: Type) -> Type:
    """Return the type of a variable that holds values of all these types."""
    different = set(types) - {UNKNOWN}
    if len(different) > 1 and not any(it.is_number for it in different):
        different.discard(NONE)
    if len(different) == 1:
        return different.pop()
    if different and all(it.is_number for it in different):
        return FLOAT if FLOAT in different else INT
    names = {it.name for it in different}
    if len(names) == 1 and not any(it.length for it in different):
        return Type(names.pop(), (join(*(it.item for it in different)),))
    return OBJECT if different else UNKNOWN


class Module:
    def __init__(self, engine: Engine, name: str, path: Path) -> None:
        self.engine = engine
        self.name = name
        self.is_compiled = path.stem not in INTERPRETED
        self.constants: dict[str, object] = {}
        self.own_constants: list[str] = []
        self.classes: dict[str, Class] = {}
        self.functions: dict[str, ast.FunctionDef] = {}
        self.imported: dict[str, tuple[Module, str]] = {}
        self.has_math = False
        self._cimports: set[str] = set()
        for node in ast.parse(path.read_text("utf-8")).body:
            match node:
                case ast.ImportFrom(module=str(source)):
                    self._import(source, node.names)
                case ast.Import(names=names):
                    self.has_math |= any(it.name == "math" for it in names)
                case (
                    ast.Assign(targets=[target], value=ast.expr() as value)
                    | ast.AnnAssign(target=target, value=ast.expr() as value)
                ):
                    self._define(target, self.constant(value))
                case ast.FunctionDef(name=name):
                    self.functions[name] = node
                case ast.ClassDef(name=name):
                    self.classes[name] = Class(self, node)

    def _import(self, source: str, names: list[ast.alias]) -> None:
        module = self.engine.module(source)
        if module is None:
            return
        for it in names:
            self.imported[it.name] = module, it.name
            if it.name in module.constants:
                self.constants[it.name] = module.constants[it.name]

    def _define(self, target: ast.expr, value: object) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, tuple):
            for name, one in zip(target.elts, value, strict=True):
                self._define(name, one)
        elif isinstance(target, ast.Name) and isinstance(value, int | float | tuple):
            self.constants[target.id] = value
            self.own_constants.append(target.id)

    def constant(self, node: ast.expr) -> object:
        """Return the value of an expression of constants; None for any other."""
        known = {"__builtins__": {}, "range": range, "len": len} | self.constants
        names = [it for it in ast.walk(node) if isinstance(it, ast.Name)]
        read = {it.id for it in names if isinstance(it.ctx, ast.Load)}
        made = {it.id for it in names if isinstance(it.ctx, ast.Store)}
        if not read <= known.keys() | made or any(
            isinstance(it, ast.Attribute | ast.Lambda) for it in ast.walk(node)
        ):
            return None
        value = eval(compile(ast.Expression(node), self.name, "eval"), known)
        is_many = isinstance(value, range | GeneratorType)
        return tuple(value) if is_many else value

    def hinted(self, hint: ast.expr | None) -> Type:
        """Return the type that a type hint names."""
        match hint:
            case ast.Constant(value=None):
                return NONE
            case ast.BinOp(left=left, right=right):
                return join(self.hinted(left), self.hinted(right))
            case ast.Name(id=name):
                if found := self.class_called(name):
                    return found.type
                return Type(name) if name in (*NUMBERS, *OBJECTS) else OBJECT
            case ast.Subscript(value=ast.Name(id=name), slice=inner):
                hints = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                items = tuple(self.hinted(it) for it in hints if not _is_ellipsis(it))
                if name == "array":
                    return Type("view", items)
                if name in ("dict", "Mapping"):
                    return Type(name, items[1:])
                return Type(name if name in OBJECTS else "iterable", items)
        return OBJECT

    def class_called(self, name: str) -> Class | None:
        """Return the class of the engine that has this name here."""
        module, own = self.imported.get(name, (self, name))
        return module.classes.get(own)

    def result(self, name: str) -> Type:
        """Return the type of what a call of this name returns."""
        module, own = self.imported.get(name, (self, name))
        if own in module.classes:
            return module.classes[own].type
        if own in module.functions:
            return module.hinted(module.functions[own].returns)
        return RESULTS.get(name, FLOAT if hasattr(math, name) else OBJECT)

    def declarations(self) -> str:
        """Return the text of the .pxd file."""
        lines = [f"cdef {self._constant_type(name)} {name}" for name in self.constants]
        for function in self.functions.values():
            lines += Function(self, function).declaration()
        for one in self.classes.values():
            if one.is_compiled:
                lines += one.declaration()
        head = ["cimport cython", *["from libc cimport math"] * self.has_math]
        for name in sorted(self._cimports):
            module, _, class_ = name.rpartition(".")
            if module != self.name:
                head.append(f"from {module} cimport {class_}")
        return "\n".join([*head, *lines, ""])

    def _constant_type(self, name: str) -> str:
        made = type(self.constants[name]).__name__
        return NUMBERS.get(made, made)

    def exports(self) -> str:
        """Return a statement that makes the module's constants visible to Python."""
        shown = ", ".join(f"{name}={name}" for name in self.own_constants)
        return f"\n\nglobals().update({shown})\n"

    def c(self, type_: Type, in_locals: bool = False) -> str:
        """Return a type as Cython writes it: in declarations, or in `cython.locals`."""
        if type_.is_number:
            name = NUMBERS[type_.name]
            return f"cython.{name.replace(' ', '')}" if in_locals else name
        if type_.name == "view" and type_.item.is_number:
            return f"{self.c(type_.item, in_locals)}[::1]"
        if type_.name == "carray" and in_locals:
            return f"{self.c(type_.item, in_locals)}[{type_.length}]"
        if type_.name in OBJECTS:
            return type_.name
        found = self.engine.classes.get(type_.name)
        if found is None or not found.is_compiled:
            return "object"
        self._cimports.add(type_.name)
        return type_.name.rpartition(".")[2]


def _is_ellipsis(hint: ast.expr) -> bool:
    return isinstance(hint, ast.Constant) and hint.value is Ellipsis


class Class:
    """A class of the engine, and the types of its attributes."""

    def __init__(self, module: Module, node: ast.ClassDef) -> None:
        self.module = module
        self.type = Type(f"{module.name}.{node.name}")
        self.is_compiled = module.is_compiled and not node.bases
        self.attributes: dict[str, Type] = {}
        self.methods = {
            it.name: it for it in node.body if isinstance(it, ast.FunctionDef)
        }
        self._fields = {
            it.target.id: it.annotation
            for it in node.body
            if isinstance(it, ast.AnnAssign) and isinstance(it.target, ast.Name)
        }
        module.engine.classes[self.type.name] = self

    def infer(self) -> bool:
        """Infer the types of attributes from known ones; return whether any changed."""
        found = {it: self.module.hinted(hint) for it, hint in self._fields.items()}
        for method in self.methods.values():
            for name, type_ in Function(self.module, method, self).assigned:
                found[name] = join(found.get(name, UNKNOWN), type_)
        before, self.attributes = self.attributes, found
        return before != found

    def attribute(self, name: str) -> Type:
        method = self.methods.get(name)
        if method is not None:  # a property
            return self.module.hinted(method.returns)
        return self.attributes.get(name, UNKNOWN)

    def declaration(self) -> Iterator[str]:
        yield "@cython.final"
        yield f"cdef class {self.type.name.rpartition('.')[2]}:"
        for name, type_ in self.attributes.items():
            if type_.name == "carray":
                yield f"    cdef {self.module.c(type_.item)} {name}[{type_.length}]"
            else:
                access = "" if name.startswith("_") else "public "
                yield f"    cdef {access}{self.module.c(type_)} {name}"
        for method in self.methods.values():
            for line in Function(self.module, method, self).declaration():
                yield f"    {line}"


class Function:
    """A function or method, and the types of its local variables."""

    def __init__(
        self, module: Module, node: ast.FunctionDef, owner: Class | None = None
    ) -> None:
        self.module = module
        self.node = node
        self.owner = owner
        self.parameters = {
            it.arg: module.hinted(it.annotation) for it in node.args.args
        }
        if owner is not None and "self" in self.parameters:
            self.parameters["self"] = owner.type
        nodes = [*ast.walk(node)]
        names = [it for it in nodes if isinstance(it, ast.Name)]
        stored = [it.id for it in names if isinstance(it.ctx, ast.Store)]
        self.locals = {it: UNKNOWN for it in stored if it not in self.parameters}
        self.assigned: list[tuple[str, Type]] = []
        """Attributes of `self`, each with the types assigned to it."""
        before = None
        while before != self.locals:
            before = dict(self.locals)
            self.assigned = []
            self._bind_all(nodes)

    # Bindings.

    def _bind_all(self, nodes: list[ast.AST]) -> None:
        for it in nodes:
            match it:
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        self._bind(target, self.type(value))
                case ast.AnnAssign(target=target, annotation=hint):
                    self._bind(target, self.module.hinted(hint))
                case ast.AugAssign(target=target, op=op, value=value):
                    self._bind(target, self.type(ast.BinOp(target, op, value)))
                case (
                    ast.For(target=target, iter=many)
                    | ast.comprehension(target=target, iter=many)
                ):
                    self._bind(target, self.type(many).item)
                case ast.NamedExpr(target=target, value=value):
                    self._bind(target, self.type(value))
                case ast.withitem(optional_vars=ast.expr() as target):
                    self._bind(target, OBJECT)

    def _bind(self, target: ast.expr, type_: Type) -> None:
        match target:
            case ast.Name(id=name) if name in self.locals:
                self.locals[name] = join(self.locals[name], type_)
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                self.assigned.append((name, type_))
            case ast.Starred(value=rest):
                self._bind(rest, OBJECT)
            case ast.Tuple(elts=targets):
                items = type_.items
                if type_.name != "tuple" or len(items) != len(targets):
                    items = (type_.item,) * len(targets)
                for one, item in zip(targets, items, strict=True):
                    self._bind(one, item)

    # Types of expressions.

    def type(self, node: ast.expr) -> Type:
        match node:
            case ast.Constant(value=value):
                return self._of_value(value)
            case ast.Name(id=name):
                return self._of_name(name)
            case ast.Attribute(value=value, attr=name):
                owner = self.type(value)
                found = self.module.engine.classes.get(owner.name)
                unknown = UNKNOWN if owner == UNKNOWN else OBJECT
                return found.attribute(name) if found else unknown
            case ast.Subscript(value=value, slice=ast.Slice()):
                return self.type(value)
            case ast.Subscript(value=value, slice=index):
                whole, nth = self.type(value), self.module.constant(index)
                if isinstance(nth, int) and whole.items[1:]:
                    return whole.items[nth]
                return whole.item
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return BOOL
            case ast.UnaryOp(operand=operand):
                return self.type(operand)
            case ast.BoolOp(values=values):
                return join(*map(self.type, values))
            case ast.IfExp(body=body, orelse=other):
                return join(self.type(body), self.type(other))
            case ast.BinOp(left=left, op=op, right=right):
                return self._of_operation(left, op, right)
            case ast.Call(func=function, args=arguments):
                return self._of_call(function, arguments)
            case ast.Tuple(elts=elements):
                return Type("tuple", tuple(map(self.type, elements)) or (UNKNOWN,))
            case ast.List(elts=elements):
                return Type("list", (join(*map(self.type, elements)),))
            case ast.Dict(values=values):
                return Type("dict", (join(*map(self.type, values)),))
            case ast.ListComp(elt=element):
                return Type("list", (self.type(element),))
            case ast.DictComp(value=element):
                return Type("dict", (self.type(element),))
        return OBJECT

    def _of_value(self, value: object) -> Type:
        if isinstance(value, tuple):
            return Type("tuple", tuple(map(self._of_value, value)) or (UNKNOWN,))
        if value is None:
            return NONE
        made = Type(type(value).__name__)
        return made if made.is_number else OBJECT

    def _of_name(self, name: str) -> Type:
        for known in (self.parameters, self.locals):
            if name in known:
                return known[name]
        return self._of_value(self.module.constants.get(name, ...))

    def _of_operation(self, left: ast.expr, op: ast.operator, right: ast.expr) -> Type:
        one, other = self.type(left), self.type(right)
        if UNKNOWN in (one, other):
            return UNKNOWN
        if isinstance(op, ast.Mult) and one.items:
            length = self.module.constant(right)
            if isinstance(left, ast.List) and isinstance(length, int):
                return Type("carray", one.items, length)
            return one
        if not (one.is_number and other.is_number) or isinstance(op, ast.Pow):
            return OBJECT
        return FLOAT if isinstance(op, ast.Div) else join(one, other, INT)

    def _of_call(self, function: ast.expr, arguments: list[ast.expr]) -> Type:
        match function:
            case ast.Name(id="array"):
                is_float = self.module.constant(arguments[0]) == "d"
                return Type("view", (FLOAT if is_float else INT,))
            case ast.Name(id="min" | "max" | "abs") if arguments:
                types = [self.type(it) for it in arguments]
                return types[0].item if types[0].items else join(*types)
            case ast.Name(id="enumerate"):
                pair = Type("tuple", (INT, self.type(arguments[0]).item))
                return Type("iterable", (pair,))
            case ast.Name(id="list" | "sorted" | "tuple" as name) if arguments:
                made = "tuple" if name == "tuple" else "list"
                return Type(made, (self.type(arguments[0]).item,))
            case ast.Name(id=name):
                return self.module.result(name)
            case ast.Attribute(value=ast.Name(id="math")):
                return FLOAT
            case ast.Attribute(value=value):
                owner = self.module.engine.classes.get(self.type(value).name)
                if owner is not None or self.type(value) == UNKNOWN:
                    return self.type(function)
        return OBJECT

    # Declarations for Cython.

    def declaration(self) -> Iterator[str]:
        node, c = self.node, self.module.c
        arguments = node.args
        inner = (it for one in node.body for it in ast.walk(one))
        if (
            (node.name.startswith("__") or node.decorator_list)
            or (arguments.kwonlyargs or arguments.vararg or arguments.kwarg)
            or any(isinstance(it, PYTHON_ONLY) for it in inner)
        ):
            return
        types = {it: c(type_, in_locals=True) for it, type_ in self.locals.items()}
        shown = [f"{name}={it}" for name, it in types.items() if it != "object"]
        if shown:
            yield f"@cython.locals({', '.join(shown)})"
        given = [
            name if name == "self" else f"{c(type_)} {name}"
            for name, type_ in self.parameters.items()
        ]
        for nth in range(len(given) - len(arguments.defaults), len(given)):
            given[nth] += "=*"
        returned = self.module.hinted(node.returns)
        made = "void" if returned == NONE else c(returned)
        how = "cdef" if node.name.startswith("_") else "cpdef"
        yield f"{how} {made} {node.name}({', '.join(given)})"


def _widened(source: str) -> str:
    """Widen numbers on the left of a shift to 64 bits: C constants have 32."""
    lines = source.encode().splitlines(keepends=True)
    shifts = [
        it.left
        for it in ast.walk(ast.parse(source))
        if isinstance(it, ast.BinOp)
        and isinstance(it.op, ast.LShift)
        and isinstance(it.left, ast.Constant)
        and not isinstance(it.right, ast.Constant)
    ]
    for it in sorted(shifts, key=lambda it: -it.col_offset):
        line = lines[it.lineno - 1]
        wide = f"cython.cast(cython.longlong, {it.value!r})".encode()
        lines[it.lineno - 1] = line[: it.col_offset] + wide + line[it.end_col_offset :]
    widened = b"".join(lines).decode()
    # Added to an existing line, so that line numbers don't change.
    return widened.replace(FUTURE, f"{FUTURE}; import cython", 1)


class Engine:
    def __init__(self, root: Path, folder: str) -> None:
        self._root = root
        self.classes: dict[str, Class] = {}
        self.modules: dict[str, Module | None] = {}
        prefix = f"{PACKAGE}.{folder.replace('/', '.')}."
        self._prefix = prefix
        self.paths = sorted(
            it.relative_to(root) for it in (root / folder).rglob("*.py")
        )
        for path in self.paths:
            self.module(self.name(path))
        while sum(it.infer() for it in self.classes.values()):
            pass

    @staticmethod
    def name(path: Path) -> str:
        return ".".join((PACKAGE, *path.with_suffix("").parts))

    def module(self, name: str) -> Module | None:
        """Return a module of the engine, read once; None for any other."""
        if name not in self.modules and name.startswith(self._prefix):
            path = self._root.joinpath(*name.split(".")[1:]).with_suffix(".py")
            self.modules[name] = Module(self, name, path) if path.exists() else None
        return self.modules.get(name)


def write(root: Path, folder: str, into: Path) -> dict[str, Path]:
    """Write the modules to compile, with their declarations; return them by name."""
    engine = Engine(root, folder)
    written = {}
    for path in engine.paths:
        copied = into / PACKAGE / path
        copied.parent.mkdir(parents=True, exist_ok=True)
        name = engine.name(path)
        module = engine.module(name)
        if module is None or not module.is_compiled:
            continue
        source = _widened((root / path).read_text("utf-8")) + module.exports()
        for file, text in (
            (copied, source),
            (copied.with_suffix(".pxd"), module.declarations()),
        ):
            # An unchanged file isn't compiled again.
            if not file.exists() or file.read_text("utf-8") != text:
                file.write_text(text, "utf-8")
        for parent in [*copied.relative_to(into).parents][:-1]:
            (into / parent / "__init__.py").touch()
        written[name] = copied
    return written
