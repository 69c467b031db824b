"""
The menu for each kind of question: its title lines and its items.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.questions.wonders import boardmenu
from sealed_wonders.client.questions.wonders.boardmenu import BoardMenu
from sealed_wonders.client.questions.wonders.cardmenu import CardMenu
from sealed_wonders.client.questions.wonders.items import (
    CardItem,
    cards,
    leaders,
    losses,
    nothing,
    selected,
    stage_ways,
    tokens,
)
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.menu import Item, Menu, MenuMove, TypingLine
from sealed_wonders.client.view.wonders.sight import Sight, wonders
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.core.wonders.choices import next_stage
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.events import Event
from sealed_wonders.core.wonders.leaders.tasks import (
    CHOICES,
    RECRUITMENT,
    Draft,
    Enlist,
    Recruit,
    Victims,
)
from sealed_wonders.core.wonders.model import Board
from sealed_wonders.core.wonders.notation import NotatedMove
from sealed_wonders.core.wonders.play import LAST_TURN, FromDiscard, LastCard, Turn
from sealed_wonders.core.wonders.setup import ChooseBoards, ChooseSides
from sealed_wonders.core.wonders.view import View, view
from sealed_wonders.net.words import _, n_, p_

LAST_AGE = 3
"""After this age's recruitment, only players whose board allows it keep leaders."""


def menu(sight: Sight, question: Question, past: Sequence[Event] = ()) -> Menu:
    """
    Return the menu for a question.

    Args:
        past: the events of the game so far, in order.
    """
    seen = view(wonders(question.state), question.seat, sight.faces, past)
    title, items = _title_and_items(sight, seen, question)
    kind = BoardMenu if seen.pool else CardMenu
    return kind(question, tuple(title), tuple(items), seen)


def _title_and_items(
    sight: Sight, seen: View, question: Question
) -> tuple[Iterator[str], Iterator[Item]]:
    match wonders(question.state).task:
        case ChooseBoards():
            return _boards_title(sight, seen), _boards(seen)
        case ChooseSides():
            return _sides_title(sight, seen), _sides(seen)
        case Draft(nth):
            return _draft_title(sight, seen, nth), selected(sight, seen)
        case Recruit():
            return _recruit_title(sight, seen), leaders(sight, seen)
        case Enlist():
            return _enlist_title(seen), _or_nothing(leaders(sight, seen), seen)
        case Victims():
            return _victims_title(seen), tokens(seen)
        case Fail(age):
            return _penalty_title(seen, age), losses(sight, seen)
        case FromDiscard():
            items = cards(sight, seen, seen.pile)
            return discard_title(), _or_nothing(items, seen)
        case Turn() | LastCard():
            items = cards(sight, seen, seen.hand)
            return _turn_title(sight, seen), _or_nothing(items, seen)
    return iter(()), _plain(seen)


def _or_nothing(items: Iterator[Item], seen: View) -> Iterator[Item]:
    yield from items
    yield from nothing(seen)


def _plain(seen: View) -> Iterator[Item]:
    """Yield items for moves that have no words yet, by their notation."""
    for number, option in enumerate(seen.options, start=1):
        written = option.move.text
        use = MenuMove(written, *option, written, written)
        yield CardItem(number, written, (), written, (use,))


# Boards and sides.


def _boards_title(sight: Sight, seen: View) -> Iterator[str]:
    taken = [(sight.names[s], describe.board(it)) for s, it in enumerate(seen.boards)]
    later = range(len(seen.boards) + 1, len(sight.names))
    yield _board_title([sight.who(seat) for seat in later])
    yield TypingLine(_("Type card and a name to read about a board."))
    if taken:
        yield text.so_far(taken)
    if said := sides_settled(sight):
        yield said


def sides_settled(sight: Sight) -> str:
    """Return the sides in the game; empty if players choose them."""
    how = sight.state.rules.sides
    if how == "choose":
        return ""
    return _sides_settled(how, list(zip(sight.names, sight.state.lots, strict=False)))


