"""
What of a game's log an earlier process of this program has checked.

To check all proofs of a long game takes seconds, and whoever comes back has done so before.
What a claim is worth follows from its envelope alone, since that names the digest of all that
came before it. And whoever signed something in a phase had judged all claims of those before
it, and signed their digest. So what this program has signed, and kept, says how far it came.

An entry is known to be right if

- it is byte for byte one that was kept of the log (`sealed_wonders.client.storage.gamelog`),
- it is of a phase before the last one in which we have signed something that was kept of the
  log, too: then all that we had heard of before that was kept,
- there is no ballot on its phase. A fraud is left behind by a ballot only, whether that names
  it or not, and without one a phase is left if all that was said in it was found right.

Another history, which nobody has checked, may be made of such entries only as far as its digests
are ours. That is for the seat to see (`sealed_wonders.client.table.seat`): where we have
signed something it compares them, and before the last such phase it signs nothing new.
"""

from __future__ import annotations

from collections.abc import Collection

from sealed_wonders.client.table.memory import Store
from sealed_wonders.net.claims import IsKnown
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import Entry, Wire, parse
from sealed_wonders.net.log.lanes import BALLOTS, MAIN, phase_of


def checked_before(store: Store, heard: Collection[Wire]) -> IsKnown:
    """
    Give what tells of an entry whether its claim is known to be right.

    Args:
        store: what this program has signed.
        heard: what was kept of the log.
    """
    wires = frozenset(heard)
    said = (it for it in store.memories() if it.lane == MAIN and it.wire in wires)
    # In a store that was made anew there may be what another machine has signed.
    before = 0 if store.is_shared else max((it.phase for it in said), default=0)
    doubted = frozenset(map(_phase_of_ballot, wires)) if before else frozenset()

    def is_known(entry: Entry) -> bool:
        phase = entry.envelope.phase
        return phase < before and phase not in doubted and entry.wire in wires

    return is_known


def _phase_of_ballot(wire: Wire) -> int | None:
    """Give the phase that a wire's ballot is on; None if it is of none."""
    if BALLOTS.encode() not in wire.env:
        return None  # as nearly all, of which nothing else is to be known
    try:
        envelope = parse(wire.env)
    except RemoteProtocolError:
        return None
    return phase_of(envelope.body) if envelope.lane.startswith(BALLOTS) else None
