"""
Serves pages to a browser on this machine, as long as ``wonders replay --browser`` runs.

`client/browser` decides which pages are allowed to see anything.
"""

from __future__ import annotations

from collections.abc import Callable

import click
from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IReactorTime
from twisted.web.resource import IResource

from sealed_wonders.client.browser.access import Access
from sealed_wonders.client.browser.confirming import Confirming
from sealed_wonders.client.browser.gate import Connections, listen, open_page, url
from sealed_wonders.client.commands.seated import run, tell_faults
from sealed_wonders.client.lines.line import plain_terminal
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.reports.page import data
from sealed_wonders.client.reports.serving import gate
from sealed_wonders.client.reports.story import story
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.tableconnection import ITerminalReactor, fault
from sealed_wonders.net.system import signals
from sealed_wonders.net.words import _

Pages = Callable[[IReactorTime, Access], IResource]


def browse(told: Replay, index: int | None, saved: str) -> None:
    """
    Show a game in the browser until the user presses Ctrl-C.

    Args:
        told: the game.
        index: the moment to show first; None for the result.
        saved: when the game was saved; empty if that isn't known.

    Raises:
        click.ClickException: the game can't be shown.
    """
    game = data(story(told, saved), index)
    failure = run(
        lambda reactor: _serve(
            reactor,
            lambda clock, access: gate(clock, access, game),
            _("The replay is at {url} until you press Ctrl-C."),
            _("Your browser now shows the replay."),
        ),
        lambda failure: fault(failure, Home.find()),
    )
    if failure:
        raise click.ClickException(failure)


async def _serve(
    reactor: ITerminalReactor, pages: Pages, where: str, let_in: str
) -> str:
    """
    Serve pages to browsers that are accepted at the terminal.

    Args:
        reactor: the reactor to serve with.
        pages: creates the root resource.
        where: the message with the pages' address, as {url}.
        let_in: the message to show when a page has been accepted.

    Returns:
        Why the server ended; empty if the user ended it.
    """
    home, ended = Home.find(), Deferred[str]()

    def end(why: str = "") -> None:
        if not ended.called:
            ended.callback(why)

    try:
        terminal = plain_terminal(reactor)
        confirming = Confirming(terminal, reactor.seconds, let_in, end)
        root = pages(reactor, confirming.access)
        port = listen(reactor, Connections(reactor, root, confirming.stranger))
    except (DamagedFile, CannotListenError) as problem:
        return str(problem)
    tell_faults(lambda failure: terminal.show(fault(failure, home)))
    # Through the reactor, so that a signal doesn't interrupt other code.
    calls = dict.fromkeys(signals.ENDING, lambda: reactor.callFromThread(end))
    restore = signals.take(calls)
    try:
        at = url(port.getHost().port)
        terminal.show(where.format(url=at))
        terminal.open(confirming)
        open_page(at)
        return await ended
    finally:
        restore()
        await terminal.close()
        await port.stopListening()
