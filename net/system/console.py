"""
The console: what is typed there line by line, whether it is shown, and in which letters.

What is typed comes on a thread where nobody can be told that there is something to read.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

try:
    import termios
except ImportError:
    termios = None  # type: ignore[assignment]

CAN_BE_WATCHED = termios is not None
"""A reactor can tell when there is something to read, and then one can read it."""

INCAPABLE = ("", "dumb", "unknown")
"""Terminals, by the variable TERM, on which one can do nothing but print."""

_WITHOUT = "dumb" if CAN_BE_WATCHED else "console"
"""What it is where that says nothing: Windows knows what its consoles can do."""

_ECHO = 0x0004
"""Of the modes of a console of Windows: ENABLE_ECHO_INPUT."""

_SEQUENCES = 0x0004
"""Of the modes of what it shows: ENABLE_VIRTUAL_TERMINAL_PROCESSING."""

_LEAVING_SCREEN = (
    # Where there is no other screen to leave, xterm moves the cursor to where it was saved.
    "\x1b7\x1b[?1049l"
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l"  # mouse
    "\x1b[?2004l"  # bracketed paste
    "\x1b[?1l\x1b>"  # arrows and keypad
    "\x1b[?7h\x1b[?25h\x1b[0m"  # wrapping, cursor, colours
)
"""Undoes what a screen changes at a terminal, wherever that stands now."""


def read(most: int) -> bytes:
    """
    Wait for bytes of standard input, in UTF-8; none if it has ended.

    Nothing is read ahead: what is left is for others.

    Raises:
        OSError: it can't be read.
    """
    if sys.stdin is None:
        return b""
    if CAN_BE_WATCHED:
        return os.read(sys.stdin.fileno(), most)
    # It knows consoles, whose letters are no bytes of UTF-8.
    raw: Any = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    return raw.read(most) or b""


def read_on_thread(
    most: int, take: Callable[[bytes], object], from_thread: Callable[..., object]
) -> None:
    """
    Have standard input read on a thread, as `read` does, to its end.

    Args:
        take: is given what was read, by the reactor; nothing at the end.
        from_thread: has the reactor call something, from any thread.
    """

    def read_all() -> None:
        data = b"-"
        while data:
            try:
                data = read(most)
            except OSError:
                data = b""
            from_thread(take, data)

    threading.Thread(target=read_all, name="console", daemon=True).start()


def has_cursor(environment: Mapping[str, str]) -> bool:
    """Tell whether the terminal can do more than print, if there is one."""
    return environment.get("TERM", _WITHOUT) not in INCAPABLE


def echo(file: int, *, shows: bool) -> None:
    """Have a console show what is typed, or not."""
    if termios is not None:
        how = termios.tcgetattr(file)
        how[3] = how[3] | termios.ECHO if shows else how[3] & ~termios.ECHO
        termios.tcsetattr(file, termios.TCSADRAIN, how)
        return
    found = _windows_mode(file)
    if found is not None:
        mode, change = found
        change(mode | _ECHO if shows else mode & ~_ECHO)


def allow_editing() -> None:
    """Have `input` edit lines and recall earlier ones by the arrow keys, if it can't yet."""
    # Importing it is enough. A console of Windows edits lines by itself.
    with contextlib.suppress(ImportError):
        importlib.import_module("readline")


def leave_screen(environment: Mapping[str, str] = os.environ) -> None:
    """
    Undo at the terminal of standard output what a screen has changed that was killed.

    It does nothing to a terminal at which all is well, and to one that another process has
    in the foreground.
    """
    target = sys.stdout
    if target is None or not target.isatty() or not has_cursor(environment):
        return
    with contextlib.suppress(ImportError, OSError, ValueError):
        if _is_in_background(target.fileno()):
            return
        with _with_sequences(target.fileno()) as are_understood:
            if are_understood:
                target.write(_LEAVING_SCREEN)
                target.flush()


def _is_in_background(file: int) -> bool:
    if termios is None:
        return False
    try:
        return os.tcgetpgrp(file) != os.getpgrp()
    except OSError:
        return False  # it controls no processes


@contextlib.contextmanager
def _with_sequences(file: int) -> Iterator[bool]:
    """Have a console understand escape sequences; gives whether it does."""
    if os.name != "nt":
        yield True
        return
    found = _windows_mode(file)
    if found is None:
        yield False
        return
    mode, change = found
    try:
        yield change(mode | _SEQUENCES)
    finally:
        change(mode)


def _windows_mode(file: int) -> tuple[int, Callable[[int], bool]] | None:
    """Return the mode of a console of Windows, and what changes it; None: it is none."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes
        import msvcrt

        windows: Any = ctypes, msvcrt  # mypy sees what these have on this system
        kernel, handle = windows[0].windll.kernel32, windows[1].get_osfhandle(file)
        mode = ctypes.c_uint32()
        if kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            return mode.value, lambda new: bool(kernel.SetConsoleMode(handle, new))
    return None


def prepare() -> None:
    """
    Have standard streams take any letter.

    A file or pipe is in UTF-8 on all systems: else what one writes another couldn't read.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if os.name == "nt" and not stream.isatty():
            stream.reconfigure(encoding="utf-8")
        # A name that a terminal can't show is no reason to break off.
        if stream is not sys.stdin:
            stream.reconfigure(errors="backslashreplace")
