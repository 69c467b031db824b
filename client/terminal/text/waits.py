"""
What a table waits for, and what programs do meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.terminal.text.words import Who, about, duration, others
from sealed_wonders.client.words import _, marked, n_


def waiting(who: Sequence[Who], what: str | None = None) -> str:
    if what:
        said = _("{what}; waiting for {who}.")
        return said.format(what=what, who=others(who))
    return _("Waiting for {who}.").format(who=others(who))


def not_connected(away: Sequence[Who]) -> str:
    """Go on after what is waited for."""
    return _(" Not connected: {who}.").format(who=others(away)) if away else ""


PEEK = "PEEK"
"""Stands for a phase in which somebody is shown a card that stays where it is."""

_GOING_ON: Mapping[str, str] = {
    "KEY": marked("Keys are made for the cards"),
    "DEAL": marked("Cards are being dealt"),
    "OPEN_SHARE": marked("Cards are being turned up"),
    PEEK: marked("The cat shows a card"),
    "LOOK_X": marked("The discard is being handed over"),
    "REVEAL": marked("Choices are being shown"),
    "DECLARE": marked("Choices are being shown"),
    "END": marked("The result is being signed"),
}


def going_on(kind: str) -> str | None:
    """Say what happens in a phase; nothing where it is for people to choose."""
    return _(_GOING_ON[kind]) if kind in _GOING_ON else None


_WORKING: Mapping[str, str] = {
    "KEY": marked("Your program makes keys for the cards."),
    "DEAL": marked("Your program helps to deal."),
    "OPEN_SHARE": marked("Your program helps to turn cards up."),
    PEEK: marked("Your program helps the cat to show a card."),
    "LOOK_X": marked("Your program hands over what you put on the discard."),
    "PICK": marked("Your program seals your choice."),
    "DECIDE": marked("Your program seals your choice."),
    "CHOOSE": marked("Your program sends your choice."),
    "REVEAL": marked("Your program shows your choice."),
    "DECLARE": marked("Your program shows your choice."),
    "END": marked("Your program signs the result."),
}


def working(kind: str) -> str:
    """Say what our own program does in a phase."""
    return _(_WORKING[kind])


def mixes(who: Who, place: int, of: int) -> str:
    return about(
        who,
        _("Your program mixes the cards ({place} of {total})."),
        _("{who} mixes the cards ({place} of {total})."),
        place=place,
        total=of,
    )


def checking(who: Sequence[Who]) -> str:
    return _("Checking what {who} did.").format(who=others(who))


def checking_own() -> str:
    return _("Checking what your program did.")


def catching_up(entries: int) -> str:
    return n_(
        "Checking what was played: {n} entry to go.",
        "Checking what was played: {n} entries to go.",
        entries,
    ).format(n=entries)


def on_its_way() -> str:
    return _("What you said is on its way to the host.")


def your_choice() -> str:
    return _("The table waits for your choice.")


def nothing_waited_for() -> str:
    return _("Nothing is waited for.")


def clock(seconds: int, default: str) -> str:
    said = _("{time} left; then your program chooses: {move}.")
    return said.format(time=duration(seconds), move=default)


def clock_laid(seconds: int, move: str) -> str:
    said = _("{time} left; then this is sealed: {move}.")
    return said.format(time=duration(seconds), move=move)
