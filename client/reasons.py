"""
Why something can't be done, as the protocol and the rules have it, in other words.

What lies below this program gives its reasons in English. Those that people meet are
listed here, each as it is made there, with its fields; others stay as they are, and are
no more than a detail in a sentence that tells what follows from them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from sealed_wonders.client.words import LANGUAGES, _, language, marked
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.records.script import Fault

REASONS = (
    # Names, lines and addresses that somebody typed.
    marked("a name has at least one character"),
    marked("a name has at most {most} characters, {name} has {n}"),
    marked("a name can't hold {character}: {name}"),
    marked("a name has only single spaces, between words: {name}"),
    marked("a name is in composed form (NFC): {name}"),
    marked("a name can't begin with an accent: {name}"),
    marked("a line has at most {most} characters, not {n}"),
    marked("a line can't hold control characters: {line}"),
    marked("an address is HOST or HOST:PORT, or either with #PIN, not {typed}"),
    marked("a port is at most 65535, not {port}: {typed}"),
    marked("not an IPv6 address in brackets: {typed}"),
    marked("a host's name has at most {most} characters"),
    marked("no board {name} can be played here, only {known}"),
    marked("the board {board} needs its expansion: --with {expansion}"),
    marked("boards are named once each, in their order: {boards}"),
    marked("one draws by lot or chosen, not by {way}"),
    marked("the option {name} is a word: {value}"),
    marked("{n} boards are too few for {players} players"),
    marked("{board} and {other} are of the same wonder: one of them is enough"),
    # Files at home.
    marked("can't pin a key of {n} bytes to {name}"),
    marked("there are {most} pins already, no room for {name}"),
    marked("line {n} is not a pin: {line}"),
    marked("line {n} pins {name} a second time"),
    marked("{n} pins are more than {most}"),
    marked("not an unencrypted private key in PEM form"),
    marked("a private key, but not of Ed25519"),
    # The library that seals cards.
    marked("cards are sealed in Python alone, which is slow: {why}"),
    marked(
        "{library} takes points outside the group of sealed cards (CVE-2025-69277): "
        "please install PyNaCl 1.6.2 or newer"
    ),
    # Connections.
    marked("closed by the other side"),
    marked("nothing heard for {seconds} seconds"),
    marked("no login within {seconds} seconds"),
    marked("more than {most} bytes a second"),
    marked("more than {most} messages a second"),
    marked("{n} bytes wait to be read"),
    marked("the host's pin is {pin}"),
    marked("the host's certificate: {why}"),
    # Tables.
    marked("the host is being stopped"),
    marked("nobody sits here any more"),
    marked("a fault of the host's program"),
    marked("draw {n}: {names} did not reveal"),
    marked("fraud: {name}, {what}"),
    # Entries of a log.
    marked("signed two versions"),
    marked("an entry twice"),
    marked("not in the order of a log file"),
    marked("unfinished: {why}"),
    marked("another score or digest than ours: {what}"),
    marked("expected nothing, got {what}"),
    marked("committed to something else than {what}"),
    marked("{what}: the proof doesn't hold"),
    marked("not a commitment: {what}"),
    marked("not a nonce: {what}"),
    marked("not a nonce and a move: {what}"),
    marked("not a nonce, a move and a card: {what}"),
    marked("not a move and the card it opens: {what}"),
    marked("not the text of a move: {what}"),
    marked("not a card among those to choose from: {what}"),
    marked("another card lies there: {what}"),
    marked("no card that may lie there: {what}"),
    marked("{what} and the card opened don't fit"),
    # Why a move of Architects isn't one.
    marked("not a move: {move}"),
    marked("not in its canonical form: {move}"),
    marked("no such pile: {pile}"),
    marked("no such wonder: {wonder}"),
    marked("choose a wonder: {move}"),
    marked("somebody has it already: {move}"),
    marked("no such token: {token}"),
    marked("no such stage: {stage}"),
    marked("no such card: {card}"),
    marked("no such place: {place}"),
    marked("a pile is chosen now, not: {move}"),
    marked("there is nothing to be had there: {move}"),
    marked("a token is taken now, not: {move}"),
    marked("no such token to be had: {move}"),
    marked("a card is kept now, not: {move}"),
    marked("not among the cards looked through: {move}"),
    marked("the wonder is finished"),
    marked("not available: stage {stage}"),
    marked("not all of these cards are there: {move}"),
    marked("that doesn't pay for it: {move}"),
    marked("no such set, or no token left: {move}"),
    marked("nothing allows that now: {move}"),
    marked("nothing is to be had there: {move}"),
    marked("something is left that has to be done"),
    marked("not a choice now: {move}"),
)

RECORDS = (
    # It has two of those below in it, either of which would take it for its own.
    marked("{title} is due here, not {other}"),
    # What a line of a record stands for.
    marked("the header"),
    marked("the leaders dealt"),
    marked("the leader seat {seat} kept in round {round}"),
    marked("the leaders seat {seat} drew in age {age}, turn {turn}"),
    marked("the extra leader of seat {seat} in age {age}, turn {turn}"),
    marked("the token seat {seat} dropped in age {age}, turn {turn}"),
    marked("the guild seat {seat} copies"),
    marked("the edifice of age {age}"),
    marked("the penalty of seat {seat} in age {age}"),
    marked("the hands of age {age}"),
    marked("the play of seat {seat} in age {age}, turn {turn}"),
    marked("the leftover of seat {seat} in age {age}, turn {turn}"),
    marked("the pick of seat {seat} in age {age}, turn {turn}"),
    marked("what all have after age {age}, turn {turn}"),
    marked("the conflicts of age {age}"),
    marked("the score sheet"),
    marked("the top card of {pile}"),
    marked("an open token"),
    marked("the card seat {seat} takes in turn {turn}"),
    marked("the stage seat {seat} builds in turn {turn}"),
    marked("the symbols seat {seat} turns in in turn {turn}"),
    marked("the token seat {seat} takes in turn {turn}"),
    marked("the search of seat {seat} in turn {turn}"),
    marked("the mixing of {pile}"),
    marked("the battle of turn {turn}"),
    marked("the end of turn {turn}"),
    marked("what seat {seat} does in turn {turn}"),
    # What is wrong with it.
    marked("unfinished: the record ends before {title}"),
    marked("more than {most} lines"),
    marked("longer than {most} bytes"),
    marked("more than {most} brackets"),
    marked("not UTF-8: {line}"),
    marked("not a JSON object: {value}"),
    marked("not a line of a record: {value}"),
    marked("{key} stands twice"),
    marked("{key} is missing"),
    marked("{key} has no place in this line"),
    marked("{key} is one of {words}: {value}"),
    marked("{key} is not {low} to {high}: {value}"),
    marked("{key} is not a list: {value}"),
    marked("{key} is not an object: {value}"),
    marked("too large a number: {value}"),
    marked("not a whole number: {value}"),
    marked("not the id of {what}: {value}"),
    marked("a card"),
    marked("a leader"),
    marked("an edifice"),
    marked("a record of another version than 1: {value}"),
    marked("a record of another game: {value}"),
    marked("'with' names some of {known}: {value}"),
    marked("'edifices' is null if not played with: {value}"),
    marked("not an edifice of each age, in order: {value}"),
    marked("a card that was built or recruited was seen: name it"),
    marked("nothing is paid for a sale"),
    marked("nothing is paid for a leader that was declined"),
    marked("{key} goes with a stage, not {use}"),
    marked("{card} is never dealt"),
    marked("{card} is dealt twice"),
    marked("{card} was dealt to seat {seat}"),
    marked("{card} was played by seat {seat} before"),
    marked("{card} can't be among the leaders of seat {seat}"),
    marked("{card} is not in the hand dealt to seat {seat}"),
    marked("seat {seat} has {n} leaders, not {all}"),
    marked("seat {seat} got {card} before"),
    marked("{n} leaders drawn, not {all}"),
    marked("one of: {ways}; not {way}"),
    marked("the debt token"),
    marked("{n} players and {seats} seats"),
    marked("there is only one board {board}"),
    marked("{hands} hands for {n} players"),
    marked("not JSON: {why} {where}"),
    marked("{what} is {given} in the record, and {ours} by the rules"),
    marked("left out"),
    marked("a progress token"),
    marked("a token or a wonder"),
    marked("there is only one wonder {wonder}"),
    marked("'cards' names 1 to {most}: {value}"),
    marked("'tokens' is left out where none was used"),
    marked("{card} can't lie face down in {pile} any more"),
    marked("{card} lies on {pile}, and isn't among these"),
    marked("{card} isn't among the cards looked through"),
    marked("{n} cards, not {all}"),
    # Why its move isn't one.
    marked("{least}, with {coins} in the treasury"),
    marked("at least {n} coins"),
    marked("at no price"),
    marked("left, right, bank {paid}; the best are {best}"),
    marked("use a card: {move}"),
    marked("{move} shows no card"),
    marked("{move} with card {card} in age {age}"),
    marked("choose a side: {move}"),
    marked("choose a board: {move}"),
    marked("no power makes {card} free"),
    marked("{move} with card {card}"),
    marked("keep a leader: {move}"),
    marked("no part can be taken now: {move}"),
    marked("one of {ways}: {move}"),
)
"""Why a record doesn't follow from the rules."""

