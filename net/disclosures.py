"""
Disclosures: face-down cards that seats open after the end of a game.

docs/PROTOCOL.md (Opening cards when the game is over) fixes the bytes and the rules.

Theory of operation
-------------------

During a game, only a seat itself knows which cards it sold or buried, and after the
game it doesn't have to tell. A seat that wants to tell signs an envelope in a lane of
its own, ``after/s``, where s is the seat. The phases of this lane are counted from 0,
and its envelopes build on the last digest of the log. An envelope opens cards one by
one. Each has the same proof as a card that is opened during the game, bound to the
place of the card.

- A seat may open only cards that it alone can read and that lie face down after the
  game: cards that it used face down or kept, those that it left of a pile, and those
  that it peeked at. The log determines where cards lie, even for a relay without
  proofs. So a disclosure is refused if it names another seat's card, a card that
  everybody sees, or a card that this seat has named before. It is also refused if it
  doesn't have the right form.
- Only a reader who checks proofs can tell whether a proof is right. A wrong proof opens
  nothing, and convicts its signer of a false claim; the entry stays in the log. The game
  is over, so nothing else follows from it: no result depends on a disclosure, and
  nobody can spoil a log with one.
- The place of a card identifies it: the phase in which it came there, the seat that
  laid it there or was dealt it, and its number among that seat's cards. A slot encodes
  these (`sealed_wonders.net.plan.new_slots`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Collection as Some
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.cards import ValidBody
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import (
    NOBODY,
    PHASE_CAP,
    Body,
    Entry,
    Value,
    is_number,
)
from sealed_wonders.net.log.lanes import DISCLOSURES, rules_of
from sealed_wonders.net.log.phases import Collection, Reason, WireRefused, unexpected
from sealed_wonders.net.log.sidelane import OfferedEntry, SideLane
from sealed_wonders.net.plan import Laid, laid_at, slot_laid

MAX_DISCLOSURES_PER_SEAT = 16
"""Disclosures that one seat may sign, since everybody stores them."""

MAX_CARDS_PER_DISCLOSURE = 128
"""Cards that one disclosure may open, which is more than a seat ever has."""

OwnSlots = Callable[[Seat], Some[Slot]]
"""Return the slots of the face-down cards that only this seat can read."""


class OpenedCard(NamedTuple):
    slot: Slot
    card: Card
    proof: bytes | None
    """Proof of the card; None in a suite that hides nothing."""

    @property
    def body(self) -> Body:
        """The opening as part of a body."""
        return (*laid_at(self.slot), self.card, self.proof)


@dataclass(frozen=True, slots=True)
class ValidDisclosure(ValidBody):
    """The finding on a disclosure that is right."""

    cards: Mapping[Slot, Card]


class DisclosedCard(NamedTuple):
    """A card that was opened after the end."""

    seat: Seat
    """The seat that could read the card and opened it."""
    card: Card


def read(body: Body) -> tuple[OpenedCard, ...]:
    """
    Parse the openings in a body, without checking their proofs.

    Raises:
        RemoteProtocolError: the body has another form, or names a card twice.
    """
    openings = tuple(map(_read_opening, body))
    slots = {opening.slot for opening in openings}
    if not 0 < len(openings) == len(slots) <= MAX_CARDS_PER_DISCLOSURE:
        raise RemoteProtocolError(_no_cards(body))
    return openings


def _read_opening(part: Value) -> OpenedCard:
    match part:
        case (
            int(phase),
            int(seat),
            int(nth),
            int(card),
            (None | bytes()) as proof,
        ) if all(
            is_number(number, cap)
            for number, cap in (
                (phase, PHASE_CAP),
                (seat, NOBODY + 1),
                (nth, 1 << 16),
                (card, 1 << 16),
            )
        ):
            return OpenedCard(slot_laid(Laid(phase, seat, nth)), card, proof)
    raise RemoteProtocolError(_no_cards(part))


def _no_cards(what: Value) -> Sentence:
    return Sentence("not a valid list of cards to disclose: {body}", body=shown(what))


class Disclosures(SideLane):
    """All disclosures of one game."""

    rules = rules_of(DISCLOSURES)

    def __init__(self, gid: bytes, own: OwnSlots) -> None:
        super().__init__(gid)
        self._own = own

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over disclosures as in a file: by seat, then in order of arrival."""
        for place in sorted(self._places):
            yield from self._places[place].entries

    def of(self, seat: Seat) -> Sequence[Entry]:
        """Return a seat's disclosures, in order of arrival."""
        return [entry for entry in self if entry.envelope.seat == seat]

    def _expect(self, offer: OfferedEntry) -> Collection:
        seat, log = offer.place.owner, offer.log
        keys = {seat: log.holder(seat)}
        return self._slots(offer.envelope, "AFTER", (seat,), log.digest, keys)

    def _check(self, offer: OfferedEntry) -> None:
        seat, number = offer.place
        before = self.of(seat)
        if number != len(before) or number >= MAX_DISCLOSURES_PER_SEAT:
            raise unexpected(Reason.WRONG_PHASE, number, len(before))
        self._check_names(seat, offer.envelope.body, before)

    def _check_names(self, seat: Seat, body: Body, before: Sequence[Entry]) -> None:
        """
        Check that the seat may open the named cards and hasn't named them before.

        Raises:
            WireRefused: it may not, or has.
        """
        try:
            named = {opening.slot for opening in read(body)}
        except RemoteProtocolError as error:
            raise WireRefused(Reason.BAD_DISCLOSURE, sentence_of(error)) from None
        known = {it.slot for entry in before for it in read(entry.envelope.body)}
        free = set(self._own(seat)) - known
        if not named <= free:
            raise WireRefused(
                Reason.BAD_DISCLOSURE,
                "seat {seat} can't disclose the cards in these slots: {slots}",
                seat=seat,
                slots=shown(tuple(map(tuple, map(laid_at, sorted(named - free))))),
            )
