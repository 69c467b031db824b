"""
What happened, told line by line from the news of a state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.wonders import describe, phrases
from sealed_wonders.client.terminal.wonders.sight import Sight
from sealed_wonders.client.words import _, n_
from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.core.wonders.catalog import everything
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
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.play import EXTRA_TURN
from sealed_wonders.core.wonders.state import direction
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.core.wonders.works import Colour


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
            return recruitment_header(age)
        case _ if turn == EXTRA_TURN:
            return _("Age {age}, the last cards:").format(age=age)
    return _("Age {age}, turn {turn}:").format(age=age, turn=turn)


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
            yield text.about(
                who(seat),
                _("You take the board {board}."),
                _("{who} takes the board {board}."),
                board=describe.board(taken),
            )
        case Founded(boards, sides, edifices):
            for seat in sight.clockwise:
                has = everything().boards_by_id[boards[seat]]
                side = has.sides[sides[seat]].printed
                yield phrases.founded(who(seat), describe.name(has), side)
            if edifices:
                yield _edifices_lie([describe.called(name) for name in edifices])
        case HandsDealt(age):
            yield _age_begins(age, text.LEFT if direction(age) == 1 else text.RIGHT)
        case Played():
            yield _played(sight, event)
            yield from besides(sight, event)
        case LeftOver():
            yield left_over()
            yield from _own_left_over(sight, event)
        case Picked(seat=seat, card=card):
            yield _picked(who(seat), sight.shown(card))
        case TurnEnded(coins=coins):
            yield _treasuries([(who(s), coins[s]) for s in sight.clockwise])
        case LeadersDealt() | Drafted() | Drawn() | Enlisted() | TokenDropped():
            yield from _of_leaders(sight, event)
        case EdificeEnded() | Penalised():
            yield from _of_edifices(sight, event)
        case Fought(age):
            yield _("Conflicts of age {age}:").format(age=age)
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
            yield leaders_dealt()
        case Drafted(nth, seat, slot):
            name = sight.card_name(slot) if seat == sight.me else ""
            if name and nth == HAND:
                kept = sight.state.leaders[seat]
                yield _kept_all(who(seat), [sight.card_name(it) for it in kept])
            elif name:
                yield _kept(who(seat), name)
            elif seat == sight.me and nth < HAND:
                yield all_keep()
        case Drawn(seat=seat, slots=slots):
            names = (
                [sight.card_name(slot) for slot in slots] if seat == sight.me else []
            )
            yield _drew(who(seat), len(slots), names if all(names) else ())
        case Enlisted(seat=seat, card=card, paid=paid):
            price = _paid(sight, seat, paid)
            yield _recruited_more(who(seat), sight.shown(card), price)
        case TokenDropped(seat=seat, value=value):
            yield text.about(
                who(seat),
                _("You drop a victory token of {points}."),
                _("{who} drops a victory token of {points}."),
                points=text.points(value),
            )


def _of_edifices(sight: Sight, event: EdificeEnded | Penalised) -> Iterator[str]:
    """Tell what becomes of an edifice, and of those who took no part."""
    edifice = sight.state.projects[event.age - 1].edifice
    name = describe.name(edifice)
    match event:
        case EdificeEnded(built=built, seats=seats):
            whom = [sight.who(seat) for seat in sight.clockwise if seat in seats]
            if built:
                words = describe.effects(edifice.reward)
                yield _edifice_built(name, whom, words)
            else:
                words = describe.lost(edifice.penalty)
                yield _edifice_not_built(name, whom, words)
        case Penalised(seat=seat, card=card, coins=coins, tokens=tokens):
            who = sight.who(seat)
            if card:
                yield text.about(
                    who,
                    _("You lose {card}."),
                    _("{who} loses {card}."),
                    card=describe.called(card),
                )
            elif coins:
                yield text.about(
                    who,
                    _("You lose {coins}."),
                    _("{who} loses {coins}."),
                    coins=text.coins(coins),
                )
            elif tokens:
                yield _lost_tokens(who, tokens)
            else:
                yield _got_debt(who, edifice.debt)


def _copied(sight: Sight, seat: Seat, guild: str) -> str:
    """Tell whose guild a wonder copies, and what it brings there (W8.3)."""
    card = everything().buildings_by_id[guild]
    worth = best_guild(sight.state.around(seat), (card,)).points
    neighbours = (sight.left(seat), sight.right(seat))
    whose = next(it for it in neighbours if card in sight.state.cities[it].buildings)
    name = describe.name(card)
    return _say_copied(sight.who(seat), name, sight.who(whose), worth)


def _own_left_over(sight: Sight, event: LeftOver) -> Iterator[str]:
    name = sight.card_name(event.slot) if event.seat == sight.me else ""
    if name:
        yield _("Your last card was {card}.").format(card=name)


def _played(sight: Sight, event: Played) -> str:
    seat, who = event.seat, sight.who(event.seat)
    price = _paid(sight, seat, event.paid)
    if event.free and event.paid == NOTHING:
        price = _paid_nothing(_free_by(sight, event))
    under = sight.card_name(event.slot) if who is None else ""
    match event.use:
        case "build":
            return say_built(who, sight.shown(event.card), price)
        case "recruit":
            return text.about(
                who,
                _("You recruit {leader}{price}."),
                _("{who} recruits {leader}{price}."),
                leader=sight.shown(event.card),
                price=price,
            )
        case "stage":
            # Counted in the state after it: nobody builds two in a turn (W3.8).
            stage = len(sight.state.cities[seat].stages)
            return _built_stage(who, stage, event.half, price, under)
    if event.turn == RECRUITMENT:
        return _sold_leader(who, under)
    return _sold(who, under)


def besides(sight: Sight, event: Played) -> Iterator[str]:
    """Tell what else came with a stage: a part taken, a pawn, a leader face down."""
    who, projects = sight.who(event.seat), sight.state.projects
    if event.joins:
        yield text.about(
            who,
            _("You take part in {edifice}."),
            _("{who} takes part in {edifice}."),
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
    """Give the ages of the pawns that a stage took from the box."""
    city = sight.state.cities[event.seat]
    stage = city.side.stages[len(city.stages) - 1]
    for effect in stage.effects(event.half):
        if isinstance(effect, PawnFromBox):
            yield effect.age or event.pawn


def _paid(sight: Sight, seat: Seat, paid: Split) -> str:
    left, right, bank = paid
    to = [(left, sight.who(sight.left(seat))), (right, sight.who(sight.right(seat)))]
    return say_paid(to, bank)


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
            yield fought(who(seat), mine, who(left), theirs, gained, lost)
        elif lost > gained:
            yield fought(who(left), theirs, who(seat), mine, lost, gained)
        else:
            yield text.even(who(seat), who(left), mine)
    for loser, winner in event.deflected:
        yield _deflected(who(loser), who(winner))


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
        return _share(names, have[sheet.winners[0]])
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
    return _wins_by_coins(sight.who(first), names, have[first], most)


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


def leaders_dealt() -> str:
    return _(
        "Leaders are dealt, four to each: keep one, pass the others to the right, until "
        "each has four."
    )


def all_keep() -> str:
    return _("Everybody keeps a leader, and passes the others on.")


def _kept_all(who: text.Who, names: Sequence[str]) -> str:
    return text.about(
        who,
        _("Your leaders are {names}."),
        _("The leaders of {who} are {names}."),
        names=text.listing(names),
    )


def recruitment_header(age: int) -> str:
    return _("Age {age}, leaders:").format(age=age)


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


def _drew(who: text.Who, n: int, names: Sequence[str] = ()) -> str:
    """
    Say that leaders came out of the box.

    Args:
        names: which ones, where they are known.
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


