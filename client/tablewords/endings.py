"""Sentences on how a game ended, and what can be done about it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from sealed_wonders.client.questions.dialog import Dialog, Key, confirm
from sealed_wonders.client.reasons import retold, said_by_host
from sealed_wonders.client.table.events import Apart
from sealed_wonders.client.tablewords import machines
from sealed_wonders.client.view.ending import (
    ClosedEnding,
    Displaced,
    Ending,
    Stuck,
    TwoGames,
)
from sealed_wonders.client.words import text
from sealed_wonders.core.game import Seat
from sealed_wonders.core.quoting import seen
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.words import _, p_

ACCOUNTED = 40
"""Characters shown of each value in which two accounts of a game differ."""


def lines(ending: Ending, names: tuple[str, ...], me: Seat | None) -> tuple[str, ...]:
    """
    Return why a game ended, and what can be done about it.

    Args:
        names: The players' names, by seat.
    """

    def who(seat: Seat) -> text.Who:
        return None if seat == me else names[seat]

    match ending.why:
        case None:
            return _signed(ending, names, who)
        case Fraud(seat=seat) as fraud:
            kept = (fraud_log(who(seat)), text.audit(ending.log)) if ending.log else ()
            return (_fraud(who(seat), fraud), *kept)
        case TwoGames() as parted:
            return _parted(parted, ending.log, who)
        case Stuck():
            return (stuck(),)
        case Displaced(since, back):
            return machines.displaced(since, back)
        case ClosedEnding(reason, by_host=True):
            return (f"{_('The table is closed.')} {said_by_host(reason)}",)
        case ClosedEnding(reason):
            return (_("The table is closed: {why}.").format(why=reason),)


def _parted(
    parted: TwoGames, log: str, who: Callable[[Seat], text.Who]
) -> tuple[str, ...]:
    """Return who was shown another game, and how to find who signed two versions."""
    said = say_parted(who(parted.seat))
    if parted.culprit is not None:
        proof = (text.audit(parted.proof),) if parted.proof else ()
        return (said, say_settled(who(parted.culprit)), *proof)
    if log:
        return (said, _parted_log(), f"{text.audit(log)} {theirs()}")
    return (said,)


def _signed(
    ending: Ending, names: tuple[str, ...], who: Callable[[Seat], text.Who]
) -> tuple[str, ...]:
    """Return who signed the result, if there is one."""
    if ending.sheet is None:
        return ()
    left = [who(seat) for seat in range(len(names)) if seat not in ending.out]
    by = _signed_by([name or text.you() for name in left], names)
    return (ended_early(), by) if ending.early else (by,)


def apart(told: Apart, names: Sequence[str], path: str) -> tuple[str, ...]:
    """
    Return whose programs computed a different result, and where they differ.

    Args:
        path: Where both accounts are kept, quoted for a shell; empty if nowhere.
    """
    if told.where is None:
        where = _("in phase {phase}, but the exact difference is unclear").format(
            phase=told.phase
        )
    else:
        place, here, there = map(_brief, told.where)
        where = _(
            "in phase {phase}, {place} is {here} on your machine and {there} on the "
            "other"
        ).format(phase=told.phase, place=place, here=here, there=there)
    who = text.listing([names[seat] for seat in told.seats])
    if told.stops:
        said = _(
            "STOP! Your program's result differs from {who}'s: {where}. It can't "
            "tell which result is right, so it is waiting."
        )
    else:
        said = _(
            "Your program's result differs from {who}'s: {where}. Their program may "
            "have stopped because of that."
        )
    kept = (_("Both versions are saved in {path}").format(path=path),) if path else ()
    return (said.format(who=who, where=where), *kept)


def halted() -> str:
    return _("Your program has stopped: most of the others have a different result.")


def insisting_means() -> str:
    """Return the sentence on what continuing despite the difference risks."""
    return _(
        "It will continue by itself once most of the others have the same result as "
        "yours. You can make it continue now, but then the others' programs may "
        "treat its moves as cheating."
    )


def halt_dialog(
    why: Sequence[str], insist: Callable[[], None], key: Key
) -> Dialog | str:
    """
    Return the dialog to continue although most others computed different results.

    Args:
        why: The differences, as sentences; empty if our program hasn't stopped.
    """
    if not why:
        return not_halted()
    again = _("{key} shows this question again.").format(key=key("without"))
    details = (*why, insisting_means(), again)
    asks = confirm(halted(), insist, title=_("Continue anyway?"), details=details)
    return replace(asks, asked=tuple(why))


def not_halted() -> str:
    return _("Your program hasn't stopped.")


def continues() -> str:
    return _("Your program continues.")


def _brief(value: object) -> str:
    """Return a value of an account, escaped and shortened: it may come from anybody."""
    written = seen(value if isinstance(value, str) else json.dumps(value))
    return written if len(written) <= ACCOUNTED else f"{written[: ACCOUNTED - 1]}…"


def stuck() -> str:
    return _(
        "You can't continue in the seat that you were given: one of its secrets is "
        "missing. Your program has disconnected, so that the others can go on "
        "without you."
    )


def signed() -> str:
    return _("Everybody has signed this result.")


def ended_early() -> str:
    """Return the sentence for a game that was ended early."""
    return _("Everybody agreed to end the game early. These are the points so far.")


def _signed_by(left: Sequence[str], names: Sequence[str]) -> str:
    """Return who signed the result: everybody, or everybody who was left."""
    if len(left) == len(names):
        return signed()
    said = _("All the remaining players have signed this result: {who}.")
    return said.format(who=text.listing(left))


def _fraud(who: text.Who, fraud: Fraud) -> str:
    return text.about(
        who,
        _(
            "FRAUD! Your own program, or somebody who has your key, cheated in entry "
            "{entry}: {reason}. That entry doesn't count, and the game stops here."
        ),
        _(
            "FRAUD! {who} cheated in entry {entry}: {reason}. That entry doesn't "
            "count, and the game stops here."
        ),
        entry=fraud.entry,
        reason=retold(fraud.reason),
    )


def fraud_log(who: text.Who) -> str:
    """Return what the log of a fraud is good for; a command follows."""
    return text.about(
        who,
        _(
            "Your own signature in the log proves it. If nobody else has your key, "
            "this is a bug in the program: please report it, with the log. To see the "
            "proof, type:"
        ),
        _(
            "{who}'s signature in the log proves it to anybody. You can start a new "
            "game, with or without {who}. To see the proof, type:"
        ),
    )


def two_versions(who: text.Who) -> str:
    """Return who signed two versions of one thing; a command follows."""
    return text.about(
        who,
        _(
            "Somebody who has your key signed two versions of the same entry. The "
            "first one counts, and the game goes on. The proof is saved; to see it, "
            "type:"
        ),
        _(
            "{who} signed two versions of the same entry. The first one counts, and "
            "the game goes on. The proof is saved; to see it, type:"
        ),
    )


def say_settled(who: text.Who) -> str:
    """Return who caused the two games; a command may follow."""
    return text.about(
        who,
        _(
            "Somebody who has your key signed two versions of an entry. That is why "
            "your games differ."
        ),
        _(
            "{who} signed two versions of an entry. That is why your games differ. "
            "This is the proof:"
        ),
    )


def say_parted(who: text.Who) -> str:
    return text.about(
        who,
        _(
            "STOP! Your own program signed a different game on another machine: with "
            "the host's help, somebody showed the two programs different things. "
            "This program will send nothing more."
        ),
        _(
            "STOP! {who} signed a different game from yours: with the host's help, "
            "somebody showed the two of you different things. Your program will send "
            "nothing more."
        ),
    )


def _parted_log() -> str:
    return _(
        "Your log is saved. To find out who signed two versions of an entry, and to "
        "see the proof, compare your log with the other player's. Type:"
    )


def theirs() -> str:
    """Return the placeholder for the other log in a command that compares two."""
    return _("THEIRS")


def look_around() -> str:
    return _(
        "You can still look around: type scores, turn or city NAME, or quit to leave."
    )


def say_look_on() -> str:
    """Return how a spectator gets to the next game."""
    return _(
        "Type rematch to go to the new table, where you can watch or take a free seat."
    )


def say_again(*, chooses: bool = False) -> str:
    """
    Return how to start a rematch.

    Args:
        chooses: Also mention other options.
    """
    said = _(
        "Type rematch to start another game at this table, with anybody who joins."
    )
    if chooses:
        example = f"{p_('typed', 'rematch')} turn-time=60"
        said = _("{line} To change the options, type, for example: {example}").format(
            line=said, example=example
        )
    return said
