"""
Results of an audit, as sentences for people and as JSON for programs.

Scripts rely on the keys of the JSON, so keys may be added, but not renamed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import Protocol

from sealed_wonders.client.logs.audit import GivenAway, RemovedSeat, Report, Verdict
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.tablewords import tablecode
from sealed_wonders.client.tablewords.lobby import options
from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.words import lodging, scoresheet
from sealed_wonders.client.words.text import bot_of, bot_of_host, listing
from sealed_wonders.core.game import AnyState, Seat
from sealed_wonders.core.games import standings
from sealed_wonders.core.quoting import quoted
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.columns import columns
from sealed_wonders.net.comparison import Comparison, Relation
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby import Charter, TablePerson, table_code
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import HANDOVERS
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.names import make_line
from sealed_wonders.net.plan import laid_at
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.words import _, n_, p_

WIDTH = 80
"""Maximum columns of a table."""


class VerdictWords(Protocol):
    """Sentences about the cards of one game."""

    SEALED: str
    """
    What sealed cards prove. This and the next are messages marked for translation.
    """
    IN_THE_OPEN: str
    """What a host can know if cards aren't sealed."""

    def dealt(self, n: int) -> str:
        """Return what shares of dealt cards are about."""


def _proven(n: Callable[[str], int], game: str) -> Mapping[str, str]:
    """Return what each kind of proof shows; nothing if cards aren't sealed."""
    return {
        "KEY": n_(
            "set of keys, proven to belong to its maker",
            "sets of keys, each proven to belong to its maker",
            n("KEY"),
        ),
        "MIX": n_(
            "shuffle, with no card added or lost",
            "shuffles, with no card added or lost",
            n("MIX"),
        ),
        "LOOK_X": n_(
            "part of a discard pile, with exactly the cards that were discarded",
            "parts of discard piles, with exactly the cards that were discarded",
            n("LOOK_X"),
        ),
        "DEAL": face_of(game).verdicts.dealt(n("DEAL")),
        "OPEN_SHARE": n_(
            "key share for a revealed card, which matches the deck",
            "key shares for revealed cards, which match the deck",
            n("OPEN_SHARE"),
        ),
        "REPASS": n_(
            "hand that skipped a removed neighbour, with its cards unchanged",
            "hands that skipped a removed neighbour, with their cards unchanged",
            n("REPASS"),
        ),
    }


def _said(n: Callable[[str], int]) -> Mapping[str, str]:
    """Return descriptions of the other kinds of entries."""
    return {
        "PICK": n_(
            "choice from a hand, sealed before any was revealed",
            "choices from a hand, sealed before any was revealed",
            n("PICK"),
        ),
        "REVEAL": n_(
            "sealed choice, revealed unchanged and legal under the rules",
            "sealed choices, revealed unchanged and legal under the rules",
            n("REVEAL"),
        ),
        "DECIDE": n_(
            "decision without cards, sealed before any was revealed",
            "decisions without cards, sealed before any was revealed",
            n("DECIDE"),
        ),
        "DECLARE": n_(
            "sealed choice, revealed unchanged and legal under the rules",
            "sealed choices, revealed unchanged and legal under the rules",
            n("DECLARE"),
        ),
        "CHOOSE": n_(
            "individual choice, legal under the rules",
            "individual choices, legal under the rules",
            n("CHOOSE"),
        ),
        "END": n_(
            "signature on the score sheet, which matches this program's count",
            "signatures on the score sheet, which matches this program's count",
            n("END"),
        ),
        "HALT": n_(
            "proposal to end the game early, with the points so far",
            "proposals to end the game early, with the points so far",
            n("HALT"),
        ),
        "AFTER": n_(
            "disclosure of face-down cards, after the game",
            "disclosures of face-down cards, after the game",
            n("AFTER"),
        ),
        "HANDOVER": n_(
            "handover of a seat, signed by its old and its new player",
            "handovers of a seat, each signed by its old and its new player",
            n("HANDOVER"),
        ),
        "DROP_VOTE": n_(
            "yes vote for going on without a player or with a substitute, including "
            "proposals",
            "yes votes for going on without a player or with a substitute, including "
            "proposals",
            n("DROP_VOTE"),
        ),
    }


# One log.


