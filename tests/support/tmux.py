"""A real terminal of a given size: a pane of a separate tmux server."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from sealed_wonders.client.terminal import keyguard

ROOT = Path(__file__).parent.parent.parent

PATIENCE = 30.0
"""Seconds to wait for anything; most things take a twentieth of a second."""

PAUSE = 0.01
"""Seconds between the first two looks at the screen."""

PAUSE_FACTOR = 1.2
"""Factor by which each pause is longer than the previous one, up to `LONGEST_PAUSE`."""

LONGEST_PAUSE = 0.1

REPEAT_KEY_SECONDS = 1.0
"""Seconds until a key that had no effect is pressed again."""

_TITLE = re.compile(r"(?P<scene>[a-z ]+ \d+): (?P<marks>\d+), (?P<size>\d+x\d+)")

_PASSED_ON = ("PYTHONPATH",)
"""Environment variables that are passed on to the command."""

_SAVE_STATUS = '"$@"; echo $? >"$STATUS"'
"""Runs a command, and saves its exit status, which not every tmux reports."""


OLDEST = (3, 2)
"""The first version of tmux that can set environment variables for a command."""


def why_not() -> str:
    """Return why no terminal can be run, or an empty text if one can."""
    wanted = ".".join(map(str, OLDEST))
    if shutil.which("tmux") is None:
        return f"it takes tmux {wanted}, and there is none"
    said = subprocess.run(["tmux", "-V"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)\.(\d+)", said.stdout)
    if found and (int(found[1]), int(found[2])) < OLDEST:
        return f"it takes tmux {wanted}, and this is {said.stdout.strip()}"
    return ""


class Stuck(Exception):
    """The expected screen didn't appear; the message contains the last one."""


