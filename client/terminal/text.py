"""
Sentences that several modules of the line mode share, and what sentences are made of.

A sentence is translated as a whole, so there is one for whoever reads it and one for
anybody else. It is made to be listened to: whole words, the most important one first,
nothing that depends on where on a screen it stands. A person is given by name; None is
whoever reads it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from sealed_wonders.client import program
from sealed_wonders.client.logs import kept
from sealed_wonders.client.reasons import noticed
from sealed_wonders.client.words import _, marked, n_, p_
from sealed_wonders.core import quoting
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.games import GAMES, TITLES
from sealed_wonders.net.address import in_shell

Who = str | None


LEFT, RIGHT = "left", "right"
"""Sides of somebody, whatever they are called."""


def you() -> str:
    return _("you")


def listing(words: Sequence[str], last: str = "and") -> str:
    """Join words as people do: ``a, b and c``, or ``or``."""
    if len(words) < 2:
        return "".join(words)
    first, end = ", ".join(words[:-1]), words[-1]
    if last == "or":
        return _("{first} or {last}").format(first=first, last=end)
    return _("{first} and {last}").format(first=first, last=end)


def number(n: int) -> str:
    """Write a number so that a screen reader doesn't swallow its sign."""
    return str(n) if n >= 0 else _("minus {n}").format(n=-n)


def coins(n: int) -> str:
    return n_("{n} coin", "{n} coins", abs(n)).format(n=number(n))


def points(n: int) -> str:
    return n_("{n} point", "{n} points", abs(n)).format(n=number(n))


def shields(n: int) -> str:
    return n_("{n} shield", "{n} shields", abs(n)).format(n=number(n))


def players(n: int) -> str:
    return n_("{n} player", "{n} players", n).format(n=n)