def verdict(report: Report) -> str:
    """Return the one line that matters."""
    fold, heard = report.fold, _entries(report.entries)
    if report.fault is not None:
        said = _("entry {n}: {why}")
        return said.format(n=report.fault.entry, why=fault(report))
    if fold is None:
        said = _("unfinished, valid so far, {entries}; no game has begun")
        return said.format(entries=heard)
    if report.verdict is Verdict.UNFINISHED:
        names = _names(fold.people)
        missing = listing([names[seat] for seat in report.missing])
        said = _(
            "unfinished, valid so far, {entries}; nothing from {who} yet ({kind} in "
            "phase {phase})"
        )
        kind, phase = fold.phase.kind, fold.phase.number
        said = said.format(entries=heard, who=missing, kind=kind, phase=phase)
        if report.put_out:
            last = listing([names[seat] for seat in fold.active])
            said += _("; still playing: {who}").format(who=last)
        return said + _without(report, names)
    sheet = fold.state.score()
    names = _names(fold.people)
    winners = _(" and ").join(names[seat] for seat in sheet.winners)
    points = sheet.rows[sheet.winners[0]][-1]
    said = _("valid log, {entries}; won by {winners} with {points} points")
    if fold.halted:
        said = _(
            "valid log, {entries}; ended early by agreement, won by {winners} with "
            "{points} points"
        )
    said = said.format(entries=heard, winners=winners, points=points)
    return said + _without(report, names)


def _without(report: Report, names: Sequence[str]) -> str:
    """Return the end of a verdict, which names those who were removed."""
    out = [names[each.seat] for each in report.put_out]
    return _("; removed: {who}").format(who=listing(out)) if out else ""


def fault(report: Report) -> str:
    """Return what is wrong with the first faulty entry, and who is at fault."""
    wrong, fold = report.fault, report.fold
    if wrong is None:
        return ""
    culprit = phase = ""
    if fold is not None and wrong.seat is not None:
        culprit = _("{who}: ").format(who=who(fold.people, wrong.seat))
    if fold is not None and fold.fraud is not None:
        said = _(" ({kind} in phase {phase})")
        phase = said.format(kind=fold.fraud.kind, phase=fold.fraud.phase)
    return make_line(f"{culprit}{retold(wrong.reason)}{phase}")


def told(report: Report) -> Iterator[str]:
    """
    Yield the lines about what was audited and found right; the verdict is separate.
    """
    fold = report.fold
    if fold is None:
        return
    charter = fold.charter
    yield from _agreed(charter)
    yield ""
    yield from people(charter)
    yield from handed(fold)
    said = _("The host's key is {fingerprint}.")
    yield said.format(fingerprint=fingerprint(charter.host))
    yield ""
    if report.put_out or report.given_away:
        yield from map(given_away, repeat(fold), report.given_away)
        yield from map(put_out, repeat(fold), report.put_out)
        yield ""
    if fold.false_disclosures:
        yield from map(false_disclosure, repeat(fold), fold.false_disclosures)
        yield ""
    wrong = report.fault is not None
    yield _("Correct up to that point:") if wrong else _("All of this is correct:")
    yield from columns(_rights(report, charter))
    yield ""
    if report.verdict is Verdict.GOOD:
        out = [each.seat for each in report.put_out]
        yield from sheet(fold.people, fold.state, out)
        yield ""
    yield _("Digest: {hash}").format(hash=fold.digest.hex())


def _agreed(charter: Charter) -> Iterator[str]:
    """Yield the lines about what the table agreed on, and how."""
    yield from options(charter.options, len(charter.people))
    of_cards = face_of(str(dict(charter.options)["game"])).verdicts
    yield _(of_cards.IN_THE_OPEN if charter.suite == OPEN else of_cards.SEALED)
    yield tablecode.line(charter.gid)
    yield _("Game: {hash}").format(hash=charter.gid.hex())
    yield _("Rules: {hash}").format(hash=charter.rules.hex())
    if charter.draw:
        yield n_(
            "The draw of the seats was repeated: {n} earlier draw wasn't completed.",
            "The draw of the seats was repeated: {n} earlier draws weren't completed.",
            charter.draw,
        ).format(n=charter.draw)


def _rights(report: Report, charter: Charter) -> list[tuple[int, str]]:
    """Return what is right in a log, with the number of entries."""
    kinds = report.kinds
    game = str(dict(charter.options)["game"])

    def count(kind: str) -> int:
        return kinds.get(kind, 0)

    listed = {**({} if charter.suite == OPEN else _proven(count, game)), **_said(count)}
    rights = [(report.entries, _("signatures, all for the same sequence of entries"))]
    rights += [
        (kinds[kind], words) for kind, words in listed.items() if kinds.get(kind)
    ]
    return rights


