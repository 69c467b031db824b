"""
Questions in words: for each kind of choice, its menu.
"""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client.table.players import Question
from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.menu import Item, Menu, Use
from sealed_wonders.client.terminal.wonders import boardmenu, describe
from sealed_wonders.client.terminal.wonders.boardmenu import BoardMenu
from sealed_wonders.client.terminal.wonders.cardmenu import CardMenu
from sealed_wonders.client.terminal.wonders.items import (
    cards,
    leaders,
    losses,
    nothing,
    selected,
    stage_ways,
    tokens,
)
from sealed_wonders.client.terminal.wonders.sight import Sight, wonders
from sealed_wonders.core.game import Move
from sealed_wonders.core.wonders.catalog import Board
from sealed_wonders.core.wonders.choices import next_stage
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.leaders.tasks import (
    RECRUITMENT,
    Draft,
    Enlist,
    Recruit,
    Victims,
)
from sealed_wonders.core.wonders.play import LAST_TURN, FromDiscard, LastCard, Turn
from sealed_wonders.core.wonders.setup import ChooseBoards, ChooseSides
from sealed_wonders.core.wonders.view import View, view

LAST_AGE = 3
"""After its recruitment nobody keeps a leader, but for those whose board says so."""


def menu(sight: Sight, question: Question) -> Menu:
    """Put a question into words."""
    seen = view(wonders(question.state), question.seat, question.faces)
    title, items = _title_and_items(sight, seen, question)
    if isinstance(wonders(question.state).task, ChooseBoards):
        return BoardMenu(question, tuple(title), tuple(items))
    return CardMenu(question, tuple(title), tuple(items))


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
            return iter((text.discard_title(),)), _or_nothing(items, seen)
        case Turn() | LastCard():
            items = cards(sight, seen, seen.hand)
            return _turn_title(sight, seen), _or_nothing(items, seen)
    return iter(()), _plain(seen)


def _or_nothing(items: Iterator[Item], seen: View) -> Iterator[Item]:
    yield from items
    yield from nothing(seen)


def _plain(seen: View) -> Iterator[Item]:
    """Make items of moves that nobody has put into words yet."""
    for number, move in enumerate(seen.moves, start=1):
        use = Use(move.text, move, move.text, move.text)
        yield Item(number, move.text, (), move.text, (use,))


# Boards and sides.


def _boards_title(sight: Sight, seen: View) -> Iterator[str]:
    taken = [(sight.names[s], describe.board(it)) for s, it in enumerate(seen.boards)]
    later = range(len(seen.boards) + 1, len(sight.names))
    yield text.board_title([sight.who(seat) for seat in later])
    if taken:
        yield text.so_far(taken)
    if said := sides_settled(sight):
        yield said


def sides_settled(sight: Sight) -> str:
    """Say which sides are played, where nobody chooses them."""
    how = sight.state.rules.sides
    if how == "choose":
        return ""
    return text.sides_settled(
        how, list(zip(sight.names, sight.state.lots, strict=False))
    )


def _boards(seen: View) -> Iterator[Item]:
    settled = seen.sides[seen.seat] if seen.sides else ""
    for number, board in enumerate(seen.pool, start=1):
        name, sides = describe.board(board), describe.played(board, settled)
        whole = text.sealed_move("board", name, "")
        use = Use(board.id, Move(f"board {board.id}"), whole, whole)
        title = text.on_side(name, sides[0].printed) if settled else name
        line = text.noted(title, describe.starts(sides))
        yield Item(number, name, boardmenu.names(board), line, (use,))


def _sides_title(sight: Sight, seen: View) -> Iterator[str]:
    names = [describe.name(board) for board in seen.boards]
    mine = seen.boards[seen.seat]
    start = "" if _starts_differ(mine) else describe.effect(mine.sides["day"].start)
    words = [text.side_word(side.printed) for side in mine.sides.values()]
    yield text.side_title(names[seen.seat], start, words)
    yield text.side_others([(sight.names[s], names[s]) for s in sight.clockwise[1:]])
    for project in seen.projects:
        edifice, pawns = project.edifice, text.pawns_left(project.pawns)
        yield f"{describe.edifice(edifice)} {text.sentence(pawns)}"


