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
from sealed_wonders.core.records.script import RecordFault
from sealed_wonders.core.sentences import Sentence, Text, plain
from sealed_wonders.net import notices, retelling
from sealed_wonders.net.log.phases import Reason
from sealed_wonders.net.words import LANGUAGES, _, language, marked

QUOTE_CAP = 200
"""Maximum number of characters quoted from a host."""

_NO_QUOTES = str.maketrans(dict.fromkeys('"“”„‟«»', "'"))

RULES: Mapping[Refusal, str] = {
    Refusal.ALREADY_BUILT: marked("the city already has that building"),
    Refusal.NO_STAGE_LEFT: marked("every stage of the wonder is built"),
    Refusal.WRONG_HALF: marked(
        "only a stage with two halves can be built one half at a time"
    ),
    Refusal.WRONG_WAY: marked(
        "this stage can't be built that way: only certain stages take a leader or a "
        "pawn"
    ),
    Refusal.NO_PART_LEFT: marked("nobody can help build the edifice now"),
    Refusal.MISSING_RESOURCES: marked(
        "neither the city nor its neighbours produce the required resources"
    ),
    Refusal.TOO_FEW_COINS: marked("there aren't enough coins"),
    Refusal.WRONG_PAYMENT: marked("that payment doesn't match the cost"),
    Refusal.NOT_CHEAPEST: marked(
        "there is a cheaper payment (--lenient accepts this one)"
    ),
    Refusal.NOT_IN_HAND: marked("the card can't be used now"),
    Refusal.OUT_OF_REACH: marked("no card can be taken from that pile now"),
    Refusal.RESTS_ON_OTHERS: marked("that stage can't be built now"),
    Refusal.NOT_THERE: marked("that isn't available"),
    Refusal.NO_RIGHT: marked("no effect allows that, or the effect has been used up"),
    Refusal.NOT_YET: marked("something else must be done first"),
}
"""
The rule that a move breaks, as told to those who see the game.

For refusals that aren't listed, the detail says enough.
"""

REFUSED: Mapping[str, str] = {
    "at-home": marked("players on the host's own machine keep their seats"),
    "banned": marked("the operator of this host has banned you"),
    "begun": marked("the game at this table has begun"),
    "busy": marked("too many players are joining right now; try again in a moment"),
    "closing": marked("the host is shutting down"),
    "drawing": marked("the seats are being drawn right now"),
    "elsewhere": marked("another program has logged in with your key"),
    "in-use": marked("another program is logged in with your key"),
    "kicked": marked("the operator of this host has removed you"),
    "late": marked("the login took too long"),
    "left": marked("the others are going on without you"),
    "fixed": marked("this host doesn't let you choose that for a new table"),
    "flood": marked("you sent too much in too short a time"),
    "had-seat": marked("you have or had a seat at that table"),
    "name-taken": marked("somebody with this name already has a seat at that table"),
    "no-bot": marked("the host has no bot to take your seat right now"),
    "no-bots": marked("this host has no bots"),
    "no-game": marked("no game is in progress at that table"),
    "no-pause": marked("you can no longer pause this game"),
    "unwritten": marked("the host can't save this game right now"),
    "no-reason": marked(
        "only players who are ready can ask for a seat, and only for the seat of "
        "somebody who isn't"
    ),
    "no-memory": marked("this host has no memory left for more bots right now"),
    "no-room": marked("this host has reached its maximum number of tables"),
    "no-seat": marked("you have no seat at that table"),
    "no-table": marked("there is no such table"),
    "not-invited": marked("this host accepts only the players on its list"),
    "no-password": marked("that table has no password"),
    "not-there": marked("the recipient isn't connected"),
    "other-options": marked("the options have changed; read them again"),
    "over": marked("the log is closed"),
    "password": marked("that table has a password"),
    "put-out": marked("you lost your seat at that table"),
    "sits-elsewhere": marked("leave the other table first"),
    "stopped": marked("the table has been stopped"),
    "table-full": marked("all seats at that table are taken"),
    "tables-wait": marked(
        "tables opened from your address haven't begun yet; join one of them"
    ),
    "too-fast": marked("you sent too many requests at once"),
    "too-many-tries": marked(
        "too many passwords were tried from your address; wait a moment"
    ),
    "two-versions": marked("a different version of this entry was signed earlier"),
    "unsigned": marked("the message isn't signed by its sender"),
    "wrong-password": marked("that isn't the password"),
    "wrong-draw": marked("the seats are being drawn again"),
}
"""Reasons for a host's refusal, by its code."""

IN_DETAIL: Mapping[str, str] = {
    "bad-commit": marked("not a valid commitment"),
    "bad-reveal": marked("not a valid reveal of a sealed number"),
    "bad-taker": marked("that player can't take a seat"),
    "bad-wish": marked("not a valid table"),
    "rubbish": marked("the protocol doesn't allow that"),
    Reason.MALFORMED.value: marked("not an envelope"),
    Reason.WRONG_GAME.value: marked("the entry is from another game"),
    Reason.WRONG_LANE.value: marked("the entry is from another part of the log"),
    Reason.WRONG_PHASE.value: marked("the entry is from another phase"),
    Reason.WRONG_KIND.value: marked("the entry is of the wrong kind"),
    Reason.WRONG_SEAT.value: marked("the entry is from another seat"),
    Reason.BAD_BALLOT.value: marked(
        "not a valid ballot, or not a valid vote in a ballot"
    ),
    Reason.BAD_HANDOVER.value: marked("not a valid handover of a seat"),
    Reason.BAD_DISCLOSURE.value: marked("this seat can't disclose that card"),
    Reason.BAD_SIGNATURE.value: marked(
        "the entry isn't signed by the seat that it names"
    ),
    Reason.FOREIGN_PREV.value: marked(
        "the entry was signed on top of a different history"
    ),
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


def connection_lost() -> str:
    return _("The connection to the host was lost. Reconnecting…")


def connection_failed(reason: Sentence) -> str:
    """Return the sentence for a failed attempt to connect."""
    said = _("Not connected yet ({why}); still trying.")
    return said.format(why=retold(reason))


def waits_for_disk(why: OSError | None) -> str:
    """
    Return the sentence for a memory file that can't be written, or can be again.

    Args:
        why: the error; None once writing works again.
    """
    if why is None:
        return _("Your program can save its entries again, and the game continues.")
    said = _("Your program can't save entries, so it waits: {why}.")
    return said.format(why=retold(why))


def log_unkept(why: OSError) -> str:
    """Return the sentence for a log that is no longer saved during the game."""
    said = _(
        "The log is no longer being saved to disk ({why}), but the game continues."
    )
    return said.format(why=retold(why))


def why(fault: RecordFault) -> str:
    """Return why a line of a record is invalid: the broken rule, and the detail."""
    refusal, detail = fault.refusal, retold(fault.detail)
    said = _(RULES[refusal]) if refusal and refusal in RULES else detail
    if said != detail and detail:
        said = _("{name}: {note}").format(name=said, note=detail)
    return said
