"""
What is said of those who are waited for, and of the ballots about going on without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.table.events import Absence, Vote
from sealed_wonders.client.terminal import substitutes, text
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.voting import Fault
from sealed_wonders.net.words import _

SILENT_FOR = 20
"""Seconds after which it is said since when somebody is waited for."""


def presence(who: str, *, is_here: bool) -> str:
    """Say that somebody has come back, or isn't there."""
    if is_here:
        return _("{who} is back.").format(who=who)
    return _("{who} is reconnecting. The table waits.").format(who=who)


def changes(before: Absence, now: Absence, table: TableModel) -> Iterator[str]:
    """
    Say what has become of ballots: who opened one, who voted what, what came of it.

    What somebody says to several that were opened at the same time, and say the same, is
    told once.
    """
    known = {vote.key: vote for vote in before.votes}
    told = {key: set(vote.votes.items()) for key, vote in known.items()}
    for vote in _current(now.votes, known, table):
        if vote.key not in known:
            yield _opened(vote, table)
        same = _alike(vote, now.votes)
        said = {(vote.opener, True)}.union(*(told.get(it.key, ()) for it in same))
        for seat, yes in sorted(vote.votes.items() - said):
            yield _voted(_shown(seat, table), yes=yes)
        told[vote.key] = set(vote.votes.items())
        if vote is same[-1] and _is_newly_declined(same, known):
            yield _("So the table waits on.")
    yield from _attendance(before, now, table)


def _current(
    votes: Sequence[Vote], known: Mapping[tuple[Seat, int], Vote], table: TableModel
) -> Sequence[Vote]:
    """
    Return the ballots that were known, and those opened since a substitute last sat down.

    Who has a seat now is told, and was told; what was voted before that is past.
    """
    done = [at for at, vote in enumerate(votes) if _is_done(vote, table)]
    past = max(done, default=-1)
    return [vote for at, vote in enumerate(votes) if vote.key in known or at > past]


def _alike(vote: Vote, votes: Sequence[Vote]) -> Sequence[Vote]:
    """Return the ballots that propose the same as one, itself among them."""
    first = vote.first or vote.key
    return [it for it in votes if (it.first or it.key) == first]


def _attendance(before: Absence, now: Absence, table: TableModel) -> Iterator[str]:
    """Say who says that they are there after all, or whose program that nobody is."""
    if not (before.since or before.votes):
        return  # we have been away ourselves, and were told
    for seat, count in sorted(now.here.items()):
        if count > before.here.get(seat, 0):
            who = _shown(seat, table)
            yield text.about(
                who, _("The others are told that you are there."), _is_there()
            )
    for seat in sorted(now.idle - before.idle):
        who = _shown(seat, table)
        yield text.about(
            who,
            _("Your program tells the others that nobody is here."),
            _is_idle(),
        )


def _is_there() -> str:
    return _("{who} is there, and has pressed a key.")


def _is_idle() -> str:
    return _("{who}'s program says that nobody is there.")


def others(seats: Sequence[Seat], names: Sequence[str], me: Seat | None) -> str:
    """Name seats in the middle of a sentence."""
    return text.others([_who(seat, names, me) for seat in seats])


def _is_newly_declined(
    votes: Sequence[Vote], known: Mapping[tuple[Seat, int], Vote]
) -> bool:
    """Whether nothing can come of ballots any more, of which something could before."""
    earlier = [known.get(vote.key) for vote in votes]
    return _is_declined(votes) and not _is_declined(earlier)


def _is_declined(votes: Sequence[Vote | None]) -> bool:
    """Tell whether nothing can come of ballots any more."""
    return all(it is not None and it.status is Status.VOID for it in votes)


def _is_done(vote: Vote, table: TableModel) -> bool:
    """Tell whether seats that a ballot is about are those of the substitutes already."""
    pairs = zip(vote.out, vote.substitutes, strict=False)
    return any(table.people[seat].name == taker.name for seat, taker in pairs)


def _who(seat: Seat, names: Sequence[str], me: Seat | None) -> text.Who:
    return None if seat == me else names[seat]


def _shown(seat: Seat, table: TableModel) -> text.Who:
    return _who(seat, table.names, table.ours)


def _opened(vote: Vote, table: TableModel) -> str:
    opener = _shown(vote.opener, table)
    if vote.first is not None:
        return text.about(
            opener, _("You propose the same."), _("{who} proposes the same.")
        )
    if vote.substitutes:
        return " ".join(
            substitutes.proposed(
                opener, table.called(taker.identity, taker.name), _shown(seat, table)
            )
            for seat, taker in zip(vote.out, vote.substitutes, strict=True)
        )
    return text.about(
        opener,
        _("You propose to go on without {out}; all others have to agree."),
        _("{who} proposes to go on without {out}; all others have to agree."),
        out=others(vote.out, table.names, table.ours),
    )


