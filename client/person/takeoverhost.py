"""Continuing a table on this machine when its host is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.questions.dialog import Dialog, Key, confirm
from sealed_wonders.client.table.actions import HostHere
from sealed_wonders.client.tablewords import lobby
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.net.invitations import Invitations
from sealed_wonders.net.words import _, p_

HERE_PATIENCE = 20.0
"""Seconds without a host before somebody may continue without it."""


class HostTakeover:
    """
    Continues a game on this machine, if the person wants that, when its host is lost.
    """

    def __init__(
        self, actor: Actor, reactor: IReactorTime, can: Callable[[], bool]
    ) -> None:
        """
        Create it while the host is connected.

        Args:
            can: Returns whether this program can start a host for the game.
        """
        self._actor = actor
        self._reactor = reactor
        self._can = can
        self._timer: IDelayedCall | None = None

    def connection_lost(self) -> None:
        """Note that the host is lost."""
        if self._timer is None:
            self._timer = self._reactor.callLater(HERE_PATIENCE, self._offer)

    def welcomed(self) -> None:
        """Note that a host is connected."""
        self._stop()
        self._actor.known.may_host = False

    def _stop(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None

    def _offer(self) -> None:
        actor, self._timer = self._actor, None
        if actor.over or not actor.known.offline:
            return
        if not self._can():
            self.connection_lost()  # for example before the game began
            return
        actor.known.may_host = True
        actor.tell(offered())
        actor.offered_to_host()

    def dialog(self, key: Key) -> Dialog | str:
        """Return the dialog to continue here, or a sentence that it isn't possible."""
        if not self._actor.known.may_host:
            return not_now()
        invited = _(
            "If somebody else already hosts the table and has sent you an "
            "invitation, press {key} and type: {word}"
        ).format(key=key("command"), word=p_("typed", "there INVITATION"))
        again = _("To see this question again, press {key}.").format(key=key("without"))
        details = (*means(), invited, again)
        asks = confirm(
            offered(), self.go_on, title=_("Continue here?"), details=details
        )
        return replace(asks, help=(*means(), *asks.help))

    def go_on(self) -> None:
        """Continue the table here, if possible."""
        actor = self._actor
        if not actor.known.may_host:
            actor.tell(not_now())
            return
        actor.known.may_host = False
        actor.tell(starting())
        actor.table.do(HostHere())

    def failed(self, why: str) -> None:
        """Report that no host could be started here; it may be tried again."""
        actor = self._actor
        said = _("This machine can't take over the table: {why}")
        actor.tell(said.format(why=why), LineKind.WARNING)
        actor.known.hosts = False
        actor.known.may_host = actor.known.offline and not actor.over

    def stands(self, invitations: Invitations) -> None:
        """Report that the table is here now, and how others get here."""
        actor = self._actor
        actor.known.hosts = True
        actor.tell(
            _(
                "This machine now hosts the table. The others will find it by "
                "themselves."
            )
        )
        self.invite(invitations)

    def invite(self, invitations: Invitations) -> None:
        """Report this host's current invitations."""
        self._actor.known.invitations = invitations
        self._actor.tell_all(lobby.invitations(invitations, hosts=True))


def offered() -> str:
    """Return the sentence that offers to continue here."""
    return _(
        "The host has been gone for a while. This machine can host the table "
        "instead; nothing in the game will be lost."
    )


def means() -> Sequence[str]:
    """Return the consequences of continuing here."""
    return (
        _(
            "The others will find this machine by themselves, or can use the "
            "address that you will then see. If the old host returns first, or "
            "somebody else takes over the table, your program will go there instead."
        ),
        _("While your machine hosts the table, the game stops whenever you leave."),
    )


def not_now() -> str:
    return _(
        "You can host the table here only after its host has been gone for a while."
    )


def starting() -> str:
    return _("Starting a host on this machine.")
