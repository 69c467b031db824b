"""
``wonders analyse``: what each choice in a game was worth.

The games are simulated in `client/analysis/asking.py`; here they are distributed, and
the results are printed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from sealed_wonders.client.analysis.asking import (
    AskedChoice,
    ChoiceWords,
    judged,
    take,
)
from sealed_wonders.client.analysis.keeping import KeptEvaluations
from sealed_wonders.client.analysis.telling import (
    EvaluatedChoice,
    decided,
    decisive,
    described,
    legend,
    of_seat,
    remedy,
)
from sealed_wonders.client.commands import manygames
from sealed_wonders.client.commands.keptgames import GAME, list_games
from sealed_wonders.client.commands.manygames import executor, progress
from sealed_wonders.client.commands.played import own_hand_option, read_played
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.files import read
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.words import moments, text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import WholeParameter, option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.statuses import FAILED
from sealed_wonders.net.words import _, marked

GAMES = 300
"""Default number of games to simulate for each choice."""


@command(
    "analyse",
    help=marked(
        "Find out what each choice in a game was worth, from the game's log or a "
        "record.\n\n"
        "Without a game, list the games kept here; `last` stands for the newest "
        "game.\n\n"
        "For each choice, show what a thinker bot would have chosen with the same "
        "knowledge, and how many more games the bot's choice would win. Then list "
        "the choices that cost the most. Choices are analysed only if the player's "
        "hand is known; your own hands are known on the machine that you played on. If you press Ctrl-C, run the same command again to resume."
    ),
)
@GAME
@option(
    "--seat",
    "seats",
    multiple=True,
    metavar=marked("NAME"),
    show_default=marked("your own seat, or all seats"),
    help=marked("Player whose choices to analyse, by name or number; may be repeated."),
)
@option(
    "--games",
    type=WholeParameter(8, 1_000_000),
    default=GAMES,
    help=marked("Number of games to simulate for each choice."),
)
@manygames.jobs
@own_hand_option
@option(
    "--json", "as_json", is_flag=True, help=marked("Print JSON, one line per choice.")
)
@option(
    "--steps",
    is_flag=True,
    hidden=True,
    help=marked("Print the progress as lines, for a program that reads them."),
)
@click.pass_context
def analyse(
    ctx: click.Context,
    log: Path | None,
    seats: tuple[str, ...],
    games: int,
    jobs: int,
    own_hand: bool,
    as_json: bool,
    steps: bool,
) -> None:
    if log is None:
        return list_games("analyse")
    told = read_played(log, checked=False, own_hand=own_hand, remembers=True)
    is_wrong = told.report.verdict is Verdict.FAULT
    if not told.moments:
        echo(moments.ending(told), err=is_wrong)
        ctx.exit(FAILED)
    data = read(log)
    choices = take(data, told, own_hand=own_hand)
    asked = [
        AskedChoice(data, seat, nth, games, own_hand)
        for seat in _seats(told, seats)
        for nth in range(len(choices[seat]))
    ]
    is_over = told.record is not None or told.report.verdict is Verdict.GOOD
    kept = KeptEvaluations(data, games, told.open, is_over=is_over)
    _judge(asked, kept, jobs, steps=steps)
    names = tuple(person.name for person in told.people)
    whole = [
        EvaluatedChoice(names, choices[it.seat][it.nth], kept[it.seat, it.nth])
        for it in asked
    ]
    _tell(told, whole, is_over=is_over, as_json=as_json)
    if is_wrong:
        echo(f"{log}: {moments.ending(told)}", err=True)
        ctx.exit(FAILED)


def _seats(told: Replay, names: Sequence[str]) -> Sequence[Seat]:
    """Return the seats to judge: those named, or our own, or all."""
    if not names:
        return range(len(told.names)) if told.own is None else (told.own,)
    found = []
    for name in names:
        seat = moments.seat(told, name)
        if seat is None:
            raise click.UsageError(text.nobody(name, told.names))
        found.append(seat)
    return sorted({*found})


def _judge(
    asked: Sequence[AskedChoice], kept: KeptEvaluations, jobs: int, *, steps: bool
) -> None:
    """Judge the choices that have no result yet, and save each result."""
    left = [it for it in asked if (it.seat, it.nth) not in kept]
    if not left:
        return
    with (
        executor(jobs, None) as place,
        (_steps if steps else progress)(len(asked), _("choices")) as done,
    ):
        done(len(asked) - len(left))
        for one, came in place.results(judged, left):
            kept.add((one.seat, one.nth), came)
            done(1)


@contextmanager
def _steps(count: int, _label: str) -> Iterator[Callable[[int], None]]:
    """Print the progress like `progress`, as lines for the screen `AnalysisBox`."""
    at = 0

    def done(more: int) -> None:
        nonlocal at
        at += more
        click.echo(f"#{at}/{count}")
        sys.stdout.flush()

    yield done


def _tell(
    replay: Replay, told: Sequence[EvaluatedChoice], *, is_over: bool, as_json: bool
) -> None:
    """Print what all choices were worth."""
    worst = decisive(told)
    if as_json:
        for it in told:
            click.echo(json.dumps(described(it, it in worst)))
        return
    words = replay.face.analysis
    for line in _lines(told, words, is_over=is_over):
        echo(line)


def _lines(
    told: Sequence[EvaluatedChoice], words: ChoiceWords, *, is_over: bool
) -> Iterator[str]:
    explained = [*legend(told)]
    yield from [*explained, ""] if explained else []
    for seat in dict.fromkeys(it.made.seat for it in told):
        yield from of_seat([it for it in told if it.made.seat == seat], words)
        yield ""
    yield from decided(told, words)
    yield from remedy(told, is_over=is_over)
