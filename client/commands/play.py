"""
``wonders play``: a game here and now, against bots.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType

import click

from sealed_wonders.client import library
from sealed_wonders.client.bots import STRATEGIES
from sealed_wonders.client.commands.join import failed, history, sit_down, usual_name
from sealed_wonders.client.home import Damaged, Home
from sealed_wonders.client.ownhost import HostFailed, OwnHost
from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.line import terminal
from sealed_wonders.client.terminal.sitting import ITerminalReactor, Sitting
from sealed_wonders.client.words import marked
from sealed_wonders.core.wonders.ruleset import SIDES
from sealed_wonders.net.messages import SECONDS_CAP
from sealed_wonders.net.names import clean_name


@click.command(
    "play",
    help=marked(
        "Play a game on this machine, against bots.\n\n"
        "Starts a host and bots, sits you down, and ends them when you leave."
    ),
)
@click.option(
    "--players",
    type=click.IntRange(3, 7),
    default=4,
    show_default=True,
    help=marked("How many play, you and the bots included."),
)
@click.option(
    "--bots",
    type=click.IntRange(0, 6),
    help=marked("How many of them are bots. [default: all but you]"),
)
@click.option(
    "--strategy",
    type=click.Choice(list(STRATEGIES)),
    default="builder",
    show_default=True,
    help=marked("How the bots play."),
)
@click.option(
    "--sides",
    type=click.Choice(SIDES),
    default="choose",
    show_default=True,
    help=marked("How the sides of the boards are settled."),
)
@click.option(
    "--turn-time",
    type=click.IntRange(0, SECONDS_CAP),
    default=0,
    metavar=marked("SECONDS"),
    help=marked("Time for a choice. If left out, as long as it takes."),
)
@click.option("--name", help=marked("What you are called. [default: as the last time]"))
@click.option(
    "--bell", is_flag=True, help=marked("Ring when there is something to choose.")
)
@click.option("--confirm", is_flag=True, help=marked("Ask before a choice is sent."))
def play(
    players: int,
    bots: int | None,
    strategy: str,
    sides: str,
    turn_time: int,
    name: str | None,
    bell: bool,
    confirm: bool,
) -> None:
    """Play a game on this machine, against bots."""
    alone = bots is None or bots == players - 1
    bots = players - 1 if bots is None else bots
    if bots >= players:
        raise click.UsageError(text.too_many_bots(bots, players))
    try:
        home = Home.find()
        name = clean_name(name) if name is not None else usual_name(home)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from None
    except Damaged as damaged:
        raise click.ClickException(str(damaged)) from None
    library.load()
    arguments = {
        "--seats": players,
        "--bots": bots,
        "--strategy": strategy,
        "--sides": sides,
        "--turn-time": turn_time,
        "--logs": home.logs,
        "--name": "this machine",
    }
    # However this process is told to end, its host ends first.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _exit)
    with OwnHost([str(word) for pair in arguments.items() for word in pair]) as host:
        try:
            address = host.begun()
        except HostFailed as problem:
            raise click.ClickException(str(problem)) from None

        def sitting_of(reactor: ITerminalReactor) -> Sitting:
            return Sitting(
                reactor,
                terminal(reactor, lambda: history(home)),
                home,
                address,
                name,
                bell=bell,
                confirm=confirm,
                eager=alone,
                passing=True,
            )

        def watch(reactor: ITerminalReactor, sitting: Sitting) -> None:
            def ended() -> None:
                if not sitting.person.over:
                    sitting.end(text.host_ended(host.last_words()))

            host.when_ended(lambda: reactor.callFromThread(ended))
            if not alone:
                click.echo(text.invitation(str(address)))

        failure = sit_down(home, sitting_of, watch)
    if host.log is not None:
        click.echo(text.log_lies())
        click.echo(text.export(host.log))
    if failure is not None:
        failed(failure)


def _exit(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)
