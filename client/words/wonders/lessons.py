"""
The lessons of 7 Wonders: explanations for somebody who plays it for the first time.

`LESSONS` contains the texts; the functions above it decide when each one is due.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.client.words.lobby import expansions
from sealed_wonders.client.words.tablemodel import TableModel
from sealed_wonders.client.words.teacher import CITIES, Lesson
from sealed_wonders.client.words.wonders.handtracker import may_remember
from sealed_wonders.client.words.wonders.sight import view_of
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.leaders.tasks import Draft, Enlist, Recruit
from sealed_wonders.core.wonders.play import LAST_TURN, LastCard, Turn
from sealed_wonders.core.wonders.scoring import LINES
from sealed_wonders.core.wonders.view import View
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.words import marked

# Conditions under which a lesson is due.


def _asked(when: Callable[[View], bool]) -> Callable[[TableModel], bool]:
    """Return a condition that also requires an open choice and existing cities."""

    def is_time(known: TableModel) -> bool:
        view = view_of(known)
        return known.asked and view is not None and bool(view.cities) and when(view)

    return is_time


def _at(
    step: str, when: Callable[[View], bool] = lambda view: True
) -> Callable[[TableModel], bool]:
    """Return a condition that also requires a choice of one kind; see `View.step`."""
    return _asked(lambda view: view.step == step and when(view))


def _with_hand(when: Callable[[View], bool]) -> Callable[[TableModel], bool]:
    """Return a condition that also requires a hand in one of the six turns."""
    return _at(Turn.name, lambda view: bool(view.hand) and when(view))


def _quotes(view: View) -> tuple[Quote, ...]:
    """Return the current prices of the cards in hand and of the next stage."""
    cards = tuple(held.quote for held in view.hand if held.quote is not None)
    return cards if view.stage is None else (*cards, view.stage)


def _costs(view: View) -> bool:
    return any(held.face.goods for held in view.hand)


def _buys(view: View) -> bool:
    """Return whether something can only be built with a neighbour's goods."""
    return any(
        quote.splits and all(split.left or split.right for split in quote.splits)
        for quote in _quotes(view)
    )


def _is_chained(view: View) -> bool:
    return any(quote.free == "chain" for quote in _quotes(view))


def _stage_can_be_built(view: View) -> bool:
    return view.stage is not None and view.stage.refusal is None


def _holds(colour: Colour) -> Callable[[View], bool]:
    return lambda view: any(held.face.colour is colour for held in view.hand)


def _sells(view: View) -> bool:
    """Return whether to explain selling: little can be built, or age 1 is over."""
    quotes = [held.quote for held in view.hand if held.quote]
    refused = [quote for quote in quotes if not quote.is_possible]
    poor = any(quote.refusal is Refusal.TOO_FEW_COINS for quote in refused)
    return poor or 2 * len(refused) > len(view.hand) or view.age > 1


def _plays_leaders(known: TableModel) -> bool:
    """Return whether the game starts with leaders, which has another first lesson."""
    charter = known.charter
    return charter is not None and "leaders" in expansions(charter.options)


def _is_back(known: TableModel) -> bool:
    """Return whether a hand that we held has come back, if a memory aid is allowed."""
    view = view_of(known)
    if view is None or known.charter is None or not (known.asked and view.hand):
        return False
    around = len(view.hands) - len(view.gone)
    return may_remember(known) and view.turn > around


def _is_dear(view: View) -> bool:
    """Return whether some leader can't be recruited, or the first age is over."""
    return view.age > 1 or any(
        held.quote is not None and held.quote.refusal is not None
        for held in view.leaders
    )


def _is_about_edifices(view: View) -> bool:
    """Return whether a pawn can be taken now, or it is the middle of an age."""
    if not view.projects:
        return False
    soon = view.turn == LAST_TURN // 2
    return soon or any(play.joins for _move, play in view.options)


def _may_fail(view: View) -> bool:
    """Return whether an edifice demands a penalty, or soon may unless we take part."""
    if view.step == Fail.name:
        return True
    if not view.projects or view.turn <= LAST_TURN // 2 or view.step != Turn.name:
        return False
    fate = view.projects[view.age - 1].fate
    return not fate and view.age not in view.cities[view.seat].pawns


