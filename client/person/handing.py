"""
Handing over our seat, having a bot play for us, and taking a seat that is offered.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.questions.dialog import (
    Alternative,
    Dialog,
    DialogLine,
    Key,
    confirm,
)
from sealed_wonders.client.table.actions import (
    AnswerOffer,
    HandOver,
    KeepSeat,
    Speak,
    SummonBot,
)
from sealed_wonders.client.table.events import Giving, Heard, Question, SeatOffer, Step
from sealed_wonders.client.tablewords import lookalikes, tablecode
from sealed_wonders.client.tablewords.takers import Saying, to_takers
from sealed_wonders.client.tablewords.trust import identity_words
from sealed_wonders.client.tablewords.unavailable import no_seat_for_bot
from sealed_wonders.client.view import updates
from sealed_wonders.client.view.handingmodel import HandingModel
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import lodging, text
from sealed_wonders.client.words.handovers import changed_hands
from sealed_wonders.core.game import Move, Seat
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.lobby.options import rescues
from sealed_wonders.net.messages import Taker
from sealed_wonders.net.talk import BOT, MYSELF
from sealed_wonders.net.words import _, n_, p_

PATIENCE = 3.0
"""Seconds before our program starts playing, since the key may have been a slip."""

PACE = 2.0
"""
Seconds that our program takes for each question.

