"""States of 7 Wonders fulfil the contract of `core.game`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import Any, NamedTuple

import pytest

from sealed_wonders.core.game import (
    Answer,
    Card,
    Choose,
    Chosen,
    Dealt,
    IllegalMove,
    Look,
    Looked,
    Mixed,
    Move,
    Over,
    Refusal,
    Seat,
    Slot,
    TurnedUp,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from tests.support.games import builder, chooser, wonders
from tests.support.refusals import RefusedAnswer, check_all, refusal_names
from tests.support.thorough import is_thorough, only
from tests.support.wonders import Table, city, face_number

# Refusals.


def begun() -> State:
    return wonders(Wonders(3).begin(seeded("contract")))


def choosing() -> State:
    return wonders(Wonders(3, draw="chosen").begin(seeded("contract")))


def mixed() -> State:
    return wonders(begun().tell(Mixed((tuple(range(7)),))))


def boards() -> State:
    return wonders(mixed().tell(TurnedUp((0, 1, 2))))


def sides() -> State:
    state = boards()
    for seat in range(3):
        state = wonders(state.tell(Chosen(seat, "side day")))
    return state


def dealing() -> State:
    return wonders(sides().tell(Mixed((tuple(range(100, 121)),))))


TURN = Table(
    "rhodos: altar, gizah 0: lumber_yard, carthage +1: stone_pit",
    hands=("altar baths barracks scriptorium", "mine baths", "stockade tavern"),
)
LOOK = Table(
    "halikarnassos night: brickyard, gizah, ephesos", discard="altar well pantheon"
)
LOOK.play("stage")
EXTRA = Table("babylon night +1, gizah, ephesos", turn=6)
EXTRA.play()
OVER = Table("gizah, rhodos, ephesos", age=3, turn=6)
OVER.play()
CHOSEN = Table("gizah, rhodos, ephesos")
CHOSEN.tell(1)
DONE = Table("gizah +3, rhodos, ephesos")
UR = Table(
    "ur +1: quarry brickyard, gizah 0: quarry, rhodos: lumber_yard",
    expansions="edifice",
    projects="outpost:1:2",
)
BURIAL = Table(
    city("abu_simbel night", built="quarry loom_1", leaders="nero sappho:1:buried"),
    "gizah, rhodos",
    age=2,
    turn=0,
    expansions="leaders",
    leaders=("solomon phidias midas",),
)
PENALTY = Table(
    "gizah: baths altar, rhodos: altar well, ephesos",
    age=2,
    turn=6,
    hands=("school", "school", "school"),
    expansions="edifice",
    projects="river_port",
)
PENALTY.play()


def said(table: Table, line: str, by: Seat = 0, **changes: Any) -> Any:
    """Return a seat's answer at a table, with some fields changed."""
    return evolve(table.answer(by, line), **changes)


def turn(by: Seat, line: str, **changes: Any) -> Any:
    return said(TURN, line, by, **changes)


def look(line: str, **changes: Any) -> Any:
    return said(LOOK, line, **changes)


SEVEN = {seat: tuple(range(200 + 7 * seat, 207 + 7 * seat)) for seat in range(3)}

NOT_ASKED: Mapping[str, tuple[State, Any]] = {
    "a deal for a shuffle": (begun(), Dealt({})),
    "no deck": (begun(), Mixed(())),
    "two decks": (begun(), Mixed((tuple(range(7)), ()))),
    "a card too few": (begun(), Mixed((tuple(range(6)),))),
    "a card too many": (begun(), Mixed((tuple(range(8)),))),
    "a move for a shuffle": (begun(), Chosen(0, "side day")),
    "a look for a shuffle": (begun(), Looked("decline")),
    "cards turned up for a shuffle": (begun(), TurnedUp((0, 1, 2))),
    "a shuffle for cards to turn up": (mixed(), Mixed((tuple(range(8)),))),
    "a board too few": (mixed(), TurnedUp((0, 1))),
    "a board too many": (mixed(), TurnedUp((0, 1, 2, 3))),
    "a card with a side": (boards(), Chosen(0, "side day", slot=5)),
    "a rest with a side": (boards(), Chosen(0, "side day", rest=(5,))),
    "a side of nobody": (boards(), Chosen(3, "side day")),
    "a shuffle for a deal": (dealing(), Mixed((tuple(range(21)),))),
    "a hand too few": (dealing(), Dealt({0: SEVEN[0], 1: SEVEN[1]})),
    "a hand too many": (dealing(), Dealt({**SEVEN, 3: ()})),
    "six cards": (dealing(), Dealt({**SEVEN, 1: SEVEN[1][1:]})),
    "eight cards": (dealing(), Dealt({**SEVEN, 1: (*SEVEN[1], 300)})),
    "a deal for a turn": (TURN.state, Dealt(SEVEN)),
    "a look for a turn": (TURN.state, Looked("decline")),
    "a fourth of three seats": (TURN.state, turn(0, "sell", seat=3)),
    "a seat below zero": (TURN.state, turn(0, "sell", seat=-1)),
    "a second move": (CHOSEN.state, turn(0, "sell", seat=1)),
    "no card used": (TURN.state, turn(0, "sell", slot=None)),
    "a card lost": (TURN.state, turn(0, "sell", rest=(1, 2, 3, 4, 5))),
    "a card won": (TURN.state, turn(0, "sell", rest=tuple(range(300, 307)))),
    "a move for a look": (LOOK.state, Chosen(0, "decline")),
    "who has no seventh card": (EXTRA.state, Chosen(1, "decline", slot=1)),
    "a move when all is over": (OVER.state, turn(0, "sell")),
    "a look when all is over": (OVER.state, Looked("decline")),
    "a shuffle when all is over": (OVER.state, Mixed(())),
    "nothing": (TURN.state, None),
    "words": (TURN.state, "sell"),
}

