"""
Checking a record: the game it tells is played again, and what follows is compared.

The engine asks, and each answer is read off the record's next lines; what comes of it
must be what the record says.
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
from sealed_wonders.core.records.leaving import Left, check_leaving
from sealed_wonders.core.records.script import Flaw, Script
from sealed_wonders.core.sentences import Sentence


def check(
    raw: Iterable[bytes], lenient: bool = False, follow: Follow = unfollowed
) -> Checked:
    """
    Replay a record.

    Args:
        raw: its lines; empty ones count, and mean nothing.
        lenient: as for other games; nothing that is paid here could be better.
        follow: told each state it leads to.

    Raises:
        Fault: a line doesn't follow; the first one that doesn't.
    """
    return _RecordCheck(raw, follow).run()


class _RecordCheck:
    """One record, replayed."""

    def __init__(self, raw: Iterable[bytes], follow: Follow) -> None:
        self._script = Script(raw, parse)
        self._follow = follow
        self._header = self._script.due(lines.Header, Sentence("the header"))
        self._names = tuple(seating.name for seating in self._header.seats)
        self._script.players = len(self._names)
        rules = Architects(len(self._names), self._header.draw)
        self._state = rules.begin(self._order)
        self._fresh = count()
        self._seen: tuple[str | None, ...] = ()
        """What was looked through last."""
        self._below: dict[Slot, Card] = {}
        """What the record says lies in slots that only one player has seen."""

    def run(self) -> Checked:
        while not isinstance(self._state.ask, Over):
            self._tell(self._leaving() or self._answer())
        self._script.end()
        return Checked(
            self._script.names(self._names), self._state.score(), self._script.taken
        )

    def _order(self, label: str, n: int) -> Sequence[int]:
        """Draw by lot who begins, as the record has it."""
        first = self._header.first
        return [first, *(seat for seat in range(n) if seat != first)]

    def _tell(self, answer: Answer) -> None:
        """Tell the engine an answer, and compare what came of it."""
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
        """Return the line that an event must have."""
        if isinstance(event, Searched):
            # Its player alone knows more than its first card: the record may know, too.
            self._seen = self._searched(event)
            return lines.Search(event.turn, event.seat, event.pile, self._seen)
        return record.line(event, self._names, unknown, self._state.rules)

    def _searched(self, event: Searched) -> tuple[str | None, ...]:
        """Return which cards were looked through, if it can be those."""
        title = lines.Search(event.turn, event.seat, event.pile, ()).title
        line = self._script.due(lines.Search, title)
        self._compare(line, replace(line, pile=event.pile))
        names = [name for name in line.cards if name is not None]
        top = catalog().kind(event.top).id
        if top not in names:
            detail = Sentence(
                "{card} lies on {pile}, and isn't among these",
                card=top,
                pile=event.pile,
            )
            self._script.fault(Flaw.NO_SUCH_CARD, detail)
        if len(line.cards) != event.count:
            detail = Sentence(
                "{n} cards, not {all}", n=len(line.cards), all=event.count
            )
            self._script.fault(Flaw.NO_SUCH_CARD, detail)
        names.remove(top)
        below = self._found(self._state.pile(event.pile), *names)
        self._below |= zip(event.slots, below, strict=False)
        return line.cards

    # Who left.

    def _leaving(self) -> Gone | None:
        """Return who leaves now, if the next line says that somebody does."""
        line, state = self._script.look(), self._state
        if not isinstance(line, Left):
            return None
        if isinstance(state.task, MixPiles) and self._mixes_anew():
            # They left when the piles lay there, with no line for that.
            return None
        check_leaving(self._script, line.seats, state.players, state.active)
        # Without anybody nothing of what lies face down can be turned up (G6).
        piles = (*state.around, state.tokens)
        return Gone(line.seats, tuple(slot for pile in piles for slot in pile.hidden))

    def _mixes_anew(self) -> bool:
        """Return whether something is mixed right after some left."""
        after = (self._script.look(ahead) for ahead in count(1))
        return isinstance(
            next(line for line in after if not isinstance(line, Left)),
            lines.Mixed,
        )

    # What is asked, answered from the record.

    def _answer(self) -> Answer:
        match self._state.ask:
            case Shuffle(decks):
                # Which slot has which card is settled when it is turned up.
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
        """Return which cards were turned up."""
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
                taken = lines.Take(turn, seat, pile, "", by)
                line = self._script.due(lines.Take, taken.title)
                self._compare(line, replace(taken, card=line.card))
                return self._found(state.pile(pile), line.card)
            case TakeTop():
                token = lines.Token(turn, seat, "", True)
                given = self._script.due(lines.Token, token.title)
                self._compare(given, replace(token, token=given.token))
                return self._found(state.tokens, given.token)
        raise TypeError(state.task)

    def _refilled(self, slots: tuple[Slot, ...]) -> tuple[Card, ...]:
        """Return what was turned up on piles and of tokens, each with a line of its own."""
        faces: list[Card] = []
        piles = self._state.piles
        for ahead, slot in enumerate(slots):
            pile = next((it for it in piles if slot in it.slots), self._state.tokens)
            if pile is self._state.tokens:
                title = lines.Open("").title
                name = self._script.due(lines.Open, title, ahead).token
            else:
                title = lines.Top(pile.name, "").title
                name = self._script.due(lines.Top, title, ahead).card
            faces += self._found(pile, name, seen=faces, ahead=ahead)
        return tuple(faces)

    def _found(
        self, pile: Pile, *names: str, seen: Iterable[Card] = (), ahead: int = 0
    ) -> tuple[Card, ...]:
        """
        Return cards that lie face down in a pile; the rules don't mind which of their kind.

        Args:
            seen: those that aren't there any more.
        """
        left = [card for card in pile.unseen if card not in seen]
        found = []
        for name in names:
            cards = [card for card in left if catalog().cards[card].id == name]
            if not cards:
                detail = Sentence(
                    "{card} can't lie face down in {pile} any more",
                    card=name,
                    pile=pile.name,
                )
                self._script.fault(Flaw.NO_SUCH_CARD, detail, ahead)
            found.append(cards[0])
            left.remove(cards[0])
        return tuple(found)

    # Choices.

    def _move(self, seat: Seat) -> str:
        """Return the move that the next line tells."""
        state = self._state
        if isinstance(state.task, ChooseWonders):
            return f"wonder {self._header.seats[seat].wonder}"
        turn, wonder = state.turn, state.city.wonder.id
        if self._script.look() is None:
            detail = Sentence(
                "what seat {seat} does in turn {turn}", seat=seat, turn=turn
            )
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
                title = lines.Search(turn, seat, "", ()).title
                return f"search {self._script.due(lines.Search, title).pile}"
            case TakeToken():
                title = lines.Token(turn, seat, "", False).title
                token = self._script.due(lines.Token, title)
                return f"token {TOP if token.unseen else token.token}"
            case Act():
                return self._deed(seat)
        raise TypeError(state.task)

    def _place(self, pile: Pile, name: str) -> int:
        """Return where in a pile a card was kept: on top, or below, where all are alike."""
        if name not in self._seen and None not in self._seen:
            detail = Sentence("{card} isn't among the cards looked through", card=name)
            self._script.fault(Flaw.NO_SUCH_CARD, detail)
        if pile.top is None or catalog().kind(pile.top).id != name:
            return 2
        if [catalog().kind(card).id for card in pile.cards] == [name, name]:
            # If the one that lay below is left, it is turned up.
            return 1 if self._is_renewed(pile.name) else 2
        return 1

    def _is_renewed(self, pile: str) -> bool:
        """Return whether a pile has another top card after the next line."""
        for ahead in count(1):
            match self._script.look(ahead):
                case lines.Top(name, _) | lines.Mixed(name) if name == pile:
                    return True
                case lines.Top() | lines.Mixed() | lines.Open() | Left():
                    continue
            break
        return False

    def _taken(self, seat: Seat, by: str) -> lines.Take:
        """Return the line of a card that was taken, by whatever has to allow it."""
        title = lines.Take(self._state.turn, seat, "", "").title
        line = self._script.due(lines.Take, title)
        self._compare(line, replace(line, by=by))
        return line

    def _deed(self, seat: Seat) -> str:
        """Return what was done of all that may be; what isn't, ends the turn."""
        place = (self._state.turn, seat)
        match self._script.look():
            case lines.Build(turn, by, stage, cards) if (turn, by) == place:
                return f"build {stage} {'+'.join(cards)}"
            case lines.Science(turn, by, cards) if (turn, by) == place:
                return f"science {'+'.join(cards)}"
            case lines.Take(turn, by, pile, _, token) if (turn, by) == place and token:
                return f"extra {token} {pile}"
        return END

    def _compare(self, given: Line, ours: Line) -> None:
        """Raise a `Fault` in a line that can't be but another one."""
        if given != ours:
            detail = difference(given.to_json(), ours.to_json())
            self._script.fault(Flaw.DIFFERS, detail)
