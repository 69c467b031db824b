"""Whether a person is ready to begin, and with which changed keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.person.knownkeys import Trust
from sealed_wonders.client.table.actions import AskForSeat, SetReady
from sealed_wonders.client.tablewords import lenders, lobby
from sealed_wonders.client.tablewords.trust import still_changed
from sealed_wonders.client.view import shownnames
from sealed_wonders.client.view.keyring import is_known_by_key
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.words import text
from sealed_wonders.net.lobby import Options, TablePerson, name_key
from sealed_wonders.net.lobby.loans import Declared
from sealed_wonders.net.messages import LobbyPerson
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.words import _

Doubt = bytes | lenders.Holding
"""A changed key, or a lender with half of the seats or more."""


class Readiness:
    """
    The readiness of one person, and the keys they accept.

    Attributes:
        eager: Whether to be ready at once, whoever else sits at the table.
    """

    def __init__(self, actor: Actor, trusted: Trust, *, eager: bool) -> None:
        """
        Create it; nobody is ready.

        Args:
            trusted: The keys of others.
        """
        self.eager = eager
        self._actor = actor
        self._trusted = trusted
        self._agreed: Options | None = None
        """Options of the previous game, for which we are ready at once."""
        self._accepted: set[lenders.Holding] = set()
        """Lenders with half of the seats or more, with whom the person wants to play."""
        self._asked: set[bytes] = set()
        """Identities whose seats we ask for."""

    @property
    def doubtful(self) -> frozenset[Doubt]:
        """
        Changed keys and powerful lenders in the lobby that the person hasn't accepted.
        """
        known = self._actor.known
        if known.news is None:
            return frozenset()
        held = {*lenders.holdings(known.news, known.keyring.me)} - self._accepted
        return self._trusted.doubtful(known.news) | held

    def accept(self, doubts: Iterable[Doubt]) -> None:
        """Accept changed keys, and lenders with half of the seats or more."""
        doubts = frozenset(doubts)
        held = {it for it in doubts if isinstance(it, lenders.Holding)}
        self._accepted |= held
        self._trusted.accept(it for it in doubts if isinstance(it, bytes))

    def agree_again(self, options: Options) -> None:
        """Plan to be ready at once if the options are those of the previous game."""
        self._agreed = options

    def look(self, *, is_ready: bool) -> None:
        """
        Set our readiness after a change in the lobby.

        It is withdrawn if a key has changed, or if a lender has come to hold half of the
        seats. The person then has to become ready again.

        Args:
            is_ready: Our readiness according to the lobby.
        """
        table, news = self._actor.table, self._actor.known.news
        self._forget_absent()
        if self.doubtful:
            if is_ready:
                self._actor.tell(lobby.not_ready_any_more(), LineKind.WARNING)
                table.do(SetReady(False))
        elif self.eager and not is_ready:
            table.do(SetReady(True))
        elif self._agreed is not None and news is not None:
            agreed, self._agreed = self._agreed, None
            is_new = bool(self._actor.known.surprises)
            if not is_new and _but_players(agreed) == _but_players(news.options):
                self.be_ready(True)

    def _forget_absent(self) -> None:
        """Drop requests for the seats of people who have left the lobby."""
        news = self._actor.known.news
        people = () if news is None else news.people
        self._asked &= {one.identity for one in people}

    def be_ready(self, ready: bool, accepted: Iterable[Doubt] = ()) -> bool:
        """
        Report whether we are ready; return whether that was possible.

        Args:
            accepted: What `doubtful` returned when the person was asked: changed keys,
                and lenders. Any other prevents being ready.
        """
        known = self._actor.known
        if known.charter is not None or known.news is None:
            self._actor.tell(text.only_before_game())
            return False
        self.eager = self.eager and ready
        self.accept(accepted)
        if ready and self.doubtful:
            return False
        self._actor.table.do(SetReady(ready))
        return True

    def asks_for(self, identity: bytes) -> bool:
        """Return whether we ask for somebody's seat."""
        return identity in self._asked

    def unseat(self, name: str) -> None:
        """
        Toggle the request for the seat of a named player who keeps the game from
        beginning.
        """
        if not name:
            self._actor.tell(_("Whose seat? Type unseat and a name."))
            return
        people = self._in_lobby
        names = [it.name for it in people]
        shown = [self._called(it) for it in people]
        found = [people[at] for at in shownnames.meant(name, shown, names)]
        if len(found) > 1:
            self._actor.tell(text.not_unique(name, [self._called(it) for it in found]))
        elif not found or found[0].identity == self._actor.known.keyring.me:
            said = _("The lobby has no player called {name}.")
            self._actor.tell(said.format(name=name))
        else:
            self.ask_for(found[0])

    def ask_for(self, one: LobbyPerson) -> None:
        """Toggle the request for somebody's seat."""
        me, people = self._actor.known.keyring.me, self._in_lobby
        if asks := not self.asks_for(one.identity):
            # Otherwise the host refuses it, and there is nothing to withdraw.
            if not one.ready and any(it.identity == me and it.ready for it in people):
                self._asked.add(one.identity)
                said = _(
                    "You are asking {name} to give up their seat. To stop asking, "
                    "repeat the command."
                )
                self._actor.tell(said.format(name=self._called(one)))
        else:
            self._asked.discard(one.identity)
            said = _("You have stopped asking for {name}'s seat.")
            self._actor.tell(said.format(name=self._called(one)))
        self._actor.table.do(AskForSeat(one.identity, asks))

    @property
    def _in_lobby(self) -> Sequence[LobbyPerson]:
        """People in the lobby; empty once the game has begun."""
        known = self._actor.known
        return () if known.news is None or known.charter else known.news.people

    def _called(self, one: LobbyPerson) -> str:
        return self._actor.known.called(one.identity, one.name)

    def trust(self, name: str) -> None:
        """Accept the changed key of somebody at the table."""
        known = self._actor.known
        there = known.charter or known.news
        some: Iterable[Declared] = there.people if there else ()
        people = [(it.name, it.identity) for it in some if is_known_by_key(it)]
        shown = {name_key(known.called(key, it)): it for it, key in people}
        if not name:
            self._actor.tell(_("Whose key? Type trust and a name."))
        elif taken := self._trusted.take(shown.get(name_key(name), name), people):
            said = _("From now on, your program will accept this key for {name}.")
            self._actor.tell(said.format(name=taken))
        else:
            said = _("Nobody here called {name} has a changed key.")
            self._actor.tell(said.format(name=name))

    def meet(self, person: TablePerson) -> None:
        """Warn if somebody has another key than the one we know."""
        mine = person.identity == self._actor.known.keyring.me
        if mine or not is_known_by_key(person):
            return
        if self._trusted.meet(person.name, person.identity) is Pin.CHANGED:
            shown = self._actor.known.called(person.identity, person.name)
            self._actor.tell(still_changed(person.name, shown), LineKind.WARNING)


def _but_players(options: Options) -> Options:
    """Return options without the number of players, since some may not come again."""
    return tuple(pair for pair in options if pair[0] != "players")
