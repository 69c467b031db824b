"""Sentences about absent players, and about ballots on going on without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.table.events import Absence, Vote
from sealed_wonders.client.tablewords import substitutes
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.core.game import Seat
from sealed_wonders.core.games import GAMES, TITLES
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.voting import Fault
from sealed_wonders.net.words import _

SILENT_FOR = 20
"""Seconds of silence after which it is shown since when a player is absent."""


def presence(who: str, *, is_here: bool, closed: bool = False) -> str:
    """
    Return the sentence for a player who came back or isn't connected any more.

    Args:
        closed: whether they said that they close the program. Otherwise nobody knows:
            a program that is killed says nothing, and a host can hold the word back.
    """
    if is_here:
        return _("{who} is back.").format(who=who)
    if closed:
        return _(
            "{who} has closed the program. The seat is kept, and the table is waiting for "
            "them to come back."
        ).format(who=who)
    return _(
        "{who} isn't connected any more. The table is waiting for them to come back."
    ).format(who=who)


def changes(before: Absence, now: Absence, table: TableModel) -> Iterator[str]:
    """
    Yield what changed in ballots: newly opened ones, votes, and outcomes.

    A player's equal votes on several ballots that were opened at the same time for the
    same proposal are reported once.
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
            yield _("The table keeps waiting.")
    yield from _attendance(before, now, table)


def _current(
    votes: Sequence[Vote], known: Mapping[tuple[Seat, int], Vote], table: TableModel
) -> Sequence[Vote]:
    """
    Return the ballots already known, and those opened since the last substitution.

    A substitution has been reported already, so votes that came before it are out of
    date.
    """
    done = [at for at, vote in enumerate(votes) if _is_done(vote, table)]
    past = max(done, default=-1)
    return [vote for at, vote in enumerate(votes) if vote.key in known or at > past]


def _alike(vote: Vote, votes: Sequence[Vote]) -> Sequence[Vote]:
    """Return the ballots with the same proposal as one, including that one."""
    first = vote.first or vote.key
    return [it for it in votes if (it.first or it.key) == first]


def _attendance(before: Absence, now: Absence, table: TableModel) -> Iterator[str]:
    """
    Yield which players reported that they are present, and whose programs report
    nobody.
    """
    if not (before.since or before.votes):
        return  # we were away ourselves, and have been informed of that
    for seat, count in sorted(now.here.items()):
        if count > before.here.get(seat, 0):
            who = _shown(seat, table)
            yield text.about(
                who, _("The others have been told that you are here."), _is_there()
            )
    for seat in sorted(now.idle - before.idle):
        who = _shown(seat, table)
        yield text.about(
            who,
            _("Your program tells the others that nobody is at the keyboard."),
            _is_idle(),
        )


def _is_there() -> str:
    return _("{who} pressed a key to show that they are still there.")


def _is_idle() -> str:
    return _("{who}'s program says that nobody is at the keyboard.")


def others(seats: Sequence[Seat], names: Sequence[str], me: Seat | None) -> str:
    """Return the names of seats as a list for the middle of a sentence."""
    return text.others([_who(seat, names, me) for seat in seats])


def _is_newly_declined(
    votes: Sequence[Vote], known: Mapping[tuple[Seat, int], Vote]
) -> bool:
    """Return whether the last ballot that could still carry has become void."""
    earlier = [known.get(vote.key) for vote in votes]
    return _is_declined(votes) and not _is_declined(earlier)


def _is_declined(votes: Sequence[Vote | None]) -> bool:
    return all(it is not None and it.status is Status.VOID for it in votes)


def _is_done(vote: Vote, table: TableModel) -> bool:
    """
    Return whether the substitutes that a ballot proposes have their seats already.
    """
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
            opener,
            _("You make the same proposal."),
            _("{who} makes the same proposal."),
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
        _("You propose going on without {out}; everybody else must agree."),
        _("{who} proposes going on without {out}; everybody else must agree."),
        out=others(vote.out, table.names, table.ours),
    )