def false_disclosure(fold: Fold, fraud: Fraud) -> str:
    """Return the sentence that a card was disclosed falsely after the game."""
    said = _(
        "{who} disclosed a card incorrectly in entry {n}, after the game: {why}. No "
        "card is shown, and nothing else is affected."
    )
    return said.format(
        who=who(fold.people, fraud.seat),
        n=fraud.entry,
        why=make_line(retold(fraud.reason)),
    )


def handed(fold: Fold) -> Iterator[str]:
    """
    Yield the sentences about seats that changed hands, with the players' names and
    phases.
    """
    for seat, person in enumerate(fold.charter.people):
        handovers = fold.handovers.chain(seat)
        if not handovers:
            continue
        said = _("Seat {seat}: {name}").format(seat=seat, name=person.name)
        for handover in handovers:
            then = _(", then {name} from phase {phase} on ({key})")
            new = handover.takeover.person
            bot = _runs(fold.charter, new)
            key = fingerprint(new.identity)
            said += then.format(
                name=new.name,
                phase=handover.phase,
                key=f"{key}, {bot}" if bot else key,
            )
        yield f"{said}."


def given_away(fold: Fold, each: GivenAway) -> str:
    """Return the sentence that a ballot gave a seat to a substitute."""
    people = fold.handovers.holders(each.phase)
    return _(
        "{who} didn't act in phase {phase} ({kind}), and the seat was given to "
        "{after}; proposed by {opener}, accepted by {others}."
    ).format(
        who=_("{name} (seat {seat})").format(name=each.before.name, seat=each.seat),
        phase=each.phase,
        kind=each.kind,
        after=each.after.name,
        opener=who(people, each.opener),
        others=listing([who(people, seat) for seat in each.agreed]),
    )


def put_out(fold: Fold, each: RemovedSeat) -> str:
    """Return the sentence that a seat was removed, with the reason and the ballot."""
    people = fold.handovers.holders(each.phase)
    if each.fraud is not None:
        said = _(
            "{who} was removed in phase {phase} ({kind}) for fraud in entry {n}: "
            "{why}; proposed by {opener}, accepted by {others}."
        )
    elif each.was_expected:
        said = _(
            "{who} was removed in phase {phase} ({kind}) for not acting; proposed by "
            "{opener}, accepted by {others}."
        )
    else:
        said = _(
            "{who} was removed in phase {phase} ({kind}), although nobody was "
            "waiting for {who} in that phase: {who} voted no, or didn't vote, on a "
            "proposal that isn't in the log; proposed by {opener}, accepted by "
            "{others}."
        )
    fraud = each.fraud
    return said.format(
        who=who(people, each.seat),
        phase=each.phase,
        kind=each.kind,
        n=None if fraud is None else fraud.entry,
        why="" if fraud is None else make_line(retold(fraud.reason)),
        opener=who(people, each.opener),
        others=listing([who(people, seat) for seat in each.agreed]),
    )


def _described_put_out(fold: Fold, each: RemovedSeat) -> dict[str, object]:
    fraud = each.fraud
    return {
        "seat": each.seat,
        "name": fold.handovers.holder(each.seat, each.phase).name,
        "phase": each.phase,
        "kind": each.kind,
        "expected": each.was_expected,
        "entry": None if fraud is None else fraud.entry,
        "reason": None if fraud is None else make_line(str(fraud.reason)),
        "opener": each.opener,
        "agreed": list(each.agreed),
    }


def described(report: Report, log: Path) -> dict[str, object]:
    """Return a whole report as JSON data."""
    fold = report.fold
    row: dict[str, object] = {
        "log": str(log),
        "verdict": report.verdict.value,
        "entries": report.entries,
        "fault": _described_fault(report),
        "missing": None,
        "put_out": [],
        "opened": [],
        "untruths": [],
        "game": None,
        "seats": [],
        "winners": None,
        "early": False,
        "kinds": dict(report.kinds),
        "digest": None,
    }
    if fold is None:
        return row
    if report.verdict is Verdict.UNFINISHED:
        row["missing"] = {
            "phase": fold.phase.number,
            "kind": fold.phase.kind,
            "seats": list(report.missing),
            "active": list(fold.active),
        }
    row["opened"] = [
        {"seat": it.seat, "laid": list(laid_at(slot)), "card": it.card}
        for slot, it in sorted(fold.disclosed.items())
    ]
    row["untruths"] = [
        {"entry": it.entry, "seat": it.seat, "reason": make_line(str(it.reason))}
        for it in fold.false_disclosures
    ]
    row["put_out"] = [_described_put_out(fold, it) for it in report.put_out]
    seats = [
        described_person(seat, person) | {"takers": _takers(report, fold, seat)}
        for seat, person in enumerate(fold.charter.people)
    ]
    if report.verdict is Verdict.GOOD:
        sheet = fold.state.score()
        facts = standings(fold.state) or [{}] * len(seats)
        for seat, line, fact in zip(seats, sheet.rows, facts, strict=True):
            seat |= fact
            seat["score"] = dict(zip(sheet.categories, line, strict=True))
        row["winners"] = list(sheet.winners)
        row["early"] = fold.halted
    row |= {
        "game": _game(fold.charter),
        "seats": seats,
        "digest": fold.digest.hex(),
    }
    return row


