"""Descriptions of everything in 7 Wonders: Architects, derived from the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from sealed_wonders.client.view.architects.sight import Sight
from sealed_wonders.client.words import cardwords, text
from sealed_wonders.core.architects.abilities import (
    BUILD,
    Ability,
    AnyResources,
    DoubleCoin,
    ExtraCard,
    PointsForCopies,
    PointsForWonder,
    PointsPerCat,
    PointsPerToken,
    PointsPerVictory,
    Shields,
)
from sealed_wonders.core.architects.catalog import (
    CENTRAL,
    TOKENS,
    Colour,
    Kind,
    Stage,
    Token,
    Wonder,
    catalog,
)
from sealed_wonders.core.game import Card, Seat
from sealed_wonders.net.words import _, language, marked, n_, p_

# Cards.


def kind(one: Kind) -> str:
    """Return the name of a kind of cards for a list: ``gear``."""
    match one.colour:
        case Colour.GREY:
            return cardwords.good(one.id)
        case Colour.YELLOW:
            return _("coin")
        case Colour.BLUE if one.cat:
            said = n_("{n} point and the cat", "{n} points and the cat", one.points)
            return said.format(n=one.points)
        case Colour.BLUE:
            return text.points(one.points)
        case Colour.GREEN:
            return cardwords.symbol_name(_symbol(one))
    return _with_horns(_("shield"), one)


def a_card(one: Kind) -> str:
    """Return the name of a card for a sentence: ``a gear``."""
    match one.colour:
        case Colour.GREY:
            return _some(one.id)
        case Colour.YELLOW:
            return _("a coin")
        case Colour.BLUE if one.cat:
            said = n_(
                "a blue {n}-point card with the cat",
                "a blue {n}-point card with the cat",
                one.points,
            )
            return said.format(n=one.points)
        case Colour.BLUE:
            said = n_("a blue {n}-point card", "a blue {n}-point card", one.points)
            return said.format(n=one.points)
        case Colour.GREEN:
            return _(_A_SYMBOL[_symbol(one)])
    return _with_horns(_("a shield"), one)


def _some(good: str) -> str:
    """
    Return a good as a card that is taken: without an article in English, with one in
    French.
    """
    names = {
        "wood": p_("a card", "wood"),
        "stone": p_("a card", "stone"),
        "clay": p_("a card", "clay"),
        "papyrus": p_("a card", "papyrus"),
        "glass": p_("a card", "glass"),
    }
    return names[good]


_A_SYMBOL: Mapping[str, str] = {
    "tablet": marked("a tablet"),
    "gear": marked("a gear"),
    "compass": marked("a compass"),
}


def amount(one: Kind, n: int) -> str:
    """Return a number of cards of one kind: ``2 gears``."""
    match one.colour:
        case Colour.GREY:
            return cardwords.amount(one.id, n)
        case Colour.YELLOW:
            return text.coins(n)
        case Colour.BLUE:
            said = n_("{n} blue card ({points})", "{n} blue cards ({points})", n)
            return said.format(n=n, points=kind(one))
        case Colour.GREEN:
            return cardwords.symbols(_symbol(one), n)
    return _with_horns(text.shields(n), one)


def kinds(some: Iterable[Kind]) -> str:
    """Return numbers of cards by kind: ``2 wood and 1 coin``; may be empty."""
    counted = Counter(some)
    order = sorted(counted, key=lambda one: one.number)
    return text.listing([amount(one, counted[one]) for one in order])


def cards(some: Iterable[Card]) -> str:
    """Return numbers of physical cards by kind."""
    return kinds(map(catalog().kind, some))


def colour(one: Colour) -> str:
    return cardwords.colour_named(one.name.lower())


def _symbol(one: Kind) -> str:
    return one.id.removeprefix("sci_")


def _with_horns(shield: str, one: Kind) -> str:
    if not one.horns:
        return shield
    said = n_("{shield} with {n} horn", "{shield} with {n} horns", one.horns)
    return said.format(shield=shield, n=one.horns)


# Wonders.


def wonder(one: Wonder) -> str:
    """Return the place of a wonder: ``Rhodes``."""
    return one.names.get(language(), one.id)


def monument(one: Wonder) -> str:
    """Return the monument of a wonder: ``Colossus of Rhodes``."""
    return one.monuments.get(language(), one.id)


def called(id: str) -> str:
    """Return the name of a wonder or a token by its id."""
    one = catalog().wonders_by_id.get(id) or catalog().tokens_by_id.get(id)
    return one.names.get(language(), id) if one else id


_EFFECTS: Mapping[str, str] = {
    "any_deck_top_card": marked("take the top card of any pile on the table"),
    "progress_token": marked("take a progress token"),
    "central_top_card": marked("take the top card of the central pile"),
    "left_and_right_top_cards": marked(
        "take the top cards of the piles on your left and right"
    ),
    "look_5_keep_1": marked(
        "look through the top 5 cards of the pile on your left or right, and keep one"
    ),
    "shield_plus_1": marked("a permanent shield"),
}


def effect(one: Wonder) -> str:
    """Return what stages with an effect do; empty if no stage has one."""
    return _(_EFFECTS[one.effect]) if one.effect in _EFFECTS else ""


def stages_do(one: Wonder) -> str:
    """Return which stages have an effect, and what it does; may be empty."""
    does = effect(one)
    if not does:
        return ""
    numbers = [str(stage.number) for stage in one.stages if stage.effect]
    said = _("stages {numbers}: {does}")
    return said.format(numbers=text.listing(numbers), does=does)


def cost(one: Stage) -> str:
    """Return what a stage costs: ``3 equal resources``."""
    if one.same:
        return n_("{n} identical resource", "{n} identical resources", one.cost).format(
            n=one.cost
        )
    return n_("{n} different resource", "{n} different resources", one.cost).format(
        n=one.cost
    )


def gives(one: Wonder, stage: Stage) -> str:
    """Return the points and the effect of a stage."""
    does = effect(one) if stage.effect else ""
    if not (stage.points and does):
        return does or text.points(stage.points)
    said = _("{points}; {does}")
    return said.format(points=text.points(stage.points), does=does)


def rests_on(one: Stage) -> str:
    """Return which stages must be built before; empty if none must."""
    if not one.on:
        return ""
    said = n_("after stage {numbers}", "after stages {numbers}", len(one.on))
    return said.format(numbers=text.listing([str(n) for n in sorted(one.on)]))


def stage(of: Wonder, one: Stage) -> str:
    """
    Return the description of a stage: ``stage 2: 2 equal resources; 3 points; take …``.
    """
    said = _("stage {number}: {cost}; {gives}")
    return said.format(number=one.number, cost=cost(one), gives=gives(of, one))


# Progress tokens.


def token(one: Token) -> str:
    return one.names.get(language(), one.id)


def ability(one: Ability, *, brief: bool = False) -> str:
    """
    Return what a progress token does.

    Args:
        brief: Omit where an extra card comes from.
    """
    match one:
        case ExtraCard() as extra:
            return _extra_card(extra, brief=brief)
        case DoubleCoin():
            return _("once a turn, one coin counts as two when you build")
        case AnyResources():
            return _("once a turn, you can pay for a stage with any resources")
        case Shields(shields):
            said = n_("{n} permanent shield", "{n} permanent shields", shields)
            return said.format(n=shields)
        case PointsForWonder(unfinished, finished):
            said = _("{points} at the end, or {more} if your wonder is finished")
            return said.format(points=text.points(unfinished), more=finished)
        case PointsPerCat(each):
            said = _("{points} at the end for each cat on your blue cards")
        case PointsPerVictory(each):
            said = _("{points} more at the end for each of your military tokens")
        case PointsPerToken(each):
            said = _(
                "{points} at the end for each of your progress tokens, including this "
                "one"
            )
        case PointsForCopies(one_alone, both):
            said = _("{points} at the end, or {more} if you have both copies")
            return said.format(points=text.points(one_alone), more=both)
        case _:
            return ""
    return said.format(points=text.points(each))


def _extra_card(extra: ExtraCard, *, brief: bool) -> str:
    said = (
        _("once a turn, take one more card when you {event}")
        if brief
        else _(
            "once a turn, take one more card from any pile within reach when you "
            "{event}"
        )
    )
    return said.format(event=_event(extra.on))


def _event(on: tuple[str, ...]) -> str:
    """Return what earns an extra card."""
    if BUILD in on:
        return p_("when you", "build a stage")
    some = [catalog().kinds_by_id[id] for id in on]
    if all(one.colour is Colour.GREEN for one in some):
        return p_("when you", "take a green card")
    if all(one.horns for one in some):
        return p_("when you", "take a shield with horns")
    names = [a_card(one) for one in some]
    return p_("when you", "take {cards}").format(cards=text.listing(names, "or"))


# Piles.


def pile(name: str, owner: str | None = "", *, begins: bool = False) -> str:
    """
    Return the name of a pile for a sentence.

    Args:
        name: ``"central"``, ``"tokens"``, or the id of a wonder.
        owner: Its owner's name; None for the reader, empty to name the wonder instead.
        begins: The name begins a sentence.
    """
    if name == CENTRAL:
        return _("The central pile") if begins else _("the central pile")
    if name == TOKENS:
        tokens = _("The face-down progress tokens"), _("the face-down progress tokens")
        return tokens[0] if begins else tokens[1]
    if owner is None:
        return _("Your pile") if begins else _("your pile")
    if owner:
        said = p_("at the start", "{who}'s pile") if begins else _("{who}'s pile")
        return said.format(who=owner)
    said = _("The {wonder} pile") if begins else _("the {wonder} pile")
    return said.format(wonder=called(name))


def from_pile(sight: Sight, name: str, seat: Seat) -> str:
    """Return the name of a pile for a sentence about a player who takes from it."""
    owner = sight.whose(name)
    if sight.owner(name) != seat:
        return pile(name, owner)
    return _("your own pile") if owner is None else _("their own pile")
