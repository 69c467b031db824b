"""
The lessons of 7 Wonders: explanations for somebody who plays it for the first time.

`LESSONS` contains the texts; the functions above it decide when each one is due.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.client.lessons.teacher import CITIES, Lesson
from sealed_wonders.client.view.games import expansions
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.view.wonders.handtracker import may_remember
from sealed_wonders.client.view.wonders.sight import view_of
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.leaders.tasks import Draft, Enlist, Recruit
from sealed_wonders.core.wonders.play import LAST_TURN, LastCard, Turn
from sealed_wonders.core.wonders.scoring import BASE_CATEGORIES
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


def _is_about_shields(view: View) -> bool:
    """Return whether there is a red card, or soon the first conflict."""
    return _holds(Colour.RED)(view) or view.turn > LAST_TURN // 2


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
        return sheet is not None and (sheet.categories != BASE_CATEGORIES) is more

    return is_time


_GOAL = marked(
    "You lead a city through three ages of six turns each. In each turn, everybody "
    "chooses a card at the same time, and then all the cards are revealed together. "
    "The player with the most points after the third age wins. Every 3 coins count as "
    "1 point, so your first coins are already worth something."
)

_TO_BUILD = marked(
    "Choose a card with the arrow keys or by its number. {build} selects it for "
    "building, {enter} seals your choice, {back} takes it back. {help} tells you "
    "more."
)

_TO_BUILD_CLICKED = marked(
    "Click or tap a card to read what it costs and does, and choose {build}. {enter} "
    "makes your choice final; until then, {back} undoes it. You can also drag the card "
    "onto the table. {help} explains the signs."
)

_TO_BUILD_TYPED = marked(
    "Your cards have numbers: b3 builds card 3, and 3 alone shows what you can do "
    "with it. Type help for all the commands."
)

LESSONS = (
    Lesson(
        "goal",
        _at(Draft.name),
        marked("The goal of the game"),
        _GOAL,
        marked("{help} tells you more."),
        marked("Type help for all the commands."),
        leads=True,
        clicked=marked("{help} explains the signs on the table."),
    ),
    Lesson(
        "goal",
        _with_hand(lambda view: True),
        marked("The goal of the game"),
        _GOAL,
        _TO_BUILD,
        _TO_BUILD_TYPED,
        clicked=_TO_BUILD_CLICKED,
    ),
    Lesson(
        "first hand",
        lambda known: _plays_leaders(known) and _with_hand(lambda view: True)(known),
        marked("A hand of cards"),
        marked(
            "Everybody now has seven cards of this age. In each turn, you use one of "
            "them: build it in your city, use it to build a stage of your wonder, or "
            "sell it. Leaders have turns of their own, and are not part of this hand."
        ),
        _TO_BUILD,
        _TO_BUILD_TYPED,
        clicked=_TO_BUILD_CLICKED,
    ),
    Lesson(
        "discard look",
        _asked(lambda view: bool(view.pile)),
        marked("From the discard pile"),
        marked(
            "You may look through the cards that were sold or left over, and build "
            "one of them for free. Its printed cost doesn't matter, but you can't "
            "build a card that your city already has."
        ),
    ),
    Lesson(
        "last card",
        _at(LastCard.name),
        marked("The seventh card"),
        marked(
            "All the other players discard their last card of the age. Your wonder "
            "lets you use yours: build it, put it under your wonder, or sell it, as "
            "in any other turn."
        ),
    ),
    Lesson(
        "selection",
        _at(Draft.name),
        marked("Leaders"),
        marked(
            "Before the first age, each player collects four leaders, and chooses "
            "three times: you keep one of those in your hand, and pass the rest to "
            "the right. The last leader passed to you is your fourth. Nobody sees "
            "which ones you keep. At the start of each age, you may recruit one of "
            "your leaders, so consider what each costs, and which will help you for "
            "the whole game."
        ),
        marked("Choose one with the arrow keys. {details} shows what a leader does."),
        marked("k3 keeps leader 3, and 3 alone shows what that leader does."),
        clicked=marked(
            "Click or tap a leader to read what it does. To keep it, choose {keep}, "
            "then {enter}."
        ),
    ),
    Lesson(
        "recruitment",
        _at(Recruit.name),
        marked("Recruiting a leader"),
        marked(
            "An age begins with leaders: everybody chooses one at the same time. You "
            "can recruit yours for the coins it costs; its effect begins now and "
            "lasts. Or you can use it like any other card: put it under your wonder, "
            "or sell it for 3 coins, and nobody learns who it was."
        ),
        marked("{build} recruits the leader; {stage} and {sell} work as with cards."),
        marked("r3 recruits leader 3, w3 builds the stage with it, s3 sells it."),
        clicked=marked(
            "Click or tap a leader, and choose {recruit}. The other buttons work as "
            "with cards."
        ),
    ),
    Lesson(
        "price of leaders",
        _at(Recruit.name, _is_dear),
        marked("What a leader costs"),
        marked(
            "Leaders cost only coins, paid to the bank; some cost as many coins as "
            "the number of the age, 1 to 3. You can't spend the same coins on "
            "resources, so a cheap leader can be better than a great one. In the "
            "third age, you use one of your last two leaders, and the other leaves "
            "the game."
        ),
    ),
    Lesson(
        "one more leader",
        _at(Enlist.name),
        marked("One more leader"),
        marked(
            "Your wonder lets you recruit a leader from your hand at the end of this "
            "turn, for the coins it costs. You don't have to, but leaders left in "
            "your hand at the end of the game are worth nothing."
        ),
    ),
    Lesson(
        "taking part",
        _at(Turn.name, _is_about_edifices),
        marked("Helping to build an edifice"),
        marked(
            "Each age has an edifice that the cities build together. When you build a "
            "stage of your wonder, you may pay some extra coins to take a pawn from "
            "the edifice, once per age. When its last pawn is taken, the edifice is "
            "built, and everybody who has one of its pawns gets the reward."
        ),
        marked("{edifices} shows the edifices, with the pawns that are left."),
        marked(
            "Type edifices to see the edifices. If you can help build one, you can "
            "build your stage with or without doing so."
        ),
        clicked=marked(
            "The edifices are in the middle of the table, with the pawns that are "
            "left. If you can help build one, the card has a button for it."
        ),
    ),
    Lesson(
        "failing",
        _asked(_may_fail),
        marked("When an edifice fails"),
        marked(
            "An edifice that still has pawns at the end of its age isn't built. Then "
            "everybody who has none of its pawns pays the penalty printed on it: a "
            "card of a certain colour, coins, or tokens. If you can't pay the whole "
            "penalty, you lose nothing, but take a debt token that costs you points "
            "at the end. A pawn saves you from both."
        ),
        marked("{edifices} shows the penalty, and the pawns that are left."),
        clicked=marked(
            "The edifices are in the middle of the table, with the penalty and the "
            "pawns that are left."
        ),
    ),
    Lesson(
        "conflicts",
        _asked(lambda view: view.age > 1 and any(city.tokens for city in view.cities)),
        marked("Conflicts"),
        marked(
            "The age has ended, and each city has fought a conflict with each of its "
            "neighbours. What you won or lost counts at the end, and nobody can take "
            "it from you. All shields stay in their cities: they are compared again "
            "at the end of this age, for more points."
        ),
        marked("{scores} shows who is ahead in shields."),
        marked("Type scores to see who is ahead in shields."),
        CITIES,
        clicked=marked(
            "Next to your city's shields, the page shows how each conflict would end "
            "now."
        ),
    ),
    Lesson(
        "passing",
        _with_hand(lambda view: view.turn > 1),
        marked("Where these cards come from"),
        marked(
            "The rest of your hand went to one neighbour, and these cards came from "
            "the other. Hands go to the left in the first and third ages, and to the "
            "right in the second. What you leave, somebody else can take."
        ),
    ),
    Lesson(
        "shields",
        _with_hand(_is_about_shields),
        marked("Shields and conflicts"),
        marked(
            "Red cards give you shields. At the end of each age, you compare your "
            "shields with those of each of your two neighbours; nobody else matters. "
            "For more shields than a neighbour, you win 1 point in the first age, 3 "
            "in the second and 5 in the third. For fewer shields, you lose 1 point."
        ),
        marked("{cities} shows your neighbours' cities, with their shields."),
        marked("Type left or right to see your neighbours' cities."),
    ),
    Lesson(
        "costs",
        _with_hand(_costs),
        marked("What a card costs"),
        marked(
            "Some of these cards cost resources or coins. Resources are never used "
            "up: what your board and your brown and grey cards produce is available "
            "in every turn, for everything you build. So build cards that produce "
            "resources early."
        ),
        marked(
            "Each letter stands for one resource. A tick is followed by what you "
            "would have to pay; {details} explains a card in words."
        ),
        marked("Type the number of a card to see what it costs you right now."),
        clicked=marked(
            "Below each card, you see what you would have to pay, or what is missing. "
            "Click or tap a card to read it in words."
        ),
    ),
    Lesson(
        "chains",
        _with_hand(_is_chained),
        marked("Free by chain"),
        marked(
            "A card in your hand costs you nothing, whatever is printed on it, "
            "because you have built a card that leads to it. Such chains go from one "
            "age to the next, so it is worth knowing which cards a card will make "
            "free."
        ),
        marked("{details} shows the cards before and after it in the chain."),
        marked("Each card is listed with the cards that it makes free."),
        clicked=marked(
            "Click or tap the card to read which card makes it free, and which ones it "
            "will make free."
        ),
    ),
    Lesson(
        "trade",
        _with_hand(_buys),
        marked("Buying from neighbours"),
        marked(
            "You lack a resource for one of these cards or for your wonder, but a "
            "neighbour produces it. You may buy what your neighbours' boards and "
            "their brown and grey cards produce, for 2 coins per resource. You pay "
            "the neighbour, who can't refuse and loses nothing. Yellow cards can "
            "lower the price."
        ),
        marked(
            "An arrow points to the neighbour you would pay. If there are several "
            "ways, choose one after laying down the card."
        ),
        marked(
            "If there are several ways to pay, they have letters: b3a, b3b. Type 3 to "
            "see them all."
        ),
        CITIES,
        clicked=marked(
            "Below a card, you see whom you would pay. If there are several ways, each "
            "has a button of its own."
        ),
    ),
    Lesson(
        "wonder",
        _with_hand(_stage_can_be_built),
        marked("Your wonder"),
        marked(
            "You can pay for the next stage of your wonder. To build it, use any card "
            "from your hand: the card goes under your board, face down, and nobody "
            "learns which it was. Take one that you don't need, or that you don't "
            "want others to have. You build the stages in order, at the cost printed "
            "on the board."
        ),
        marked("{stage} builds the stage with the chosen card."),
        marked("w3 builds the stage with card 3."),
    ),
    Lesson(
        "guilds",
        _with_hand(_holds(Colour.PURPLE)),
        marked("Guilds"),
        marked(
            "Purple cards are guilds. They appear only in the third age, and each "
            "game has different ones. Most of them give points for what your "
            "neighbours have built, so look at their cities before you build one."
        ),
        marked("{cities} shows the cities, {details} what the guild counts."),
        marked("Type left or right to see the cities next to yours."),
        clicked=marked(
            "{cities} shows the cities. Click or tap a guild to read what it counts."
        ),
    ),
    Lesson(
        "science",
        _with_hand(_holds(Colour.GREEN)),
        marked("Science"),
        marked(
            "Each green card has one of three symbols. At the end, each kind of "
            "symbol scores the square of how many you have: one is worth 1 point, "
            "two are worth 4, three are worth 9. Each set of all three adds 7 "
            "points. A single symbol is worth little, but collecting many can win "
            "you the game."
        ),
    ),
    Lesson(
        "selling",
        _with_hand(_sells),
        marked("Selling"),
        marked(
            "Whatever a card costs, you can sell it: you discard it and get 3 coins. "
            "Coins pay your neighbours for resources, and at the end every 3 coins "
            "are worth a point. You can't pass: if you can't build anything, you "
            "have to sell a card."
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
            "program remembers what you have seen of each hand, and works out, as far "
            "as possible, what others must have taken from it."
        ),
        marked("{memory} shows what the program knows."),
        marked("Type hands to see what the program knows."),
        clicked=marked(
            "{help} has a line for commands. Type hands there to see what the program "
            "knows."
        ),
    ),
    Lesson(
        "discard",
        _with_hand(lambda view: view.discard > 0),
        marked("The discard pile"),
        marked(
            "Cards that are sold go face down to the discard pile. At the end of an "
            "age, the last card of each hand goes there as well: you use six of your "
            "seven cards. Nobody may look through the discard pile, unless a card or "
            "a wonder allows it."
        ),
    ),
    Lesson(
        "sealing",
        _with_hand(lambda view: view.age > 1 or view.turn > 3),
        marked("Sealed"),
        marked(
            "Nobody knows a choice that you have sealed until everybody has sealed "
            "theirs, and nobody can change it, not even you. Hands are sealed, too: "
            "the computer that hosts a game can't read them. When you play with other "
            "people, read the table code aloud before you begin: if everybody has the "
            "same words, nobody is being shown a different game."
        ),
    ),
    Lesson(
        "points",
        _with_hand(lambda view: view.age > 1 and view.turn > 1),
        marked("Points so far"),
        marked(
            "You can always look at the points that each city would have if the game "
            "ended now. Science and guilds come late and are worth a lot, so nobody "
            "has won before the end."
        ),
        marked("{scores} shows the points, {log} what has happened."),
        marked("Type scores to see the points."),
    ),
    Lesson(
        "counting",
        _is_counted(more=False),
        marked("Scoring"),
        marked(
            "You get points for conflicts, coins (1 for every 3), stages of your "
            "wonder, blue cards, yellow cards, science, and guilds. The highest total "
            "wins; in a tie, the player with more coins wins."
        ),
        marked("{scores} shows the score sheet."),
        marked("Type scores to see the score sheet again."),
    ),
    Lesson(
        "counting more",
        _is_counted(more=True),
        marked("Scoring"),
        marked(
            "You get points for conflicts, coins (1 for every 3), stages of your "
            "wonder, blue cards, yellow cards, science, guilds, and the expansions: "
            "leaders and edifices each have a line of their own, and edifices may "
            "cost you more than they earn. The highest total wins; in a tie, the "
            "player with more coins wins."
        ),
        marked("{scores} shows the score sheet."),
        marked("Type scores to see the score sheet again."),
    ),
    Lesson(
        "audit",
        _is_over,
        marked("You don't have to trust anybody"),
        marked(
            "The log contains the whole game, and every player has signed their part "
            "of it. So each step can be checked: that the cards were shuffled "
            "properly, and that nobody built what they couldn't pay for. You can also "
            "replay the game, forwards or backwards and from any seat. Have fun!"
        ),
        marked("{audit} checks the game, {replay} replays it."),
        marked("The commands for both are listed with the result."),
        clicked=marked(
            "{replay} replays the game. To check it, type in your terminal: wonders "
            "audit"
        ),
    ),
)
"""All lessons; if several are due at once, the first of them comes first."""