Without them, a game against bots would be over before somebody is back who left for a
minute.
"""

CALM = 1.0
"""Seconds before the others are informed, so that a key held down sends nothing."""


class SeatHandover:
    """
    Handles the seat of one person.

    Attributes:
        model: The table model's part on seats that change hands.
    """

    def __init__(self, actor: Actor, reactor: IReactorTime) -> None:
        self.model = HandingModel()
        self._actor = actor
        self._reactor = reactor
        self._strategy = strategy("builder", secrets.token_hex(16))
        self._begins: IDelayedCall | None = None
        """Pending while our program is about to play."""
        self._tells: IDelayedCall | None = None
        """Pending while the others are about to be informed of who plays."""
        self._told: bool | None = None
        """
        Whether the others last heard that our program plays; None if nothing was sent.
        """

    # What can be done.

    @property
    def ways(self) -> Sequence[Alternative]:
        """The ways to give up the seat that are possible now."""
        model, known = self.model, self._actor.known
        if known.charter is None or known.out or self._actor.over or model.giving:
            return ()
        first = self._take_back() if model.autopilot else self._to_program()
        said = Saying(
            _("Give your seat to one of the host's bots"),
            _(
                "From then on, the host's machine will see your hand, and all cards "
                "that you are dealt. You won't be able to take the seat back."
            ),
            lambda who: _("Give your seat to {who}, who is watching").format(who=who),
            _(
                "The spectator will then see your hand. You won't be able to take "
                "the seat back."
            ),
            _("Give your seat away for good?"),
        )
        return (first, *to_takers(known, said, self._give))

    def keep(self) -> None:
        """Keep the seat, and play ourselves again."""
        is_giving, self.model.wants_bot = self.model.giving is not None, False
        if self._actor.known.ours is None:
            self._actor.tell(nothing_to_give())
            return
        if is_giving:
            self._actor.table.do(KeepSeat())
        if self.model.autopilot:
            self._play_alone(on=False)
        elif not is_giving:
            self._actor.tell(
                _("You still have your seat, and nobody is being asked to take it.")
            )

    @property
    def may_play_alone(self) -> bool:
        """Whether our program plays for us, or could."""
        return self.model.autopilot or bool(self.ways)

    @property
    def plays(self) -> bool:
        """Whether our program plays for us and its initial wait is over."""
        return self.model.autopilot and not _is_due(self._begins)

    def play_on(self) -> None:
        """Let our program answer a new question after `PACE` seconds."""
        self._play_in(PACE)

    def turn_bot(self) -> None:
        """Let our program play for us, or take over again."""
        if not self.may_play_alone:
            self._actor.tell(no_seat_for_bot())
        else:
            self._play_alone(on=not self.model.autopilot, patience=PATIENCE)

    def stop(self) -> None:
        """Stop our program."""
        self.model.autopilot = self._actor.is_program = False
        _cancel(self._begins)
        _cancel(self._tells)

    def offer_dialog(self) -> Dialog | str:
        """Return the dialog that offers a seat, or a sentence that none is offered."""
        offer = self.model.offer
        if offer is None:
            return no_offer()
        asks = confirm(
            offered(offer),
            partial(self.answer, yes=True),
            partial(self.answer, yes=False),
            title=_("You are being offered a seat"),
            details=taking_means(offer),
        )
        return replace(asks, asked=offer, is_typed=True)

    def take(self) -> None:
        """Accept the offered seat."""
        if self.model.offer is None:
            self._actor.tell(no_offer())
        else:
            self.answer(yes=True)

    def status(self, key: Key) -> DialogLine | None:
        """Return the status line while our program plays, or None."""
        on = self.model.autopilot
        return DialogLine(on_autopilot(key("bot")), "warning") if on else None

    def answer(self, *, yes: bool) -> None:
        """Accept or decline the offered seat."""
        offer, self.model.offer = self.model.offer, None
        if offer is not None:
            self._actor.tell(taking(offer) if yes else not_taking(offer))
            self._actor.table.do(AnswerOffer(offer.asker, offer.seat, yes))

    def choose(self, question: Question) -> Move:
        """Return the move of the strategy that plays for us."""
        return self._strategy(question.state, question.seat, question.faces)

    def _to_program(self) -> Alternative:
        means = (
            _("The lender's machine plays for you. You can come back at any time.")
            if self._actor.is_guest
            else _(
                "The program plays on this machine, so leave the machine switched on. "
                "Nobody else sees your hand. You can come back at any time."
            )
        )
        return Alternative(
            "program",
            _("Let this program play for you"),
            (means,),
            lambda: self._play_alone(on=True),
            p_("typed", "program"),
        )

    def _take_back(self) -> Alternative:
        return Alternative(
            "program",
            _("Take over again"),
            (_("Right now, this program is playing for you."),),
            self.keep,
            p_("typed", "me"),
        )

    def _play_alone(self, *, on: bool, patience: float = 0.0) -> None:
        _cancel(self._begins)
        self.model.autopilot = self._actor.is_program = on
        if on:
            self._actor.tell(
                _(
                    "From now on, this program will play for you until you take "
                    "over again."
                ),
                LineKind.GAME,  # a screen shows it for as long as it is so
            )
            if patience:
                self._play_in(patience)
            else:
                self._actor.play_by_program()
        else:
            self._actor.tell(_("You have taken over again."))
            self._actor.ask_again()
        self._tell_soon()

    def _play_in(self, seconds: float) -> None:
        _cancel(self._begins)
        self._begins = self._reactor.callLater(seconds, self._actor.play_by_program)

    def _give(self, taker: Taker | None) -> None:
        """Hand the seat over to *taker*; None stands for a bot of the host."""
        charter, table = self._actor.known.charter, self._actor.table
        if taker is None and charter is not None:
            taker = next(filter(self._is_bot_for_us, self.model.takers), None)
        if taker is not None:
            table.do(HandOver(taker.identity))
        else:
            self.model.wants_bot = True
            self._actor.tell(_("Asking the host for a bot."))
            table.do(SummonBot())

    # Informing the others that our program plays, and hearing the same from them.

    def heard(self, heard: Heard, *, is_told: bool) -> None:
        """
        Handle a message that a player's program plays for them, or no longer does.

        Args:
            is_told: Whether to report it to our person.
        """
        known, is_bot = self._actor.known, heard.code == BOT
        if heard.identity == known.keyring.me:
            # It may be from an earlier process, in which somebody else was playing.
            self._told = is_bot
            self._tell_soon()
        elif self._is_news(heard, is_bot=is_bot):
            known.bots ^= {heard.identity}
            if is_told:
                name = known.called(heard.identity, heard.name)
                self._actor.tell(bot_plays(name) if is_bot else plays(name))

    def _is_news(self, heard: Heard, *, is_bot: bool) -> bool:
        known = self._actor.known
        seats = enumerate(known.people)
        is_in = any(
            one.identity == heard.identity and seat not in known.gone
            for seat, one in seats
        )
        return is_in and is_bot != (heard.identity in known.bots)

    def welcomed(self) -> None:
        """Repeat what may have been lost with a connection."""
        if self.model.autopilot or self._told is not None:
            self._told = not self.model.autopilot
            self._tell_soon()

    def _tell_soon(self) -> None:
        _cancel(self._tells)
        self._tells = self._reactor.callLater(CALM, self._tell_others)

    def _tell_others(self) -> None:
        """Inform the others who plays for us, unless they know."""
        is_bot, known = self.model.autopilot, self._actor.known
        is_out = known.out or self._actor.over
        if known.offline or is_out or is_bot == bool(self._told):
            return
        self._told = is_bot
        self._actor.table.do(Speak("", BOT if is_bot else MYSELF))

    # Events.

    def takers(self, takers: Sequence[Taker]) -> None:
        """Handle a new list of spectators and bots that would take a seat."""
        before = {taker.identity for taker in self.model.takers}
        self.model.takers = tuple(takers)
        if self._actor.known.charter is None:
            return
        for taker in takers:
            is_bot = taker.owner == self._actor.known.host_key
            if self.model.wants_bot and self._is_bot_for_us(taker):
                self.model.wants_bot = False
                self._actor.table.do(HandOver(taker.identity))
            elif not is_bot and taker.identity not in before:
                said = _("{who} is watching, and could take a seat.")
                name = self._actor.known.called(taker.identity, taker.name)
                self._actor.tell(said.format(who=name))

    def _is_bot_for_us(self, taker: Taker) -> bool:
        """
        Return whether a taker is a bot of the host that isn't meant for another seat.
        """
        known = self._actor.known
        is_bot = known.charter is not None and taker.owner == known.host_key
        return is_bot and taker.seat in (None, known.ours)

    def refused(self) -> bool:
        """
        Cancel our requests for a bot or a substitute, because the host refused
        something.

        Returns:
            Whether such a request was waiting, so that it may be what was refused.
        """
        wanted, self.model.wants_bot = self.model.wants_bot, False
        asking = self.model.asking
        return wanted or (asking is not None and asking.step is Step.WAITS)

    def giving(self, giving: Giving) -> None:
        """Handle a step in handing our seat over."""
        self.model.giving = None if giving.step.is_over else giving
        if said := given(giving, self._actor.known):
            # Long after the first message, this one must not be missed.
            is_news = giving.step in (Step.REFUSED, Step.SILENT, Step.FAILED)
            self._actor.tell(said, LineKind.WARNING if is_news else LineKind.TABLE)

    def handed(
        self, seat: Seat, before: TablePerson, after: TablePerson, *, plays_on: bool
    ) -> None:
        """Handle a seat's change of hands; removals of seats are reported elsewhere."""
        known = self._actor.known
        me = known.keyring.me
        was = known.names[seat]
        updates.change_hands(known, seat, after)
        if before.identity == me:
            self.model.giving = None
            self.stop()
            self._actor.got_up()
        if not plays_on and before.identity != me:
            return
        kind = LineKind.WARNING if before.identity == me else LineKind.TABLE
        names = was, lodging.beside_machine(known, known.names[seat], after)
        said = changed_hands(before, after, names, me, known.host_key)
        self._actor.tell(said, kind)
        self._actor.tell_all(lookalikes.warnings(known.people), LineKind.WARNING)

    def withdrawn(self) -> None:
        """Withdraw the question whether we take the offered seat."""
        offer, self.model.offer = self.model.offer, None
        if offer is not None:
            self._actor.tell(not_offered_any_more(offer))


