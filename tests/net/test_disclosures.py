"""Disclosures of face-down cards after a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from sealed_wonders.core.game import Card, Ruleset, Seat, Slot
from sealed_wonders.core.games import ruleset
from sealed_wonders.net import disclosures
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.comparison import Relation, compare
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby.charter import Charter
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import Body, Entry, sign
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Reason, SlotTaken
from sealed_wonders.net.plan import laid_at
from sealed_wonders.net.replay import ReplayFault, read_log, replay
from sealed_wonders.net.suites import OPEN, begin, begin_relayed
from tests import independent
from tests.cheats.midgame import ARCHITECTS, EXPANSIONS, KnownGame, Position
from tests.support.inprocess.folds import Table, refused, ruleset_of
from tests.support.lobbies import identity_of
from tests.support.thorough import is_thorough, only

GAMES = {"expansions": EXPANSIONS, "architects": ARCHITECTS}


@pytest.fixture(autouse=True)
def _believe_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the independent reader check only new proofs: others belong to the game."""
    for name in ("check_pok", "check_xfer", "check_shuffle"):
        monkeypatch.setattr(independent, name, lambda *statement: None)


def finished_game(game: KnownGame, until: int | None = None) -> Position:
    """Return a game that is over: played to the end or halted by all before a phase."""

    def believing(charter: Charter, rules: Ruleset) -> Fold:
        return begin(charter, rules, is_known=lambda entry: True)

    position = game.at(len(game.phases) if until is None else until, believing)
    fold = position.fold
    if until is not None:
        for seat in fold.active:
            said = fold.envelope(seat, fold.halt_body())
            halt = sign(
                _identity(position, seat), replace(said, lane="halt", kind="HALT")
            )
            fold.accept(halt)
    assert fold.over
    return position


def _identity(position: Position, seat: Seat) -> Identity:
    return identity_of(position.fold.charter.people[seat].name)


def body_of(position: Position, seat: Seat) -> Body:
    """Return the disclosure of all cards that a seat can open."""
    body: Body = position.secrets(seat).disclose(position.fold.disclosing(seat, 0))
    return body


def after(position: Position, whose: Seat, body: Body, **changes: object) -> Entry:
    number = len(position.fold.disclosures_of(whose))
    said = position.fold.disclosure(whose, number, body)
    return sign(_identity(position, whose), replace(said, **changes))  # type: ignore[arg-type]


def known_cards(position: Position, seat: Seat) -> Mapping[Slot, Card]:
    """Return the face-down cards that a seat knows."""
    fold = position.fold
    faces = position.secrets(seat).hand(fold.disclosing(seat, 0)) | dict(
        position.secrets(seat).faces()
    )
    return {slot: faces[slot] for slot in fold.cards.own(seat)}


def account_of(data: bytes) -> independent.Phases:
    table = independent.verify(data).table
    assert table is not None
    return table


def assert_readers_agree(fold: Fold) -> None:
    """Check that all readers of a log agree, including the independent one."""
    data = fold.log()
    again = read_log(data, ruleset_of, begin=_believing)
    assert (fold.disclosed, fold.digest) == (again.disclosed, again.digest)
    assert [it.seat for it in fold.false_disclosures] == [
        it.seat for it in again.false_disclosures
    ]
    table = account_of(data)
    assert {(tuple(laid_at(slot)), *it) for slot, it in fold.disclosed.items()} == {
        (place, *it) for place, it in table.disclosed.items()
    }
    assert [(it.entry, it.seat) for it in again.false_disclosures] == table.untruths


def _believing(charter: Charter, rules: Ruleset) -> Fold:
    return begin(charter, rules, is_known=lambda entry: entry.envelope.kind != "AFTER")


