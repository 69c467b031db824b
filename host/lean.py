"""
What a host's process does without, so that it is smaller.

`cryptography` has an OpenSSL of its own, by which Twisted speaks TLS. Python's `ssl` and
`_hashlib` load another, of some megabytes, that no line of a host's ever calls. Whoever imports
them knows what to do on a Python that was built without OpenSSL, so while a host's modules are
imported it is one: `hashlib` takes Python's own hashes then, which for what is hashed here are as
good, and `asyncio`, of which Twisted needs the names of some types, speaks no TLS. What is
imported later, as for metrics, finds both again.

Two modules, and through them those of HTTP and mail, are imported for old names of them
alone. They are imported when somebody asks something of them.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

OTHER_OPENSSL = ("_hashlib", "ssl")
"""What would load it."""

ASKED_LATER = ("http.cookiejar", "urllib.request")
"""What is imported once somebody asks something of it."""


class _Later(MetaPathFinder):
    """Finds what is imported later."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Find a module, if it is one of those."""
        if fullname not in ASKED_LATER:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = importlib.util.LazyLoader(spec.loader)
        return spec


_later = _Later()


def begin() -> None:
    """Have what is imported from now on do without; what was imported before stays."""
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