NOT_A_MOVE = (
    *("", " ", "sel", "Sell", "sell ", " sell", "sell\n", "sell sell", "sell altar"),
    *("sell left=1", "sell left=0", "sell=", "decline now", "build", "build "),
    *("build  baths", "build left=2", "build baths ", "build baths left"),
    *("build baths 2", "build baths left=0", "build baths left=02"),
    *("build baths left=-2", "build baths left=+2", "build baths left=2.0"),
    *("build baths left=2,", "build baths left=2_0", "build baths left=\u0662"),
    *("build baths right=2 left=2", "build baths left=2 left=2"),
    *("build baths bank=1 left=2", "build baths centre=2", "build baths half=left"),
    *("build baths left=100", "build baths left=" + "9" * 5000),
    *("stage half=", "stage half=both", "stage half", "stage left=2 half=left"),
    *("stage baths", "pick", "side", "side day left=1", "side dusk", "side Day"),
    "build " + "b" * 115,
)

NOT_THERE: Mapping[str, tuple[State, Any]] = {
    "a board that is none": (choosing(), Chosen(0, "board atlantis")),
    "a board that isn't on the table": (choosing(), Chosen(0, "board carthage")),
    "a board that somebody has": (
        choosing().tell(Chosen(0, "board gizah")),
        Chosen(1, "board gizah"),
    ),
}

NO_CHOICE: Mapping[str, tuple[State, Any]] = {
    "a side for a board": (choosing(), Chosen(0, "side day")),
    "declining a board": (choosing(), Chosen(0, "decline")),
    "declining a turn": (TURN.state, turn(0, "decline with baths")),
    "picking on a turn": (TURN.state, turn(0, "pick altar")),
    "a side on a turn": (TURN.state, turn(0, "sell", text="side day")),
    "selling a board": (boards(), Chosen(0, "sell")),
    "building from the discard": (LOOK.state, look("build altar")),
    "selling from the discard": (LOOK.state, look("sell with altar")),
    "picking the seventh card": (EXTRA.state, EXTRA.answer(0, "pick theater")),
    "keeping a card": (TURN.state, turn(0, "sell", text="keep")),
    "recruiting on a turn": (UR.state, said(UR, "sell", text="recruit nero")),
    "building in a recruitment": (
        BURIAL.state,
        said(BURIAL, "sell", text="build mine"),
    ),
    "declining a penalty": (PENALTY.state, Chosen(0, "decline")),
    "losing what isn't there": (PENALTY.state, Chosen(0, "lose well")),
    "losing two cards": (PENALTY.state, Chosen(0, "lose altar+baths")),
    "losing tokens for a card": (PENALTY.state, Chosen(0, "lose 1")),
}

