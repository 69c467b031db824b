"""
``wonders simulate``: games between bots, in this process.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from sealed_wonders.client import sheets
from sealed_wonders.client.bots import STRATEGIES, strategy
from sealed_wonders.client.columns import columns
from sealed_wonders.client.commands.options import check_leaders, expansions
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.terminal.text import score_line
from sealed_wonders.client.words import _, marked
from sealed_wonders.core.game import Sheet, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders import lines, record
from sealed_wonders.core.wonders.ruleset import PLAYERS, SIDES, Wonders


class Game(NamedTuple):
    """A game that was played, and what of it is written or shown."""

    seed: str
    header: lines.Header
    sheet: Sheet
    record: tuple[lines.Line, ...]


class Players(click.ParamType[range]):
    """A number of players, or all from one to another."""

    name = "N|A..B"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        if isinstance(value, range):
            return value
        first, last = PLAYERS[0], PLAYERS[-1]
        match = re.fullmatch(r"(\d)(?:\.\.(\d))?", str(value))
        span = range(0)
        if match is not None:
            span = range(int(match[1]), int(match[2] or match[1]) + 1)
        if not span or span[0] < first or span[-1] > last:
            said = _("{value} is not {first} to {last}, or A..B")
            shown = f"{value!r:.40}"
            self.fail(said.format(value=shown, first=first, last=last), param, ctx)
        return span


class Strategies(click.ParamType[tuple[str, ...]]):
    """A strategy for all seats, or one for each, with commas between them."""

    name = marked("NAME[,NAME...]")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        names = value if isinstance(value, tuple) else tuple(str(value).split(","))
        for name in names:
            if name not in STRATEGIES:
                known = ", ".join(STRATEGIES)
                said = _("no strategy {name}; there are {known}")
                shown = f"{name!r:.40}"
                self.fail(said.format(name=shown, known=known), param, ctx)
        return names


class Seed(click.ParamType[str]):
    """Letters and digits: a seed is part of a file's name."""

    name = marked("SEED")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        if not re.fullmatch(r"[A-Za-z0-9_]{1,64}", str(value)):
            said = _("{value} is not 1 to 64 letters and digits")
            self.fail(said.format(value=f"{value!r:.40}"), param, ctx)
        return str(value)


@click.command(
    help=marked(
        "Let bots play among themselves.\n\n"
        "Cards are dealt and moves made in this process, by the rules of any "
        "table."
    ),
)
@click.option(
    "--players",
    "counts",
    type=Players(),
    default="4",
    show_default=True,
    help=marked("How many play; A..B for games of each number."),
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help=marked("How many games, for each number of players."),
)
@click.option(
    "--seed",
    type=Seed(),
    default="0",
    show_default=True,
    help=marked(
        "The same seed gives the same games; game k, from 0, has the seed SEED:k."
    ),
)
@click.option(
    "--strategy",
    "strategies",
    type=Strategies(),
    default="builder",
    show_default=True,
    help=marked("Of all seats, or of each: random, builder."),
)
@click.option(
    "--sides",
    type=click.Choice(SIDES),
    default="choose",
    show_default=True,
    help=marked("How the sides of the boards are settled."),
)
@expansions
@click.option(
    "--record",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar=marked("DIR"),
    help=marked("Write a record of each game there, as wonders-PLAYERS-SEED-k.jsonl."),
)
@click.option(
    "--json", "as_json", is_flag=True, help=marked("A line of JSON for each game.")
)
def simulate(
    counts: range,
    games: int,
    seed: str,
    strategies: tuple[str, ...],
    sides: str,
    expansions: tuple[str, ...],
    leaders: str,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Let bots play among themselves."""
    check_leaders(expansions, leaders)
    if len(strategies) > 1 and [len(strategies)] != list(counts):
        said = _("{n} strategies are not one for each seat")
        detail = said.format(n=len(strategies))
        raise click.BadParameter(detail, param_hint="'--strategy'")
    if folder is not None:
        _make(folder)
    score = _Score()
    started = time.process_time()
    for players in counts:
        rules = Wonders(players, sides, expansions, leaders)
        seats = strategies * players if len(strategies) == 1 else strategies
        for number in range(games):
            game = play(rules, f"{seed}:{number}", seats)
            score.count(seats, game.sheet)
            if folder is not None:
                name = f"{rules.name}-{players}-{seed}-{number}.jsonl"
                _write(folder / name, game.record)
            if as_json:
                click.echo(json.dumps(_described(rules.name, game)))
            else:
                click.echo("\n".join([*_table(game), ""]))
    score.seconds = time.process_time() - started
    if as_json:
        figures = {"games": score.games, "games_per_second": score.rate}
        click.echo(json.dumps(figures))
    else:
        click.echo("\n".join(score.told()))


def play(rules: Wonders, seed: str, strategies: Sequence[str]) -> Game:
    """
    Play one game and record it.

    Args:
        seed: decides everything that is left to chance.
        strategies: by seat.
    """
    names = [f"{name} {seat}" for seat, name in enumerate(strategies)]
    players = [strategy(name, f"{seed}:{seat}") for seat, name in enumerate(strategies)]
    dealer = Dealer(rules, seeded(seed))
    told: list[lines.Line] = []
    # Cards are looked at while they still lie where it happened.
    for _step in dealer.steps(players):
        told += record.told(dealer.state, names, dealer.faces.get)
    header = told[0]
    if not isinstance(header, lines.Header):
        raise TypeError(header)
    return Game(seed, header, dealer.state.score(), tuple(told))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        detail = f"{folder}: {retold(problem.strerror)}"
        raise click.BadParameter(detail, param_hint="'--record'") from None


def _write(path: Path, told: Sequence[lines.Line]) -> None:
    """Write a record so that there is never half of it."""
    text = "".join(f"{lines.text(line)}\n" for line in told)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="ascii", newline="\n")
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _described(name: str, game: Game) -> dict[str, object]:
    """Give the JSON line of a game."""
    seats = [
        {
            "seat": seat,
            **seating._asdict(),
            "score": dict(zip(game.sheet.lines, row, strict=True)),
        }
        for seat, (seating, row) in enumerate(
            zip(game.header.seats, game.sheet.rows, strict=True)
        )
    ]
    return {
        "game": name,
        "players": len(seats),
        "seed": game.seed,
        "seats": seats,
        "winners": list(game.sheet.winners),
    }


def _table(game: Game) -> Iterator[str]:
    """Give the score sheet of a game, as text."""
    rows: list[tuple[object, ...]] = [
        (seat, *_city(seating), *row, _("wins") if seat in game.sheet.winners else "")
        for seat, (seating, row) in enumerate(
            zip(game.header.seats, game.sheet.rows, strict=True)
        )
    ]
    yield _("game {seed}").format(seed=game.seed)
    heading = _("seat"), _("name"), _("board"), _("side")
    yield from columns([(*heading, *map(score_line, game.sheet.lines), ""), *rows])


def _city(seating: lines.Seating) -> tuple[str, ...]:
    return seating.name, sheets.board(seating.board), sheets.side(seating.side)


class _Score:
    """How strategies fared."""

    def __init__(self) -> None:
        self.games = 0
        self.seconds = 0.0
        self._seats = Counter[str]()
        self._points = Counter[str]()
        self._wins = Counter[str]()

    @property
    def rate(self) -> float:
        """Games a second, by the time this process had to itself."""
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
            said = _("{name}: {mean:.1f} points, {won} of {seats} seats won")
            yield said.format(name=name, mean=mean, won=self._wins[name], seats=seats)
        said = _("{games} games, {rate} a second")
        yield said.format(games=self.games, rate=self.rate)
