"""
Leaders: what they do, how they are selected and recruited, and what comes of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.text.words import (
    Who,
    about,
    coins,
    colour_named,
    colours_of,
    listing,
    other,
    points,
    sentence,
)
from sealed_wonders.client.words import _, n_, p_

# What they do.


def recruits_free() -> str:
    return _("your leaders cost nothing")


def leaders_for_less(own: int, neighbours: int) -> str:
    said = _("your leaders cost {coins} less").format(coins=coins(own))
    if not neighbours:
        return said
    theirs = _("those of your neighbours {coins} less")
    return f"{said}, {theirs.format(coins=coins(neighbours))}"


def _costing(on: str) -> str:
    """Name what a discount is for."""
    return _("wonder stages") if on == "wonder_stage" else colours_of(on)


def goods_less(on: str, n: int) -> str:
    return n_(
        "{things} cost {n} good less, of your choice",
        "{things} cost {n} goods less, of your choice",
        n,
    ).format(things=_costing(on), n=n)


def colour_free(colour: str) -> str:
    return _("{cards} cost you nothing").format(cards=colours_of(colour))


def coins_on_build(n: int, colour: str) -> str:
    said = _("{coins} each time you build a {colour} card")
    return said.format(coins=coins(n), colour=colour_named(colour))


def coins_on_chain(n: int) -> str:
    said = _("{coins} each time you build a card that is free by chain")
    return said.format(coins=coins(n))


def coins_on_victory(n: int) -> str:
    return _("{coins} for each victory token you gain").format(coins=coins(n))


def coins_on_purchase(n: int) -> str:
    said = _("{coins} for each neighbour you buy from, every turn")
    return said.format(coins=coins(n))


def coin_on_gain() -> str:
    return _("once a turn, 1 coin more when coins come from the bank")


def bank_sells(goods: str, price: int) -> str:
    said = _("once a turn, {goods} from the bank for {coins}")
    return said.format(goods=goods, coins=coins(price))


def one_good() -> str:
    return _("1 good of any kind")


def victory_token(value: int) -> str:
    """Say which one is gained; 0 is that of the age."""
    if not value:
        return _("a victory token of the age at once")
    return _("a victory token of {points} at once").format(points=points(value))


def discards_defeats() -> str:
    return _("all your defeat tokens go at once")


def others_discard_victory() -> str:
    return _("each other player drops a victory token")


def deflects_defeats() -> str:
    return _("defeat tokens of your conflicts go to the neighbour who won")


def replaces_symbols(n: int) -> str:
    return n_(
        "{n} science symbol of yours may count as another",
        "{n} science symbols of yours may count as others",
        n,
    ).format(n=n)


def more_of_most(n: int) -> str:
    return n_(
        "science: {n} symbol more of the kind you have most of",
        "science: {n} symbols more of the kind you have most of",
        n,
    ).format(n=n)


def points_per_science_set(n: int) -> str:
    said = _("{points} more for each set of three different science symbols")
    return said.format(points=points(n))


def points_per_set(n: int, of: Sequence[str]) -> str:
    if len(of) == 7:
        said = _("{points} for each set of seven cards, one of each colour")
        return said.format(points=points(n))
    said = _("{points} for each set of {n} cards: {colours}")
    names = listing([colour_named(name) for name in of])
    return said.format(points=points(n), n=len(of), colours=names)


def points_per_coins(n: int, each: int) -> str:
    said = _("{points} for each {coins} you have at the end")
    return said.format(points=points(n), coins=coins(each))


def points_if_more(n: int, of: Sequence[str]) -> str:
    things = [p_("things", "coins") if it == "coin" else colours_of(it) for it in of]
    said = _("{points} if you have more {things} than each neighbour")
    return said.format(points=points(n), things=listing(things))


def points_if_undefeated(n: int) -> str:
    return _("{points} if you have no defeat token").format(points=points(n))


def points_per_token_pair() -> str:
    return _("for each pair of equal victory tokens, the points of one of them")


def points_if_alone(n: int) -> str:
    said = _("{points} if this is your only leader face up")
    return said.format(points=points(n))


def draws_leaders(n: int) -> str:
    return n_(
        "you draw {n} leader from the box", "you draw {n} leaders from the box", n
    ).format(n=n)


def extra_leader() -> str:
    return _("you may recruit one more leader at the end of the turn")


def buries_leader() -> str:
    return _(
        "a leader of yours is turned face down and brings twice its cost in points"
    )


# Themselves.


def leader(name: str, facts: Sequence[str]) -> str:
    """Say all about a leader."""
    said = _("{name}, leader.").format(name=name)
    return " ".join([said, *map(sentence, facts)])


def leader_costs(cost: int | None) -> str:
    """Say what a leader costs; None is as many coins as the age has."""
    if cost is None:
        return _("costs as many coins as the age it is recruited in")
    return _("costs {cost}").format(cost=coins(cost))


def leader_set(name: str) -> str:
    """Name a set of leaders by its word in the data."""
    names = {
        "standard": p_("leaders", "standard"),
        "expert": p_("leaders", "expert"),
        "cities": p_("leaders", "Cities, never dealt"),
    }
    return names.get(name, name)


# What is asked.


def draft_title(turn: int, left: int, taker: Who) -> str:
    """Ask for a leader to be kept."""
    said = n_(
        "Leaders, choice {turn}: keep one. The other goes to {who}.",
        "Leaders, choice {turn}: keep one. The other {n} go to {who}.",
        left,
    )
    return said.format(turn=turn, n=left, who=other(taker))


def kept_so_far(names: Sequence[str]) -> str:
    return _("You keep so far: {names}.").format(names=listing(names))


def to_keep(word: str) -> str:
    """Ask for one of a hand, and say with which word the first is kept."""
    return _("Choose one of these leaders; {word} keeps the first:").format(word=word)


def recruit_title(age: int) -> str:
    said = _(
        "Age {age}, leaders: recruit one, put one under your wonder, or sell one for 3 "
        "coins."
    )
    return said.format(age=age)


def last_recruit_title() -> str:
    return _("The leader you don't use now goes back to the box.")


def your_leaders() -> str:
    return _("Your leaders:")


def enlist_title(have: int) -> str:
    said = _(
        "You may recruit one more leader now, at its cost. You have {coins}. none "
        "recruits nobody."
    )
    return said.format(coins=coins(have))


def how_to_recruit() -> str:
    return _(
        "r3 recruits leader 3, w3 puts it under the wonder, s3 sells it for 3 coins; 3 "
        "alone tells more. help lists the rest."
    )


def keep() -> str:
    return _("keep it")


def recruit(price: str) -> str:
    return _("recruit it: {price}").format(price=price)


def no_recruit() -> str:
    return _("recruit nobody")


def victims_title(word: str, value: int) -> str:
    """Ask for a token, and say with which word one of them is dropped."""
    said = _(
        "Somebody's leader makes you drop a victory token. Which one? {word} drops one "
        "of {points}:"
    )
    return said.format(word=word, points=points(value))


def token_item(value: int) -> str:
    return _("A victory token of {points}.").format(points=points(value))


def drop(value: int) -> str:
    return _("drop a victory token of {points}").format(points=points(value))


# What is typed for it.


def keep_word(number: int) -> str:
    return f"{p_('typed before a number', 'k')}{number}"


def recruit_word(number: int) -> str:
    return f"{p_('typed before a number', 'r')}{number}"


def drop_word(number: int) -> str:
    return f"{p_('typed before a number', 'd')}{number}"


# What happened.


def leaders_dealt() -> str:
    return _(
        "Leaders are dealt, four to each: keep one, pass the others to the right, until "
        "each has four."
    )


def kept(who: Who, name: str) -> str:
    return about(who, _("You keep {leader}."), _("{who} keeps {leader}."), leader=name)


def all_keep() -> str:
    return _("Everybody keeps a leader, and passes the others on.")


def kept_all(who: Who, names: Sequence[str]) -> str:
    return about(
        who,
        _("Your leaders are {names}."),
        _("The leaders of {who} are {names}."),
        names=listing(names),
    )


def recruitment_header(age: int) -> str:
    return _("Age {age}, leaders:").format(age=age)


def recruited(who: Who, name: str, price: str) -> str:
    return about(
        who,
        _("You recruit {leader}{price}."),
        _("{who} recruits {leader}{price}."),
        leader=name,
        price=price,
    )


def sold_leader(who: Who, name: str) -> str:
    if name:
        return about(
            who,
            _("You sell {leader} for 3 coins."),
            _("{who} sells {leader} for 3 coins."),
            leader=name,
        )
    return about(
        who, _("You sell a leader for 3 coins."), _("{who} sells a leader for 3 coins.")
    )


def buried(who: Who, name: str) -> str:
    return about(
        who,
        _("You turn {leader} face down."),
        _("{who} turns {leader} face down."),
        leader=name,
    )


def drew(who: Who, n: int, names: Sequence[str] = ()) -> str:
    """
    Say that leaders came out of the box.

    Args:
        names: which ones, where they are known.
    """
    if names:
        return about(
            who,
            _("You draw {names} from the box."),
            _("{who} draws {names} from the box."),
            names=listing(names),
        )
    mine = n_(
        "You draw {n} leader from the box.", "You draw {n} leaders from the box.", n
    )
    theirs = n_(
        "{who} draws {n} leader from the box.",
        "{who} draws {n} leaders from the box.",
        n,
    )
    return about(who, mine, theirs, n=n)


def recruited_more(who: Who, name: str, price: str) -> str:
    """Tell of one more leader at the end of a turn; with no name it was declined."""
    if name:
        return about(
            who,
            _("You recruit one more leader, {leader}{price}."),
            _("{who} recruits one more leader, {leader}{price}."),
            leader=name,
            price=price,
        )
    return about(
        who, _("You recruit no more leader."), _("{who} recruits no more leader.")
    )


def dropped(who: Who, value: int) -> str:
    return about(
        who,
        _("You drop a victory token of {points}."),
        _("{who} drops a victory token of {points}."),
        points=points(value),
    )


def deflected(loser: Who, winner: Who) -> str:
    """Tell where a defeat token went."""
    if loser is None:
        said = _("Your defeat token goes to {winner}.")
    elif winner is None:
        said = _("The defeat token of {loser} goes to you.")
    else:
        said = _("The defeat token of {loser} goes to {winner}.")
    return said.format(loser=loser, winner=winner)


# In a city.


def city_leader(name: str, effect: str) -> str:
    return _("Leader {leader}: {effect}.").format(leader=name, effect=effect)


def buried_leader(name: str, worth: int) -> str:
    said = _("Leader {leader}, face down: {points}.")
    return said.format(leader=name, points=points(worth))


def no_leaders() -> str:
    return _("No leaders are played with.")


def leaders_of(who: Who) -> str:
    """Head the leaders of somebody."""
    return about(who, _("Yours:"), _("Those of {who}:"))


def nobody_recruited() -> str:
    return _("Nobody has recruited a leader yet.")


def leaders_in_hand(who: Who, n: int, names: Sequence[str] = ()) -> str:
    """Say how many leaders somebody keeps; which ones, where they are known."""
    if names:
        return about(
            who,
            _("Leaders in your hand: {names}."),
            _("Leaders in the hand of {who}: {names}."),
            names=listing(names),
        )
    mine = n_(
        "You have {n} leader in your hand.", "You have {n} leaders in your hand.", n
    )
    theirs = n_("{who} has {n} leader in hand.", "{who} has {n} leaders in hand.", n)
    return about(who, mine, theirs, n=n)


# A memory of the selection.


def saw_leaders(turn: int, passed: Sequence[str], kept: str, taker: Who) -> str:
    """
    Say what was kept of a hand of leaders, and what went on.

    Args:
        kept: its name; empty if that isn't known any more.
    """
    said = _("Choice {turn}: you kept {leader}; {names} went to {who}.")
    if not kept:
        said = _("Choice {turn}: you kept one of {names}; the others went to {who}.")
    return said.format(turn=turn, leader=kept, names=listing(passed), who=other(taker))


def leaders_seen() -> str:
    return _("Leaders you saw before the first age:")