def _voted(who: text.Who, *, yes: bool) -> str:
    if yes:
        return text.about(who, _("You say yes to that."), _("{who} says yes to that."))
    return text.about(who, _("You say no to that."), _("{who} says no to that."))


def question(vote: Vote, table: TableModel) -> str:
    """Ask whether, and how, it is to be gone on."""
    if vote.substitutes:
        return " ".join(
            substitutes.question(
                table.called(taker.identity, taker.name), _shown(seat, table)
            )
            for seat, taker in zip(vote.out, vote.substitutes, strict=True)
        )
    out = others(vote.out, table.names, table.ours)
    return _("Go on without {out}?").format(out=out)


def reasons(vote: Vote, absence: Absence, names: Sequence[str]) -> Iterator[str]:
    """Say what is held against each, and whether they are there, as they say."""
    for seat in vote.out:
        said = map(_reason, vote.faults.get(seat, ()))
        for reason in dict.fromkeys(said):
            yield reason.format(who=names[seat])
        if seat in absence.idle:
            yield _is_idle().format(who=names[seat])
        elif seat in absence.here:
            yield _is_there().format(who=names[seat])


def _reason(fault: Fault) -> str:
    match fault:
        case Fault.SILENT:
            return _("{who} is waited for, and says nothing.")
        case Fault.LEFT:
            return _("{who} has gone for good.")
        case Fault.CHEATED:
            return _("{who} has cheated; the log proves it.")
        case Fault.UNDECIDED | Fault.AWAITED:
            return _("{who} doesn't answer a question like this one.")
        case Fault.REFUSED:
            return _("{who} has said no, and keeps the table waiting.")


def consequences(vote: Vote, known: TableModel) -> tuple[str, ...]:
    """Say what comes of a yes, and of a no."""
    of_yes = substitutes.consequences(vote, known) if vote.substitutes else (of_out(),)
    return (*of_yes, of_no())


def of_out() -> str:
    """Say what becomes of whoever the table goes on without."""
    return _(
        "Their city stays as it is and their cards are out of the game; whoever comes "
        "back before all have agreed is let in, and nothing is lost."
    )


def of_no() -> str:
    return _(
        "No waits on. Whoever says no may be put out as well, if all others agree."
    )


def answer_in_time(left: float, *, by_program: bool) -> str:
    """Say how long there is to answer, and what happens then."""
    said = _("Without an answer it is a no in {time}.")
    if by_program:
        said = _(
            "Without an answer this program says yes for you in {time}, if they are still "
            "gone."
        )
    return said.format(time=text.duration(max(0, round(left))))


def offer(absence: Absence, names: Sequence[str], me: Seat | None) -> str:
    """Say that one may propose to go on, and how."""
    said = _("You can propose to go on without {out}.")
    if absence.rescuable is not None:
        said = _("You can propose how it goes on without {out}.")
    return said.format(out=others(absence.offered, names, me))


def nobody_to_go_on_without() -> str:
    return _("There is nobody without whom the table could go on now.")


def several_to_go_on_without() -> str:
    return _("There are several proposals to choose from:")


def nothing_to_answer() -> str:
    return _("Nothing is asked that is answered with yes or no.")


def put_out() -> str:
    """Say that the others go on without us."""
    return _(
        "The others go on without you: your city stays, but can't win. You look on."
    )


def looking_on(behind: str) -> str:
    """Say in a few words from where somebody looks on who has no seat."""
    said = _("You look on, from behind {name}; the arrows go to the next seat.")
    return said.format(name=behind)


def looking_from(behind: str) -> str:
    return _("You look on from behind {name}.").format(name=behind)


def gone_for_good() -> str:
    return _("You left the game for good. The others can go on without you at once.")


def cheated(who: str, entry: int, why: str) -> str:
    """Say who has cheated, and that it isn't over with that."""
    said = _(
        "FRAUD! {who} cheats at entry {entry}: {reason}. Nothing of that entry counts; "
        "the table can go on without {who}."
    )
    return said.format(who=who, entry=entry, reason=why)


def own_cheat(entry: int, why: str) -> str:
    """Say that our own entry is wrong."""
    said = _(
        "FRAUD! Your own program, or somebody who has your key, cheats at entry {entry}: "
        "{reason}. Nothing of that entry counts; the others can go on without you."
    )
    return said.format(entry=entry, reason=why)
