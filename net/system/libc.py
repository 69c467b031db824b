"""Functions of the system's C library that Python doesn't offer."""

from __future__ import annotations


def call(name: str, *numbers: int) -> bool:
    """
    Call a function of this process's C library.

    It returns False if there is no such function, or no way to call it: Windows has no
    C library of that kind, musl lacks some of glibc's functions, and Python may be
    built without `ctypes`.
    """
    try:
        import ctypes  # late: it takes longer to import than everything else at start-up

        # On Windows this raises TypeError, as None names no library there.
        function = getattr(ctypes.CDLL(None), name)
    except (ImportError, OSError, AttributeError, TypeError):
        return False
    function(*numbers)
    return True
