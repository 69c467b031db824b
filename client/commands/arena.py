"""
``wonders arena``: matches between strategies, and the ratings that follow.

The matches and the estimates are in `client/simulation/ladder.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import click

from sealed_wonders.client.commands.gameoptions import (
    check_game,
    game,
    of_games,
    read,
)
from sealed_wonders.client.commands.manygames import (
    Counts,
    OneStrategy,
    SeedType,
    counted,
    executor,
    players,
    progress,
    think,
    where,
)
from sealed_wonders.client.simulation.executor import Executor
from sealed_wonders.client.simulation.ladder import (
    LEVEL,
    Plan,
    Results,
    matches,
    play_trial,
)
from sealed_wonders.core.games import OPTIONS, TITLES
from sealed_wonders.net.columns import columns
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import WholeParameter, argument, option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.words import _, marked


@command(
    help=marked(
        "Measure how strong bots are, in matches between strategies.\n\n"
        "In each match, a single bot with one strategy plays against bots "
        "that all use the other strategy. The single bot plays every deal "
        "once from every seat. Then the strategies are swapped. Ratings are "
        "relative to the strategy named first."
    ),
)
@argument(
    "strategies",
    nargs=-1,
    required=True,
    type=OneStrategy(),
    metavar=marked("STRATEGY..."),
)
@option(
    "--challenger",
    type=OneStrategy(),
    help=marked("Play only the matches in which a single bot has this strategy."),
)
@game
@players
@option(
    "--deals",
    type=WholeParameter(1, 1_000_000),
    default=25,
    help=marked("Number of deals; a match plays each deal once from every seat."),
)
@option(
    "--seed",
    type=SeedType(),
    default="0",
    help=marked(
        "Seed of the deals; with the same seed, `wonders simulate` plays "
        "the same deals."
    ),
)
@of_games(lambda option: option.is_rule)
@think
@where
@option("--times", is_flag=True, help=marked("Also show how long choices took."))
@option(
    "--json",
    "as_json",
    is_flag=True,
    help=marked("Print JSON, one line per number of players."),
)
def arena(
    strategies: tuple[str, ...],
    challenger: str | None,
    game: str,
    counts: Counts,
    deals: int,
    seed: str,
    typed: Mapping[str, str],
    think: float | None,
    jobs: int,
    scheduler: str | None,
    times: bool,
    as_json: bool,
) -> None:
    check_game(game)
    numbers = counted(game, counts)
    _check(strategies, challenger)
    options = tuple(sorted(read(game, typed, numbers[-1]).items()))
    plans = [
        Plan(
            *(game, options, number, seed, deals),
            matches(strategies, number, challenger or ""),
            think,
        )
        for number in numbers
    ]
    with executor(jobs, scheduler) as place:
        for plan in plans:
            results = Results(plan)
            try:
                _play(plan, place, results)
            except KeyboardInterrupt:
                said = _("stopped early: these results cover {whole} of {deals} deals")
                told = said.format(whole=results.deals, deals=deals)
                echo(f"wonders arena: {told}", err=True)
                _tell(strategies, plan, results, times, as_json)
                raise
            _tell(strategies, plan, results, times, as_json)


def _play(plan: Plan, place: Executor, results: Results) -> None:
    """Play all games, and count the results as they arrive."""
    label = _("{n} players").format(n=plan.players)
    with progress(plan.games, label) as done:
        for trial, outcome in place.results(play_trial, plan.trials()):
            results.count(trial, outcome)
            done(1)


def _check(strategies: Sequence[str], challenger: str | None) -> None:
    """Raise a usage error unless at least two strategies can meet."""
    if len(strategies) < 2 or len({*strategies}) < len(strategies):
        raise click.UsageError(_("give at least two strategies, each only once"))
    if challenger is not None and challenger not in strategies:
        said = _("{name} isn't one of the strategies to compare")
        raise click.BadParameter(
            said.format(name=challenger), param_hint="'--challenger'"
        )


def _tell(
    strategies: Sequence[str], plan: Plan, results: Results, times: bool, as_json: bool
) -> None:
    """Print the results of the games so far."""
    if not results.deals:
        return
    if as_json:
        click.echo(json.dumps(_described(strategies, plan, results, times)))
    else:
        echo("\n".join([*_told(strategies, plan, results, times), ""]))


def _described(
    strategies: Sequence[str], plan: Plan, results: Results, times: bool
) -> dict[str, object]:
    """Return the JSON object for one number of players."""
    met = []
    for match in plan.matches:
        seen, points = results.estimate(match), results.points(match)
        met.append(
            {
                "one": match.one,
                "others": match.others,
                "games": results.games_of_each,
                "won": round(results.won(match), 3),
                "share": round(seen.share, 4),
                "low": round(seen.low, 4),
                "high": round(seen.high, 4),
                "points": [round(it, 2) for it in points],
            }
        )
    ladder = [
        {
            "strategy": it.strategy,
            "elo": round(it.elo),
            "low": round(it.elo - it.error),
            "high": round(it.elo + it.error),
        }
        for it in results.ladder(strategies)
    ]
    described: dict[str, object] = {
        "game": plan.game,
        "options": dict(plan.options),
        "players": plan.players,
        "seed": plan.seed,
        "think": plan.think,
        "deals": results.deals,
        "whole": results.deals == plan.deals,
        "even": round(1 / plan.players, 4),
        "matches": met,
        "ladder": ladder,
    }
    if times:
        described["choices"] = {
            name: {
                "number": taken.number,
                "mean": round(taken.seconds / taken.number, 6),
                "longest": round(taken.longest, 6),
            }
            for name, taken in results.choices.items()
        }
    return described


def _told(
    strategies: Sequence[str], plan: Plan, results: Results, times: bool
) -> Iterator[str]:
    """Yield the results for one number of players, as lines of text."""
    others = plan.players - 1
    said = _("{game}, {players} players, deals: {deals}, seed: {seed}")
    yield said.format(
        game=" ".join((TITLES[plan.game], *_typed(plan))),
        players=plan.players,
        deals=results.deals,
        seed=plan.seed,
    )
    yield ""
    rows: list[tuple[str, ...]] = [
        (_("one"), _("others"), _("games"), _("won"), _sure(), _("points"), "")
    ]
    for match in plan.matches:
        seen, points = results.estimate(match), results.points(match)
        rows.append(
            (
                match.one,
                f"{others} {match.others}",
                f"{results.games_of_each:5}",
                _percent(seen.share),
                _("{low} to {high}").format(
                    low=_percent(seen.low), high=_percent(seen.high)
                ),
                *(f"{it:6.1f}" for it in points),
            )
        )
    yield from columns(rows)
    yield _("A player of equal strength would win {share} of the games.").format(
        share=_percent(1 / plan.players).strip()
    )
    yield ""
    places = [("", _("Elo"), _sure())]
    for it in results.ladder(strategies):
        low, high = it.elo - it.error, it.elo + it.error
        span = _("{low} to {high}").format(low=f"{low:+.0f}", high=f"{high:+.0f}")
        places.append((it.strategy, f"{it.elo:+5.0f}", span if it.error else ""))
    yield from columns(places)
    if times:
        yield ""
        rows_of_times: list[tuple[str, ...]] = [
            ("", _("choices"), _("mean"), _("longest"))
        ]
        for name, taken in results.choices.items():
            mean = taken.seconds / taken.number
            each = (f"{1000 * it:.2f} ms" for it in (mean, taken.longest))
            rows_of_times.append((name, str(taken.number), *each))
        yield from columns(rows_of_times)


def _typed(plan: Plan) -> Iterator[str]:
    """Yield the agreed options, as they are typed."""
    agreed = dict(plan.options)
    for own in OPTIONS[plan.game]:
        if own.name in agreed:
            yield own.word
            if not own.flag:
                yield agreed[own.name]


def _sure() -> str:
    """Head the column of intervals."""
    return _("{level} % interval").format(level=round(100 * LEVEL))


def _percent(share: float) -> str:
    return _("{n} %").format(n=f"{100 * share:5.1f}")
