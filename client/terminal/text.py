"""
Everything the line mode says, in English.

One function or constant for each sentence, in one module however long, so that another
language is another module like this one. Sentences are made to be listened to: whole words, the most important one
first, nothing that depends on where on a screen it stands.

A person is given by name; None is whoever reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.core.game import Refusal

Who = str | None

LANGUAGE = "en"
"""Which of the catalogue's names to use."""

# Words.

COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
"""In the order of `Colour`."""

GOODS: Mapping[str, str] = {
    "wood": "wood",
    "stone": "stone",
    "ore": "ore",
    "clay": "clay",
    "glass": "glass",
    "loom": "loom",
    "papyrus": "papyrus",
}

SYMBOLS: Mapping[str, tuple[str, str]] = {
    "tablet": ("tablet", "tablets"),
    "gear": ("gear", "gears"),
    "compass": ("compass", "compasses"),
}

LINES: Mapping[str, str] = {
    "military": "military",
    "treasury": "treasury",
    "wonder": "wonder",
    "blue": "blue",
    "yellow": "yellow",
    "green": "green",
    "guilds": "guilds",
    "leaders": "leaders",
    "edifice": "edifice",
    "total": "total",
}

LEFT, RIGHT, YOU = "left", "right", "you"

SIDES: Mapping[str, str] = {"day": "day side", "night": "night side"}

HALVES: Mapping[str, str] = {"left": "left half", "right": "right half"}


def listing(words: Sequence[str], last: str = "and") -> str:
    """Join words as people do: ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def number(n: int) -> str:
    """Write a number so that a screen reader doesn't swallow its sign."""
    return str(n) if n >= 0 else f"minus {-n}"


def counted(n: int, one: str, many: str = "") -> str:
    """Count something: ``1 coin``, ``3 coins``."""
    return f"{number(n)} {one if abs(n) == 1 else many or one + 's'}"


def coins(n: int) -> str:
    return counted(n, "coin")


def points(n: int) -> str:
    return counted(n, "point")


def shields(n: int) -> str:
    return counted(n, "shield")


def subject(who: Who) -> str:
    """Begin a sentence with somebody."""
    return "You" if who is None else who


def does(who: Who, base: str, third: str = "") -> str:
    """Begin a sentence with somebody doing something."""
    return f"You {base}" if who is None else f"{who} {third or base + 's'}"


def other(who: Who) -> str:
    """Name somebody within a sentence."""
    return YOU if who is None else who


def others(seats: Sequence[Who]) -> str:
    return listing([other(who) for who in seats])


def subjects(seats: Sequence[Who]) -> str:
    """Begin a sentence with several."""
    return listing([subject(seats[0]), *(other(who) for who in seats[1:])])


def sentence(text: str) -> str:
    """Make a sentence of words."""
    return f"{text[:1].upper()}{text[1:]}."


# What cards do.


def bundle(amounts: Mapping[str, int], bank: int = 0) -> str:
    """Write a cost: ``1 coin, 2 clay, 1 glass``."""
    parts = [coins(bank)] if bank else []
    parts += [f"{n} {GOODS[good]}" for good, n in amounts.items()]
    return ", ".join(parts) or "nothing"


def produces(amounts: Mapping[str, int], tradable: bool) -> str:
    return f"makes {bundle(amounts)}{'' if tradable else _NOT_SOLD}"


def produces_one_of(goods: Sequence[str], tradable: bool) -> str:
    return f"makes {one_of(goods)}{'' if tradable else _NOT_SOLD}"


def one_of(goods: Sequence[str]) -> str:
    return f"1 {listing([GOODS[good] for good in goods], 'or')}"


_NOT_SOLD = ", not for sale"

BROWN_GOODS, GREY_GOODS = "brown goods", "grey goods"


def cheaper(goods: str, price: int, neighbours: Sequence[str]) -> str:
    sides = listing([f"the {side}" for side in neighbours])
    return f"{goods} cost {coins(price)} from {sides}"


def good_names(goods: Sequence[str]) -> str:
    return listing([GOODS[good] for good in goods])


