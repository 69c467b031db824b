"""
What an audit found, in words for people and in JSON for programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sealed_wonders.client.audit import Comparison, Relation, Report, Verdict
from sealed_wonders.client.columns import columns
from sealed_wonders.client.terminal.lobby import options
from sealed_wonders.client.terminal.text import entries, listing
from sealed_wonders.core.game import Seat
from sealed_wonders.core.games import standings
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby import Charter, Person, table_code
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.names import make_line
from sealed_wonders.net.suites import OPEN

SEALED = (
    "Cards were sealed: nobody but its holder could read a hand, not the host either, "
    "and each step with them is proven."
)

IN_THE_OPEN = (
    "Cards were not sealed: whoever has this log, as the host had, can work out every "
    "hand. What follows is right all the same."
)

PROVEN: Mapping[str, tuple[str, str]] = {
    "KEY": ("set of keys, its maker's own", "sets of keys, each its maker's own"),
    "MIX": (
        "shuffle, with every card still there and no other",
        "shuffles, with every card still there and no other",
    ),
    "LOOK_X": (
        "share of a discard pile, the very cards that were discarded",
        "shares of discard piles, the very cards that were discarded",
    ),
    "DEAL": (
        "share of a deal, each card to its hand",
        "shares of deals, each card to its hand",
    ),
    "OPEN_SHARE": (
        "share of cards turned up, as they lay in the deck",
        "shares of cards turned up, as they lay in the deck",
    ),
}
"""What a proof is about, by kind; there are none where cards aren't sealed."""

SAID: Mapping[str, tuple[str, str]] = {
    "PICK": (
        "choice from a hand, sealed before any was shown",
        "choices from a hand, sealed before any was shown",
    ),
    "REVEAL": (
        "of these shown, as it was sealed and as the rules allow",
        "of these shown, as they were sealed and as the rules allow",
    ),
    "DECIDE": (
        "decision without cards, sealed before any was shown",
        "decisions without cards, sealed before any was shown",
    ),
    "DECLARE": (
        "of these shown, as it was sealed and as the rules allow",
        "of these shown, as they were sealed and as the rules allow",
    ),
    "CHOOSE": (
        "choice of one player alone, as the rules allow",
        "choices of one player alone, as the rules allow",
    ),
    "END": (
        "signature under the score sheet, which is the one we come to",
        "signatures under the score sheet, which is the one we come to",
    ),
}
"""What else there is in a log, by kind."""


# One log.


def verdict(report: Report) -> str:
    """Give the one line that matters."""
    fold, heard = report.fold, entries(report.entries)
    if report.fault is not None:
        return f"entry {report.fault.entry}: {fault(report)}"
    if fold is None:
        return f"unfinished, good so far, {heard}; no game has begun"
    if report.verdict is Verdict.UNFINISHED:
        missing = listing([_names(fold.charter)[seat] for seat in fold.missing])
        kind = f"{fold.phase.kind} in phase {fold.phase.number}"
        return f"unfinished, good so far, {heard}; {missing} not heard yet ({kind})"
    sheet = fold.state.score()
    winners = " and ".join(_names(fold.charter)[seat] for seat in sheet.winners)
    return f"good, {heard}; {winners} with {sheet.rows[sheet.winners[0]][-1]} points"


def fault(report: Report) -> str:
    """Say what is wrong with the first entry that doesn't follow, and whose fault it is."""
    wrong, fold = report.fault, report.fold
    if wrong is None:
        return ""
    culprit = phase = ""
    if fold is not None and wrong.seat is not None:
        culprit = f"{who(fold.charter, wrong.seat)}: "
    if fold is not None and fold.fraud is not None:
        phase = f" ({fold.fraud.kind} in phase {fold.fraud.phase})"
    return make_line(f"{culprit}{wrong.reason}{phase}")


def told(report: Report) -> Iterator[str]:
    """Tell what was audited, and what is right of it; all that the verdict doesn't say."""
    fold = report.fold
    if fold is None:
        return
    charter = fold.charter
    yield options(charter.options, len(charter.people))
    yield IN_THE_OPEN if charter.suite == OPEN else SEALED
    yield f"Table code: {table_code(charter.gid)}."
    yield f"Game: {charter.gid.hex()}"
    yield f"Rules: {charter.rules.hex()}"
    void = f"{charter.draw or 'No'} draw{'s' if charter.draw > 1 else ''}"
    yield f"{void} of the seats came to nothing before this one."
    yield ""
    rows = [
        (seat, person.name, fingerprint(person.identity), _runs(charter, person))
        for seat, person in enumerate(charter.people)
    ]
    yield from columns([("seat", "name", "key", ""), *rows])
    yield f"The host's key is {fingerprint(charter.host)}."
    yield ""
    yield "All of this is right:" if report.fault is None else "Right before that:"
    kinds = report.kinds
    listed = {**({} if charter.suite == OPEN else PROVEN), **SAID}
    rights = [(report.entries, "signatures, on top of one history")]
    rights += [
        (kinds[kind], words[kinds[kind] != 1])
        for kind, words in listed.items()
        if kinds.get(kind)
    ]
    yield from columns(rights)
    yield ""
    if report.verdict is Verdict.GOOD:
        yield from _sheet(fold)
        yield ""
    yield f"Digest: {fold.digest.hex()}"


