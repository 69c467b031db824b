"""
The screen for choosing a side of our board: both with all stages, and the neighbours.

`boards` and `boardbox` draw the sides of boards with `side_title`, `stage_rows` and
`WORDS` from here. No click or key may seal a side other than the one at the cursor, and
every board must fit on a screen of 80 × 24 (`test_sides`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    amid,
    beside,
    clip,
    doing,
    fill,
    flowed,
    framed,
    measure,
    paragraph,
    piece,
    row,
    text_of,
    wrapped,
)
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.terminal.screens import looking
from sealed_wonders.client.terminal.screens.code import Code
from sealed_wonders.client.terminal.screens.laying import Laying, headed
from sealed_wonders.client.terminal.screens.panels import Panel, each_width, stacked
from sealed_wonders.client.terminal.screens.seats import by_sides, gone
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.wonders.screens import projects
from sealed_wonders.client.view.menu import MenuMove
from sealed_wonders.client.view.wonders.sight import sight_of, view_of
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.model import Board, Side
from sealed_wonders.core.wonders.view import View
from sealed_wonders.net.words import _

WORDS = range(2, -1, -1)
"""
What boxes say in words: costs and effects, new effects behind the signs, nothing.
"""

WIDEST = 150
"""Maximum width of both sides together, in columns."""


class Sides:
    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._laying = Laying(stack)
        self._code = Code(stack)
        self._at = 0

    @property
    def title(self) -> str:
        return _("Choose a side")

    @property
    def help(self) -> Sequence[str]:
        known = self._stack.known
        if known.ours is None:
            return tuple(looking.help(known))
        return (
            _(
                "The two sides of your board have different stages. Choose a side "
                "with Left and Right. Enter lays the board down with that side up, "
                "and Enter again seals your choice."
            ),
            _(
                "Choices stay hidden until everybody has chosen. You can buy what "
                "your neighbours' boards produce, and they can buy what yours produces."
            ),
            *self._help_expansions(),
            text_of([faces.joined(faces.legend(self._stack.symbols), piece("  "))]),
        )

    def _help_expansions(self) -> Iterator[str]:
        """Yield what the expansions in play add, which nothing has shown yet."""
        sight = sight_of(self._stack.known)
        some = () if sight is None else sight.state.rules.expansions
        if "leaders" in some:
            yield _(
                "Leaders help your city. You choose four next, and may recruit one for "
                "coins at the beginning of each age."
            )
        if "edifice" in some:
            yield _(
                "Edifices are built together, one in each age: when you build a stage, "
                "you may pay to help. Helpers get a reward; if an edifice isn't built, "
                "the others pay a penalty. {key} shows the edifices."
            ).format(key=self._stack.key("edifices"))

    @property
    def actions(self) -> Sequence[str]:
        if self._stack.known.ours is None:
            return looking.SEATS
        enter = self._laying.actions or ("enter",)
        return (*enter, "left", "right") if self._laying.is_open else ("left", "right")

    @property
    def called(self) -> Mapping[str, str]:
        if self._stack.known.ours is None:
            return looking.called()
        return {
            **self._laying.called(_("choose this side")),
            **dict.fromkeys(("left", "right"), _("day/night")),
        }

    def draw(self, room: Room) -> Rows:
        """Draw both sides side by side, with the other boards below them."""
        view = view_of(self._stack.known)
        if view is None or not view.boards:
            return ()
        width = min(room.width, WIDEST)
        board = view.boards[view.seat]
        title = row(
            piece(f"{self._heading(view)} ", "title"),
            piece(describe.name(board), "you"),
        )
        head = [headed(title, self._stack, width), ()]
        edifices = projects.listed(view.projects, width, room.symbols)
        foot: list[Row] = [*edifices, (), *self._others(view, width, room)]
        foot += [*looking.rows(self._stack.known, width), (), self._laying.row(width)]

        def boxes(height: int) -> Rows:
            return self._boxes(board, each_width(width, 2, gap=1), height, room)

        rows = stacked((head, Panel(boxes, most=room.height), foot), room.height)
        rows = (*rows, *self._legend(width, room.height - len(rows)))
        return self._code.laid_over(amid(rows, width, room.width), room)

    def act(self, action: str) -> bool:
        """Go to a side, lay it down, seal it or take it back."""
        if self._code.act(action):
            return True
        if looking.turn(self._stack, action):
            return True
        at = self._meant(action)
        if at is None:
            return self._lay(action)
        if action.startswith("side ") and at == self._at:
            # One click too many must not seal anything.
            return self._laying.laid is not None or self.act("enter")
        if at != self._at:
            self._laying.take_back()  # only the side at the cursor may be sealed
            self._at = at
        return True

    def _legend(self, width: int, height: int) -> Rows:
        """Draw what the signs mean, or which key tells, in at most *height* rows."""
        signs = faces.legend(self._stack.symbols)
        rows = ((), *flowed(signs, width - 1, gap=2))
        if len(rows) <= height:
            return rows
        said = _("{key} explains the signs").format(key=self._stack.key("help"))
        return (row(piece(said, "dim", "help")),)[:height]

    def _heading(self, view: View) -> str:
        """Return the heading, for the player who chooses or for a spectator."""
        known = self._stack.known
        if known.ours is not None:
            return _("Choose a side of your board:")
        said = _("You are watching the others choose sides. {name}'s board:")
        return said.format(name=known.names[view.seat])

    def _meant(self, action: str) -> int | None:
        """
        Return the index of the side that an action goes to; None if it goes to none.
        """
        if action in ("left", "right"):
            return 1 - self._at
        verb, _space, number = action.partition(" ")
        if verb in ("digit", "side") and number in ("1", "2"):
            return int(number) - 1
        return None

    def _lay(self, action: str) -> bool:
        if self._laying.act(action):
            return True
        uses = self._uses
        if action == "enter" and self._at < len(uses):
            self._laying.lay([uses[self._at]])
            return True
        return False

    @property
    def _uses(self) -> Sequence[MenuMove]:
        """The choices, in the order in which the sides are drawn."""
        menu = self._stack.known.menu
        return menu.uses if menu is not None else ()

    def _boxes(self, board: Board, width: int, height: int, room: Room) -> Rows:
        """
        Draw the sides, with as many words as there is room for.

        If neither has room for words, the side at the cursor is described below them.
        """
        sides = list(board.sides.values())
        for words in WORDS:
            drawn = [stage_rows(side, width - 4, room, words=words) for side in sides]
            if max(map(len, drawn)) <= height - 2:
                break
        high = min(height, max(map(len, drawn)) + 2)
        boxes = []
        for index, (side, rows) in enumerate(zip(sides, drawn, strict=True)):
            chosen = index == self._at
            sign = (
                room.symbols.laid
                if self._laying.laid is not None
                else room.symbols.chosen
            )
            mark = f"{sign} " if chosen else ""
            title = row(
                f"{mark}{index + 1} {side_title(side)}",
                style="cursor" if chosen else "title",
            )
            box = framed(
                rows,
                width,
                room.symbols,
                title=title,
                height=high,
                style="frame.chosen" if chosen else "frame",
            )
            does = f"side {index + 1}"
            boxes.append(([doing(one, does) for one in box], width))
        meant = () if words else self._meant_below(sides, 2 * width, height - high)
        return (*beside(*boxes), *meant)

    def _meant_below(self, sides: Sequence[Side], width: int, height: int) -> Rows:
        """Draw the side at the cursor in words; nothing if either needs more rows."""
        said = [
            [row(faces.GAP, faces.GAP, *one) for one in meanings(side, width - 2)]
            for side in sides
        ]
        most = max(map(len, said))
        return fill(said[self._at], width, most) if most <= height else ()

    def _others(self, view: View, width: int, room: Room) -> Rows:
        """
        Draw the other players' boards, the neighbours' first.

        In two columns, those on our left are below our left neighbour.
        """
        n = len(view.boards)
        order = by_sides([(view.seat + step) % n for step in range(1, n)])
        near, far = order[:2], order[2:]
        across = 2 if far else 1
        title = piece(_("others") + "  ", "title")
        wide = measure(title.text)
        rows = [*self._in_cells(near, view, width, across, room)]
        for at, one in enumerate(self._in_cells(far, view, width - wide, across, room)):
            rows.append(row(piece(" " * wide) if at else title, *one))
        return rows

    def _in_cells(
        self, seats: Sequence[Seat], view: View, width: int, across: int, room: Room
    ) -> Iterator[Row]:
        """Yield rows with some players' boards, *across* of them side by side."""
        known, symbols = self._stack.known, room.symbols
        arrows = {view.left: symbols.to_left, view.right: symbols.to_right}
        wide = (width - 1) // across
        cells = []
        for seat in seats:
            board = view.boards[seat]
            start = faces.effect(board.sides["day"].start, symbols)
            said = row(
                piece(f"{arrows[seat]} " if seat in arrows else "", "you"),
                f"{describe.name(board)} ",
                *start,
                piece(f"  {known.names[seat]}", "dim"),
            )
            if seat in view.gone:
                said = row(*said, "  ", gone(symbols))
            cells.append(([clip(said, wide, symbols.more)], wide))
        for at in range(0, len(cells), across):
            yield from beside(*cells[at : at + across])