def _recruited_more(who: text.Who, name: str, price: str) -> str:
    """Tell of one more leader at the end of a turn; with no name it was declined."""
    if name:
        return text.about(
            who,
            _("You recruit one more leader, {leader}{price}."),
            _("{who} recruits one more leader, {leader}{price}."),
            leader=name,
            price=price,
        )
    return text.about(
        who, _("You recruit no more leader."), _("{who} recruits no more leader.")
    )


def _deflected(loser: text.Who, winner: text.Who) -> str:
    """Tell where a defeat token went."""
    if loser is None:
        said = _("Your defeat token goes to {winner}.")
    elif winner is None:
        said = _("The defeat token of {loser} goes to you.")
    else:
        said = _("The defeat token of {loser} goes to {winner}.")
    return said.format(loser=loser, winner=winner)


def _edifices_lie(names: Sequence[str]) -> str:
    """Name the edifices of a game, by age."""
    rows = [
        _("age {age} {edifice}").format(age=age, edifice=name)
        for age, name in enumerate(names, start=1)
    ]
    return _("Edifices: {rows}.").format(rows=", ".join(rows))


def _took_pawn(who: text.Who, age: int, name: str) -> str:
    return text.about(
        who,
        _("You take a pawn of {edifice}, age {age}, from the box."),
        _("{who} takes a pawn of {edifice}, age {age}, from the box."),
        edifice=name,
        age=age,
    )