def symbol(name: str) -> str:
    return f"science: {SYMBOLS[name][0]}"


ANY_SYMBOL = "science: a symbol of your choice at the end"


def coins_at_once(n: int) -> str:
    return f"{coins(n)} at once"


_SCOPES: Mapping[str, str] = {
    "self": "you have",
    "neighbours": "your neighbours have",
    "self_and_neighbours": "you and your neighbours have",
}


def _each(of: Sequence[str], scope: str) -> str:
    colours = [thing for thing in of if thing != "wonder_stage"]
    things = [f"{listing(colours, 'or')} card"] if colours else []
    if "wonder_stage" in of:
        things.append("wonder stage")
    return f"for each {listing(things, 'or')} {_SCOPES[scope]}"


def coins_per(n: int, of: Sequence[str], scope: str) -> str:
    return f"{coins(n)} at once {_each(of, scope)}"


def points_per(n: int, of: Sequence[str], scope: str) -> str:
    return f"{points(n)} {_each(of, scope)}"


def both_per(now: int, end: int, of: Sequence[str], scope: str) -> str:
    return f"{coins(now)} at once and {points(end)} {_each(of, scope)}"


def points_if_complete(n: int) -> str:
    return f"{points(n)} if your wonder is complete"


POWERS: Mapping[str, str] = {
    "play_last_card_of_each_age": "you may play the last card of each age too",
    "first_card_of_each_colour_free": "your first building of each colour is free",
    "first_card_of_each_age_free": "what you build on turn 1 of an age is free",
    "last_card_of_each_age_free": "what you build on turn 6 of an age is free",
    "build_one_from_discard_free": "build one card from the discard, free",
}
"""By kind of effect."""


def unknown_effect(kind: str) -> str:
    """Say what an effect is that nobody has put into words yet."""
    return kind.replace("_", " ")


def costs(cost: str) -> str:
    return f"costs {cost}"


def free_with(cards: Sequence[str]) -> str:
    return f"free with {listing(cards, 'or')}"


def frees(cards: Sequence[str]) -> str:
    return f"later free: {', '.join(cards)}"


def halves(left: str, right: str) -> str:
    return f"left half {left}; or right half {right}"


# Prices, and why not.

FREE = "free"
FREE_BY: Mapping[str, str] = {
    "chain": "free by chain",
    "power": "free by your wonder",
}
OWN_GOODS = "nothing to pay"


def payment(to_left: int, to_right: int, to_bank: int, left: Who, right: Who) -> str:
    """Say what one's own payment would be."""
    parts = []
    if to_left:
        parts.append(f"{coins(to_left)} to {other(left)} on the left")
    if to_right:
        parts.append(f"{coins(to_right)} to {other(right)} on the right")
    if to_bank:
        parts.append(f"{coins(to_bank)} to the bank")
    return listing(parts)


def short_payment(to_left: int, to_right: int, to_bank: int) -> str:
    """Say it once more, to somebody who knows who sits on the left."""
    parties = ((to_left, "left"), (to_right, "right"), (to_bank, "to the bank"))
    (first, party), *rest = [pair for pair in parties if pair[0]]
    return ", ".join([f"{coins(first)} {party}", *(f"{n} {to}" for n, to in rest)])


REFUSALS: Mapping[Refusal, str] = {
    Refusal.NOT_ASKED: "nothing is asked of you just now",
    Refusal.NOT_A_MOVE: "that is not a move",
    Refusal.NO_CHOICE: "that is an answer to another kind of question",
    Refusal.NOT_IN_HAND: "that card is not in your hand",
    Refusal.ALREADY_BUILT: "you have this building already",
    Refusal.NO_STAGE_LEFT: "your wonder is complete",
    Refusal.WRONG_HALF: "say which half, where a stage has two, and only there",
    Refusal.MISSING_RESOURCES: "neither you nor your neighbours have the goods",
    Refusal.TOO_FEW_COINS: "you have too few coins",
    Refusal.WRONG_PAYMENT: "that is not what it costs",
    Refusal.NOT_CHEAPEST: "there is a payment that costs nobody more and somebody less",
}


