"""
Checking of a record: the recorded game is played again, and the results compared.

Each request of the rules is answered from the record's next lines. The result must
match the lines after that. `definition` offers this to shared code, which checks and
replays records with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count

from sealed_wonders.core.architects import lines, record
from sealed_wonders.core.architects.catalog import WONDERS, catalog
from sealed_wonders.core.architects.effects import Keep, Search, TakeAny
from sealed_wonders.core.architects.events import Event, Searched
from sealed_wonders.core.architects.lines import Line
from sealed_wonders.core.architects.notation import END, TOP
from sealed_wonders.core.architects.reading import parse
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.architects.setup import ChooseWonders, MixPiles, TurnUpWonders
from sealed_wonders.core.architects.state import Pile
from sealed_wonders.core.architects.taking import Refill, TakeCard
from sealed_wonders.core.architects.tokens import TakeToken, TakeTop
from sealed_wonders.core.architects.turn import Act, Take
from sealed_wonders.core.game import (
    Answer,
    Card,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Gone,
    IllegalMove,
    Mixed,
    Over,
    Seat,
    Shuffle,
    Slot,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.core.records.checked import Checked, Follow, unfollowed
from sealed_wonders.core.records.differences import difference
from sealed_wonders.core.records.faces import unknown
from sealed_wonders.core.records.leaving import LeftLine, check_leaving
from sealed_wonders.core.records.script import Flaw, Script
from sealed_wonders.core.sentences import Sentence


def check(
    raw: Iterable[bytes], lenient: bool = False, follow: Follow = unfollowed
) -> Checked:
    """
    Replay a record.

    Args:
        raw: the lines. Empty lines are counted but ignored.
        lenient: ignored; in this game, no payment is better than another.
        follow: called with each state that the record leads to.

    Raises:
        RecordFault: for the first line that doesn't follow from the lines before it.
    """
    return _RecordCheck(raw, follow).run()


class _RecordCheck:
    """The replay of one record."""

    def __init__(self, raw: Iterable[bytes], follow: Follow) -> None:
        self._script = Script(raw, parse)
        self._follow = follow
        self._header = self._script.due(lines.HeaderLine, Sentence("the header"))
        self._names = tuple(seating.name for seating in self._header.seats)
        self._script.players = len(self._names)
        rules = Architects(len(self._names), self._header.draw)
        self._state = rules.begin(self._order)
        self._fresh = count()
        self._seen: tuple[str | None, ...] = ()
        """The cards of the last search."""
        self._below: dict[Slot, Card] = {}
        """
        The faces of slots that only one player has seen, as far as the record reveals
        them.
        """

    def run(self) -> Checked:
        while not isinstance(self._state.ask, Over):
            self._tell(self._leaving() or self._answer())
        self._script.end()
        return Checked(
            self._script.names(self._names), self._state.score(), self._script.taken
        )

    def _order(self, label: str, n: int) -> Sequence[int]:
        """Return an order that begins with the record's first player."""
        first = self._header.first
        return [first, *(seat for seat in range(n) if seat != first)]

    def _tell(self, answer: Answer) -> None:
        """
        Pass an answer to the rules, and compare the resulting events with the record.
        """
        try:
            self._state = self._state.tell(answer)
        except IllegalMove as illegal:
            move = answer.text if isinstance(answer, Chosen) else illegal.detail
            self._script.fault(Flaw.ILLEGAL, move, refusal=illegal.refusal)
        for event in self._state.news:
            line = self._line(event)
            if line is not None:
                self._script.expect(line)
        self._follow(self._state, self._script.names(self._names), self._below.get)

    def _line(self, event: Event) -> Line | None:
        """Return the line for an event."""
        if isinstance(event, Searched):
            # Only the searching player knows more than the top card, but the record may
            # name the others.
            self._seen = self._searched(event)
            return lines.SearchLine(event.turn, event.seat, event.pile, self._seen)
        return record.line(event, self._names, unknown, self._state.rules)

    def _searched(self, event: Searched) -> tuple[str | None, ...]:
        """
        Return the cards of a search as recorded, after checking that they are possible.
        """
        title = lines.SearchLine(event.turn, event.seat, event.pile, ()).title
        line = self._script.due(lines.SearchLine, title)
        self._compare(line, replace(line, pile=event.pile))
        names = [name for name in line.cards if name is not None]
        top = catalog().kind(event.top).id
        if top not in names:
            detail = Sentence(
                "{card} is the top card of {pile}, but isn't among these cards",
                card=top,
                pile=event.pile,
            )
            self._script.fault(Flaw.NO_SUCH_CARD, detail)
        if len(line.cards) != event.count:
            detail = Sentence(
                "expected {all} cards, not {n}", n=len(line.cards), all=event.count
            )
            self._script.fault(Flaw.NO_SUCH_CARD, detail)
        names.remove(top)
        below = self._found(self._state.pile(event.pile), *names)
        self._below |= zip(event.slots, below, strict=False)
        return line.cards

    # Seats that left.

    def _leaving(self) -> Gone | None:
        """Return the seats that leave now, if the next line says that any do."""
        line, state = self._script.look(), self._state
        if not isinstance(line, LeftLine):
            return None
        if isinstance(state.task, MixPiles) and self._mixes_anew():
            # The seats left when the piles were already shuffled, an event without a
            # line.
            return None
        check_leaving(self._script, line.seats, state.players, state.active)
        # Without any one player, no face-down card can be turned up any more (G6).
        piles = (*state.around, state.tokens)
        return Gone(line.seats, tuple(slot for pile in piles for slot in pile.hidden))

    def _mixes_anew(self) -> bool:
        """Return whether a pile is shuffled again right after seats left."""
        after = (self._script.look(ahead) for ahead in count(1))
        return isinstance(
            next(line for line in after if not isinstance(line, LeftLine)),
            lines.MixedLine,
        )

    # Requests, answered from the record.

    def _answer(self) -> Answer:
        match self._state.ask:
            case Shuffle(decks):
                # The face of a slot is assigned only when it is turned up.
                sizes = [len(deck.slots) + len(deck.cards) for deck in decks]
                return Mixed(
                    tuple(tuple(next(self._fresh) for _ in range(n)) for n in sizes)
                )
            case Deal(hands):
                return Dealt(hands)
            case TurnUp(slots):
                return TurnedUp(self._faces(slots))
            case Choose(offers):
                (seat,) = offers
                return Chosen(seat, self._move(seat))
        raise TypeError(self._state.ask)

    def _faces(self, slots: tuple[Slot, ...]) -> tuple[Card, ...]:
        """Return the cards that were turned up."""
        state = self._state
        turn, seat = state.turn, state.seat
        match state.task:
            case TurnUpWonders():
                wonders = {
                    catalog().wonder(card).id: card for card in catalog().piles[WONDERS]
                }
                return tuple(wonders[it.wonder] for it in self._header.seats)
            case Refill():
                return self._refilled(slots)
            case TakeCard(pile, by):
                taken = lines.TakeLine(turn, seat, pile, "", by)
                line = self._script.due(lines.TakeLine, taken.title)
                self._compare(line, replace(taken, card=line.card))
                return self._found(state.pile(pile), line.card)
            case TakeTop():
                token = lines.TokenLine(turn, seat, "", True)
                given = self._script.due(lines.TokenLine, token.title)
                self._compare(given, replace(token, token=given.token))
                return self._found(state.tokens, given.token)
        raise TypeError(state.task)

    def _refilled(self, slots: tuple[Slot, ...]) -> tuple[Card, ...]:
        """
        Return the cards turned up on piles and among the tokens; each has its line.
        """
        faces: list[Card] = []
        piles = self._state.piles
        for ahead, slot in enumerate(slots):
            pile = next((it for it in piles if slot in it.slots), self._state.tokens)
            if pile is self._state.tokens:
                title = lines.OpenLine("").title
                name = self._script.due(lines.OpenLine, title, ahead).token
            else:
                title = lines.TopLine(pile.name, "").title
                name = self._script.due(lines.TopLine, title, ahead).card
            faces += self._found(pile, name, seen=faces, ahead=ahead)
        return tuple(faces)

    def _found(
        self, pile: Pile, *names: str, seen: Iterable[Card] = (), ahead: int = 0
    ) -> tuple[Card, ...]:
        """
        Return face-down cards of a pile; the rules don't depend on which copies.

        Args:
            pile: the pile.
            names: the kinds of cards.
            seen: cards that aren't in the pile any more.
            ahead: how many lines ahead the line about these cards is.
        """
        left = [card for card in pile.unseen if card not in seen]
        found = []
        for name in names:
            cards = [card for card in left if catalog().cards[card].id == name]
            if not cards:
                detail = Sentence(
                    "{card} can no longer be face down in {pile}",
                    card=name,
                    pile=pile.name,
                )
                self._script.fault(Flaw.NO_SUCH_CARD, detail, ahead)
            found.append(cards[0])
            left.remove(cards[0])
        return tuple(found)

    # Choices.

    def _move(self, seat: Seat) -> str:
        """Return the move that the next line records."""
        state = self._state
        if isinstance(state.task, ChooseWonders):
            return f"wonder {self._header.seats[seat].wonder}"
        turn, wonder = state.turn, state.city.wonder.id
        if self._script.look() is None:
            detail = Sentence("seat {seat}'s move in turn {turn}", seat=seat, turn=turn)
            self._script.fault(
                Flaw.UNFINISHED,
                Sentence("unfinished: the record ends before {title}", title=detail),
            )
        match state.task:
            case Take():
                return f"take {self._taken(seat, '').pile}"
            case TakeAny():
                return f"take {self._taken(seat, wonder).pile}"
            case Keep(pile):
                line = self._taken(seat, wonder)
                self._compare(line, replace(line, pile=pile))
                return f"keep {self._place(state.pile(pile), line.card)}"
            case Search():
                title = lines.SearchLine(turn, seat, "", ()).title
                return f"search {self._script.due(lines.SearchLine, title).pile}"
            case TakeToken():
                title = lines.TokenLine(turn, seat, "", False).title
                token = self._script.due(lines.TokenLine, title)
                return f"token {TOP if token.unseen else token.token}"
            case Act():
                return self._deed(seat)
        raise TypeError(state.task)

    def _place(self, pile: Pile, name: str) -> int:
        """
        Return the place of a kept card: 1 for the top, or 2 for any card below it.
        """
        if name not in self._seen and None not in self._seen:
            detail = Sentence(
                "{card} isn't among the cards that were looked through", card=name
            )
            self._script.fault(Flaw.NO_SUCH_CARD, detail)
        if pile.top is None or catalog().kind(pile.top).id != name:
            return 2
        if [catalog().kind(card).id for card in pile.cards] == [name, name]:
            # If the lower copy remains, it is turned up, and that has a line.
            return 1 if self._is_renewed(pile.name) else 2
        return 1

    def _is_renewed(self, pile: str) -> bool:
        """Return whether the lines after the next one give a pile a new top card."""
        for ahead in count(1):
            match self._script.look(ahead):
                case lines.TopLine(name, _) | lines.MixedLine(name) if name == pile:
                    return True
                case (
                    lines.TopLine() | lines.MixedLine() | lines.OpenLine() | LeftLine()
                ):
                    continue
            break
        return False

    def _taken(self, seat: Seat, by: str) -> lines.TakeLine:
        """Return the line about a card that was taken because of *by*."""
        title = lines.TakeLine(self._state.turn, seat, "", "").title
        line = self._script.due(lines.TakeLine, title)
        self._compare(line, replace(line, by=by))
        return line

    def _deed(self, seat: Seat) -> str:
        """
        Return the recorded choice of several possible ones; without a line, it is the
        end of the turn.
        """
        place = (self._state.turn, seat)
        match self._script.look():
            case lines.BuildLine(turn, by, stage, cards) if (turn, by) == place:
                return f"build {stage} {'+'.join(cards)}"
            case lines.ScienceLine(turn, by, cards) if (turn, by) == place:
                return f"science {'+'.join(cards)}"
            case lines.TakeLine(turn, by, pile, _, token) if (
                turn,
                by,
            ) == place and token:
                return f"extra {token} {pile}"
        return END

    def _compare(self, given: Line, ours: Line) -> None:
        """Raise a `RecordFault` if a line differs from the only possible one."""
        if given != ours:
            detail = difference(given.to_json(), ours.to_json())
            self._script.fault(Flaw.DIFFERS, detail)
