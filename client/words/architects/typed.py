"""Commands of line mode in Architects, and their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.view.sight import TurnNumber
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.core.architects.events import TurnEnded
from sealed_wonders.net.words import _, p_


def letters() -> Mapping[str, str]:
    """
    Return the letters of piles in reach, and of ending a turn, by the English letter.
    """
    return {
        "l": p_("typed for the left pile", "l"),
        "r": p_("typed for the right pile", "r"),
        "c": p_("typed for the central pile", "c"),
        "e": p_("typed to end a turn", "e"),
    }


def turn(known: TableModel, rest: str) -> Iterable[str]:
    """Return what happened since our last turn; with a number, in one turn."""
    if known.charter is None:
        return (text.not_in_game(),)
    if known.moment is None:
        return (text.no_turn(),)
    if rest:
        return _one_turn(known, rest)
    return _since(known, _last_of_ours(known)) or (text.no_turn(),)


def _one_turn(known: TableModel, words: str) -> Sequence[str]:
    if not words.isdecimal() or len(words) > 4:
        return (_("Type turn for the latest events, turn 12 for one turn."),)
    wanted = (0, int(words))
    told = [one.line for one in known.narration if one.turn == wanted]
    return told or (_("There is nothing to show."),)


def _last_of_ours(known: TableModel) -> int:
    """Return the number of our last turn that is over; 0 if there was none."""
    ours = [
        event.turn
        for event in known.past
        if isinstance(event, TurnEnded) and event.seat == known.viewpoint
    ]
    last = ours[-1] if ours else 0
    if known.moment == (0, last):
        last = ours[-2] if len(ours) > 1 else 0
    return last


def _since(known: TableModel, turn: int) -> list[str]:
    return [
        one.line
        for one in known.narration
        if one.kind is LineKind.GAME and one.turn is not None and one.turn[1] > turn
    ]


def log(known: TableModel, words: str) -> Iterator[str]:
    """Yield the whole narration, or that of the last turns."""
    turns = list(dict.fromkeys(one.turn for one in known.narration if one.turn))
    if not words:
        wanted: Sequence[TurnNumber | None] = (None, *turns)
    elif words.isdecimal() and len(words) < 4:
        wanted = turns[max(0, len(turns) - int(words)) :]
    else:
        yield _(
            "Type log for everything, log 3 for the last 3 turns, turn 12 for one turn."
        )
        return
    told = [one.line for one in known.narration if one.turn in wanted]
    if not told:
        yield text.no_turn() if not turns else _("There is nothing to show.")
    yield from told


def how_to_choose() -> str:
    own = letters()
    said = _(
        "Type a number or a name to choose; {l}, {r} and {c} are the left, right and "
        "central piles. help lists all the commands."
    )
    return said.format(l=own["l"], r=own["r"], c=own["c"])


def no_hands() -> str:
    return _("There are no hands in this game: all the players' cards are face up.")


def no_leaders() -> str:
    return _("There are no leaders in this game.")


def no_edifices() -> str:
    return _("There are no edifices in this game.")


def help(*, plays: bool) -> Iterator[tuple[str, str]]:
    """
    Yield what can be typed, each with its help.

    Args:
        plays: The reader has a seat; a spectator has nothing to choose.
    """
    if plays:
        yield from _help_choosing()
    yield (
        p_("typed", "piles"),
        _("the top cards of the piles, and what is still in them"),
    )
    yield p_("typed", "tokens"), _("the progress tokens, and how near a battle is")
    yield from text.help_cities(plays=plays)
    yield p_("typed", "card NAME"), _("all about a card, a wonder or a token")
    last = _("what happened since your last turn; turn 12 for one turn")
    if not plays:
        last = _("the latest events; turn 12 for one turn")
    yield p_("typed", "turn"), last
    yield p_("typed", "log"), _("everything that happened; log 3 for the last 3 turns")
    yield p_("typed", "scores"), _("the points so far")
    yield p_("typed", "discard"), _("the discarded cards")
    yield p_("typed", "who"), _("who sits where, and whom the table is waiting for")
    yield p_("typed", "status"), _("what the table is waiting for")
    yield p_("typed", "table"), _("the table code and the options")


def _help_choosing() -> Iterator[tuple[str, str]]:
    own = letters()
    yield "3", _("choose number 3")
    yield "2b", _("choose number 2 and pay in way b, if there are several ways")
    yield own["l"], _("the pile on your left, which is your own")
    yield own["r"], _("the pile on your right, which is your neighbour's")
    yield own["c"], _("the central pile")
    yield own["e"], _("take nothing more, if that is allowed")
    yield (
        p_("typed", "rhodes"),
        _("you can also type the name of a pile, a card or a token"),
    )
    yield (
        p_("typed", "moves"),
        _("all your moves in record notation, which you can also type"),
    )
    yield p_("typed", "again"), _("repeat the question")