# A choice.


def turn_title(age: int, turn: int, turns: int, taker: Who) -> str:
    return f"Age {age}, turn {turn} of {turns}. Your other cards go to {other(taker)}."


def last_title(age: int, turn: int) -> str:
    return f"Age {age}, turn {turn}, the last: the card you keep is discarded."


def extra_title(age: int) -> str:
    return f"Age {age}, one card more: you may play your last card too."


def treasury(
    have: int, mine: int, left: Who, lefts: int, right: Who, rights: int
) -> str:
    return (
        f"You have {coins(have)} and {shields(mine)}; "
        f"{other(left)} on the left {lefts}, {other(right)} on the right {rights}."
    )


def wonder(board: str, side: str, built: int, stages: int) -> str:
    return f"{board}, {SIDES[side]}: {built} of {stages} stages built."


def next_stage(stage: int, cost: str, effect: str) -> str:
    return f"Stage {stage} costs {cost}: {effect}."


HAND = "Your hand:"

CHOSEN_FROM = "You chose from:"
NO_HAND = "There is no hand to choose from just now."

SALE = "sell it: 3 coins"


def item(index: int, words: str) -> str:
    return f"{index}. {words}"


def card(name: str, colour: int, facts: Sequence[str], copies: int = 1) -> str:
    twice = f", {copies} of them" if copies > 1 else ""
    return " ".join([f"{name}, {COLOURS[colour]}{twice}.", *map(sentence, facts)])


def use(word: str, words: str) -> str:
    return f"{word} {words}."


def not_now(refusal: Refusal, least: int = 0) -> str:
    if refusal is Refusal.TOO_FEW_COINS and least:
        return f"Not now: it takes {coins(least)}."
    return f"Not now: {REFUSALS[refusal]}."


def build(price: str) -> str:
    return f"build it: {price}"


def stage(half: str, price: str) -> str:
    return f"put it under the wonder{f', {HALVES[half]}' if half else ''}: {price}"


def build_keys(ways: Sequence[tuple[str, str]]) -> str:
    """Say with which words a card is built, and at what price."""
    return " ".join(f"{word}: {price}." for word, price in ways)


def stage_keys(ways: Sequence[tuple[str, str, str]], cards: int) -> str:
    """Say once for all cards how a stage is built: letter, half, price."""
    rows = []
    for letter, half, price in ways:
        words = f"w1{letter} to w{cards}{letter}" if cards > 1 else f"w1{letter}"
        part = f", {HALVES[half]}" if half else ""
        rows.append(f"{words}{part}: {price}.")
    return " ".join(rows)


def sealed_move(verb: str, name: str, price: str, half: str = "") -> str:
    """Say a whole move in words."""
    match verb:
        case "build":
            return f"build {name}, {price}"
        case "stage":
            part = f", {HALVES[half]}" if half else ""
            return f"build a wonder stage{part} with {name}, {price}"
        case "sell":
            return f"sell {name} for 3 coins"
        case "pick":
            return f"build {name} from the discard, free"
        case "side":
            return f"the {SIDES[name]}"
    return "take nothing"


def side_item(side: str, stages: Sequence[str]) -> str:
    return f"{SIDES[side].capitalize()}. {' '.join(stages)}"


def side_stage(index: int, cost: str, effect: str) -> str:
    return f"Stage {index} costs {cost}: {effect}."


def side_title(board: str, start: str) -> str:
    return f"Your board is {board}; it {start}. Choose its side: day or night."


def side_others(boards: Sequence[tuple[str, str]]) -> str:
    return "The others: " + ", ".join(f"{who} {board}" for who, board in boards) + "."


DISCARD_TITLE = "You may build one card from the discard, free. none takes nothing."
NOTHING = "take nothing"

HOW_TO_CHOOSE = (
    "b3 builds card 3, w3 puts it under the wonder, s3 sells it for 3 coins; 3 alone "
    "tells more. help lists the rest."
)


