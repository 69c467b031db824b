"""
Dialogs that ask for confirmation of a decision in a lobby.

Any display of a lobby can show them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.questions.dialog import Dialog, confirm
from sealed_wonders.client.tablewords import lenders
from sealed_wonders.client.tablewords.trust import another_key, has_key
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.messages import LobbyPerson
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.person.person import Person


def ready_in_doubt(person: Person) -> Dialog:
    """Return the question whether to play in spite of changed keys and lenders."""
    known, doubts = person.known, person.readiness.doubtful
    news, keyring = known.news, known.keyring
    changed = [] if news is None else [*keyring.changed(news)]
    question = _("Play anyway?")
    if changed:
        question = _("Play anyway, although somebody may be an impostor?")

    def yes() -> str | None:
        # Nobody has approved the people who came in the meantime.
        is_ready = person.readiness.be_ready(True, doubts)
        return None if is_ready else _somebody_else()

    return confirm(
        question,
        yes,
        details=[
            *(another_key(it, known.called(it.identity, it.name)) for it in changed),
            *(lenders.warnings(news, keyring.me) if news else ()),
        ],
    )


def trust(person: Person, one: LobbyPerson) -> Dialog:
    """Return the question whether somebody's changed key is the right one."""
    known = person.known

    def yes() -> str | None:
        changed = known.keyring.changed(known.news) if known.news else ()
        if (one.name, one.identity) not in ((it.name, it.identity) for it in changed):
            # Somebody who has the name now may have yet another key.
            return _somebody_else()
        person.readiness.trust(one.name)
        return None

    question = _(
        "Has {name} told you in person or by phone that their key is {fingerprint}?"
    ).format(
        name=known.called(one.identity, one.name), fingerprint=fingerprint(one.identity)
    )
    means = _("If so, your program will accept this key for {name} from now on.")
    return confirm(question, yes, details=[means.format(name=one.name)])


def unseat(person: Person, one: LobbyPerson) -> Dialog:
    """Return the question whether to ask for the seat of somebody who isn't ready."""
    name = person.known.called(one.identity, one.name)
    question = _("Ask for the seat of {name}, who isn't ready?").format(name=name)
    means = _(
        "If all ready players ask for the seat, and they are more than half of the "
        "people here, {name} will have a minute to get ready. After that, the seat "
        "will be free."
    ).format(name=name)
    return confirm(
        question,
        lambda: person.readiness.ask_for(one),
        details=[means, has_key(one, name)],
    )


def _somebody_else() -> str:
    return _("Somebody else has joined in the meantime. Check again.")