def _starts_differ(board: Board) -> bool:
    return board.sides["day"].start != board.sides["night"].start


def _sides(seen: View) -> Iterator[Item]:
    mine = seen.boards[seen.seat]
    for number, side in enumerate(mine.sides.values(), start=1):
        word = text.side_word(side.printed)
        whole = text.sealed_move("side", side.printed, "")
        use = Use(word, Move(f"side {side.name}"), whole, whole)
        facts = describe.stages(side)
        if _starts_differ(mine):
            facts = (text.sentence(describe.effect(side.start)), *facts)
        yield Item(number, word, (), text.side_item(side.printed, facts), (use,))


# Leaders.


def _draft_title(sight: Sight, seen: View, nth: int) -> Iterator[str]:
    taker = None if seen.passes_to is None else sight.who(seen.passes_to)
    yield text.draft_title(nth, len(seen.selection) - 1, taker)
    if seen.leaders:
        yield text.kept_so_far([describe.name(held.leader) for held in seen.leaders])
    yield text.to_keep(text.keep_word(1))


def _recruit_title(sight: Sight, seen: View) -> Iterator[str]:
    yield text.recruit_title(seen.age)
    if seen.age == LAST_AGE and len(seen.leaders) == 2:
        yield text.last_recruit_title()
    yield from _standing(sight, seen, len(seen.leaders))
    yield text.your_leaders()


def _enlist_title(seen: View) -> Iterator[str]:
    yield text.enlist_title(seen.cities[seen.seat].coins)


def _victims_title(seen: View) -> Iterator[str]:
    value, *_more = (item.number for item in tokens(seen))
    yield text.victims_title(text.drop_word(value), value)


def _penalty_title(seen: View, age: int) -> Iterator[str]:
    edifice = seen.projects[age - 1].edifice
    words = describe.lost(edifice.penalty)
    yield text.penalty_title(describe.name(edifice), words, text.drop_word(1))


# Cards.


def _turn_title(sight: Sight, seen: View) -> Iterator[str]:
    if seen.turn > LAST_TURN:
        yield text.extra_title(seen.age)
    elif seen.passes_to is None:
        yield text.last_title(seen.age, seen.turn)
    else:
        taker = sight.who(seen.passes_to)
        yield text.turn_title(seen.age, seen.turn, LAST_TURN, taker)
    yield from _standing(sight, seen, len({held.building for held in seen.hand}))
    yield text.hand()


def _standing(sight: Sight, seen: View, cards: int) -> Iterator[str]:
    """
    Say how the own city stands, and what its next stage takes.

    Args:
        cards: how many different ones there are to be put under it.
    """
    city = seen.cities[seen.seat]
    yield text.treasury(
        city.coins,
        city.works.shields,
        sight.who(seen.left),
        seen.cities[seen.left].works.shields,
        sight.who(seen.right),
        seen.cities[seen.right].works.shields,
    )
    yield from _edifice(sight, seen)
    built, stages = len(city.stages), len(city.side.stages)
    yield text.wonder(describe.name(city.board), city.side.printed, built, stages)
    stage = next_stage(city)
    if stage is None:
        return
    cost, effect = describe.stage_cost(stage), describe.stage_effect(stage)
    yield text.next_stage(built + 1, cost, effect)
    rows = [
        (way.letter, way.half + way.more, way.price.short)
        for way in stage_ways(sight, seen)
    ]
    for line in text.stage_keys(rows, cards):
        yield f"   {line}"
    if seen.stage and seen.stage.refusal:
        yield f"   {text.not_now(seen.stage.refusal, seen.stage.least)}"


def _edifice(sight: Sight, seen: View) -> Iterator[str]:
    """Say how the age's edifice stands; all of it when an age begins."""
    if not seen.projects:
        return
    edifice, pawns, _, fate = seen.projects[seen.age - 1]
    mine = edifice.age in seen.cities[seen.seat].pawns
    if fate:
        yield text.project_built(describe.name(edifice), mine)
    else:
        yield text.project(describe.name(edifice), pawns, seen.joining, mine)
        recruits = "leaders" in sight.state.rules.expansions
        if seen.turn == (RECRUITMENT if recruits else 1):
            yield f"   {' '.join(map(text.sentence, describe.stakes(edifice)))}"
