"""Why a host doesn't do what somebody asks."""

from __future__ import annotations

from typing import Literal

from sealed_wonders.core.sentences import Text
from sealed_wonders.net.errors import RemoteProtocolError

Reason = Literal[
    "banned",  # whoever runs the host doesn't let them in
    "bad-commit",  # not a LOBBY_COMMIT, or not of the one who sends it
    "bad-reveal",  # not a LOBBY_REVEAL for this draw
    "bad-wish",  # no table can be as whoever opens it would have it
    "bad-taker",  # nobody who could take a seat: a bot of somebody else's than it says
    "begun",  # too late: the game goes on
    "busy",  # too many strangers come, or are here; somebody known would be let in
    "closing",  # the host ends as soon as its games are over
    "drawing",  # just now seats are drawn; wait a moment
    "fixed",  # all tables of the host have it in common, and nobody chooses it
    "had-seat",  # whoever would take a seat has one there, or has handed it over
    "name-taken",  # somebody of that name sits there
    "kicked",  # whoever runs the host has put them out; they may come back
    "in-use",  # another program is there with that key; whoever comes again puts it out
    "left",  # the others go on without whoever says it
    "no-bot",  # the host has none to take a seat, or has sent one already
    "no-bots",  # the host can't run any
    "no-game",  # no game goes on there in which a seat could change hands
    "no-memory",  # none for the bots that would be needed
    "not-invited",  # the host has a list of those it lets in, and they aren't on it
    "at-home",  # at the host's own machine nobody is asked to get up
    "no-pause",  # whoever says it has stopped the clock for long enough, or has cheated
    "no-reason",  # who isn't ready, or is, can't ask, or be asked, to get up
    "no-room",  # the host serves as many tables as it may
    "no-seat",  # whoever says it doesn't sit at a table where it would mean something
    "no-table",  # there is no such table
    "not-there",  # whoever something is for has no seat there, nor would take one
    "other-options",  # agrees to other options than those offered now
    "no-password",  # the table has none, and whoever comes thinks that it has
    "password",  # the table has one, and whoever comes hasn't shown that they know it
    "put-out",  # has lost their seat in that lobby, and gets no other
    "sits-elsewhere",  # one sits in one lobby at a time
    "stopped",  # the table can't go on
    "table-full",
    "tables-wait",  # those opened from the same address or network have yet to begin
    "too-fast",
    "too-many-tries",  # of passwords, from an address or a network
    "unsigned",  # said in another name than one's own
    "two-versions",  # a second envelope for one place: it convicts whoever signed it
    "wrong-password",  # what was to show that they know it doesn't
    "wrong-draw",  # a commitment for another draw than this
]


class Denied(RemoteProtocolError):
    """Something asked for isn't done, and nothing changes; only the asker is told."""

    def __init__(self, reason: Reason, text: Text) -> None:
        super().__init__(text)
        self.reason = reason
