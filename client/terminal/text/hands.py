"""
What is known of the hands that go round.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.text.words import Who, about, listing
from sealed_wonders.client.words import _, n_


def no_memory() -> str:
    return _("This table agreed to do without a memory aid.")


def no_memory_here() -> str:
    return _("No memory aid: programs don't show what was seen of hands.")


def no_hands() -> str:
    return _("No hands go round just now.")


def no_hands_yet() -> str:
    return _("The hands of the first age are not dealt yet.")


def nothing_kept() -> str:
    return _("Nothing was kept of the hands here.")


def forgot(age: int, turn: int) -> str:
    said = _(
        "Your program was started again, so it doesn't know the hands you had up to age "
        "{age}, turn {turn}."
    )
    return said.format(age=age, turn=turn)


def holds(who: Who, n: int) -> str:
    mine = n_("You hold {n} card.", "You hold {n} cards.", n)
    theirs = n_("{who} holds {n} card.", "{who} holds {n} cards.", n)
    return about(who, mine, theirs, n=n)


def had_on(turn: int | None) -> str:
    if turn is None:
        return _("You haven't seen this hand.")
    return _("You had this hand on turn {turn}.").format(turn=turn)


def comes(turns: int | None) -> str:
    """Say when a hand comes; nothing if it is there."""
    if turns is None:
        return _("It doesn't come to you in this age.")
    if turns == 0:
        return ""
    said = n_("It comes to you next turn.", "It comes to you in {n} turns.", turns)
    return said.format(n=turns)


def in_hand(cards: Sequence[str]) -> str:
    return _("In it: {cards}.").format(cards=listing(cards))


def perhaps_in_hand(n: int, cards: Sequence[str]) -> str:
    said = n_("In it, one of these: {cards}.", "In it, {n} of these: {cards}.", n)
    return said.format(n=n, cards=", ".join(cards))


def some_of(n: int) -> str:
    return n_("And one of these:", "And {n} of these:", n).format(n=n)


def took(who: Who, use: str, cards: Sequence[str]) -> str:
    """Say what somebody took from a hand: one of these cards; of none if nobody knows."""
    what = listing(cards, "or") if cards else _("a card")
    if use == "build":
        return about(who, _("You built {what}."), _("{who} built {what}."), what=what)
    if use == "stage":
        return about(
            who,
            _("You put {what} under your wonder."),
            _("{who} put {what} under the wonder."),
            what=what,
        )
    if use == "sell":
        return about(who, _("You sold {what}."), _("{who} sold {what}."), what=what)
    return about(
        who,
        _("You had {what} left over."),
        _("{who} had {what} left over."),
        what=what,
    )


def on_turn(turn: int, said: str) -> str:
    return _("Turn {turn}: {said}").format(turn=turn, said=said)


def in_age(age: int, turn: int, said: str) -> str:
    return _("Age {age}, turn {turn}: {said}").format(age=age, turn=turn, said=said)


def unseen(of_guilds: bool) -> str:
    said = _("Not seen yet: in hands you didn't have, or taken from them face down:")
    return f"{said} {_('(only some of the guilds)')}" if of_guilds else said


def face_down() -> str:
    return _("What others took face down, as far as you can know:")
