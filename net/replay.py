"""Reading a log: what follows from it, or the first entry that doesn't follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sealed_wonders.core.game import Ruleset, Seat
from sealed_wonders.net.errors import ProtocolError
from sealed_wonders.net.fold import Fold, Fraud
from sealed_wonders.net.lobby.charter import BadEntry, Charter, open_charter
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Known, Refused, Taken
from sealed_wonders.net.suites import begin

RulesetOf = Callable[[Charter], Ruleset]
"""Gives the ruleset a lobby agreed on; a ValueError if there is none here."""


class Fault(BadEntry):
    """The first entry of a log that doesn't follow from those before it."""

    def __init__(
        self, entry: int, seat: Seat | None, reason: str, fold: Fold | None = None
    ) -> None:
        who = "" if seat is None else f"seat {seat}: "
        super().__init__(entry, f"{who}{reason}")
        self.seat = seat
        """Whose fault it provably is, if it is anybody's."""
        self.reason = reason
        self.fold = fold
        """What follows from the entries before it; None in the lobby."""


def read_log(data: bytes, ruleset_of: RulesetOf) -> Fold:
    """
    Fold a log file, checking everything. It may end between any two entries.

    Raises:
        Fault: an entry doesn't follow, stands in another's place, or breaks off.
        RemoteProtocolError: not a log file.
    """
    cut = ""
    try:
        wires = file.read(data)
    except file.BreaksOff as end:
        wires, cut = end.wires, str(end)
    fold = replay(wires, ruleset_of)
    places = file.read(fold.log())
    for entry, (wire, right) in enumerate(zip(wires, places, strict=True)):
        if wire != right:
            raise Fault(entry, None, "not in the order of a log file", fold)
    if cut:
        reason = cut if fold.over else f"unfinished: {cut}"
        raise Fault(len(wires), None, reason, fold)
    return fold


def replay(wires: Sequence[Wire], ruleset_of: RulesetOf) -> Fold:
    """
    Fold the entries of a log, in an order in which they may have come in.

    Raises:
        Fault: an entry doesn't follow.
    """
    try:
        charter = open_charter(wires)
    except BadEntry as bad:
        reason = str(bad).removeprefix(f"entry {bad.entry}: ")
        raise Fault(bad.entry, None, reason) from None
    try:
        fold = begin(charter, ruleset_of(charter))
    except (ProtocolError, ValueError) as error:
        # The TABLE, which stands behind the COMMITs, says what is played.
        raise Fault(len(charter.people), None, str(error)) from None
    for entry in range(fold.position, len(wires)):
        try:
            verdict = fold.accept(wires[entry])
        except Refused as refused:
            raise Fault(entry, None, str(refused), fold) from None
        match verdict:
            case Fraud():
                raise Fault(entry, verdict.seat, verdict.reason, fold)
            case Equivocation():
                (seat,) = fold.evidence
                raise Fault(entry, seat, "signed two versions", fold)
            case Known():
                raise Fault(entry, None, "an entry twice", fold)
            case Taken():
                pass
    return fold
