"""
What comes between players and the table: lines that break, cheats, leaving.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client import program
from sealed_wonders.client.logs import kept
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage.home import as_another
from sealed_wonders.client.terminal.text.words import Who, about
from sealed_wonders.client.words import LANGUAGES, _, language, marked

# The connection.


def lost() -> str:
    return _("The connection to the host broke off. Trying again until it is back.")


def back() -> str:
    return _("Connected again.")


def host_moved(address: str) -> str:
    return _("The host has moved: it is at {address} now.").format(address=address)


def presence(who: Who, here: bool) -> str:
    if here:
        return about(who, _("You are back."), _("{who} is back."))
    return about(
        who,
        _("You are reconnecting. The table waits."),
        _("{who} is reconnecting. The table waits."),
    )


def says(name: str, line: str) -> str:
    return _("{name} says: {line}").format(name=name, line=line)


_REFUSED: Mapping[str, str] = {
    "begun": marked("the game at this table has begun"),
    "closing": marked("the host is being stopped"),
    "drawing": marked("seats are just being drawn"),
    "name-taken": marked("somebody of this name sits there"),
    "no-room": marked("this host has as many tables as it may"),
    "no-seat": marked("you have no seat there"),
    "no-table": marked("there is no such table"),
    "other-options": marked("what is played has changed; look again"),
    "sits-elsewhere": marked("get up from the other table first"),
    "stopped": marked("the table has been stopped"),
    "table-full": marked("all seats there are taken"),
    "too-fast": marked("that is too much at once"),
    "two-versions": marked("another version was signed before"),
}
"""By the code of the reason."""


def refused(reason: str, detail: str) -> str:
    """
    Say why a host didn't take something.

    Its own words are in English; other languages have words for the usual reasons.
    """
    if language() != LANGUAGES[0] and reason in _REFUSED:
        return _(_REFUSED[reason])
    return retold(detail)


def name_taken(detail: str) -> str:
    said = refused("name-taken", detail)
    line = _("{Why}: choose another name with --name.")
    return line.format(Why=f"{said[:1].upper()}{said[1:]}")


def host_refuses(detail: str, reason: str = "") -> str:
    line = _("The host did not take that: {why}.")
    return line.format(why=refused(reason, detail))


def closed(reason: str) -> str:
    return _("The table is closed: {why}.").format(why=retold(reason))


def first_time(address: str, pin: str) -> str:
    said = _(
        "You are at {address} for the first time. Its pin is {pin}; whoever runs it can "
        "tell you whether that is right."
    )
    return said.format(address=address, pin=pin)


def other_host(address: str, pin: str, path: str) -> str:
    said = _(
        "{address} is not the host it was the last time: its pin is now {pin}. Somebody "
        "may stand in between. If the host was really set up anew, join with "
        "{address}#{pin}, or take its line out of {path}."
    )
    return said.format(address=address, pin=pin, path=path)


# Cheats.


def fraud(who: Who, entry: int, reason: str) -> str:
    return about(
        who,
        _(
            "FRAUD! Your own program, or somebody who has your key, cheats at entry "
            "{entry}: {reason}. Nothing of that entry counts, and the game stops here."
        ),
        _(
            "FRAUD! {who} cheats at entry {entry}: {reason}. Nothing of that entry "
            "counts, and the game stops here."
        ),
        entry=entry,
        reason=retold(reason),
    )


def fraud_log(who: Who) -> str:
    return about(
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


def two_versions(who: Who) -> str:
    return about(
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


def parted(who: Who) -> str:
    return about(
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


def theirs() -> str:
    return _("THEIRS")


def parted_log() -> str:
    return _(
        "Your log is kept. Compare it with theirs, and whoever signed two versions is "
        "named, with the proof. To do that, type:"
    )


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


# Leaving.


def really_leave() -> str:
    return _("Leave the table? Yes or no; Ctrl-C again is a yes.")


def really_end() -> str:
    return _("Leave? The game ends with that. Yes or no; Ctrl-C again is a yes.")


def staying() -> str:
    return _("You stay.")


def left_table() -> str:
    return _("You left the table.")


def goodbye() -> str:
    return _("Goodbye.")


def elsewhere() -> str:
    said = _(
        "You have joined from another window, so this one ends. If that was a second "
        "person on this account, they need a folder of their own: {command}"
    )
    return said.format(command=as_another("join"))


def left_for_now() -> str:
    return _(
        "You left. Your seat is kept, and the table waits for you. Enter brings you "
        "back."
    )


def come_back() -> str:
    return _(
        "You left. Your seat is kept, and the table waits for you. To come back, type:"
    )
