"""
The narration: the news of a state as lines of text.

Each class of events registers its own words with `_event`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words import scoresheet, text
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.core.wonders.atoms import Gain
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.effects import OneOfAgeFree, best_guild
from sealed_wonders.core.wonders.events import (
    BoardTaken,
    Drafted,
    Drawn,
    EdificeEnded,
    Enlisted,
    Event,
    FinalSheet,
    Fought,
    Founded,
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
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.play import EXTRA_TURN
from sealed_wonders.core.wonders.state import direction
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.words import _, n_


def told(sight: Sight) -> Iterator[str]:
    """Yield the news of a state in words."""
    news = _ours_first(sight)
    turn = None
    for index, event in enumerate(news):
        match event:
            case Played(age=age, turn=now) if turn != (age, now):
                turn = age, now
                yield header(age, now)
            case LeftOver() if index and isinstance(news[index - 1], LeftOver):
                # Said once for all, except for cards that we may see.
                yield from _last_card(sight, event)
                continue
        yield from _event(event, sight)


def header(age: int, turn: int) -> str:
    """Return the title of a turn."""
    if turn == RECRUITMENT:
        return recruitment_header(age)
    if turn == EXTRA_TURN:
        return _("Age {age}, extra card:").format(age=age)
    return _("Age {age}, turn {turn}:").format(age=age, turn=turn)


def position(age: int, turn: int) -> str:
    """Return an age and turn in a few words; outside of turns, the age alone."""
    if not age:
        return _("Before the first age")
    if turn == EXTRA_TURN:
        return _("Age {age}, extra card").format(age=age)
    if not turn:
        return _("Age {age}").format(age=age)
    return _("Age {age}, turn {turn}").format(age=age, turn=turn)


def recruitment_header(age: int) -> str:
    return _("Age {age}, leaders:").format(age=age)


def _ours_first(sight: Sight) -> list[Event]:
    """Return the news, with simultaneous events in our order of seats: to the left."""
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
"""Events that happen to several seats at once, one event for each seat."""


def _moment(event: Played | Penalised | TokenDropped) -> tuple[int, int]:
    return event.age, 0 if isinstance(event, Penalised) else event.turn


@functools.singledispatch
def _event(event: Event, sight: Sight) -> Iterator[str]:
    """
    Yield an event in words.

    Raises:
        TypeError: the event's class has no words.
    """
    raise TypeError(f"no words for {type(event).__name__}")


# Boards and hands.


@_event.register
def _board_taken(event: BoardTaken, sight: Sight) -> Iterator[str]:
    taken = everything().boards_by_id[event.board]
    yield text.about(
        sight.who(event.seat),
        _("Your board is {board}."),
        _("{who}'s board is {board}."),
        board=describe.board(taken),
    )


@_event.register
def _founded(event: Founded, sight: Sight) -> Iterator[str]:
    for seat in sight.clockwise:
        has = everything().boards_by_id[event.boards[seat]]
        side = has.sides[event.sides[seat]].printed
        yield phrases.founded(sight.who(seat), describe.name(has), side)
    if event.edifices:
        yield _edifices_lie([describe.called(name) for name in event.edifices])


def _edifices_lie(names: Sequence[str]) -> str:
    """Return the names of a game's edifices, by age."""
    rows = [
        _("age {age} {edifice}").format(age=age, edifice=name)
        for age, name in enumerate(names, start=1)
    ]
    return _("Edifices: {rows}.").format(rows=", ".join(rows))


@_event.register
def _hands_dealt(event: HandsDealt, sight: Sight) -> Iterator[str]:
    if direction(event.age) == 1:
        said = _("Age {age} begins. Hands pass to the left.")
    else:
        said = _("Age {age} begins. Hands pass to the right.")
    yield said.format(age=event.age)


@_event.register
def _seats_left(event: SeatsLeft, sight: Sight) -> Iterator[str]:
    yield text.left_for_good([sight.who(seat) for seat in event.seats])


@_event.register
def _left_over(event: LeftOver, sight: Sight) -> Iterator[str]:
    yield left_over()
    yield from _last_card(sight, event)


def left_over() -> str:
    return _("The last card of each hand goes to the discard pile.")