def _boards(seen: View) -> Iterator[Item]:
    settled = seen.sides[seen.seat] if seen.sides else ""
    for number, board in enumerate(seen.pool, start=1):
        name, sides = describe.board(board), describe.played(board, settled)
        whole = phrases.sealed_move("board", name, "")
        use = MenuMove(board.id, *_option(seen, board.id), whole, whole)
        title = (
            _("{board}, {side}").format(board=name, side=phrases.side(sides[0].printed))
            if settled
            else name
        )
        line = text.noted(title, describe.starts(sides))
        yield CardItem(number, name, boardmenu.names(board), line, (use,))


def _option(seen: View, name: str) -> NotatedMove:
    """Return the move that names a board or a side."""
    return next(one for one in seen.options if one.play.name == name)


def _sides_title(sight: Sight, seen: View) -> Iterator[str]:
    names = [describe.name(board) for board in seen.boards]
    mine = seen.boards[seen.seat]
    start = "" if _starts_differ(mine) else describe.effect(mine.sides["day"].start)
    words = [_side_word(side.printed) for side in mine.sides.values()]
    yield _side_title(names[seen.seat], start, words)
    yield _side_others([(sight.names[s], names[s]) for s in sight.clockwise[1:]])
    for project in seen.projects:
        edifice, pawns = project.edifice, phrases.pawns_left(project.pawns)
        yield f"{describe.edifice(edifice)} {text.sentence(pawns)}"


def _starts_differ(board: Board) -> bool:
    return board.sides["day"].start != board.sides["night"].start


def _sides(seen: View) -> Iterator[Item]:
    mine = seen.boards[seen.seat]
    for number, side in enumerate(mine.sides.values(), start=1):
        word = _side_word(side.printed)
        whole = phrases.sealed_move("side", side.printed, "")
        use = MenuMove(word, *_option(seen, side.name), whole, whole)
        facts = describe.stages(side)
        if _starts_differ(mine):
            facts = (text.sentence(describe.effect(side.start)), *facts)
        yield CardItem(number, word, (), phrases.side_item(side.printed, facts), (use,))


# Leaders.


def _draft_title(sight: Sight, seen: View, nth: int) -> Iterator[str]:
    taker = None if seen.passes_to is None else sight.who(seen.passes_to)
    yield _draft_headline(nth, len(seen.selection) - 1, taker)
    if seen.leaders:
        yield _("Kept so far: {names}.").format(
            names=text.listing([describe.name(held.face) for held in seen.leaders])
        )
    yield TypingLine(_to_keep(phrases.keep_word(1)))


def _recruit_title(sight: Sight, seen: View) -> Iterator[str]:
    yield _recruit_headline(seen.age)
    if seen.age == LAST_AGE and len(seen.leaders) == 2:
        yield last_recruit_title()
    yield from _standing(sight, seen, len(seen.leaders))
    yield _("Your leaders:")


def _enlist_title(seen: View) -> Iterator[str]:
    yield enlist_title(seen.cities[seen.seat].coins)
    yield TypingLine(_("Type none to recruit nobody."))


def _victims_title(seen: View) -> Iterator[str]:
    value, *_more = (item.number for item in tokens(seen))
    yield _("Another player's leader makes you lose a victory token. Which one?")
    word, points = phrases.drop_word(value), text.points(value)
    said = _("{word} gives up one worth {points}:")
    yield TypingLine(said.format(word=word, points=points))


def _penalty_title(seen: View, age: int) -> Iterator[str]:
    edifice = seen.projects[age - 1].edifice
    words = describe.lost(edifice.penalty)
    yield _penalty_headline(describe.name(edifice), words)
    said = _("{word} chooses the first:")
    yield TypingLine(said.format(word=phrases.drop_word(1)))


# Cards.


def _turn_title(sight: Sight, seen: View) -> Iterator[str]:
    if seen.turn > LAST_TURN:
        yield _extra_title(seen.age)
    elif seen.passes_to is None:
        yield _last_title(seen.age, seen.turn)
    else:
        taker = sight.who(seen.passes_to)
        yield _turn_headline(seen.age, seen.turn, LAST_TURN, taker)
    yield from _standing(sight, seen, len({held.face for held in seen.hand}))
    yield _("Your hand:")


