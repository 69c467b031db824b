"""
Reasons for refusals and failures, put into words in the player's language.

Lower layers raise errors that carry a `Sentence`: its template is in the catalogue, and
its fields are put into words as well. This module has the words for members of
enumerations: the rules that a move may break, and the codes with which a host or a log
refuses something. Notices of a host about a table arrive as text; see `notices`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

from sealed_wonders.core.game import Refusal
from sealed_wonders.core.quoting import seen
from sealed_wonders.core.records.script import Fault
from sealed_wonders.core.sentences import Sentence, Text, plain
from sealed_wonders.net import notices, retelling
from sealed_wonders.net.log.phases import Reason
from sealed_wonders.net.words import LANGUAGES, _, language, marked

QUOTE_CAP = 200
"""Maximum number of characters quoted from a host."""

_NO_QUOTES = str.maketrans(dict.fromkeys('"“”„‟«»', "'"))

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
"""
The rule that a move breaks, as told to those who see the game.

For refusals that aren't listed, the detail says enough.
"""

REFUSED: Mapping[str, str] = {
    "at-home": marked("whoever is at the host's own machine stays seated"),
    "banned": marked("whoever runs this host doesn't let you in"),
    "begun": marked("the game at this table has begun"),
    "busy": marked("too many come at once just now; try again in a moment"),
    "closing": marked("the host is being stopped"),
    "drawing": marked("seats are just being drawn"),
    "elsewhere": marked("another program has logged in with your key"),
    "in-use": marked("another program is logged in with your key"),
    "kicked": marked("whoever runs this host has put you out"),
    "late": marked("the login took too long"),
    "left": marked("the others go on without you"),
    "fixed": marked("whoever opens a table at this host can't choose that"),
    "flood": marked("that was too much in too short a time"),
    "had-seat": marked("you have, or had, a seat there"),
    "name-taken": marked("somebody of this name sits there"),
    "no-bot": marked("the host has no bot to take your seat just now"),
    "no-bots": marked("this host has no bots"),
    "no-game": marked("no game goes on there"),
    "no-pause": marked("you can't stop the clock of this game any more"),
    "unwritten": marked("the host can't write this game down just now"),
    "no-reason": marked(
        "who is ready may ask somebody to get up who isn't, and no others"
    ),
    "no-memory": marked("this host has no memory left for more bots just now"),
    "no-room": marked("this host has as many tables as it may"),
    "no-seat": marked("you have no seat there"),
    "no-table": marked("there is no such table"),
    "not-invited": marked("this host lets in only those on its list"),
    "no-password": marked("that table has no password"),
    "not-there": marked("whoever it is for isn't there"),
    "other-options": marked("what is played has changed; look again"),
    "over": marked("nothing more is written into the log"),
    "password": marked("that table has a password"),
    "put-out": marked("you lost your seat at that table"),
    "sits-elsewhere": marked("get up from the other table first"),
    "stopped": marked("the table has been stopped"),
    "table-full": marked("all seats there are taken"),
    "tables-wait": marked(
        "tables opened from where you are have yet to begin; sit down there"
    ),
    "too-fast": marked("that is too much at once"),
    "too-many-tries": marked(
        "too many passwords were tried from where you are; wait a moment"
    ),
    "two-versions": marked("another version was signed before"),
    "unsigned": marked("it isn't signed by whoever says it"),
    "wrong-password": marked("that isn't the password"),
    "wrong-draw": marked("the seats are being drawn another time"),
}
"""Reasons for a host's refusal, by its code."""

