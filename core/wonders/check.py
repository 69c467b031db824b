"""
Checking of a record: the recorded game is played again, and the results compared.

Each request of the rules is answered from the record's next lines. The result must
match the lines after that. `definition` offers this to shared code, which checks and
replays records with it. If a record leaves cards open, the replay continues with
faces that it doesn't know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count

from sealed_wonders.core.game import (
    Answer,
    Card,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Deck,
    Gone,
    IllegalMove,
    Look,
    Looked,
    Mixed,
    Offer,
    Over,
    Refusal,
    Seat,
    Sheet,
    Shuffle,
    Slot,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.core.records.checked import (
    Checked,
    Follow,
    Tolerated,
    unfollowed,
)
from sealed_wonders.core.records.differences import differ
from sealed_wonders.core.records.leaving import LeftLine, check_leaving
from sealed_wonders.core.records.script import Flaw, Script
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import lines, notation, record
from sealed_wonders.core.wonders.ages import DealAge
from sealed_wonders.core.wonders.catalog import possible_boards
from sealed_wonders.core.wonders.copies import Copies, Impossible
from sealed_wonders.core.wonders.decision import Decision
from sealed_wonders.core.wonders.edifice.tasks import Fail, TurnUpEdifices
from sealed_wonders.core.wonders.effects import best_guild, copied
from sealed_wonders.core.wonders.events import (
    Drafted,
    Event,
    GuildCopied,
    LeftOver,
    Penalised,
)
from sealed_wonders.core.wonders.leaders.tasks import (
    DealLeaders,
    Draft,
    DrawFromBox,
    Enlist,
    Recruit,
    Victims,
)
from sealed_wonders.core.wonders.leaders.whereabouts import Whereabouts
from sealed_wonders.core.wonders.notation import NOTHING, MoveParts
from sealed_wonders.core.wonders.play import FromDiscard, LastCard, Turn, Using
from sealed_wonders.core.wonders.reading import parse
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.setup import (
    ChooseBoards,
    ChooseSides,
    TurnUpBoards,
)
from sealed_wonders.core.wonders.state import State, Task, settle


def check(
    raw: Iterable[bytes], lenient: bool = False, follow: Follow = unfollowed
) -> Checked:
    """
    Replay a record.

    Args:
        raw: the lines. Empty lines are counted but ignored.
        lenient: accept payments that cover a cost although better ones exist, as
            players at a real table may make them.
        follow: called with each state that the record leads to.

    Raises:
        RecordFault: for the first line that doesn't follow from the lines before it.
    """
    return _RecordCheck(raw, lenient, follow).run()


class _RecordCheck:
    """The replay of one record."""

    def __init__(self, raw: Iterable[bytes], lenient: bool, follow: Follow) -> None:
        self._script = Script(raw, parse)
        self._lenient = lenient
        self._follow = follow
        self._tolerated: list[Tolerated] = []
        self._header = self._script.due(lines.HeaderLine, Sentence("the header"))
        seats = self._header.seats
        self._names = tuple(seating.name for seating in seats)
        self._script.players = len(seats)
        expansions = self._header.expansions
        # A record doesn't contain the set of leaders. The set only affects who gets
        # which leader, so the larger one will do.
        leaders = "expert" if "leaders" in expansions else "standard"
        # Boards that nobody has don't matter for the replay.
        lying = {seating.board for seating in seats}
        boards = [it.id for it in possible_boards(expansions) if it.id in lying]
        self._rules = Wonders(
            len(seats),
            "choose",
            expansions,
            leaders,
            boards=tuple(boards),
            draw=self._header.draw,
        )
        # The lot draws nothing, because sides are chosen here.
        self._state = self._rules.begin(lambda label, n: range(n))
        self._copies = Copies()
        self._leaders = Whereabouts(len(seats))
        self._fresh = count()
        self._dealt: dict[Slot, tuple[int, Seat]] = {}
        """
        The age and seat for which each slot was dealt. Cards keep their slots in a
        replay.
        """
        self._faces: dict[Slot, Card] = {}
        """The faces of slots, as far as the record reveals them."""
        self._selection: dict[Slot, Seat] = {}
        """For each slot of the leaders' selection, the seat that it was dealt to."""
        self._drafting: dict[Slot, tuple[Slot, ...]] = {}
        """
        For each slot standing for a kept leader, the leaders that it was chosen from.
        """

    def run(self) -> Checked:
        end = None
        while not isinstance(self._state.ask, Over):
            if (gone := self._leaving()) is not None:
                end = self._tell(gone, 0)
            elif (state := self._without_lost()) is not None:
                end = self._go_on(state)
            else:
                for answer, nth in self._answers():
                    end = self._tell(answer, nth)
        self._script.end()
        if not isinstance(end, lines.FinalLine):
            raise TypeError(end)
        sheet = Sheet(end.names, end.rows, end.winners)
        tolerated = tuple(self._tolerated)
        return Checked(
            self._script.names(self._names), sheet, self._script.taken, tolerated
        )

    # Seats that left.

    def _leaving(self) -> Gone | None:
        """Return the seats that leave now, if the next line says that any do."""
        line = self._script.look()
        if not isinstance(line, LeftLine):
            return None
        state = self._state
        check_leaving(self._script, line.seats, state.players, state.active)
        return Gone(line.seats)

    def _without_lost(self) -> State | None:
        """
        Return the state without the box or the discard pile, if it must have been lost.

        Either can be lost when a seat leaves without which nobody can read the cards
        (G2). A record shows this only by the absence of a line.
        """
        state, line = self._state, self._script.look()
        if not state.gone or line is None:
            return None
        match state.ask, state.task:
            case Deal(hands), DrawFromBox(age, turn):
                (seat,) = hands
                if line.title != lines.DrawnLine(age, turn, seat, ()).title:
                    return evolve(state, box=(), news=())
            case Look(seat), FromDiscard(age, turn):
                if line.title != lines.PickLine(age, turn, seat, None, "").title:
                    return evolve(state, discard=(), news=())
        return None

    # Requests, answered from the record.

    def _answers(self) -> Iterator[tuple[Answer, int]]:
        """Yield each answer, and how many lines ahead its line is."""
        match self._state.ask, self._state.task:
            case Shuffle(decks), _:
                yield Mixed(tuple(map(self._in_order, decks))), 0
            case TurnUp(), TurnUpBoards():
                yield self._turned_up(seat.board for seat in self._header.seats), 0
            case TurnUp(), TurnUpEdifices():
                yield self._turned_up(self._header.edifices), 0
            case Deal(hands), DealLeaders():
                yield self._deal_leaders(hands), 0
            case Deal(hands), DealAge(age):
                yield self._deal(hands, age), 0
            case Deal(hands), DrawFromBox():
                yield self._draw(hands), 0
            case Look(seat, pile), FromDiscard(age, turn):
                yield self._pick(seat, pile, age, turn), 0
            case Choose(offers), task:
                yield from self._choices(offers, task)
            case ask, task:
                raise TypeError((ask, task))

    def _choices(
        self, offers: Mapping[Seat, Offer], task: Task
    ) -> Iterator[tuple[Answer, int]]:
        match task:
            case ChooseBoards():
                for seat in offers:
                    yield Chosen(seat, f"board {self._header.seats[seat].board}"), 0
            case ChooseSides():
                for seat in offers:
                    yield Chosen(seat, f"side {self._header.seats[seat].side}"), 0
            case Draft():
                yield from self._drafts(offers)
            case Enlist():
                for seat, offer in offers.items():
                    yield self._enlisted(seat, offer.hand, task), 0
            case Decision():
                # The last answer resolves the decision: all lines must be read before
                # that.
                yield from list(self._decisions(offers, task))
            case Turn() | LastCard() | Recruit():
                yield from self._plays(offers, task)
            case _:
                raise TypeError(task)

    def _drafts(self, offers: Mapping[Seat, Offer]) -> Iterator[tuple[Answer, int]]:
        """
        Yield answers that keep leaders.

        The record names them only after all have been kept, so any slot can stand for
        them.
        """
        for seat, offer in offers.items():
            first, *rest = offer.hand
            self._drafting[first] = offer.hand
            yield Chosen(seat, "keep", None, first, tuple(rest)), 0

    def _plays(
        self, offers: Mapping[Seat, Offer], task: Turn | LastCard | Recruit
    ) -> Iterator[tuple[Answer, int]]:
        ahead = 0
        for seat, offer in offers.items():
            hand = offer.hand
            if (use := self._use(seat, task, ahead)) is None:
                yield Chosen(seat, "decline", None, hand[0], hand[1:]), 0
            else:
                yield self._chosen(hand, use, task, ahead), ahead
                ahead += 1

    def _in_order(self, deck: Deck) -> tuple[Slot, ...]:
        """Return new slots for a deck's cards; their order doesn't matter."""
        return tuple(next(self._fresh) for _ in (*deck.slots, *deck.cards))

    def _turned_up(self, names: Iterable[str]) -> TurnedUp:
        return TurnedUp(tuple(map(self._card, names)))

    def _deal(self, hands: Mapping[Seat, tuple[Slot, ...]], age: int) -> Dealt:
        line = self._script.due(
            lines.HandsLine, Sentence("the age {age} hands", age=age)
        )
        self._check_hands(hands, line)
        with self._fitting():
            self._copies.deal(age, line.hands, self._state.gone)
        for seat, slots in hands.items():
            self._dealt |= dict.fromkeys(slots, (age, seat))
            for slot, card in zip(slots, line.hands[seat] or (), strict=False):
                self._note(slot, card)
        return Dealt(hands)

    def _deal_leaders(self, hands: Mapping[Seat, tuple[Slot, ...]]) -> Dealt:
        line = self._script.due(
            lines.LeadersLine, Sentence("the leaders that are dealt")
        )
        self._check_hands(hands, line)
        with self._fitting():
            self._leaders.deal(line.hands, self._state.gone)
        for seat, slots in hands.items():
            self._selection |= dict.fromkeys(slots, seat)
            cards = map(self._card, line.hands[seat] or ())
            self._faces |= zip(slots, cards, strict=False)
        return Dealt(hands)

    def _check_hands(
        self,
        hands: Mapping[Seat, tuple[Slot, ...]],
        line: lines.HandsLine | lines.LeadersLine,
    ) -> None:
        if len(line.hands) != (n := self._state.players):
            detail = Sentence(
                "{hands} hands for {n} players", hands=len(line.hands), n=n
            )
            self._script.fault(Flaw.MALFORMED, detail)
        for seat, hand in enumerate(line.hands):
            if seat not in hands and hand != ():
                detail = Sentence(
                    "seat {seat} has left, so its hand must be []", seat=seat
                )
                self._script.fault(Flaw.DIFFERS, detail)

    def _draw(self, hands: Mapping[Seat, tuple[Slot, ...]]) -> Dealt:
        ((seat, slots),) = hands.items()
        task = self._state.task
        if not isinstance(task, DrawFromBox):
            raise TypeError(task)
        due = lines.DrawnLine(task.age, task.turn, seat, ())
        line = self._script.due(lines.DrawnLine, due.title)
        if len(line.cards) != len(slots):
            detail = Sentence(
                "expected {all} leaders to be drawn, not {n}",
                n=len(line.cards),
                all=len(slots),
            )
            self._script.fault(Flaw.NO_SUCH_CARD, detail)
        with self._fitting():
            self._leaders.draw(seat, line.cards)
        for slot, card in zip(slots, line.cards, strict=True):
            self._note(slot, card)
        return Dealt(hands)

    def _use(
        self, seat: Seat, task: Turn | LastCard | Recruit, ahead: int
    ) -> lines.UseLine | None:
        """Return the line of a seat's play; None if the seat declined to play."""
        title = Sentence(
            "seat {seat}'s move in age {age}, turn {turn}",
            seat=seat,
            age=task.age,
            turn=task.turn,
        )
        line = self._script.look(ahead)
        if isinstance(task, LastCard) and line and line.title != title:
            return None
        return self._script.due(lines.UseLine, title, ahead)

    def _chosen(
        self, hand: tuple[Slot, ...], use: lines.UseLine, task: Using, ahead: int
    ) -> Chosen:
        slot = self._lying(hand, use.card)
        rest = tuple(other for other in hand if other != slot)
        self._name(slot, use.seat, use.card, ahead)
        play = MoveParts(
            use.use,
            "",
            use.half,
            use.paid,
            use.bury,
            str(use.pawn or ""),
            use.participate,
        )
        face = None
        if use.use in notation.SHOWING and use.card is not None:
            play = play._replace(name=use.card)
            face = self._faces[slot]
        if use.use == "build":
            play = play._replace(power=self._by_power(use, task, ahead))
        elif use.use == "sell" and slot in self._dealt:
            self._copies.discard(*self._dealt[slot], use.card)
        return Chosen(use.seat, notation.text(play), face, slot, rest)

    def _by_power(self, use: lines.UseLine, task: Using, ahead: int) -> bool:
        """
        Check why a building was free, and return whether a power was used up by it.

        The rules report this only when all have played. By then, a later line might
        already have been reported as the first wrong one.
        """
        quotes = task.quotes(self._state, use.seat)
        quote = quotes.building(self._rules.catalog.buildings_by_id[str(use.card)])
        if quote.power and (use.free, use.paid) == ("power", NOTHING):
            return True
        free = quote.free if use.paid == NOTHING else None
        if quote.refusal is None and use.free != free:
            detail = differ("free", use.free, free)
            self._script.fault(Flaw.DIFFERS, detail, ahead)
        return False

    def _enlisted(self, seat: Seat, hand: tuple[Slot, ...], task: Enlist) -> Chosen:
        due = lines.ExtraLine(task.age, task.turn, seat, None)
        line = self._script.due(lines.ExtraLine, due.title)
        if line.card is None:
            return Chosen(seat, "decline", None, hand[0], hand[1:])
        slot = self._lying(hand, line.card)
        rest = tuple(other for other in hand if other != slot)
        self._name(slot, seat, line.card)
        text = notation.text(MoveParts("recruit", line.card, paid=line.paid))
        return Chosen(seat, text, self._faces[slot], slot, rest)

    def _decisions(
        self, offers: Mapping[Seat, Offer], task: Decision
    ) -> Iterator[tuple[Answer, int]]:
        """
        Yield the losses that seats chose; seats without a choice have a line as well.
        """
        first = 0
        if isinstance(task, Fail):
            edifice = lines.EdificeLine(task.age, False)
            given = self._script.due(lines.EdificeLine, edifice.title)
            if given != edifice:
                self._script.fault(Flaw.DIFFERS, differ("built", True, False))
            first = 1
        for ahead, (seat, ways) in enumerate(
            sorted(task.ways(self._state).items()), first
        ):
            text = self._decided(seat, task, ahead)
            if text not in ways:
                debt = Sentence("the debt token")
                detail = Sentence(
                    "expected one of {ways}, not {way}",
                    ways=tuple(way or debt for way in ways),
                    way=text or debt,
                )
                self._script.fault(Flaw.ILLEGAL, detail, ahead, Refusal.NO_CHOICE)
            if seat in offers:
                yield Chosen(seat, text), ahead

    def _decided(self, seat: Seat, task: Decision, ahead: int) -> str:
        """Return a seat's loss in a line as a move; empty for a debt."""
        match task:
            case Victims(age, turn):
                token = lines.TokenLine(age, turn, seat, 0).title
                value = self._script.due(lines.TokenLine, token, ahead).value
                return notation.text(MoveParts("drop", str(value)))
            case Fail(age):
                title = lines.PenaltyLine(age, seat, 0).title
                lost = self._script.due(lines.PenaltyLine, title, ahead).lose
                if lost == lines.DEBT:
                    return ""
                what = "+".join(map(str, lost)) if isinstance(lost, tuple) else lost
                return notation.text(MoveParts("lose", str(what)))
        raise TypeError(task)

    def _pick(self, seat: Seat, pile: tuple[Slot, ...], age: int, turn: int) -> Looked:
        title = lines.PickLine(age, turn, seat, None, "").title
        line = self._script.due(lines.PickLine, title)
        if line.card is None:
            return Looked("decline", None, pile)
        with self._fitting():
            self._copies.pick(line.card)
        face = self._card(line.card)
        return Looked(f"pick {line.card}", face, pile[1:], pile[0])

    def _name(self, slot: Slot, seat: Seat, card: str | None, ahead: int = 0) -> None:
        """Note which card of a hand was used."""
        with self._fitting(ahead):
            if slot in self._dealt:
                self._copies.use(*self._dealt[slot], card)
            else:
                self._leaders.use(seat, card)
        self._note(slot, card)

    def _lying(self, hand: tuple[Slot, ...], card: str | None) -> Slot:
        """
        Return the slot of a hand that contains a card; any slot if that isn't known.

        The rules don't depend on the slot, but code that follows the hand does.
        """
        if card is None:
            # It is one of these cards, so nobody knows which ones remain.
            for slot in hand:
                self._faces.pop(slot, None)
            return hand[0]
        for slot in hand:
            if self._is(slot, card):
                return slot
        return next((slot for slot in hand if slot not in self._faces), hand[0])

    def _swap(self, one: Slot, other: Slot) -> None:
        faces = {one: self._faces.get(other), other: self._faces.get(one)}
        for slot, face in faces.items():
            self._faces.pop(slot, None)
            if face is not None:
                self._faces[slot] = face

    def _is(self, slot: Slot, card: str) -> bool:
        face = self._faces.get(slot)
        return face is not None and self._rules.catalog.cards[face].id == card

    def _note(self, slot: Slot, card: str | None) -> None:
        """Note the card in a slot: a copy that isn't known to be in another slot."""
        if card is None:
            self._faces.pop(slot, None)
        elif not self._is(slot, card):
            cards, known = self._rules.catalog, {*self._faces.values()}
            copies = cards.numbers(cards.by_id[card])
            free = (number for number in copies if number not in known)
            self._faces[slot] = next(free, copies[0])

    def _card(self, name: str) -> Card:
        """Return a physical card; the rules don't depend on which copy it is."""
        cards = self._rules.catalog
        return cards.numbers(cards.by_id[name])[0]

    @contextmanager
    def _fitting(self, ahead: int = 0) -> Iterator[None]:
        """Report a card that can't be where a line places it as a `RecordFault`."""
        try:
            yield
        except Impossible as problem:
            self._script.fault(Flaw.NO_SUCH_CARD, sentence_of(problem), ahead)

    # Results, compared with the record.

    def _tell(self, answer: Answer, ahead: int) -> lines.Line | None:
        """Pass an answer to the rules; return the last line that resulted."""
        try:
            state = self._state.tell(answer)
        except IllegalMove as illegal:
            state = self._tolerate(answer, illegal, ahead)
        return self._compare(state)

    def _go_on(self, state: State) -> lines.Line | None:
        """Continue from another state; return the last line that resulted."""
        return self._compare(settle(state))

    def _compare(self, state: State) -> lines.Line | None:
        """Compare a state's news with the record; return the last line compared."""
        self._state = state
        line = None
        for event in self._state.news:
            event = self._hear(event)
            told = record.line(event, self._names, self._faces.get, self._rules)
            if told is not None:
                line = told
                self._script.expect(line)
        self._follow(self._state, self._script.names(self._names), self._faces.get)
        return line

    def _tolerate(self, answer: Answer, illegal: IllegalMove, ahead: int) -> State:
        """Accept a payment that isn't optimal, if the check is lenient."""
        if illegal.refusal is not Refusal.NOT_CHEAPEST or not self._lenient:
            self._script.fault(Flaw.ILLEGAL, illegal.detail, ahead, illegal.refusal)
        line = self._script.number(ahead)
        self._tolerated.append(Tolerated(line, illegal.detail))
        lenient = evolve(self._rules, lenient=True)
        state = evolve(self._state, rules=lenient).tell(answer)
        return evolve(state, rules=self._rules)

    def _hear(self, event: Event) -> Event:
        """
        Complete an event with facts that the record contains only after it.

        Returns:
            The event, or an equally correct one.
        """
        match event:
            case GuildCopied(seat, guild):
                return self._copied(seat, guild)
            case Drafted(nth, seat, slot):
                due = lines.DraftLine(nth, seat, None)
                draft = self._script.due(lines.DraftLine, due.title)
                with self._fitting():
                    self._leaders.keep(self._selection[slot], seat, draft.card)
                if hand := self._drafting.pop(slot, ()):
                    # The record shows that another slot of this hand held the kept
                    # card.
                    self._swap(slot, self._lying(hand, draft.card))
                self._note(slot, draft.card)
            case LeftOver(age, turn, seat, slot):
                title = lines.DiscardLine(age, turn, seat, None).title
                left = self._script.due(lines.DiscardLine, title)
                self._name(slot, seat, left.card)
                self._copies.discard(*self._dealt[slot], left.card)
            case Penalised(card=card) if card:
                self._copies.lose(card)
        return event

    def _copied(self, seat: Seat, guild: str) -> GuildCopied:
        """Use the guild that the record names, if it is worth as much (W8.3)."""
        due = lines.CopyLine(seat, guild).title
        card = self._script.due(lines.CopyLine, due).card
        around = self._state.around(seat)
        beside = (*around.left.buildings, *around.right.buildings)
        named = [building for building in beside if building.id == card]
        alike = best_guild(around, named).points == copied(around).points
        return GuildCopied(seat, card if named and alike else guild)
