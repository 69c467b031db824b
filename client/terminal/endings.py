"""
How a game came to its end, and what can be done about it, in sentences.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from sealed_wonders.client.reasons import retold, said_by_host
from sealed_wonders.client.table.events import Apart
from sealed_wonders.client.terminal import machines, text
from sealed_wonders.client.terminal.dialog import Dialog, Key, confirm
from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.core.quoting import seen
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.words import _, p_

ACCOUNTED = 40
"""Characters that are shown of each thing in an account of what rules say."""


class Parted(NamedTuple):
    """A seat was shown another game than we, so that there are two."""

    seat: Seat
    culprit: Seat | None = None
    """Who has signed two versions, once that is known."""
    proof: str = ""
    """Where the proof of that is kept, as a shell takes it."""


class Closed(NamedTuple):
    """The table was closed."""

    reason: str
    by_host: bool
    """These are the host's words."""


class Stuck(NamedTuple):
    """A secret is missing of the seat that we were given."""


class Displaced(NamedTuple):
    """Another program has taken our place at the table, where the game goes on."""

    since: str
    """The time, as it is shown."""
    back: str
    """The command that takes us there again; empty if none does."""


class Ending(NamedTuple):
    """How a game came to its end for us."""

    sheet: Sheet | None
    """The result that was signed; None if it didn't come to that."""
    why: Fraud | Parted | Closed | Stuck | Displaced | None = None
    """What stopped it; None if nothing did."""
    log: str = ""
    """The path of the log that is kept, as a shell takes it; empty if none is."""
    out: tuple[Seat, ...] = ()
    """Those without whom it was signed, as the others had gone on without them."""
    early: bool = False
    """All have agreed to end it before its end."""


def lines(ending: Ending, names: tuple[str, ...], me: Seat | None) -> tuple[str, ...]:
    """
    Say why a game ended, and what can be done about it.

    Args:
        names: by seat.
    """

    def who(seat: Seat) -> text.Who:
        return None if seat == me else names[seat]

    match ending.why:
        case None:
            return _signed(ending, names, who)
        case Fraud(seat=seat) as fraud:
            kept = (fraud_log(who(seat)), text.audit(ending.log)) if ending.log else ()
            return (_fraud(who(seat), fraud), *kept)
        case Parted() as parted:
            return _parted(parted, ending.log, who)
        case Stuck():
            return (stuck(),)
        case Displaced(since, back):
            return machines.displaced(since, back)
        case Closed(reason, by_host=True):
            return (f"{_('The table is closed.')} {said_by_host(reason)}",)
        case Closed(reason):
            return (_("The table is closed: {why}.").format(why=reason),)


def _parted(
    parted: Parted, log: str, who: Callable[[Seat], text.Who]
) -> tuple[str, ...]:
    """Say whose game is another one, and how it is found out who has signed two."""
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
    """Say who has signed the result, if there is one."""
    if ending.sheet is None:
        return ()
    left = [who(seat) for seat in range(len(names)) if seat not in ending.out]
    by = _signed_by([name or text.you() for name in left], names)
    return (ended_early(), by) if ending.early else (by,)


def apart(told: Apart, names: Sequence[str], path: str) -> tuple[str, ...]:
    """
    Say whose programs count differently from ours, and where.

    Args:
        path: where all of it is kept, as a shell takes it; empty if it isn't.
    """
    if told.where is None:
        where = _("in phase {phase}, and it isn't known how").format(phase=told.phase)
    else:
        place, here, there = map(_brief, told.where)
        where = _("in phase {phase}, {place} is {here} here and {there} there").format(
            phase=told.phase, place=place, here=here, there=there
        )
    who = text.listing([names[seat] for seat in told.seats])
    if told.stops:
        said = _(
            "STOP! Your program counts differently from that of {who}: {where}. Nobody can "
            "know from here which of them is right, so yours waits."
        )
    else:
        said = _(
            "The program of {who} counts differently from yours: {where}. It may have "
            "stopped because of that."
        )
    kept = (_("Both accounts are kept in {path}").format(path=path),) if path else ()
    return (said.format(who=who, where=where), *kept)


def halted() -> str:
    return _("Your program has stopped: most of the others count differently.")


def insisting_means() -> str:
    """Say what comes of going on all the same."""
    return _(
        "It continues by itself once that is no longer so. You can have it continue "
        "now, but the others' programs may then take what it says for cheating."
    )