def _edifice_built(name: str, who: Sequence[text.Who], words: str) -> str:
    said = _("{edifice} is built. For {who}: {reward}.")
    return said.format(edifice=name, who=text.others(who), reward=words)


def _edifice_not_built(name: str, who: Sequence[text.Who], words: str) -> str:
    if not who:
        said = _("{edifice} is not built; everybody has a pawn.")
        return said.format(edifice=name)
    said = _("{edifice} is not built. Without a pawn, {who} must {penalty}.")
    return said.format(edifice=name, who=text.others(who), penalty=words)


def _lost_tokens(who: text.Who, values: Sequence[int]) -> str:
    parts = text.listing([text.number(value) for value in values])
    return text.about(
        who,
        _("You lose victory tokens of {values} points."),
        _("{who} loses victory tokens of {values} points."),
        values=parts,
    )


def _got_debt(who: text.Who, debt: int) -> str:
    return text.about(
        who,
        _("You can't pay the penalty, and take a debt of {points}."),
        _("{who} can't pay the penalty, and takes a debt of {points}."),
        points=text.points(debt),
    )


def _age_begins(age: int, direction: str) -> str:
    if direction == text.LEFT:
        return _("Age {age} begins. Hands pass to the left.").format(age=age)
    return _("Age {age} begins. Hands pass to the right.").format(age=age)


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


def say_paid(parts: Sequence[tuple[int, text.Who]], bank: int) -> str:
    """End a sentence with who was paid."""
    said = _("{coins} to {who}")
    words = [
        said.format(coins=text.coins(n), who=text.other(who)) for n, who in parts if n
    ]
    if bank:
        words.append(_("{coins} to the bank").format(coins=text.coins(bank)))
    return _(", paying {parts}").format(parts=text.listing(words)) if words else ""


def _paid_nothing(why: str) -> str:
    """
    End a sentence with why nobody was paid.

    Args:
        why: a chain, a power, a leader, or a power that was used up ``"once"``.
    """
    said = {
        "chain": _(", free by chain"),
        "power": _(", free by the wonder"),
        "once": _(", free by the wonder, once in this age"),
        "leader": _(", free by a leader"),
    }
    return said[why]


def _treasuries(rows: Sequence[tuple[text.Who, int]]) -> str:
    said = ", ".join(f"{text.other(who)} {n}" for who, n in rows)
    return _("Coins: {rows}.").format(rows=said)


def left_over() -> str:
    return _("The last card of each hand goes to the discard.")


def _picked(who: text.Who, name: str) -> str:
    if name:
        return text.about(
            who,
            _("You build {card} from the discard, free."),
            _("{who} builds {card} from the discard, free."),
            card=name,
        )
    return text.about(
        who,
        _("You take nothing from the discard."),
        _("{who} takes nothing from the discard."),
    )


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


def _say_copied(who: text.Who, guild: str, whose: text.Who, worth: int) -> str:
    """
    Say which guild a wonder copies.

    Args:
        whose: who has it.
        worth: the points it brings where it is copied.
    """
    if whose is None:
        said = _("The wonder of {who} copies your {guild}: {points}.")
    else:
        said = _("The wonder of {who} copies the {guild} of {whose}: {points}.")
    mine = _("Your wonder copies the {guild} of {whose}: {points}.")
    return text.about(
        who, mine, said, guild=guild, whose=whose, points=text.points(worth)
    )


def _wins_by_coins(
    who: text.Who, tied: Sequence[text.Who], mine: int, most: int
) -> str:
    return text.about(
        who,
        _("{all} have equal points; you have more coins, {coins} to {most}, and win."),
        _(
            "{all} have equal points; {who} has more coins, {coins} to {most}, and wins."
        ),
        all=text.subjects([who, *tied]),
        coins=mine,
        most=most,
    )


def _share(who: Sequence[text.Who], have: int) -> str:
    said = _("{all} have equal points and {coins} each, and share the victory.")
    return said.format(all=text.subjects(who), coins=text.coins(have))


def _kept(who: text.Who, name: str) -> str:
    return text.about(
        who, _("You keep {leader}."), _("{who} keeps {leader}."), leader=name
    )
