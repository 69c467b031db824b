"""
Keeps the host process small by not importing what it never uses.

`cryptography` has its own OpenSSL, with which Twisted speaks TLS. Python's `ssl` and
`_hashlib` load another one of several megabytes, which a host never calls. Modules that
import these two can also run on a Python built without OpenSSL. So while a host's
modules are imported, Python pretends to be built that way: `hashlib` then uses Python's
own hashes, which are just as good for what is hashed here, and `asyncio`, from which
Twisted needs the names of some types, can't speak TLS. Modules imported later, for
example for metrics, find both again.

Some modules, and through them those for HTTP, mail and internet names, are imported
only for a few names that are never used. They are loaded when somebody uses them. From
`asyncio`, Twisted takes three names, which are in three of its thirty modules.

The C library would give each thread that checks proofs its own arena of memory.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

from sealed_wonders.net.system import memory

OTHER_OPENSSL = ("_hashlib", "ssl")
"""Modules that would load the other OpenSSL."""

LOADED_LATER: Mapping[str, Mapping[str, str]] = {
    "http.cookiejar": {},
    "pickle": {},
    "twisted.internet.ssl": {},
    "urllib.request": {},
    "asyncio": {
        "AbstractEventLoop": "asyncio.events",
        "Future": "asyncio.futures",
        "iscoroutine": "asyncio.coroutines",
    },
    "email.utils": {"parseaddr": ""},
    "html": {"escape": ""},
}
"""
Modules loaded only when an attribute other than these is used.

Each attribute has the submodule that defines it. If that is empty, the attribute is a
function, and its module is loaded when the function is called.
"""


class _Later(MetaPathFinder):
    """A finder for the modules that are loaded later."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if fullname not in LOADED_LATER:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _InParts(spec.loader, LOADED_LATER[fullname])
        return spec


class _InParts(Loader):
    """Loads a module when it is used, and a package only as far as it is."""

    def __init__(self, whole: Loader, parts: Mapping[str, str]) -> None:
        self._whole = whole
        self._parts = parts

    def exec_module(self, module: ModuleType) -> None:
        """Load nothing yet; install a `__getattr__` that does."""

        def load() -> None:
            if module.__dict__.pop("__getattr__", None) is not None:
                self._whole.exec_module(module)

        def call(name: str, *given: object, **named: object) -> object:
            load()
            return getattr(module, name)(*given, **named)

        def ask(name: str) -> object:
            where = self._parts.get(name)
            if where is not None:
                if not where:
                    return functools.partial(call, name)
                return getattr(importlib.import_module(where), name)
            # Submodules are imported by whoever needs them; Python itself asks for
            # `__path__`.
            if name.startswith("__") or _is_module(f"{module.__name__}.{name}"):
                raise AttributeError(name)
            load()
            return getattr(module, name)

        module.__dict__["__getattr__"] = ask


def _is_module(name: str) -> bool:
    """Return whether a name is a submodule of a package."""
    with contextlib.suppress(ModuleNotFoundError):
        return importlib.util.find_spec(name) is not None
    return False


_later = _Later()


def begin() -> None:
    """Make later imports lean; modules imported before stay as they are."""
    memory.use_one_arena()
    for name in OTHER_OPENSSL:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]
    sys.meta_path.insert(0, _later)


def end() -> None:
    """Make everything importable again."""
    if _later in sys.meta_path:
        sys.meta_path.remove(_later)
        for name in OTHER_OPENSSL:
            if sys.modules[name] is None:
                del sys.modules[name]