def halt_dialog(
    why: Sequence[str], insist: Callable[[], None], key: Key
) -> Dialog | str:
    """
    Ask whether our program goes on though most others count differently.

    Args:
        why: how they do; empty: our program hasn't stopped.
    """
    if not why:
        return not_halted()
    again = _("{key} asks again.").format(key=key("without"))
    details = (*why, insisting_means(), again)
    asks = confirm(halted(), insist, title=_("Continue anyway?"), details=details)
    return replace(asks, asked=tuple(why))


def not_halted() -> str:
    return _("Your program hasn't stopped.")


def continues() -> str:
    return _("Your program continues.")


def _brief(value: object) -> str:
    """Write what stands somewhere in an account, which may come from anybody."""
    written = seen(value if isinstance(value, str) else json.dumps(value))
    return written if len(written) <= ACCOUNTED else f"{written[: ACCOUNTED - 1]}…"


def stuck() -> str:
    return _(
        "You can't play on with the seat you were given: one of its secrets is missing. "
        "Your program has hung up, so that the others can go on without you."
    )


def signed() -> str:
    """Say that all have signed the result."""
    return _("Everybody has signed this result.")


def ended_early() -> str:
    """Say that a game has a result before its end."""
    return _("The game was ended early, as all agreed: these are the points so far.")


def _signed_by(left: Sequence[str], names: Sequence[str]) -> str:
    """Say who has signed the result: all, or all who were left."""
    if len(left) == len(names):
        return signed()
    said = _("All who were left have signed this result: {who}.")
    return said.format(who=text.listing(left))


def _fraud(who: text.Who, fraud: Fraud) -> str:
    return text.about(
        who,
        _(
            "FRAUD! Your own program, or somebody who has your key, cheats at entry "
            "{entry}: {reason}. Nothing of that entry counts, and the game stops here."
        ),
        _(
            "FRAUD! {who} cheats at entry {entry}: {reason}. Nothing of that entry "
            "counts, and the game stops here."
        ),
        entry=fraud.entry,
        reason=retold(fraud.reason),
    )


def fraud_log(who: text.Who) -> str:
    """Say what the log of a fraud is good for; a command follows."""
    return text.about(
        who,
        _(
            "Your own signature in the log proves it. If nobody else has your key, the "
            "program has a fault: please report it, with the log. To see it, type:"
        ),
        _(
            "The signature of {who} in the log proves it to anybody. You can begin a "
            "new game, with {who} or without. To see the proof, type:"
        ),
    )


def two_versions(who: text.Who) -> str:
    """Say who signed two versions of one thing; a command follows."""
    return text.about(
        who,
        _(
            "Somebody who has your key signed two versions of one thing. The first one "
            "counts, and the game goes on. The proof is kept; to see it, type:"
        ),
        _(
            "{who} signed two versions of one thing. The first one counts, and the game "
            "goes on. The proof is kept; to see it, type:"
        ),
    )


def say_settled(who: text.Who) -> str:
    """Say whose doing it is that there are two games; a command may follow."""
    return text.about(
        who,
        _("Somebody who has your key signed two versions: that is how it was done."),
        _("{who} signed two versions: that is how it was done. This is the proof:"),
    )


def say_parted(who: text.Who) -> str:
    return text.about(
        who,
        _(
            "STOP! Your own program, somewhere else, signed on top of another game than "
            "yours: somebody showed the two of you different things, with the host's "
            "help. Nothing more is sent."
        ),
        _(
            "STOP! {who} signed on top of another game than yours: somebody showed the "
            "two of you different things, with the host's help. Nothing more is sent."
        ),
    )


def _parted_log() -> str:
    return _(
        "Your log is kept. Compare it with theirs, and whoever signed two versions is "
        "named, with the proof. To do that, type:"
    )


def theirs() -> str:
    """Name the other log in a command that compares two."""
    return _("THEIRS")


def look_around() -> str:
    return _("You can still look around: scores, turn, city NAME. quit leaves.")


def say_look_on() -> str:
    """Say how somebody comes to the next game who has no seat in it."""
    return _("rematch takes you there, to look on or to take a seat that is free.")


def say_again(*, chooses: bool = False) -> str:
    """
    Say how another game is begun.

    Args:
        chooses: also with other options.
    """
    said = _("rematch begins another game at this table, with whoever comes.")
    if chooses:
        example = f"{p_('typed', 'rematch')} turn-time=60"
        said = _("{line} With other options: {example}, for one.").format(
            line=said, example=example
        )
    return said