RULES: Mapping[Refusal, str] = {
    Refusal.ALREADY_BUILT: marked("the city has that building"),
    Refusal.NO_STAGE_LEFT: marked("every stage of the wonder is built"),
    Refusal.WRONG_HALF: marked("a split stage is built by half, and no other is"),
    Refusal.WRONG_WAY: marked(
        "a stage asks for a leader or a pawn where it says so, and for no other"
    ),
    Refusal.NO_PART_LEFT: marked("nobody can take part in the edifice now"),
    Refusal.MISSING_RESOURCES: marked(
        "neither the city nor its neighbours make what it takes"
    ),
    Refusal.TOO_FEW_COINS: marked("there are not enough coins for it"),
    Refusal.WRONG_PAYMENT: marked("that doesn't pay for it"),
    Refusal.NOT_CHEAPEST: marked("it could be had for less (--lenient accepts this)"),
    Refusal.NOT_IN_HAND: marked("the card can't be used now"),
    Refusal.OUT_OF_REACH: marked("no card can be taken there now"),
    Refusal.RESTS_ON_OTHERS: marked("the stage isn't one that can be built now"),
    Refusal.NOT_THERE: marked("that isn't there to be used"),
    Refusal.NO_RIGHT: marked("nothing allows that, or what did is used up"),
    Refusal.NOT_YET: marked("something else has to be done first"),
}
"""What rules a move may break, as those who look on say it."""