def side_title(side: Side) -> str:
    said = phrases.side(side.printed)
    return said[:1].upper() + said[1:]


def stage_rows(side: Side, width: int, room: Room, *, words: int) -> Rows:
    """Draw the stages of a side in signs, and in words as one of `WORDS`."""
    start = row(*faces.effect(side.start, room.symbols))
    rows: list[Row] = [*_said(start, describe.effect(side.start), width, room, words)]
    effects = [describe.stage_effect(stage) for stage in side.stages]
    for number, (stage, effect) in enumerate(
        zip(side.stages, effects, strict=True), start=1
    ):
        cost = faces.stage_cost(stage, room.symbols)
        signs = faces.stage_effect(stage, room.symbols)
        line = row(piece(f"{number} ", "title"), *cost, piece("  "), *signs)
        is_new = words and effects[number : number + 1] != [effect]
        if words > 1:
            rows += [clip(line, width, room.symbols.more)]
            meaning = _("costs {cost}: {effect}").format(
                cost=describe.stage_cost(stage), effect=effect
            )
            rows += [row("  ", *one) for one in paragraph(meaning, width - 2, "dim")]
        else:
            rows += _said(line, effect if is_new else "", width, room, words)
    return rows


def meanings(side: Side, width: int) -> Rows:
    """Draw a side in words: its first effect, then those of the stages."""
    rows = [*paragraph(describe.effect(side.start), width, "dim")]
    effects = [describe.stage_effect(stage) for stage in side.stages]
    stages = groupby(enumerate(effects, start=1), key=lambda one: one[1])
    for effect, same in stages:
        numbers = ", ".join(str(number) for number, _effect in same)
        rows += paragraph(text.noted(numbers, effect), width, "dim", indent=2)
    return tuple(rows)


def _said(signs: Row, said: str, width: int, room: Room, words: int) -> Rows:
    """Draw signs, and what they mean behind them, or below if there is much room."""
    whole = row(*signs, piece(f"  {said}" if said else "", "dim"))
    if words == 1:
        return wrapped(whole, width, indent=2)
    if measure(whole) <= width:
        return (whole,)
    if not words:
        return (clip(signs, width, room.symbols.more),)
    return (signs, *(row("  ", *one) for one in paragraph(said, width - 2, "dim")))