@pytest.mark.parametrize("name", only(["expansions"], GAMES))
def test_owners_can_disclose_all_facedown_cards(name: str) -> None:
    """They can do so in any order and number of steps; the file is the same (G9)."""
    position = finished_game(GAMES[name])
    fold = position.fold
    digest, state, whole = fold.digest, fold.state, file.read(fold.log())
    said = []
    for seat in fold.seats:
        body = body_of(position, seat)
        assert len(body) == len(fold.cards.own(seat))
        said.append([part for part in (body[:2], body[2:]) if part])
    if name == "expansions":
        assert all(len(parts) == 2 for parts in said)
    truths = {
        slot: (seat, card)
        for seat in fold.seats
        for slot, card in known_cards(position, seat).items()
    }
    for seat in (2, 0, 1):
        for body in said[seat]:
            assert isinstance(fold.accept(after(position, seat, body)), SlotTaken)
    assert truths == fold.disclosed
    assert (digest, state, []) == (fold.digest, fold.state, fold.false_disclosures)
    entries = file.read(fold.log())
    assert whole == entries[: len(whole)]
    order = [(it.envelope.seat, it.envelope.phase) for it in fold.disclosures]
    assert sorted(order) == order
    assert_readers_agree(fold)
    journal = replay([it.wire for it in fold.entries()], ruleset_of, begin=_believing)
    relayed = read_log(fold.log(), ruleset_of, begin=begin_relayed)
    assert truths == journal.disclosed == relayed.disclosed
    if len(order) > 1:
        swapped = [*entries[:-2], entries[-1], entries[-2]]
        with pytest.raises(ReplayFault) as found:
            read_log(file.write(swapped), ruleset_of, begin=begin_relayed)
        with pytest.raises(independent.Fault) as other:
            account_of(file.write(swapped))
        assert len(entries) - 2 == found.value.entry == other.value.entry


def test_hands_can_be_disclosed_after_a_halt() -> None:
    """The game is halted during a peek, and during a choice from hands."""
    picks = EXPANSIONS.numbers("PICK", "age2")
    peeks = [
        number + 1
        for number, it in enumerate(ARCHITECTS.phases)
        if it[0] == "DEAL" and number + 1 < len(ARCHITECTS.phases)
    ]
    places = (
        (EXPANSIONS, picks[1] + 1),
        (ARCHITECTS, peeks[-1]),
        (EXPANSIONS, picks[1]),
    )
    for game, until in places if is_thorough() else places[:2]:
        position = finished_game(game, until)
        fold = position.fold
        for seat in fold.seats:
            if body := body_of(position, seat):
                fold.accept(after(position, seat, body))
        assert fold.disclosed
        assert fold.halted
        assert {slot for seat in fold.seats for slot in fold.cards.own(seat)} == set(
            fold.disclosed
        )
        assert_readers_agree(fold)


def test_a_false_disclosure_is_named_and_others_still_count() -> None:
    """
    The cases are a wrong card, the proof for another place, a card that isn't in the
    game, a short proof, and none.
    """
    position = finished_game(EXPANSIONS)
    fold, cards = position.fold, position.cards
    digest = fold.digest
    seat = max(fold.seats, key=lambda it: len(cards.own(it)))
    body = body_of(position, seat)
    (first, *_), hidden = disclosures.read(body), range(len(fold.ruleset.cards))
    deck = cards.place(first.slot).deck
    other = next(
        it for it in hidden if it != first.card and cards.layout.hides(deck, it)
    )
    parts = [part for part in body if isinstance(part, tuple)]
    bad: Sequence[Body] = (
        ((*parts[0][:3], other, parts[0][4]),),
        ((*parts[1][:4], parts[0][4]),),
        (parts[2], (*parts[3][:3], 60_000, parts[3][4])),
        ((*parts[4][:4], b"short"),),
        ((*parts[5][:4], None),),
    )
    for number, said in enumerate(bad):
        verdict = fold.accept(after(position, seat, said))
        assert isinstance(verdict, Fraud)
        assert (seat, number, "AFTER") == (verdict.seat, verdict.phase, verdict.kind)
    assert ({}, {}, len(bad)) == (
        fold.disclosed,
        fold.frauds,
        len(fold.false_disclosures),
    )
    # That seat can't disclose these cards any more, but it can disclose the rest.
    assert Reason.BAD_DISCLOSURE is refused(fold, after(position, seat, body[:1]))
    assert isinstance(fold.accept(after(position, seat, body[6:])), SlotTaken)
    neighbour = (seat + 1) % 3
    assert isinstance(
        fold.accept(after(position, neighbour, body_of(position, neighbour))), SlotTaken
    )
    assert len(body) - 6 + len(cards.own(neighbour)) == len(fold.disclosed)
    assert (True, digest) == (fold.over, fold.digest)
    assert_readers_agree(fold)