def _last_card(sight: Sight, event: LeftOver) -> Iterator[str]:
    if name := describe.if_seen(sight.face(event.slot)):
        yield text.about(
            sight.who(event.seat),
            _("Your last card was {card}."),
            _("{who}'s last card was {card}."),
            card=name,
        )


# What is done with a card.


@_event.register
def _played(event: Played, sight: Sight) -> Iterator[str]:
    yield _use(sight, event)
    yield from besides(sight, event)


def _use(sight: Sight, event: Played) -> str:
    """Return what was done with a card, and at what price."""
    seat, who = event.seat, sight.who(event.seat)
    price = _paid(sight, seat, event.paid)
    if event.free and event.paid == NOTHING:
        price = _paid_nothing(_free_by(sight, event))
    # Ours, or one disclosed after the game.
    under = describe.if_seen(sight.face(event.slot))
    match event.use:
        case "build":
            return say_built(who, describe.if_seen(sight.printed(event.card)), price)
        case "recruit":
            return text.about(
                who,
                _("You recruit {leader}{price}."),
                _("{who} recruits {leader}{price}."),
                leader=describe.if_seen(sight.printed(event.card)),
                price=price,
            )
        case "stage":
            # The state is the one after the turn; nobody builds two stages in it
            # (W3.8).
            stage = len(sight.state.cities[seat].stages)
            return _built_stage(who, stage, event.half, price, under)
    if event.turn == RECRUITMENT:
        return _sold_leader(who, under)
    return _sold(who, under)


def say_built(who: text.Who, name: str, price: str) -> str:
    return text.about(
        who,
        _("You build {card}{price}."),
        _("{who} builds {card}{price}."),
        card=name,
        price=price,
    )


def _built_stage(who: text.Who, stage: int, half: str, price: str, under: str) -> str:
    own = _(" with {card}").format(card=under) if under else ""
    return text.about(
        who,
        _("You build wonder stage {number}{half}{card}{price}."),
        _("{who} builds wonder stage {number}{half}{card}{price}."),
        number=stage,
        half=phrases.half_suffix(half),
        card=own,
        price=price,
    )


def _sold(who: text.Who, name: str) -> str:
    if name:
        return text.about(
            who,
            _("You sell {card} for 3 coins."),
            _("{who} sells {card} for 3 coins."),
            card=name,
        )
    return text.about(
        who, _("You sell a card for 3 coins."), _("{who} sells a card for 3 coins.")
    )


def _sold_leader(who: text.Who, name: str) -> str:
    if name:
        return text.about(
            who,
            _("You sell {leader} for 3 coins."),
            _("{who} sells {leader} for 3 coins."),
            leader=name,
        )
    return text.about(
        who, _("You sell a leader for 3 coins."), _("{who} sells a leader for 3 coins.")
    )


def _paid(sight: Sight, seat: Seat, paid: Split) -> str:
    left, right, bank = paid
    to = [(left, sight.who(sight.left(seat))), (right, sight.who(sight.right(seat)))]
    return say_paid(to, bank)


def say_paid(parts: Sequence[tuple[int, text.Who]], bank: int) -> str:
    """Return the end of a sentence that says who was paid."""
    said = _("{coins} to {who}")
    words = [
        said.format(coins=text.coins(n), who=text.other(who)) for n, who in parts if n
    ]
    if bank:
        words.append(_("{coins} to the bank").format(coins=text.coins(bank)))
    return _(", paying {parts}").format(parts=text.listing(words)) if words else ""


def _free_by(sight: Sight, event: Played) -> str:
    """Return what made a building free; the rules count a leader as a power."""
    building = sight.state.rules.catalog.building(event.card)
    if building is not None and event.free == "power":
        city = sight.state.cities[event.seat]
        by = free_by(city, building.colour)
        once = by == "power" and OneOfAgeFree.kind in city.works.powers
        return "once" if once else by
    return event.free or ""


def free_by(city: City, colour: Colour) -> str:
    """Return whether a leader or another power makes a building of a colour free."""
    return "leader" if city.works.free_colours >> colour & 1 else "power"


