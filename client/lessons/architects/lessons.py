"""The lessons of Architects, for somebody who plays it for the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sealed_wonders.client.lessons.teacher import CITIES, Lesson
from sealed_wonders.client.view.architects.sight import Sight, sight_of
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.core.architects.abilities import AnyResources, DoubleCoin
from sealed_wonders.core.architects.catalog import Colour, Kind, catalog
from sealed_wonders.core.architects.city import with_card
from sealed_wonders.core.architects.effects import Search, TakeAny
from sealed_wonders.core.architects.notation import parse
from sealed_wonders.core.architects.paying import payments
from sealed_wonders.core.architects.state import Task
from sealed_wonders.core.architects.tokens import TakeToken
from sealed_wonders.core.architects.turn import Act, Take
from sealed_wonders.core.game import Card
from sealed_wonders.net.words import marked

OPTIONS = CITIES
"""Subject of a lesson that must not cover the foot of the table screen."""

Time = Callable[[TableModel], bool]

# When a lesson applies.


def _asked(when: Callable[[Sight], bool], *tasks: type[Task]) -> Time:
    """Return a condition that needs an open choice of ours, of some kinds of task."""

    def is_time(known: TableModel) -> bool:
        sight = sight_of(known)
        if not known.asked or sight is None or not sight.state.cities:
            return False
        return (not tasks or isinstance(sight.state.task, tasks)) and when(sight)

    return is_time


def _taking(when: Callable[[Sight], bool] = lambda sight: True) -> Time:
    """Return a condition that needs the choice of a pile at the start of a turn."""
    return _asked(when, Take)


def _turns(sight: Sight) -> int:
    """Return the number of our turns so far, including this one."""
    state = sight.state
    return (state.turn - 1) // state.players + 1


def _tops(sight: Sight) -> Iterator[Card]:
    """Yield the top cards in reach that we know."""
    state = sight.state
    for pile in (
        state.left(sight.viewpoint),
        state.right(sight.viewpoint),
        state.central,
    ):
        for slot in pile.slots[:1]:
            card = sight.faces.get(slot) if pile.top is None else pile.top
            if card is not None:
                yield card


def _lies_there(is_one: Callable[[Kind], bool]) -> Callable[[Sight], bool]:
    """Return a condition: such a card can be taken, or has been."""

    def lies(sight: Sight) -> bool:
        known = [catalog().kind(card) for card in _tops(sight)]
        known += [kind for kind in catalog().kinds if sight.viewed.count(kind)]
        return any(map(is_one, known))

    return lies


def _is_grey(kind: Kind) -> bool:
    return kind.colour is Colour.GREY


def _builds(sight: Sight) -> bool:
    """Return whether a stage can be built now, or with a card in reach."""
    mine, used = sight.viewed, sight.state.used
    cities = [mine, *(with_card(mine, card) for card in _tops(sight))]
    return bool(mine.built) or any(
        payments(city, stage, used) for city in cities for stage in city.available
    )


def _options(sight: Sight, verb: str) -> int:
    """Return the number of legal moves with a verb."""
    moves = sight.state.moves(sight.viewpoint, sight.faces)
    return sum(parse(move.text).verb == verb for move in moves)


def _is_shown_something(sight: Sight) -> bool:
    """Return whether the cat has shown us the top of the central pile."""
    return any(slot in sight.faces for slot in sight.state.central.slots[:1])


def _pays_otherwise(sight: Sight) -> bool:
    return any(sight.viewed.has(kind) for kind in (AnyResources, DoubleCoin))


def _may_be_fought(sight: Sight) -> bool:
    """Return whether one card could start a battle: it has two horns at most."""
    return 0 < sight.state.conflicts - sight.state.horns <= 2


def _is_empty(sight: Sight) -> bool:
    return len(sight.state.reach(sight.viewpoint)) < 3


def _is_nearly_over(sight: Sight) -> bool:
    return any(
        len(city.built) == len(city.wonder.stages) - 1 for city in sight.state.cities
    )


def _has_effect(effect: str) -> Time:
    """
    Return a condition: our wonder has this effect, and so has a stage available next.
    """

    def when(sight: Sight) -> bool:
        mine = sight.viewed
        if mine.wonder.effect != effect:
            return False
        return effect == "none" or any(stage.effect for stage in mine.available)

    return _taking(when)


def _is_over(known: TableModel) -> bool:
    return known.ending is not None and known.ending.sheet is not None


def _effect(effect: str, text: str) -> Lesson:
    """Return the lesson on a wonder's effect; only that of our wonder is given."""
    return Lesson(
        "effect",
        _has_effect(effect),
        marked("What your wonder does"),
        text,
        marked("Your stages are on the left, with what each costs and gives."),
        marked("Type wonder to see what each stage costs and gives."),
        clicked=marked("Click or tap a stage of your city to read what it does."),
    )


