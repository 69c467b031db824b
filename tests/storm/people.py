"""
What people do in a storm: they hesitate, choose, vote, and propose ballots.

Some leave the room with their program on: it stays connected, and sends by itself what
programs send. Somebody who comes back presses a key; so does somebody who is there and
reads that others want to go on without them. All of this comes from the seed. When the
storm is over, everybody becomes quick and agreeable, so that every game ends that can.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed_wonders.client.table import actions, events
from sealed_wonders.client.table.session import SETTLING_PATIENCE
from sealed_wonders.core.game import Seat
from sealed_wonders.net.discovery.nearby import Nearby
from tests.support.inprocess.players import RecordingPlayer

if TYPE_CHECKING:
    from tests.storm.programs import Guest


EARLY_END_PROBABILITY = 0.6
"""Probability, at each choice, that somebody wishes to end the game early."""


@dataclass(frozen=True, slots=True)
class Manner:
    """
    How somebody plays.

    Attributes:
        pause: seconds of thought, in most cases.
        dreams: probability of thinking for ten times as long.
        votes: relative probabilities of a yes, a no, and no answer.
        proposes: probability of going on without somebody, each time it is offered.
        is_program: whether they are a bot.
    """

    pause: float = 0.2
    dreams: float = 0.05
    votes: tuple[float, float, float] = (0.7, 0.2, 0.1)
    proposes: float = 0.5
    is_program: bool = False

    @classmethod
    def of(cls, dice: random.Random) -> Manner:
        """Draw somebody's manner."""
        return cls(
            pause=dice.choice((0.0, 0.05, 0.3, 1.0)),
            dreams=dice.choice((0.0, 0.02, 0.1)),
            votes=dice.choice(((1, 0, 0), (0.6, 0.2, 0.2), (0.2, 0.6, 0.2))),
            proposes=dice.choice((0.0, 0.5, 1.0)),
            is_program=dice.random() < 0.25,
        )


