"""
The application: a stack on a terminal, with keys and a mouse.

It is drawn when something has changed, and when a screen wants it; otherwise the process
sleeps. Whatever goes wrong in drawing or in what a key does is written down and told in
a line, and the game goes on.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.containers import ConditionalContainer, HSplit
from prompt_toolkit.styles import Style
from twisted.internet.defer import Deferred, succeed

from sealed_wonders.client.storage import settings
from sealed_wonders.client.storage.home import Damaged
from sealed_wonders.client.storage.settingsfile import put
from sealed_wonders.client.terminal import keys
from sealed_wonders.client.terminal.crash import Reports, Trail, told
from sealed_wonders.client.terminal.direction import settle
from sealed_wonders.client.terminal.draw import Rows, centred, fill, paragraph, row
from sealed_wonders.client.terminal.entry import Entry, one_line
from sealed_wonders.client.terminal.keyguard import KeyGuard
from sealed_wonders.client.terminal.line import Interpreter, unless_cancelled
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.screens.settings import SettingsBox
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.sheet import Sheet
from sealed_wonders.client.terminal.style import STYLE
from sealed_wonders.client.terminal.subcommand import Subcommands
from sealed_wonders.client.terminal.tty import Tty
from sealed_wonders.net.words import _

ESCAPE_PATIENCE = 0.05
"""Seconds after Escape in which a terminal may make it the beginning of another key."""

SEQUENCE_PATIENCE = 0.7
"""Seconds after a key in which it may be the first of several, where it begins some."""

REDRAW_PATIENCE = 0.02
"""Seconds between two drawings, however much happens."""

WAKE_PATIENCE = 0.1
"""Seconds that a screen waits at least before it is drawn again by itself."""

NO_TERMINAL = frozenset(
    (errno.EIO, errno.ENXIO, errno.EPIPE, errno.EBADF, errno.ENOTTY, errno.ENODEV)
)
"""What writing to a window that was closed fails with."""

KEEP_TITLE, PUT_TITLE_BACK = "\x1b[22;0t", "\x1b[23;0t"
"""Terminals that can keep their title do so; others show none afterwards."""


class FullScreen:
    """
    A stack on a terminal.

    Attributes:
        reports: writes down what goes wrong.
    """

    def __init__(
        self,
        stack: ScreenStack,
        reports: Reports,
        *,
        rebase: Callable[[], None] = lambda: None,
        history: Path | None = None,
        save: Callable[[str, object], str] | None = None,
        tty: Tty | None = None,
    ) -> None:
        """
        Take the terminal; nothing is drawn before `open` or `run`.

        Args:
            rebase: puts that screen at the bottom of the stack which is to be there now.
            history: the file of the commands typed before.
            save: writes a setting down, and gives why it couldn't, or nothing; by
                default, into the file of settings.
            tty: the terminal; None: this process's.
        """
        tty = tty or Tty()
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        self.reports = reports
        self._stack = stack
        self._rebase = rebase
        self._save = save or _saved
        self._trail = Trail()
        self._guard = KeyGuard(stack, tty.patience)
        self._interpreter: Interpreter | None = None
        self._title = ""
        self._keeps_title = tty.environment.get("TERM") not in ("linux", "eterm-color")
        self._running: asyncio.Task[None] | None = None
        self._wake: asyncio.TimerHandle | None = None
        self._base: type[Screen] | None = None
        """The kind of screen at the bottom when it was drawn last."""
        self._only_moved = False
        """What came last from the terminal was the mouse, moved and not pressed."""
        self._app = self._make(history, tty)
        stack.changed = self._changed
        stack.subcommands = self._subcommands = Subcommands(self._app, stack)

    def _make(self, history: Path | None, tty: Tty) -> Application[None]:
        self._entry = Entry(history)
        types = Condition(lambda: self._entry.field is not None)
        self._sheet = Sheet(self._draw, self.act, self._note_moved)
        rows = Window(self._sheet, always_hide_cursor=True)
        app: Application[None] = Application(
            Layout(HSplit([rows, ConditionalContainer(self._entry.container, types)])),
            Style.from_dict(dict(STYLE)),
            include_default_pygments_style=False,
            key_bindings=self._bindings(types),
            full_screen=True,
            mouse_support=Condition(lambda: self._stack.settings.mouse),
            enable_page_navigation_bindings=False,
            min_redraw_interval=REDRAW_PATIENCE,
            terminal_size_polling_interval=None,
            after_render=lambda _: self._drawn(),
            input=tty.input,
            output=tty.output,
        )
        app.ttimeoutlen, app.timeoutlen = ESCAPE_PATIENCE, SEQUENCE_PATIENCE
        app.key_processor.before_key_press += lambda _: self._note_moved(False)
        app.key_processor.after_key_press += lambda _: self._safely(self._touched)
        return app

    def _note_moved(self, is_so: bool = True) -> None:
        self._only_moved = is_so

    def _touched(self) -> None:
        """
        Take note that somebody is there, whatever a key did, or a click.

        The pointer may cross the window of somebody who doesn't look at it.
        """
        if not self._only_moved:
            self._stack.touched()

    def _bindings(self, types: Any) -> Any:
        """Bind keys to what they do."""
        bindings = KeyBindings()

        def bind(written: str, call: Callable[[], object], when: Any) -> None:
            def pressed(event: object) -> None:
                self._safely(call)

            bindings.add(*written.split(), filter=when)(pressed)

        for name, written in keys.bound(self._stack.settings.keys):
            bind(written, partial(self.act, name), ~types)
        for written, call in (
            ("enter", self._send_off),
            ("escape", self._give_up_line),
            ("c-c", self._give_up_line),
            ("tab", lambda: self._entry.complete(self._stack.say)),
        ):
            bind(written, call, types)
        for digit in keys.DIGITS:
            is_quick = Condition(partial(self._entry.is_quick, digit))
            bind(digit, partial(self._stack.typed, digit), is_quick)
        for name in ("suspend", "redraw"):
            bind(keys.ACTIONS[name].keys[0], partial(self.act, name), types)

        @bindings.add(Keys.Any, filter=~types)
        def unknown(event: Any) -> None:
            if event.data.isprintable():  # else it is something that a terminal says
                self._safely(lambda: self._stack.say(self._stack.means_nothing()))

        @bindings.add(Keys.BracketedPaste)
        def pasted(event: Any) -> None:
            self._safely(lambda: self._pasted(event.data))

        return bindings

    # What a connection to a table, or whoever else shows lines, does with it.

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        """Begin, if it hasn't begun; *interpreter* hears of it when nobody is left."""
        self._interpreter = interpreter
        return self.run() if self._running is None else Deferred()

    def run(self) -> Deferred[None]:
        """Show the stack until it is closed; fails with what went wrong."""
        loop = asyncio.get_running_loop()
        self._running = loop.create_task(self._run(loop))
        return Deferred.fromFuture(self._running).addErrback(unless_cancelled)

    def show(self, line: str) -> None:
        """Show nothing: what is told is in what the person knows, and drawn from there."""

    def bell(self) -> None:
        """Ring, if that is wanted."""
        if self._stack.settings.bell:
            self.alarm()

    def alarm(self) -> None:
        """Ring."""
        self._app.output.bell()
        self._app.output.flush()

    def close(self) -> Deferred[None]:
        """Give the terminal back as it was."""
        self._interpreter = None
        if self._running is None or self._running.done():
            return succeed(None)
        future = self._app.future
        if future is None:
            self._running.cancel()
        elif not future.done():
            self._app.exit()
        closed: Deferred[None] = Deferred()
        self._running.add_done_callback(lambda _: closed.callback(None))
        return closed

    def fault(self, error: BaseException) -> None:
        """Write down what went wrong, and say so."""
        path = self.reports.write(error, self._trail)
        self._stack.say(told(error, path))

    async def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        before = loop.get_exception_handler()
        loop.set_exception_handler(self._fault_in_loop)
        self._changed()
        if self._keeps_title and self._stack.settings.window_title:
            self._app.output.write_raw(KEEP_TITLE)
        try:
            await self._app.run_async(handle_sigint=False, set_exception_handler=False)
        except (EOFError, OSError):
            self._hang_up()
        finally:
            loop.set_exception_handler(before)
            if self._wake is not None:
                self._wake.cancel()
            self._give_title_back()

    def _hang_up(self) -> None:
        """Tell that nobody is there any more."""
        interpreter, self._interpreter = self._interpreter, None
        if interpreter is not None:
            interpreter.hung_up()

    def _fault_in_loop(
        self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]
    ) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in NO_TERMINAL:
            # The window was closed while something was drawn.
            future = self._app.future
            if future is not None and not future.done():
                future.set_exception(error)
        elif isinstance(error, Exception):
            self.fault(error)

    # Drawing.

    def _changed(self) -> None:
        if self._stack.field is not self._entry.field:
            self._entry.begin(self._stack.field)
            control = self._sheet if self._stack.field is None else self._entry.control
            self._app.layout.focus(control)
            # Where one types, Escape begins many keys, and is wanted at once.
            types = self._stack.field is not None
            self._app.timeoutlen = ESCAPE_PATIENCE if types else SEQUENCE_PATIENCE
        self._app.invalidate()

    def _draw(self, width: int, height: int) -> Rows:
        types = self._entry.field is not None
        try:
            self._rebase()
            rows = self._stack.draw(width, height + 1 if types else height)
            self._guard.drawn()
        except Exception as error:  # noqa: BLE001  whatever it is
            rows = self._drawn_wrong(error, width, height)
        return settle(rows[:height])

    def _drawn_wrong(self, error: Exception, width: int, height: int) -> Rows:
        """Say what can still be done where nothing can be drawn."""
        path = self.reports.write(error, self._trail)
        narration = [one.line for one in self._stack.known.narration[-6:]]
        said = [
            told(error, path),
            _(
                "The game isn't lost. Esc closes what is open; the key for a command, "
                "usually a colon, takes all that can be typed in line mode; Ctrl-C "
                "leaves."
            ),
            *narration,
        ]
        lines: list[Any] = [(), centred(row(_("Sealed Wonders")), width), ()]
        for sentence in said:
            lines += [*paragraph(sentence, width), ()]
        return fill(lines, width, height)

    def _drawn(self) -> None:
        """See when it is to be drawn again, and what the window is called."""
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        try:
            wakes = self._stack.wakes
        except Exception as error:  # noqa: BLE001  whatever it is
            self.reports.write(error, self._trail)
            wakes = None
        if wakes is not None:
            left = max(WAKE_PATIENCE, wakes - self._stack.seconds())
            loop = asyncio.get_running_loop()
            self._wake = loop.call_later(left, self._app.invalidate)
        self._say_title()
        self._set_aside()

    def _set_aside(self) -> None:
        """
        Let the collector of garbage leave alone what there is for as long as a screen is.

        It would go through all of it every few dozen keys, and the key it does so at
        would be answered late. What has become garbage since the screen before goes now.
        """
        base = type(self._stack.base)
        if base is not self._base:
            if self._base is not None:
                gc.unfreeze()  # else what was set aside is older than all screens here
            self._base = base
            gc.collect()
            gc.freeze()

    def _say_title(self) -> None:
        known, output = self._stack.known, self._app.output
        if not self._stack.settings.window_title or self._app.is_done:
            return
        title = _("Sealed Wonders")
        if known.asked:
            title = _("Your turn – {title}").format(title=title)
        if title != self._title:
            self._title = title
            output.set_title(title)
            output.flush()

    def _give_title_back(self) -> None:
        output = self._app.output
        try:
            if self._title:
                output.clear_title()
            if self._keeps_title and self._stack.settings.window_title:
                output.write_raw(PUT_TITLE_BACK)
            output.flush()
        except OSError:
            pass  # there is no window any more

    # Doing.

    def act(self, action: str) -> None:
        """Do what a key or a click does."""
        stack = self._stack
        if self._subcommands.runs:
            return  # the terminal is somebody else's
        screen = type(stack.top).__name__ if hasattr(stack, "base") else "-"
        self._trail.note(screen, action)
        own = {
            "mouse": self._turn_mouse,
            "redraw": self._redraw,
            "suspend": self._app.suspend_to_background,
            "settings": self._set,
        }
        self._safely(own.get(action, lambda: self._act(action)))

    def _act(self, action: str) -> None:
        if self._guard.is_too_soon(action):
            self._stack.messages.acted()
            self._stack.say(_("That has only just come up. Look, then press it again."))
        else:
            self._stack.act(action)

    def _safely(self, call: Callable[[], object]) -> None:
        try:
            call()
        except Exception as error:  # noqa: BLE001  whatever it is
            self.fault(error)

    def _turn_mouse(self) -> None:
        stack = self._stack
        stack.settings = replace(stack.settings, mouse=not stack.settings.mouse)
        stack.say(
            _("Clicks do things now.")
            if stack.settings.mouse
            else _("The mouse marks and copies text now, as everywhere.")
        )

    def _set(self) -> None:
        self._stack.toggle(SettingsBox, lambda: SettingsBox(self._stack, self._save))

    def _redraw(self) -> None:
        self._app.renderer.clear()
        self._app.invalidate()

    def _send_off(self) -> None:
        self._stack.typed(self._entry.finish())

    def _give_up_line(self) -> None:
        self._stack.field = None
        self._changed()

    def _pasted(self, text: str) -> None:
        if self._entry.field is not None:
            self._entry.insert(text)
            return
        takes = getattr(self._stack.top, "pasted", None)
        if takes is not None:
            takes(one_line(text))
            self._changed()
        else:
            self._stack.say(
                _("Nothing is typed just now, so what you pasted is dropped.")
            )


def _saved(name: str, value: object) -> str:
    """Write a setting into the file; gives why it couldn't be."""
    try:
        put(settings.path(), {name: value})
    except Damaged as damaged:
        return str(damaged)
    return ""
