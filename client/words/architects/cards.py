"""Looking up anything in Architects by name: a card, a wonder, a progress token."""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client.view.architects.sight import Sight
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import describe
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
from sealed_wonders.core.architects.scoring import CAT, VICTORY
from sealed_wonders.net.words import _, n_

Named = Kind | Wonder | Token


def find(words: str) -> tuple[Named, ...]:
    """
    Return everything that some words may mean.

    That is what has exactly this name; else whatever begins with the words; else
    whatever has a later word that does.
    """
    wanted = text.plainly(words)
    if not wanted:
        return ()
    some: tuple[Named, ...] = (
        *catalog().kinds,
        *catalog().wonders,
        *catalog().tokens,
    )
    called = {one: _called(one) for one in some}
    fitting = (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: f" {wanted}" in name,
    )
    for fits in fitting:
        found = tuple(one for one, names in called.items() if any(map(fits, names)))
        if found:
            return found
    return ()


def _called(one: Named) -> tuple[str, ...]:
    names = [one.id, *one.names.values()]
    match one:
        case Kind():
            names.append(describe.kind(one))
        case Wonder(monuments=monuments):
            names += monuments.values()
    return tuple(map(text.plainly, names))


def name(one: Named) -> str:
    """Return the translated name."""
    match one:
        case Kind():
            return describe.kind(one)
        case Wonder():
            return describe.wonder(one)
    return describe.token(one)


def lines(sight: Sight | None, words: str) -> Iterator[str]:
    """Yield the description of what some words mean, or why there is none."""
    found = find(words)
    if not words:
        yield _("Which card? Type card and the name of a card, a wonder or a token.")
    elif not found:
        said = _("Nothing in this game is called {name}.")
        yield said.format(name=text.quoted(words, 40))
    elif len(found) > 1:
        yield text.not_unique(words, [name(one) for one in found])
    else:
        yield from about(sight, found[0])


def about(sight: Sight | None, one: Named) -> Iterator[str]:
    """Yield the description of one card, wonder or token."""
    match one:
        case Kind():
            yield from _kind(sight, one)
        case Wonder():
            yield from _wonder(one)
        case Token():
            yield from _token(sight, one)


def _kind(sight: Sight | None, kind: Kind) -> Iterator[str]:
    said = _("{name}, {colour}: {does}.")
    yield text.sentence(
        said.format(
            name=describe.kind(kind),
            colour=describe.colour(kind.colour),
            does=does(kind),
        )
    )[:-1]
    central = sum(catalog().cards[card] is kind for card in catalog().piles[CENTRAL])
    yield _("In the central pile at the start: {n}.").format(n=central)
    if sight is not None and sight.state.piles:
        parts = [
            f"{describe.pile(pile.name, sight.whose(pile.name))} {n}"
            for pile in sight.state.around
            if (n := sum(catalog().kind(card) is kind for card in pile.cards))
        ]
        still = _("Still in the piles: {piles}.").format(piles=", ".join(parts))
        yield still if parts else _("None are left in the piles.")


def does(kind: Kind) -> str:
    """Return what a card does."""
    match kind.colour:
        case Colour.GREY:
            return _("a resource for building")
        case Colour.YELLOW:
            return _("replaces any missing resource")
        case Colour.BLUE if kind.cat:
            said = _("{points}; also brings the cat, worth {cat} at the end")
            return said.format(points=text.points(kind.points), cat=text.points(CAT))
        case Colour.BLUE:
            return text.points(kind.points)
        case Colour.GREEN:
            return _("two identical or three different symbols earn a progress token")
    said = n_(
        "a shield, discarded after the next battle; flips {n} conflict token to its "
        "battle side",
        "a shield, discarded after the next battle; flips {n} conflict tokens to their "
        "battle side",
        kind.horns,
    )
    return said.format(n=kind.horns) if kind.horns else _("a permanent shield")


def prize(players: int) -> str:
    """Return what a battle brings (A6.2)."""
    if players > 2:
        said = _("{points} for each neighbour with fewer shields; nobody loses points")
        return said.format(points=text.points(VICTORY))
    return _(
        "{points} for the player with more shields, or {twice} with at least twice as "
        "many; nobody loses points"
    ).format(points=text.points(VICTORY), twice=text.points(2 * VICTORY))


def battle(players: int) -> str:
    """Return the sentence on what a battle brings."""
    return text.sentence(text.noted(_("battle"), prize(players)))


def stage(of: Wonder, one: Stage) -> str:
    """Return the description of a stage, as a sentence."""
    after, words = describe.rests_on(one), describe.stage(of, one)
    return text.sentence(f"{words} ({after})" if after else words)


def _wonder(wonder: Wonder) -> Iterator[str]:
    yield f"{describe.monument(wonder)}."
    for one in wonder.stages:
        yield stage(wonder, one)
    cards = describe.cards(catalog().piles[wonder.id])
    yield _("Its pile at the start: {cards}.").format(cards=cards)


def _token(sight: Sight | None, token: Token) -> Iterator[str]:
    does = describe.ability(token.ability)
    yield text.sentence(text.noted(describe.token(token), does))
    copies = sum(catalog().cards[card] is token for card in catalog().piles[TOKENS])
    if copies > 1:
        yield n_(
            "There is {n} copy of this token.",
            "There are {n} copies of this token.",
            copies,
        ).format(n=copies)
    for seat, city in enumerate(sight.state.cities if sight else ()):
        if sight is not None and token in city.progress:
            yield text.about(sight.who(seat), _("You have it."), _("{who} has it."))