def duration(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    parts = []
    if minutes:
        parts.append(n_("{n} minute", "{n} minutes", minutes).format(n=minutes))
    if rest or not minutes:
        parts.append(n_("{n} second", "{n} seconds", rest).format(n=rest))
    return " ".join(parts)


def subject(who: Who) -> str:
    """Name somebody where a sentence begins."""
    return _("You") if who is None else who


def other(who: Who) -> str:
    """Name somebody within a sentence."""
    return you() if who is None else who


def others(seats: Sequence[Who]) -> str:
    return listing([other(who) for who in seats])


def subjects(seats: Sequence[Who]) -> str:
    """Begin a sentence with several."""
    return listing([subject(seats[0]), *(other(who) for who in seats[1:])])


def about(who: Who, mine: str, theirs: str, **fields: object) -> str:
    """Fill in what is said to whoever it is about, or what is said of somebody else."""
    return (mine if who is None else theirs).format(who=who, **fields)


def sentence(text: str) -> str:
    """Make a sentence of words."""
    return f"{text[:1].upper()}{text[1:]}."


def heading(words: str) -> str:
    """Make words the heading of what follows."""
    return _("{words}:").format(words=words)


def noted(name: str, note: str) -> str:
    """Put what there is to be said of something behind its name."""
    return _("{name}: {note}").format(name=name, note=note)


def colon() -> str:
    """Return what stands between the two, where they are of several colours."""
    return noted("", "")


def quoted(line: str, cap: int = 60) -> str:
    """Quote what somebody typed, and no more of it than is read at a glance."""
    inside = quoting.quoted(line, cap - 2)[1:-1]
    return p_("quoted", "'{words}'").format(words=inside)


def colour(index: int) -> str:
    """Name the colour of a card, in the order of `Colour`."""
    names = (
        p_("card", "brown"),
        p_("card", "grey"),
        p_("card", "blue"),
        p_("card", "yellow"),
        p_("card", "red"),
        p_("card", "green"),
        p_("card", "purple"),
    )
    return names[index]


def colours(index: int) -> str:
    """Name all cards of a colour, at the beginning of their list."""
    names = (
        p_("cards", "Brown"),
        p_("cards", "Grey"),
        p_("cards", "Blue"),
        p_("cards", "Yellow"),
        p_("cards", "Red"),
        p_("cards", "Green"),
        p_("cards", "Purple"),
    )
    return names[index]


_COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")


def colour_named(name: str) -> str:
    """Name a colour by its word in the data."""
    return colour(_COLOURS.index(name)) if name in _COLOURS else name


_GOODS: Mapping[str, str] = {
    "wood": marked("wood"),
    "stone": marked("stone"),
    "ore": marked("ore"),
    "clay": marked("clay"),
    "glass": marked("glass"),
    "loom": marked("loom"),
    "papyrus": marked("papyrus"),
}


def good(name: str) -> str:
    """Name a good by its word in the data."""
    return _(_GOODS[name])


def amount(name: str, n: int) -> str:
    """Count a good."""
    match name:
        case "wood":
            said = n_("{n} wood", "{n} wood", n)
        case "stone":
            said = n_("{n} stone", "{n} stone", n)
        case "ore":
            said = n_("{n} ore", "{n} ore", n)
        case "clay":
            said = n_("{n} clay", "{n} clay", n)
        case "glass":
            said = n_("{n} glass", "{n} glass", n)
        case "loom":
            said = n_("{n} loom", "{n} loom", n)
        case _:
            said = n_("{n} papyrus", "{n} papyrus", n)
    return said.format(n=n)


def symbol_name(name: str) -> str:
    """Name a symbol of science by its word in the data."""
    names = {"tablet": _("tablet"), "gear": _("gear"), "compass": _("compass")}
    return names[name]


def symbols(name: str, n: int) -> str:
    """Count symbols of science."""
    match name:
        case "tablet":
            said = n_("{n} tablet", "{n} tablets", n)
        case "gear":
            said = n_("{n} gear", "{n} gears", n)
        case _:
            said = n_("{n} compass", "{n} compasses", n)
    return said.format(n=n)


def no_turn() -> str:
    return _("No turn has been played yet.")


def no_cities() -> str:
    return _("No city stands yet.")


def scores() -> str:
    return _("Points, if the game ended now:")


def left_neighbour() -> str:
    return _("left neighbour")


def right_neighbour() -> str:
    return _("right neighbour")


def away() -> str:
    return _("not connected")


def use(word: str, words: str) -> str:
    return f"{word} {words}."


def so_far(taken: Sequence[tuple[str, str]]) -> str:
    """Say who has taken what, of things that are chosen one after the other."""
    rows = ", ".join(f"{who} {thing}" for who, thing in taken)
    return _("So far: {taken}.").format(taken=rows)


def which_payment(name: str) -> str:
    return _("With {card} that can be done so:").format(card=name)


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


_TABLE = re.compile(r"table(?:\s+(?=\S)|(?=\d))", re.IGNORECASE)


def after_table(name: str) -> str:
    """Return what is said of a table's name after that very word: 1, of table 1."""
    return _TABLE.sub("", name, count=1) if _TABLE.match(name) else name


def other_game(game: str) -> str:
    """Name what a host says is played; nothing if it is 7 Wonders, the usual one."""
    name = game.split("+")[0]
    return "" if name == GAMES[0] else TITLES.get(name, name)


def seated(n: int, wanted: int) -> str:
    if wanted:
        said = n_("{n} of {wanted} sit here:", "{n} of {wanted} sit here:", n)
        return said.format(n=n, wanted=wanted)
    return n_("{n} sits here:", "{n} sit here:", n).format(n=n)


def ready() -> str:
    return p_("somebody is", "ready")


def not_ready() -> str:
    return p_("somebody is", "not ready")


def bot_of(owner: Who) -> str:
    return about(owner, _("a bot run by you"), _("a bot run by {who}"))


def bot_of_host() -> str:
    return _("a bot of the host's")


THIS_MACHINE = marked("this machine")
"""What a host of one's own is called that nobody else comes to."""


def host_named(name: str) -> str:
    return _(name) if name == THIS_MACHINE else name


def another_draw(note: str) -> str:
    return _("Seats are drawn again: {why}.").format(why=noticed(note))


def code(words: str) -> str:
    return _("Table code: {words}.").format(words=words)


def invitation(address: str) -> str:
    said = _("Others can join with: {command}")
    return said.format(command=join_command(address))


def join_command(address: str) -> str:
    """Return the command by which others come to a host, on machines of their own."""
    return f"wonders join {in_shell(address)}"


def no_invitation() -> str:
    return _("This table has no address that others could use.")


def even(one: Who, two: Who, strength: int) -> str:
    if one is None:
        said = _("You and {two} are even at {shields}.")
    elif two is None:
        said = _("{one} and you are even at {shields}.")
    else:
        said = _("{one} and {two} are even at {shields}.")
    return said.format(one=one, two=two, shields=strength)


def left_for_good(who: Sequence[Who]) -> str:
    return _("{who} left the game for good.").format(who=subjects(who))


def game_over() -> str:
    return _("The game is over.")


def place(rank: int, who: Who, total: int) -> str:
    return f"{rank}. {score_row(who, total)}"


def score_row(who: Who, total: int) -> str:
    return _("{who}: {points}.").format(who=subject(who), points=points(total))


def wins(who: Who) -> str:
    return about(who, _("You win."), _("{who} wins."))


_SYNONYMS = (
    "?=help score=scores l=left r=right exit=quit q=quit unready=not last=turn "
    "wait=status story=log memory=hands"
)
"""Other words for commands, each with the command."""


def _commands() -> Mapping[str, str]:
    """Return the commands of the language, by those of the program."""
    return {
        "help": p_("typed", "help"),
        "who": p_("typed", "who"),
        "status": p_("typed", "status"),
        "table": p_("typed", "table"),
        "invite": p_("typed", "invite"),
        "left": p_("typed", "left"),
        "right": p_("typed", "right"),
        "wonder": p_("typed", "wonder"),
        "city": p_("typed", "city"),
        "hand": p_("typed", "hand"),
        "again": p_("typed", "again"),
        "moves": p_("typed", "moves"),
        "leaders": p_("typed", "leaders"),
        "edifices": p_("typed", "edifices"),
        "turn": p_("typed", "turn"),
        "scores": p_("typed", "scores"),
        "discard": p_("typed", "discard"),
        "card": p_("typed", "card"),
        "hands": p_("typed", "hands"),
        "log": p_("typed", "log"),
        "piles": p_("typed", "piles"),
        "tokens": p_("typed", "tokens"),
        "ready": p_("typed", "ready"),
        "not": p_("typed", "not"),
        "trust": p_("typed", "trust"),
        "say": p_("typed", "say"),
        "rematch": p_("typed", "rematch"),
        "undo": p_("typed", "undo"),
        "leave": p_("typed", "leave"),
        "quit": p_("typed", "quit"),
        "without": p_("typed", "without"),
    }


def command(word: str) -> str:
    """Understand a word that was typed: give the command it is, or the word."""
    word = word.lower()
    plain = unaccented(word)
    for known, said in _commands().items():
        if word == known or plain == unaccented(said):
            return known
    more = p_("other words typed, each with its English command", "exit=quit")
    rows = dict(row.split("=") for row in f"{more} {_SYNONYMS}".split())
    return rows.get(plain, word)


def unaccented(word: str) -> str:
    """Take the accents from a word, which many keyboards make hard to type."""
    parts = unicodedata.normalize("NFD", word)
    return "".join(part for part in parts if not unicodedata.combining(part))


def not_understood(line: str) -> str:
    said = _("I don't understand {line}. Type help for what you can type.")
    return said.format(line=quoted(line))


def not_unique(line: str, names: Sequence[str]) -> str:
    said = _("{line} could be {names}.")
    return said.format(line=quoted(line, 40), names=listing(names, "or"))


def nothing_asked() -> str:
    return _("Nothing is asked of you just now.")


def not_in_game() -> str:
    return _("That is for when the game has begun.")


def not_a_choice() -> str:
    return _("That is not among the choices. Type again to hear the question.")


def not_yet() -> str:
    return _("The host hasn't given you a seat yet.")


def nobody(name: str, names: Sequence[str]) -> str:
    said = _("Nobody here is called {name}. There are {names}.")
    return said.format(name=quoted(name, 40), names=listing(names))


def help_line(word: str, means: str) -> str:
    return _("{word}: {means}.").format(word=word, means=means)


def lost() -> str:
    return _("The connection to the host broke off. Trying again until it is back.")


def audit(path: str) -> str:
    return program.typed("audit", kept.short(path))


def export(path: str) -> str:
    return program.typed("export", kept.short(path))


def log_so_far(path: str) -> str:
    return _("The log so far is kept: {path}").format(path=path)


def log_kept(path: str) -> tuple[str, ...]:
    """Say what can be done with the log of a whole game, each command on its own line."""
    said = _(
        "The log is kept. To check the game, see it again, or make a record, type:"
    )
    return (said, audit(path), program.typed("replay", kept.short(path)), export(path))


def come_back() -> str:
    return _(
        "You left. Your seat is kept, and the table waits for you. To come back, type:"
    )
