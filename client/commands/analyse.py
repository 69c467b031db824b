"""
``wonders analyse``: what choices of a game that was played were worth.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from sealed_wonders.client.analysis.asking import (
    Asked,
    OfGame,
    judged,
    of_game,
    take,
)
from sealed_wonders.client.analysis.keeping import Kept
from sealed_wonders.client.analysis.telling import (
    Told,
    decided,
    decisive,
    described,
    legend,
    of_seat,
)
from sealed_wonders.client.commands import manygames
from sealed_wonders.client.commands.manygames import executor, progress
from sealed_wonders.client.commands.played import own_hand_option, read_played
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.files import read
from sealed_wonders.client.logs.kept import LogFile
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.terminal import moments, text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, marked

GAMES = 300
"""How many games are played in mind for a choice, unless somebody says."""


@click.command(
    "analyse",
    help=marked(
        "Find out what each choice of a game that was played was worth, from its log or "
        "from a record of it: what a thinker would have chosen with what that seat could "
        "know then, how many more games would have been won, and which choices cost most.\n\n"
        "What a hand held has to be known for that. A record tells it, or the log of a table "
        "that sealed nothing; of sealed cards, what came to light later, what was opened "
        "when the game was over, and with --own-hand your own in a game that goes on. "
        "Choices of which too little is known aren't judged.\n\n"
        "Stopped with Ctrl-C, the same command goes on from there. Exit status: 1 if "
        "something in it is wrong."
    ),
)
@click.argument("log", metavar=marked("LOG|RECORD"), type=LogFile())
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar=marked("NAME"),
    help=marked(
        "Whose choices, by name or number; may be given several times. [default: one's own, "
        "or everybody's where no seat was]"
    ),
)
@click.option(
    "--games",
    type=click.IntRange(8, 1_000_000),
    default=GAMES,
    show_default=True,
    metavar=marked("N"),
    help=marked("How many games are played in mind for each choice."),
)
@manygames.jobs
@own_hand_option
@click.option(
    "--json", "as_json", is_flag=True, help=marked("A line of JSON for each choice.")
)
@click.pass_context
def analyse(
    ctx: click.Context,
    log: Path,
    seats: tuple[str, ...],
    games: int,
    jobs: int,
    own_hand: bool,
    as_json: bool,
) -> None:
    """Find out what choices were worth."""
    told = read_played(log, checked=False, own_hand=own_hand)
    is_wrong = told.report.verdict is Verdict.FAULT
    if not told.moments:
        click.echo(moments.ending(told), err=is_wrong)
        ctx.exit(1)
    data = read(log)
    choices = take(data, told, own_hand=own_hand)
    asked = [
        Asked(data, seat, nth, games, own_hand)
        for seat in _seats(told, seats)
        for nth in range(len(choices[seat]))
    ]
    is_over = told.record is not None or told.report.verdict is Verdict.GOOD
    kept = Kept(data, games, is_over=is_over)
    _judge(asked, kept, jobs)
    names = tuple(person.name for person in told.people)
    whole = [
        Told(names, choices[it.seat][it.nth], kept[it.seat, it.nth]) for it in asked
    ]
    _tell(told, whole, as_json)
    if is_wrong:
        click.echo(f"{log}: {moments.ending(told)}", err=True)
    ctx.exit(1 if is_wrong else 0)


def _seats(told: Replay, names: Sequence[str]) -> Sequence[Seat]:
    """Find whose choices are meant."""
    if not names:
        return range(len(told.names)) if told.own is None else (told.own,)
    found = []
    for name in names:
        seat = moments.seat(told, name)
        if seat is None:
            raise click.UsageError(text.nobody(name, told.names))
        found.append(seat)
    return sorted({*found})


def _judge(asked: Sequence[Asked], kept: Kept, jobs: int) -> None:
    """Have all choices judged that weren't yet, and keep what comes of it."""
    left = [it for it in asked if (it.seat, it.nth) not in kept]
    if not left:
        return
    with (
        executor(jobs, None) as place,
        progress(len(asked), _("choices")) as done,
    ):
        done(len(asked) - len(left))
        for one, came in place.results(judged, left):
            kept.add((one.seat, one.nth), came)
            done(1)


def _tell(replay: Replay, told: Sequence[Told], as_json: bool) -> None:
    """Tell what all choices were worth."""
    worst = decisive(told)
    if as_json:
        for it in told:
            click.echo(json.dumps(described(it, it in worst)))
        return
    words = of_game(replay.game)
    for line in _lines(told, words):
        click.echo(line)


def _lines(told: Sequence[Told], words: OfGame) -> Iterator[str]:
    for seat in dict.fromkeys(it.made.seat for it in told):
        yield from of_seat([it for it in told if it.made.seat == seat], words)
        yield ""
    yield from decided(told, words)
    yield from legend(told)
