"""Questions of Architects as menus: titles, and the order of items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.questions.architects.items import Option, item
from sealed_wonders.client.questions.architects.menu import Choices
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.architects.sight import Sight
from sealed_wonders.client.view.menu import TypingLine
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects import notation
from sealed_wonders.core.architects.catalog import CENTRAL, Colour, catalog
from sealed_wonders.core.architects.notation import END, ParsedMove
from sealed_wonders.core.architects.setup import ChooseWonders
from sealed_wonders.net.words import _, marked, n_


def menu(sight: Sight, question: Question) -> Choices:
    """Return a question as a menu."""
    some = [(notation.parse(move.text), move) for move in question.moves]
    some.sort(key=lambda one: _rank(sight, one[0]))
    items = [
        item(sight, one[0].place or number, one)
        for number, one in enumerate(some, start=1)
    ]
    return Choices(question, tuple(_title(sight, some)), tuple(items))


_VERBS = ("build", "science", "take", "extra", "search", "keep", "token", END)


def _rank(sight: Sight, said: ParsedMove) -> tuple[object, ...]:
    """Return the sort key: obligations first, then piles from left to right."""
    if said.verb == "wonder":
        # There are no piles yet; wonders are ordered by id.
        return (said.wonder,)
    open_ones = [catalog().token(card).id for card in sight.state.open]
    token = open_ones.index(said.token) if said.token in open_ones else len(open_ones)
    place = token if said.verb == "token" else _place(sight, said.pile)
    extra = said.token if said.verb == "extra" else ""
    cards = tuple(kind.number for kind in said.cards)
    return _VERBS.index(said.verb), extra, said.stage, place, said.place, cards


def _place(sight: Sight, pile: str) -> int:
    """Return the position of a pile: left, right, central, then others by seat."""
    state, me = sight.state, sight.viewpoint
    first = (state.left(me).name, state.right(me).name, CENTRAL)
    if pile in first:
        return first.index(pile)
    owner = sight.owner(pile)
    return 0 if owner is None else 3 + sight.clockwise.index(owner)


# Titles.


def _title(sight: Sight, some: Sequence[Option]) -> Iterator[str]:
    match sorted({said.verb for said, _move in some}):
        case ["wonder"]:
            yield from _wonders(sight)
        case ["take"] if sight.state.task.name == "take":
            yield _("It is your turn. Take a card.")
            yield from _own(sight)
        case ["end", "extra"]:
            yield _one_more(some)
        case [verb] if verb in _ASKED:
            yield _(_ASKED[verb])
        case _:
            yield _(
                "You have several things left to do this turn. Which will you do first?"
            )


_ASKED: Mapping[str, str] = {
    "take": marked("Your wonder lets you take the top card of any pile."),
    "search": marked("Your wonder lets you look through a pile. Which one?"),
    "keep": marked(
        "Keep one of these cards, numbered from the top. The others see only that "
        "one; the rest are shuffled back into the pile."
    ),
    "token": marked("Take a progress token."),
    "build": marked("You have to build. Which stage, and with which cards?"),
    "science": marked("You have to turn in symbols for a progress token. Which ones?"),
}
"""The title where moves are of one kind only."""


def _one_more(some: Sequence[Option]) -> str:
    """Return which tokens let us take an extra card."""
    tokens = dict.fromkeys(said.token for said, _move in some if said.token)
    names = [describe.called(token) for token in tokens]
    said = n_(
        "{names} lets you take one more card.",
        "{names} each let you take one more card.",
        len(names),
    )
    return said.format(names=text.listing(names))


def _wonders(sight: Sight) -> Iterator[str]:
    """Yield who chooses later, and which wonders are taken."""
    task, n = sight.state.task, sight.state.players
    taken = task.taken if isinstance(task, ChooseWonders) else ()
    later = [sight.who(seat) for seat in range(len(taken) + 1, n)]
    said = _("Choose your wonder.")
    if later:
        said = n_(
            "Choose your wonder; then {who} chooses.",
            "Choose your wonder; then {who} choose.",
            len(later),
        ).format(who=text.others(later))
    yield said
    yield TypingLine(_("Type card and a name to read about a wonder."))
    if taken:
        yield text.so_far(
            [(sight.names[s], describe.called(id)) for s, id in enumerate(taken)]
        )


def _own(sight: Sight) -> Iterator[str]:
    """Yield the player's usable cards, and the costs of available stages."""
    city = sight.viewed
    some = [
        kind
        for kind in catalog().kinds
        if kind.colour in (Colour.GREY, Colour.YELLOW, Colour.GREEN)
        for _n in range(city.count(kind))
    ]
    stages = [
        _("stage {n} costs {cost}").format(n=stage.number, cost=describe.cost(stage))
        for stage in city.available
    ]
    have = _("You have no grey, yellow or green cards.")
    if some:
        have = _("You have {cards}.").format(cards=describe.kinds(some))
    yield f"{have} {text.sentence(text.listing(stages))}"
