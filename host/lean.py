"""
What a host's process does without, so that it is smaller.

`cryptography` has an OpenSSL of its own, by which Twisted speaks TLS. Python's `ssl` and
`_hashlib` load another, of some megabytes, that no line of a host's ever calls. Whoever imports
them knows what to do on a Python that was built without OpenSSL, so while a host's modules are
imported it is one: `hashlib` takes Python's own hashes then, which for what is hashed here are as
good, and `asyncio`, of which Twisted needs the names of some types, speaks no TLS. What is
imported later, as for metrics, finds both again.

Some modules, and through them those of HTTP, mail and names on the internet, are imported for
names of them alone, of which nothing is asked. They are imported when somebody does. Of
`asyncio` Twisted takes three names, which lie in three of its thirty modules.

The C library would give each thread that checks proofs an arena of its own to allocate from.
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
"""What would load it."""

ASKED_LATER = ("http.cookiejar", "pickle", "twisted.internet.ssl", "urllib.request")
"""What is imported once somebody asks something of it."""

IN_PARTS = {
    "asyncio": {
        "AbstractEventLoop": "asyncio.events",
        "Future": "asyncio.futures",
        "iscoroutine": "asyncio.coroutines",
    },
    "email.utils": {"parseaddr": ""},
    "html": {"escape": ""},
}
"""
What is imported once somebody asks for another name than these; and the modules in which they lie.
Where there is none, it is a function, and its own module is imported once somebody calls it.
"""


class _Later(MetaPathFinder):
    """Finds what is imported later."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Find a module, if it is one of those."""
        if fullname not in ASKED_LATER and fullname not in IN_PARTS:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.loader is None:
            return spec
        parts = IN_PARTS.get(fullname)
        if parts is None:
            spec.loader = importlib.util.LazyLoader(spec.loader)
        else:
            spec.loader = _InParts(spec.loader, parts)
        return spec


class _InParts(Loader):
    """Loads a package as far as somebody asks for it."""

    def __init__(self, whole: Loader, parts: Mapping[str, str]) -> None:
        self._whole = whole
        self._parts = parts

    def exec_module(self, module: ModuleType) -> None:
        """Load nothing, and wait for questions."""

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
            # Whoever wants a module in it imports that then; Python asks for a `__path__`.
            if name.startswith("__") or _is_module(f"{module.__name__}.{name}"):
                raise AttributeError(name)
            load()
            return getattr(module, name)

        module.__dict__["__getattr__"] = ask


def _is_module(name: str) -> bool:
    """Tell whether there is a module in a package; in another module there is none."""
    with contextlib.suppress(ModuleNotFoundError):
        return importlib.util.find_spec(name) is not None
    return False


_later = _Later()


def begin() -> None:
    """Have what is imported from now on do without; what was imported before stays."""
    memory.use_one_arena()
    for name in OTHER_OPENSSL:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]
    sys.meta_path.insert(0, _later)


def end() -> None:
    """Let whoever wants it have all there is."""
    if _later in sys.meta_path:
        sys.meta_path.remove(_later)
        for name in OTHER_OPENSSL:
            if sys.modules[name] is None:
                del sys.modules[name]
