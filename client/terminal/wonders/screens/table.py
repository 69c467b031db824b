"""
The screen of the table during a game: our hand with prices, and everybody's cities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.questions.wonders.items import CardItem
from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    clip,
    fill,
    over,
    piece,
    row,
    ruled,
    text_of,
)
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.tablewords import absences
from sealed_wonders.client.terminal.screens import looking
from sealed_wonders.client.terminal.screens import table as tables
from sealed_wonders.client.terminal.screens.panels import Panel, first_visible, stacked
from sealed_wonders.client.terminal.wonders.screens import (
    below,
    cities,
    fan,
    hand,
    spread,
    ways,
)
from sealed_wonders.client.terminal.wonders.screens.cities import CityRing
from sealed_wonders.client.terminal.wonders.screens.hand import (
    USES,
    Hand,
    HandList,
    Marks,
)
from sealed_wonders.client.terminal.wonders.screens.header import moment
from sealed_wonders.client.terminal.wonders.screens.reveal import RevealBanner
from sealed_wonders.client.view.menu import MenuMove
from sealed_wonders.client.view.wonders.sight import sight_of, view_of
from sealed_wonders.client.words import text
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.leaders.tasks import Enlist, Victims
from sealed_wonders.core.wonders.model import Building, Leader
from sealed_wonders.core.wonders.play import FromDiscard, LastCard
from sealed_wonders.core.wonders.view import View
from sealed_wonders.net.words import _, n_, p_

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

WIDE, HIGH = 118, 34
"""The size from which on cards have frames and cities are drawn whole."""

HAND_ROWS = 7
"""Rows of the list of a hand; a longer list scrolls, and is never drawn as cards."""

REVEALED = 76, 92
"""Columns of the box that reveals a turn, on a small and on a large table."""

VERBS = (*USES, "nothing")
"""Actions that answer a question: the uses of a card, and using none."""

_MOVING = {"left": -1, "up": -1, "right": 1, "down": 1}

_OF_HAND = {*VERBS, *_MOVING, "enter", "back", "first", "last", "digit", "card"}
"""Actions that concern the hand."""


class GameTable(tables.TableScreen):
    """
    The screen, large or small by the room that there is.

    `_kept` returns the last drawing as long as its arguments are the same, so they must
    contain everything that the drawing depends on.
    """

    start = 0
    wide, high = WIDE, HIGH
    closes = ("enter", "back", *VERBS)

    def __init__(self, stack: Stack) -> None:
        self._reveal = RevealBanner(noted=len(stack.known.past))
        self._shows_cities = False
        """Whether cities are shown in the place of the hand."""
        super().__init__(stack, self._reveal)

    # Keys, help and actions.

    @property
    def keys(self) -> Sequence[str]:
        """Actions whose keys the help lists; `nothing` is left out, as few questions allow it."""
        if self._looks_on or not self._laying.is_open or not self._all:
            return ()
        loses = self._hand.only in ("lose", "drop", "keep")
        return (*_MOVING, *(self.verbs if loses else USES))

    @property
    def help(self) -> Sequence[str]:
        known = self._stack.known
        return (
            *(looking.help(known) if self._looks_on else self._help_choosing()),
            _("Resources in parentheses can't be bought by neighbours."),
            text_of([faces.joined(faces.combined(self._stack.symbols), piece("  "))]),
        )

    def _help_choosing(self) -> Iterator[str]:
        """Yield how to choose, with and without expansions."""
        yield _("Choose a card with the arrows, or by its number.")
        yield _("Then lay it down: build it, put it under your wonder, or sell it.")
        yield _(
            "Enter seals the card that you have laid down. Nobody sees it until all "
            "have chosen."
        )
        yield _(
            "A tick marks what you can build now, with its cost and whom you would pay."
        )
        yield _(
            "The left arrow stands for your left neighbour, the right arrow for "
            "your right one."
        )
        if "leaders" in self._with:
            yield _(
                "To recruit a leader, press the key that builds a card. You can also "
                "put a leader under your wonder, or sell it."
            )
        if "edifice" in self._with:
            yield _(
                "When you build a stage, you may also help build the edifice of the "
                "age; the list of ways to build includes this."
            )

    @property
    def _with(self) -> tuple[str, ...]:
        sight = self._stack.known.sight
        return () if sight is None else sight.state.rules.expansions

    @property
    def actions(self) -> Sequence[str]:
        if self.is_news:
            return ("enter",)
        swap = ("swap",) if self._around() is not None else ()
        if self._looks_on:
            return (*looking.SEATS, *swap)
        if self._shows_cities:
            return swap
        # The row below the hand offers its uses, with their prices.
        rest = (verb for verb in self.verbs if verb not in USES)
        return (*self._laying.actions, *rest, *swap)

    @property
    def verbs(self) -> tuple[str, ...]:
        """Return the possible uses of the card at the cursor."""
        if not self._laying.is_open:
            return ()
        verbs = [verb for verb in USES if self._uses(verb)]
        if any(one.ways("nothing") for one in self._hand.answers):
            verbs.append("nothing")
        return tuple(verbs)

    @property
    def called(self) -> Mapping[str, str]:
        if self.is_news:
            return self.closing
        swap = {}
        if self._shows_cities:
            swap["swap"] = _("table") if self._looks_on else _("hand")
        if self._looks_on:
            return {**looking.called(), **swap}
        moves, chosen = dict.fromkeys(_MOVING, _("another card")), self.at_cursor
        build = {"build": below.verb(self._hand, chosen)} if chosen else {}
        view = view_of(self._stack.known)
        extra = view is not None and view.step == LastCard.name
        decline = {"nothing": p_("the extra card", "discard")} if extra else {}
        return {**moves, **self._laying.called(), **build, **decline, **swap}

    # The cards.

    @property
    def _hand(self) -> Hand:
        """The hand of an open or sealed choice; otherwise the cards we hold."""
        known = self._stack.known
        menu = known.menu
        if menu is not None and (known.asked or known.sealed):
            return self._kept.get("asked", (menu,), lambda: hand.asked(menu))
        view = view_of(known)
        if view is None:
            return Hand(())
        return self._kept.get("seen", (view,), lambda: hand.seen(view))

    @property
    def _all(self) -> tuple[CardItem, ...]:
        return (*self._hand.cards, *self._hand.answers)

    @property
    def at_cursor(self) -> CardItem | None:
        """The card or answer at the cursor; None if there is none."""
        some = self._all
        return some[min(self._at, len(some) - 1)] if some else None

    @property
    def building(self) -> Building | Leader | None:
        """The card at the cursor, for the box about it; None if none is in sight."""
        if self._shows_cities or self.at_cursor is None:
            return None
        return self.at_cursor.face

    @property
    def faces(self) -> tuple[Building | Leader, ...]:
        """The cards, as they lie before us."""
        return tuple(one.face for one in self._hand.cards if one.face is not None)

    def numbered(self, number: int) -> Building | Leader | None:
        """Return the card with a number, or at that place if they have none."""
        for place, one in enumerate(self._hand.cards, start=1):
            if number == (one.number or place):
                return one.face
        return None

    def point_at(self, card: Building | Leader) -> None:
        """Move the cursor to a card, if it is there."""
        for index, one in enumerate(self._all):
            if one.face is card:
                self._at = index

    @property
    def laid(self) -> MenuMove | None:
        """The use that is laid down; None if there is none."""
        return self._laying.laid

    def _uses(self, verb: str) -> tuple[MenuMove, ...]:
        return self.at_cursor.ways(verb) if self.at_cursor else ()

    def _marks(self) -> Marks:
        known = self._stack.known
        of = (known.menu, known.asked, known.sealed, self._at, self._laying.laid)
        return self._kept.get("marks", of, self._marked)

    def _marked(self) -> Marks:
        known, some = self._stack.known, self._all
        if not known.asked and not known.sealed:
            return Marks()
        uses = [(index, use) for index, one in enumerate(some) for use in one.uses]
        if known.asked:
            laid = [index for index, use in uses if use == self._laying.laid]
            at = min(self._at, len(some) - 1)
            return Marks(at, *laid[:1])
        said = [index for index, use in uses if use.move == known.answer]
        return Marks(-1, -1, *said[:1])

    # Drawing.

    def table(self, room: Room) -> Rows:
        around = self._around()
        if around is None:
            return ()
        if self._shows_cities:
            return self._cities(around, room)
        large = self._is_large(room)
        return self._large(around, room) if large else self._small(around, room)

    def _is_large(self, room: Room) -> bool:
        return super()._is_large(room) and len(self._all) <= HAND_ROWS

    def news_box(self, room: Room) -> Rows:
        """Draw the turn that is revealed."""
        known, around = self._stack.known, self._around()
        sight = sight_of(known)
        if sight is None or around is None:
            return ()
        width = REVEALED[self._is_large(room)]
        return self._reveal.box(around, known.past, min(room.width, width), sight.face)

    def note_news(self, lasts: float) -> None:
        """Note the events so far, and reveal a turn that was just played."""
        stack, known = self._stack, self._stack.known
        waits = not (self._looks_on or known.handing.autopilot)
        self._reveal.note(
            known.past, stack.seconds(), lasts, known.overdue, waits=waits
        )

    def _around(self) -> CityRing | None:
        return cities.ring(self._stack.known, self._stack.symbols)

    def _small(self, around: CityRing, room: Room) -> Rows:
        """Draw the table in as little as 80 columns and 22 rows, one row per card."""
        width = room.width
        known, stage = self._stack.known, self._hand.stage

        def players(height: int) -> Rows:
            return spread.narrow(around, stage, known.turn, width, height)

        return stacked(
            (
                self._state(around, width),
                (self._heads(around, width),),
                self._listed(around, width),
                self._below(width),
                self._players(around, room, players),
            ),
            room.height,
        )

    def _large(self, around: CityRing, room: Room) -> Rows:
        """Draw the table with framed cards and whole cities."""
        width = room.width
        known, stage = self._stack.known, self._hand.stage
        turn, narration = known.turn, known.narration

        def players(height: int) -> Rows:
            return spread.broad(around, stage, turn, narration, width, height)

        return stacked(
            (
                self._state(around, width, discarded=True),
                self._faces(around, room),
                self._below(width),
                self._players(around, room, players, told=narration.total),
            ),
            room.height,
        )

    def _cities(self, around: CityRing, room: Room) -> Rows:
        """Draw cities in the place of the hand."""
        stage, width = self._hand.stage, room.width
        state = self._state(around, width, discarded=self._is_large(room))
        height = room.height - len(state)
        rows = self._kept.get(
            "cities",
            (*self._all_around(around), width, height, room.symbols),
            lambda: spread.cities_only(around, stage, width, height),
        )
        return (*state, *rows)

    def _all_around(self, around: CityRing) -> tuple[object, ...]:
        """Return everything that drawings of the cities depend on, besides the room."""
        people = self._stack.known.people
        table = around.view, around.wait, around.here, around.bots
        return (*table, people, self._hand.stage)

    def _state(self, around: CityRing, width: int, *, discarded: bool = False) -> Rows:
        """
        Draw two rows: the state of the game, and our standing.

        Args:
            discarded: whether to count the discard pile here, as there is no list.
        """
        pile = around.view.discard if discarded else 0
        return self._top(moment(around), width), cities.status(around, width, pile)

    def _players(
        self,
        around: CityRing,
        room: Room,
        draw: Callable[[int], Rows],
        *,
        told: int = 0,
    ) -> Panel:
        """
        Return everything around our hand; the ways to carry out a choice lie on it.

        Args:
            draw: draws it in this many rows.
            told: how many lines of the narration are known, if it shows them.
        """
        width, of = room.width, (*self._all_around(around), told)

        def drawn(height: int) -> Rows:
            key = (*of, width, height, room.symbols)
            rows = self._kept.get("players", key, lambda: draw(height))
            card = self._laid_card
            if card is None or len(self._laying.ways) < 2:
                return rows
            box = ways.listed(around, card, self._laying, width - 4, height)
            return over(rows, box, 2, 0)

        return Panel(drawn)

    def _faces(self, around: CityRing, room: Room) -> Rows:
        marks, cards, payees = self._marks(), self._hand, around.payees
        symbols, width = around.symbols, room.width
        high = fan.height(width, room.height)
        if not self._all:
            return fill([(), *self._looking_on(width)], width, high)
        return self._kept.get(
            "hand",
            (cards, marks, payees, width, high, symbols, "faces"),
            lambda: fill(
                fan.laid_out(cards, marks, payees, width, symbols, high), width, high
            ),
        )

    def _heads(self, around: CityRing, width: int) -> Row:
        """Draw the headings of the list; a spectator has no hand."""
        if self._looks_on and not self._all:
            title = row(_("watching"), style="frame")
            return ruled(title, width, around.symbols)
        discarded = around.view.discard
        said = cities.discard_count(discarded) if discarded else ""
        widths = self._as_list(around, width).widths
        return hand.heads(self._hand, widths, width, around.symbols, said)

    def _as_list(self, around: CityRing, width: int) -> HandList:
        now = tuple(below.from_neighbours(around, it.face) for it in self._hand.cards)
        of = self._hand, around.payees, width, around.symbols, now
        return self._kept.get("list", of, lambda: hand.as_list(*of))

    def _listed(self, around: CityRing, width: int) -> Rows:
        """Draw the hand as a list; if it is too long, the part around the cursor."""
        marks, cards, symbols = self._marks(), self._hand, around.symbols
        # The next hand may be on its way: the rest must not move up and down again.
        dealt = around.view.hands[around.view.seat] if around.view.hands else 0
        if not self._all:
            some = self._looking_on(width)
            coming = 0 if self._stack.known.ending is not None else HAND_ROWS
            return fill(some, width, max(len(some), dealt or coming))
        high = min(HAND_ROWS, len(self._all))
        rows = self._kept.get(
            "hand",
            (cards, marks, around.payees, width, symbols, "list"),
            lambda: hand.listed(
                cards, self._as_list(around, width), marks, width, symbols
            ),
        )
        first = first_visible(marks.cursor, high, len(rows))
        return fill(rows[first : first + high], width, high)

    def _looking_on(self, width: int) -> Rows:
        """Draw why there is nothing to choose from, and what a spectator can do."""
        rows = (self._nothing(), *looking.rows(self._stack.known, width - 4))
        return tuple((faces.GAP, *one) for one in rows)

    def _nothing(self) -> Row:
        """Draw why there is nothing to choose from."""
        known = self._stack.known
        view = view_of(known)
        if view is None or not view.age or known.ending is not None:
            return ()
        return row(piece(self._awaited(view), "dim"))

    def _awaited(self, view: View) -> str:
        """Return what the table is waiting for."""
        known = self._stack.known
        if known.out:
            return (
                absences.put_out() if known.ours is not None else looking.behind(known)
            )
        names = known.names
        who = text.listing([names[seat] for seat in view.waiting_for])
        said = _("The next cards are on their way.")
        if who and view.step == FromDiscard.name:
            said = _("{name} looks through the discard pile.")
        elif who and view.step == Enlist.name:
            said = _("{name} may recruit one more leader.")
        elif who and view.step in (Victims.name, Fail.name):
            said = n_(
                "{name} chooses what to lose.",
                "{name} choose what to lose.",
                len(view.waiting_for),
            )
        return said.format(name=who)

    def _below(self, width: int) -> Rows:
        """Draw the card at the cursor in words, and what is laid down or sealed."""
        known = self._stack.known
        if known.sealed and not known.asked:
            # In full, as the payments come last.
            said = self._laying.rows(width - 1, 2)
            both: Rows = said if len(said) > 1 else ((), *said)
        else:
            both = self._at_cursor(width - 1)
        more = self._stack.symbols.more
        return tuple(clip((faces.GAP, *one), width, more) for one in both)

    def _at_cursor(self, width: int) -> Rows:
        """
        Draw in two rows what is laid down, or else the uses of the card at the cursor.

        A stage whose effect takes many words may need a third one.
        """
        stack, around = self._stack, self._around()
        card, laid, chosen = self._laid_card, self._laying.laid, self.at_cursor
        waits = self._laying.row(width)
        if around is not None and card is not None and laid is not None:
            first = ways.laid_down(around, card, laid, width)
            several = len(self._laying.ways) > 1
            meaning = ways.stage_brings(around, laid)
            return first, *below.sealing(stack, meaning, width, several=several)
        if chosen is None:
            return (), waits
        if not stack.known.asked:
            return self._nothing(), waits
        if around is None:
            return (), waits
        if self._laying.is_open:
            waits = below.offers(stack, around, self._hand, chosen, width)
        return below.two_rows(self._hand, chosen, around, waits, width)

    @property
    def _laid_card(self) -> CardItem | None:
        at = self._marks().laid
        return self._all[at] if at >= 0 else None

    # Actions.

    def do(self, action: str) -> bool:
        verb, _space, number = action.partition(" ")
        late = self._reveal.has_just_closed(self._stack.seconds())
        if late:
            self._reveal.close()
        if late and verb == "enter" and self._laying.laid is None:
            return True  # meant for the box, which has just closed by itself
        if action == "swap" and self._around() is not None:
            self._shows_cities = not self._shows_cities
            return True
        if self._shows_cities and verb in _OF_HAND:
            # Nothing must happen to cards that aren't in sight.
            self._shows_cities = False
            return True
        if verb in VERBS and self._is_laid(verb):
            self._laying.seal()
            return True
        one_way = len(self._laying.ways) == 1
        if not (one_way and verb == "digit") and self._laying.act(action):
            return True
        return self._go(verb, number) or self._use(verb)

    def _go(self, verb: str, number: str) -> bool:
        """Move the cursor if the action does that; return whether it does."""
        match verb:
            case "left" | "right" | "up" | "down":
                self._move(_MOVING[verb])
            case "first" | "last":
                self._at = 0 if verb == "first" else max(0, len(self._all) - 1)
            case "digit" | "card" if number.isdecimal():
                self._take(int(number))
            case _:
                return False
        return True

    def _use(self, verb: str) -> bool:
        """
        Lay the card at the cursor down if the action does that; return whether it does.
        """
        if verb in VERBS:
            self._lay(verb)
        elif verb == "enter":
            self._enter()
        else:
            return False
        return True

    def _enter(self) -> None:
        """Lay the card down if it has only one use; otherwise say what can be done."""
        if not self._laying.is_open:
            self._laying.say_closed()
        elif self._hand.only:
            self._lay("build")
        else:
            self._stack.say(self._hint())

    def _is_laid(self, verb: str) -> bool:
        """Return whether this very use is laid down, so that repeating it seals it."""
        laid = self._laying.laid
        some = self._answers(verb) if verb == "nothing" else self._uses(verb)
        return laid is not None and laid in some

    def _answers(self, verb: str) -> tuple[MenuMove, ...]:
        return tuple(use for one in self._hand.answers for use in one.ways(verb))

    def _move(self, step: int) -> None:
        if self._all:
            self._at = (min(self._at, len(self._all) - 1) + step) % len(self._all)

    def _take(self, number: int) -> None:
        if not self._laying.is_open:
            self._laying.say_closed()
            return
        for index, one in enumerate(self._all):
            if one.number == number:
                self._at = index
                return
        self._stack.say(_("There is no card {number}.").format(number=number))

    def _lay(self, verb: str) -> None:
        if not self._laying.is_open:
            self._laying.say_closed()
            return
        uses = self._answers(verb) if verb == "nothing" else self._uses(verb)
        if uses:
            self._laying.lay(uses)
        else:
            self._stack.say(self._refused(verb))

    def _refused(self, verb: str) -> str:
        chosen = self.at_cursor
        if verb == "nothing" or chosen is None:
            return _("You have to choose a card.")
        return below.refused(verb, chosen, self._hand)

    def _hint(self) -> str:
        keys = [self._stack.key(verb) for verb in USES]
        said = _(
            "Lay the card down first: {build} builds, {stage} puts it under your wonder, {sell} sells."
        )
        if isinstance(self.at_cursor and self.at_cursor.face, Leader):
            said = _("Lay the leader down first: {build} recruits the leader.")
        return said.format(build=keys[0], stage=keys[1], sell=keys[2])
