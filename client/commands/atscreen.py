"""
Runs the screen for commands that take a seat.

Imported only if there is a screen: loading the screen and its library takes long.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.client.commands.seated import history, run, tell_faults
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.signs.symbols import SETS
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.storage.settingvalues import Loaded
from sealed_wonders.client.tableconnection import ITerminalReactor, fault
from sealed_wonders.client.terminal import ability
from sealed_wonders.client.terminal.appearance import Appearance
from sealed_wonders.client.terminal.screenapp import ScreenApp, ScreenResult


def at_screen(
    home: Home,
    loaded: Loaded,
    name: str,
    begun: Callable[[ITerminalReactor, ScreenApp], None],
    *,
    own: bool = False,
) -> ScreenResult:
    """
    Show the screen until it is closed.

    Args:
        home: the player's files.
        loaded: the settings.
        name: the player's name.
        begun: called after the first screen has been drawn.
        own: whether the player's own host is being started meanwhile.
    """

    async def spend(reactor: ITerminalReactor) -> ScreenResult:
        app = ScreenApp(
            reactor,
            home,
            Appearance(loaded.settings, SETS[ability.symbols(loaded.settings.symbols)]),
            name,
            history=history(home),
        )
        tell_faults(lambda failure: app.fullscreen.fault(failure.value or Exception()))
        if own:
            app.wait_for_host()
        over = app.begin()
        for complaint in loaded.complaints:
            app.stack.say(retold(complaint))
        # Draw the screen before starting anything else.
        reactor.callLater(0, begun, reactor, app)
        return await over

    return run(spend, lambda failure: ScreenResult(failure=fault(failure, home)))