def _is_over(known: TableModel) -> bool:
    return known.ending is not None and known.ending.sheet is not None


def _is_counted(more: bool) -> Callable[[TableModel], bool]:
    """Return a condition for the end of a game, with or without extra score lines."""

    def is_time(known: TableModel) -> bool:
        sheet = known.ending.sheet if known.ending else None
        return sheet is not None and (sheet.lines != LINES) is more

    return is_time


_GOAL = marked(
    "You lead a city through three ages of six turns. In each turn all choose "
    "a card at the same time, and then all cards are turned over together. "
    "Whoever has the most points after the third age wins."
)

_TO_BUILD = marked(
    "Choose a card with the arrows or by its number. {build} lays it down to "
    "be built, {enter} seals that, {back} takes it back. {help} tells more."
)

_TO_BUILD_TYPED = marked(
    "Your cards have numbers: b3 builds card 3, and 3 alone tells what you can "
    "do with it. Type help for all that can be typed."
)

LESSONS = (
    Lesson(
        "goal",
        _at(Draft.name),
        marked("What it is about"),
        _GOAL,
        marked("{help} tells more."),
        marked("Type help for all that can be typed."),
        leads=True,
    ),
    Lesson(
        "goal",
        _with_hand(lambda view: True),
        marked("What it is about"),
        _GOAL,
        _TO_BUILD,
        _TO_BUILD_TYPED,
    ),
    Lesson(
        "first hand",
        lambda known: _plays_leaders(known) and _with_hand(lambda view: True)(known),
        marked("A hand of cards"),
        marked(
            "Now all have seven cards of this age, and use one of them in each turn: to "
            "build it in the city, to build a stage of the wonder with it, or to sell "
            "it. Leaders have turns of their own, and are no part of this hand."
        ),
        _TO_BUILD,
        _TO_BUILD_TYPED,
    ),
    Lesson(
        "discard look",
        _asked(lambda view: bool(view.pile)),
        marked("From the discard"),
        marked(
            "You may look through the cards that were sold or left over, and build one "
            "of them for nothing. What is printed as its cost doesn't matter; only what "
            "stands in your city already can't be built again."
        ),
    ),
    Lesson(
        "last card",
        _at(LastCard.name),
        marked("The seventh card"),
        marked(
            "All others leave their last card of the age to the discard. Your wonder "
            "lets you use yours as well: build it, put it under your wonder, or sell "
            "it, as in any other turn."
        ),
    ),
    Lesson(
        "selection",
        _at(Draft.name),
        marked("Leaders"),
        marked(
            "Before the first age each player chooses four leaders: you keep one of "
            "those you hold, and the rest goes to the right. Nobody sees whom you keep. "
            "At the start of each age you may recruit one of them, so think of what "
            "each costs, and of what will serve you for a whole game."
        ),
        marked("Choose one with the arrows. {details} tells what a leader does."),
        marked("k3 keeps leader 3, and 3 alone tells what that one does."),
    ),
    Lesson(
        "recruitment",
        _at(Recruit.name),
        marked("Recruiting a leader"),
        marked(
            "An age begins with its leaders: all choose one of theirs at the same time. "
            "You can recruit it for the coins it costs; what it does begins now and "
            "lasts. Or it serves as a card would: put it under your wonder, or sell it "
            "for 3 coins, and nobody learns who it was."
        ),
        marked(
            "{build} recruits the chosen one; {stage} and {sell} do as with a card."
        ),
        marked("r3 recruits leader 3, w3 builds the stage with it, s3 sells it."),
    ),
    Lesson(
        "price of leaders",
        _at(Recruit.name, _is_dear),
        marked("What a leader costs"),
        marked(
            "Leaders cost coins and nothing else, paid to the bank; some cost as many as "
            "the age has, 1 to 3. These coins are gone when you want to buy goods, so a "
            "leader that is cheap now can be better than a great one. In the third age "
            "you use one of the two that are left, and the other is out of the game."
        ),
    ),
    Lesson(
        "one more leader",
        _at(Enlist.name),
        marked("One more leader"),
        marked(
            "Your wonder lets you recruit a leader out of your hand at the end of this "
            "turn, for the coins it costs. You needn't; those who are left in your hand "
            "at the end of the game count nothing."
        ),
    ),
    Lesson(
        "taking part",
        _at(Turn.name, _is_about_edifices),
        marked("Taking part in an edifice"),
        marked(
            "Each age has an edifice that cities build together. Whoever builds a stage "
            "of a wonder may pay some coins more in the same turn, and take a pawn from "
            "it, once in an age. With its last pawn it is built, and all who have one "
            "of its pawns get what it brings."
        ),
        marked("{edifices} shows them, with the pawns that are left."),
        marked(
            "Type edifices to hear about them. Where you can take part, there is a way "
            "to build the stage with that, and one without."
        ),
    ),
    Lesson(
        "failing",
        _asked(_may_fail),
        marked("When an edifice fails"),
        marked(
            "An edifice that has pawns left at the end of its age is not built. Then "
            "all who have none of its pawns lose what is printed on it: a card of a "
            "colour, coins, or tokens. Who can't pay all of it loses nothing, but takes "
            "a debt that counts below zero at the end. Pawns spare you both."
        ),
        marked("{edifices} shows what is lost, and how it stands."),
    ),
    Lesson(
        "conflicts",
        _asked(lambda view: view.age > 1 and any(city.tokens for city in view.cities)),
        marked("Conflicts"),
        marked(
            "An age has ended, and each city has compared its shields with those of "
            "both neighbours. More shields win 1 point after the first age, 3 after "
            "the second, 5 after the third; fewer lose 1 point. Others than your two "
            "neighbours don't matter, so keep an eye on these."
        ),
        marked("{cities} shows their cities, {scores} who is ahead in shields."),
        marked("Type left or right to hear about their cities."),
        CITIES,
    ),
    Lesson(
        "passing",
        _with_hand(lambda view: view.turn > 1),
        marked("Where these cards come from"),
        marked(
            "The rest of your hand has gone to a neighbour, and this one comes from "
            "the other. In the first and the third age hands go to the left, in the "
            "second to the right. What you leave, somebody else can take."
        ),
    ),
    Lesson(
        "costs",
        _with_hand(_costs),
        marked("What a card costs"),
        marked(
            "Some of these cards cost goods, or coins. Goods are never used up: what "
            "your board and your brown and grey cards make is there in every turn, "
            "for everything you build. So build what makes goods early."
        ),
        marked(
            "A letter is one unit of a good. Behind a tick stands what you would have "
            "to pay; {details} explains a card in words."
        ),
        marked("Type the number of a card to hear what it costs you just now."),
    ),
    Lesson(
        "chains",
        _with_hand(_is_chained),
        marked("Free by chain"),
        marked(
            "A card in your hand costs you nothing, whatever is printed on it: you "
            "have built the card that leads to it. Such chains go from one age to "
            "the next, so it is worth knowing what a card will make free."
        ),
        marked("{details} names the cards before and behind the chosen one."),
        marked("Behind each card stands what it makes free."),
    ),
    Lesson(
        "trade",
        _with_hand(_buys),
        marked("Buying from neighbours"),
        marked(
            "You lack a good for one of these cards or for your wonder, but a neighbour "
            "makes it. You may buy what the boards and the brown and grey cards next "
            "to you make, at 2 coins a unit, to be paid to that neighbour, who can't "
            "refuse and loses nothing. Yellow cards can make it cheaper."
        ),
        marked(
            "An arrow points at whom you would pay. Where there are several ways, you "
            "choose one when the card lies there."
        ),
        marked(
            "Where there are several ways, they have letters: b3a, b3b. Type 3 to hear "
            "them all."
        ),
        CITIES,
    ),
    Lesson(
        "wonder",
        _with_hand(_stage_can_be_built),
        marked("Your wonder"),
        marked(
            "You can pay for the next stage of your wonder. Any card of your hand will "
            "do: it goes under your board, face down, and nobody learns which it was. "
            "Take one that you don't need, or that you don't want others to have. "
            "Stages are built in order, and cost what is printed on the board."
        ),
        marked("{stage} builds the stage with the chosen card."),
        marked("w3 builds the stage with card 3."),
    ),
    Lesson(
        "guilds",
        _with_hand(_holds(Colour.PURPLE)),
        marked("Guilds"),
        marked(
            "Purple cards are guilds. They are there in the third age only, and other "
            "ones in each game. Most of them give points for what stands in the cities "
            "next to yours, so look there before you build one."
        ),
        marked("{cities} shows the cities, {details} what the guild counts."),
        marked("Type left or right to hear about the cities next to yours."),
    ),
    Lesson(
        "science",
        _with_hand(_holds(Colour.GREEN)),
        marked("Science"),
        marked(
            "Green cards carry one of three symbols. At the end, each kind counts its "
            "number times itself: one is 1 point, two are 4, three are 9. Each set of "
            "all three is 7 points more. A single one is worth little; whoever goes on "
            "with science may win by it."
        ),
    ),
    Lesson(
        "selling",
        _with_hand(_sells),
        marked("Selling"),
        marked(
            "Whatever a card costs, you can sell it: it goes to the discard, and you "
            "get 3 coins. Coins pay neighbours for goods, and at the end 3 coins are "
            "a point. You can't pass; who can build nothing sells."
        ),
        marked("{sell} sells the chosen card."),
        marked("s3 sells card 3."),
    ),
    Lesson(
        "memory",
        _is_back,
        marked("Hands come back"),
        marked(
            "You have held this hand before: it has been all around the table. This "
            "program remembers for you what you have seen of each hand, and works out "
            "what others must have taken from it, as far as that can be known."
        ),
        marked("{memory} shows it."),
        marked("Type hands to hear it."),
    ),
    Lesson(
        "discard",
        _with_hand(lambda view: view.discard > 0),
        marked("The discard"),
        marked(
            "What is sold lies face down in the discard. At the end of an age the last "
            "card of each hand goes there as well: of seven cards you use six. Nobody "
            "looks through it, but for those who have something that says so."
        ),
    ),
    Lesson(
        "sealing",
        _with_hand(lambda view: view.age > 1 or view.turn > 3),
        marked("Sealed"),
        marked(
            "A choice that you have sealed is known to nobody until all have sealed "
            "theirs, and can't be changed, by you or by anybody. Hands are sealed, too: "
            "the computer that hosts a game can't read them. At a table with people, "
            "compare the words of the table code aloud before you begin: if all have "
            "the same words, nobody is being shown another game."
        ),
    ),
    Lesson(
        "points",
        _with_hand(lambda view: view.age > 1 and view.turn > 1),
        marked("Points so far"),
        marked(
            "You can always look at the points each city would have if the game ended "
            "now. Science and guilds come late and count much, so nobody has won "
            "before the end."
        ),
        marked("{scores} shows them, {log} all that has happened."),
        marked("Type scores to hear them."),
    ),
    Lesson(
        "counting",
        _is_counted(more=False),
        marked("How it is counted"),
        marked(
            "Seven things give points: conflicts, coins (3 for a point), stages of the "
            "wonder, blue cards, yellow cards, science, and guilds. The sum decides; "
            "between equals, whoever has more coins wins."
        ),
        marked("{scores} shows the sheet with all of it."),
        marked("Type scores to hear the sheet again."),
    ),
    Lesson(
        "counting more",
        _is_counted(more=True),
        marked("How it is counted"),
        marked(
            "Points come from conflicts, coins (3 for a point), stages of the wonder, "
            "blue cards, yellow cards, science, and guilds, and from what else was "
            "played with: leaders have a line of their own, and so have edifices, which "
            "may cost more than they bring. The sum decides; between equals, whoever "
            "has more coins wins."
        ),
        marked("{scores} shows the sheet with all of it."),
        marked("Type scores to hear the sheet again."),
    ),
    Lesson(
        "audit",
        _is_over,
        marked("You needn't believe anybody"),
        marked(
            "All that was said in this game is in its log, and everybody has signed "
            "their part of it. wonders audit checks each step: that cards were mixed "
            "well and nobody built what they couldn't pay. wonders replay shows the "
            "game again, to and fro and from any seat. Have fun!"
        ),
    ),
)
"""All lessons; if several are due at once, the first of them comes first."""
