"""
Sentences for the memory aid's knowledge of the hands on their way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sealed_wonders.client.view.wonders.handtracker import HandTracker, PassingHand
from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.view.wonders.taken import TakenCard
from sealed_wonders.client.words import text
from sealed_wonders.client.words.lodging import Lodging, at_lodging
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.core.game import Card, Seat
from sealed_wonders.core.wonders.model import Building
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.words import _, n_


def lines(
    seen: HandTracker, sight: Sight, lodgings: Mapping[Seat, Lodging]
) -> Iterator[str]:
    """
    Yield everything: each hand, then what others took face down.

    Args:
        lodgings: where lent seats are played.
    """
    going = seen.hands(sight.state)
    if not going:
        yield phrases.no_hands() if seen.is_dealt else phrases.no_hands_yet()
    missed = forgotten(sight, seen, going)
    if missed:
        yield missed
    for one in going:
        yield from _hand(sight, one, lodgings)
    unseen = seen.unseen()
    if unseen:
        of_guilds = has_guilds(sight, unseen)
        yield phrases.unseen(of_guilds, looks_on=sight.ours is None)
        yield f"   {text.listing(names(sight, unseen))}."
    guesses = face_down(seen, going)
    if guesses:
        yield phrases.face_down()
    for taken in guesses:
        said = took(sight, taken)
        yield f"   {phrases.in_age(taken.age, taken.turn, said)}"
    yield from selections(seen, sight)


def selections(seen: HandTracker, sight: Sight) -> Iterator[str]:
    """Yield the leaders seen before the first age, and who got those we passed."""
    if seen.selections:
        yield _("Leaders you saw before the first age:")
    for one in seen.selections:
        passed = [describe.if_seen(sight.printed(card)) for card in one.passed]
        taker = sight.who(one.taker)
        yield f"   {_saw_leaders(one.round, passed, describe.if_seen(sight.printed(one.kept)), taker)}"


def forgotten(sight: Sight, seen: HandTracker, going: Sequence[PassingHand]) -> str:
    """Return which hands this program didn't see; empty if it saw all."""
    taken = [one for hand in going for one in hand.taken]
    age = max((one.age for one in taken), default=0)
    missed = [one for one in seen.missed if one[0] == age and sight.ours is not None]
    return _forgot(*missed[-1]) if missed else ""


def face_down(seen: HandTracker, going: Sequence[PassingHand]) -> tuple[TakenCard, ...]:
    """
    Return what is known about cards that others took face down, latest first.

    Args:
        going: the hands on their way round; what they already contain is left out.
    """
    told = {taken for hand in going for taken in hand.taken}
    return tuple(one for one in reversed(seen.taken()) if one.cards and one not in told)


def _hand(
    sight: Sight, one: PassingHand, lodgings: Mapping[Seat, Lodging]
) -> Iterator[str]:
    yield heading(sight, one, lodgings)
    if one.sure:
        yield f"   {_('It contains: {cards}.').format(cards=text.listing(names(sight, one.sure)))}"
    if one.perhaps:
        left = one.size - len(one.sure)
        yield f"   {_perhaps_in_hand(left, names(sight, one.perhaps))}"
    for taken in one.taken:
        yield f"   {phrases.on_turn(taken.turn, took(sight, taken))}"


def heading(sight: Sight, one: PassingHand, lodgings: Mapping[Seat, Lodging]) -> str:
    """
    Return whose hand it is, when we held it and, with a seat, when it reaches us.

    Args:
        lodgings: where lent seats are played.
    """
    who = sight.who(one.holder)
    if who is not None:
        who = at_lodging(who, lodgings.get(one.holder))
    parts = [_holds(who, one.size)]
    if sight.ours is None:
        return " ".join((*parts, *((_had_on(one.seen),) if one.seen else ())))
    if one.comes != 0:
        had = any(taken.seat == sight.ours for taken in one.taken)
        parts += [_forgotten() if had and not one.seen else _had_on(one.seen)]
        parts += [_comes(one.comes)]
    return " ".join(parts)


def took(sight: Sight, taken: TakenCard) -> str:
    """Return what somebody took."""
    cards = list(dict.fromkeys(buildings(sight, taken.cards)))
    some = [describe.name(card) for card in cards]
    return _took(sight.who(taken.seat), taken.use, some)


def has_guilds(sight: Sight, cards: Iterable[Card]) -> bool:
    return any(card.colour is Colour.PURPLE for card in buildings(sight, cards))


def names(sight: Sight, cards: Iterable[Card]) -> list[str]:
    """Return the names of cards, with a count for several of a kind."""
    some = buildings(sight, cards)
    counts = {card: some.count(card) for card in some}
    return [
        describe.name(card) if n == 1 else f"{describe.name(card)} ({n})"
        for card, n in counts.items()
    ]


def buildings(sight: Sight, cards: Iterable[Card]) -> list[Building]:
    """Return the age cards among cards, by colour and name."""
    known = sight.state.rules.catalog
    some = [known.building(card) for card in cards]
    found = [card for card in some if card is not None]
    return sorted(found, key=lambda card: (card.colour, describe.name(card)))


def _saw_leaders(turn: int, passed: Sequence[str], kept: str, taker: text.Who) -> str:
    """
    Return which leader was kept of a hand, and which were passed on.

    Args:
        kept: the name of the leader; empty if unknown.
    """
    said = _("Choice {turn}: you kept {leader} and passed {names} to {who}.")
    if not kept:
        said = _("Choice {turn}: you kept one of {names} and passed the rest to {who}.")
    return said.format(
        turn=turn, leader=kept, names=text.listing(passed), who=text.other(taker)
    )


def _forgot(age: int, turn: int) -> str:
    said = _(
        "Your program doesn't know the hands of this seat up to age {age}, turn {turn}."
    )
    return said.format(age=age, turn=turn)


def _holds(who: text.Who, n: int) -> str:
    mine = n_("You hold {n} card.", "You hold {n} cards.", n)
    theirs = n_("{who} holds {n} card.", "{who} holds {n} cards.", n)
    return text.about(who, mine, theirs, n=n)


def _had_on(turn: int | None) -> str:
    if turn is None:
        return _("You haven't seen this hand.")
    return _("You had this hand on turn {turn}.").format(turn=turn)


def _forgotten() -> str:
    return _("Your program doesn't know this hand.")


def _comes(turns: int | None) -> str:
    """Return when a hand reaches us; empty if we hold it."""
    if turns is None:
        return _("It won't reach you this age.")
    if turns == 0:
        return ""
    said = n_("It will reach you next turn.", "It will reach you in {n} turns.", turns)
    return said.format(n=turns)


def _perhaps_in_hand(n: int, cards: Sequence[str]) -> str:
    said = n_(
        ("It contains one of these: {cards}."), "It contains {n} of these: {cards}.", n
    )
    return said.format(n=n, cards=", ".join(cards))


def _took(who: text.Who, use: str, cards: Sequence[str]) -> str:
    """Return what somebody took from a hand: one of these cards, or an unknown card."""
    what = text.listing(cards, "or") if cards else _("a card")
    if use == "build":
        return text.about(
            who, _("You built {what}."), _("{who} built {what}."), what=what
        )
    if use == "stage":
        return text.about(
            who,
            _("You put {what} under your wonder."),
            _("{who} put {what} under their wonder."),
            what=what,
        )
    if use == "sell":
        return text.about(
            who, _("You sold {what}."), _("{who} sold {what}."), what=what
        )
    return text.about(
        who,
        _("You had {what} left over."),
        _("{who} had {what} left over."),
        what=what,
    )