def _paid_nothing(why: str) -> str:
    """
    Return the end of a sentence that says why nobody was paid.

    Args:
        why: ``"chain"``, ``"power"``, ``"leader"``, or ``"once"`` for a power that can
            be used once per age.
    """
    said = {
        "chain": _(", free by chain"),
        "power": _(", free thanks to the wonder"),
        "once": _(", free thanks to the wonder (once per age)"),
        "leader": _(", free thanks to a leader"),
    }
    return said[why]


def besides(sight: Sight, event: Played) -> Iterator[str]:
    """
    Yield the extras of a stage: taking part in an edifice, a pawn, a buried leader.
    """
    who, projects = sight.who(event.seat), sight.state.projects
    if event.joins:
        yield text.about(
            who,
            _("You help build {edifice}."),
            _("{who} helps build {edifice}."),
            edifice=describe.name(projects[event.age - 1].edifice),
        )
    if event.use == "stage":
        for age in _pawns(sight, event):
            name = describe.name(projects[age - 1].edifice)
            yield _took_pawn(who, age, name)
    if event.bury:
        yield text.about(
            who,
            _("You turn {leader} face down."),
            _("{who} turns {leader} face down."),
            leader=describe.called(event.bury),
        )


def _pawns(sight: Sight, event: Played) -> Iterator[int]:
    """Yield the ages of the pawns that a stage took from the box."""
    city = sight.state.cities[event.seat]
    stage = city.side.stages[len(city.stages) - 1]
    for effect in stage.effects(event.half):
        match effect.clause:
            case (Gain("pawn", age),):
                yield age or event.pawn


def _took_pawn(who: text.Who, age: int, name: str) -> str:
    return text.about(
        who,
        _("You take a pawn for {edifice}, age {age}, from the box."),
        _("{who} takes a pawn for {edifice}, age {age}, from the box."),
        edifice=name,
        age=age,
    )


@_event.register
def _picked(event: Picked, sight: Sight) -> Iterator[str]:
    who, name = sight.who(event.seat), describe.if_seen(sight.printed(event.card))
    if name:
        yield text.about(
            who,
            _("You build {card} from the discard pile for free."),
            _("{who} builds {card} from the discard pile for free."),
            card=name,
        )
    else:
        yield text.about(
            who,
            _("You take nothing from the discard pile."),
            _("{who} takes nothing from the discard pile."),
        )


@_event.register
def _turn_ended(event: TurnEnded, sight: Sight) -> Iterator[str]:
    rows = (
        f"{text.other(sight.who(seat))} {event.coins[seat]}" for seat in sight.clockwise
    )
    yield _("Coins: {rows}.").format(rows=", ".join(rows))


# Leaders.


@_event.register
def _leaders_dealt(event: LeadersDealt, sight: Sight) -> Iterator[str]:
    yield leaders_dealt()


def leaders_dealt() -> str:
    return _(
        "Everybody is dealt four leaders: keep one and pass the others to the right, "
        "until everybody has kept four."
    )


@_event.register
def _drafted(event: Drafted, sight: Sight) -> Iterator[str]:
    who, name = sight.who(event.seat), describe.if_seen(sight.face(event.slot))
    kept = [
        describe.if_seen(sight.face(slot)) for slot in sight.state.leaders[event.seat]
    ]
    if name and event.round == HAND and all(kept):
        yield _kept_all(who, kept)
    elif name:
        yield _kept(who, name)
    elif event.seat == sight.viewpoint and event.round < HAND:
        yield all_keep()  # said once for all seats whose leader we don't see


def all_keep() -> str:
    return _("Everybody keeps a leader and passes the rest to the right.")


def _kept(who: text.Who, name: str) -> str:
    return text.about(
        who, _("You keep {leader}."), _("{who} keeps {leader}."), leader=name
    )


def _kept_all(who: text.Who, names: Sequence[str]) -> str:
    return text.about(
        who,
        _("Your leaders are {names}."),
        _("{who}'s leaders are {names}."),
        names=text.listing(names),
    )


@_event.register
def _drawn(event: Drawn, sight: Sight) -> Iterator[str]:
    names = [describe.if_seen(sight.face(slot)) for slot in event.slots]
    yield _drew(sight.who(event.seat), len(event.slots), names if all(names) else ())


