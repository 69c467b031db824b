"""Why something isn't possible right now: for features, and for where none has a seat."""

from __future__ import annotations

from sealed_wonders.net.words import _


def no_break() -> str:
    return _("You can propose a break during any age except the last.")


def no_seat_for_bot() -> str:
    return _("You have no seat that your bot could play right now.")


def no_seat_words() -> str:
    return _(
        "You have no seat in a game right now, so you have no words to write down."
    )


def nobody_is_absent() -> str:
    return _("Nobody is absent, so there is nothing to vote on.")


def nobody_to_mute() -> str:
    return _("There is nobody here to mute.")


def nothing_to_compare() -> str:
    return _("There is nothing to compare right now.")
