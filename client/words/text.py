"""
Sentences that several modules share, and functions to build sentences.

A sentence is translated as a whole, so there is one addressed to its subject and one
for everybody else. Sentences are written for listening: whole words, the most important
first, and nothing that depends on a position on the screen. A person is given by name;
None stands for the reader.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client import program
from sealed_wonders.client.logs import kept
from sealed_wonders.client.reasons import noticed, said_by_host
from sealed_wonders.core import quoting
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.games import GAMES, TITLES
from sealed_wonders.net import notices
from sealed_wonders.net.address import in_shell
from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.words import NO_BREAK, _, marked, n_, p_

Who = str | None


LEFT, RIGHT = "left", "right"
"""Neighbours, in every language."""


def gone() -> str:
    """Return the note on a player who was removed."""
    return p_("somebody", "gone")


def you() -> str:
    return _("you")


def listing(words: Sequence[str], last: str = "and") -> str:
    """Join words into a list: ``a, b and c``, or with ``or``."""
    if len(words) < 2:
        return "".join(words)
    first, end = ", ".join(words[:-1]), words[-1]
    if last == "or":
        return _("{first} or {last}").format(first=first, last=end)
    return _("{first} and {last}").format(first=first, last=end)


def number(n: int) -> str:
    """Return a number with its sign in a form that screen readers read out."""
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
    """Return a person's name for the start of a sentence."""
    return _("You") if who is None else who


def other(who: Who) -> str:
    """Return a person's name for the middle of a sentence."""
    return you() if who is None else who


def others(seats: Sequence[Who]) -> str:
    return listing([other(who) for who in seats])


def subjects(seats: Sequence[Who]) -> str:
    """Return a list of names for the start of a sentence."""
    return listing([subject(seats[0]), *(other(who) for who in seats[1:])])


def about(who: Who, mine: str, theirs: str, **fields: object) -> str:
    """Format *mine* if the subject is the reader, otherwise *theirs*."""
    return (mine if who is None else theirs).format(who=who, **fields)


def sentence(text: str) -> str:
    """Return words as a sentence, with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def heading(words: str) -> str:
    """Return words as a heading, with a colon."""
    return _("{words}:").format(words=words)


def noted(name: str, note: str) -> str:
    """Return a name, a colon, and a note on it."""
    return _("{name}: {note}").format(name=name, note=note)


def apart(parts: Sequence[str]) -> str:
    """Join parts that may contain commas."""
    return p_("between parts", "; ").join(parts)


def colon() -> str:
    """Return the colon of `noted`, for texts in several colours."""
    return noted("", "")


def quoted(line: str, cap: int = 60) -> str:
    """Return typed text in quotes, shortened to what can be read at a glance."""
    inside = quoting.quoted(line, cap - 2)[1:-1]
    return p_("quoted", "'{words}'").format(words=inside)


def no_turn() -> str:
    return _("No turn has been played yet.")


def no_cities() -> str:
    return _("There are no cities yet.")


def left_neighbour() -> str:
    return _("left neighbour")


def right_neighbour() -> str:
    return _("right neighbour")


def away() -> str:
    return _("not connected")


def bot_plays() -> str:
    return _("a bot plays for them")


def beside_bot(name: str, dot: str) -> str:
    """Return the name of a player whose bot plays for them, with a mark."""
    return name + dot + p_("beside a name", "bot")


def so_far(taken: Sequence[tuple[str, str]]) -> str:
    """Return who has taken what, when choices are made one after another."""
    rows = ", ".join(f"{who} {thing}" for who, thing in taken)
    return _("So far: {taken}.").format(taken=rows)


def which_payment(name: str) -> str:
    return _("Ways to do that with {card}:").format(card=name)


REFUSALS: Mapping[Refusal, str] = {
    Refusal.NOT_ASKED: marked("you have nothing to choose right now"),
    Refusal.NOT_A_MOVE: marked("that is not a move"),
    Refusal.NO_CHOICE: marked("that answers a different kind of question"),
    Refusal.NOT_IN_HAND: marked("that card is not in your hand"),
    Refusal.ALREADY_BUILT: marked("you have this building already"),
    Refusal.NO_STAGE_LEFT: marked("your wonder is complete"),
    Refusal.WRONG_HALF: marked(
        "name the half of the stage, but only if the stage has two halves"
    ),
    Refusal.MISSING_RESOURCES: marked(
        "neither you nor your neighbours produce the resources"
    ),
    Refusal.TOO_FEW_COINS: marked("you don't have enough coins"),
    Refusal.WRONG_PAYMENT: marked("that is not what it costs"),
    Refusal.WRONG_WAY: marked(
        "name the leader or the pawn, but only if the stage needs one"
    ),
    Refusal.NO_PART_LEFT: marked("you can't help build the edifice now"),
    Refusal.NOT_CHEAPEST: marked("there is a cheaper way to pay"),
    Refusal.OUT_OF_REACH: marked("you can't take a card from there now"),
    Refusal.RESTS_ON_OTHERS: marked("you can't build that stage now"),
    Refusal.NOT_THERE: marked("that isn't available to you"),
    Refusal.NO_RIGHT: marked(
        "you have no effect that allows that, or you have already used it"
    ),
    Refusal.NOT_YET: marked("you have to do something else first"),
}


def refusal(why: Refusal) -> str:
    """Return why a move isn't legal."""
    return _(REFUSALS[why])


