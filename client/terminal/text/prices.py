"""
What a move costs just now, and why it can't be made.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.terminal.text.words import Who, coins, listing, other
from sealed_wonders.client.words import _, marked, p_
from sealed_wonders.core.game import Refusal


def free() -> str:
    return p_("price", "free")


def free_by(what: str) -> str:
    """
    Say by what one's own building is free.

    Args:
        what: a chain, a power, a leader, or a power that is used up ``"once"``.
    """
    said = {
        "chain": _("free by chain"),
        "power": _("free by your wonder"),
        "leader": _("free by a leader"),
        "once": _("free by your wonder, once in this age"),
    }
    return said[what]


def own_goods() -> str:
    return _("nothing to pay")


def payment(to_left: int, to_right: int, to_bank: int, left: Who, right: Who) -> str:
    """Say what one's own payment would be."""
    parts = []
    if to_left:
        said = _("{coins} to {who} on the left")
        parts.append(said.format(coins=coins(to_left), who=other(left)))
    if to_right:
        said = _("{coins} to {who} on the right")
        parts.append(said.format(coins=coins(to_right), who=other(right)))
    if to_bank:
        parts.append(_("{coins} to the bank").format(coins=coins(to_bank)))
    return listing(parts)


def short_payment(to_left: int, to_right: int, to_bank: int) -> str:
    """Say it once more, to somebody who knows who sits on the left."""
    parties = (
        (to_left, _("{amount} left")),
        (to_right, _("{amount} right")),
        (to_bank, _("{amount} to the bank")),
    )
    (first, party), *rest = [pair for pair in parties if pair[0]]
    more = [to.format(amount=n) for n, to in rest]
    return ", ".join([party.format(amount=coins(first)), *more])


REFUSALS: Mapping[Refusal, str] = {
    Refusal.NOT_ASKED: marked("nothing is asked of you just now"),
    Refusal.NOT_A_MOVE: marked("that is not a move"),
    Refusal.NO_CHOICE: marked("that is an answer to another kind of question"),
    Refusal.NOT_IN_HAND: marked("that card is not in your hand"),
    Refusal.ALREADY_BUILT: marked("you have this building already"),
    Refusal.NO_STAGE_LEFT: marked("your wonder is complete"),
    Refusal.WRONG_HALF: marked("say which half, where a stage has two, and only there"),
    Refusal.MISSING_RESOURCES: marked("neither you nor your neighbours have the goods"),
    Refusal.TOO_FEW_COINS: marked("you have too few coins"),
    Refusal.WRONG_PAYMENT: marked("that is not what it costs"),
    Refusal.WRONG_WAY: marked(
        "say which leader or which pawn, where a stage asks for it, and only there"
    ),
    Refusal.NO_PART_LEFT: marked("you can't take part in the edifice now"),
    Refusal.NOT_CHEAPEST: marked(
        "there is a payment that costs nobody more and somebody less"
    ),
    Refusal.OUT_OF_REACH: marked("you can take no card there now"),
    Refusal.RESTS_ON_OTHERS: marked("that stage isn't one you can build now"),
    Refusal.NOT_THERE: marked("that isn't there for you to use"),
    Refusal.NO_RIGHT: marked("nothing allows you that, or you have used it"),
    Refusal.NOT_YET: marked("you have to do something else first"),
}


def refusal(why: Refusal) -> str:
    """Say why a move isn't one."""
    return _(REFUSALS[why])


def not_now(why: Refusal, least: int = 0) -> str:
    if why is Refusal.TOO_FEW_COINS and least:
        return _("Not now: it takes {coins}.").format(coins=coins(least))
    return _("Not now: {why}.").format(why=refusal(why))


def cant_use(name: str, why: Refusal) -> str:
    return _("{name}: {why}.").format(name=name, why=refusal(why))
