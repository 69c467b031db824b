"""The items of a question in Architects: piles, stages, symbols, tokens, cards."""

from __future__ import annotations

from sealed_wonders.client.questions.architects.menu import verbs
from sealed_wonders.client.view.architects.sight import Sight, kept
from sealed_wonders.client.view.menu import Item, MenuMove
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import describe
from sealed_wonders.client.words.architects.look import lying, outcome
from sealed_wonders.client.words.architects.typed import letters
from sealed_wonders.core.architects.abilities import AnyResources, DoubleCoin
from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.core.architects.notation import END, TOP, ParsedMove
from sealed_wonders.core.architects.paying import paid, payments
from sealed_wonders.core.architects.state import Pile
from sealed_wonders.core.game import Move
from sealed_wonders.net.words import _, n_

Option = tuple[ParsedMove, Move]
"""A legal move, parsed and unparsed."""


def item(sight: Sight, number: int, option: Option) -> Item:
    """Return the item for a move."""
    said, _move = option
    state = sight.state
    match said.verb:
        case "wonder":
            return _wonder_item(number, option)
        case "take" | "search" | "extra":
            return _pile_item(sight, number, option, several=len(state.due) > 1)
        case "build":
            return _stage_item(sight, number, option)
        case "science":
            return _set_item(number, option)
        case "token":
            return _token_item(sight, number, option)
        case "keep":
            return _kept_item(sight, number, option)
    return _end_item(number, option)


def _only(
    number: int, name: str, ids: tuple[str, ...], line: str, option: Option, whole: str
) -> Item:
    """Return an item with a move as its only use."""
    said, move = option
    use = MenuMove(str(number), move, said, whole, whole)
    return Item(number, name, ids, line, (use,))


def _wonder_item(number: int, option: Option) -> Item:
    said, _move = option
    wonder = catalog().wonders_by_id[said.wonder]
    name = describe.wonder(wonder)
    whole = _("the wonder of {place}").format(place=name)
    worth = text.points(sum(stage.points for stage in wonder.stages))
    line = _("{place}, {points} for all stages.").format(place=name, points=worth)
    does = describe.stages_do(wonder)
    line = f"{line} {text.sentence(does)}" if does else line
    return _only(number, name, (wonder.id,), line, option, whole)


def _pile_item(sight: Sight, number: int, option: Option, *, several: bool) -> Item:
    """Return the item for a pile; *several*: several tokens allow an extra card now."""
    said, _move = option
    state, me = sight.state, sight.viewpoint
    pile = state.pile(said.pile)
    letter = _letter(sight, said.pile)
    owner = sight.owner(said.pile)
    name = describe.from_pile(sight, said.pile, me)
    ids = [said.pile]
    if letter:
        ids.append(letter)
    if owner is not None and owner != me:
        ids.append(text.unaccented(sight.names[owner].lower()))
    by = describe.called(said.token) if said.token else ""
    line = _("{pile}: {cards}").format(
        pile=_reached(sight, said.pile), cards=lying(sight, pile)
    )
    if said.verb == "search":
        whole = _("look through {pile}").format(pile=name)
    else:
        whole = _("take {card} from {pile}").format(
            card=_top_card(sight, pile), pile=name
        )
        if by:
            line = (
                _("{pile}, thanks to {token}").format(pile=line, token=by)
                if several
                else line
            )
            whole = f"{whole}{_(', thanks to {names}').format(names=by)}"
    own = describe.called(said.pile) if owner is not None else _("central")
    return _only(number, own, tuple(ids), f"{line}.", option, whole)


def _letter(sight: Sight, pile: str) -> str:
    """Return the letter of a pile in reach; empty for another."""
    state, me = sight.state, sight.viewpoint
    names = {state.left(me).name: "l", state.right(me).name: "r", CENTRAL: "c"}
    return names.get(pile, "")


