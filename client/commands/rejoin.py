"""
``wonders rejoin``: takes a seat back on another machine, with its twelve words.

The search is in `client/table/recall.py`, and the seat's files are in
`client/storage/rejoined.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from sealed_wonders.client import preload, reactor
from sealed_wonders.client.commands import seated
from sealed_wonders.client.commands.options import load, look
from sealed_wonders.client.commands.password import password_of_table, password_options
from sealed_wonders.client.commands.values import HostAddress
from sealed_wonders.client.destination import Destination
from sealed_wonders.client.reasons import Problem, retold
from sealed_wonders.client.seedwords import seed_of
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.storage.knownhost import KnownHost
from sealed_wonders.client.storage.rejoined import Rejoined, restored
from sealed_wonders.client.storage.settingvalues import Loaded
from sealed_wonders.client.table.link import Link, LinkBroken, LinkOptions
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.recall import SeatFinder
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.tableconnection import (
    REJOIN,
    ITerminalReactor,
    fault,
)
from sealed_wonders.net.address import Address
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.errors import WrongInput
from sealed_wonders.net.commandline.parameters import argument
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.seed import Seed
from sealed_wonders.net.words import _, marked

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.screenapp import ScreenApp

NAME = "rejoining"
"""Name with which to log in while looking for the seat."""


@command(
    "rejoin",
    help=marked(
        "Take your seat back on another machine, with your twelve words.\n\n"
        "Use the words that the command `words` showed on the first machine, and "
        "stop playing on that machine. You are prompted for the words; the first "
        "four letters of each word are enough.\n\n"
        "Before your program signs anything, compare the state of the game with "
        "somebody at the table. That person types `compare` or presses F4."
    ),
)
@argument("address", metavar="HOST[:PORT][#PIN]", type=HostAddress())
@password_options
@look
def rejoin(
    address: Address, password: bool, password_file: Path | None, **options: Any
) -> None:
    loaded = load(options)
    known = password_of_table(asked=password, file=password_file)
    preload.load()
    seed = _ask_words()
    reactor.install()
    search = _Search(Home.find(), address, seed, known)
    if seated.is_screen(loaded):
        failure = _at_screen(search, loaded)
    else:
        failure = seated.run(
            lambda loop: _without_screen(search, loaded, loop),
            lambda failure: fault(failure, search.home),
        )
    if search.taken is not None:
        search.taken.home.clear()  # unless the game is still in progress
    if failure is not None:
        seated.failed(failure)


def _ask_words() -> bytes:
    """Prompt for the words, with echo, since they are copied from paper."""
    typed = click.prompt(_("The twelve words"), prompt_suffix=": ")
    try:
        return seed_of(str(typed))
    except ValueError as problem:
        raise WrongInput(retold(problem)) from None


class _Taken(NamedTuple):
    """A seat that was found and is continued here."""

    home: Rejoined
    table: str
    name: str


class _Search:
    """
    The search for a seat at a host.

    Attributes:
        taken: the seat; None until it is found.
    """

    def __init__(self, home: Home, where: Address, seed: bytes, password: str) -> None:
        self.home = home
        self.where = where
        self.taken: _Taken | None = None
        self._seed = seed
        self._password = password

    async def find(self, loop: ITerminalReactor) -> _Taken:
        """
        Find the seat, and create its memory file here.

        Raises:
            Problem: the seat isn't found, or can't be continued.
        """
        identity = Identity.generate()
        host = KnownHost(self.home, self.where, note=echo, tell=echo)
        link = Link(
            loop,
            self.where,
            Participant(identity, NAME),
            lambda pin, at: host.check(pin, at),
            LinkOptions(hint=host.last_pin()),
        )
        finder = SeatFinder(
            identity, Seed(self._seed), link.send, password=self._password
        )
        link.session = finder
        await link.run()
        if finder.found is None:
            raise LinkBroken(finder.why_not())
        table, charter, kept = finder.found
        home = restored(self.home, kept.identity, self._seed, charter.table, kept.told)
        public = kept.identity.public
        names = [it.name for it in charter.people if it.identity == public]
        self.taken = _Taken(home, table, next(iter(names), NAME))
        return self.taken


async def _without_screen(
    search: _Search, loaded: Loaded, loop: ITerminalReactor
) -> str | None:
    """Continue in line mode or in the browser; return the error, or None."""
    try:
        home, table, name = await search.find(loop)
    except Problem as problem:
        return str(problem)
    destination = Destination(search.where, back=REJOIN)
    options = SessionOptions(table)
    if loaded.settings.browser:
        from sealed_wonders.client.commands import inbrowser

        seat = inbrowser.BrowserSeat(destination, name, options)
        return await inbrowser.stay_in_browser(loop, home, loaded, seat)
    return await seated.stay_in_lines(loop, home, loaded, destination, name, options)


def _at_screen(search: _Search, loaded: Loaded) -> str | None:
    """Continue at the screen; return the error, or None."""
    from sealed_wonders.client.commands.atscreen import at_screen

    def begun(loop: ITerminalReactor, app: ScreenApp) -> None:
        app.wait(lambda: _("Looking for your seat…"))

        def found(taken: _Taken) -> None:
            app.take_up(taken.home, search.where, taken.table, taken.name)

        def failed(failure: Failure) -> None:
            is_told = isinstance(failure.value, Problem)
            app.end(
                failure.getErrorMessage() if is_told else fault(failure, search.home)
            )

        Deferred.fromCoroutine(search.find(loop)).addCallbacks(found, failed)

    outcome = at_screen(search.home, loaded, NAME, begun)
    seated.say(outcome.lines)
    return outcome.failure
