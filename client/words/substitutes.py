"""Sentences about substitutes for absent players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.table.events import Asking, Hindered, Hindrance, Step, Vote
from sealed_wonders.client.words import text
from sealed_wonders.client.words.tablemodel import TableModel
from sealed_wonders.client.words.trust import make_sure
from sealed_wonders.client.words.ways import Saying
from sealed_wonders.core.game import Seat
from sealed_wonders.net.lobby import Person
from sealed_wonders.net.words import _


def saying(absent: str) -> Saying:
    """Return what it means to propose a substitute for *absent*."""
    return Saying(
        _("A bot of the host's plays on for {absent}").format(absent=absent),
        _(
            "It plays on with the city and the hand of {absent}, which the host's machine "
            "sees then. All others have to agree."
        ).format(absent=absent),
        lambda who: _("{who}, who looks on, plays on for {absent}").format(
            who=who, absent=absent
        ),
        _(
            "They play on with the city and the hand of {absent}, which they see then. All "
            "others have to agree."
        ).format(absent=absent),
    )


def title(absent: str) -> str:
    """Return the heading for the list of possible substitutes."""
    said = _("Somebody else can play on for {absent}, if all others agree:")
    return said.format(absent=absent)


def asked(asking: Asking, known: TableModel) -> str:
    """Return the state of our search for a substitute; empty while it is voted on."""
    absent = known.names[asking.seat]
    who = text.bot_of_host()
    if asking.name:
        who = known.called(asking.to, asking.name)
    said: Mapping[Step, str] = {
        Step.WAITS: _("The host is asked for a bot that plays on for {absent}."),
        Step.ASKED: _("{who} is asked whether they would play on for {absent}."),
        Step.SIGNED: "",
        Step.KEPT: _("Nobody else has to play on for {absent} any more."),
        Step.REFUSED: _("{who} doesn't want to play on for {absent}."),
        Step.SILENT: _("There is no answer whether {who} plays on for {absent}."),
        Step.FAILED: _("It can't be proposed that {who} plays on for {absent}."),
    }
    return said[asking.step].format(who=who, absent=absent)


def question(substitute: str, absent: text.Who) -> str:
    """Return the question whether somebody may be a substitute."""
    said = _("Let {who} play on for {absent}?")
    return said.format(who=substitute, absent=text.other(absent))


def proposed(opener: text.Who, substitute: str, absent: text.Who) -> str:
    """Return who proposes which substitute."""
    return text.about(
        opener,
        _("You propose that {taker} plays on for {absent}; all others have to agree."),
        _(
            "{who} proposes that {taker} plays on for {absent}; all others have to agree."
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
        "Their city and hand are played on with, and nothing is lost. Whoever comes back "
        "before all have agreed is let in; after that they look on."
    )


def _who_sees(substitute: Person, absent: str, known: TableModel) -> str:
    """Return who would see a seat's hand."""
    if substitute.owner is None:
        said = _("{who} sees the hand of {absent} then.")
    elif substitute.owner == known.host_key:
        said = _(
            "{who} is a bot of the host's, whose machine sees the hand of {absent} then."
        )
    else:
        said = _("{who} is a bot: whoever runs it sees the hand of {absent} then.")
    who = known.called(substitute.identity, substitute.name)
    said = said.format(who=who, absent=absent)
    if substitute.owner is None:
        said += " " + make_sure(substitute, who, known.keyring)
    return said


def why_nobody(known: TableModel) -> Sequence[str]:
    """Return why nobody can be a substitute now."""
    hindered = known.absence.hindered
    if not hindered:
        return (_("There is nobody for whom somebody else could play on now."),)
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
            said = _("Nobody can play on for {absent}, who has cheated.")
        case Hindrance.PARTS:
            said = _(
                "Nobody can play on for {absent} until new cards are dealt: every "
                "other player held part of the key to that hand, and {others} left "
                "with theirs."
            )
        case Hindrance.SEVERAL:
            said = _(
                "Nobody can play on for {absent} while the table is also waiting for "
                "{others}: every other player holds part of the key to that hand and "
                "has to share it."
            )
        case Hindrance.FEW:
            said = _(
                "Nobody can play on for {absent} just now: too few of you are left to"
                " decide. A substitute's vote counts only once the others have gone "
                "on."
            )
        case Hindrance.SOON:
            said = _("It is too soon to ask somebody to play on for {absent}.")
    return said.format(absent=absent, others=text.listing(others))