def _reached(sight: Sight, pile: str) -> str:
    """Return the name of a pile, with the letter that is typed for it."""
    letter = _letter(sight, pile)
    name = describe.from_pile(sight, pile, sight.viewpoint)
    match letter:
        case "l":
            said = _("{letter}, on your left, {pile}")
        case "r":
            said = _("{letter}, on your right, {pile}")
        case "c":
            said = _("{letter}, {pile}")
        case _:
            return name
    return said.format(letter=letters()[letter], pile=name)


def _top_card(sight: Sight, pile: Pile) -> str:
    """Return what would be taken from a pile, for the middle of a sentence."""
    top = sight.top(pile)
    return _("the top card") if top is None else describe.a_card(top)


def _stage_item(sight: Sight, number: int, option: Option) -> Item:
    said, _move = option
    wonder = sight.viewed.wonder
    stage = wonder.stage(said.stage)
    name = _("stage {n}").format(n=stage.number)
    cards = _paid(sight, said)
    words = _("build {stage} with {cards}").format(stage=name, cards=cards)
    line = _("build {stage} with {cards}: {gives}").format(
        stage=name, cards=cards, gives=describe.gives(wonder, stage)
    )
    typed = (f"{word} {stage.number}" for word in ("stage", "build", verbs()[1]))
    return _only(number, name, tuple(typed), text.sentence(line), option, words)


def _paid(sight: Sight, said: ParsedMove) -> str:
    """Return the cards that pay, and the tokens that are used."""
    city, cards = sight.viewed, describe.kinds(said.cards)
    stage = city.wonder.stage(said.stage)
    for payment in payments(city, stage, sight.state.used):
        if paid(payment) == said.cards:
            engineering = city.has(AnyResources) if payment.any_resources else ""
            economy = city.has(DoubleCoin) if payment.double_coin else ""
            names = [describe.called(it) for it in (engineering, economy) if it]
            by = _(", thanks to {names}").format(names=text.listing(names))
            return f"{cards}{by}" if names else cards
    return cards


def _set_item(number: int, option: Option) -> Item:
    said, _move = option
    cards = describe.kinds(said.cards)
    words = _("turn in {cards} for a progress token").format(cards=cards)
    ids = tuple(dict.fromkeys(kind.id.removeprefix("sci_") for kind in said.cards))
    own = ids[0] if len(ids) == 1 else "three"
    name = describe.kind(said.cards[0]) if len(ids) == 1 else _("three different ones")
    return _only(number, name, (own,), text.sentence(words), option, words)


def _token_item(sight: Sight, number: int, option: Option) -> Item:
    said, _move = option
    if said.token == TOP:
        n = len(sight.state.tokens.cards)
        line = n_(
            "the top face-down one ({n} left)",
            "the top face-down one ({n} left)",
            n,
        ).format(n=n)
        whole = _("take the top face-down progress token")
        return _only(
            number, _("face down"), (TOP, "unseen"), text.sentence(line), option, whole
        )
    token = catalog().tokens_by_id[said.token]
    name = describe.token(token)
    line = text.noted(name, describe.ability(token.ability))
    whole = _("take the progress token {name}").format(name=name)
    return _only(number, name, (token.id,), f"{line}.", option, whole)


def _kept_item(sight: Sight, number: int, option: Option) -> Item:
    said, _move = option
    kind = kept(sight.state, sight.faces, said)
    card = describe.a_card(kind)
    then = outcome(sight, kind)
    line = f"{card} ({text.listing(then)})" if then else card
    whole = _("keep {card}").format(card=card)
    return _only(number, describe.kind(kind), (kind.id,), f"{line}.", option, whole)


def _end_item(number: int, option: Option) -> Item:
    whole = _("end the turn without taking another card")
    line = _("{letter}, {what}").format(letter=letters()["e"], what=whole)
    return _only(number, _("end"), ("e", END, "none"), f"{line}.", option, whole)