# Sentences.


def given(giving: Giving, known: TableModel) -> str:
    """Return the sentence for a step in handing our seat over; may be empty."""
    said: Mapping[Step, str] = {
        Step.WAITS: _(
            "{who} will be asked to take your seat once the others have chosen."
        ),
        Step.ASKED: _(
            "{who} has been asked to take your seat. Until they accept, it is yours."
        ),
        Step.SIGNED: "",
        Step.KEPT: _("You keep your seat."),
        Step.REFUSED: _("{who} declined. You keep your seat."),
        Step.SILENT: _("{who} didn't answer. You keep your seat."),
        Step.FAILED: _("Your seat can't be handed over to {who}. You keep it."),
    }
    return said[giving.step].format(who=known.called(giving.to, giving.name))


def offered(offer: SeatOffer) -> str:
    """Return the question whether we take a seat."""
    if offer.by is not None:
        said = _(
            "{by} asks whether you would substitute for {who}, who is absent. All "
            "the others must agree."
        )
        return said.format(by=offer.by, who=offer.name)
    return _("{who} wants to hand you their seat. Will you take it?").format(
        who=offer.name
    )


def taking_means(offer: SeatOffer) -> Sequence[str]:
    """Return the consequences of taking a seat."""
    means = [_("You will play with that player's city and hand until the game ends.")]
    if offer.by is not None:
        said = _(
            "If {who} comes back before everybody has agreed, they will keep their "
            "seat."
        )
        means.append(said.format(who=offer.name))
    return means


