"""
An independent account of a game of Architects, from what happens in it.

It is written from docs/RULES.md and the data, simple and slow, and shares nothing with the
rules but the names of events. After every answer it says what each city has, what
everybody may do, and what all is worth; `Ledger.post` compares that with the state.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from sealed_wonders.core.architects import events
from sealed_wonders.core.game import Choose, Over, Seat, Sheet
from tests.support.architects import Table, moves

DATA: Any = tomllib.loads(
    (
        Path(__file__).parent.parent.parent
        / "core"
        / "architects"
        / "data"
        / "architects.toml"
    ).read_text("utf-8")
)

KINDS = {it["id"]: it for it in DATA["kind"]}
WONDERS = {it["id"]: it for it in DATA["wonder"]}
TOKENS = {it["id"]: it for it in DATA["token"]}


def _names() -> list[str]:
    """Give the id of each number: piles by kind, then tokens, then wonders."""
    found: list[str] = []
    for pile in (DATA["central"]["pile"], *(it["pile"] for it in DATA["wonder"])):
        for kind in KINDS:
            found += [kind] * pile.get(kind, 0)
    for token in DATA["token"]:
        found += [token["id"]] * token.get("copies", 1)
    return [*found, *WONDERS]


NAMES = _names()


def _numbers() -> dict[str, set[int]]:
    """Give the numbers in each pile."""
    found, first = {}, 0
    for name, pile in (
        ("central", DATA["central"]["pile"]),
        *((it["id"], it["pile"]) for it in DATA["wonder"]),
    ):
        size = sum(pile.values())
        found[name] = set(range(first, first + size))
        first += size
    found["tokens"] = set(range(first, first + 15))
    return found


NUMBERS = _numbers()

CONFLICTS = {2: 3, 3: 3, 4: 4, 5: 5, 6: 6, 7: 6}


class Wrong(AssertionError):
    """The state is not what the account says."""


def check(truth: object, *what: object) -> None:
    """Say what is wrong, if it is."""
    if not truth:
        raise Wrong(" ".join(map(str, what)))


@dataclass
class Book:
    """What a city has."""

    wonder: str
    cards: list[int] = field(default_factory=list)
    built: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    victories: int = 0

    def kinds(self) -> list[str]:
        return [NAMES[card] for card in self.cards]

    def has(self, kind: str) -> list[str]:
        """Name the tokens with a kind of effect."""
        names = [NAMES[token] for token in self.tokens]
        return [name for name in names if TOKENS[name]["effect"]["kind"] == kind]

    def stages(self) -> list[dict[str, Any]]:
        stages: list[dict[str, Any]] = WONDERS[self.wonder]["stages"]
        return stages

    def available(self) -> list[int]:
        return [
            number
            for number, stage in enumerate(self.stages(), 1)
            if number not in self.built
            and all(below in self.built for below in stage["on"])
        ]

    def shields(self) -> int:
        total = len([k for k in self.kinds() if KINDS[k]["colour"] == "red"])
        if WONDERS[self.wonder]["effect"] == "shield_plus_1":
            total += len([n for n in self.built if self.stages()[n - 1].get("effect")])
        return total + 2 * len(self.has("shields"))

    def points(self, has_cat: bool) -> tuple[int, ...]:
        """Give the lines of the sheet."""
        cats = sum(bool(KINDS[kind].get("cat")) for kind in self.kinds())
        progress = 0
        for name in (NAMES[token] for token in self.tokens):
            match name:
                case "decor":
                    progress += 6 if len(self.built) == 5 else 4
                case "politics":
                    progress += cats
                case "strategy":
                    progress += self.victories
                case "education":
                    progress += 2 * len(self.tokens)
        cultures = sum(NAMES[token] == "culture" for token in self.tokens)
        progress += (0, 4, 12)[cultures]
        row = (
            sum(self.stages()[number - 1]["points"] for number in self.built),
            2 if has_cat else 0,
            sum(KINDS[kind].get("points", 0) for kind in self.kinds()),
            3 * self.victories,
            progress,
        )
        return (*row, sum(row))


def fits(grey: Iterable[str], stage: dict[str, Any], coins: int, free: bool) -> bool:
    """Tell whether resources and coins are what a stage takes."""
    kinds = list(grey)
    if len(kinds) + coins != stage["cost"]:
        return False
    if free:
        return True
    if stage["of"] == "identical":
        return len(set(kinds)) <= 1
    return len(set(kinds)) == len(kinds)


def hands(book: Book, stage: dict[str, Any], used: list[str]) -> Iterator[str]:
    """Give every hand of cards that pays for a stage."""
    order = list(KINDS)
    pool = [
        kind for kind in book.kinds() if KINDS[kind]["colour"] in ("grey", "yellow")
    ]
    free = [it for it in book.has("any_resources") if it not in used]
    double = [it for it in book.has("double_coin") if it not in used]
    seen = set()
    for size in range(1, stage["cost"] + 1):
        for some in combinations(sorted(pool, key=order.index), size):
            if some in seen:
                continue
            seen.add(some)
            grey = [kind for kind in some if kind != "coin"]
            yellow = len(some) - len(grey)
            left = Counter(pool) - Counter(some)
            del left["coin"]
            for any_kind in (False, True)[: 1 + bool(free)]:
                for more in (0, 1)[: 1 + bool(double and yellow)]:
                    coins = yellow + more
                    wasted = coins and any(
                        fits([*grey, kind], stage, coins - 1, any_kind) for kind in left
                    )
                    if fits(grey, stage, coins, any_kind) and not wasted:
                        yield "+".join(some)


class Ledger:
    """The account of one game."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._players = table.state.players
        self._taken: list[str] = []
        self._books: list[Book] = []
        self._piles: dict[str, set[int]] = {}
        self._tops: dict[str, int] = {}
        self._open: list[int] = []
        self._hidden = set(NUMBERS["tokens"])
        self._discard: list[int] = []
        self._gone: set[Seat] = set()
        self._cat: Seat | None = None
        self._horns = 0
        self._turn = 0
        self._seat = table.state.first - 1
        self._ended = self._over = False
        self._drawn = False
        self._used: list[str] = []
        self._due: list[str] = []
        self._pending: list[str] = []
        self._seen: list[int] = []
        self._to_mix = ""
        self.uses: Counter[str] = Counter()
        """What has happened, for tests that want to be sure of it."""

    @classmethod
    def of(cls, table: Table) -> Ledger:
        """Open the account of a game in the middle, where a turn has just begun."""
        self, state = cls(table), table.state
        self._books = [
            Book(
                one.wonder.id,
                [card for cards in one.cards for card in cards],
                list(one.built),
                list(one.tokens),
                one.victories,
            )
            for one in state.cities
        ]
        self._piles = {pile.name: set(pile.cards) for pile in state.around}
        self._tops = {
            pile.name: pile.top for pile in state.piles if pile.top is not None
        }
        self._open, self._hidden = list(state.open), set(state.tokens.cards)
        self._discard, self._gone = list(state.discard), set(state.gone)
        self._cat, self._horns = state.cat, state.horns
        self._turn, self._seat = state.turn, state.seat
        return self

    def post(self) -> None:
        """
        Enter what happened by the last answer, and compare.

        Raises:
            Wrong: something is otherwise than the account says.
        """
        for event in self._table.news:
            check(not self._over, "after the end:", event)
            self._enter(event)
        if self._books:
            self._compare()

    # What happened.

    def _enter(self, event: events.Event) -> None:
        self.uses[type(event).__name__] += 1
        match event:
            case events.Founded(wonders, first):
                check(list(wonders) == (self._taken or list(wonders)), "others chosen")
                check(first == self._table.state.first, "who begins")
                self._books = [Book(wonder) for wonder in wonders]
                self._piles = {
                    name: set(NUMBERS[name]) for name in ("central", *wonders)
                }
            case events.Revealed(pile, card):
                check(card in self._piles[pile], card, "isn't in", pile)
                check(pile not in self._tops, pile, "has a top card")
                self._tops[pile] = card
            case events.Opened(token):
                check(token in self._hidden, token, "isn't hidden")
                check(len(self._open) < 3, "a fourth open token")
                self._hidden.remove(token)
                self._open.append(token)
            case events.Remixed(pile):
                self._remix(pile)
            case events.Fought():
                self._fight(event)
            case events.TurnEnded():
                self._end_turn(event)
            case events.SeatsLeft(seats):
                self._leave(seats)
            case events.GameEnded(sheet):
                self._end(sheet)
            case _:
                self._act(event)

    def _act(self, event: events.Event) -> None:
        """Enter what one seat did."""
        match event:
            case events.WonderTaken(seat, wonder):
                check(seat == len(self._taken), seat, "chooses out of turn")
                check(wonder in WONDERS and wonder not in self._taken, wonder)
                if seat in self._gone:
                    first_left = next(it for it in WONDERS if it not in self._taken)
                    check(wonder == first_left, seat, "isn't there to choose")
                self._taken.append(wonder)
            case events.Peeked(turn, seat):
                self._begin()
                check(seat == self._seat == self._cat, seat, "hasn't the cat")
                check(turn == self._turn and not self._drawn, "too late to peek")
            case events.Taken():
                self._take(event)
            case events.Built():
                self._build(event)
            case events.Studied():
                self._study(event)
            case events.TokenTaken():
                self._token(event)
            case events.Searched(_, seat, pile, top, slots):
                check("look_5_keep_1" in self._pending, "a search of nobody")
                check(seat == self._seat, "not its turn")
                check(pile in self._sides(), pile, "is too far to be searched")
                check(top == self._tops[pile], "not the top card first")
                self._seen = [top, *(self._table.faces[slot] for slot in slots)]
                five = min(5, len(self._piles[pile]))
                check(five == len(set(self._seen)), "not five cards")
                check(set(self._seen) <= self._piles[pile], "cards of elsewhere")

    def _remix(self, pile: str) -> None:
        left = self._hidden if pile == "tokens" else self._piles[pile]
        check(left, pile, "is empty")
        if pile == self._to_mix:
            self._tops.pop(pile, None)
            self._to_mix = ""

    def _end_turn(self, event: events.TurnEnded) -> None:
        turn, seat = event.turn, event.seat
        self._begin()
        check((turn, seat) == (self._turn, self._seat), "another turn")
        if seat not in self._gone:
            check(not self._forced(), "left undone:", self._forced())
            check(self._drawn or not self._reach(), "no card taken")
            check(not self._effect(), "an effect left out")
        check(self._horns < CONFLICTS[self._players], "no battle")
        self._ended = True

    def _leave(self, seats: tuple[Seat, ...]) -> None:
        if self._ended:
            # The next turn has begun, though nothing has happened in it.
            self._begin()
        self._gone |= set(seats)
        if self._seat in seats:
            # What was looked through stays as it lies.
            self._to_mix = ""

    def _end(self, sheet: Sheet) -> None:
        finished = any(len(book.built) == 5 for book in self._books)
        active = [s for s in range(self._players) if s not in self._gone]
        # Who is alone may be so before there are cities.
        over = len(active) < 2 or not any(map(self._reach, active))
        check(finished or over, "the game isn't over")
        check(sheet == self._table.state.score(), "another sheet")
        self._over = True

    def _begin(self) -> None:
        """Begin the next turn, if it isn't begun."""
        if self._turn and not self._ended:
            return
        self._turn, self._ended = self._turn + 1, False
        self._seat = (self._seat + 1) % self._players
        while self._seat in self._gone:
            self._seat = (self._seat + 1) % self._players
        self._drawn, self._used, self._due = False, [], []
        self._pending, self._seen, self._to_mix = [], [], ""

    def _sides(self, seat: Seat | None = None) -> list[str]:
        """Name the piles to the left and to the right of a seat."""
        own = self._seat if seat is None else seat
        names = [self._books[own].wonder, self._books[own - 1].wonder]
        return [name for name in names if self._piles[name]]

    def _reach(self, seat: Seat | None = None) -> list[str]:
        return self._sides(seat) + (["central"] if self._piles["central"] else [])

    def _take(self, event: events.Taken) -> None:
        self._begin()
        book, pile, card = self._books[self._seat], event.pile, event.card
        check((event.turn, event.seat) == (self._turn, self._seat), "not its turn")
        check(card in self._piles[pile], card, "isn't in", pile)
        kind = NAMES[card]
        self.uses[f"by {event.by}"] += 1
        if event.by == "":
            check(not self._drawn, "a second card of the turn")
            check(pile in self._reach(), pile, "is out of reach")
            self._drawn = True
        elif event.by in TOKENS:
            check(event.by in self._due, event.by, "allows nothing now")
            check(pile in self._reach(), pile, "is out of reach")
            self._due.remove(event.by)
            self._used.append(event.by)
        else:
            self._take_by_wonder(event)
        if self._seen:
            if card == self._tops[pile]:
                del self._tops[pile]
            if len(self._piles[pile]) > 2:
                self._to_mix = pile
            self._seen = []
        elif pile != "central":
            check(card == self._tops.pop(pile), "not the top card")
        self._piles[pile].remove(card)
        book.cards.append(card)
        comes = bool(KINDS[kind].get("cat")) and self._cat != self._seat
        if comes:
            self._cat = self._seat
        horns = min(KINDS[kind].get("horns", 0), CONFLICTS[self._players] - self._horns)
        self._horns += horns
        check(event.cat == comes, "another cat")
        check(event.horns == horns, "other horns")
        self._allow(kind)

    def _take_by_wonder(self, event: events.Taken) -> None:
        book = self._books[self._seat]
        check(event.by == book.wonder, "another's wonder")
        effect = self._effect()
        check(effect, "no effect is open")
        match effect:
            case "central_top_card":
                check(event.pile == "central", "not the central pile")
                self._pending.remove(effect)
            case "left" | "right":
                side = self._books[self._seat - (effect == "right")].wonder
                check(event.pile == side, "not the pile on the", effect)
                self._pending.remove(effect)
            case "look_5_keep_1":
                check(event.card in self._seen, "not among those looked through")
                self._pending.remove(effect)
            case "any_deck_top_card":
                self._pending.remove(effect)
            case _:
                check(False, "a card by", effect)

    def _allow(self, what: str) -> None:
        """Allow one more card where a token says so."""
        for token in self._books[self._seat].has("extra_card"):
            on = TOKENS[token]["effect"]["on"]
            if what in on and token not in self._used and token not in self._due:
                self._due.append(token)

    def _effect(self) -> str:
        """Give the effect that has to happen now; those that can't are left out."""
        while self._pending:
            effect = self._pending[0]
            possible = {
                "any_deck_top_card": any(self._piles.values()),
                "progress_token": bool(self._open or self._hidden),
                "central_top_card": bool(self._piles["central"]),
                "left": bool(self._piles[self._books[self._seat].wonder]),
                "right": bool(self._piles[self._books[self._seat - 1].wonder]),
                "look_5_keep_1": bool(self._sides()),
            }
            if possible[effect]:
                return effect
            del self._pending[0]
        return ""

    def _build(self, event: events.Built) -> None:
        self._begin()
        book = self._books[self._seat]
        check(event.seat == self._seat, "not its turn")
        check(not self._effect(), "an effect first")
        text = f"build {event.stage} " + "+".join(NAMES[card] for card in event.cards)
        check(text in self._builds(), text, "isn't possible")
        for card in event.cards:
            book.cards.remove(card)
        self._discard += event.cards
        stage = book.stages()[event.stage - 1]
        book.built.append(event.stage)
        grey = [NAMES[card] for card in event.cards if NAMES[card] != "coin"]
        coins = len(event.cards) - len(grey)
        doubled = len(event.cards) < stage["cost"]
        usual = fits(grey, stage, coins + doubled, free=False)
        needed = [] if usual else book.has("any_resources")
        needed += book.has("double_coin") if doubled else []
        needed.sort(key=list(TOKENS).index)
        check(list(event.by) == needed, "other tokens:", event.by, needed)
        self.uses.update(f"paid by {token}" for token in needed)
        self._used += needed
        self._allow("build")
        if stage.get("effect"):
            effect = WONDERS[book.wonder]["effect"]
            self.uses[f"effect {effect}"] += 1
            if effect == "left_and_right_top_cards":
                self._pending = ["left", "right"]
            elif effect not in ("shield_plus_1", "none"):
                self._pending = [effect]

    def _study(self, event: events.Studied) -> None:
        self._begin()
        book = self._books[self._seat]
        check(event.seat == self._seat, "not its turn")
        check(not self._effect(), "an effect first")
        names = sorted((NAMES[card] for card in event.cards), key=list(KINDS).index)
        check(f"science {'+'.join(names)}" in self._sets(), "no set:", names)
        for card in event.cards:
            book.cards.remove(card)
        self._discard += event.cards
        self._pending = ["progress_token"]
        self.uses[f"set of {len(set(names))}"] += 1

    def _token(self, event: events.TokenTaken) -> None:
        check(self._effect() == "progress_token", "no token is due")
        where: Any = self._hidden if event.unseen else self._open
        check(event.token in where, "no such token", event.token)
        where.remove(event.token)
        self._books[self._seat].tokens.append(event.token)
        self._pending.remove("progress_token")
        self.uses[f"token {NAMES[event.token]}"] += 1

    def _fight(self, event: events.Fought) -> None:
        self._begin()
        check(self._horns == CONFLICTS[self._players], "no war")
        shields = [book.shields() for book in self._books]
        check(list(event.shields) == shields, "other shields", shields)
        gained = []
        for seat, own in enumerate(shields):
            left, right = shields[(seat + 1) % self._players], shields[seat - 1]
            if seat in self._gone:
                gained.append(0)
            elif self._players > 2:
                gained.append((own > left) + (own > right))
            elif own <= left:
                gained.append(0)
            else:
                gained.append(2 if own >= 2 * left and own >= 2 else 1)
        check(list(event.tokens) == gained, "other tokens", gained)
        for seat, book in enumerate(self._books):
            book.victories += gained[seat]
            horned = [c for c in book.cards if KINDS[NAMES[c]].get("horns")]
            check(sorted(horned) == sorted(event.discarded[seat]), "discarded", seat)
            book.cards = [card for card in book.cards if card not in horned]
            self._discard += event.discarded[seat]
        self._horns = 0

    # What may be done.

    def _builds(self) -> list[str]:
        book = self._books[self._seat]
        return [
            f"build {number} {hand}"
            for number in book.available()
            for hand in sorted(set(hands(book, book.stages()[number - 1], self._used)))
        ]

    def _sets(self) -> list[str]:
        if not self._open and not self._hidden:
            return []
        green = [k for k in KINDS if KINDS[k]["colour"] == "green"]
        count = Counter(self._books[self._seat].kinds())
        found = [f"science {kind}+{kind}" for kind in green if count[kind] >= 2]
        if all(count[kind] for kind in green):
            found.append(f"science {'+'.join(green)}")
        return found

    def _forced(self) -> list[str]:
        return self._builds() + self._sets()

    def _expected(self) -> list[str]:
        """List what may be chosen now."""
        if not self._drawn and self._reach():
            return [f"take {pile}" for pile in self._reach()]
        match self._effect():
            case "any_deck_top_card":
                return [f"take {pile}" for pile, cards in self._piles.items() if cards]
            case "progress_token":
                names = sorted({NAMES[token] for token in self._open})
                return [
                    f"token {n}"
                    for n in [*names, "top"][: None if self._hidden else -1]
                ]
            case "look_5_keep_1" if self._seen:
                return [f"keep {place}" for place, _ in enumerate(self._seen, 1)]
            case "look_5_keep_1":
                return [f"search {pile}" for pile in self._sides()]
        extra = [f"extra {it} {pile}" for it in self._due for pile in self._reach()]
        forced = self._forced()
        return forced + extra + (["end"] if extra and not forced else [])

    # The comparison.

    def _compare(self) -> None:
        state = self._table.state
        check(state.cat == self._cat, "cat", state.cat, self._cat)
        check(state.horns == self._horns, "horns", state.horns, self._horns)
        check(set(state.gone) == self._gone, "gone", state.gone)
        check(sorted(state.discard) == sorted(self._discard), "discard")
        check(list(state.open) == self._open, "open tokens")
        if state.piles:
            check(set(state.tokens.cards) == self._hidden, "hidden tokens")
            for pile in state.around:
                check(set(pile.cards) == self._piles[pile.name], "pile", pile.name)
        for seat, (book, one) in enumerate(zip(self._books, state.cities, strict=True)):
            cards = sorted(card for some in one.cards for card in some)
            check(sorted(book.cards) == cards, "cards of", seat, cards)
            check(list(one.built) == book.built, "stages of", seat)
            check(list(one.tokens) == book.tokens, "tokens of", seat)
            check(one.victories == book.victories, "victories of", seat)
            check(one.shields == book.shields(), "shields of", seat)
        self._compare_points()
        if isinstance(state.ask, Choose):
            self._begin()
            check((self._turn, self._seat) == (state.turn, state.seat), "whose turn")
            expected = sorted(self._expected())
            check(len(expected) > 1, "no choice:", expected)
            check(expected == moves(state), "moves", moves(state), expected)
            check(sorted(self._due) == sorted(state.due), "due", state.due, self._due)
            check(not self._to_mix, self._to_mix, "isn't mixed")
            for pile in state.piles:
                top = self._tops.get(pile.name)
                check(pile.top == top, "top of", pile.name, pile.top, top)
        check(self._over == (state.ask == Over()), "the end")

    def _compare_points(self) -> None:
        sheet = self._table.state.score()
        rows = [book.points(seat == self._cat) for seat, book in enumerate(self._books)]
        check(list(sheet.rows) == rows, "points", sheet.rows, rows)
        ranks = {
            seat: (row[-1], len(self._books[seat].built))
            for seat, row in enumerate(rows)
            if seat not in self._gone
        }
        best = max(ranks.values(), default=(0, 0))
        winners = tuple(seat for seat, rank in ranks.items() if rank == best)
        check(sheet.winners == winners, "winners", sheet.winners, winners)