_TABLE = re.compile(r"table(?:\s+(?=\S)|(?=\d))", re.IGNORECASE)


def after_table(name: str) -> str:
    """Return a table's name to follow the word "table": "1" for "table 1"."""
    return _TABLE.sub("", name, count=1) if _TABLE.match(name) else name


def other_game(game: str) -> str:
    """Return the title of a host's game; empty for 7 Wonders, the default."""
    name = game.split("+")[0]
    return "" if name == GAMES[0] else TITLES.get(name, name)


def short_title(game: str) -> str:
    """Return a game's title without that of the series."""
    return TITLES[game].rpartition(": ")[2]


def seated(n: int, wanted: int) -> str:
    if wanted:
        said = n_(
            ("{n} of {wanted} players is here:"), "{n} of {wanted} players are here:", n
        )
        return said.format(n=n, wanted=wanted)
    return n_("{n} player is here:", "{n} players are here:", n).format(n=n)


def bots_to_come(names: Sequence[str]) -> str:
    said = n_(
        "{names}, one of the host's bots, joins when everybody is ready.",
        "{names}, the host's bots, join when everybody is ready.",
        len(names),
    )
    return said.format(names=listing(names))


def ready() -> str:
    return p_("somebody is", "ready")


def not_ready() -> str:
    return p_("somebody is", "not ready")


def bot_of(owner: Who) -> str:
    return about(owner, _("your bot"), _("{who}'s bot"))


def bot_of_host() -> str:
    return _("one of the host's bots")


THIS_MACHINE = marked("this machine")
"""The name of our own host if nobody else uses it."""


def host_named(name: str) -> str:
    return _(name) if name == THIS_MACHINE else name


def lobby_note(note: str) -> str:
    """Return a host's note on a lobby: on its seats, or on why they are drawn again."""
    if any(notice.read(note) for notice in notices.OF_SEATS):
        return _("Warning: {why}.").format(why=noticed(note))
    return f"{_('The seats are being drawn again.')} {said_by_host(note)}"


def invitation(one: Invitation) -> str:
    said = _("Others can join with: {command}").format(command=join_command(one.at))
    mark = reach(one)
    return f"{said} ({mark})" if mark else said


def reach(one: Invitation) -> str:
    """Return the warning for an address that others can hardly reach; else empty."""
    match one.reach:
        case Reach.TUNNEL:
            return _("a tunnel, such as a VPN")
        case Reach.DISCONNECTED:
            return _("not connected")
        case Reach.LAN:
            return ""


def join_command(address: str) -> str:
    """Return the command with which others reach a host from their machines."""
    return f"wonders join {in_shell(address)}"