def _standing(sight: Sight, seen: View, cards: int) -> Iterator[str]:
    """
    Yield our own city's standing, and the cost of its next stage.

    Args:
        cards: the number of different cards that could be put under the stage.
    """
    city = seen.cities[seen.seat]
    yield _treasury(
        city.coins,
        city.works.shields,
        sight.who(seen.left),
        seen.cities[seen.left].works.shields,
        sight.who(seen.right),
        seen.cities[seen.right].works.shields,
    )
    yield from _edifice(sight, seen)
    built, stages = len(city.stages), len(city.side.stages)
    yield _wonder(describe.name(city.board), city.side.printed, built, stages)
    stage = next_stage(city)
    if stage is None:
        return
    cost, effect = describe.stage_cost(stage), describe.stage_effect(stage)
    yield phrases.next_stage(built + 1, cost, effect)
    rows = [
        (way.letter, way.half + way.more, way.price.short)
        for way in stage_ways(sight, seen)
    ]
    for line in _stage_keys(rows, cards):
        yield TypingLine(f"   {line}")
    if seen.stage and seen.stage.refusal:
        yield f"   {phrases.not_now(seen.stage.refusal, seen.stage)}"


def _edifice(sight: Sight, seen: View) -> Iterator[str]:
    """Yield the standing of this age's edifice; all its facts when an age begins."""
    if not seen.projects:
        return
    edifice, pawns, _, fate = seen.projects[seen.age - 1]
    mine = edifice.age in seen.cities[seen.seat].pawns
    if fate:
        yield _project_built(describe.name(edifice), mine)
    else:
        yield _project(describe.name(edifice), pawns, seen.joining, mine)
        recruits = "leaders" in sight.state.rules.expansions
        if seen.turn == (RECRUITMENT if recruits else 1):
            yield f"   {' '.join(map(text.sentence, describe.stakes(edifice)))}"


def _turn_headline(age: int, turn: int, turns: int, taker: text.Who) -> str:
    said = _("Age {age}, turn {turn} of {turns}. Your other cards go to {who}.")
    return said.format(age=age, turn=turn, turns=turns, who=text.other(taker))


def _last_title(age: int, turn: int) -> str:
    said = _(
        "Age {age}, turn {turn}, the last one: the card you don't use is discarded."
    )
    return said.format(age=age, turn=turn)


def _extra_title(age: int) -> str:
    said = _("Age {age}: you may also play your last card.")
    return said.format(age=age)


def _treasury(
    have: int, mine: int, left: text.Who, lefts: int, right: text.Who, rights: int
) -> str:
    said = _(
        "You have {coins} and {shields}; {left} on the left has {lefts}, {right} on "
        "the right has {rights}."
    )
    return said.format(
        coins=text.coins(have),
        shields=text.shields(mine),
        left=text.other(left),
        lefts=text.shields(lefts),
        right=text.other(right),
        rights=text.shields(rights),
    )


def _wonder(board: str, side_name: str, built: int, stages: int) -> str:
    said = _("{board}, {side}: {built} of {stages} stages built.")
    return said.format(
        board=board, side=phrases.side(side_name), built=built, stages=stages
    )


def _stage_keys(ways: Sequence[tuple[str, str, str]], cards: int) -> Sequence[str]:
    """
    Return how to build a stage, once for all cards: letter, way and price of each way.

    The result is one line, or a line for each way if there are many.
    """
    rows = []
    for letter, way, price in ways:
        words = phrases.stage_word(1, letter)
        if cards > 1:
            said = _("{first} to {last}")
            words = said.format(first=words, last=phrases.stage_word(cards, letter))
        row = _("{words}{half}: {price}.")
        rows.append(row.format(words=words, half=way, price=price))
    return rows if len(rows) > 3 else [" ".join(rows)] if rows else []