def which_payment(name: str) -> str:
    return f"With {name} that can be done so:"


def sealed(move: str) -> str:
    return f"Sealed and sent: {move}."


def late(move: str) -> str:
    return f"Time was out, so your program chose: {move}."


def confirm(move: str) -> str:
    return f"{sentence(move)} Yes or no?"


NOT_CONFIRMED = "Nothing is sent. Choose again."


def not_written(why: str) -> str:
    return f"That could not be written down, so nothing is sent: {why}. Choose again."


# What is waited for.


def waiting(who: Sequence[Who], what: str | None = None) -> str:
    return (
        f"{what}; waiting for {others(who)}." if what else f"Waiting for {others(who)}."
    )


def not_connected(away: Sequence[Who]) -> str:
    """Go on after what is waited for."""
    return f" Not connected: {others(away)}." if away else ""


GOING_ON: Mapping[str, str] = {
    "KEY": "Keys are made for the cards",
    "DEAL": "Cards are being dealt",
    "OPEN_SHARE": "Cards are being turned up",
    "LOOK_X": "The discard is being handed over",
    "REVEAL": "Choices are being shown",
    "DECLARE": "Choices are being shown",
    "END": "The result is being signed",
}
"""By kind of phase; where it is for people to choose there is nothing."""

WORKING: Mapping[str, str] = {
    "KEY": "Your program makes keys for the cards.",
    "DEAL": "Your program helps to deal.",
    "OPEN_SHARE": "Your program helps to turn cards up.",
    "LOOK_X": "Your program hands over what you put on the discard.",
    "PICK": "Your program seals your choice.",
    "DECIDE": "Your program seals your choice.",
    "CHOOSE": "Your program sends your choice.",
    "REVEAL": "Your program shows your choice.",
    "DECLARE": "Your program shows your choice.",
    "END": "Your program signs the result.",
}


def mixes(who: Who, place: int, of: int) -> str:
    return (
        f"{'Your program' if who is None else who} mixes the cards ({place} of {of})."
    )


def checking(who: Sequence[Who]) -> str:
    return f"Checking what {others(who)} did."


CHECKING = "Checking what your program did."


def catching_up(entries: int) -> str:
    return f"Checking what was played: {counted(entries, 'entry', 'entries')} to go."


ON_ITS_WAY = "What you said is on its way to the host."
YOUR_CHOICE = "The table waits for your choice."
NOTHING_WAITED_FOR = "Nothing is waited for."


def clock(seconds: int, default: str) -> str:
    return f"{duration(seconds)} left; then your program chooses: {default}."