def test_invalid_disclosures_are_refused() -> None:
    """A host that relays them without checking proofs refuses them, too."""
    position = finished_game(EXPANSIONS)
    own, theirs = body_of(position, 1), body_of(position, 2)
    shown = next(
        slot
        for city in position.state.cities
        for slot in city.cards
        if position.fold.cards.place(slot).shown
    )
    part = own[0]
    assert isinstance(part, tuple)
    bodies: dict[str, Body] = {
        "somebody else's": theirs[:1],
        "one that all see": ((*laid_at(shown), part[3], part[4]),),
        "twice in one": (part, part),
        "nothing": (),
        "no card": (part[:4],),
        "a bool": ((*part[:3], True, part[4]),),
        "no place": ((1, 1, 1, *part[3:]),),
    }
    envelopes: dict[str, tuple[dict[str, object], Reason]] = {
        "another's name": ({"seat": 2}, Reason.WRONG_SEAT),
        "another's lane": ({"lane": "after/2"}, Reason.WRONG_SEAT),
        "nobody's": ({"lane": "after/9"}, Reason.WRONG_SEAT),
        "no lane": ({"lane": "after/x"}, Reason.WRONG_LANE),
        "a later number": ({"phase": 1}, Reason.WRONG_PHASE),
        "another kind": ({"kind": "END"}, Reason.WRONG_KIND),
        "another history": ({"prev": bytes(32)}, Reason.FOREIGN_PREV),
        "another game": ({"gid": bytes(32)}, Reason.WRONG_GAME),
    }
    entries = {
        what: (after(position, 1, body), Reason.BAD_DISCLOSURE)
        for what, body in bodies.items()
    }
    for what, (changes, reason) in envelopes.items():
        entries[what] = after(position, 1, own[:1], **changes), reason
    right = after(position, 1, own[:1])
    relayed = replay(EXPANSIONS.wires, ruleset_of, begin=begin_relayed)
    for fold in (position.fold, relayed):
        for what, (entry, reason) in entries.items():
            assert reason is refused(fold, entry), what
        assert isinstance(fold.accept(right), SlotTaken)
        again = position.fold.disclosure(1, 1, own[:1])
        entry = sign(_identity(position, 1), again)
        assert Reason.BAD_DISCLOSURE is refused(fold, entry), "what was opened before"
        if fold is position.fold:
            continue
        # A second version convicts its signer, as for any entry.
        twice = sign(_identity(position, 1), position.fold.disclosure(1, 0, own[1:]))
        assert isinstance(fold.accept(twice), Equivocation)
    for game in GAMES.values():
        fold = game.at(3, begin_relayed).fold
        early = sign(
            _identity(position, 1),
            replace(fold.envelope(1, ()), lane="after/1", kind="AFTER", phase=0),
        )
        assert Reason.WRONG_PHASE is refused(fold, early), "as long as it goes on"


def test_a_log_with_disclosures_continues_the_log_without_them() -> None:
    table = Table(ruleset("wonders", 3, {}), "shown", OPEN, shared=True)
    fold = table.play()
    plain = read_log(fold.log(), ruleset_of)
    for player in table.players:
        body = player.secrets.disclose(fold.disclosing(player.seat, 0))
        said = fold.disclosure(player.seat, 0, body)
        assert isinstance(fold.accept(sign(player.identity, said)), SlotTaken)
    assert Relation.CONTINUATION is compare(fold, plain).relation
    assert Relation.SAME is compare(fold, read_log(fold.log(), ruleset_of)).relation
    hidden = [it for it in fold.cards._lying.values() if not it.place.shown]  # type: ignore[attr-defined]
    owned = [it for it in hidden if it.place.owner is not None]
    assert len(owned) == len(fold.disclosed)