def _drew(who: text.Who, n: int, names: Sequence[str] = ()) -> str:
    """
    Return that leaders were drawn from the box.

    Args:
        names: the names of the leaders, if known.
    """
    if names:
        return text.about(
            who,
            _("You draw {names} from the box."),
            _("{who} draws {names} from the box."),
            names=text.listing(names),
        )
    mine = n_(
        "You draw {n} leader from the box.", "You draw {n} leaders from the box.", n
    )
    theirs = n_(
        "{who} draws {n} leader from the box.",
        "{who} draws {n} leaders from the box.",
        n,
    )
    return text.about(who, mine, theirs, n=n)


@_event.register
def _enlisted(event: Enlisted, sight: Sight) -> Iterator[str]:
    who, name = sight.who(event.seat), describe.if_seen(sight.printed(event.card))
    if name:
        yield text.about(
            who,
            _("You recruit one more leader, {leader}{price}."),
            _("{who} recruits one more leader, {leader}{price}."),
            leader=name,
            price=_paid(sight, event.seat, event.paid),
        )
    else:
        yield text.about(
            who,
            _("You don't recruit another leader."),
            _("{who} doesn't recruit another leader."),
        )


@_event.register
def _token_dropped(event: TokenDropped, sight: Sight) -> Iterator[str]:
    yield text.about(
        sight.who(event.seat),
        _("You lose a victory token worth {points}."),
        _("{who} loses a victory token worth {points}."),
        points=text.points(event.value),
    )


# Edifices.


@_event.register
def _edifice_ended(event: EdificeEnded, sight: Sight) -> Iterator[str]:
    edifice = sight.state.projects[event.age - 1].edifice
    name = describe.name(edifice)
    whom = [sight.who(seat) for seat in sight.clockwise if seat in event.seats]
    if event.built:
        said = _("{edifice} is built. For {who}: {reward}.")
        reward = describe.effects(edifice.reward)
        yield said.format(edifice=name, who=text.others(whom), reward=reward)
    else:
        yield _edifice_not_built(name, whom, describe.lost(edifice.penalty))


def _edifice_not_built(name: str, who: Sequence[text.Who], words: str) -> str:
    if not who:
        said = _("{edifice} is not built; everybody has a pawn.")
        return said.format(edifice=name)
    said = _("{edifice} is not built. Without a pawn, {who} must {penalty}.")
    return said.format(edifice=name, who=text.others(who), penalty=words)


@_event.register
def _penalised(event: Penalised, sight: Sight) -> Iterator[str]:
    who = sight.who(event.seat)
    if event.card:
        yield text.about(
            who,
            _("You lose {card}."),
            _("{who} loses {card}."),
            card=describe.called(event.card),
        )
    elif event.coins:
        yield text.about(
            who,
            _("You lose {coins}."),
            _("{who} loses {coins}."),
            coins=text.coins(event.coins),
        )
    elif event.tokens:
        yield _lost_tokens(who, event.tokens)
    else:
        yield _got_debt(who, sight.state.projects[event.age - 1].edifice.debt)


def _lost_tokens(who: text.Who, values: Sequence[int]) -> str:
    parts = text.listing([text.number(value) for value in values])
    return text.about(
        who,
        _("You lose victory tokens worth {values} points."),
        _("{who} loses victory tokens worth {values} points."),
        values=parts,
    )


def _got_debt(who: text.Who, debt: int) -> str:
    return text.about(
        who,
        _("You can't pay the penalty, so you take a debt token worth {points}."),
        _("{who} can't pay the penalty and takes a debt token worth {points}."),
        points=text.points(debt),
    )


# Conflicts, and the end.


@_event.register
def _fought(event: Fought, sight: Sight) -> Iterator[str]:
    """Yield each conflict once, between a seat and its left neighbour."""
    yield _("Conflicts after age {age}:").format(age=event.age)
    cities, who = sight.state.cities, sight.who
    for seat in sight.clockwise:
        left = sight.left(seat)
        mine, theirs = cities[seat].works.shields, cities[left].works.shields
        gained, lost = event.tokens[seat][0], event.tokens[left][1]
        if gained > lost:
            yield fought(who(seat), mine, who(left), theirs, gained, lost)
        elif lost > gained:
            yield fought(who(left), theirs, who(seat), mine, lost, gained)
        else:
            yield text.even(who(seat), who(left), mine)
    for loser, winner in event.deflected:
        yield _deflected(who(loser), who(winner))