class Person(RecordingPlayer):
    """
    Somebody at a program, for as long as it runs.

    Attributes:
        waits: what the table waits for, as they see it.
        news: how the game ended for them, in a word; empty while it goes on.
        connected: whether they see a connection.
        hosts: hosts that they may go to, although nobody of the table is proven to be there.
    """

    def __init__(self, guest: Guest) -> None:
        super().__init__()
        self.is_program = guest.manner.is_program
        self.waits: events.Wait | None = None
        self.news = ""
        self.connected = False
        self.out: tuple[Seat, ...] = ()
        self.hosts: Sequence[Nearby] = ()
        self._guest = guest
        self._asked = 0

    def _later(self, call: Callable[..., object], *args: object) -> None:
        guest = self._guest
        pause = guest.manner.pause * (0.5 + guest.dice.random())
        if guest.dice.random() < guest.manner.dreams:
            pause *= 10
        guest.machine.callLater(guest.hesitates(pause), call, *args)

    # Before a game.

    def on_lobby_changed(self, event: events.LobbyChanged) -> None:
        self.lobbies.append(event.news)
        if not self._is_ready(event.news):
            self._later(self._be_ready)

    def _is_ready(self, news: events.LobbyNews) -> bool:
        mine = self._guest.identity.public
        return any(it.identity == mine and it.ready for it in news.people)

    def _be_ready(self) -> None:
        session = self._guest.session
        mine = self._guest.identity.public
        is_seated = any(it.identity == mine for it in self.last_lobby.people)
        if session.game is None and is_seated and not self._is_ready(self.last_lobby):
            session.do(actions.SetReady())

    # In a game.

    def on_choice_opened(self, event: events.ChoiceOpened) -> None:
        self._asked += 1
        phase = event.question.phase
        self.question = event.question
        self.answer = lambda move: self.table.do(actions.AnswerQuestion(phase, move))
        ends = self._guest.ends
        if (
            ends is not None
            and not self.is_program
            and ends.random() < EARLY_END_PROBABILITY
        ):
            self._guest.machine.callLater(ends.random(), self._would_end)
        self._later(self._answer, self._asked)

    def _would_end(self) -> None:
        """Wish to end the game early, as happens at some tables now and then."""
        guest = self._guest
        game = guest.session.game
        is_there = not guest.is_out_of_room
        if game is not None and is_there and not guest.table.is_calm:
            self.try_to(game.do, actions.EndEarly())

    def _answer(self, asked: int) -> None:
        if self._guest.is_out_of_room:
            return
        if asked == self._asked and self.question is not None and self.answer:
            moves = self.question.moves
            self.answer(self._guest.dice.choice(moves))

    def on_choice_unwritten(self, event: events.ChoiceUnwritten) -> None:
        self._guest.machine.callLater(2.0, self._answer, self._asked)

    def on_waiting(self, event: events.Waiting) -> None:
        self.waits = event.wait

    def on_absence_changed(self, event: events.AbsenceChanged) -> None:
        before, self.absence_now = self.absence_now, event.absence
        if self.is_program:
            return
        if event.absence.against_us is not None and (
            before.against_us is None
            or before.against_us.key != event.absence.against_us.key
        ):
            self._later(self.press)
        if event.absence.asks is not None and (
            before.asks is None or before.asks.key != event.absence.asks.key
        ):
            self._later(self._vote, event.absence.asks)
        if event.absence.offers and event.absence.offers != before.offers:
            self._later(self._propose)
        if event.absence.rescuable is not None:
            self._later(self._rescue)

    def press(self) -> None:
        """Press a key if somebody is there to do so; a cheat would do so forever."""
        guest, game = self._guest, self._guest.session.game
        is_tired = guest.crook is not None and guest.table.is_calm
        if game is not None and not (guest.is_out_of_room or is_tired):
            game.do(actions.ShowPresence())

    def come_back(self) -> None:
        """Come back into the room."""
        self.press()
        self._do_what_waits()

    def _vote(self, vote: events.Vote) -> None:
        guest, game = self._guest, self._guest.session.game
        if guest.is_out_of_room:
            return
        yes, no, _silent = guest.manner.votes
        drawn = (
            0.0 if guest.table.is_calm else guest.dice.random() * (yes + no + _silent)
        )
        if game is not None and drawn < yes + no:
            self.try_to(
                lambda: game.do(
                    actions.VoteOn(vote.opener, vote.number, yes=drawn < yes)
                )
            )

    def _propose(self) -> None:
        guest, game = self._guest, self._guest.session.game
        offers = self.absence_now.offers
        if game is None or not offers or guest.is_out_of_room:
            return
        if not guest.table.is_calm and guest.dice.random() >= guest.manner.proposes:
            return
        self.try_to(lambda: game.do(actions.ProposeBallot(guest.dice.choice(offers))))

    def on_hosts_found(self, event: events.HostsFound) -> None:
        self.hosts = event.hosts
        if event.hosts and not self.is_program:
            self._later(self._go_elsewhere)

    def _go_elsewhere(self) -> None:
        """Go to a host somebody at the table has opened, who has asked the others."""
        guest = self._guest
        opened = {it.address.pin for it in guest.table.another}
        known = [it for it in self.hosts if it.address.pin in opened]
        if known and not guest.is_out_of_room:
            guest.goes_among((known[0].address, *known[0].others))

    def _rescue(self) -> None:
        """Ask a spectator to become the substitute of a silent player."""
        game, absent = self._guest.session.game, self.absence_now.rescuable
        if self._guest.is_out_of_room:
            return
        if game is not None and absent is not None and self.takers_now:
            to = self.takers_now[0].identity
            self.try_to(lambda: game.do(actions.AskSubstitute(absent, to)))

    def try_to(self, call: Callable[..., object], *args: object) -> None:
        """Do something that has to be written to disk, or drop it if that fails."""
        try:
            call(*args)
        except OSError as error:
            self.story.append(f"not written: {error}")

    def calm_down(self) -> None:
        """Do everything now that was put off."""
        self._do_what_waits()

    def _do_what_waits(self) -> None:
        if self.question is not None:
            self._answer(self._asked)
        if not self.is_program:
            if self.absence_now.asks is not None:
                self._vote(self.absence_now.asks)
            self._propose()
            self._go_elsewhere()

    # Spectators.

    def on_seat_offered(self, event: events.SeatOffered) -> None:
        self.offers.append(event.offer.name)
        yes = self._guest.dice.random() < 0.8
        answer = actions.AnswerOffer(event.offer.asker, event.offer.seat, yes)
        self._later(self.table.do, answer)

    def on_request_refused(self, event: events.RequestRefused) -> None:
        super().on_request_refused(events.RequestRefused(event.reason, event.detail))
        if self._guest.looks_on and self._guest.session.game is None:
            self._guest.go()  # and come back: there may be a game by then

    def on_secret_missing(self, event: events.SecretMissing) -> None:
        self.story.append("stuck")
        self._guest.machine.callLater(0.5, self._guest.go)  # likewise

    # Other events.

    def on_welcomed(self, event: events.Welcomed) -> None:
        self.connected = True

    def on_connection_lost(self, event: events.ConnectionLost) -> None:
        self.connected = False

    def on_connection_failed(self, event: events.ConnectionFailed) -> None:
        self.story.append(f"failed: {event.why}")

    def on_equivocation_proven(self, event: events.EquivocationProven) -> None:
        self.story.append(f"proven {event.seat}")
        self._guest.keep_proof(event.seat, event.proof)

    def on_log_forked(self, event: events.LogForked) -> None:
        # They stay for a while, since the culprit may be found.
        self._end(f"parted {event.seat}", stays=SETTLING_PATIENCE)

    def on_fork_attributed(self, event: events.ForkAttributed) -> None:
        self.story.append(f"settled {event.seat}")
        self._guest.keep_proof(event.seat, event.proof)
        self._guest.machine.callLater(0.5, self._guest.go)

    def on_game_stopped(self, event: events.GameStopped) -> None:
        super().on_game_stopped(events.GameStopped(event.fraud))
        self._end(f"fraud {event.fraud.seat}")

    def on_game_ended(self, event: events.GameEnded) -> None:
        self.sheet, self.out = event.sheet, event.out
        self._end("ended")

    def on_table_closed(self, event: events.TableClosed) -> None:
        self.reason = event.reason
        self._end(f"closed: {event.reason}")

    def _end(self, news: str, *, stays: float = 0.5) -> None:
        self.news = news
        self._guest.keep_log(whole=news == "ended")
        self._guest.machine.callLater(stays, self._guest.go)