def _described_fault(report: Report) -> dict[str, object] | None:
    wrong, fold = report.fault, report.fold
    if wrong is None:
        return None
    name = None
    if fold is not None and wrong.seat is not None:
        name = fold.people[wrong.seat].name
    return {
        "entry": wrong.entry,
        "seat": wrong.seat,
        "name": name,
        "reason": make_line(str(wrong.reason)),
    }


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


def _takers(report: Report, fold: Fold, seat: Seat) -> list[dict[str, object]]:
    """
    Return the successive players who took over a seat, with the ballots, as JSON data.
    """
    given = {each.after: each for each in report.given_away}
    rows = []
    for handover in fold.handovers.chain(seat):
        person = handover.takeover.person
        each = given.get(person)
        rows.append(
            {
                "phase": handover.phase,
                **_described(person),
                "opener": None if each is None else each.opener,
                "agreed": None if each is None else list(each.agreed),
            }
        )
    return rows


def described_person(seat: Seat, person: TablePerson) -> dict[str, object]:
    """Return the player of a seat as JSON data."""
    return {"seat": seat, **_described(person)}


def _described(person: TablePerson) -> dict[str, object]:
    return {
        "name": person.name,
        "identity": person.identity.hex(),
        "fingerprint": fingerprint(person.identity),
        "owner": None if person.owner is None else person.owner.hex(),
        "lender": None if person.lender is None else person.lender.hex(),
    }


def _runs(charter: Charter, person: TablePerson) -> str:
    """Return who runs a bot, or where a lent seat is played; empty for other people."""
    if person.lender is not None:
        identities = (it.identity for it in charter.people)
        names = zip(identities, _names(charter.people), strict=True)
        return lodging.where(person.lender, dict(names), None)
    if person.owner is None:
        return ""
    if person.owner == charter.host:
        return bot_of_host()
    seat = charter.seat_of(person.owner)
    if seat is None:
        return bot_of(fingerprint(person.owner))
    return bot_of(_names(charter.people)[seat])


def sheet(
    people: Sequence[TablePerson], state: AnyState, out: Collection[Seat] = ()
) -> Iterator[str]:
    """Yield the lines of the score sheet, with winners and those who were removed."""
    sheet, game = state.score(), state.rules.name
    facts: Sequence[Mapping[str, str]] = standings(state) or [{}] * len(sheet.rows)
    names = _names(people)
    rows = [
        (
            seat,
            names[seat],
            *scoresheet.facts(game, fact),
            *sheet.rows[seat],
            _("wins") if seat in sheet.winners else _ends(seat, out),
        )
        for seat, fact in enumerate(facts)
    ]
    who = (_("seat"), _("name"), *scoresheet.heading(game, facts))
    categories = tuple(scoresheet.line(game, name) for name in sheet.categories)
    lines = list(columns([(*who, *categories, ""), *rows]))
    if max(map(len, lines)) <= WIDTH:
        yield from lines
        return
    # The totals first, then a table with a category in each line.
    left, last = len(who), len(who) + len(categories) - 1
    short = [(*row[:left], *row[last:]) for row in rows]
    yield from columns([(*who, categories[-1], ""), *short])
    yield ""
    seats = range(len(rows))
    points = [
        (category, *(sheet.rows[seat][at] for seat in seats))
        for at, category in enumerate(categories)
    ]
    named = list(columns([("", *names), *points]))
    if max(map(len, named)) <= WIDTH:
        yield from named
    else:
        yield from columns([(_("seat"), *seats), *points])


def _ends(seat: Seat, out: Collection[Seat]) -> str:
    return p_("somebody", "removed") if seat in out else ""


def people(charter: Charter) -> Iterator[str]:
    """
    Yield the table of seats; who runs a bot is on a separate line if it is too long.
    """
    rows = [
        (_("seat"), _("name"), _("key"), ""),
        *(
            (seat, name, fingerprint(person.identity), _runs(charter, person))
            for seat, (person, name) in enumerate(
                zip(charter.people, _names(charter.people), strict=True)
            )
        ),
    ]
    lines = list(columns(rows))
    if max(map(len, lines)) <= WIDTH:
        yield from lines
        return
    for line, row in zip(columns([row[:-1] for row in rows]), rows, strict=True):
        yield line
        if row[-1]:
            yield f"      {row[-1]}"


