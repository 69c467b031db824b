"""
``wonders simulate``: games between bots, without a host.

The games are played in `client/simulation`.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from sealed_wonders.client.commands.gameoptions import check_game, game, of_games, read
from sealed_wonders.client.commands.manygames import (
    Counts,
    SeedType,
    Strategies,
    counted,
    executor,
    players,
    think,
    where,
)
from sealed_wonders.client.commands.writing import cannot_write
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.simulation.botgame import (
    GameResults,
    GameTask,
    SimulatedTable,
    play,
)
from sealed_wonders.client.words import scoresheet
from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.net.columns import columns
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import File, WholeParameter, option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.system.files import ORDINARY, write_whole
from sealed_wonders.net.words import _, marked


@command(
    help=marked(
        "Let bots play against each other, without a host.\n\n"
        "Print the score sheet of each game and the totals of each "
        "strategy."
    ),
)
@game
@players
@option(
    "--games",
    type=WholeParameter(min=1),
    default=1,
    help=marked("Number of games for each number of players."),
)
@option(
    "--seed",
    type=SeedType(),
    default="0",
    help=marked("Seed of the games; the same seed gives the same games."),
)
@option(
    "--strategy",
    "strategies",
    type=Strategies(),
    default="builder",
    help=marked(
        "How bots play, with one strategy for all seats or one for each "
        "seat: random, easy, builder, thinker, or thinker:N, which "
        "simulates N games for each choice."
    ),
)
@of_games(lambda option: option.is_rule)
@think
@where
@option(
    "--record",
    "folder",
    type=File(file_okay=False, path_type=Path),
    metavar=marked("DIR"),
    help=marked("Write a record of each game to this folder."),
)
@option(
    "--json", "as_json", is_flag=True, help=marked("Print JSON, one line per game.")
)
def simulate(
    game: str,
    counts: Counts,
    games: int,
    seed: str,
    strategies: tuple[str, ...],
    typed: Mapping[str, str],
    think: float | None,
    jobs: int,
    scheduler: str | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    check_game(game)
    numbers = counted(game, counts)
    _check_strategies(strategies, numbers)
    if folder is not None:
        _make(folder)
    options = tuple(sorted(read(game, typed, numbers[-1]).items()))
    tables = [
        SimulatedTable(
            game,
            options,
            strategies * (players if len(strategies) == 1 else 1),
            think,
        )
        for players in numbers
    ]
    tasks = (
        GameTask(table, f"{seed}:{number}", folder is not None)
        for table in tables
        for number in range(games)
    )
    score = _Score()
    with executor(jobs, scheduler) as place:
        # Time of this process alone, unless others do the work.
        clock = time.process_time if place.is_here else time.monotonic
        started = clock()
        for task, played in place.results(play, tasks):
            score.count(task.table.strategies, played.sheet)
            if folder is not None:
                _write(folder / _name(task), played.record)
            if as_json:
                click.echo(_as_json(played))
            else:
                echo(_as_text(played))
        score.seconds = clock() - started
    if as_json:
        figures = {"games": score.games, "games_per_second": score.rate}
        click.echo(json.dumps(figures))
    else:
        echo("\n".join(score.told()))


def _check_strategies(strategies: Sequence[str], numbers: range) -> None:
    """Check that several strategies are one for each seat."""
    if len(strategies) > 1 and [len(strategies)] != list(numbers):
        said = _("give one strategy, or one for each seat; {n} strategies don't fit")
        detail = said.format(n=len(strategies))
        raise click.BadParameter(detail, param_hint="'--strategy'")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        detail = f"{folder}: {retold(problem)}"
        raise click.BadParameter(detail, param_hint="'--record'") from None


def _name(task: GameTask) -> str:
    """Return the file name of a game's record."""
    players, number = len(task.table.strategies), task.seed.replace(":", "-")
    return f"{task.table.game}-{players}-{number}.jsonl"


def _write(path: Path, record: Sequence[str]) -> None:
    """Write a record, so that no incomplete file is ever visible."""
    text = "".join(f"{line}\n" for line in record)
    try:
        write_whole(path, text.encode("ascii"), ORDINARY, is_synced=False)
    except OSError as problem:
        raise cannot_write(path, problem) from None


def _as_json(game: GameResults) -> str:
    """Return the JSON line of a game."""
    seats = [
        {
            "seat": seat,
            "name": player,
            **standing,
            "score": dict(zip(game.sheet.categories, row, strict=True)),
        }
        for seat, player, standing, row in _seats(game)
    ]
    described = {
        "game": game.name,
        "players": len(seats),
        "seed": game.seed,
        "seats": seats,
        "winners": list(game.sheet.winners),
    }
    return json.dumps(described)


def _as_text(game: GameResults) -> str:
    """Return the score sheet of a game, followed by an empty line."""
    winners = game.sheet.winners
    rows: list[tuple[object, ...]] = [
        (
            seat,
            name,
            *scoresheet.facts(game.name, standing),
            *row,
            _("wins") * (seat in winners),
        )
        for seat, name, standing, row in _seats(game)
    ]
    heading = _("seat"), _("name"), *scoresheet.heading(game.name, game.standings)
    lines = (scoresheet.line(game.name, line) for line in game.sheet.categories)
    table = columns([(*heading, *lines, ""), *rows])
    return "\n".join([_("game {seed}").format(seed=game.seed), *table, ""])


def _seats(
    game: GameResults,
) -> Iterator[tuple[Seat, str, Mapping[str, str], tuple[int, ...]]]:
    """Yield each seat with its name, its standing and its row of the sheet."""
    rows = zip(game.names, game.standings, game.sheet.rows, strict=True)
    for seat, (name, standing, row) in enumerate(rows):
        yield seat, name, standing, row


class _Score:
    """Totals of each strategy."""

    def __init__(self) -> None:
        self.games = 0
        self.seconds = 0.0
        self._seats = Counter[str]()
        self._points = Counter[str]()
        self._wins = Counter[str]()

    @property
    def rate(self) -> float:
        """Games per second."""
        return round(self.games / max(self.seconds, 1e-9), 1)

    def count(self, strategies: Sequence[str], sheet: Sheet) -> None:
        self.games += 1
        for seat, name in enumerate(strategies):
            self._seats[name] += 1
            self._points[name] += sheet.rows[seat][-1]
            self._wins[name] += seat in sheet.winners

    def told(self) -> Iterator[str]:
        for name, seats in self._seats.items():
            mean = self._points[name] / seats
            said = _("{name}: {mean:.1f} points, won in {won} of {seats} seats")
            yield said.format(name=name, mean=mean, won=self._wins[name], seats=seats)
        said = _("{games} games, {rate} per second")
        yield said.format(games=self.games, rate=self.rate)