def taking(offer: SeatOffer) -> str:
    said = _("You have agreed to take over from {who}.")
    if offer.by is not None:
        said = _(
            "You have agreed to substitute for {who}. The others are now being asked."
        )
    return said.format(who=offer.name)


def not_taking(offer: SeatOffer) -> str:
    said = _("You have declined to take over from {who}.")
    if offer.by is not None:
        said = _("You have declined to substitute for {who}.")
    return said.format(who=offer.name)


def not_offered_any_more(offer: SeatOffer) -> str:
    said = _("You are no longer being asked to take over from {who}.")
    return said.format(who=offer.name)


def looks_on(names: Sequence[str]) -> str:
    """Return the sentence on whose game a spectator watches."""
    said = _("You are watching {names}.")
    return said.format(names=text.listing(names))


def to_a_seat(known: TableModel) -> Sequence[str]:
    """Return what a spectator sees of a game, and how they can get a seat."""
    charter, identity = known.charter, known.keyring.me
    if charter is None or identity is None:
        return ()
    return (
        *([seen_late(known.late)] if known.late else ()),
        tablecode.line(charter.gid),
        *tablecode.in_other_languages(charter.gid),
        _("A player who has to leave can hand you their seat.")
        if not rescues(charter.options)
        else _(
            "A player who has to leave can hand you their seat. You may also be "
            "asked to substitute for an absent player."
        ),
        _("To prove who you are, read your six words to that player: {words}").format(
            words=identity_words(identity)
        ),
    )


def who_looks_on(known: TableModel) -> Iterator[str]:
    """Yield which spectators would take a seat; for players."""
    takers = known.handing.takers
    names = [
        known.called(it.identity, it.name)
        for it in takers
        if it.owner != known.host_key
    ]
    if names:
        said = n_("{names} is watching.", "{names} are watching.", len(names))
        yield said.format(names=text.listing(names))


def seen_late(seconds: int) -> str:
    """Return the sentence on how late a spectator sees events."""
    said = _(
        "You see everything with a delay of {time}, until somebody offers you a seat."
    )
    return said.format(time=text.duration(seconds))


def bot_plays(name: str) -> str:
    return _("{name} has let a bot take over for a while.").format(name=name)


def plays(name: str) -> str:
    return _("{name} is playing again.").format(name=name)


def no_offer() -> str:
    return _("Nobody is offering you a seat right now.")


def ways_title() -> str:
    return _("You can hand your seat over:")


def nothing_to_give() -> str:
    return _("You have no seat to hand over right now.")


def on_autopilot(key: str) -> str:
    """Return the status line while our program plays, with the key that ends that."""
    return _(
        "This program is playing for you. To take over again, press {key} or choose "
        "a move."
    ).format(key=key)


def _is_due(call: IDelayedCall | None) -> bool:
    return call is not None and call.active()


def _cancel(call: IDelayedCall | None) -> None:
    if call is not None and call.active():
        call.cancel()
