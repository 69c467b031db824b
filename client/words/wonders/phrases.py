"""
Sentences and parts of sentences that several modules of 7 Wonders share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.words import cardwords, text
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.atoms import Make
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.goods import unpack
from sealed_wonders.core.wonders.leaders.tasks import Enlist
from sealed_wonders.core.wonders.play import LastCard
from sealed_wonders.net.words import _, marked, n_, p_

_SIDES: Mapping[str, str] = {
    "day": marked("day side"),
    "night": marked("night side"),
    "A": marked("side A"),
    "B": marked("side B"),
}


def side(name: str) -> str:
    """Return the name of a side of a board, as printed on it."""
    return _(_SIDES[name])


def side_option(name: str) -> str:
    """Return how sides are settled, from the value of the option."""
    said = {
        "day": _("everybody plays the day side"),
        "night": _("everybody plays the night side"),
        "choose": _("everybody chooses a side"),
        "random": _("sides are drawn at random"),
    }
    return said.get(name, name)


_HALVES: Mapping[str, str] = {
    "left": marked("left half"),
    "right": marked("right half"),
}


def half(name: str) -> str:
    return _(_HALVES[name])


def half_suffix(name: str) -> str:
    """
    Return the end of a sentence that names the half; empty for a stage without halves.
    """
    return f", {half(name)}" if name else ""


def no_cards() -> str:
    return _("Nothing is built.")


def bundle(amounts: Mapping[str, int], bank: int = 0) -> str:
    """Return a cost in words: ``1 coin, 2 clay, 1 glass``."""
    parts = [text.coins(bank)] if bank else []
    parts += [cardwords.amount(name, n) for name, n in amounts.items()]
    return ", ".join(parts) or p_("cost", "nothing")


def one_of(goods: Sequence[str]) -> str:
    return f"1 {text.listing([cardwords.good(name) for name in goods], 'or')}"


def made(some: Make) -> str:
    """Write what is made: ``2 clay``, or ``1 wood or stone``."""
    goods = some.goods
    return bundle(goods) if isinstance(goods, Mapping) else one_of(goods)


def stage_line(index: int, cost: str, effect: str) -> str:
    """Return the cost and effect of a stage that isn't built."""
    said = _("Stage {number}, for {cost}: {effect}.")
    return said.format(number=index, cost=cost, effect=effect)


next_stage = side_stage = stage_open = stage_line


def card(name: str, colour_index: int, facts: Sequence[str], copies: int = 1) -> str:
    said = _("{name}, {colour}.")
    if copies > 1:
        said = n_(
            "{name}, {colour}, {copies} copy.",
            "{name}, {colour}, {copies} copies.",
            copies,
        )
    first = said.format(name=name, colour=cardwords.colour(colour_index), copies=copies)
    return " ".join([first, *map(text.sentence, facts)])


def sealed_move(
    verb: str, name: str, price: str, half: str = "", more: str = ""
) -> str:
    """
    Return a whole move in words.

    Args:
        half, more: the half of the stage and the other choices; both continue the
            sentence.
    """
    match verb:
        case "build":
            return _("build {card}, {price}").format(card=name, price=price)
        case "stage":
            said = _("build a wonder stage{half} with {card}{more}, {price}")
            return said.format(half=half, card=name, more=more, price=price)
        case "sell":
            return _("sell {card} for 3 coins").format(card=name)
        case "recruit":
            return _("recruit {leader}, {price}").format(leader=name, price=price)
        case "keep":
            return _("keep {leader}").format(leader=name)
        case "pick":
            return _("build {card} from the discard pile").format(card=name)
        case "side":
            return _("the {side}").format(side=side(name))
        case "board":
            return _("the {board} board").format(board=name)
    return declined()


def side_item(name: str, stages: Sequence[str]) -> str:
    return f"{text.sentence(side(name))} {' '.join(stages)}"


def declined(step: str = "") -> str:
    """Return in words that no card is taken, recruited or played, by the game's step."""
    match step:
        case Enlist.name:
            return _("recruit nobody")
        case LastCard.name:
            return _("discard the card")
    return _("take nothing")


def stage_word(number: int, letter: str = "") -> str:
    return f"{p_('typed before a number', 'w')}{number}{letter}"


def free_by(what: str, leaders: str = "") -> str:
    """
    Return why our own building is free.

    Args:
        what: ``"chain"``, ``"power"``, or ``"once"`` for a power that can be used once
            per age.
        leaders: the names of leaders, if they are that power.
    """
    if leaders:
        return _("free thanks to {leaders}").format(leaders=leaders)
    said = {
        "chain": _("free by chain"),
        "power": _("free thanks to your wonder"),
        "once": _("free thanks to your wonder (once per age)"),
    }
    return said[what]