def _board_title(order: Sequence[text.Who]) -> str:
    """
    Return the prompt for a board.

    Args:
        order: the seats that choose after us.
    """
    if not order:
        return _("Choose your board.")
    said = n_(
        "Choose your board; then {who} chooses.",
        "Choose your board; then {who} choose.",
        len(order),
    )
    return said.format(who=text.others(order))


def _sides_settled(how: str, drawn: Sequence[tuple[str, str]]) -> str:
    """
    Return the sides in the game, if players don't choose them.

    Args:
        how: the value of the option.
        drawn: each player with their side, if sides were drawn by lot.
    """
    if not drawn:
        return text.sentence(phrases.side_option(how))
    rows = ", ".join(f"{who} {phrases.side(name)}" for who, name in drawn)
    return _("The sides were drawn at random: {sides}.").format(sides=rows)


def _side_title(board: str, start: str, sides: Sequence[str]) -> str:
    """
    Return the prompt for a side.

    Args:
        start: the board's effect from the start; empty if it differs between sides.
        sides: the words that choose the sides.
    """
    words = text.listing(sides, "or")
    if not start:
        said = _("Your board is {board}. Choose a side: {sides}.")
        return said.format(board=board, sides=words)
    said = _("Your board is {board}; it {start}. Choose a side: {sides}.")
    return said.format(board=board, start=start, sides=words)


def _side_others(boards: Sequence[tuple[str, str]]) -> str:
    rows = ", ".join(f"{who} ({board})" for who, board in boards)
    return _("The others: {boards}.").format(boards=rows)


def discard_title() -> Iterator[str]:
    yield _("You may build one card from the discard pile for free.")
    yield TypingLine(_("Type none to take nothing."))


def _side_word(name: str) -> str:
    """Return the word that chooses a side, by what is printed on it."""
    words = {"day": p_("typed", "day"), "night": p_("typed", "night")}
    return words.get(name, name.lower())


def _draft_headline(turn: int, left: int, taker: text.Who) -> str:
    """Return the prompt for keeping a leader."""
    said = n_(
        "Leaders, choice {turn} of {all}: keep one. The other goes to {who}.",
        "Leaders, choice {turn} of {all}: keep one. The other {n} go to {who}.",
        left,
    )
    return said.format(turn=turn, all=CHOICES, n=left, who=text.other(taker))


def _to_keep(word: str) -> str:
    """Return the prompt for a hand of leaders, with the word that keeps the first."""
    return _("Choose one of these leaders; {word} keeps the first:").format(word=word)


def _recruit_headline(age: int) -> str:
    said = _(
        "Age {age}, leaders: recruit one, put one under your wonder, or sell one for 3 "
        "coins."
    )
    return said.format(age=age)


def last_recruit_title() -> str:
    return _("The leader you don't use now goes back to the box.")


def enlist_title(have: int) -> str:
    said = _(
        "You may recruit one more leader now by paying its cost. You have {coins}."
    )
    return said.format(coins=text.coins(have))


def _project(name: str, pawns: int, joining: int | None, mine: bool) -> str:
    """
    Return the standing of this age's edifice.

    Args:
        joining: the coins for taking part with a stage; None if that isn't possible.
        mine: whether the person has one of its pawns.
    """
    said = _("Edifice {name}: {pawns}.")
    parts = [said.format(name=name, pawns=phrases.pawns_left(pawns))]
    if mine:
        parts.append(_("You have a pawn."))
    if joining is not None:
        more = _(
            "When you build a stage, you can help build the edifice for an extra "
            "{coins}."
        )
        parts.append(more.format(coins=text.coins(joining)))
    return " ".join(parts)


def _project_built(name: str, mine: bool) -> str:
    said = _("Edifice {name} is built.")
    if mine:
        said = _("Edifice {name} is built, and you have a pawn.")
    return said.format(name=name)


def _penalty_headline(name: str, words: str) -> str:
    said = _("{name} was not built, and you have no pawn: you must {penalty}.")
    return said.format(name=name, penalty=words)
