"""Changing the clock during a game: what is proposed, and who agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.questions.dialog import (
    Dialog,
    DialogAnswer,
    DialogLine,
    Key,
    closing,
)
from sealed_wonders.client.table.actions import KeepToTimes, ProposeTimes
from sealed_wonders.client.tablewords.times import limits
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.client.words.text import in_field
from sealed_wonders.net.messages import Proposal, Timing
from sealed_wonders.net.tableoptions import DAY
from sealed_wonders.net.times import Times
from sealed_wonders.net.words import _, p_


class Retiming:
    """Proposals for the clock, as one person's client handles them."""

    def __init__(self, actor: Actor, seconds: Callable[[], float]) -> None:
        """
        Create it.

        Args:
            seconds: Returns the time.
        """
        self._actor = actor
        self._seconds = seconds
        self._told: Timing | None = None
        """
        The last timing reported; unlike the table model's, it outlasts a lost
        connection.
        """
        self._agreed = set[Times]()

    def timing(self, timing: Timing) -> None:
        """Report what is proposed, who agrees to it, and the outcome."""
        before, self._told, self._actor.known.timing = self._told, timing, timing
        if self._actor.known.charter is None:
            return  # there is no game yet
        known, old = self._actor.known, None if before is None else before.proposal
        for line in _of_proposal(old, timing.proposal, known):
            # A screen shows a proposal for as long as it is open.
            self._actor.tell(line)
        proposal = open_proposal(known)
        is_new = proposal is not None and (old is None or old.against is not None)
        if is_new and not has_answered(known):
            yes, no = answer_words()
            said = _("Type {yes} or {no}.").format(yes=yes, no=no)
            self._actor.guide(said)
        for line in self._news(before, timing):
            self._actor.tell(line, LineKind.WARNING)

    def connection_lost(self) -> None:
        """Forget the timing: the host reports it again on the next connection."""
        self._actor.known.timing = self._actor.known.time = None

    def agree_by_program(self) -> None:
        """
        Agree on behalf of an absent person, so that nobody waits for them.

        Their program doesn't promise to keep to these times; the person decides that
        once the times hold.
        """
        known, proposal = self._actor.known, open_proposal(self._actor.known)
        is_asked = not (known.offline or self._actor.over or has_answered(known))
        if proposal is not None and is_asked:
            self._actor.table.do(ProposeTimes(proposal.times, agrees=True, keeps=False))

    def _news(self, told: Timing | None, now: Timing) -> Iterator[str]:
        known = self._actor.known
        before = told or Timing(now.table, known.agreed_times, None, None)
        if now.next is not None and now.next != before.next:
            said = _("Everybody agrees. Clock {when}: {limits}.")
            yield said.format(when=_when(known), limits=limits(now.next))
        if now.now != before.now:
            yield _("The clock from now on: {limits}.").format(limits=limits(now.now))
            if self._may_keep_to:
                said = _("To make your program keep to this clock, type: {word}")
                yield said.format(word=self._actor.as_typed(_typed(yes=True)))

    @property
    def _may_keep_to(self) -> bool:
        """
        Whether a clock holds that our person never agreed to, so our program ignores
        it.
        """
        known = self._actor.known
        is_ours = known.agreed_times or known.times in self._agreed
        return known.ours is not None and bool(known.times) and not is_ours

    # Typed commands.

    def typed(self, rest: str) -> Sequence[str]:
        """Carry out the command ``clock``; return the answer."""
        known, words = self._actor.known, rest.lower().split()
        if known.charter is None:
            return [text.not_in_game()]
        if not words:
            return [*self._lines(), *([] if known.ours is None else [usage()])]
        if said := why_not(known, is_over=self._actor.over):
            return [said]
        if known.offline:
            return [_("You aren't connected right now.")]
        if words in ([p_("typed", "yes")], ["yes"]):
            return self._agree()
        if words in ([p_("typed", "no")], ["no"]):
            return self._disagree()
        times = read(words)
        if times is None:
            return [usage()]
        self._want(times)
        return ()

    def asked(self) -> Sequence[str]:
        """Return what is proposed and who agrees."""
        known, proposal = self._actor.known, open_proposal(self._actor.known)
        if proposal is None:
            return [_nothing_proposed()]
        return [_proposed(proposal, known), *_agreeing(proposal, known)]

    def dialog(self) -> Dialog:
        """
        Return the dialog on a proposal, with a yes, a no, and "later".

        Neither yes nor no is Esc or Enter: those may be meant for something else, and a
        single no rejects the proposal.
        """
        lines = [DialogLine(said) for said in self.asked()]
        title = _("Change the clock?")
        help = (
            _(
                "If everybody agrees, the clock will change at that time, and all "
                "players will get their full time again. A single no keeps the "
                "clock as it is."
            ),
        )
        if has_answered(self._actor.known):
            return Dialog(title, lines, (closing(),), help)
        answers = (
            DialogAnswer(("yes",), _("yes"), partial(self.answer, yes=True)),
            DialogAnswer(("nothing",), _("no"), partial(self.answer, yes=False)),
            DialogAnswer(("back",), _("later")),
        )
        return Dialog(
            title, lines, answers, help, asked=open_proposal(self._actor.known)
        )

    def status(self, key: Key) -> DialogLine | None:
        """Return the status line while there is an open proposal, or None."""
        known, proposal = self._actor.known, open_proposal(self._actor.known)
        is_pressing = known.standstill is None or not has_answered(known)
        if proposal is None or not is_pressing:
            return None
        return DialogLine(line(proposal, known, key("pause")), "warning")

    @property
    def is_asked(self) -> bool:
        """Whether our answer to a proposal is missing."""
        return not has_answered(self._actor.known)

    def answer(self, *, yes: bool) -> None:
        """Answer the proposal as if yes or no had been typed."""
        word = p_("typed", "yes") if yes else p_("typed", "no")
        for said in self.typed(word):
            self._actor.tell(said)

    def _agree(self) -> Sequence[str]:
        known, proposal = self._actor.known, open_proposal(self._actor.known)
        if proposal is not None:
            self._want(proposal.times)
        elif self._may_keep_to:
            self._agreed.add(known.times)
            self._actor.table.do(KeepToTimes(known.times))
            return [_("From now on, your program will keep to the clock.")]
        else:
            return [_nothing_proposed()]
        return ()

    def _disagree(self) -> Sequence[str]:
        proposal = open_proposal(self._actor.known)
        if proposal is None:
            return [_nothing_proposed()]
        self._actor.table.do(ProposeTimes(proposal.times, agrees=False))
        return ()

    def _want(self, times: Times) -> None:
        self._agreed.add(times)
        self._actor.table.do(ProposeTimes(times, agrees=True))

    def _lines(self) -> Iterator[str]:
        """
        Yield the current and agreed times, any proposal, and everybody's time left.
        """
        known, now = self._actor.known, self._seconds()
        yield _("The clock: {limits}.").format(limits=limits(known.times))
        if known.timing is not None and known.timing.next is not None:
            said = _("Agreed clock {when}: {limits}.")
            next_times = limits(known.timing.next)
            yield said.format(when=_when(known), limits=next_times)
        if (proposal := open_proposal(known)) is not None:
            yield line(proposal, known, " / ".join(answer_words()))
        for seat, name in enumerate(known.names):
            left = known.own_time(seat, now)
            if left is not None and seat not in known.gone:
                yield f"{name}: {text.duration(round(left))}."