def _grey(when: Callable[[Sight], bool], *, leads: bool = False) -> Lesson:
    """Return the lesson on grey cards (A3.1, A3.2)."""
    return Lesson(
        "resources",
        _taking(when),
        marked("Grey cards"),
        marked(
            "Grey cards are resources: wood, stone, clay, papyrus and glass. They "
            "stay in front of you until you spend them on a stage. Some stages need "
            "identical resources, others need different ones."
        ),
        leads=leads,
    )


def _red(when: Callable[[Sight], bool], *, leads: bool = False) -> Lesson:
    """Return the lesson on red cards (A6.1)."""
    return Lesson(
        "war",
        _taking(when),
        marked("Red cards"),
        marked(
            "A red card is a shield. Some have horns, and each horn flips a conflict "
            "token to its battle side. When all the tokens have been flipped, there is "
            "a battle at the end of that turn, no matter whose turn it is."
        ),
        marked(
            "The top rows show how many tokens have been flipped, and your "
            "neighbours' shields."
        ),
        marked("Type left or right to see how strong your neighbours are."),
        leads=leads,
        clicked=marked(
            "In the middle of the table, you see how many tokens have been flipped; each "
            "city shows its shields."
        ),
    )


# The clauses after a lesson are those of the rules that it states.
LESSONS = (
    Lesson(  # A1.1, A2.1, A2.3, A7.1, A7.2
        "goal",
        _taking(),
        marked("The goal of the game"),
        marked(
            "You build a wonder in five stages. Players take turns: on your turn, "
            "you take the top card of a pile, and it takes effect. The game ends "
            "with the turn in which somebody finishes a wonder, or when nobody can "
            "take another card. The player with the most points wins."
        ),
        marked(
            "Choose with a number or the arrow keys; {enter} seals your choice. "
            "{help} tells you more."
        ),
        marked("Type a number to choose, or help for all the commands."),
        clicked=marked(
            "Click or tap a pile to read what its top card does, and again to take it. "
            "{enter} makes your choice final; until then, {back} undoes it. {help} "
            "explains the signs."
        ),
    ),
    Lesson(  # A3.4
        "any pile",
        _asked(lambda sight: True, TakeAny),
        marked("A card from anywhere"),
        marked(
            "The stage that you have built lets you take the top card of any pile on "
            "the table, even one that is normally out of your reach. That card has "
            "all its usual effects."
        ),
        about=OPTIONS,
    ),
    Lesson(  # A3.4
        "search",
        _asked(lambda sight: True, Search),
        marked("Looking through a pile"),
        marked(
            "The stage that you have built lets you look through the top five cards of "
            "a pile, or all of them if there are fewer. Nobody else sees the face-down "
            "cards, not even the computer that hosts the game. You keep one card, with "
            "all its effects. Everybody sees that card; the rest are shuffled back "
            "into the pile."
        ),
        about=OPTIONS,
    ),
    Lesson(  # A1.2, A4.1, A4.2
        "tokens",
        _asked(lambda sight: True, TakeToken),
        marked("Progress tokens"),
        marked(
            "You may take one of the face-up tokens or the top face-down token. Its "
            "effect starts now, but doesn't apply to what earned you the token. Some "
            "tokens give you one more card when you take a certain card or build a "
            "stage; others help you build, are shields, or are worth points at the end."
        ),
        marked("{tokens} shows all the tokens, and where they are."),
        marked("Type tokens to see what each token does."),
        OPTIONS,
        clicked=marked("Click or tap a token to read what it does."),
    ),
    Lesson(  # A2.2, A4.2
        "one more card",
        _asked(lambda sight: _options(sight, "extra") > 0, Act),
        marked("One more card"),
        marked(
            "One of your tokens lets you take one more card now, from a pile within "
            "your reach. You don't have to. That card has its usual effects, and may "
            "even earn you another card, but each token gives you only one card per "
            "turn."
        ),
        about=OPTIONS,
    ),
    Lesson(  # A2.1, A3.1, A3.2
        "ways",
        _asked(lambda sight: _options(sight, "build") > 1, Act),
        marked("Choosing how to build"),
        marked(
            "You have to build now, but there are several ways to do it: which cards "
            "to spend, or which stage to build first. You keep the cards that you "
            "don't spend, so save those that your next stage will need: some stages "
            "need identical cards, others need different ones."
        ),
        about=OPTIONS,
    ),
    Lesson(  # A7.1
        "end",
        _taking(_is_nearly_over),
        marked("The end is near"),
        marked(
            "Somebody needs only one more stage to finish a wonder. The game ends for "
            "everybody with the turn in which that stage is built: if a battle is "
            "due, it is still fought, and then the points are counted."
        ),
        marked("{scores} shows the points so far."),
        marked("Type scores to see the points so far."),
    ),
    Lesson(  # A1.1, A2.3
        "empty",
        _taking(_is_empty),
        marked("An empty pile"),
        marked(
            "One of the piles within your reach has run out. It stays empty: spent "
            "and discarded cards never come back. A player who has no pile left takes "
            "no card, and when nobody has a pile left, the game ends."
        ),
    ),
    # Two at once before a battle that may come now, or a stage that may be built.
    _red(_may_be_fought, leads=True),
    Lesson(  # A6.2, A6.3
        "battles",
        _taking(_may_be_fought),
        marked("Battles"),
        marked(
            "A battle may be near. In a battle, you compare your shields with both "
            "your neighbours: for each neighbour who has fewer, you get a military "
            "token, worth 3 points. You lose nothing if you have fewer or the same "
            "number. Then all the players discard their red cards with horns, and "
            "there is peace again."
        ),
        marked(
            "{cities} shows your neighbours' cities, {scores} all the points so far."
        ),
        marked("Type left or right to see how strong your neighbours are."),
    ),
    _grey(_builds, leads=True),
    Lesson(  # A3.1
        "building",
        _taking(_builds),
        marked("If you can build, you must"),
        marked(
            "As soon as you can pay for a stage, you must build it in that turn: you "
            "can't save up for another. You can build a stage once all the stages "
            "below it are built. Before you take a card, check what it will make you "
            "build."
        ),
        marked("Each stage shows what it still needs, or which stages come first."),
        marked("Type wonder to see which stages come first."),
    ),
    Lesson(  # A1.1, A2.1
        "piles",
        _taking(),
        marked("Three piles"),
        marked(
            "On your left is the pile of your own wonder; on your right, the pile of "
            "your right neighbour's wonder. You see the top card of both, and each "
            "neighbour can take from one of them, too. The central pile is face down, "
            "and everybody can take from it. What you leave, somebody else can take."
        ),
        marked("{piles} shows what is still in each pile."),
        marked("Type piles to see what is still in each pile."),
        clicked=marked("Below each pile, you see how many cards it still has."),
    ),
    _grey(_lies_there(_is_grey)),
    _effect(  # A3.3, A3.4
        "any_deck_top_card",
        marked(
            "Two of your stages have an effect as soon as you build them: you take "
            "the top card of any pile on the table, even one that is normally out of "
            "your reach."
        ),
    ),
    _effect(
        "progress_token",
        marked(
            "Two of your stages have an effect as soon as you build them: you take a "
            "progress token, without turning in any symbols."
        ),
    ),
    _effect(
        "central_top_card",
        marked(
            "Three of your stages have an effect as soon as you build them: you also "
            "take the top card of the central pile."
        ),
    ),
    _effect(
        "left_and_right_top_cards",
        marked(
            "Two of your stages have an effect as soon as you build them: you take "
            "two more cards, the top cards of the piles on your left and right."
        ),
    ),
    _effect(
        "look_5_keep_1",
        marked(
            "Two of your stages have an effect as soon as you build them: you choose "
            "the pile on your left or on your right, secretly look through its top "
            "five cards, and keep one of them."
        ),
    ),
    _effect(
        "shield_plus_1",
        marked(
            "Two of your stages are permanent shields: no battle takes them from you."
        ),
    ),
    _effect(
        "none",
        marked(
            "None of your stages has a special effect. Instead, your five stages "
            "together are worth more points than those of any other wonder."
        ),
    ),
    _red(_lies_there(lambda kind: kind.colour is Colour.RED)),
    Lesson(  # A5.1
        "what the cat shows",
        _taking(_is_shown_something),
        marked("What the cat shows"),
        marked(
            "You have the cat, so you secretly see the top card of the central pile "
            "before you choose. Not even the computer that hosts the game can see it. "
            "If you leave the card there, this program keeps showing it to you until "
            "somebody takes it."
        ),
    ),
    Lesson(  # A4.1
        "science",
        _taking(_lies_there(lambda kind: kind.colour is Colour.GREEN)),
        marked("Green cards"),
        marked(
            "Each green card has one of three symbols. As soon as you have two "
            "identical or three different symbols, you must turn them in for a "
            "progress token, as long as any tokens are left. The cards you turn in "
            "are used up."
        ),
    ),
    Lesson(  # A3.2
        "coins",
        _taking(_lies_there(lambda kind: kind.colour is Colour.YELLOW)),
        marked("Coins"),
        marked(
            "Yellow cards are coins. A coin replaces any missing resource, and you "
            "must use it if that lets you build a stage. Coins alone can also pay for "
            "a stage. But if one of your grey cards fits, no coin is used."
        ),
    ),
    Lesson(  # A5.1, A7.2
        "blue",
        _taking(_lies_there(lambda kind: kind.colour is Colour.BLUE)),
        marked("Blue cards"),
        marked(
            "Blue cards are worth 2 or 3 points, and you keep them. Those worth 2 "
            "points show a cat: a player who takes one also gets the cat."
        ),
    ),
    Lesson(  # A5.1, A7.2
        "cat",
        _taking(lambda sight: sight.state.cat is not None),
        marked("The cat"),
        marked(
            "Somebody took a blue card with a cat, so they got the cat. The next "
            "player to take such a card gets it. The player who has the cat secretly "
            "sees the top card of the central pile when their turn begins. At the "
            "end, the cat is worth 2 points."
        ),
    ),
    Lesson(  # A4.3
        "paying otherwise",
        _taking(_pays_otherwise),
        marked("Another way to pay"),
        marked(
            "Once a turn, one of your tokens changes what you can pay with: one coin "
            "counts as two, or any resources will do. If that lets you build a "
            "stage, you must build it."
        ),
        marked("{tokens} shows what each token does."),
        marked("Type wonder to see which tokens you have."),
        clicked=marked("Click or tap a token in your city to read what it does."),
    ),
    Lesson(  # A1.1, A2.1
        "all is open",
        _taking(lambda sight: _turns(sight) > 4),
        marked("Everything is public"),
        marked(
            "Everybody can see what each player has and what is still in each pile, "
            "though not in which order. So you can tell who is about to build, and "
            "which card your neighbours would like to find on the pile that you take "
            "from."
        ),
        marked("{cities} shows a city; the arrow keys move around the table."),
        marked("Type city and a name to see a city."),
        clicked=marked("{cities} shows all the cities."),
    ),
    Lesson(
        "sealing",
        _taking(lambda sight: _turns(sight) > 5),
        marked("Sealed"),
        marked(
            "The players' programs shuffled the piles together, so nobody knows the "
            "order of the face-down cards, not even the computer that hosts the "
            "game. All these programs are needed to reveal a card. When you play "
            "with other people, read the table code aloud before you begin: if "
            "everybody has the same words, nobody is being shown a different game."
        ),
    ),
    Lesson(  # A7.2
        "points",
        _taking(lambda sight: _turns(sight) > 6),
        marked("Points so far"),
        marked(
            "You can always look at the points that each player would have if the "
            "game ended now, and where they come from. Some progress tokens are "
            "worth more at the end if you have more of a certain thing."
        ),
        marked("{scores} shows the points, {log} what has happened."),
        marked("Type scores to see the points."),
    ),
    Lesson(  # A7.2
        "counting",
        _is_over,
        marked("Scoring"),
        marked(
            "You get points for stages of your wonder, the cat (2), blue cards, "
            "military tokens (3 each), and progress tokens. The highest total wins. "
            "In a tie, the player who has built more stages wins; if they built the "
            "same number, they share the victory."
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
            "properly, and that nobody took or built anything against the rules. You "
            "can also replay the game, forwards or backwards and from any seat. Have "
            "fun!"
        ),
        marked("{audit} checks the game, {replay} replays it."),
        marked("The commands for both are listed with the result."),
        clicked=marked(
            "{replay} replays the game. To check it, type in your terminal: wonders "
            "audit"
        ),
    ),
)
"""All lessons; of several that apply, the first is given."""