def reason(why: Refusal, quote: Quote | None = None) -> str:
    """
    Return why something can't be built, without a capital letter and a full stop.

    Args:
        quote: its price, which says how many coins or which goods are missing.
    """
    if quote is not None and why is quote.refusal:
        if quote.least:
            said = _("it costs {coins}, more than you have")
            return said.format(coins=text.coins(quote.least))
        if quote.lacking:
            said = _("you're {goods} short, neighbours included")
            lacking = unpack(quote.lacking).items()
            goods = [cardwords.amount(name, n) for name, n in lacking]
            return said.format(goods=text.listing(goods))
    return text.refusal(why)


def not_now(why: Refusal, quote: Quote | None = None) -> str:
    """Return why something can't be built, as a sentence; see `reason`."""
    return _("Not now: {why}.").format(why=reason(why, quote))


def now(coins: int, points: int, others: int = 0) -> str:
    """Return what a card would bring as the cities stand; see `BuildingYield`."""
    some = [text.coins(coins)] if coins else []
    some += [text.points(points)] if points else []
    if not some:
        return _("Right now: nothing.")
    gains = text.listing(some)
    if others <= 0:
        return _("Right now: {gains}.").format(gains=gains)
    if others == points and not coins:
        said = _("Right now: {gains}, thanks to what you have built.")
    else:
        said = _(
            "Right now: {gains}, including {others} thanks to what you have built."
        )
    return said.format(gains=gains, others=text.points(others))


def how_conflicts_count() -> str:
    """Return what conflicts are worth (W6)."""
    return _(
        "At the end of an age, having more shields than a neighbour wins 1 point in "
        "age 1, 3 in age 2 and 5 in age 3; having fewer loses 1."
    )


def how_coins_count() -> str:
    """Return what coins are worth (W7.2)."""
    return _("Every 3 coins are worth 1 point.")


def how_science_counts() -> str:
    """Return what science symbols are worth (W7.2)."""
    return _(
        "Each kind of symbol is worth the square of how many you have: 1, 4, 9 and so "
        "on. Each set of all three is worth 7 more points."
    )


def keep_word(number: int) -> str:
    return f"{p_('typed before a number', 'k')}{number}"


def drop_word(number: int) -> str:
    return f"{p_('typed before a number', 'd')}{number}"


def leader(name: str, facts: Sequence[str]) -> str:
    """Return a leader's name and facts."""
    said = _("{name}, leader.").format(name=name)
    return " ".join([said, *map(text.sentence, facts)])


def leader_costs(cost: int | None) -> str:
    """Return a leader's cost; None means as many coins as the number of the age."""
    if cost is None:
        return _("costs 1 coin in age 1, 2 in age 2, 3 in age 3")
    return _("costs {cost}").format(cost=text.coins(cost))


def pawns_left(n: int) -> str:
    """Return how many pawns of an edifice are left, and what that means."""
    return n_(
        "{n} pawn is left; it must be taken by the end of the age",
        "{n} pawns are left; all must be taken by the end of the age",
        n,
    ).format(n=n)


def edifice_stands() -> str:
    return _("it is built")


def edifice_failed() -> str:
    return _("it was not built")


def no_edifices() -> str:
    return _("This game has no edifices.")


def not_built() -> str:
    """Return, for a narrow column, that an edifice failed."""
    return _("not built")


def no_memory() -> str:
    return _("This table plays without a memory aid.")


def no_hands() -> str:
    return _("No hands are being passed right now.")


def no_hands_yet() -> str:
    return _("The hands for the first age haven't been dealt yet.")


def nothing_kept() -> str:
    return _("The program hasn't kept track of the hands in this game.")


def on_turn(turn: int, said: str) -> str:
    return _("Turn {turn}: {said}").format(turn=turn, said=said)


def in_age(age: int, turn: int, said: str) -> str:
    return _("Age {age}, turn {turn}: {said}").format(age=age, turn=turn, said=said)


def unseen(of_guilds: bool, *, looks_on: bool = False) -> str:
    said = _("Not seen yet (in hands that you haven't had, or played face down):")
    if looks_on:
        said = _("Not seen yet (in players' hands, or played face down):")
    return f"{said} {_('(only some guilds are in the game)')}" if of_guilds else said


def face_down() -> str:
    return _("What others played face down, as far as you can tell:")


def founded(who: text.Who, board: str, side_name: str) -> str:
    return text.about(
        who,
        _("You have {board}, {side}."),
        _("{who} has {board}, {side}."),
        board=board,
        side=side(side_name),
    )