def why_not(known: TableModel, *, is_over: bool) -> str:
    """Return why we can't change how the game is timed; empty if we can."""
    if known.charter is None:
        return text.not_in_game()
    if is_over:
        return _("The game is over, so no clock is running.")
    if known.ours is None:
        return _("You are watching; only players can do that.")
    return ""


def _of_proposal(
    before: Proposal | None, now: Proposal | None, known: TableModel
) -> Iterator[str]:
    """Yield how the proposal has changed."""
    if now is None:
        return
    is_same = before is not None and (before.by, before.times) == (now.by, now.times)
    was_open = is_same and before is not None and before.against is None
    if now.against is not None:
        if was_open or not is_same:
            yield text.about(
                _who(now.against, known),
                _("You disagree: the clock stays as it is."),
                _("{who} disagrees: the clock stays as it is."),
            )
    elif not was_open:
        yield _proposed(now, known)
    elif before is not None:
        yield from _newly_agreed(before, now, known)


def _newly_agreed(before: Proposal, now: Proposal, known: TableModel) -> Iterator[str]:
    """Yield who has newly agreed."""
    for one, did, does in zip(known.people, before.agree, now.agree, strict=False):
        if does and not did:
            who = _who(one.name, known)
            yield text.about(who, _("You agree."), _("{who} agrees."))


