"""Which parts of the program run compiled, by `scripts/compile`."""

from __future__ import annotations

from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path

ENGINE = "client.engine.wonders.table"
PROOFS = "net.sealed._pippenger"
"""A module of each part, in the package of this program."""


def compiled() -> list[str]:
    """
    Return the names of the parts that run compiled, as they are loaded at a start.

    Nothing is loaded if nothing was compiled.
    """
    found = []
    if _was_built(ENGINE) and _is_loaded(ENGINE):
        found.append("engine")
    if _was_built(PROOFS) and _are_proofs_summed():
        found.append("proofs")
    return found


def _was_built(module: str) -> bool:
    path = Path(__file__).parents[2].joinpath(*module.split("."))
    return any(Path(f"{path}{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


def _is_loaded(module: str) -> bool:
    try:
        loaded = import_module(f"sealed_wonders.{module}")
    except ImportError:
        return False
    return isinstance(loaded.__loader__, ExtensionFileLoader)


def _are_proofs_summed() -> bool:
    from sealed_wonders.net.sealed.backend import UnusableLibrary, loaded

    try:
        return loaded().has_compiled_sum
    except UnusableLibrary:
        return False