SYSTEM = (
    marked("File exists"),
    marked("File name too long"),
    marked("Input/output error"),
    marked("Is a directory"),
    marked("No space left on device"),
    marked("No such file or directory"),
    marked("Not a directory"),
    marked("Permission denied"),
    marked("Read-only file system"),
)
"""Why a file can't be used, as the system has it."""


def retold(reason: object) -> str:
    """Give a reason in the language that is spoken, if it is one of those we know."""
    words = str(reason)
    if language() == LANGUAGES[0]:
        return words
    if words in SYSTEM:
        return _(words)
    name, colon, detail = words.partition(": ")
    if colon and name in Refusal.__members__ and Refusal[name] in RULES:
        rule = _(RULES[Refusal[name]])
        return _("{name}: {note}").format(name=rule, note=retold(detail))
    for sentence in (*RECORDS, *REASONS):
        if found := _pattern(sentence).fullmatch(words):
            fields = {name: retold(value) for name, value in found.groupdict().items()}
            return _(sentence).format(**fields)
    return words


def why(fault: Fault) -> str:
    """Say why a line of a record doesn't follow: the rule it breaks, and the detail."""
    refusal, detail = fault.refusal, retold(fault.detail)
    said = _(RULES[refusal]) if refusal and refusal in RULES else detail
    if said != detail and detail:
        said = _("{name}: {note}").format(name=said, note=detail)
    return said


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    """Make what finds the fields of a sentence in a reason."""
    parts = re.split(r"\{(\w+)\}", sentence)
    fixed = [re.escape(part) for part in parts[::2]]
    fields = [f"(?P<{name}>.*)" for name in parts[1::2]]
    return re.compile("".join(a + b for a, b in zip(fixed, [*fields, ""], strict=True)))