def open_proposal(known: TableModel) -> Proposal | None:
    """Return the proposal if nobody has rejected it; None for people without a game."""
    if known.timing is None or known.charter is None:
        return None
    proposal = known.timing.proposal
    return None if proposal is None or proposal.against is not None else proposal


def has_answered(known: TableModel) -> bool:
    """Return whether no answer of ours is missing."""
    proposal = open_proposal(known)
    if proposal is None or known.ours is None:
        return True
    return all(proposal.agree[known.ours : known.ours + 1])


def _proposed(proposal: Proposal, known: TableModel) -> str:
    return text.about(
        _who(proposal.by, known),
        _("You propose this clock {when}: {limits}."),
        _("{who} proposes this clock {when}: {limits}."),
        when=_when(known),
        limits=limits(proposal.times),
    )


def _agreeing(proposal: Proposal, known: TableModel) -> Iterator[str]:
    pairs = zip(known.people, proposal.agree, strict=False)
    names = [text.other(_who(one.name, known)) for one, agrees in pairs if agrees]
    if names:
        yield _("In favour: {names}.").format(names=", ".join(names))


def line(proposal: Proposal, known: TableModel, how: str) -> str:
    """
    Return the status line on a proposal.

    Args:
        how: The key or command that answers it.
    """
    pairs = zip(known.people, proposal.agree, strict=False)
    agree = [_who(one.name, known) for one, agrees in pairs if agrees]
    if _who(proposal.by, known) is None:
        said = _("You propose: {limits}. In favour: {names}.")
    elif known.ours is None or None in agree:
        said = _("{name} proposes: {limits}. In favour: {names}.")
    else:
        said = _("{name} proposes ({how}): {limits}. In favour: {names}.")
    return said.format(
        name=known.named(proposal.by),
        limits=limits(proposal.times),
        how=how,
        names=", ".join(map(text.other, agree)),
    )


def _who(name: str, known: TableModel) -> text.Who:
    """Return the displayed name of a player; None for ourselves."""
    is_ours = known.ours is not None and known.people[known.ours].name == name
    return None if is_ours else known.named(name)


def read(words: Sequence[str]) -> Times | None:
    """Parse typed times; return None if they are something else."""
    match [_part(word) for word in words]:
        case ["none"]:
            return Times()
        case [int(turn)]:
            return Times(turn)
        case ["game", int(game)]:
            return Times(0, game)
        case [int(turn), "game", int(game)]:
            return Times(turn, game)
        case ["game", int(game), int(increment)]:
            return _incremented(0, game, increment)
        case [int(turn), "game", int(game), int(increment)]:
            return _incremented(turn, game, increment)
    return None


def _part(word: str) -> int | str:
    """Parse seconds; return any other word in English."""
    if word.isascii() and word.isdecimal() and len(word) < 6 and int(word) <= DAY:
        return int(word)
    return {p_("typed", "none"): "none", p_("typed", "game"): "game"}.get(word, word)


def _incremented(turn: int, game: int, increment: int) -> Times | None:
    """Return times with an increment; None if there is no game time to add it to."""
    return Times(turn, game, increment) if game or not increment else None


def usage(field: str = "") -> str:
    """
    Return how to propose another clock.

    Args:
        field: The key that opens the command field of a screen; empty in line mode.
    """
    clock, game = p_("typed", "clock"), p_("typed", "game")
    return _(
        "To propose a clock, type {each} (seconds per choice), {whole} (seconds per "
        "game, plus seconds gained with each choice), both on one line, or {none}."
    ).format(
        each=in_field(field, f"{clock} 90"),
        whole=in_field(field, f"{clock} {game} 600 10"),
        none=in_field(field, f"{clock} {p_('typed', 'none')}"),
    )


def beside_pause(known: TableModel, field: str) -> Sequence[str]:
    """
    Return what else can be done with the clock, for the pause dialog.

    Args:
        field: The key that opens the command field of a screen.
    """
    proposal = open_proposal(known)
    how = in_field(field, _typed(yes=True))
    said = [] if proposal is None else [line(proposal, known, how)]
    return [*said, usage(field)]


def answer_words() -> tuple[str, ...]:
    """Return what is typed to agree, and to disagree."""
    return _typed(yes=True), _typed(yes=False)


def _typed(*, yes: bool) -> str:
    return f"{p_('typed', 'clock')} {p_('typed', 'yes') if yes else p_('typed', 'no')}"


def _when(known: TableModel) -> str:
    return known.face.lobby.from_next()


def _nothing_proposed() -> str:
    return _("Nobody has proposed changing the clock.")
