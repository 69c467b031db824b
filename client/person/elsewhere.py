"""
What a person sees and types to continue at another host, or after a halt.

`features` offers this on the screen, in lines and on pages. `client/table/quorum.py`
decides which hosts are reported here: those at which no player is proven. A client goes
to such a host only if its person wants it to (docs/PROTOCOL.md, Roll calls: Gone). So
the dialog shows the warning in `means`. A guest with a lent seat may choose a reported
host, but types no address (tests/client/lending/test_guest_actions.py).

Continuing after a halt is held by tests/client/person/test_elsewhere.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.questions.addresses import address_in
from sealed_wonders.client.questions.dialog import Dialog, Key, confirm
from sealed_wonders.client.table.actions import GoToHost, Insist
from sealed_wonders.client.tablewords import endings
from sealed_wonders.client.words import text
from sealed_wonders.net.certificate import PIN_DIGITS
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.words import _, p_


class Elsewhere:
    """Other hosts that announce the game, as one person's client handles them."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    def found(self, hosts: Sequence[Nearby]) -> None:
        """
        Report the hosts to move to; no player has been proven to be at any of them.
        """
        actor = self._actor
        before, actor.known.elsewhere = actor.known.elsewhere, tuple(hosts)
        if hosts and [it.address.pin for it in hosts] != [
            it.address.pin for it in before
        ]:
            actor.tell_all(offered(hosts))
            actor.guide(how_to_go(len(hosts)))

    def dialog(self, key: Key) -> Dialog | str:
        """Return the dialog to move to an announced host, or why there is none."""
        hosts = self._actor.known.elsewhere
        if not hosts:
            return not_for_guests() if self._actor.is_guest else not_now()
        said, *details = offered(hosts)
        if len(hosts) > 1:
            details.append(
                _(
                    "Enter takes you to the first host. For another one, press {key} "
                    "and type: {word}"
                ).format(key=key("command"), word=typed(2))
            )
        details.append(
            _("To see this question again, press {key}.").format(key=key("without"))
        )
        asks = confirm(
            said, self._go_to_first, title=_("Go to another host?"), details=details
        )
        return replace(asks, asked=hosts)

    def _go_to_first(self) -> str:
        return " ".join(self.go("1"))

    def halt_dialog(self, key: Key) -> Dialog | str:
        """
        Return the dialog to continue after a halt, or a sentence that there is none.
        """
        return endings.halt_dialog(self._actor.known.halted, self._insist, key)

    def _insist(self) -> None:
        self._actor.table.do(Insist())

    def go(self, typed: str = "") -> Sequence[str]:
        """Move to an announced host, by its number, or to a typed address."""
        known = self._actor.known
        host = self._meant(typed)
        if host is None and self._actor.is_guest and not known.elsewhere:
            return (not_for_guests(),)
        if host is None and not known.offline:
            return (not_now(),)
        if host is None:
            return (*offered(known.elsewhere), how_to_go(len(known.elsewhere)))
        self._actor.table.do(GoToHost((host.address, *host.others)))
        where = text.host_named(host.name) if host.name else str(host.address)
        return (_("Moving to {host}.").format(host=where),)

    def _meant(self, typed: str) -> Nearby | None:
        hosts = self._actor.known.elsewhere
        if not typed:
            return hosts[0] if len(hosts) == 1 else None
        if typed.isascii() and typed.isdecimal():
            return hosts[int(typed) - 1] if 0 < int(typed) <= len(hosts) else None
        # Whoever has a lent seat doesn't lead the lender's program to an address.
        at = None if self._actor.is_guest else address_in(typed)
        return None if at is None else Nearby("", at)


def host_label(host: Nearby) -> str:
    """Return a host's name with the first digits of its pin, since names can repeat."""
    pin = (host.address.pin or b"").hex()[:PIN_DIGITS]
    return _("{host} (pin {pin})").format(host=text.host_named(host.name), pin=pin)


def offered(hosts: Sequence[Nearby]) -> Sequence[str]:
    """Return which hosts claim to continue the game, and how far to trust that."""
    if not hosts:
        return (
            _(
                "No host nearby has your game. If somebody has sent you an "
                "invitation, you can use it."
            ),
        )
    said = (
        _(
            "The host is gone. Another host, {host}, says that your game continues "
            "there."
        )
        if len(hosts) == 1
        else _("The host is gone. Hosts that say they're continuing your game: {host}.")
    )
    if len(hosts) == 1:
        named = host_label(hosts[0])
    else:
        named = "; ".join(f"{n}: {host_label(it)}" for n, it in enumerate(hosts, 1))
    return (said.format(host=named), means())


def means() -> str:
    """Return the warning to read before moving."""
    return _(
        "As far as your program knows, nobody from your table has moved to another "
        "host yet. A spectator could start a host just to hold up the game, so ask "
        "the others first."
    )


def how_to_go(hosts: int) -> str:
    """Return the sentence on what to type to move."""
    if hosts == 1:
        return _("To move to that host, type: {word}").format(word=p_("typed", "there"))
    if hosts:
        return _("To move to one of these hosts, type: {word}").format(word=typed(1))
    invited = p_("typed", "there INVITATION")
    return _("To move to that host, type: {word}").format(word=invited)


def typed(number: int) -> str:
    """Return what is typed to move to one of several hosts."""
    return f"{p_('typed', 'there')} {number}"


def not_now() -> str:
    return _(
        "Your host is still running. To move to another one anyway, type: {word}"
    ).format(word=p_("typed", "there INVITATION"))


def not_for_guests() -> str:
    return _(
        "No host nearby has your game. The person who lends you this seat can move it "
        "to another host."
    )
