"""Three at a table whose clock runs, stands still, or becomes another one."""

from __future__ import annotations

from sealed_wonders.client.table.actions import EndEarly, PauseClock, ProposeTimes
from sealed_wonders.core.games import part
from sealed_wonders.net.messages import Clock, Paused, Timing
from sealed_wonders.net.times import Times
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, StartHost, open_terms


class TimedTable:
    """Ann, bob and cleo, who play openly: the others choose at once, and wait for ann."""

    def __init__(self, start_host: StartHost, **terms: object) -> None:
        self.host: HostHarness = start_host(open_terms(3, **terms))
        self.people = self.host.join()
        self.ann, self.bob, self.cleo = self.people
        self.ann.player.pick = None
        self.host.settle()
        assert self.ann.player.question is not None

    # What they do.

    def pause(self, who: Client) -> None:
        who.session.do(PauseClock(paused=True))
        self.host.settle()

    def resume(self, *people: Client) -> None:
        for who in people:
            who.session.do(PauseClock(paused=False))
        self.host.settle()

    def propose(self, times: Times, *people: Client, agrees: bool = True) -> None:
        """Let people propose a clock, one after the other, or say something to it."""
        for who in people:
            who.session.do(ProposeTimes(times, agrees=agrees))
        self.host.settle()

    def choose(self) -> None:
        """Let ann answer one question."""
        question, answer = self.ann.player.question, self.ann.player.answer
        assert question is not None
        assert answer is not None
        answer(question.default)
        self.host.settle()

    def go_on_to(self, number: int) -> None:
        """Play until a part of the game."""
        while part(self.host.game.fold.state) < number:
            self.choose()

    def play_out(self) -> None:
        """Let ann answer all there is to the end."""
        self.ann.player.pick = any_move
        self.ann.player.answer_now()
        self.host.settle()

    def end_early(self) -> None:
        """Let all agree to end the game."""
        for who in self.people:
            who.game.do(EndEarly())
        self.host.settle()

    def leave(self, *people: Client) -> None:
        """Cut people off, or all of them."""
        for who in people or self.people:
            who.disconnect()
        self.host.settle()

    def come_back(self, *people: Client) -> None:
        for who in people or self.people:
            who.connect()
        self.host.settle()

    def restart(self) -> None:
        """Kill the host, and let all come back to the next."""
        self.host.restart()
        self.come_back()

    # What they were told last.

    @property
    def clock(self) -> Clock:
        """What ann was told of the time that is left."""
        return [it for it in self.ann.received if isinstance(it, Clock)][-1]

    def left(self, whose: Client) -> int:
        """Return the time for the game that somebody has left."""
        seat = self.host.game.seat_of(whose.identity.public)
        assert seat is not None
        return self.ann.player.seats[seat]

    @property
    def paused(self) -> tuple[str | None, set[str]]:
        """Who has paused, as all were told, and the names of who would go on."""
        (said,) = {
            [it for it in client.received if isinstance(it, Paused)][-1]
            for client in self.people
            if client.connection is not None
        }
        names = self.host.game.names
        return said.by, {names[seat] for seat, on in enumerate(said.on) if on}

    @property
    def timing(self) -> Timing:
        """What all were told of other clocks."""
        (said,) = {
            it.player.timings[-1] for it in self.people if it.connection is not None
        }
        return said

    @property
    def agree(self) -> set[str]:
        """The names of those who agree to what is proposed."""
        proposal = self.timing.proposal
        assert proposal is not None
        names = self.host.game.names
        return {name for name, does in zip(names, proposal.agree, strict=True) if does}