def fought(
    winner: text.Who, more: int, loser: text.Who, less: int, win: int, loss: int
) -> str:
    if winner is None:
        said = _(
            "You beat {loser}, {shields} to {less}: {points} for you, {loss} for "
            "{loser}."
        )
    elif loser is None:
        said = _(
            "{winner} beats you, {shields} to {less}: {points} for {winner}, {loss} "
            "for you."
        )
    else:
        said = _(
            "{winner} beats {loser}, {shields} to {less}: {points} for {winner}, "
            "{loss} for {loser}."
        )
    return said.format(
        winner=winner,
        loser=loser,
        shields=text.shields(more),
        less=less,
        points=text.points(win),
        loss=text.number(loss),
    )


def _deflected(loser: text.Who, winner: text.Who) -> str:
    """Return where a defeat token went."""
    if loser is None:
        said = _("Your defeat token goes to {winner}.")
    elif winner is None:
        said = _("{loser}'s defeat token goes to you.")
    else:
        said = _("{loser}'s defeat token goes to {winner}.")
    return said.format(loser=loser, winner=winner)


@_event.register
def _guild_copied(event: GuildCopied, sight: Sight) -> Iterator[str]:
    """Yield which guild a wonder copies, and its points there (W8.3)."""
    card = everything().buildings_by_id[event.guild]
    worth = best_guild(sight.state.around(event.seat), (card,)).points
    neighbours = (sight.left(event.seat), sight.right(event.seat))
    whose = sight.who(
        next(it for it in neighbours if card in sight.state.cities[it].buildings)
    )
    if whose is None:
        said = _("{who}'s wonder copies your {guild}: {points}.")
    else:
        said = _("{who}'s wonder copies {whose}'s {guild}: {points}.")
    yield text.about(
        sight.who(event.seat),
        _("Your wonder copies {whose}'s {guild}: {points}."),
        said,
        guild=describe.name(card),
        whose=whose,
        points=text.points(worth),
    )


@_event.register
def _game_ended(event: FinalSheet, sight: Sight) -> Iterator[str]:
    yield text.game_over()
    yield from final(sight, event.sheet)


def final(sight: Sight, sheet: Sheet) -> Iterator[str]:
    """Yield the final sheet, best first, then the winner."""
    have = [city.coins for city in sight.state.cities]
    yield from scoresheet.final(sight, sheet, have)
    yield winner(sight, sheet)


def winner(sight: Sight, sheet: Sheet) -> str:
    """Return who has won, and what decided it (W7.4)."""
    have = [city.coins for city in sight.state.cities]
    if not sheet.winners or not have:
        return text.game_over()  # possibly before there were cities
    if len(sheet.winners) > 1:
        names = [sight.who(seat) for seat in sight.clockwise if seat in sheet.winners]
        return _share(names, have[sheet.winners[0]])
    (first,) = sheet.winners
    tied = _tied(sight, sheet, first)
    if not tied:
        return text.wins(sight.who(first))
    names = [sight.who(seat) for seat in tied]
    most = max(have[seat] for seat in tied)
    return _wins_by_coins(sight.who(first), names, have[first], most)


def _tied(sight: Sight, sheet: Sheet, first: Seat) -> list[Seat]:
    """Return the other seats with as many points as the winner; not those who left."""
    totals = [row[-1] for row in sheet.rows]
    return [
        seat
        for seat, total in enumerate(totals)
        if seat != first and total == totals[first] and seat not in sight.state.gone
    ]


def _share(who: Sequence[text.Who], have: int) -> str:
    said = _("{all} are tied on points, with {coins} each, and share the victory.")
    return said.format(all=text.subjects(who), coins=text.coins(have))


def _wins_by_coins(
    who: text.Who, tied: Sequence[text.Who], mine: int, most: int
) -> str:
    return text.about(
        who,
        _("{all} are tied on points; you have more coins, {coins} to {most}, and win."),
        _(
            "{all} are tied on points; {who} has more coins, {coins} to {most}, and "
            "wins."
        ),
        all=text.subjects([who, *tied]),
        coins=mine,
        most=most,
    )
