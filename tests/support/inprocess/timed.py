"""A table of three whose clock runs, is paused, or is replaced."""

from __future__ import annotations

from sealed_wonders.client.table.actions import EndEarly, PauseClock, ProposeTimes
from sealed_wonders.core.games import part
from sealed_wonders.net.messages import Clock, Paused, Timing
from sealed_wonders.net.times import Times
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, StartHost, open_terms


class TimedTable:
    """Ann, bob and cleo, who play openly; bob and cleo choose, and wait for ann."""

    def __init__(self, start_host: StartHost, **terms: object) -> None:
        self.host: HostHarness = start_host(open_terms(3, **terms))
        self.people = self.host.join()
        self.ann, self.bob, self.cleo = self.people
        self.host.leave_unanswered([self.ann])
        assert self.ann.player.question is not None

    # Actions.

    def pause(self, who: Client) -> None:
        who.act(PauseClock(paused=True))

    def resume(self, *people: Client) -> None:
        for who in people:
            who.session.do(PauseClock(paused=False))
        self.host.settle()

    def propose(self, times: Times, *people: Client, agrees: bool = True) -> None:
        """
        Make each of these people propose times, or accept or reject the same proposal.
        """
        for who in people:
            who.session.do(ProposeTimes(times, agrees=agrees))
        self.host.settle()

    def choose(self) -> None:
        """Make ann answer one question."""
        question, answer = self.ann.player.question, self.ann.player.answer
        assert question is not None
        assert answer is not None
        answer(question.default)
        self.host.settle()

    def play_until_part(self, number: int) -> None:
        """Play until the part of the game with this number."""
        while part(self.host.game.fold.state) < number:
            self.choose()

    def play_out(self) -> None:
        """Make ann answer all questions until the game ends."""
        self.host.answer_at_once([self.ann])

    def end_early(self) -> None:
        """Make all players agree to end the game early."""
        for who in self.people:
            who.game.do(EndEarly())
        self.host.settle()

    def leave(self, *people: Client) -> None:
        """Disconnect these people, or all of them."""
        self.host.disconnect(people or self.people)

    def reconnect(self, *people: Client) -> None:
        self.host.reconnect(people or self.people)

    def restart(self) -> None:
        """Kill and restart the host, and reconnect everybody."""
        self.host.restart()
        self.reconnect()

    # The most recent announcements.

    @property
    def clock(self) -> Clock:
        """The clock that was last sent to ann."""
        return [it for it in self.ann.received if isinstance(it, Clock)][-1]

    def seconds_left(self, whose: Client) -> int:
        """Return the seconds of game time that a player has left."""
        seat = self.host.game.seat_of(whose.identity.public)
        assert seat is not None
        return self.ann.player.seat_seconds[seat]

    @property
    def paused(self) -> tuple[str | None, set[str]]:
        """
        Who has paused, and the names of those who want to resume, as last sent to
        everybody.
        """
        (said,) = {
            [it for it in client.received if isinstance(it, Paused)][-1]
            for client in self.people
            if client.connection is not None
        }
        names = self.host.game.names
        return said.by, {names[seat] for seat, on in enumerate(said.on) if on}

    @property
    def timing(self) -> Timing:
        """The agreed and proposed times, as last announced to everybody."""
        (said,) = {
            it.player.timings[-1] for it in self.people if it.connection is not None
        }
        return said

    @property
    def agreeing(self) -> set[str]:
        """The names of the players who agree to the proposal."""
        proposal = self.timing.proposal
        assert proposal is not None
        names = self.host.game.names
        return {name for name, does in zip(names, proposal.agree, strict=True) if does}
