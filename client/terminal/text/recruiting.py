"""
Leaders selected and recruited: what is asked, what was done, and what there is then.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.text.words import (
    Who,
    about,
    coins,
    listing,
    other,
    points,
)
from sealed_wonders.client.words import _, n_, p_

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