def _voted(who: text.Who, *, yes: bool) -> str:
    if yes:
        return text.about(who, _("You vote yes."), _("{who} votes yes."))
    return text.about(who, _("You vote no."), _("{who} votes no."))


def question(vote: Vote, table: TableModel) -> str:
    """Return the question that a ballot puts to the voters."""
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
    """
    Yield the faults of each seat a ballot is about, and whether a person is present.
    """
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
            return _("The table is waiting for {who}, who doesn't respond.")
        case Fault.LEFT:
            return _("{who} has left for good.")
        case Fault.CHEATED:
            return _("{who} has cheated; the log proves it.")
        case Fault.UNDECIDED | Fault.AWAITED:
            return _("{who} didn't vote on a similar proposal.")
        case Fault.REFUSED:
            return _("{who} has voted no, which keeps the table waiting.")


def consequences(vote: Vote, known: TableModel) -> tuple[str, ...]:
    """Return the sentences on what a yes and a no lead to."""
    of_yes = substitutes.consequences(vote, known) if vote.substitutes else (of_out(),)
    return (*of_yes, of_no())


def of_out() -> str:
    """Return the sentence on what happens to a removed player."""
    return _(
        "A removed player's city stays, but their cards leave the game. A player who "
        "returns before everybody has agreed is back in the game and loses nothing."
    )


def of_no() -> str:
    return _(
        "If anybody votes no, the table keeps waiting. If all the others agree, a "
        "player who votes no can be removed, too."
    )


def answer_in_time(left: float, *, by_program: bool) -> str:
    """
    Return the sentence on the time left to vote, and the default vote.

    Args:
        left: Seconds until the default applies.
        by_program: Our program votes yes when time is up, if the player is still
            absent.
    """
    said = _("If you don't answer within {time}, this counts as a no.")
    if by_program:
        said = _(
            "If you don't answer within {time}, this program will vote yes for you, "
            "unless an absent player returns."
        )
    return said.format(time=text.duration(max(0, round(left))))


def offer(absence: Absence, names: Sequence[str], me: Seat | None) -> str:
    """Return the sentence that tells us what we can propose."""
    said = _("You can propose going on without {out}.")
    if absence.rescuable is not None:
        said = _("You can propose how to go on without {out}.")
    return said.format(out=others(absence.offered, names, me))


def several_to_go_on_without() -> str:
    return _("There are several proposals to choose from:")


def nothing_to_answer() -> str:
    return _("There is no yes-or-no question to answer right now.")


def put_out() -> str:
    """Return the sentence for a ballot that removed our own seat."""
    return _(
        "The others go on without you: your city stays, but can't win. You can watch."
    )


def looking_on(behind: str) -> str:
    """Return the status line of a spectator: whose seat they watch from."""
    said = _("Watching from {name}'s seat; the arrow keys change seats.")
    return said.format(name=behind)


def looking_from(behind: str) -> str:
    return _("You are watching from {name}'s seat.").format(name=behind)


def gone_for_good(game: str = GAMES[0]) -> str:
    said = _(
        "You left your game of {game} for good. The others can go on without you "
        "right away."
    )
    return said.format(game=TITLES[game])


def cheated(who: str, entry: int, why: str) -> str:
    """Return the sentence that reports a fraud, and that the game can continue."""
    said = _(
        "FRAUD! {who} cheated in entry {entry}: {reason}. That entry doesn't count; "
        "the table can go on without {who}."
    )
    return said.format(who=who, entry=entry, reason=why)


def own_cheat(entry: int, why: str) -> str:
    """Return the sentence for a fraud in an entry signed with our own key."""
    said = _(
        "FRAUD! Your own program, or somebody who has your key, cheated in entry "
        "{entry}: {reason}. That entry doesn't count; the others can go on without "
        "you."
    )
    return said.format(entry=entry, reason=why)
