"""Sentences on the table's current wait: for its players, or for its host."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.reasons import connection_lost
from sealed_wonders.client.table.events import Wait
from sealed_wonders.client.table.expectations import Expected
from sealed_wonders.client.tablewords import absences
from sealed_wonders.client.view.holdup import Holdup, step
from sealed_wonders.client.words import text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, marked, n_

if TYPE_CHECKING:
    from sealed_wonders.client.view.tablemodel import TableModel

CENTRAL = "central"
"""In Architects, the deck that isn't dealt; the cat shows its top card."""


def _kind(wait: Wait) -> str:
    """Return the kind of a phase, or `PEEK`."""
    kind, deck = wait.phase.kind, wait.phase.deck.partition("/")[0]
    return PEEK if kind == "DEAL" and deck == CENTRAL else kind


PATIENCE = 3.0
"""
Seconds that a step may take until its details are shown.

In an ordinary game, the steps of the protocol are over before.
"""


def sentence(
    wait: Wait,
    names: Sequence[str],
    me: Seat | None,
    here: Sequence[bool] = (),
    gone: Collection[Seat] = (),
) -> str:
    """
    Return what a table waits for in detail, if not for our choice.

    Args:
        names: Names by seat.
        here: By seat, who is connected; empty before the host has said.
        gone: Seats that the game continues without.
    """
    holdup, _number = step(wait, me, len(names))
    if holdup is Holdup.BACKLOG:
        return _catches_up(wait.behind)
    if holdup is Holdup.CHECKS:
        return _checks([names[seat] for seat in wait.checking if seat != me])
    if holdup is Holdup.WORK:
        return _works(wait, _active(names, gone))
    if holdup is Holdup.SENDING:
        return on_its_way()
    missing = [seat for seat in wait.missing if seat != me]
    return _waits_for(wait, missing, names, _active(names, gone)) + _not_connected(
        missing, names, here
    )


def brief(
    wait: Wait, names: Sequence[str], me: Seat | None, here: Sequence[bool] = ()
) -> str:
    """
    Return for whom a table waits, without what programs do; may be empty.

    The arguments are those of `sentence`.
    """
    if wait.behind > len(names):
        return ""  # what it waited for then
    others = [seat for seat in wait.missing if seat != me]
    if wait.is_choice and others:
        who = _waiting([names[seat] for seat in others])
        return who + _not_connected(others, names, here)
    return _("The cards are being dealt.") if _kind(wait) in _DEALING else ""


_DEALING = frozenset(("KEY", "MIX", "DEAL"))
"""Kinds of phases that bring cards to the players."""


def lasts(known: TableModel, now: float) -> str:
    """
    Return a sentence part on how long absent players have been silent; may be empty.

    Args:
        now: The time by the clock of `TableModel.absence`.
    """
    since = known.absence.since
    silent = [
        since[seat]
        for seat in (known.wait.missing if known.wait else ())
        if seat in since
    ]
    seconds = round(now - min(silent, default=now))
    return _for(seconds) if seconds >= absences.SILENT_FOR else ""


def _for(seconds: int) -> str:
    # In steps of ten seconds, so that the line doesn't change every second.
    seconds -= seconds % 10
    return _(" {time} so far.").format(time=text.duration(seconds))


def line(known: TableModel, now: float) -> str:
    """
    Return whom the table is waiting for, and for how long if that is long; may be empty.

    The work of programs is only shown once a step has lasted for `PATIENCE` seconds. A late
    host takes precedence over players, since their entries arrive through it.
    """
    if known.awaited is not None:
        lasts_for = "" if _is_gone(known) else _for(round(now - known.awaited.since))
        return of_host(known) + lasts_for
    if known.offline:
        return of_host(known)
    if is_our_turn(known):
        return our_turn()
    details = detailed_at(known)
    is_brief = details is not None and now < details
    return _brief_of(known) if is_brief else now_of(known) + lasts(known, now)


def resuming() -> str:
    return _("Resuming your game…")


def is_our_turn(known: TableModel) -> bool:
    """Return whether the table waits for our choice, perhaps among others."""
    return known.asked and not (known.wait is not None and known.wait.working)


def our_turn() -> str:
    return _("It's your turn to choose.")


def bot_chooses() -> str:
    return _("Your bot is choosing.")


def detailed_at(known: TableModel) -> float | None:
    """
    Return when the current step has lasted for long enough to show its details.

    None if there are no more details than `brief` has.
    """
    if known.wait is None or _brief_of(known) == now_of(known):
        return None
    return known.wait_since + PATIENCE


def _brief_of(known: TableModel) -> str:
    if known.wait is None:
        return ""
    return brief(known.wait, known.names, known.ours, known.here)


def now_of(known: TableModel) -> str:
    """Return what is waited for, in detail; empty for nothing."""
    if known.awaited is not None or known.offline:
        return of_host(known)
    if known.wait is None:
        return ""
    ours = our_turn() if is_our_turn(known) else ""
    if ours and set(known.wait.missing) <= {known.ours}:
        return ours
    said = sentence(known.wait, known.names, known.ours, known.here, known.gone)
    return f"{ours} {said}".strip()


def why_not_asked(known: TableModel) -> str:
    """Return why there is nothing to choose, and for whom the table waits."""
    if known.ending is not None:
        return _("The game is over, so there is nothing left to choose.")
    if known.charter is not None and known.ours is None:
        return _("You are watching, so you have nothing to choose.")
    is_late = known.awaited is not None or known.offline
    said = of_host(known) if is_late else _brief_of(known)
    return f"{text.nothing_asked()} {said}".strip()