IN_DETAIL: Mapping[str, str] = {
    "bad-commit": marked("no good commitment"),
    "bad-reveal": marked("nothing that opens a commitment"),
    "bad-taker": marked("nobody who could take a seat"),
    "bad-wish": marked("no table can be like that"),
    "rubbish": marked("not what the protocol allows"),
    Reason.MALFORMED.value: marked("not an envelope"),
    Reason.WRONG_GAME.value: marked("of another game"),
    Reason.WRONG_LANE.value: marked("of another part of the log"),
    Reason.WRONG_PHASE.value: marked("of another phase"),
    Reason.WRONG_KIND.value: marked("of another kind"),
    Reason.WRONG_SEAT.value: marked("of another seat"),
    Reason.BAD_BALLOT.value: marked("nothing to be voted on, or no answer to it"),
    Reason.BAD_HANDOVER.value: marked("no good handover of a seat"),
    Reason.BAD_DISCLOSURE.value: marked("no card that this seat may open"),
    Reason.BAD_SIGNATURE.value: marked("not signed by the seat it names"),
    Reason.FOREIGN_PREV.value: marked("signed on top of another history"),
}
"""Further codes, for which the exact detail matters when you look for the cause."""


class Problem(Exception):
    """
    An error that the player can fix, or has to know about.

    It carries a sentence. Its text is one line, in the language that is set when it is
    shown.
    """

    def __init__(self, said: Text) -> None:
        super().__init__(said)

    def __str__(self) -> str:
        return retold(self.args[0])


def retold(reason: object) -> str:
    """
    Put an error into words.

    Args:
        reason: an error, the sentence of an error, or one of its fields; text is
            returned unchanged.
    """
    return retelling.retold(reason, _in_words)


def _in_words(reason: enum.Enum) -> str:
    if language() == LANGUAGES[0]:
        return plain(reason)
    match reason:
        case Refusal():
            return _(RULES[reason]) if reason in RULES else reason.name
        case Reason():
            return _({**REFUSED, **IN_DETAIL}[reason.value])
    return str(reason)


def noticed(text: str) -> str:
    """Put a host's notice about a table into words."""
    return retold(notices.read(text))


def said_by_host(words: str) -> str:
    """
    Quote text of a host, so that it can't be mistaken for this program's own.

    The text is shortened. Anything that would move the cursor or close the quotation is
    removed.
    """
    words = noticed(words).translate(_NO_QUOTES)
    cut = words if len(words) <= QUOTE_CAP else f"{words[: QUOTE_CAP - 1]}…"
    return _('The host says: "{words}"').format(words=seen(cut))


def refused(code: str, detail: str) -> str:
    """
    Return why a host refused something.

    The host's own text is in English. In other languages, the text is found by its
    code.
    """
    known = notices.read(detail)
    if language() == LANGUAGES[0] or known != detail:
        return retold(known)
    if code in IN_DETAIL:
        return _("{name}: {note}").format(name=_(IN_DETAIL[code]), note=detail)
    return _(REFUSED[code]) if code in REFUSED else detail


def lost() -> str:
    return _("The connection to the host broke off. Trying again until it is back.")


def astray(reason: Sentence) -> str:
    """Return the sentence for a failed attempt to connect."""
    said = _("There is no connection yet, and it is tried again: {why}.")
    return said.format(why=retold(reason))


def waits_for_disk(why: OSError | None) -> str:
    """
    Return the sentence for a memory file that can't be written, or can be again.

    Args:
        why: the error; None once writing works again.
    """
    if why is None:
        return _("It is written down now, and the game goes on.")
    said = _("Your program can't write down what it says, and waits: {why}.")
    return said.format(why=retold(why))


def log_unkept(why: OSError) -> str:
    """Return the sentence for a log that is no longer saved during the game."""
    said = _("The log isn't kept on disk any more; the game goes on: {why}.")
    return said.format(why=retold(why))


def why(fault: Fault) -> str:
    """Return why a line of a record is invalid: the broken rule, and the detail."""
    refusal, detail = fault.refusal, retold(fault.detail)
    said = _(RULES[refusal]) if refusal and refusal in RULES else detail
    if said != detail and detail:
        said = _("{name}: {note}").format(name=said, note=detail)
    return said
