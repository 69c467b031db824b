"""A real terminal of a given size: a pane of a separate tmux."""

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
"""Seconds for anything; most of it takes a twentieth of one."""

PAUSE = 0.01
"""Seconds between two looks, at first."""

LONGER = 1.2
"""How much longer than the one before each pause is, up to `LONGEST`: looking takes time."""

LONGEST = 0.1

AGAIN = 1.0
"""Seconds until a key is pressed again of which nothing came."""

_TITLE = re.compile(r"(?P<scene>[a-z ]+ \d+): (?P<marks>\d+), (?P<size>\d+x\d+)")

_HANDED_ON = ("PYTHONPATH",)
"""Variables of ours that a command has as well."""

_TOLD = '"$@"; echo $? >"$STATUS"'
"""Runs a command, and writes down with which status it ended: not every tmux tells."""


OLDEST = (3, 2)
"""The first tmux that gives a command variables of its own."""


def why_not() -> str:
    """Say why there can be no terminal; nothing if there can."""
    wanted = ".".join(map(str, OLDEST))
    if shutil.which("tmux") is None:
        return f"it takes tmux {wanted}, and there is none"
    said = subprocess.run(["tmux", "-V"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)\.(\d+)", said.stdout)
    if found and (int(found[1]), int(found[2])) < OLDEST:
        return f"it takes tmux {wanted}, and this is {said.stdout.strip()}"
    return ""


class Stuck(Exception):
    """What was waited for didn't come; the message has the screen."""


class Terminal:
    """
    A terminal with a command in it.

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
        Begin.

        Args:
            environment: more variables for the command, or others.
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
            "WONDERS_NAME": "ann",  # else one is asked for it
            "STATUS": str(self._status),
            **{name: os.environ[name] for name in _HANDED_ON if name in os.environ},
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
            *("-c", str(ROOT), "--", "sh", "-c", _TOLD, "sh", *command),
            variables=variables,
        )
        # One client for all that is asked of it: a process for each would cost more than
        # most of what is asked.
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
        """End it, and all that runs in it; what that still writes is waited for."""
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

    # What somebody does at it.

    def press(self, *keys: str) -> None:
        """Press keys, as tmux names them: ``b``, ``Enter``, ``C-z``."""
        self._ask("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._ask("send-keys", "-l", text)

    def click(self, column: int, line: int) -> None:
        """Press and let go of the mouse; both count from 0."""
        at = f"0;{column + 1};{line + 1}"
        self._report(f"\x1b[<{at}M\x1b[<{at}m")

    def wheel(self, column: int, line: int, *, down: bool) -> None:
        """Turn the wheel of the mouse by a notch; both count from 0."""
        self._report(f"\x1b[<{64 + down};{column + 1};{line + 1}M")

    def _report(self, sequence: str) -> None:
        """Send what a terminal reports of its mouse (SGR, 1006)."""
        self._ask("send-keys", "-H", *(f"{byte:02x}" for byte in sequence.encode()))

    @property
    def reports_mouse(self) -> bool:
        """Whether the program has asked for the mouse, in the way that we report it."""
        return self._shown("mouse_any_flag") + self._shown("mouse_sgr_flag") == "11"

    def resize(self, width: int, height: int) -> None:
        """Make it larger or smaller."""
        self.size = width, height
        self._ask("resize-window", "-x", str(width), "-y", str(height))

    # What there is to be seen.

    def text(self) -> str:
        """Give what stands there, without colours."""
        return self._ask("capture-pane", "-p")

    def coloured(self) -> str:
        """Give what stands there, with the sequences of its colours."""
        return self._ask("capture-pane", "-p", "-e")

    @property
    def title(self) -> str:
        """What the window is called."""
        return self._shown("pane_title")

    @property
    def ended(self) -> int | None:
        """With which status the command ended; None if it hasn't."""
        told = self._status.read_text() if self._status.exists() else ""
        return int(told) if told else None

    def wait_for(self, text: str) -> str:
        """Wait until a text can be seen; gives the screen."""
        return self.wait_until(lambda screen: text in screen, repr(text))

    def wait_until(self, there: Callable[[str], bool], what: str) -> str:
        """
        Wait for a screen; gives it.

        Raises:
            Stuck: it doesn't come.
        """
        seen: list[str] = []

        def look() -> bool:
            seen[:] = [self.text()]
            return there(seen[0])

        self._wait(look, what)
        return seen[0]

    def press_until(self, key: str, text: str) -> str:
        """
        Press a key until a text can be seen that wasn't there; gives the screen.

        A program that asks for any key says so before it listens, and throws away what
        came in between. What it shows then must take no notice of the key.
        """
        again = 0.0

        def there(screen: str) -> bool:
            nonlocal again
            if text in screen:
                return True
            if time.monotonic() > again:
                self.press(key)
                again = time.monotonic() + AGAIN
            return False

        return self.wait_until(there, f"{text!r} after {key}")

    def look(self) -> None:
        """
        Take the time that a person takes at least: keys that come at once are not meant.

        It counts from when something was drawn, which is before it is seen here.
        """
        time.sleep(1.25 * keyguard.PATIENCE)

    def wait_to_end(self) -> int:
        """Wait until the command ends; gives its status."""
        self._wait(lambda: self.ended is not None, "the end")
        return self.ended or 0

    # For a scene, whose program says when it has drawn everything.

    def begun(self, scene: str, time: int = 0) -> None:
        """Wait until a scene begins; *time* counts from 0 how often it has before."""
        self._marks, self._scene = 0, f"{scene} {time}"
        self._wait(self._is_drawn, f"the scene {scene!r}")

    def settle(self) -> None:
        """Wait until all is drawn that comes of what was typed."""
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
            pause = min(LONGER * pause, LONGEST)

    def _shown(self, variable: str) -> str:
        return self._ask("display-message", "-p", f"#{{{variable}}}").strip()

    @property
    def _program(self) -> tuple[str, ...]:
        return ("tmux", "-u", "-S", f"{self._folder.name}/tmux")

    def _tmux(self, *words: str, variables: Mapping[str, str] | None = None) -> None:
        """Run a command by itself."""
        done = subprocess.run(
            [*self._program, *words],
            capture_output=True,
            check=False,
            env=None if variables is None else dict(variables),
        )
        if done.returncode:
            raise Stuck(f"tmux {words[0]}: {done.stderr.decode().strip()}")

    def _ask(self, *words: str) -> str:
        """Have the client run a command; gives what it says."""
        if self._client.stdin is None:
            raise TypeError
        with contextlib.suppress(BrokenPipeError):
            self._client.stdin.write(f"{' '.join(map(_quoted, words))}\n".encode())
            self._client.stdin.flush()
        return self._answer(words[0])

    def _answer(self, command: str) -> str:
        """Read what comes of a command, between the lines that begin and end it."""
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
    """Write a word as tmux reads it from a line."""
    return shlex.quote(word).replace("\n", "'\"\\n\"'")


def scene_command(*arguments: str) -> list[str]:
    """Give the command that shows scenes (`tests.support.sceneapp`)."""
    return [sys.executable, "-m", "tests.support.sceneapp", *arguments]
