"""
7 Wonders over a local network, without having to trust the host.

The names in `__all__` are public, and each is imported when it is first used;
docs/PYTHON.md introduces them. All other modules are internal.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which takes a while to import
if TYPE_CHECKING:
    from sealed_wonders.client.library import *


def __getattr__(name: str) -> object:
    # Both programs import this module when they start, so it imports nothing itself.
    if name == "__all__" or not name.startswith("_"):
        from sealed_wonders.client import library

        if name == "__all__":
            return library.__all__
        if name in library.__all__:
            return getattr(library, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from sealed_wonders.client import library

    return [*globals(), *library.__all__]