def no_invitation() -> str:
    return _("This table has no address that others can use.")


def even(one: Who, two: Who, strength: int) -> str:
    if one is None:
        said = _("You and {two} are tied at {shields}.")
    elif two is None:
        said = _("You and {one} are tied at {shields}.")
    else:
        said = _("{one} and {two} are tied at {shields}.")
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


def unaccented(word: str) -> str:
    """Return a word without accents, which many keyboards make hard to type."""
    parts = unicodedata.normalize("NFD", word)
    return "".join(part for part in parts if not unicodedata.combining(part))


def plainly(words: str) -> str:
    """Return a name or an id in lower case, without accents or underscores."""
    return unaccented(" ".join(words.replace("_", " ").lower().split()))


def not_understood(line: str) -> str:
    said = _("I don't understand {line}. Type help for a list of commands.")
    return said.format(line=quoted(line))


def not_unique(line: str, names: Sequence[str]) -> str:
    said = _("{line} could mean {names}.")
    return said.format(line=quoted(line, 40), names=listing(names, "or"))


def nothing_asked() -> str:
    return _("You have nothing to choose right now.")


def not_in_game() -> str:
    return _("You can do that once the game has begun.")


def only_before_game() -> str:
    return _("You can do that only before the game begins.")


def not_over_yet() -> str:
    return _("You can do that once the game is over.")


def not_a_choice() -> str:
    return _("That is not one of the choices. To repeat the question, type: again")


def not_yet() -> str:
    return _("The host hasn't given you a seat yet.")


def nobody(name: str, names: Sequence[str]) -> str:
    said = _("Nobody here is called {name}. The names are {names}.")
    return said.format(name=quoted(name, 40), names=listing(names))


def help_line(word: str, means: str) -> str:
    return _("{word}: {means}.").format(word=word, means=means)


def help_cities(*, plays: bool) -> Iterator[tuple[str, str]]:
    """
    Yield the commands that show cities, each with its help.

    Args:
        plays: The reader has a city.
    """
    if plays:
        yield p_("typed", "wonder"), _("your city and your wonder")
        said = _("your left neighbour's city; right for your right neighbour's")
    else:
        yield p_("typed", "wonder"), _("the city that you are watching from")
        said = _("the city to the left of that one; right for the city to its right")
    yield p_("typed", "left"), said
    yield p_("typed", "city NAME"), _("any player's city")


def audit(path: str) -> str:
    return program.typed("audit", kept.short(path))


def export(path: str) -> str:
    return program.typed("export", kept.short(path))


def log_so_far(path: str) -> str:
    return _("The log so far is saved: {path}").format(path=path)


def log_kept(path: str) -> tuple[str, ...]:
    """Return what can be done with the log of a whole game, one command per line."""
    said = _(
        "The log is saved. To check the game, replay it, see what each choice was "
        "worth, or export a record, type:"
    )
    some = ("audit", "replay", "analyse", "export")
    return (said, *(program.typed(it, kept.short(path)) for it in some))


def come_back(game: str = GAMES[0], *, is_guest: bool = False) -> str:
    """Return what precedes the command, or the address, that returns to a game."""
    said = (
        _(
            "You have left your game of {game}. Your seat is kept, and the table is "
            "waiting for you. To come back, open:"
        )
        if is_guest
        else _(
            "You have left your game of {game}. Your seat is kept, and the table is "
            "waiting for you. To come back, type:"
        )
    )
    return said.format(game=TITLES[game])


def in_quotes(value: str) -> str:
    """Return words of the screen as a sentence quotes them."""
    return _("“{value}”").format(value=value)


def in_field(key: str, word: str) -> str:
    """
    Return what to press and type on a screen for a line-mode command: ``:finish``.

    Args:
        key: Opens the command field; empty in line mode.
    """
    if not key:
        return word
    # One row of a screen shows the whole command.
    typed = f"{key}{word}" if len(key) < 2 else f"{key} {word}"
    return typed.replace(" ", NO_BREAK)
