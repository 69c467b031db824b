"""
The box of the memory aid: what our seat has seen of each hand on its way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    clip,
    measure,
    paragraph,
    piece,
    row,
)
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.panels import in_two
from sealed_wonders.client.terminal.wonders.screens.city import GAP, card_row
from sealed_wonders.client.view.wonders.handtracker import (
    HandTracker,
    PassingHand,
    may_remember,
    tracker_of,
)
from sealed_wonders.client.view.wonders.sight import Sight, sight_of
from sealed_wonders.client.view.wonders.taken import TakenCard
from sealed_wonders.client.words import lodging
from sealed_wonders.client.words.wonders import describe, hands, phrases
from sealed_wonders.core.game import Card
from sealed_wonders.net.words import _, language, n_

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack


class HandsBox(Box):
    def __init__(self, stack: Stack) -> None:
        super().__init__(stack)
        self._sight: Sight | None = None
        """The sight for which the rows were drawn."""
        self._made: tuple[object, ...] = ()
        """The width, symbols and language with which they were drawn."""
        self._rows: Rows = ()

    @property
    def title(self) -> str:
        return _("Hands you have seen")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "This is what you could remember yourself: the cards in each hand "
                "that you have held, except those that have been built since."
            ),
            _(
                "Cards with a question mark may have been sold or put under a "
                "wonder. Once the hand comes back, you will know which ones were."
            ),
        )

    def rows(self, width: int, height: int) -> Rows:
        """Draw each hand, then what others took face down."""
        known = self.stack.known
        seen, sight = tracker_of(known), sight_of(known)
        if not may_remember(known):
            return paragraph(phrases.no_memory(), width)
        if seen is None or sight is None:
            return paragraph(phrases.nothing_kept(), width)
        how = width, self.stack.symbols.name, language()
        if sight is not self._sight or how != self._made:
            self._sight, self._made = sight, how
            self._rows = self._write(seen, sight, width)
        return self._rows

    def _write(self, seen: HandTracker, sight: Sight, width: int) -> Rows:
        going = seen.hands(sight.state)
        rows = [*self._coming(seen, sight, going, width)]
        rows += self._unseen(seen, sight, width)
        guesses = hands.face_down(seen, going)
        if guesses:
            rows.append((piece(phrases.face_down(), "title"),))
            for taken in guesses:
                rows += self._taken(sight, taken, width)
        selections = self._selections(seen, sight, width)
        if guesses and selections:
            rows.append(())
        rows += selections
        return [clip(one, width, self.stack.symbols.more) for one in rows]

    def _coming(
        self, seen: HandTracker, sight: Sight, going: Sequence[PassingHand], width: int
    ) -> Iterator[Row]:
        """Yield each hand except ours, after what applies to all hands."""
        if not going:
            here = phrases.no_hands() if seen.is_dealt else phrases.no_hands_yet()
            yield from (*paragraph(here, width), ())
        missed = hands.forgotten(sight, seen, going)
        if missed:
            yield from (*paragraph(missed, width, "warning"), ())
        for one in going:
            if one.holder != sight.ours:
                yield from (*self._hand(sight, one, width), ())

    def _unseen(self, seen: HandTracker, sight: Sight, width: int) -> Iterator[Row]:
        """Yield the cards that may be in hands we never saw."""
        unseen = seen.unseen()
        if unseen:
            of_guilds = hands.has_guilds(sight, unseen)
            said = phrases.unseen(of_guilds, looks_on=sight.ours is None)
            yield from paragraph(said, width, "title")
            listed = ", ".join(hands.names(sight, unseen))
            yield from (row("  ", it) for it in paragraph(listed, width - 2, "dim"))
            yield ()

    def _selections(self, seen: HandTracker, sight: Sight, width: int) -> Rows:
        rows: list[Row] = []
        for at, said in enumerate(hands.selections(seen, sight)):
            style = "dim" if at else "title"
            lines = paragraph(said.strip(), width - 2, style, indent=2)
            rows += [row("  " if at else "", one) for one in lines]
        return rows

    def _hand(self, sight: Sight, one: PassingHand, width: int) -> Rows:
        rows: list[Row] = [
            *paragraph(
                hands.heading(sight, one, lodging.lodgings(self.stack.known)),
                width,
                "title",
            )
        ]
        rows += self._cards(sight, one.sure, "", width)
        if one.perhaps:
            left = one.size - len(one.sure)
            rows.append(
                row(
                    f"  {n_('And one of these:', 'And {n} of these:', left).format(n=left)}",
                    style="dim",
                )
            )
            rows += self._cards(sight, one.perhaps, "?", width)
        for taken in one.taken:
            said = phrases.on_turn(taken.turn, hands.took(sight, taken))
            rows += [row("  ", part) for part in paragraph(said, width - 2, "dim")]
        return rows

    def _cards(
        self, sight: Sight, cards: Iterable[Card], mark: str, width: int
    ) -> Rows:
        """Draw cards, in two columns if they fit."""
        buildings = hands.buildings(sight, cards)
        if not buildings:
            return ()
        widest = max(measure(describe.name(card)) for card in buildings) + 4
        drawn = [
            row(piece(mark or " ", "dim"), card_row(card, widest, self.stack))
            for card in buildings
        ]
        return in_two(drawn, width, fewest=2, gap=GAP)

    def _taken(self, sight: Sight, taken: TakenCard, width: int) -> Rows:
        said = phrases.in_age(taken.age, taken.turn, hands.took(sight, taken))
        style = "" if taken.is_sure else "dim"
        return [row("  ", part) for part in paragraph(said, width - 2, style, indent=2)]
