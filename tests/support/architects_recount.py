"""
An independent account of a game of Architects, kept from the lines of its record.

It reads JSON and shares nothing with `sealed_wonders`: it is written from docs/RECORD.md
and the rules, in the plainest way, by somebody with pencil and paper who lays the cards
out again (`tests.independent_city`) and says where that can't be done.
`tests.support.architects_account` feeds it the lines of a game that is being played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tests.independent_city import (
    CONFLICTS,
    Cities,
    City,
    central,
    printed,
    spelled,
)

Json = Any

SHEET = ("wonder", "cat", "blue", "military", "progress", "total")


class Wrong(AssertionError):
    """A record contradicts the independent account."""


class Recount(Cities):
    """
    The independent account of one game.

    Attributes:
        piles: the cards left in each pile, by name.
        tops: the face-up cards on piles.
        tokens: the face-down tokens.
        open: the face-up tokens.
        gone: the seats that have left.
        drawn: whether the card of the turn was taken.
        to_mix: the pile that was looked through, if it must be shuffled.
        awaited: the lines that must come next, by their first key, with their values if
            these are known.
        ended: whether the last line has been reached.
        seen: counts what occurred, so that a test can check that it did.
    """

    def __init__(self, values: Sequence[Json]) -> None:
        """
        Begin with some lines, the first of which is the header.

        Raises:
            Wrong: the header is impossible.
        """
        super().__init__()
        header, *self._lines = values
        self._count, self._line = 1, header
        self._same((header["record"], header["game"]), (1, "architects"))
        self._same(header["players"], len(header["seats"]))
        self.cities = [City(seat["wonder"]) for seat in header["seats"]]
        self._names: list[str] = [city.name for city in self.cities]
        self.piles: dict[str, Counter[str]] = {
            it: Counter(printed("wonder")[it]["pile"]) for it in self._names
        }
        self.piles["central"] = Counter(central())
        self.tops: dict[str, str] = {}
        copies = {it: token.get("copies", 1) for it, token in printed("token").items()}
        self.tokens = Counter(copies)
        self.open: list[str] = []
        self.discard: Counter[str] = Counter()
        self.gone: set[int] = set()
        self.turn = 0
        self.seat = header["first"] - 1
        self.drawn = False
        self.ended = False
        self.seen: Counter[str] = Counter()
        self._turn_is_over = True
        self._effects: list[str] = []
        """What the stage just built does, or the symbols turned in: yet to happen."""
        self._searched: Counter[str] | None = None
        """The cards that are looked through, as far as they are known."""
        self._hidden = 0
        """How many of these aren't."""
        self._looked_at = ""
        """The pile that was looked through last."""
        self.to_mix = ""
        self._either = ""
        """A pile of which it isn't known yet which one of two equal cards was kept."""
        self.awaited: list[tuple[str, str]] = []
        self.lay_open()

    @property
    def active(self) -> list[int]:
        return [seat for seat in range(len(self.cities)) if seat not in self.gone]

    def run(self) -> None:
        """
        Go through all lines.

        Raises:
            Wrong: the first line that is impossible, or differs.
        """
        self.go_on(self._lines)
        self._demand(self.ended, "there is no score sheet")
        everything = sum(self.piles.values(), self.discard.copy())
        for city in self.cities:
            everything += city.cards
        self._same(everything.total(), 60 + 25 * len(self.cities))

    def go_on(self, lines: Iterable[Json]) -> None:
        """
        Continue with some lines.

        Raises:
            Wrong: the first line that is impossible, or differs.
        """
        for line in lines:
            self._count, self._line = self._count + 1, line
            self._enter(line)

    def _demand(self, holds: object, why: str) -> None:
        if not holds:
            raise Wrong(f"line {self._count}: {why}: {self._line}")

    def _same(self, given: object, mine: object) -> None:
        if given != mine:
            self._demand(False, f"recounted {mine}, not {given}")

    def _enter(self, line: Json) -> None:
        self._demand(not self.ended, "the game is over")
        if self.awaited and "left" not in line:
            key, pile = self.awaited.pop(0)
            self._demand(key in line, f"{key} is due")
            self._same(line[key] if pile else "", pile)
        elif {"open", "mixed"} & line.keys():
            # Where somebody left, piles are mixed for that reason too.
            self._demand(self.gone, "nothing is to be turned up or mixed")
        either, self._either = self._either, ""
        match line:
            case {"left": seats}:
                self._leave(seats)
            case {"top": pile, "card": card}:
                if pile == either and card == self.tops[pile]:
                    del self.tops[pile]
                self._demand(pile in self._names, "has no top card")
                self._demand(pile not in self.tops, f"{pile} has a top card")
                self._demand(self.piles[pile][card], f"not in {pile}")
                self.tops[pile] = card
            case {"open": token}:
                self._demand(len(self.open) < 3, "a fourth token")
                self._draw_token(token)
                self.open.append(token)
            case {"mixed": pile}:
                self._mix(pile)
            case {"do": what}:
                self.begin_turn()
                self.seen[what] += 1
                here = (self.turn, self.seat)
                self._same((line["turn"], line["seat"]), here)
                self._do(what, line)
            case {"battle": _}:
                self._fight(line)
            case {"after": _}:
                self._end_turn(line)
            case {"final": _}:
                self._final(line)
            case _:
                self._demand(False, "no such line")

    @property
    def _city(self) -> City:
        return self.cities[self.seat]

    @property
    def _sides(self) -> tuple[str, str]:
        """The piles to the left and to the right."""
        return self._names[self.seat], self._names[self.seat - 1]

    def _filled(self, *names: str) -> list[str]:
        """Return the piles among these that have a card."""
        return [name for name in names if self.piles[name].total()]

    @property
    def reach(self) -> list[str]:
        """The piles from which the player whose turn it is can take a card."""
        return self._filled(*self._sides, "central")

    # What lies open.

    def lay_open(self) -> None:
        """Demand the cards and tokens that must be turned face up next."""
        bare = [it for it in self._filled(*self._names) if it not in self.tops]
        tokens = min(3 - len(self.open), self.tokens.total())
        if not self.gone:
            self.awaited = [("top", it) for it in bare] + [("open", "")] * tokens

    def _draw_token(self, name: str) -> None:
        self._demand(self.tokens[name], "came up before")
        self.tokens[name] -= 1

    def _mix(self, pile: str) -> None:
        left = self.tokens if pile == "tokens" else self.piles[pile]
        self._demand(left.total(), f"{pile} is empty")
        self.seen["mixed"] += 1
        if pile == self.to_mix:
            self.tops.pop(pile, None)
            self.to_mix = ""
            self.lay_open()

    # Turns.

    def begin_turn(self) -> None:
        """Begin the next turn, if it hasn't begun."""
        if not self._turn_is_over:
            return
        self._demand(not self._is_over(), "the game is over")
        self._turn_is_over = False
        self.turn += 1
        seats = [(self.seat + n) % len(self.cities) for n in range(1, 8)]
        self.seat = next(seat for seat in seats if seat in self.active)
        self.drawn = False
        self.used, self.due, self._effects, self._searched = [], [], [], None

    def _is_over(self) -> bool:
        """Return whether the game is over, at the end of a turn."""
        finished = any(city.finished for city in self.cities)
        names = {
            n for it in self.active for n in (self._names[it], self._names[it - 1])
        }
        return finished or not self._filled(*names, "central")

    def _end_turn(self, line: Json) -> None:
        self._check_done()
        most = CONFLICTS[len(self.cities)]
        self._demand(self.horns < most, "no battle")
        told = {"after": self.turn, "cat": self.cat, "horns": self.horns}
        self._same(line, told)
        self._turn_is_over = True

    def _check_done(self) -> None:
        """Check that everything required was done before a turn ends."""
        self.begin_turn()
        if self.seat in self.gone:
            return
        self._demand(self.drawn or not self.reach, "no card taken")
        self._demand(not self.effect(), "an effect left out")
        undone = self.forced(self._has_tokens)
        self._demand(not undone, f"left undone: {undone}")

    def _leave(self, seats: Sequence[int]) -> None:
        if self._turn_is_over and self.open:
            # The next turn has begun, though nothing has happened in it.
            self.begin_turn()
        self.gone.update(seats)
        self.seen["left"] += len(seats)
        self.awaited = []
        if self.seat in seats:
            # What was looked through stays as it lies.
            self.to_mix = ""

    def _do(self, what: str, line: Json) -> None:
        effect = self.effect()
        if not self.drawn and self.reach:
            self._demand(what == "take" and not line.get("by"), "no card taken")
            self._take(line, self.reach)
            self.drawn = True
        elif effect:
            self._follow(effect, what, line)
        elif what == "take":
            token = line.get("by", "")
            self._demand(token in self.due, "nothing allows that")
            self.due.remove(token)
            self.used.append(token)
            self._take(line, self.reach)
        elif what == "build":
            self._build(line)
        else:
            self._same(what, "science")
            self._study(line)

    def _take(self, line: Json, reach: Sequence[str]) -> None:
        """Take a card of one of these piles."""
        pile, card = line["pile"], line["card"]
        self._demand(pile in reach, f"out of reach: {pile}")
        if self._searched is None:
            self._same(card, self.tops.pop(pile, card))
        self._demand(self.piles[pile][card], f"not in {pile}")
        self.piles[pile][card] -= 1
        self.gain(card)
        self.seen[f"by {line.get('by', 'nothing more')}"] += 1
        if self._searched is not None:
            self._lay_back(pile, card)
        elif not self.effect():
            self.lay_open()

    def _build(self, line: Json) -> None:
        city, number, cards = self._city, line["stage"], Counter(line["cards"])
        builds, build = city.builds(self.used), f"build {number} {spelled(cards)}"
        self._demand(cards <= city.cards and build in builds, "that doesn't pay")
        tokens = builds[build]
        self._same({*line.get("tokens", [])}, {*tokens})
        self.seen.update(f"paid by {token}" for token in tokens or ["no token"])
        self.discard += cards
        effect = self.build(number, cards)
        if not effect:
            return
        self.seen[f"effect {effect}"] += 1
        if effect == "left_and_right_top_cards":
            self._effects = [*self._filled(*self._sides)]
        elif effect not in ("shield_plus_1", "none"):
            self._effects = [effect]

    def effect(self) -> str:
        """Return the effect that must happen now, skipping impossible ones."""
        while self._effects:
            match effect := self._effects[0]:
                case "any_deck_top_card":
                    possible = self._filled(*self.piles)
                case "central_top_card":
                    possible = self._filled("central")
                case "look_5_keep_1":
                    possible = self._filled(*self._sides)
                case "progress_token":
                    possible = [*self.open, *self.tokens.elements()]
                case _:
                    possible = self._filled(effect)
            if possible:
                return effect
            del self._effects[0]
        return ""

    def _follow(self, effect: str, what: str, line: Json) -> None:
        """Apply an effect that is due."""
        again = self.gone and what == "search"
        if effect == "look_5_keep_1" and (again or self._searched is None):
            # Again, where somebody left without whom nobody can say what it was.
            self._same(what, "search")
            self._search(line)
            return
        del self._effects[0]
        if effect == "progress_token":
            self._same(what, "token")
            self._token(line)
            return
        self._same((what, line.get("by")), ("take", self._city.name))
        match effect:
            case "any_deck_top_card":
                self._take(line, self._filled(*self.piles))
            case "central_top_card":
                self._take(line, ["central"])
            case "look_5_keep_1":
                known = self._searched or Counter()
                self._demand(known[line["card"]] or self._hidden, "not one of these")
                self._take(line, [self._looked_at])
            case _:
                self._take(line, [effect])

    def _search(self, line: Json) -> None:
        pile, names = line["pile"], line["cards"]
        self._demand(pile in self._filled(*self._sides), "out of reach")
        self._same(len(names), min(5, self.piles[pile].total()))
        known = Counter(name for name in names if name is not None)
        right = known[self.tops[pile]] and known <= self.piles[pile]
        self._demand(right, f"can't be the first of {pile}")
        self._looked_at, self._searched = pile, known
        self._hidden = names.count(None)

    def _lay_back(self, pile: str, kept: str) -> None:
        """Return the cards looked through to their pile, except the kept one."""
        self._searched = None
        left, top = self.piles[pile], self.tops.pop(pile)
        if left.total() > 1:
            self.to_mix = pile
            if not self.gone:
                self.awaited = [("mixed", pile)]
            self.tops[pile] = top
        elif left[top]:
            # The one that is left lies face up, unless it lay below the other.
            self.tops[pile] = top
            self._either = pile if kept == top else ""
        else:
            self.lay_open()

    def _study(self, line: Json) -> None:
        cards = Counter(line["cards"])
        sets = self._city.sets() if self._has_tokens else []
        self._demand(cards in sets, "no set, or no token")
        self._city.cards -= cards
        self.discard += cards
        self._effects = ["progress_token"]
        self.seen[f"set of {len(cards)}"] += 1

    @property
    def _has_tokens(self) -> bool:
        return bool(self.open) or self.tokens.total() > 0

    def _token(self, line: Json) -> None:
        name = line["token"]
        if line["from"] == "top":
            self._draw_token(name)
        else:
            self._same(line["from"], "open")
            self._demand(name in self.open, "isn't open")
            self.open.remove(name)
            self.lay_open()
        self._city.tokens.append(name)
        self.seen.update((f"token {name}", f"token {line['from']}"))

    # What may be done.

    def choices(self) -> list[str]:
        """Return the possible moves in a turn that has begun."""
        if not self.drawn and self.reach:
            return [f"take {pile}" for pile in self.reach]
        match self.effect():
            case "any_deck_top_card":
                return [f"take {pile}" for pile in self._filled(*self.piles)]
            case "progress_token":
                unseen = ["top"] if self.tokens.total() else []
                return [f"token {it}" for it in (*sorted({*self.open}), *unseen)]
            case "look_5_keep_1" if self._searched is not None:
                size = self._searched.total() + self._hidden
                return [f"keep {place}" for place in range(1, size + 1)]
            case "look_5_keep_1":
                return [f"search {pile}" for pile in self._filled(*self._sides)]
        return self.acts(self._has_tokens, self.reach)

    # Battles and the end.

    def _fight(self, line: Json) -> None:
        self._check_done()
        n = len(self.cities)
        self._same(self.horns, CONFLICTS[n])
        shields, gained, disarmed = self.fight(self.gone)
        self._same(line, {"battle": self.turn, "shields": shields, "tokens": gained})
        self.discard += disarmed
        self.awaited = [] if self.gone else [("after", "")]
        self.seen[f"battle of {n}"] += 1

    def _final(self, line: Json) -> None:
        over = self._turn_is_over and self.turn and self._is_over()
        self._demand(over or len(self.active) < 2, "the game isn't over")
        rows = self.worths()
        sheet = [dict(zip(SHEET, row, strict=True)) for row in rows]
        self._same(line, {"final": sheet, "winners": self.winners(rows)})
        self.ended = True
        self.seen["final"] += 1

    def winners(self, rows: Sequence[Sequence[int]]) -> list[int]:
        """
        Return the seats with the most points; among equals, those with the most stages.
        """
        ranks = {
            seat: (rows[seat][-1], len(self.cities[seat].built)) for seat in self.active
        }
        best = max(ranks.values(), default=None)
        return [seat for seat, rank in ranks.items() if rank == best]