class Terminal:
    """
    A terminal that runs a command.

    Attributes:
        size: its columns and rows.
    """

    def __init__(
        self,
        command: Sequence[str],
        size: tuple[int, int],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """
        Start the terminal and the command.

        Args:
            environment: environment variables for the command, which override the usual ones.
        """
        self._folder = tempfile.TemporaryDirectory(prefix="wonders-")
        self._status = Path(self._folder.name) / "status"
        self._marks = 0
        self._scene = ""
        self.size = size
        variables = {
            "PATH": os.environ["PATH"],
            "HOME": self._folder.name,
            "LC_ALL": "C.UTF-8",
            "PYTHONUTF8": "0",
            "WONDERS_HOME": f"{self._folder.name}/home",
            "WONDERS_DISCOVERY": "127.0.0.1",
            "WONDERS_NAME": "ann",  # otherwise, the program asks for it
            "STATUS": str(self._status),
            **{name: os.environ[name] for name in _PASSED_ON if name in os.environ},
            **(environment or {}),
        }
        given = [part for pair in variables.items() for part in ("-e", "=".join(pair))]
        options = {
            "default-terminal": variables.get("TERM", "tmux-256color"),
            "remain-on-exit": "on",
            "status": "off",
            "escape-time": "0",
        }
        setting = [
            word
            for pair in options.items()
            for word in ("set-option", "-g", *pair, ";")
        ]
        width, height = map(str, size)
        self._tmux(
            *("-f", "/dev/null", "start-server", ";", *setting),
            *("new-session", "-d", "-x", width, "-y", height, *given),
            *("-c", str(ROOT), "--", "sh", "-c", _SAVE_STATUS, "sh", *command),
            variables=variables,
        )
        # A single client runs all commands: starting a process for each would take longer
        # than most commands do.
        self._client = subprocess.Popen(
            [*self._program, "-C", "attach-session", "-f", "no-output,ignore-size"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._answer("attach-session")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """
        Kill the terminal and everything in it, and wait until nothing is written any
        more.
        """
        try:
            self._tmux("kill-server")
            self._client.communicate()
        finally:
            end = time.monotonic() + PATIENCE
            while Path(self._folder.name).exists():
                try:
                    self._folder.cleanup()
                except OSError:
                    if time.monotonic() > end:
                        raise
                    time.sleep(PAUSE)

    # Input.

    def press(self, *keys: str) -> None:
        """Press keys, as tmux names them: ``b``, ``Enter``, ``C-z``."""
        self._ask("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._ask("send-keys", "-l", text)

    def click(self, column: int, line: int) -> None:
        """Press and release the mouse button; both coordinates count from 0."""
        at = f"0;{column + 1};{line + 1}"
        self._report(f"\x1b[<{at}M\x1b[<{at}m")

    def wheel(self, column: int, line: int, *, down: bool) -> None:
        """Turn the mouse wheel by one notch; both coordinates count from 0."""
        self._report(f"\x1b[<{64 + down};{column + 1};{line + 1}M")

    def _report(self, sequence: str) -> None:
        """Send a terminal's report of a mouse event (SGR, 1006)."""
        self._ask("send-keys", "-H", *(f"{byte:02x}" for byte in sequence.encode()))

    @property
    def reports_mouse(self) -> bool:
        """Whether the program has asked for mouse events in the format of `_report`."""
        return self._shown("mouse_any_flag") + self._shown("mouse_sgr_flag") == "11"

    def resize(self, width: int, height: int) -> None:
        """Resize the window."""
        self.size = width, height
        self._ask("resize-window", "-x", str(width), "-y", str(height))

    # Output.

    def text(self) -> str:
        """Return the text on the screen, without colours."""
        return self._ask("capture-pane", "-p")

    def coloured(self) -> str:
        """Return the text on the screen, with the escape sequences of its colours."""
        return self._ask("capture-pane", "-p", "-e")

    @property
    def title(self) -> str:
        """The title of the window."""
        return self._shown("pane_title")

    @property
    def ended(self) -> int | None:
        """The exit status of the command, or None while it runs."""
        told = self._status.read_text() if self._status.exists() else ""
        return int(told) if told else None

    def wait_for(self, text: str) -> str:
        """Wait until a text is on the screen; return the screen."""
        return self.wait_until(lambda screen: text in screen, repr(text))

    def wait_until(self, there: Callable[[str], bool], what: str) -> str:
        """
        Wait until `there` accepts the screen; return the screen.

        Raises:
            Stuck: the screen doesn't appear in time.
        """
        seen: list[str] = []

        def look() -> bool:
            seen[:] = [self.text()]
            return there(seen[0])

        self._wait(look, what)
        return seen[0]

    def press_until(self, key: str, text: str) -> str:
        """
        Press a key until a text appears that wasn't on the screen; return the screen.

        A program that says "press any key" discards keys that come before it listens.
        So the key is pressed again every second, and the next screen must ignore it.
        """
        again = 0.0

        def there(screen: str) -> bool:
            nonlocal again
            if text in screen:
                return True
            if time.monotonic() > again:
                self.press(key)
                again = time.monotonic() + REPEAT_KEY_SECONDS
            return False

        return self.wait_until(there, f"{text!r} after {key}")

    def look(self) -> None:
        """
        Wait as long as a person takes at least, because a screen ignores keys that come
        sooner.

        The program counts from the moment at which it draws, which is before this call.
        """
        time.sleep(1.25 * keyguard.PATIENCE)

    def wait_to_end(self) -> int:
        """Wait until the command ends; return its exit status."""
        self._wait(lambda: self.ended is not None, "the end")
        return self.ended or 0

    # For scenes, whose program reports when everything is drawn.

    def begun(self, scene: str, time: int = 0) -> None:
        """Wait until a scene begins; *time* is how often it has begun before."""
        self._marks, self._scene = 0, f"{scene} {time}"
        self._wait(self._is_drawn, f"the scene {scene!r}")

    def settle(self) -> None:
        """Wait until the reaction to everything typed is drawn."""
        self._marks += 1
        self.press("F12")
        self._wait(self._is_drawn, f"drawing number {self._marks}")

    def _is_drawn(self) -> bool:
        told = _TITLE.fullmatch(self.title)
        width, height = self.size
        return told is not None and (
            (told["scene"], told["marks"], told["size"])
            == (self._scene, str(self._marks), f"{width}x{height}")
        )

    def _wait(self, there: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + PATIENCE
        pause = PAUSE
        while not there():
            late = time.monotonic() > until
            ended = self.ended
            if (late or ended is not None) and not there():
                why = "it didn't come" if late else f"the program ended with {ended}"
                raise Stuck(f"waiting for {what}, {why}; there was\n{self.text()}")
            time.sleep(pause)
            pause = min(PAUSE_FACTOR * pause, LONGEST_PAUSE)

    def _shown(self, variable: str) -> str:
        return self._ask("display-message", "-p", f"#{{{variable}}}").strip()

    @property
    def _program(self) -> tuple[str, ...]:
        return ("tmux", "-u", "-S", f"{self._folder.name}/tmux")

    def _tmux(self, *words: str, variables: Mapping[str, str] | None = None) -> None:
        """Run a tmux command in a process of its own."""
        done = subprocess.run(
            [*self._program, *words],
            capture_output=True,
            check=False,
            env=None if variables is None else dict(variables),
        )
        if done.returncode:
            raise Stuck(f"tmux {words[0]}: {done.stderr.decode().strip()}")

    def _ask(self, *words: str) -> str:
        """Run a command in the tmux client; return its output."""
        if self._client.stdin is None:
            raise TypeError
        with contextlib.suppress(BrokenPipeError):
            self._client.stdin.write(f"{' '.join(map(_quoted, words))}\n".encode())
            self._client.stdin.flush()
        return self._answer(words[0])

    def _answer(self, command: str) -> str:
        """Return a command's output, between the lines that begin and end it."""
        if self._client.stdout is None:
            raise TypeError
        said: list[str] | None = None
        number = b""
        for line in self._client.stdout:
            what, *numbers = line.split()[:3] or [b""]
            if said is None:
                if what == b"%begin":
                    said, number = [], numbers[1]
            elif what in (b"%end", b"%error") and numbers[1:] == [number]:
                text = "".join(said)
                if what == b"%error":
                    raise Stuck(f"tmux {command}: {text.strip()}")
                return text
            else:
                said.append(line.decode())
        raise Stuck(f"tmux {command}: it has ended")


def _quoted(word: str) -> str:
    """Quote a word for tmux."""
    return shlex.quote(word).replace("\n", "'\"\\n\"'")


def scene_command(*arguments: str) -> list[str]:
    """Return the command that shows scenes (`tests.support.sceneapp`)."""
    return [sys.executable, "-m", "tests.support.sceneapp", *arguments]
