"""
The console: reading what is typed, turning echo on and off, and encodings.

Where the system can't report that there is input, a thread reads it.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import os
import stat
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TextIO

try:
    import termios
except ImportError:
    termios = None  # type: ignore[assignment]

CAN_BE_WATCHED = termios is not None
"""Whether a reactor can tell that there is input to read."""

INCAPABLE = ("", "dumb", "unknown")
"""Values of TERM for terminals that can only print."""

_WITHOUT = "dumb" if CAN_BE_WATCHED else "console"
"""Default of TERM: on Windows, the system knows what its consoles can do."""

_ECHO = 0x0004
"""ENABLE_ECHO_INPUT, a Windows console input mode."""

_SEQUENCES = 0x0004
"""ENABLE_VIRTUAL_TERMINAL_PROCESSING, a Windows console output mode."""

_LAST = 2
"""The highest descriptor of a standard stream."""

NO_TERMINAL = frozenset(
    (errno.EIO, errno.ENXIO, errno.EPIPE, errno.EBADF, errno.ENOTTY, errno.ENODEV)
)
"""Errors when writing to a window that was closed."""

_LEAVING_SCREEN = (
    # If there is no alternate screen to leave, terminals move the cursor to a place that
    # they saved: xterm to this one, tmux to where the last screen began.
    "\x1b7\x1b[?1049l\x1b8"
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l"  # mouse
    "\x1b[?2004l"  # bracketed paste
    "\x1b[?1l\x1b>"  # arrows and keypad
    "\x1b[?7h\x1b[?25h\x1b[0m"  # wrapping, cursor, colours
)
"""Undoes a screen's changes to a terminal, whatever its current state."""


def read(most: int) -> bytes:
    """
    Wait for bytes of standard input, in UTF-8; empty at its end.

    Nothing is read ahead, so that other programs get the rest.

    Raises:
        OSError: reading fails.
    """
    if sys.stdin is None:
        return b""
    if CAN_BE_WATCHED:
        return os.read(sys.stdin.fileno(), most)
    # This object handles consoles, whose input isn't UTF-8.
    raw: Any = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    return raw.read(most) or b""


def read_on_thread(
    most: int, take: Callable[[bytes], object], from_thread: Callable[..., object]
) -> None:
    """
    Read all of standard input on a thread, as `read` does.

    Args:
        take: called by the reactor with what was read, and with nothing at the end.
        from_thread: makes the reactor call something, from any thread.
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
    """Return whether the terminal, if there is one, can do more than print."""
    return environment.get("TERM", _WITHOUT) not in INCAPABLE


def echo(file: int, *, shows: bool) -> None:
    """Turn a console's echo on or off."""
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
    """Let `input` edit lines and recall earlier ones with the arrow keys."""
    # Importing it is enough. A Windows console edits lines by itself.
    with contextlib.suppress(ImportError):
        importlib.import_module("readline")


def leave_screen(environment: Mapping[str, str] = os.environ) -> None:
    """
    Restore the terminal of standard output after a screen that was killed.

    It does nothing to a terminal in a normal state, or to one with another process in
    the foreground.
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
        return False  # it isn't a controlling terminal


@contextlib.contextmanager
def _with_sequences(file: int) -> Iterator[bool]:
    """Make a console process escape sequences; yield whether it does."""
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
    """Return a Windows console's mode and a function to set it, or None."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes
        import msvcrt

        windows: Any = ctypes, msvcrt  # mypy sees only this system's functions
        kernel, handle = windows[0].windll.kernel32, windows[1].get_osfhandle(file)
        mode = ctypes.c_uint32()
        if kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            return mode.value, lambda new: bool(kernel.SetConsoleMode(handle, new))
    return None


def is_gone(stream: TextIO, error: OSError) -> bool:
    """Return whether writing to a stream failed because its terminal was closed."""
    if error.errno not in NO_TERMINAL:
        return False
    try:
        # A terminal that was closed doesn't say any more that it is one.
        return stat.S_ISCHR(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def silence(stream: TextIO) -> None:
    """
    Drop whatever is written to a stream that nobody reads any more.

    Otherwise Python would fail to write buffered output when it exits.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def open_closed(*names: str) -> None:
    """
    Open the null device in place of standard streams that were closed, as by ``<&-``.

    All three descriptors are taken in any case. Otherwise a file or a connection would
    get one of them, and with it what libraries print, or what watches the stream's end.

    Args:
        names: the streams that become usable in `sys`; others stay None.
    """
    if None not in (sys.stdin, sys.stdout, sys.stderr):
        return
    nowhere = os.open(os.devnull, os.O_RDWR)
    while nowhere <= _LAST:  # a new descriptor gets the lowest free number
        os.set_inheritable(nowhere, True)
        nowhere = os.open(os.devnull, os.O_RDWR)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if name in names and getattr(sys, name) is None:
            stream = os.fdopen(nowhere, mode, encoding="utf-8", closefd=False)
            setattr(sys, name, stream)


def prepare() -> None:
    """
    Make standard streams accept any character.

    Files and pipes use UTF-8 on all systems, so that other programs can read them.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if os.name == "nt" and not stream.isatty():
            stream.reconfigure(encoding="utf-8")
        # A name that a terminal can't show is no reason to fail.
        if stream is not sys.stdin:
            stream.reconfigure(errors="backslashreplace")