ALTAR, BATHS = face_number("altar"), face_number("baths")
NOT_IN_HAND: Mapping[str, tuple[State, Any]] = {
    "a hidden card built": (TURN.state, turn(0, "build baths", face=None)),
    "another card shown": (TURN.state, turn(0, "build baths", face=ALTAR)),
    "a board shown": (TURN.state, turn(0, "build baths", face=0)),
    "another leader shown": (
        BURIAL.state,
        said(BURIAL, "recruit phidias bank=3", face=face_number("midas", "leaders")),
    ),
    "a building shown as a leader": (
        BURIAL.state,
        said(BURIAL, "recruit phidias bank=3", face=face_number("altar", "leaders")),
    ),
    "a card shown with a penalty": (PENALTY.state, Chosen(0, "lose altar", face=ALTAR)),
    "no such number": (TURN.state, turn(0, "build baths", face=10_000)),
    "a number below zero": (TURN.state, turn(0, "build baths", face=-1)),
    "no such card": (TURN.state, turn(0, "build baths", text="build bath")),
    "a card of a later age": (
        TURN.state,
        turn(0, "build baths", text="build school", face=face_number("school")),
    ),
    "a card sold and shown": (TURN.state, turn(0, "sell", face=ALTAR)),
    "a card under a stage and shown": (
        TURN.state,
        turn(2, "stage half=left", face=ALTAR),
    ),
    "a card shown with a side": (boards(), Chosen(0, "side day", face=ALTAR)),
    "a card picked and hidden": (LOOK.state, look("pick altar", face=None)),
    "another card picked": (LOOK.state, look("pick altar", face=BATHS)),
    "a card picked that lies nowhere": (LOOK.state, look("pick altar", slot=None)),
    "a card picked before its age": (LOOK.state, look("pick pantheon")),
    "a card declined": (LOOK.state, look("decline", face=ALTAR)),
    "a pile that lost a card": (LOOK.state, look("decline", rest=(1, 2, 3, 4))),
    "a pile that kept the card": (LOOK.state, look("pick altar", rest=tuple(range(5)))),
    "the same board twice": (mixed(), TurnedUp((1, 2, 1))),
    "a board that is none": (mixed(), TurnedUp((1, 2, ALTAR))),
    "a board below zero": (mixed(), TurnedUp((1, 2, -1))),
    "a card declined and shown": (EXTRA.state, said(EXTRA, "decline", face=ALTAR)),
}

OTHERS: Mapping[Refusal, Mapping[str, tuple[State, Any]]] = {
    Refusal.NOT_A_MOVE: {
        **{f"{it!r:.40}": (TURN.state, turn(0, "sell", text=it)) for it in NOT_A_MOVE},
        "a third side": (boards(), Chosen(0, "side dusk")),
        "nothing picked": (LOOK.state, look("decline", text="pick")),
    },
    Refusal.NO_RIGHT: {
        "a power that no board has": (TURN.state, turn(0, "build baths power=1")),
    },
    Refusal.ALREADY_BUILT: {
        "a second altar": (TURN.state, turn(0, "build altar")),
    },
    Refusal.NO_STAGE_LEFT: {
        "a fourth of three stages": (DONE.state, said(DONE, "stage")),
    },
    Refusal.WRONG_WAY: {
        "a pawn of no age": (UR.state, said(UR, "stage")),
        "a pawn where there is none": (UR.state, said(UR, "stage pawn=1 left=2", 1)),
        "nobody buried": (BURIAL.state, said(BURIAL, "stage")),
        "one buried before": (BURIAL.state, said(BURIAL, "stage bury=sappho")),
        "one buried who never came": (BURIAL.state, said(BURIAL, "stage bury=solomon")),
    },
    Refusal.NO_PART_LEFT: {
        "taking part twice": (UR.state, said(UR, "stage join=1 bank=1", 2)),
        "taking part in nothing": (TURN.state, turn(2, "stage half=left join=1")),
    },
    Refusal.WRONG_PAYMENT: {
        "taking part for nothing": (UR.state, said(UR, "stage pawn=1 join=1")),
        "paying and taking no part": (UR.state, said(UR, "stage pawn=1 bank=1")),
        "nothing paid": (TURN.state, turn(0, "build baths")),
        "one coin paid": (TURN.state, turn(0, "build baths left=1")),
        "the bank paid": (TURN.state, turn(0, "build baths left=2 bank=1")),
    },
    Refusal.WRONG_HALF: {
        "no half": (TURN.state, turn(2, "stage")),
        "half a stage": (TURN.state, turn(0, "stage half=left")),
    },
    Refusal.MISSING_RESOURCES: {
        "no papyrus": (TURN.state, turn(0, "build scriptorium left=2")),
    },
    Refusal.TOO_FEW_COINS: {
        "no coin to take part": (UR.state, said(UR, "stage join=1 left=2 bank=1", 1)),
        "no coin": (TURN.state, turn(1, "build mine bank=1")),
        "no coins": (TURN.state, turn(1, "build baths left=2")),
    },
    Refusal.NOT_CHEAPEST: {
        "bought in vain": (TURN.state, turn(0, "build barracks right=2")),
    },
}