def _names(people: Sequence[TablePerson]) -> Sequence[str]:
    """Return the names as they are displayed."""
    return told_apart(tuple(person.name for person in people))


def who(people: Sequence[TablePerson], seat: Seat) -> str:
    """Return a player's name with the seat."""
    return _("{name} (seat {seat})").format(name=_names(people)[seat], seat=seat)


# Two logs, and evidence.


def compared(found: Comparison, fold: Fold, one: Path, other: Path) -> str:
    """Return the sentence about how two logs of a game compare."""
    shared = _entries(found.shared)
    match found.relation:
        case Relation.SAME:
            said = _("{one} and {other} are identical")
        case Relation.BEGINNING:
            said = _("{one} is the beginning of {other} ({shared})")
        case Relation.CONTINUATION:
            said = _("{other} is the beginning of {one} ({shared})")
        case Relation.AGREE:
            said = _(
                "{one} and {other} share {shared}; each also has entries of its own"
            )
        case _:
            said = _(
                "{one} and {other} diverge in phase {phase} ({kind}): {who} signed "
                "different entries in the two logs"
            )
    return said.format(
        one=one,
        other=other,
        shared=shared,
        phase=found.phase,
        kind=found.kind,
        who=listing(
            [who(_signers(fold, found.evidence), seat) for seat in found.evidence]
        ),
    )


def _signers(
    fold: Fold, evidence: Mapping[Seat, Equivocation]
) -> Sequence[TablePerson]:
    """
    Return the players by seat; where there is evidence, the player whom it convicts.
    """
    return [
        person if seat not in evidence else culprit(fold, evidence[seat]) or person
        for seat, person in enumerate(fold.people)
    ]


def culprit(fold: Fold, case: Equivocation) -> TablePerson | None:
    """Return the player whom evidence convicts; None if they never had a seat."""
    found = fold.handovers.person_of(case.identity)
    return None if found is None else found[1]


def convicted(case: Equivocation, fold: Fold | None) -> str:
    """Return whom evidence convicts, by name if a log contains it."""
    gid, lane, phase = case.place
    person = None if fold is None else culprit(fold, case)
    is_another = fold is not None and fold.charter.gid != gid
    match case.is_handover, person, is_another:
        case True, None, bool():
            said = _(
                "key {key} handed over seat {seat} in game {game}, but kept playing"
            )
        case True, TablePerson(), False:
            said = _(
                "{name}, with key {key}, handed over seat {seat} in game {game}, but "
                "kept playing"
            )
        case True, TablePerson(), True:
            said = _(
                "{name}, with key {key}, handed over seat {seat} in a different "
                "game, {game}, but kept playing"
            )
        case False, None, bool():
            said = _(
                "key {key} has signed two versions of the same entry (phase {phase}, "
                "lane {lane}) in game {game}"
            )
        case False, TablePerson(), False:
            said = _(
                "{name}, with key {key}, has signed two versions of the same entry "
                "(phase {phase}, lane {lane}) in game {game}"
            )
        case _:
            said = _(
                "{name}, with key {key}, has signed two versions of the same entry "
                "(phase {phase}, lane {lane}) in a different game, {game}"
            )
    return said.format(
        name="" if person is None else person.name,
        key=fingerprint(case.identity),
        seat=lane.removeprefix(HANDOVERS),
        phase=phase,
        lane=quoted(lane),
        game=gid.hex(),
    )


def described_comparison(found: Comparison) -> dict[str, object]:
    """Return a comparison as JSON data."""
    return {
        "relation": found.relation.value,
        "shared": found.shared,
        "phase": found.phase,
        "kind": found.kind or None,
    }


def described_evidence(
    case: Equivocation, evidence: Path, fold: Fold | None
) -> dict[str, object]:
    """Return evidence as JSON data."""
    gid, lane, phase = case.place
    seat = None if fold is None else fold.handovers.seat_signed_by(case.identity)
    person = None if fold is None else culprit(fold, case)
    return {
        "evidence": str(evidence),
        "identity": case.identity.hex(),
        "fingerprint": fingerprint(case.identity),
        "gid": gid.hex(),
        "lane": lane,
        "phase": phase,
        "handover": case.is_handover,
        "seat": seat,
        "name": None if person is None else person.name,
    }


def _entries(n: int) -> str:
    return n_("{n} entry", "{n} entries", n).format(n=n)
