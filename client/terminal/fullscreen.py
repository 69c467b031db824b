"""
The full-screen application: a screen stack on a terminal, with keys and a mouse.

It draws when something has changed or a screen asks for it; otherwise the process
sleeps. A fault in drawing or in an action is written to a report and shown in a line,
and the game continues.
"""

from __future__ import annotations

import asyncio
import contextlib
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

from sealed_wonders.client.crash import Reports, Trail, told
from sealed_wonders.client.lines.line import Interpreter, unless_cancelled
from sealed_wonders.client.person import keys
from sealed_wonders.client.signs.direction import settle
from sealed_wonders.client.signs.draw import Rows, centred, fill, paragraph, row
from sealed_wonders.client.signs.style import STYLE
from sealed_wonders.client.storage.settingsfile import saved
from sealed_wonders.client.terminal.entry import InputLine, one_line
from sealed_wonders.client.terminal.keyguard import KeyGuard
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.screens.settings import SettingsBox
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.sheet import SheetControl
from sealed_wonders.client.terminal.subcommand import Subcommands
from sealed_wonders.client.terminal.tty import Tty
from sealed_wonders.net.system import console
from sealed_wonders.net.words import _

ESCAPE_PATIENCE = 0.05
"""
Seconds after Escape in which a terminal may continue it to another key's sequence.
"""

SEQUENCE_PATIENCE = 0.7
"""Seconds to wait for the next key, if a key may begin a sequence of several."""

REDRAW_PATIENCE = 0.02
"""Seconds between two drawings, however much happens."""

WAKE_PATIENCE = 0.1
"""Minimum seconds before a screen's own request redraws it."""

KEEP_TITLE, PUT_TITLE_BACK = "\x1b[22;0t", "\x1b[23;0t"
"""Sequences that save and restore the window title; other terminals end with none."""


