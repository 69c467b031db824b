"""The final scores, and who has won by what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.view.architects.sight import Sight
from sealed_wonders.client.words import scoresheet, text
from sealed_wonders.client.words.text import Who, about
from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.net.words import _, n_


def final(sight: Sight, sheet: Sheet) -> Iterator[str]:
    """Yield the final scores, best first, and who has won."""
    yield from scoresheet.final(sight, sheet, _built(sight, sheet))
    yield winner(sight, sheet)


def _built(sight: Sight, sheet: Sheet) -> Sequence[int]:
    """Return the stages of each seat, possibly before there are cities."""
    return [len(city.built) for city in sight.state.cities] or [0] * len(sheet.rows)


def winner(sight: Sight, sheet: Sheet) -> str:
    """Return who has won, and by what (A7.2)."""
    if not sheet.winners:
        return text.game_over()
    built = _built(sight, sheet)
    if len(sheet.winners) > 1:
        who = [sight.who(seat) for seat in sight.clockwise if seat in sheet.winners]
        return _share(who, built[sheet.winners[0]])
    (first,) = sheet.winners
    tied = _tied(sight, sheet, first)
    if not tied:
        return text.wins(sight.who(first))
    most = max(built[seat] for seat in tied)
    return _by_stages(sight, first, tied, built[first], most)


def _tied(sight: Sight, sheet: Sheet, first: Seat) -> list[Seat]:
    """
    Return the other seats with as many points as the winner, without those removed.
    """
    points = sheet.rows[first][-1]
    return [
        seat
        for seat in sight.clockwise
        if sheet.rows[seat][-1] == points and seat not in (first, *sight.state.gone)
    ]


def why_over(sight: Sight) -> str:
    """Return whose wonder ended the game; empty if it ended otherwise (A7.1)."""
    for seat in sight.clockwise:
        if sight.state.cities and sight.state.cities[seat].is_finished:
            return about(
                sight.who(seat),
                _("Your wonder is finished."),
                _("{who}'s wonder is finished."),
            )
    return ""


def _share(who: Sequence[Who], built: int) -> str:
    said = n_(
        "{all} are tied on points, with {n} stage each, and share the victory.",
        "{all} are tied on points, with {n} stages each, and share the victory.",
        built,
    )
    return said.format(all=text.subjects(who), n=built)


def _by_stages(
    sight: Sight, first: Seat, tied: Sequence[Seat], mine: int, most: int
) -> str:
    return about(
        sight.who(first),
        _(
            "{all} are tied on points; you have built more stages, {n} to {most}, and "
            "win."
        ),
        _(
            "{all} are tied on points; {who} has built more stages, {n} to {most}, "
            "and wins."
        ),
        all=text.subjects([sight.who(seat) for seat in (first, *tied)]),
        n=mine,
        most=most,
    )
