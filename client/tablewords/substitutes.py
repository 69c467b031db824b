"""Sentences about substitutes for absent players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.table.events import Asking, Hindered, Hindrance, Step, Vote
from sealed_wonders.client.tablewords.takers import Saying
from sealed_wonders.client.tablewords.trust import make_sure
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import lodging, text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.words import _


def saying(absent: str) -> Saying:
    """Return what it means to propose a substitute for *absent*."""
    return Saying(
        _("One of the host's bots substitutes for {absent}").format(absent=absent),
        _(
            "The bot will play on with {absent}'s city and hand, so the host's "
            "machine will see that hand. Everybody else must agree."
        ).format(absent=absent),
        lambda who: _("{who}, a spectator, substitutes for {absent}").format(
            who=who, absent=absent
        ),
        _(
            "The spectator will play on with {absent}'s city and hand, and so will "
            "see that hand. Everybody else must agree."
        ).format(absent=absent),
    )


def title(absent: str) -> str:
    """Return the heading for the list of possible substitutes."""
    said = _("If all the others agree, somebody can substitute for {absent}:")
    return said.format(absent=absent)


def asked(asking: Asking, known: TableModel) -> str:
    """Return the state of our search for a substitute; empty while it is voted on."""
    absent = known.names[asking.seat]
    who = text.bot_of_host()
    if asking.name:
        who = known.called(asking.to, asking.name)
    said: Mapping[Step, str] = {
        Step.WAITS: _("Asking the host for a bot to substitute for {absent}."),
        Step.ASKED: _("Asking {who} to substitute for {absent}."),
        Step.SIGNED: "",
        Step.KEPT: _("{absent} no longer needs a substitute."),
        Step.REFUSED: _("{who} doesn't want to substitute for {absent}."),
        Step.SILENT: _("{who} didn't answer the request to substitute for {absent}."),
        Step.FAILED: _("You can't propose {who} as a substitute for {absent}."),
    }
    return said[asking.step].format(who=who, absent=absent)


def question(substitute: str, absent: text.Who) -> str:
    """Return the question whether somebody may be a substitute."""
    said = _("Let {who} substitute for {absent}?")
    return said.format(who=substitute, absent=text.other(absent))


def proposed(opener: text.Who, substitute: str, absent: text.Who) -> str:
    """Return who proposes which substitute."""
    return text.about(
        opener,
        _(
            "You propose {taker} as a substitute for {absent}; everybody else must "
            "agree."
        ),
        _(
            "{who} proposes {taker} as a substitute for {absent}; everybody else must "
            "agree."
        ),
        taker=substitute,
        absent=text.other(absent),
    )


def consequences(vote: Vote, known: TableModel) -> Iterator[str]:
    """
    Yield what a yes leads to: who sees which hand, and what the absent player loses.
    """
    for seat, substitute in zip(vote.out, vote.substitutes, strict=True):
        yield _who_sees(substitute, known.names[seat], known)
    yield _(
        "The substitute plays on with the same city and hand, so nothing is lost. If "
        "the absent player returns before everybody has agreed, they are back in the "
        "game; after that, they can only watch."
    )


def _who_sees(substitute: TablePerson, absent: str, known: TableModel) -> str:
    """Return who would see a seat's hand."""
    if substitute.lender is not None:
        said = _(
            "{who} will then see {absent}'s hand, and so will whoever runs that machine."
        )
    elif substitute.owner is None:
        said = _("{who} will then see {absent}'s hand.")
    elif substitute.owner == known.host_key:
        said = _(
            "{who} is one of the host's bots, so the host's machine will see "
            "{absent}'s hand."
        )
    else:
        said = _("{who} is a bot: the person who runs it will see {absent}'s hand.")
    who = known.called(substitute.identity, substitute.name)
    said = said.format(
        who=lodging.beside_machine(known, who, substitute), absent=absent
    )
    if substitute.owner is None:
        said += " " + make_sure(substitute, who, known.keyring)
    return said


def why_nobody(known: TableModel) -> Sequence[str]:
    """Return why nobody can be a substitute now."""
    hindered = known.absence.hindered
    if not hindered:
        return (_("Nobody needs a substitute right now."),)
    return [_hindrance(seat, hindered[seat], known) for seat in sorted(hindered)]


def hindrances(known: TableModel) -> Sequence[str]:
    """Return why seats offered for going on without can't get a substitute either."""
    hindered = known.absence.hindered
    return [
        _hindrance(seat, hindered[seat], known)
        for seat in known.absence.offered
        if seat in hindered and hindered[seat].why is not Hindrance.SOON
    ]


def _hindrance(seat: Seat, hindered: Hindered, known: TableModel) -> str:
    absent, others = known.names[seat], [known.names[it] for it in hindered.others]
    match hindered.why:
        case Hindrance.CHEATED:
            said = _("Nobody can substitute for {absent}, who has cheated.")
        case Hindrance.PARTS:
            said = _(
                "Nobody can substitute for {absent} until new cards are dealt: every "
                "other player held part of the key to that hand, and {others} left "
                "without sharing theirs."
            )
        case Hindrance.SEVERAL:
            said = _(
                "Nobody can substitute for {absent} while the table is also waiting "
                "for {others}: every other player holds part of the key to that hand "
                "and has to share it."
            )
        case Hindrance.FEW:
            said = _(
                "Nobody can substitute for {absent} right now: too few of you are "
                "left to decide. A substitute's vote doesn't count until the game has "
                "resumed."
            )
        case Hindrance.SOON:
            said = _("It is too soon to ask somebody to substitute for {absent}.")
    return said.format(absent=absent, others=text.listing(others))