def described(report: Report, log: Path) -> dict[str, object]:
    """Give all of a report as JSON data."""
    wrong, fold = report.fault, report.fold
    row: dict[str, object] = {
        "log": str(log),
        "verdict": report.verdict.value,
        "entries": report.entries,
        "fault": None,
        "missing": None,
        "game": None,
        "seats": [],
        "winners": None,
        "kinds": dict(report.kinds),
        "digest": None,
    }
    if wrong is not None:
        name = None
        if fold is not None and wrong.seat is not None:
            name = _names(fold.charter)[wrong.seat]
        row["fault"] = {
            "entry": wrong.entry,
            "seat": wrong.seat,
            "name": name,
            "reason": make_line(wrong.reason),
        }
    if fold is None:
        return row
    if report.verdict is Verdict.UNFINISHED:
        row["missing"] = {
            "phase": fold.phase.number,
            "kind": fold.phase.kind,
            "seats": list(fold.missing),
        }
    seats = [
        described_person(fold.charter, seat) for seat in range(len(fold.charter.people))
    ]
    if report.verdict is Verdict.GOOD:
        sheet = fold.state.score()
        facts = standings(fold.state) or [{}] * len(seats)
        for seat, line, fact in zip(seats, sheet.rows, facts, strict=True):
            seat |= fact
            seat["score"] = dict(zip(sheet.lines, line, strict=True))
        row["winners"] = list(sheet.winners)
    row |= {
        "game": _game(fold.charter),
        "seats": seats,
        "digest": fold.digest.hex(),
    }
    return row


def _game(charter: Charter) -> dict[str, object]:
    values = {
        key: value.hex() if isinstance(value, bytes) else value
        for key, value in charter.options
    }
    return {
        "gid": charter.gid.hex(),
        "code": table_code(charter.gid),
        "rules": charter.rules.hex(),
        "void_draws": charter.draw,
        "sealed": charter.suite != OPEN,
        "options": values,
    }


def described_person(charter: Charter, seat: Seat) -> dict[str, object]:
    """Give as JSON data who sits on a seat."""
    name, identity, owner = charter.people[seat]
    return {
        "seat": seat,
        "name": name,
        "identity": identity.hex(),
        "fingerprint": fingerprint(identity),
        "owner": None if owner is None else owner.hex(),
    }


def _runs(charter: Charter, person: Person) -> str:
    """Say who runs a bot; nothing of a person."""
    if person.owner is None:
        return ""
    if person.owner == charter.host:
        return "a bot of the host's"
    seat = charter.seat_of(person.owner)
    if seat is None:
        return f"a bot run by {fingerprint(person.owner)}"
    return f"a bot run by {_names(charter)[seat]}"


def _sheet(fold: Fold) -> Iterator[str]:
    sheet = fold.state.score()
    facts: Sequence[Mapping[str, str]] = standings(fold.state) or [{}] * len(sheet.rows)
    names = _names(fold.charter)
    rows = [
        (
            seat,
            names[seat],
            *fact.values(),
            *sheet.rows[seat],
            "wins" if seat in sheet.winners else "",
        )
        for seat, fact in enumerate(facts)
    ]
    yield from columns([("seat", "name", *facts[0], *sheet.lines, ""), *rows])


def _names(charter: Charter) -> Sequence[str]:
    return [person.name for person in charter.people]


def who(charter: Charter, seat: Seat) -> str:
    """Name somebody at a table."""
    return f"{_names(charter)[seat]} (seat {seat})"


# Two logs, and evidence.


def compared(found: Comparison, charter: Charter, one: Path, other: Path) -> str:
    """Say how two logs of a game stand to each other."""
    shared = entries(found.shared)
    match found.relation:
        case Relation.SAME:
            return f"{one} and {other} are the same, entry for entry"
        case Relation.BEGINNING:
            return f"{one} is the beginning of {other}, {shared}"
        case Relation.CONTINUATION:
            return f"{other} is the beginning of {one}, {shared}"
        case Relation.AGREE:
            return f"{one} and {other} agree in {shared}; each has others besides"
    guilty = listing([who(charter, seat) for seat in found.evidence])
    return (
        f"{one} and {other} part in phase {found.phase} ({found.kind}): "
        f"{guilty} signed one thing here and another one there"
    )


def convicted(case: Equivocation, charter: Charter | None) -> str:
    """Say whom evidence convicts; by name, if there is a log that tells it."""
    gid, lane, phase = case.place
    name = f"the key {fingerprint(case.identity)}"
    where = f"for phase {phase} of lane {lane!r} of the game {gid.hex()}"
    seat = None if charter is None else charter.seat_of(case.identity)
    if charter is not None and seat is not None:
        name = f"{_names(charter)[seat]}, with {name},"
        if charter.gid != gid:
            where += ", which is another one"
    return f"{name} has signed two envelopes {where}"


def described_comparison(found: Comparison) -> dict[str, object]:
    """Give a comparison as JSON data."""
    return {
        "relation": found.relation.value,
        "shared": found.shared,
        "phase": found.phase,
        "kind": found.kind or None,
    }


def described_evidence(
    case: Equivocation, evidence: Path, charter: Charter | None
) -> dict[str, object]:
    """Give evidence as JSON data."""
    gid, lane, phase = case.place
    seat = None if charter is None else charter.seat_of(case.identity)
    return {
        "evidence": str(evidence),
        "identity": case.identity.hex(),
        "fingerprint": fingerprint(case.identity),
        "gid": gid.hex(),
        "lane": lane,
        "phase": phase,
        "seat": seat,
        "name": None if charter is None or seat is None else _names(charter)[seat],
    }