REFUSED = {
    Refusal.NOT_ASKED: NOT_ASKED,
    Refusal.NO_CHOICE: NO_CHOICE,
    Refusal.NOT_THERE: NOT_THERE,
    Refusal.NOT_IN_HAND: NOT_IN_HAND,
    **OTHERS,
}

WRONG: Mapping[str, RefusedAnswer] = {
    f"{name} ({refusal.name})": RefusedAnswer(refusal, *case)
    for refusal, cases in REFUSED.items()
    for name, case in cases.items()
}


def test_a_wrong_answer_is_refused_and_changes_nothing() -> None:
    check_all(WRONG)


def test_every_refusal_is_tested() -> None:
    assert refusal_names("wonders") == {wrong.refusal for wrong in WRONG.values()}


# Moves.


class Point(NamedTuple):
    """A point of a game at which a seat may move."""

    state: State
    seat: Seat
    faces: Mapping[Slot, Card]


EXPANSIONS = ((), ("leaders",), ("edifice",), ("leaders", "edifice"))


def rules(players: int, expansions: tuple[str, ...]) -> Wonders:
    """Return the rules of a table with everything that these expansions offer."""
    leaders = "expert" if "leaders" in expansions else "standard"
    return Wonders(players, "choose", expansions, leaders)


def points(
    players: int, seed: str, expansions: tuple[str, ...] = ()
) -> Iterator[Point]:
    """Play a game, and yield each position at which a seat may move."""
    dealer = Dealer(rules(players, expansions), seeded(seed))
    steps = dealer.steps([builder(seed)] * players)
    answer: Answer | None = None
    while True:
        state = wonders(dealer.state)
        match state.ask:
            case Choose(offers):
                seats = [
                    seat for seat in offers if not (state.chosen and state.chosen[seat])
                ]
                for seat in seats[:1] if state.chosen else seats:
                    faces = {
                        slot: dealer.faces[slot]
                        for slot in offers[seat].hand
                        if slot in dealer.faces
                    }
                    if len(faces) == len(offers[seat].hand):
                        yield Point(state, seat, faces)
            case Look(seat, pile):
                yield Point(state, seat, {slot: dealer.faces[slot] for slot in pile})
        answer = next(steps, None)
        if answer is None:
            return


def answer_of(
    state: State, seat: Seat, faces: Mapping[Slot, Card], move: Move
) -> Chosen | Looked:
    """Return the table's answer for a seat's move, with slots above existing ones."""
    fresh = 10**6
    face = (
        faces[move.slot]
        if move.slot is not None and state.rules.shows(move.text)
        else None
    )
    if isinstance(state.ask, Look):
        left = len(faces) - (move.slot is not None)
        slot = None if move.slot is None else fresh + left
        return Looked(move.text, face, tuple(range(fresh, fresh + left)), slot)
    if not faces:
        return Chosen(seat, move.text)
    rest = tuple(range(fresh + 1, fresh + len(faces)))
    return Chosen(seat, move.text, face, fresh, rest)


def accepted(point: Point, move: Move) -> bool:
    try:
        point.state.tell(answer_of(*point, move))
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("expansions", EXPANSIONS)
@pytest.mark.parametrize("players", only([4], range(3, 8)))
def test_moves_are_sorted_stable_and_legal(
    players: int, expansions: tuple[str, ...]
) -> None:
    """
    Every listed move is accepted, and the default is one of them.

    The order of the faces makes no difference.
    """
    for point in points(players, f"moves/{players}", expansions):
        state, seat, faces = point
        moves = state.moves(seat, faces)
        assert moves
        assert sorted(set(moves)) == list(moves)
        assert moves == state.moves(seat, dict(sorted(faces.items(), reverse=True)))
        assert all(accepted(point, move) for move in moves)
        assert {None} | set(faces) >= {move.slot for move in moves}
        assert state.default(seat, faces) in moves


def test_defaults_sell_the_last_card_decline_and_take_the_day_side() -> None:
    """This move is made for a seat whose time runs out."""
    assert Move("side day") == boards().default(0, {})
    hand = TURN.state.hands[0]
    assert Move("sell", hand[4]) == TURN.state.default(0, TURN.seen(0))
    assert Move("decline") == EXTRA.state.default(0, EXTRA.seen(0))
    assert Move("decline") == LOOK.state.default(0, LOOK.seen(0))
    assert Move("lose altar") == PENALTY.state.default(0, {})


