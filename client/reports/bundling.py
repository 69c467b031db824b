"""
Puts ES modules into one script, for a page that is a single file.

Each module becomes a function that returns what it exports. Modules have the form that
ours have: an import names what it imports, from a file of the same folder, and an export
is a declaration that isn't assigned again. Anything else is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.-]+)";\n', re.MULTILINE)
_EXPORT = re.compile(
    r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE
)
_COMMENT = re.compile(
    r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL
)
_OTHER = re.compile(
    r"^(?:import|export)\b.*|^.*\bimport\(.*|^(?:await|const .*= await)\b.*|"
    r"^.*(?:</script|<!--).*",
    re.MULTILINE | re.IGNORECASE,
)
"""What this module can't bundle, or what would end a script within HTML."""


class UnusableModule(ValueError):
    """A module doesn't have the form that can be bundled; the message says where."""


def bundle(modules: Mapping[str, str], entry: str) -> str:
    """
    Return one script that does what a module does with all that it imports.

    Args:
        modules: the sources of modules, by file name; others than those needed are left
            out.
        entry: the name of the module to run.

    Raises:
        UnusableModule: a module is missing, or can't be bundled.
    """
    parts = (_function(name, modules[name]) for name in needed(modules, entry))
    return "".join(
        ('"use strict";\n(() => {\nconst modules = {};\n', *parts, "})();\n")
    )


def needed(modules: Mapping[str, str], entry: str) -> list[str]:
    """
    Return the names of a module and of all that it imports, imported ones first.

    Raises:
        UnusableModule: a module is missing, or imports itself by way of others.
    """
    found: dict[str, None] = {}
    _collect(modules, entry, (), found)
    return list(found)


def _collect(
    modules: Mapping[str, str],
    name: str,
    above: tuple[str, ...],
    found: dict[str, None],
) -> None:
    if name in above:
        raise UnusableModule(f"modules import each other: {' > '.join((*above, name))}")
    if name not in modules:
        raise UnusableModule(f"there is no module {name}, which {above[-1:]} imports")
    if name not in found:
        for it in _IMPORT.finditer(modules[name]):
            _collect(modules, it[2], (*above, name), found)
        found[name] = None


def _function(name: str, source: str) -> str:
    """Return a module as a function, which is called at once."""
    plain = _COMMENT.sub("", source)
    imports = "".join(_imports(plain))
    body, exports = _IMPORT.sub("", plain), [it[2] for it in _EXPORT.finditer(plain)]
    body = _EXPORT.sub(r"\1 \2", body)
    if other := _OTHER.search(body):
        raise UnusableModule(f"{name}: {other[0]}")
    returned = f"return {{ {', '.join(exports)} }};\n" if exports else ""
    where = f"modules[{json.dumps(name)}]"
    return f"{where} = (() => {{\n{imports}{body.strip()}\n{returned}}})();\n"


def _imports(source: str) -> Iterator[str]:
    for it in _IMPORT.finditer(source):
        names = ", ".join(
            one.strip().replace(" as ", ": ") for one in it[1].split(",") if one.strip()
        )
        yield f"const {{ {names} }} = modules[{json.dumps(it[2])}];\n"
