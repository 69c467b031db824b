"""The lessons of Architects, for somebody who plays it for the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sealed_wonders.client.words.architects.sight import Sight, sight_of
from sealed_wonders.client.words.tablemodel import TableModel
from sealed_wonders.client.words.teacher import CITIES, Lesson
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
        known += [kind for kind in catalog().kinds if sight.mine.count(kind)]
        return any(map(is_one, known))

    return lies


def _is_grey(kind: Kind) -> bool:
    return kind.colour is Colour.GREY


def _builds(sight: Sight) -> bool:
    """Return whether a stage can be built now, or with a card in reach."""
    mine, used = sight.mine, sight.state.used
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
    return any(sight.mine.has(kind) for kind in (AnyResources, DoubleCoin))


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
        mine = sight.mine
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
        marked("Your stages stand on the left, with what each takes and gives."),
        marked("Type wonder to hear what each stage takes and gives."),
    )


def _grey(when: Callable[[Sight], bool], *, leads: bool = False) -> Lesson:
    """Return the lesson on grey cards (A3.1, A3.2)."""
    return Lesson(
        "resources",
        _taking(when),
        marked("Grey cards"),
        marked(
            "Grey cards are resources: wood, stone, clay, papyrus and glass. They stay "
            "before you until you build with them, and are used up by that. Some stages "
            "take equal ones, others take different ones."
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
            "A red card is a shield. Some have horns, and each horn turns a conflict token "
            "from peace to battle. When all of them are turned, there is a battle at the "
            "end of that turn, whoever's it is."
        ),
        marked(
            "The uppermost rows tell how many are turned, and your neighbours' shields."
        ),
        marked("Type left or right to hear how strong your neighbours are."),
        leads=leads,
    )


# The clauses after a lesson are those of the rules that it states.
LESSONS = (
    Lesson(  # A1.1, A2.1, A2.3, A7.1, A7.2
        "goal",
        _taking(),
        marked("What it is about"),
        marked(
            "You build a wonder, in five stages. One after another, each player takes a "
            "card from the top of a pile, and does what comes of it. The game ends with "
            "the turn in which somebody finishes their wonder, or when nobody can take a "
            "card any more. Then whoever has the most points wins."
        ),
        marked(
            "A number or the arrows choose, and {enter} seals that. {help} tells more."
        ),
        marked("Type a number to choose, or help for all that can be typed."),
    ),
    Lesson(  # A3.4
        "any pile",
        _asked(lambda sight: True, TakeAny),
        marked("A card from anywhere"),
        marked(
            "The stage that you have built lets you take a card from the top of any pile "
            "on the table, from those of players far away as well. It counts like the "
            "card of your turn, with all that comes of it."
        ),
        about=OPTIONS,
    ),
    Lesson(  # A3.4
        "search",
        _asked(lambda sight: True, Search),
        marked("Looking through a pile"),
        marked(
            "The stage that you have built lets you look through the first cards of a "
            "pile: five, if there are so many. Nobody else sees those that lie face "
            "down, not even the computer that hosts the game. You keep one, with all "
            "that comes of it; all see that one, and the others are mixed into the pile."
        ),
        about=OPTIONS,
    ),
    Lesson(  # A1.2, A4.1, A4.2
        "tokens",
        _asked(lambda sight: True, TakeToken),
        marked("Progress tokens"),
        marked(
            "You may take one of the tokens that lie open, or the top one of those that "
            "nobody has seen. What it does it does from now on, and not for what earned "
            "it. Some allow one more card when you take a certain one "
            "or build, others help with building or are shields, and some are points at "
            "the end."
        ),
        marked("{tokens} shows all of them, and where they are."),
        marked("Type tokens to hear what all of them do."),
        OPTIONS,
    ),
    Lesson(  # A2.2, A4.2
        "one more card",
        _asked(lambda sight: _options(sight, "extra") > 0, Act),
        marked("One more card"),
        marked(
            "A token of yours allows you to take one more card now, from a pile within "
            "your reach. You needn't. Whatever comes of it comes about as with the first "
            "one, another card perhaps; but each token allows only one in a turn."
        ),
        about=OPTIONS,
    ),
    Lesson(  # A2.1, A3.1, A3.2
        "ways",
        _asked(lambda sight: _options(sight, "build") > 1, Act),
        marked("Your choice in building"),
        marked(
            "Something has to be built now, but there are several ways: what pays, or "
            "which stage comes first. What isn't used stays before you, so keep what your "
            "next stage will take: some want equal cards, others different ones."
        ),
        about=OPTIONS,
    ),
    Lesson(  # A7.1
        "end",
        _taking(_is_nearly_over),
        marked("The end is near"),
        marked(
            "There is a wonder that lacks a single stage. The turn in which the last one "
            "is built is the last turn of the game, for all: a battle that is due is still "
            "fought, and then points are counted."
        ),
        marked("{scores} shows how it stands."),
        marked("Type scores to hear how it stands."),
    ),
    Lesson(  # A1.1, A2.3
        "empty",
        _taking(_is_empty),
        marked("An empty pile"),
        marked(
            "A pile that you could take from has no more cards. It stays empty: what is "
            "used or discarded never comes back. Whoever has no pile left to take from "
            "takes no card, and when nobody has one, the game ends."
        ),
    ),
    # Two at once before a battle that may come now, or a stage that may be built.
    _red(_may_be_fought, leads=True),
    Lesson(  # A6.2, A6.3
        "battles",
        _taking(_may_be_fought),
        marked("Battles"),
        marked(
            "A battle may be near. In it all compare their shields with those of both "
            "their neighbours: for each who has fewer you get a military token, worth 3 "
            "points. Whoever has fewer or as many loses nothing by that. Then all players "
            "discard their red cards with horns, and there is peace again."
        ),
        marked("{cities} shows their cities, {scores} all points so far."),
        marked("Type left or right to hear how strong your neighbours are."),
    ),
    _grey(_builds, leads=True),
    Lesson(  # A3.1
        "building",
        _taking(_builds),
        marked("What can be built must be built"),
        marked(
            "As soon as you can pay for a stage, you must build it in that turn: you can't "
            "save for another. A stage can be built when all that it rests on stands. "
            "Look what a card will make you build before you take it."
        ),
        marked("Beside a stage stands what it lacks, or after which others it comes."),
        marked("Type wonder to hear what your stages rest on."),
    ),
    Lesson(  # A1.1, A2.1
        "piles",
        _taking(),
        marked("Three piles"),
        marked(
            "On your left lies the pile of your own wonder, on your right that of your "
            "right neighbour. Of both you see the top card; each neighbour takes from one "
            "of them, too. The central pile lies face down, and all may take from it. "
            "What you leave, somebody else can have."
        ),
        marked("{piles} shows what is still in each."),
        marked("Type piles to hear what is still in each."),
    ),
    _grey(_lies_there(_is_grey)),
    _effect(  # A3.3, A3.4
        "any_deck_top_card",
        marked(
            "Two stages of your wonder do something as soon as they are built: you take "
            "the top card of any pile on the table, even of those that you can't reach "
            "otherwise."
        ),
    ),
    _effect(
        "progress_token",
        marked(
            "Two stages of your wonder do something as soon as they are built: you take a "
            "progress token, without turning in any symbols for it."
        ),
    ),
    _effect(
        "central_top_card",
        marked(
            "Three stages of your wonder do something as soon as they are built: you take "
            "the top card of the central pile, besides the card of your turn."
        ),
    ),
    _effect(
        "left_and_right_top_cards",
        marked(
            "Two stages of your wonder do something as soon as they are built: you take "
            "two cards more, the top ones of the pile on your left and of the one on your "
            "right."
        ),
    ),
    _effect(
        "look_5_keep_1",
        marked(
            "Two stages of your wonder do something as soon as they are built: you choose "
            "the pile on your left or on your right, look through its first five cards "
            "in secret, and keep one of them."
        ),
    ),
    _effect(
        "shield_plus_1",
        marked(
            "Two stages of your wonder do something: each is a shield for good, which no "
            "battle takes from you."
        ),
    ),
    _effect(
        "none",
        marked(
            "No stage of your wonder does anything besides. For that all five together "
            "are worth more points than those of any other."
        ),
    ),
    _red(_lies_there(lambda kind: kind.colour is Colour.RED)),
    Lesson(  # A5.1
        "what the cat shows",
        _taking(_is_shown_something),
        marked("What the cat shows"),
        marked(
            "You have the cat, so you are shown the top card of the central pile before "
            "you choose, and in secret: the computer that hosts the game can't see it "
            "either. If you leave it there, this program goes on naming it to you until "
            "somebody takes it."
        ),
    ),
    Lesson(  # A4.1
        "science",
        _taking(_lies_there(lambda kind: kind.colour is Colour.GREEN)),
        marked("Green cards"),
        marked(
            "Green cards carry one of three symbols. Two equal ones, or three different "
            "ones, must be turned in within the turn for a progress token, as long as "
            "there are any. The cards are used up by that, and no others count for it."
        ),
    ),
    Lesson(  # A3.2
        "coins",
        _taking(_lies_there(lambda kind: kind.colour is Colour.YELLOW)),
        marked("Coins"),
        marked(
            "Yellow cards are coins. A coin takes the place of any resource that is "
            "missing, and must do so if a stage can be built by that; coins alone can pay "
            "for one. But where a grey card of yours fits, no coin is used."
        ),
    ),
    Lesson(  # A5.1, A7.2
        "blue",
        _taking(_lies_there(lambda kind: kind.colour is Colour.BLUE)),
        marked("Blue cards"),
        marked(
            "Blue cards are points, 2 or 3, and stay with you. Those of 2 points have a "
            "cat on them, which makes the cat come to whoever takes one."
        ),
    ),
    Lesson(  # A5.1, A7.2
        "cat",
        _taking(lambda sight: sight.state.cat is not None),
        marked("The cat"),
        marked(
            "The cat has come to somebody, by a blue card; the next such card brings it "
            "to whoever takes that. Whoever has it sees the top card of the central pile "
            "when their turn begins, in secret. At the end it is worth 2 points."
        ),
    ),
    Lesson(  # A4.3
        "paying otherwise",
        _taking(_pays_otherwise),
        marked("Another way to pay"),
        marked(
            "You have a token that changes what pays for a stage, once in a turn: one coin "
            "counts as two, or any resources will do. If a stage can be built by that, it "
            "must be, too."
        ),
        marked("{tokens} shows what each token does."),
        marked("Type wonder to hear which tokens you have."),
    ),
    Lesson(  # A1.1, A2.1
        "all is open",
        _taking(lambda sight: _turns(sight) > 4),
        marked("Everything lies open"),
        marked(
            "All see what everybody has, and what is still in each pile, though not in "
            "which order. So you can see who is about to build, and which card your "
            "neighbours would like to find where you take yours."
        ),
        marked("{cities} shows a city, and the arrows go round the table."),
        marked("Type city and a name to hear about a city."),
    ),
    Lesson(
        "sealing",
        _taking(lambda sight: _turns(sight) > 5),
        marked("Sealed"),
        marked(
            "All players have mixed the piles together, and nobody knows the order of what "
            "lies face down: not even the computer that hosts the game. A card is turned "
            "up by the programs of all players together. At a table with people, compare "
            "the words of the table code aloud before you begin: if all have the same "
            "words, nobody is being shown another game."
        ),
    ),
    Lesson(  # A7.2
        "points",
        _taking(lambda sight: _turns(sight) > 6),
        marked("Points so far"),
        marked(
            "You can always look at the points that each would have if the game ended now, "
            "and where they come from. Some progress tokens count more, the more you have "
            "of something at the end."
        ),
        marked("{scores} shows them, {log} all that has happened."),
        marked("Type scores to hear them."),
    ),
    Lesson(  # A7.2
        "counting",
        _is_over,
        marked("How it is counted"),
        marked(
            "Five things give points: stages of the wonder, the cat (2), blue cards, "
            "military tokens (3 each), and progress tokens. The sum decides; between "
            "equals, whoever has built more stages wins, and else they share the victory."
        ),
        marked("{scores} shows the sheet with all of it."),
        marked("Type scores to hear the sheet again."),
    ),
    Lesson(
        "audit",
        _is_over,
        marked("You needn't believe anybody"),
        marked(
            "All that was said in this game is in its log, and everybody has signed their "
            "part of it. wonders audit checks each step: that cards were mixed well and "
            "that nobody took or built what they couldn't. wonders replay shows the game "
            "again, to and fro and from any seat. Have fun!"
        ),
    ),
)
"""All lessons; of several that apply, the first is given."""
