"""
What happened, told line by line from the news of a state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.terminal import describe, text
from sealed_wonders.client.terminal.sight import Sight
from sealed_wonders.core.game import Sheet
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.events import (
    Event,
    Fought,
    Founded,
    GameEnded,
    HandsDealt,
    LeftOver,
    Picked,
    Played,
    SeatsLeft,
    TurnEnded,
)
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.play import EXTRA_TURN
from sealed_wonders.core.wonders.state import direction


def told(sight: Sight) -> Iterator[str]:
    """Tell the news of a state."""
    news = _ours_first(sight)
    turn = None
    for index, event in enumerate(news):
        match event:
            case Played(age=age, turn=now) if turn != (age, now):
                turn = age, now
                extra = now == EXTRA_TURN
                yield text.extra_header(age) if extra else text.turn_header(age, now)
            case LeftOver() if isinstance(news[index - 1], LeftOver):
                # Said once for all, but for our own.
                yield from _own_left_over(sight, event)
                continue
        yield from _event(sight, event)


def _ours_first(sight: Sight) -> list[Event]:
    """Give the news, what was played together as we see the table: to the left."""
    news: list[Event] = []
    order = sight.clockwise
    for event in sight.state.news:
        at = len(news)
        if isinstance(event, Played):
            while (
                at
                and isinstance(before := news[at - 1], Played)
                and (before.age, before.turn) == (event.age, event.turn)
                and order.index(before.seat) > order.index(event.seat)
            ):
                at -= 1
        news.insert(at, event)
    return news


def _event(sight: Sight, event: Event) -> Iterator[str]:
    who = sight.who
    match event:
        case Founded(boards, sides):
            for seat in sight.clockwise:
                board = describe.name(catalog().boards_by_id[boards[seat]])
                yield text.founded(who(seat), board, sides[seat])
        case HandsDealt(age):
            yield text.age_begins(age, text.LEFT if direction(age) == 1 else text.RIGHT)
        case Played():
            yield _played(sight, event)
        case LeftOver():
            yield text.left_over()
            yield from _own_left_over(sight, event)
        case Picked(seat=seat, card=card):
            face = None if card is None else catalog().building(card)
            yield text.picked(who(seat), describe.name(face) if face else "")
        case TurnEnded(coins=coins):
            yield text.treasuries([(who(s), coins[s]) for s in sight.clockwise])
        case Fought(age):
            yield text.conflicts(age)
            yield from _fought(sight, event)
        case SeatsLeft(seats):
            yield text.left_for_good([who(seat) for seat in seats])
        case GameEnded(sheet):
            yield text.game_over()
            yield from final(sight, sheet)


def _own_left_over(sight: Sight, event: LeftOver) -> Iterator[str]:
    name = sight.card_name(event.slot) if event.seat == sight.me else ""
    if name:
        yield text.your_left_over(name)


def _played(sight: Sight, event: Played) -> str:
    seat, who = event.seat, sight.who(event.seat)
    left, right, bank = event.paid
    to = [(left, sight.who(sight.left(seat))), (right, sight.who(sight.right(seat)))]
    price = text.paid(to, bank)
    if event.free and event.paid == NOTHING:
        price = text.paid_nothing(event.free)
    under = sight.card_name(event.slot) if who is None else ""
    match event.use:
        case "build":
            card = None if event.card is None else catalog().building(event.card)
            return text.built(who, describe.name(card) if card else "", price)
        case "stage":
            # Counted in the state after it: nobody builds two in a turn (W3.8).
            stage = len(sight.state.cities[seat].stages)
            return text.built_stage(who, stage, event.half, price, under)
    return text.sold(who, under)


def _fought(sight: Sight, event: Fought) -> Iterator[str]:
    """Tell each conflict once, between a seat and its left neighbour."""
    cities, who = sight.state.cities, sight.who
    for seat in sight.clockwise:
        left = sight.left(seat)
        mine, theirs = cities[seat].works.shields, cities[left].works.shields
        gained, lost = event.tokens[seat][0], event.tokens[left][1]
        if gained > lost:
            yield text.fought(who(seat), mine, who(left), theirs, gained, lost)
        elif lost > gained:
            yield text.fought(who(left), theirs, who(seat), mine, lost, gained)
        else:
            yield text.even(who(seat), who(left), mine)


def final(sight: Sight, sheet: Sheet) -> Iterator[str]:
    """Read the final sheet, best first, and who has won."""
    have = [city.coins for city in sight.state.cities]
    ranked = sorted(
        range(len(sheet.rows)), key=lambda seat: (-sheet.rows[seat][-1], -have[seat])
    )
    keys = [(sheet.rows[seat][-1], have[seat]) for seat in ranked]
    for key, seat in zip(keys, ranked, strict=True):
        rank = keys.index(key) + 1
        yield text.place(rank, sight.who(seat), sheet.rows[seat][-1])
        yield f"   {_lines(sheet, seat)}"
    yield winner(sight, sheet)


def winner(sight: Sight, sheet: Sheet) -> str:
    """Say who has won, and by what (W7.4)."""
    have = [city.coins for city in sight.state.cities]
    totals = [row[-1] for row in sheet.rows]
    if not sheet.winners:
        return text.game_over()
    if len(sheet.winners) > 1:
        names = [sight.who(seat) for seat in sight.clockwise if seat in sheet.winners]
        return text.share(names, have[sheet.winners[0]])
    (first,) = sheet.winners
    gone = sight.state.gone
    tied = [
        seat
        for seat in range(len(totals))
        if seat != first and totals[seat] == totals[first] and seat not in gone
    ]
    if not tied:
        return text.wins(sight.who(first))
    names = [sight.who(seat) for seat in tied]
    most = max(have[seat] for seat in tied)
    return text.wins_by_coins(sight.who(first), names, have[first], most)


def scores(sight: Sight) -> Iterator[str]:
    """Read the points so far."""
    sheet = sight.state.score()
    yield text.scores()
    for seat in sight.clockwise:
        yield text.score_row(sight.who(seat), sheet.rows[seat][-1])
        yield f"   {_lines(sheet, seat)}"


def _lines(sheet: Sheet, seat: int) -> str:
    pairs: Sequence[tuple[str, int]] = list(
        zip(sheet.lines[:-1], sheet.rows[seat][:-1], strict=True)
    )
    return text.score_lines(pairs)