@pytest.mark.parametrize("state", [begun(), CHOSEN.state, OVER.state])
def test_a_seat_that_is_not_asked_has_no_moves(state: State) -> None:
    for seat in (1, -1, 7):
        assert () == state.moves(seat, {})
        with pytest.raises(IllegalMove) as caught:
            state.default(seat, {})
        assert Refusal.NOT_ASKED is caught.value.refusal


def payments(most: int) -> Iterator[str]:
    """Yield all payments of up to *most* coins to each neighbour, as text."""
    for left, right, bank in product(range(most + 1), range(most + 1), range(2)):
        parts = {"left": left, "right": right, "bank": bank}
        yield "".join(f" {party}={n}" for party, n in parts.items() if n)


def stage_texts(ends: list[str], expansions: tuple[str, ...]) -> list[str]:
    """Return all ways to build a stage, with some leaders to bury."""
    buried = ["", " bury=nero", " bury=sappho"] if "leaders" in expansions else [""]
    pawns = ["", " pawn=1", " pawn=3"] if "edifice" in expansions else [""]
    joins = ["", " join=1"] if "edifice" in expansions else [""]
    ways = product(["", " half=left", " half=right"], buried, pawns, joins, ends)
    return [f"stage{''.join(way)}" for way in ways]


@pytest.mark.parametrize(
    ("players", "expansions"),
    only(
        [(3, EXPANSIONS[-1]), (6, ())],
        [*((3, played) for played in EXPANSIONS), (6, ())],
    ),
)
def test_moves_that_are_not_listed_are_refused(
    players: int, expansions: tuple[str, ...]
) -> None:
    """
    At some positions of games, every move is tried that the cards at hand allow to
    write.
    """
    chance = random.Random(players)
    tried = listed = 0
    ends = list(payments(2 if expansions else 6))
    stages = stage_texts(ends, expansions)
    often = 0.25 if is_thorough() else 0.04
    for point in points(players, f"written/{players}", expansions):
        if not isinstance(point.state.ask, Look) and chance.random() > often:
            continue
        state, seat, faces = point
        legal = set(state.moves(seat, faces))
        kinds: dict[object, Slot | None] = {None: None}
        cards = state.rules.catalog.cards
        for held in sorted(faces):
            kinds.setdefault(cards[faces[held]], held)
        texts = ["sell", "decline", "keep", "side day", "side night"]
        texts += ["drop 1", "drop 3", "drop 5", "lose altar", "lose 1+3", *stages]
        for slot in kinds.values():
            name = "altar" if slot is None else cards[faces[slot]].id
            own = [f"build {name}{end}" for end in ends] + [f"pick {name}"]
            own += [f"recruit {name}{end}" for end in ends]
            for text in texts + own:
                move = Move(text, slot)
                if slot is None and Move(text) not in legal and faces:
                    continue  # a table always uses some card
                tried += 1
                listed += move in legal
                at_a_look = isinstance(state.ask, Look)
                if at_a_look and text == "decline" and slot is not None:
                    assert not accepted(point, move)
                else:
                    # Declining is listed once, whatever card lies before the seat.
                    unlisted_card = (
                        text == "decline" and bool(faces) and Move(text) in legal
                    )
                    assert (move in legal or unlisted_card) == accepted(point, move), (
                        move
                    )
    assert tried > 20 * listed > 0


# Simultaneous answers.


@pytest.mark.parametrize("expansions", EXPANSIONS)
@pytest.mark.parametrize("players", only([5], range(3, 8)))
def test_answers_of_one_choice_commute(
    players: int, expansions: tuple[str, ...]
) -> None:
    """In whatever order the seats reveal, the state and its news are the same."""
    chance = random.Random(players)
    dealer = Dealer(rules(players, expansions), seeded(f"order/{players}"))
    before, told = wonders(dealer.state), list[Chosen]()
    for answer in dealer.steps([chooser(f"order/{players}")] * players):
        if not isinstance(answer, Chosen):
            before, told = wonders(dealer.state), []
            continue
        told.append(answer)
        if wonders(dealer.state).chosen:
            continue
        orders = list(permutations(told))
        for order in chance.sample(orders, min(6, len(orders))):
            state: Any = before
            for one in order:
                state = state.tell(one)
            assert state == dealer.state
            assert state.news == wonders(dealer.state).news
            assert state.ask == dealer.state.ask
        before, told = wonders(dealer.state), []
    assert Over() == dealer.state.ask
