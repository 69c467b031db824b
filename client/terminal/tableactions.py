"""
What a person can do at a table besides choosing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sealed_wonders.core.game import Seat
from sealed_wonders.net.address import Address
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.times import Times
from sealed_wonders.net.wishes import Wishes


class TableActions(Protocol):
    """What a person can do at a table besides choosing."""

    def ready(self, ready: bool) -> None:
        """Say that they want to begin, or not any more."""

    def sit(self, table: str) -> None:
        """Sit down at a table; empty for any, or another one."""

    def give_password(self, password: str) -> None:
        """
        Try the password of the table one was turned away from.

        Raises:
            ValueError: it can't be one.
        """

    def look_on(self, table: str) -> None:
        """Look on at a game."""

    def look_on_again(self) -> bool:
        """Look on at the next game at the table; tells whether that can be."""

    def unseat(self, identity: bytes, asks: bool) -> None:
        """Ask for the seat of somebody who isn't ready, before a game, or no more."""

    def say(self, line: str, code: str) -> None:
        """
        Say something to the table; see `sealed_wonders.net.talk`.

        Raises:
            ValueError: it isn't a line that can be sent.
        """

    def manage(self, words: Sequence[str]) -> None:
        """
        Tell the host what to do.

        Raises:
            ValueError: it can't be sent.
            Damaged: the key for running hosts can't be read, or made.
        """

    def admin_key(self) -> bytes:
        """
        Give the key by which one runs hosts.

        Raises:
            Damaged: it can't be read, or made.
        """

    def pause(self, *, paused: bool) -> None:
        """Stop the clock of one's game, or say that one would go on."""

    def retime(self, times: Times, *, agrees: bool, keeps: bool = True) -> None:
        """
        Propose other times for one's game, or say whether one agrees to them.

        Args:
            keeps: who agrees has one's program keep to them.
        """

    def keep_to(self, times: Times) -> None:
        """Have one's program keep to times that others have agreed to."""

    def say_goodbye(self) -> None:
        """
        Say to all that one leaves the game for good.

        Raises:
            OSError: it can't be written down; nothing was said.
        """

    def halt(self) -> None:
        """
        Say that one would end the game here, with the points so far.

        Raises:
            OSError: it can't be written down; nothing was said.
        """

    def disclose(self) -> None:
        """Open one's cards that lie face down, as the game is over."""

    def leave(self, *, failed: bool = False) -> None:
        """Leave the table; *failed*: it isn't the person who wants it."""

    def touched(self) -> None:
        """Take note that somebody is at the program."""

    def vote(self, opener: Seat, number: int, *, yes: bool) -> None:
        """
        Answer a ballot.

        Raises:
            OSError: it can't be written down; nothing was said.
        """

    def go_on(self, out: tuple[Seat, ...] | None = None) -> None:
        """
        Propose to go on without somebody who is waited for.

        Args:
            out: one of what was offered; None is all of it.

        Raises:
            OSError: it can't be written down; nothing was said.
        """

    def substitute(self, absent: Seat, identity: bytes | None) -> None:
        """
        Ask somebody who looks on whether they play on for a seat, if all others agree.

        Args:
            identity: whose; None is a bot of the host's, which may have to come first.
        """

    def summon(self) -> None:
        """Ask the host for a bot that can take one's seat."""

    def give(self, identity: bytes) -> None:
        """Hand one's seat over to somebody who would take it."""

    def keep(self) -> None:
        """Keep one's seat, if it isn't handed over yet."""

    def compare(self, phase: int) -> bool:
        """
        Go on, since the table stands as another's screen says; tells whether it still does.

        Raises:
            OSError: it can't be written down; nothing is said.
        """

    def seat_words(self) -> Sequence[str]:
        """Return the words of one's seat in a game; none without a seat, or a seed."""

    def again(self, wishes: Wishes = ()) -> bool:
        """
        Sit down for another game, with the same people; tells whether that can be.

        Args:
            wishes: what is to be other than before.
        """

    def go_there(self, host: Sequence[Address]) -> None:
        """Go on with the game at another host, by its addresses with its pin if known."""

    def insist(self) -> None:
        """Have our program go on though most others count differently."""

    def host_here(self) -> None:
        """Go on with the game at a host of one's own."""

    def keep_log(self, *, whole: bool) -> str:
        """
        Keep the log of the game, of which nothing more will be; return its path.

        Nothing, if it couldn't be kept, or somebody else does.

        Args:
            whole: the game has ended as it should.
        """

    def keep_states(self, phase: int, states: object) -> str:
        """
        Keep how the rules of several programs stood in a phase.

        Args:
            states: JSON data.

        Returns:
            The path, as a shell takes it; nothing if it couldn't be kept.
        """

    def keep_proof(self, seat: Seat, proof: Equivocation) -> str:
        """Keep the proof that a seat signed two versions; return its path, or nothing."""