def of_host(known: TableModel) -> str:
    """Return what the host keeps us waiting for; empty if it isn't late."""
    if known.offline:
        return known.connection_failure or connection_lost()
    if _is_gone(known):
        return _("The host has closed, or can't be reached. Your game is over anyway.")
    return _(_EXPECTED[known.awaited.what]) if known.awaited is not None else ""


def _is_gone(known: TableModel) -> bool:
    """Return whether the host has left a game that is over, and nobody needs it."""
    is_lost = known.awaited is not None and known.awaited.what is Expected.WELCOME
    return is_lost and known.ending is not None


_EXPECTED: Mapping[Expected, str] = {
    Expected.WELCOME: marked("Waiting for the host to let you in."),
    Expected.LOBBY: marked("Waiting for the host to send the state of the table."),
    Expected.DRAW: marked(
        "Seats are being drawn: waiting for the host, or for somebody at the table."
    ),
    Expected.LOG: marked("Waiting for the host to send the game so far."),
    Expected.ENTRIES: marked("Waiting for the host to pass on what you sent."),
}
"""By what is missing."""


def _catches_up(behind: int) -> str:
    """Return how many entries have yet to be checked."""
    return n_(
        "Checking the game so far: {n} entry to go.",
        "Checking the game so far: {n} entries to go.",
        behind,
    ).format(n=behind)


def _checks(others: Sequence[text.Who]) -> str:
    """Return whose entries our program checks."""
    if not others:
        return _("Checking what your program did.")
    return _("Checking what {who} did.").format(who=text.others(others))


def _active(names: Sequence[str], gone: Collection[Seat]) -> Sequence[Seat]:
    return [seat for seat in range(len(names)) if seat not in gone]


def _works(wait: Wait, active: Sequence[Seat]) -> str:
    """Return what our own program does."""
    kind = _kind(wait)
    if kind == "MIX":
        return _mixes(None, *_turn_to_mix(wait, active))
    return _(_WORKING[kind])


def _waits_for(
    wait: Wait, missing: Sequence[Seat], names: Sequence[str], active: Sequence[Seat]
) -> str:
    """Return which players are waited for, and what happens meanwhile."""
    kind = _kind(wait)
    if kind == "MIX":
        return _mixes(names[missing[0]], *_turn_to_mix(wait, active))
    return _waiting([names[seat] for seat in missing], _going_on(kind))


def _turn_to_mix(wait: Wait, active: Sequence[Seat]) -> tuple[int, int]:
    """
    Return the position of the seat that shuffles now, and the number of seats that do.
    """
    return sum(seat <= wait.phase.seats[0] for seat in active), len(active)


def _waiting(who: Sequence[str], what: str | None = None) -> str:
    """Return for whom is waited: for people, or for their programs to do something."""
    if what is None:
        return _("Waiting for {who}.").format(who=text.others(who))
    said = n_(
        "Waiting for the program of {who}: {what}.",
        "Waiting for the programs of {who}: {what}.",
        len(who),
    )
    return said.format(who=text.others(who), what=what)


def _not_connected(
    missing: Sequence[Seat], names: Sequence[str], here: Sequence[bool]
) -> str:
    """Return a sentence part on who isn't connected; may be empty."""
    away = [names[seat] for seat in missing if seat < len(here) and not here[seat]]
    return _(" Not connected: {who}.").format(who=text.others(away)) if away else ""


PEEK = "PEEK"
"""Stands for a phase that shows somebody a card without moving it."""


_GOING_ON: Mapping[str, str] = {
    "KEY": marked("keys for the cards are being made"),
    "DEAL": marked("cards are being dealt"),
    "OPEN_SHARE": marked("cards are being revealed"),
    PEEK: marked("the cat is showing a card"),
    "LOOK_X": marked("the discard pile is being handed over"),
    "REVEAL": marked("choices are being revealed"),
    "REPASS": marked("absent players are being skipped"),
    "DECLARE": marked("choices are being revealed"),
    "END": marked("the result is being signed"),
}


def _going_on(kind: str) -> str | None:
    """Return what happens in a phase; None if people choose in it."""
    return _(_GOING_ON[kind]) if kind in _GOING_ON else None


_WORKING: Mapping[str, str] = {
    "KEY": marked("Your program is making keys for the cards."),
    "DEAL": marked("Your program is helping to deal."),
    "OPEN_SHARE": marked("Your program is helping to reveal cards."),
    PEEK: marked("Your program is helping the cat to show a card."),
    "LOOK_X": marked("Your program is handing over the cards that you discarded."),
    "PICK": marked("Your program is sealing your choice."),
    "DECIDE": marked("Your program is sealing your choice."),
    "CHOOSE": marked("Your program is sending your choice."),
    "REPASS": marked("Your program is passing your hand to the next player."),
    "REVEAL": marked("Your program is revealing your choice."),
    "DECLARE": marked("Your program is revealing your choice."),
    "END": marked("Your program is signing the result."),
}


def _mixes(who: text.Who, place: int, of: int) -> str:
    return text.about(
        who,
        _("Your program is shuffling the cards ({place} of {total})."),
        _("{who}'s program is shuffling the cards ({place} of {total})."),
        place=place,
        total=of,
    )


def on_its_way() -> str:
    return _(_EXPECTED[Expected.ENTRIES])
