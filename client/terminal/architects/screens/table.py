"""
The table screen during a game of Architects: piles, tokens, cities, last turns.

An option is chosen with arrows, by its number or by a click, and sealed with Enter.
Options at the piles in reach are chosen there; all others are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import Room, Row, Rows, piece, row, text_of
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.terminal.architects.screens import layout, options
from sealed_wonders.client.terminal.architects.screens.around import SeenTable, around
from sealed_wonders.client.terminal.architects.screens.battle import BattleBanner
from sealed_wonders.client.terminal.architects.screens.header import moment
from sealed_wonders.client.terminal.architects.screens.layout import Drawing
from sealed_wonders.client.terminal.architects.screens.marks import Marks
from sealed_wonders.client.terminal.architects.screens.options import MoveOption
from sealed_wonders.client.terminal.screens import looking
from sealed_wonders.client.terminal.screens import table as tables
from sealed_wonders.client.terminal.screens.panels import roomiest
from sealed_wonders.client.terminal.screens.talk import talk
from sealed_wonders.client.view.architects import lastturns
from sealed_wonders.client.view.architects.sight import Sight, sight_of
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import cards, describe
from sealed_wonders.core.architects.catalog import Kind, Token, catalog
from sealed_wonders.core.architects.notation import END, TOP
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

WIDE, HIGH = 118, 32
"""Minimum columns and rows for the large layout."""

VERBS: Mapping[str, str] = {"stage": "build", "build": "build", "nothing": END}
"""Actions that choose the first option with a verb."""

SENT = ("pile", "token")
"""Actions of clicks on what may be an option."""

_MOVING = {"left": -1, "up": -1, "right": 1, "down": 1}


class GameTable(tables.TableScreen):
    """The table during a game."""

    start = -1  # nothing is chosen at first
    wide, high = WIDE, HIGH
    closes = ("enter", "back")

    def __init__(self, stack: Stack) -> None:
        self._battle = BattleBanner(noted=len(stack.known.past))
        super().__init__(stack, self._battle)

    # The interface of a screen.

    @property
    def keys(self) -> Sequence[str]:
        """Actions that the line of keys needn't show, for the help."""
        return (*_MOVING,) if self._laying.is_open and not self._looks_on else ()

    @property
    def help(self) -> Sequence[str]:
        known = self._stack.known
        return (
            *(looking.help(known) if self._looks_on else _how_to_choose()),
            _(
                "Beside each stage of a wonder, you see what it still lacks, if "
                "anything."
            ),
            _("A {sign} before a name marks the player whose turn it is.").format(
                sign=self._stack.symbols.thinking
            ),
            _(
                "At the bottom are the latest turns, newest last; a bar marks those "
                "since your last turn."
            ),
            cards.battle(len(known.names)),
            *self._effect(),
        )

    def _effect(self) -> Iterator[str]:
        """Yield what the stages of our wonder do."""
        table = around(self._stack)
        if table is not None and (does := describe.effect(table.viewed.wonder)):
            sign = text_of([faces.effect(table.viewed.wonder, self._stack.symbols)])
            yield text.noted(sign, does)

    @property
    def actions(self) -> Sequence[str]:
        """The actions that are useful now."""
        if self.is_news:
            return ("enter",)
        if self._looks_on:
            return looking.SEATS
        if not self._laying.is_open:
            return ()
        chosen = ("enter", "back") if self.chosen else ("up", "down")
        verbs = {one.verb for one in self.options}
        more = [action for action in ("stage", "nothing") if VERBS[action] in verbs]
        return (*chosen, *(more if len(verbs) > 1 else ()))

    @property
    def called(self) -> Mapping[str, str]:
        if self.is_news:
            return self.closing
        if self._looks_on:
            return looking.called()
        moves = dict.fromkeys(_MOVING, _("choose"))
        verbs = {"stage": _("build"), "nothing": _("end the turn")}
        return {**moves, **self._laying.called(), **verbs}

    @property
    def decisive(self) -> Sequence[str]:
        """Actions that seal at once; `keyguard` ignores them if they come too soon."""
        return () if self._stack.settings.confirm else ("digit", "option", *SENT)

    # Options.

    @property
    def options(self) -> tuple[MoveOption, ...]:
        """The options of the open question, or of the one just sealed."""
        known = self._stack.known
        menu = known.menu
        if menu is None or not (known.asked or known.sealed):
            return ()
        return self._kept.get("options", (menu,), lambda: options.options(menu))

    @property
    def chosen(self) -> MoveOption | None:
        """The option at the cursor, or None."""
        some = self.options
        return some[self._at] if 0 <= self._at < len(some) else None

    @property
    def building(self) -> Kind | Token | None:
        """The card or token at the cursor, for details on it."""
        chosen, table = self.chosen, around(self._stack)
        if chosen is None or table is None:
            return None
        said = chosen.said
        match chosen.verb:
            case "take" | "extra":
                return table.sight.top(table.state.pile(said.pile))
            case "keep":
                return chosen.kind
            case "token" if said.token != TOP:
                return catalog().tokens_by_id[said.token]
        return None

    def _marks(self) -> tuple[Marks, ...]:
        """Return the marks of the options."""
        known, marks = self._stack.known, []
        for at, one in enumerate(self.options):
            sealed = not known.asked and one.use.move == known.answer
            number = str(one.number) if known.asked else ""
            chosen = at == self._at and known.asked
            marks.append(Marks(number, f"option {at}", chosen, sealed))
        return tuple(marks)

    # Drawing.

    def table(self, room: Room) -> Rows:
        table = around(self._stack)
        if table is None:
            return ()
        drawing = self._drawing(table, room.width)
        if self._is_large(room):
            stacks = layout.large(drawing, self._talk)
        else:
            stacks = layout.small(drawing, partial(layout.turns_or_options, drawing))
        head = (self._top(self._moment(table), room.width),)
        return roomiest(((head, *parts) for parts in stacks), room.height)

    def _talk(self, width: int, height: int) -> Rows:
        return talk(self._stack.known.narration, width, height, self._stack.symbols)

    def _moment(self, table: SeenTable) -> Sequence[str]:
        known, state = self._stack.known, table.state
        what = options.title(self.options) if known.asked else ""
        number = lastturns.round_of(known.past, state.seat) if state.turn else 0
        return moment(table, number, what)

    def news_box(self, room: Room) -> Rows:
        """Draw a battle that has just been fought."""
        table, past = around(self._stack), self._stack.known.past
        return self._battle.box(table, past, room.width) if table else ()

    def _drawing(self, table: SeenTable, width: int) -> Drawing:
        past, marks = self._stack.known.past, self._marks()
        choice, keys = self._choice(), self._press()
        return Drawing(
            table, self.options, marks, past, width, self._kept, choice, keys
        )

    def _choice(self) -> Row:
        """Draw what is chosen or sealed."""
        stack, known = self._stack, self._stack.known
        if self._laying.is_open and self.chosen is not None:
            whole = text.sentence(self.chosen.use.whole).rstrip(".")
            return row(piece(f"{stack.symbols.laid} {whole}", "laid"))
        if answer := self._laying.answer():
            return answer
        if known.out and known.ending is None:
            return row(piece(looking.brief(known), "dim"))
        return ()

    def _press(self) -> Row:
        """Draw what to press now."""
        if not self._laying.is_open:
            return ()
        if self.chosen is not None:
            return self._stack.key_row("enter", _("seals it"))
        return row(piece(_("arrows or a number, then Enter"), "keys"))

    def setting(self) -> Rows:
        """Draw who builds which wonder, once that is known."""
        sight, symbols = sight_of(self._stack.known), self._stack.symbols
        if sight is None or not sight.state.cities:
            return ()
        return [_builds(sight, seat, symbols) for seat in sight.clockwise]

    def note_news(self, lasts: float) -> None:
        """Show a battle that has just been fought."""
        self._battle.note(self._stack.known.past, self._stack.seconds(), lasts)

    # Actions.

    def do(self, action: str) -> bool:
        """Choose an option, or seal it."""
        verb, _space, what = action.partition(" ")
        clicked = self._click(verb, what) if what else None
        if clicked is not None:
            return clicked
        match verb:
            case "left" | "right" | "up" | "down":
                self._move(_MOVING[verb])
            case "first" | "last":
                self._go(0 if verb == "first" else len(self.options) - 1)
            case "digit" if what.isdecimal():
                self._pick(lambda one: one.number == int(what), what)
            case "stage" | "build" | "nothing":
                self._pick(lambda one: one.verb == VERBS[verb])
            case "enter":
                self._seal()
            case "back" if self._can_put_back:
                self._put(-1)
            case _:
                return False
        return True

    @property
    def _can_put_back(self) -> bool:
        """Whether something is chosen but not sealed."""
        return self.chosen is not None and self._laying.is_open

    def _click(self, verb: str, what: str) -> bool | None:
        """
        Choose what was clicked on.

        Returns:
            Whether it can be chosen; None if *verb* isn't the action of a click.
        """
        if verb == "option" and what.isdecimal():
            self._take(int(what))
            return True
        if verb == "stage":
            return self._stage(int(what))
        if verb in SENT:
            some = self._with(lambda one: getattr(one.said, verb) == what)
            if len(some) != 1 or not self._laying.is_open:
                return False
            self._take(some[0])
            return True
        return None

    def _with(self, fits: Callable[[MoveOption], bool]) -> list[int]:
        """Return the indices of matching options."""
        return [at for at, one in enumerate(self.options) if fits(one)]

    def _stage(self, number: int) -> bool:
        """
        Choose the first payment of a stage that was clicked on; return whether there is
        one.
        """
        some = self._with(lambda one: one.said.stage == number)
        if some and self._laying.is_open:
            self._next(some)
        return bool(some)

    def _pick(self, fits: Callable[[MoveOption], bool], number: str = "") -> None:
        """Choose the matching option; repeating this goes through several."""
        some = self._with(fits)
        if not self._laying.is_open:
            self._laying.say_closed()
        elif some:
            self._next(some)
        elif number:
            said = _("There is no choice {number}.")
            self._stack.say(said.format(number=number))
        else:
            self._stack.say(_("You can't choose that right now."))

    def _next(self, some: Sequence[int]) -> None:
        """Choose from some options the next one after the cursor."""
        if len(some) == 1:
            self._take(some[0])
        else:
            after = [at for at in some if at > self._at]
            self._put(after[0] if after else some[0])

    def _take(self, at: int) -> None:
        """Choose an option by its index; choosing it again seals it."""
        if not self._laying.is_open or not 0 <= at < len(self.options):
            self._laying.say_closed()
        elif at == self._at or not self._stack.settings.confirm:
            self._put(at)
            self._seal()
        else:
            self._put(at)

    def _move(self, step: int) -> None:
        if not self._laying.is_open or not self.options:
            self._laying.say_closed()
        elif self._at < 0:
            self._go(0 if step > 0 else len(self.options) - 1)
        else:
            self._go((self._at + step) % len(self.options))

    def _go(self, at: int) -> None:
        if self._laying.is_open:
            self._put(at)

    def _put(self, at: int) -> None:
        """Move the cursor; the option there is sealed on a timeout."""
        self._at = at
        if self._stack.person is not None:
            self._stack.person.lay(self.chosen.use if self.chosen else None)

    def _seal(self) -> None:
        """Seal the chosen option."""
        chosen = self.chosen
        if not self._laying.is_open:
            self._laying.say_closed()
        elif chosen is None:
            self._stack.say(_("First choose with the arrows or a number."))
        else:
            self._laying.seal(chosen.use)


def _how_to_choose() -> Iterator[str]:
    yield _("Choose with the arrows, a number or a click; Enter seals your choice.")
    yield _(
        "Above are the piles that you can take from. Each shows its top card, how "
        "many cards are left, and what happens if you take that card: you have to "
        "build a stage, get a progress token for your science symbols, take one more "
        "card, get the cat, or start a battle."
    )


def _builds(sight: Sight, seat: Seat, symbols: Symbols) -> Row:
    """Draw who builds which wonder."""
    wonder = sight.state.cities[seat].wonder
    who = piece(text.subject(sight.who(seat)), "title")
    return row(who, piece(f" {symbols.dot} ", "dim"), describe.monument(wonder))
