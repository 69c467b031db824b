"""
What happened, told line by line from the news of a state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.wonders import describe
from sealed_wonders.client.terminal.wonders.sight import Sight
from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.city import City, Colour
from sealed_wonders.core.wonders.edifice.effects import PawnFromBox
from sealed_wonders.core.wonders.effects import OneOfAgeFree, best_guild
from sealed_wonders.core.wonders.events import (
    BoardTaken,
    Drafted,
    Drawn,
    EdificeEnded,
    Enlisted,
    Event,
    Fought,
    Founded,
    GameEnded,
    GuildCopied,
    HandsDealt,
    LeadersDealt,
    LeftOver,
    Penalised,
    Picked,
    Played,
    SeatsLeft,
    TokenDropped,
    TurnEnded,
)
from sealed_wonders.core.wonders.leaders.tasks import HAND, RECRUITMENT
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.play import EXTRA_TURN
from sealed_wonders.core.wonders.state import direction
from sealed_wonders.core.wonders.trade import Split


def told(sight: Sight) -> Iterator[str]:
    """Tell the news of a state."""
    news = _ours_first(sight)
    turn = None
    for index, event in enumerate(news):
        match event:
            case Played(age=age, turn=now) if turn != (age, now):
                turn = age, now
                yield header(age, now)
            case LeftOver() if index and isinstance(news[index - 1], LeftOver):
                # Said once for all, but for our own.
                yield from _own_left_over(sight, event)
                continue
        yield from _event(sight, event)


def header(age: int, turn: int) -> str:
    """Say which turn is told of."""
    match turn:
        case _ if turn == RECRUITMENT:
            return text.recruitment_header(age)
        case _ if turn == EXTRA_TURN:
            return text.extra_header(age)
    return text.turn_header(age, turn)


def _ours_first(sight: Sight) -> list[Event]:
    """Give the news, what all did at once as we see the table: to the left."""
    news: list[Event] = []
    order = sight.clockwise
    for event in sight.state.news:
        at = len(news)
        if isinstance(event, _TOGETHER):
            while (
                at
                and isinstance(before := news[at - 1], type(event))
                and _moment(before) == _moment(event)
                and order.index(before.seat) > order.index(event.seat)
            ):
                at -= 1
        news.insert(at, event)
    return news


_TOGETHER = (Played, Penalised, TokenDropped)
"""What happens to several seats at once, an event for each."""


def _moment(event: Played | Penalised | TokenDropped) -> tuple[int, int]:
    return event.age, 0 if isinstance(event, Penalised) else event.turn


def _event(sight: Sight, event: Event) -> Iterator[str]:
    who = sight.who
    match event:
        case BoardTaken(seat, board):
            taken = everything().boards_by_id[board]
            yield text.took_board(who(seat), describe.board(taken))
        case Founded(boards, sides, edifices):
            for seat in sight.clockwise:
                has = everything().boards_by_id[boards[seat]]
                side = has.sides[sides[seat]].printed
                yield text.founded(who(seat), describe.name(has), side)
            if edifices:
                yield text.edifices_lie([describe.called(name) for name in edifices])
        case HandsDealt(age):
            yield text.age_begins(age, text.LEFT if direction(age) == 1 else text.RIGHT)
        case Played():
            yield _played(sight, event)
            yield from besides(sight, event)
        case LeftOver():
            yield text.left_over()
            yield from _own_left_over(sight, event)
        case Picked(seat=seat, card=card):
            yield text.picked(who(seat), sight.shown(card))
        case TurnEnded(coins=coins):
            yield text.treasuries([(who(s), coins[s]) for s in sight.clockwise])
        case LeadersDealt() | Drafted() | Drawn() | Enlisted() | TokenDropped():
            yield from _of_leaders(sight, event)
        case EdificeEnded() | Penalised():
            yield from _of_edifices(sight, event)
        case Fought(age):
            yield text.conflicts(age)
            yield from _fought(sight, event)
        case SeatsLeft(seats):
            yield text.left_for_good([who(seat) for seat in seats])
        case GuildCopied(seat, guild):
            yield _copied(sight, seat, guild)
        case GameEnded(sheet):
            yield text.game_over()
            yield from final(sight, sheet)


def _of_leaders(
    sight: Sight, event: LeadersDealt | Drafted | Drawn | Enlisted | TokenDropped
) -> Iterator[str]:
    """Tell what there is with leaders besides recruiting them."""
    who = sight.who
    match event:
        case LeadersDealt():
            yield text.leaders_dealt()
        case Drafted(nth, seat, slot):
            name = sight.card_name(slot) if seat == sight.me else ""
            if name and nth == HAND:
                kept = sight.state.leaders[seat]
                yield text.kept_all(who(seat), [sight.card_name(it) for it in kept])
            elif name:
                yield text.kept(who(seat), name)
            elif seat == sight.me and nth < HAND:
                yield text.all_keep()
        case Drawn(seat=seat, slots=slots):
            names = (
                [sight.card_name(slot) for slot in slots] if seat == sight.me else []
            )
            yield text.drew(who(seat), len(slots), names if all(names) else ())
        case Enlisted(seat=seat, card=card, paid=paid):
            price = _paid(sight, seat, paid)
            yield text.recruited_more(who(seat), sight.shown(card), price)
        case TokenDropped(seat=seat, value=value):
            yield text.dropped(who(seat), value)


def _of_edifices(sight: Sight, event: EdificeEnded | Penalised) -> Iterator[str]:
    """Tell what becomes of an edifice, and of those who took no part."""
    edifice = sight.state.projects[event.age - 1].edifice
    name = describe.name(edifice)
    match event:
        case EdificeEnded(built=built, seats=seats):
            whom = [sight.who(seat) for seat in sight.clockwise if seat in seats]
            if built:
                words = describe.effects(edifice.reward)
                yield text.edifice_built(name, whom, words)
            else:
                words = describe.lost(edifice.penalty)
                yield text.edifice_not_built(name, whom, words)
        case Penalised(seat=seat, card=card, coins=coins, tokens=tokens):
            who = sight.who(seat)
            if card:
                yield text.lost_card(who, describe.called(card))
            elif coins:
                yield text.lost_coins(who, coins)
            elif tokens:
                yield text.lost_tokens(who, tokens)
            else:
                yield text.got_debt(who, edifice.debt)


def _copied(sight: Sight, seat: Seat, guild: str) -> str:
    """Tell whose guild a wonder copies, and what it brings there (W8.3)."""
    card = everything().buildings_by_id[guild]
    worth = best_guild(sight.state.around(seat), (card,)).points
    neighbours = (sight.left(seat), sight.right(seat))
    whose = next(it for it in neighbours if card in sight.state.cities[it].buildings)
    name = describe.name(card)
    return text.copied(sight.who(seat), name, sight.who(whose), worth)


def _own_left_over(sight: Sight, event: LeftOver) -> Iterator[str]:
    name = sight.card_name(event.slot) if event.seat == sight.me else ""
    if name:
        yield text.your_left_over(name)


def _played(sight: Sight, event: Played) -> str:
    seat, who = event.seat, sight.who(event.seat)
    price = _paid(sight, seat, event.paid)
    if event.free and event.paid == NOTHING:
        price = text.paid_nothing(_free_by(sight, event))
    under = sight.card_name(event.slot) if who is None else ""
    match event.use:
        case "build":
            return text.built(who, sight.shown(event.card), price)
        case "recruit":
            return text.recruited(who, sight.shown(event.card), price)
        case "stage":
            # Counted in the state after it: nobody builds two in a turn (W3.8).
            stage = len(sight.state.cities[seat].stages)
            return text.built_stage(who, stage, event.half, price, under)
    if event.turn == RECRUITMENT:
        return text.sold_leader(who, under)
    return text.sold(who, under)


def besides(sight: Sight, event: Played) -> Iterator[str]:
    """Tell what else came with a stage: a part taken, a pawn, a leader face down."""
    who, projects = sight.who(event.seat), sight.state.projects
    if event.joins:
        yield text.takes_part(who, describe.name(projects[event.age - 1].edifice))
    if event.use == "stage":
        for age in _pawns(sight, event):
            name = describe.name(projects[age - 1].edifice)
            yield text.took_pawn(who, age, name)
    if event.bury:
        yield text.buried(who, describe.called(event.bury))


def _pawns(sight: Sight, event: Played) -> Iterator[int]:
    """Give the ages of the pawns that a stage took from the box."""
    city = sight.state.cities[event.seat]
    stage = city.side.stages[len(city.stages) - 1]
    for effect in stage.effects(event.half):
        if isinstance(effect, PawnFromBox):
            yield effect.age or event.pawn


def _paid(sight: Sight, seat: Seat, paid: Split) -> str:
    left, right, bank = paid
    to = [(left, sight.who(sight.left(seat))), (right, sight.who(sight.right(seat)))]
    return text.paid(to, bank)


def _free_by(sight: Sight, event: Played) -> str:
    """Say what made a building free; a leader counts as a power in the rules."""
    building = sight.state.rules.catalog.building(event.card)
    if building is not None and event.free == "power":
        city = sight.state.cities[event.seat]
        by = free_by(city, building.colour)
        once = by == "power" and OneOfAgeFree.kind in city.works.powers
        return "once" if once else by
    return event.free or ""


def free_by(city: City, colour: Colour) -> str:
    """Say by what power a building of a colour is free for a city."""
    return "leader" if city.works.free_colours >> colour & 1 else "power"


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
    for loser, winner in event.deflected:
        yield text.deflected(who(loser), who(winner))


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