def duration(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    parts = [counted(minutes, "minute")] if minutes else []
    parts += [counted(rest, "second")] if rest or not minutes else []
    return " ".join(parts)


# What happened.


def founded(who: Who, board: str, side: str) -> str:
    return f"{does(who, 'have', 'has')} {board}, {SIDES[side]}."


def age_begins(age: int, direction: str) -> str:
    return f"Age {age} begins. Hands pass to the {direction}."


def turn_header(age: int, turn: int) -> str:
    return f"Age {age}, turn {turn}:"


def extra_header(age: int) -> str:
    return f"Age {age}, the last cards:"


def built(who: Who, name: str, price: str) -> str:
    return f"{does(who, 'build')} {name}{price}."


def built_stage(who: Who, stage: int, half: str, price: str, under: str) -> str:
    part = f", {HALVES[half]}" if half else ""
    own = f" with {under}" if under else ""
    return f"{does(who, 'build')} wonder stage {stage}{part}{own}{price}."


def sold(who: Who, name: str) -> str:
    return f"{does(who, 'sell')} {name or 'a card'} for 3 coins."


def paid(parts: Sequence[tuple[int, Who]], bank: int) -> str:
    """End a sentence with who was paid."""
    words = [f"{coins(n)} to {other(who)}" for n, who in parts if n]
    if bank:
        words.append(f"{coins(bank)} to the bank")
    return f", paying {listing(words)}" if words else ""


PAID_NOTHING: Mapping[str, str] = {
    "chain": ", free by chain",
    "power": ", free by the wonder",
}


def treasuries(rows: Sequence[tuple[Who, int]]) -> str:
    return "Coins: " + ", ".join(f"{other(who)} {n}" for who, n in rows) + "."


LEFT_OVER = "The last card of each hand goes to the discard."


def your_left_over(name: str) -> str:
    return f"Your last card was {name}."


def picked(who: Who, name: str) -> str:
    if name:
        return f"{does(who, 'build')} {name} from the discard, free."
    return f"{does(who, 'take')} nothing from the discard."


def conflicts(age: int) -> str:
    return f"Conflicts of age {age}:"


def fought(winner: Who, more: int, loser: Who, less: int, win: int, loss: int) -> str:
    return (
        f"{does(winner, 'beat')} {other(loser)}, {shields(more)} to {less}: "
        f"{points(win)} for {other(winner)}, {number(loss)} for {other(loser)}."
    )


def even(one: Who, two: Who, strength: int) -> str:
    return f"{subject(one)} and {other(two)} are even at {strength}."


def left_for_good(who: Sequence[Who]) -> str:
    return f"{subjects(who)} left the game for good."


GAME_OVER = "The game is over."


def place(rank: int, who: Who, total: int) -> str:
    return f"{rank}. {subject(who)}: {points(total)}."


def score_row(who: Who, total: int) -> str:
    return f"{subject(who)}: {points(total)}."


def score_lines(rows: Sequence[tuple[str, int]]) -> str:
    return sentence(
        ", ".join(f"{LINES.get(line, line)} {number(n)}" for line, n in rows)
    )


def wins(who: Who) -> str:
    return f"{does(who, 'win')}."


def wins_by_coins(who: Who, tied: Sequence[Who], mine: int, most: int) -> str:
    has = "you have" if who is None else f"{who} has"
    return (
        f"{subjects([who, *tied])} have equal points; {has} more coins, "
        f"{mine} to {most}, and {'win' if who is None else 'wins'}."
    )


def share(who: Sequence[Who], have: int) -> str:
    return (
        f"{subjects(who)} have equal points and {coins(have)} each, "
        "and share the victory."
    )


SIGNED = "Everybody has signed this result."
LOOK_AROUND = "You can still look around: scores, turn, city NAME. quit leaves."


# What can be looked at.


def city_title(who: Who, relation: str, board: str, side: str) -> str:
    if who is None:
        return f"You have {board}, {SIDES[side]}."
    where = f", your {relation} neighbour," if relation else ""
    return f"{who}{where} has {board}, {SIDES[side]}."


def city_state(have: int, strength: int, built: int, stages: int) -> str:
    return (
        f"{sentence(coins(have))[:-1]}, {shields(strength)}, "
        f"{built} of {stages} wonder stages."
    )


def city_makes(own: Sequence[str], unsold: Sequence[str]) -> str:
    more = f" For its own use only: {'; '.join(unsold)}." if unsold else ""
    return f"Makes {'; '.join(own) or 'nothing'}.{more}"


def city_symbols(rows: Sequence[tuple[str, int]], wild: int) -> str:
    parts = [counted(n, *SYMBOLS[name]) for name, n in rows if n]
    if wild:
        parts.append(f"{wild} of any kind")
    return f"Science: {listing(parts)}."


def city_cards(colour: int, names: Sequence[str]) -> str:
    return f"{COLOURS[colour].capitalize()}: {', '.join(names)}."


NO_CARDS = "Nothing is built."


def city_tokens(tokens: Sequence[int]) -> str:
    return f"Conflicts: {listing([number(token) for token in tokens])}."


def stage_standing(index: int, half: str, effect: str, under: str) -> str:
    part = f", {HALVES[half]}" if half else ""
    own = f" Under it: {under}." if under else ""
    return f"Stage {index}{part}, built: {effect}.{own}"


def stage_open(index: int, cost: str, effect: str) -> str:
    return f"Stage {index} costs {cost}: {effect}."


def discard(n: int) -> str:
    return f"The discard has {counted(n, 'card')}."


NO_TURN = "No turn has been played yet."
NO_CITIES = "No city stands yet."
SCORES = "Points, if the game ended now:"


def seats_title(me_first: Sequence[str]) -> str:
    return f"To the left, one after the other: {', '.join(me_first)}."


def who_row(who: Who, notes: Sequence[str]) -> str:
    return f"{': '.join([subject(who), *([', '.join(notes)] if notes else [])])}."


LEFT_NEIGHBOUR, RIGHT_NEIGHBOUR = "left neighbour", "right neighbour"
AWAY, WAITED_FOR, TO_CHOOSE = "not connected", "waited for", "has yet to choose"


# Before the game.


def at_host(host: str, tables: int) -> str:
    return f"The host is called {host}, and has {counted(tables, 'table')}."


def table_line(name: str, state: str, seated: int, seats: int, who: str) -> str:
    states = {"lobby": "not begun", "playing": "being played", "over": "over"}
    full = f"{seated} of {seats}" if seats else str(seated)
    names = f": {who}" if who else ""
    return f"Table {name}, {states.get(state, state)}, {full} seated{names}."


def sitting(table: str) -> str:
    return f"Your table is called {table}."


def options(
    players: str, sides: str, turn_time: int, others: Sequence[tuple[str, object]]
) -> str:
    time = f"{duration(turn_time)} for a turn" if turn_time else "no limit to a turn"
    rest = "".join(f", {key} {value}" for key, value in others)
    return f"The game is 7 Wonders for {players}; {sides}; {time}{rest}."


def players(n: int) -> str:
    return counted(n, "player")


def players_so_far(players: str) -> str:
    return f"as many as sit down, now {players}"


SIDE_OPTIONS: Mapping[str, str] = {
    "day": "everybody has the day side",
    "night": "everybody has the night side",
    "choose": "everybody chooses a side",
    "random": "sides are drawn by lot",
}

SEALED = (
    "Cards are sealed: nobody but you can see your hand, and whatever anybody does with "
    "cards is checked by all."
)


def seated(n: int, wanted: int) -> str:
    return (
        f"{n} of {wanted} sit here:" if wanted else f"{counted(n, 'sits', 'sit')} here:"
    )


READY, NOT_READY = "ready", "not ready"
BOT_OF_NOBODY = "a bot"


def bot_of(owner: Who) -> str:
    return f"a bot run by {other(owner)}"


BOT_OF_HOST = "a bot of the host's"

KNOWN_KEY, OWN = "known to you", "you"


def new_key(fingerprint: str) -> str:
    return f"new to you, with key {fingerprint}"


def lobby_row(name: str, notes: Sequence[str]) -> str:
    return f"{name}: {', '.join(notes)}."


def changed_key(name: str, fingerprint: str) -> str:
    return (
        f"WARNING! This {name} has another key than the {name} you know. "
        f"It may be somebody else. Ask {name}, by voice, whether their key is "
        f"{fingerprint}; if it is, type: trust {name}"
    )


def still_changed(name: str) -> str:
    return (
        f"WARNING! {name} plays with another key than the {name} you know. "
        f"If that is right, type: trust {name}"
    )


READY_ALL_THE_SAME = (
    "Are you ready all the same, to play with somebody who may be somebody else? "
    "Yes or no?"
)
NOT_READY_THEN = "You are not ready."
NOT_READY_ANY_MORE = (
    "You were ready before they came, and aren't any more. If you want to begin all the "
    "same, type ready."
)


def trusted(name: str) -> str:
    return f"{name} is known to you by this key from now on."


def not_to_trust(name: str) -> str:
    return f"Nobody called {name} sits here with a changed key."


def sat_down(name: str, notes: Sequence[str]) -> str:
    return f"{name} sits down: {', '.join(notes)}."


def got_up(name: str) -> str:
    return f"{name} gets up."


def is_ready(who: Who, ready: bool) -> str:
    return f"{does(who, 'are', 'is')} {READY if ready else NOT_READY}."


def is_here(name: str, here: bool) -> str:
    return f"{name} is connected again." if here else f"{name} has lost the connection."


def another_draw(note: str) -> str:
    return f"Seats are drawn again: {note}."


OPTIONS_CHANGED = "What is played has changed, so everybody must be ready again."

SAY_READY = "Type ready when you want to begin, and help for what else you can type."


def code(words: str) -> str:
    return f"Table code: {words}."


def begins(words: str) -> str:
    return f"The game begins. {code(words)}"


def resumed(words: str) -> str:
    return f"You take your seat again. {code(words)}"


CODE_MEANS = (
    "Everybody reads these words aloud: if all have the same, nobody sits between you."
)


def caught_up(age: int, turn: int) -> str:
    return f"The game has gone on to age {age}, after turn {turn}."


def invitation(address: str) -> str:
    return f"Others can join with: wonders join {address} --plain"


# The connection.

LOST = "The connection to the host broke off. Trying again until it is back."
BACK = "Connected again."


def presence(who: Who, here: bool) -> str:
    if here:
        return f"{subject(who)} {'are' if who is None else 'is'} back."
    return f"{subject(who)} lost the connection. The table waits."


def says(name: str, line: str) -> str:
    return f"{name} says: {line}"


def name_taken(detail: str) -> str:
    return f"{detail[:1].upper()}{detail[1:]}: choose another name with --name."


def host_refuses(detail: str) -> str:
    return f"The host did not take that: {detail}."


def fraud(who: Who, entry: int, reason: str) -> str:
    if who is None:
        culprit = "Your own program, or somebody who has your key, cheats"
    else:
        culprit = f"{who} cheats"
    return (
        f"FRAUD! {culprit} at entry {entry}: {reason}. Nothing of that entry counts, and "
        "the game stops here."
    )


def fraud_log(who: Who) -> str:
    if who is None:
        return (
            "Your own signature in the log proves it. If nobody else has your key, the "
            "program has a fault: please report it, with the log. To see it, type:"
        )
    return (
        f"The signature of {who} in the log proves it to anybody. You can begin a new "
        f"game, with {who} or without. To see the proof, type:"
    )


def two_versions(who: Who) -> str:
    culprit = "Somebody who has your key" if who is None else who
    return (
        f"{culprit} signed two versions of one thing. The first one counts, and the game "
        "goes on. The proof is kept; to see it, type:"
    )


def parted(who: Who) -> str:
    one = "Your own program, somewhere else," if who is None else who
    return (
        f"STOP! {one} signed on top of another game than yours: somebody showed the two of "
        "you different things, with the host's help. Nothing more is sent."
    )


THEIRS = "THEIRS"

PARTED_LOG = (
    "Your log is kept. Compare it with theirs, and whoever signed two versions is named, "
    "with the proof. To do that, type:"
)


def audit(path: str) -> str:
    return f"wonders audit {path}"


def log_so_far(path: str) -> str:
    return f"The log so far is kept: {path}"


def log_kept(path: str) -> str:
    return f"The log is kept; to check the whole game, type: {audit(path)}"


def closed(reason: str) -> str:
    return f"The table is closed: {reason}."


def first_time(address: str, pin: str) -> str:
    return (
        f"You are at {address} for the first time. Its pin is {pin}; "
        "whoever runs it can tell you whether that is right."
    )


def other_host(address: str, pin: str, path: str) -> str:
    return (
        f"{address} is not the host it was the last time: its pin is now {pin}. "
        f"Somebody may stand in between. If the host was really set up anew, join with "
        f"{address}#{pin}, or take its line out of {path}."
    )


# Leaving.

REALLY_LEAVE = "Leave the table? Yes or no; Ctrl-C again is a yes."
REALLY_END = "Leave? The game ends with that. Yes or no; Ctrl-C again is a yes."
STAYING = "You stay."
GOT_UP = "You left the table."
GOODBYE = "Goodbye."
ELSEWHERE = "You have joined from another window, so this one ends."


COME_BACK = (
    "You left. Your seat is kept, and the table waits for you. To come back, type:"
)


# What is typed.


def not_understood(line: str) -> str:
    return f"I don't understand {line!r:.60}. Type help for what you can type."


def not_a_card(line: str) -> str:
    return f"There is no such card here: {line!r:.60}. Type hand to hear your cards."


def not_unique(line: str, names: Sequence[str]) -> str:
    return f"{line!r:.40} could be {listing(names, 'or')}."


def cant_use(name: str, why: Refusal) -> str:
    return f"{name}: {REFUSALS[why]}."


NOTHING_ASKED = "Nothing is asked of you just now."
NOT_IN_LOBBY = "That is for before the game begins."
NOT_IN_GAME = "That is for when the game has begun."
NOT_A_CHOICE = "That is not among the choices. Type again to hear the question."
NOTHING_SENT = "Nothing is sent yet; just choose."
NOT_YET = "The host hasn't given you a seat yet."
ALREADY_SENT = "Your choice is sent, and can't be taken back."
YES_OR_NO = "Please answer yes or no."
SAY_WHAT = "Say what? Type say and the words."
CITY_OF_WHOM = "Whose city? Type city and a name, or left or right."


def nobody(name: str, names: Sequence[str]) -> str:
    return f"Nobody here is called {name!r:.40}. There are {listing(names)}."


NOT_A_LINE = "That can't be sent: it is too long, or holds control characters."

SYNONYMS: Mapping[str, str] = {
    "?": "help",
    "score": "scores",
    "l": "left",
    "r": "right",
    "exit": "quit",
    "q": "quit",
    "unready": "not",
    "last": "turn",
    "wait": "status",
}

YES, NO = ("yes", "y"), ("no", "n")

HELP_LOBBY: Sequence[tuple[str, str]] = (
    ("ready", "you want to begin"),
    ("not ready", "you don't want to begin yet"),
    ("who", "who sits here"),
    ("table", "what is played"),
    ("trust NAME", "take the new key of somebody you know"),
    ("say WORDS", "say something to the table"),
    ("leave", "get up and end the program"),
    ("help", "this list"),
)

HELP_GAME: Sequence[tuple[str, str]] = (
    ("3", "what you can do with card 3"),
    ("b3", "build it; b3a, b3b where there are several payments"),
    ("w3", "build the next stage of your wonder with it"),
    ("s3", "sell it for 3 coins"),
    ("altar", "a card's name, or how it begins, does as well as its number"),
    ("none", "take nothing, where you may"),
    ("moves", "all your moves in the notation of records, which you can type too"),
    ("again", "the question again"),
    ("hand", "your hand"),
    ("wonder", "your city and your wonder"),
    ("left", "your left neighbour's city; right for the right one"),
    ("city NAME", "anybody's city"),
    ("turn", "what happened last"),
    ("scores", "the points so far"),
    ("discard", "how many cards lie there"),
    ("who", "who sits where, and for whom we wait"),
    ("status", "what the table waits for"),
    ("table", "the table code and what is played"),
    ("say WORDS", "say something to the table"),
    ("quit", "leave; your seat is kept"),
    ("help", "this list"),
)


def help_line(word: str, means: str) -> str:
    return f"{word}: {means}."


# The prompt.

PROMPT_LOBBY, PROMPT_ASKED, PROMPT_WAITING = "lobby> ", "your choice> ", "> "
PROMPT_CONFIRM = "yes or no> "


# What goes wrong.


def fault(kind: str, detail: str) -> str:
    return f"A fault of this program: {kind}: {detail}"


# `wonders play`.


def too_many_bots(bots: int, players: int) -> str:
    return f"{counted(bots, 'bot')} and you are more than {counted(players, 'player')}"


def host_ended(why: str) -> str:
    return f"The host has ended{': ' if why else ''}{why}."


LOG_LIES = "The log of this game can be turned into a record with"


def export(path: str) -> str:
    return f"wonders export {path}"
