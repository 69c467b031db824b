"""
The application on a real terminal, with a game that is always the same.

    python -m tests.support.sceneapp SCENE [SCENE …] [--lang fr] [--times 2] [--symbols ascii]

Scenes are those of `tests.support.scenes`, one after the other; each ends when the person
leaves. With --times each is shown as often before the next; what leads to it is played
once, and each time it is as if nobody had seen it yet. Besides the keys of the application there are some for what happens around it:

    F6   some seconds pass
    C-n  the next scene, wherever this one is
    F8   bob says something
    F9   the connection breaks, or comes back
    F10  the others think before they choose, from the next question on
    F11  they choose, and think no more
    F12  counts in the title of the window how often it was pressed, once everything is
         drawn that came of what was typed before

The title begins with the scene and how often it was shown before, its end is the size of the terminal. Status 1 says that
something went wrong in the application, and what is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from sealed_wonders.client.crash import Reports
from sealed_wonders.client.signs.symbols import SETS
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal import ability
from sealed_wonders.client.terminal.fullscreen import FullScreen
from sealed_wonders.client.terminal.tty import Tty
from sealed_wonders.net import garbage, identity, words
from sealed_wonders.net.messages import FromClient
from sealed_wonders.net.sealed.sodium import verify
from tests.support.scenes import SCENES, PlayedScene


class SceneApp:
    """
    A scene on this process's terminal.

    Attributes:
        app: the application.
    """

    def __init__(self, play: PlayedScene, name: str, reports: Reports) -> None:
        self.app = FullScreen(
            play.stack, reports, rebase=play.root.put, tty=Tty(patience=0.0)
        )
        self._play = play
        self._name = name
        self._marks, self._told = 0, ""
        self._bind(play)
        play.human.tamper = self._sent

    def _bind(self, play: PlayedScene) -> None:
        """Add keys for what happens around the application."""
        bindings: Any = self.app._app.key_bindings
        does: dict[str, Callable[[], object]] = {
            "f6": play.pass_time,
            "c-n": self.app.close,
            "f8": play.speak,
            "f9": play.break_off,
            "f10": play.think,
            "f11": play.decide,
            "f12": self._mark,
        }

        def bind(key: str, call: Callable[[], object]) -> None:
            def pressed(event: object) -> None:
                call()
                play.stack.changed()

            bindings.add(key, eager=True)(pressed)

        for key, call in does.items():
            bind(key, call)
        self.app._app.after_render += self._rendered

    async def run(self) -> None:
        """Play it until ann leaves."""
        loop = asyncio.get_running_loop()
        ended = self.app.run()
        self._play.stack.quit = self._quit
        await ended.asFuture(loop)

    def _quit(self) -> None:
        self.app.close()

    def _sent(self, message: FromClient) -> FromClient:
        """Have delivered what ann's program sends."""
        asyncio.get_running_loop().call_soon(self._settle)
        return message

    def _settle(self) -> None:
        self._play.settle()
        if self._play.human.left is not None:
            self.app.close()

    def _mark(self) -> None:
        self._settle()
        self._marks += 1

    def _rendered(self, app: Any) -> None:
        size = app.output.get_size()
        title = f"{self._name}: {self._marks}, {size.columns}x{size.rows}"
        if title != self._told and not app.invalidated:
            self._told = title
            # Not by set_title, which does nothing for terminals that might show it.
            app.output.write_raw(f"\x1b]2;{title}\x07")
            app.output.flush()


async def _show(play: PlayedScene, name: str, reports: Reports) -> None:
    await SceneApp(play, name, reports).run()


def main() -> int:
    """Show scenes; return the exit status."""
    # As the programs do.
    garbage.begin()
    garbage.loaded()
    identity.quicken(verify)
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("scenes", nargs="+", choices=list(SCENES), metavar="SCENE")
    parser.add_argument("--lang", choices=words.LANGUAGES, default=words.usual())
    parser.add_argument("--times", type=int, default=1, help="show each scene so often")
    parser.add_argument("--symbols", choices=list(SETS), default=ability.symbols(""))
    parser.add_argument("--ticking", action="store_true", help="let time pass")
    options = parser.parse_args()
    words.use(options.lang)
    failed = False
    with tempfile.TemporaryDirectory() as name:
        for number, scene in enumerate(options.scenes):
            folder = Path(name) / str(number)
            play = PlayedScene(
                folder,
                scene,
                symbols=SETS[options.symbols],
                settings=Settings(window_title=False),
            )
            if options.ticking:
                play.tick()
            for time in range(options.times):
                show = partial(_showing, play, f"{scene} {time}", folder)
                failed |= show() if options.times == 1 else _apart(show)
    return 1 if failed else 0


def _showing(play: PlayedScene, title: str, folder: Path) -> bool:
    """Show a scene; return whether something went wrong, and print it."""
    reports = Reports(folder / "crashes")
    asyncio.run(_show(play, title, reports))
    if reports.last is not None:
        sys.stderr.write(reports.last.read_text(encoding="utf-8"))
    return reports.last is not None


def _apart(do: Callable[[], bool]) -> bool:
    """Run something in a separate process, so that it changes nothing in this one."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] != 0
    failed = True
    try:
        failed = do()
    except BaseException:  # noqa: BLE001  it must not go on as its parent
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(failed)


if __name__ == "__main__":
    sys.exit(main())