class FullScreen:
    """
    A screen stack on a terminal.

    Attributes:
        reports: Writes crash reports.
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
        Set up the terminal; nothing is drawn before `open` or `run`.

        Args:
            rebase: Puts the screen that belongs there now at the bottom of the stack.
            history: The file of earlier commands.
            save: Saves a setting; returns an error message, or an empty string. By
                default, it writes the settings file.
            tty: The terminal; None for that of this process.
        """
        tty = tty or Tty()
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        self.reports = reports
        self._stack = stack
        self._rebase = rebase
        self._stack.save = save or saved
        self._trail = Trail()
        self._guard = KeyGuard(stack, tty.patience)
        self._interpreter: Interpreter | None = None
        self._title = ""
        self._keeps_title = tty.environment.get("TERM") not in ("linux", "eterm-color")
        self._running: asyncio.Task[None] | None = None
        self._wake: asyncio.TimerHandle | None = None
        self._base: type[Screen] | None = None
        """The class of the bottom screen when it was last drawn."""
        self._only_moved = False
        """Whether the last input was a mouse movement without a button."""
        self._app = self._make(history, tty)
        stack.changed = self._changed
        stack.subcommands = self._subcommands = Subcommands(self._app, stack)

    def _make(self, history: Path | None, tty: Tty) -> Application[None]:
        self._entry = InputLine(
            history,
            quick=lambda digit: self._safely(partial(self._stack.typed, digit)),
            done=lambda: self._safely(self._send_off),
            cancel=lambda: self._safely(self._give_up_line),
        )
        types = Condition(lambda: self._entry.field is not None)
        self._sheet = SheetControl(
            self._draw, self.act, self._turn_wheel, self._note_moved
        )
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
        Note that the person is present, on any key or click.

        Moving the pointer doesn't count: it may cross the window of somebody who isn't
        looking.
        """
        if not self._only_moved:
            self._stack.touched()

    def _bindings(self, types: Any) -> Any:
        """Bind keys to actions, and to the input line while something is typed."""
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
            if event.data.isprintable():  # anything else is a report from the terminal
                self._safely(lambda: self._stack.say(self._stack.means_nothing()))

        @bindings.add(Keys.BracketedPaste)
        def pasted(event: Any) -> None:
            self._safely(lambda: self._pasted(event.data))

        return bindings

    # The interface for a connection to a table, or another source of lines.

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        """Start if not running; *interpreter* is notified when the terminal is gone."""
        self._interpreter = interpreter
        return self.run() if self._running is None else Deferred()

    def run(self) -> Deferred[None]:
        """Show the stack until it is closed; fail with the error that ended it."""
        loop = asyncio.get_running_loop()
        self._running = loop.create_task(self._run(loop))
        return Deferred.fromFuture(self._running).addErrback(unless_cancelled)

    def show(self, line: str) -> None:
        """Show nothing: screens draw reported lines from the person's table model."""

    def bell(self) -> None:
        """Ring if the settings allow it."""
        if self._stack.settings.bell:
            self.alarm()

    def alarm(self) -> None:
        """Ring regardless of the settings."""
        with contextlib.suppress(OSError):  # the window is closed
            self._app.output.bell()
            self._app.output.flush()

    def close(self) -> Deferred[None]:
        """Restore the terminal."""
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
        """Write a report of a fault, and show a line about it."""
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
        """Notify the interpreter that the terminal is gone."""
        interpreter, self._interpreter = self._interpreter, None
        if interpreter is not None:
            interpreter.hung_up()

    def _fault_in_loop(
        self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]
    ) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in console.NO_TERMINAL:
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
            # In an input line, Escape cancels and must act at once; many key sequences
            # begin with it.
            types = self._stack.field is not None
            self._app.timeoutlen = ESCAPE_PATIENCE if types else SEQUENCE_PATIENCE
        self._app.invalidate()

    def _draw(self, width: int, height: int) -> Rows:
        types = self._entry.field is not None
        try:
            self._rebase()
            rows = self._stack.draw(width, height + 1 if types else height)
            self._guard.drawn()
        except Exception as error:  # noqa: BLE001  any fault at all
            rows = self._drawn_wrong(error, width, height)
        return settle(rows[:height])

    def _drawn_wrong(self, error: Exception, width: int, height: int) -> Rows:
        """Return rows for a drawing that failed: the error, and what still works."""
        path = self.reports.write(error, self._trail)
        narration = [one.line for one in self._stack.known.narration[-6:]]
        said = [
            told(error, path),
            _(
                "Your game is safe. Esc closes the open panel; the command key (usually "
                "a colon) lets you type any line-mode command; Ctrl-C leaves."
            ),
            *narration,
        ]
        lines: list[Any] = [(), centred(row(_("Sealed Wonders")), width), ()]
        for sentence in said:
            lines += [*paragraph(sentence, width), ()]
        return fill(lines, width, height)

    def _drawn(self) -> None:
        """Schedule the next drawing, and update the window title."""
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        try:
            wakes = self._stack.wakes
        except Exception as error:  # noqa: BLE001  any fault at all
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
        Freeze existing objects for the garbage collector, once per bottom screen.

        Otherwise it would traverse all of them every few dozen keys, and delay the
        response to one. Garbage of the screen before is collected here.
        """
        base = type(self._stack.base)
        if base is not self._base:
            if self._base is not None:
                # Not before the first screen: whatever is frozen then is older.
                gc.unfreeze()
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
            pass  # the window is closed

    # Actions.

    def act(self, action: str) -> None:
        """Carry out the action of a key or a click."""
        stack = self._stack
        if self._subcommands.runs:
            return  # a subcommand has the terminal
        if not stack.hears(action):
            return
        screen = type(stack.top).__name__ if hasattr(stack, "base") else "-"
        self._trail.note(screen, action)
        own = {
            "mouse": self._turn_mouse,
            "redraw": self._redraw,
            "suspend": self._app.suspend_to_background,
            "settings": self._set,
        }
        self._safely(own.get(action, lambda: self._act(action)))

    def _turn_wheel(self, action: str) -> None:
        if not self._subcommands.runs:
            self._trail.note("wheel", action)
            self._safely(lambda: self._stack.turn_wheel(action))

    def _act(self, action: str) -> None:
        if self._guard.is_too_soon(action):
            self._stack.messages.acted()
            self._stack.say(
                _(
                    "This question has only just appeared. Read it, then press the key "
                    "again."
                )
            )
        else:
            self._stack.act(action)

    def _safely(self, call: Callable[[], object]) -> None:
        try:
            call()
        except Exception as error:  # noqa: BLE001  any fault at all
            self.fault(error)

    def _turn_mouse(self) -> None:
        stack = self._stack
        stack.settings = replace(stack.settings, mouse=not stack.settings.mouse)
        stack.say(
            _("The mouse now controls the program.")
            if stack.settings.mouse
            else _("The mouse now selects and copies text, as usual.")
        )

    def _set(self) -> None:
        if not self._stack.has_room:
            return
        self._stack.toggle(SettingsBox, partial(SettingsBox, self._stack))

    def _redraw(self) -> None:
        self._app.renderer.clear()
        self._app.invalidate()

    def _send_off(self) -> None:
        self._stack.typed(self._entry.finish())

    def _give_up_line(self) -> None:
        self._stack.give_up_line()
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
                _(
                    "There is nowhere to type right now, so the pasted text was "
                    "discarded."
                )
            )
