"""
Compares many games with a reader of logs written from docs/PROTOCOL.md alone.

Both the program and the reader calculate with integers here (`tests.support.integers`).
Other tests compare whole games on the curve.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgpack
import pytest

from sealed_wonders.core.game import Move
from sealed_wonders.core.games import ruleset
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import takeover_statement
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log import file
from sealed_wonders.net.log.electorate import Electorate
from sealed_wonders.net.log.envelopes import (
    Body,
    Entry,
    Envelope,
    Value,
    pack_wire,
    parse,
    sign,
)
from sealed_wonders.net.log.phases import SlotTaken
from sealed_wonders.net.replay import read_log
from sealed_wonders.net.suites import SEALED, begin
from tests import independent
from tests.independent import Account, Fault
from tests.net.test_rescue import rescue
from tests.support.inprocess.ballots import honest_proposal, open_ballot, vote_out
from tests.support.inprocess.folds import Player, Table, charter_for
from tests.support.integers import account_with_integers
from tests.support.lobbies import HOST, identity_of
from tests.support.thorough import every, only
from tests.test_independent import (
    Played,
    Secrets,
    architects_of,
    checked_once,
    fault,
    fault_by_both,
    file_of,
    flipped,
    go_through,
    refused_by_both,
    refuses,
    rules_of,
    signed_again,
)


@pytest.fixture(scope="module", autouse=True)
def cheap(integers: None) -> Iterator[None]:
    """Make the account calculate with integers as well, and check no proof twice."""
    with account_with_integers(), checked_once():
        yield


class Eager(Player):
    """
    Builds stages and recruits wherever possible, which leads to looks and extra cards.

    Telesilla is recruited only in age III, when there are tokens to drop.
    """

    def decide(self, turn: str = "") -> Move:
        fold = self.fold
        moves = fold.state.moves(self.seat, self.secrets.hand(fold.task))
        chance = random.Random(f"{fold.charter.gid!r}/{self.seat}/{fold.phase.number}")
        feared = [move for move in moves if move.text.startswith("recruit telesilla")]
        stages = [m for m in moves if m.text.startswith(("stage", "recruit"))]
        assert isinstance(fold.state, State)
        if feared and getattr(fold.state.task, "age", 0) == 3:
            return feared[0]
        stages = [move for move in stages if move not in feared]
        joins = [move for move in stages if "join=1" in move.text]
        return chance.choice(joins or stages or moves)


class Sealed:
    """A table with sealed cards, whose seats share one fold."""

    def __init__(
        self,
        players: int,
        seed: str,
        sides: str,
        expansions: tuple[str, ...] = (),
        leaders: str = "standard",
        boards: tuple[str, ...] = (),
    ) -> None:
        draws = "chosen" if boards else "lot"
        ruleset = Wonders(
            players, sides, expansions, leaders, boards=boards, draw=draws
        )
        more = {"with": ",".join(expansions), "leaders": leaders} if expansions else {}
        if boards:
            more |= {"boards": ",".join(boards), "draw": draws}
        charter = charter_for(ruleset, seed, suite=SEALED, sides=sides, **more)
        self.fold: Fold = begin(charter, ruleset)
        self.players = [
            Eager(charter, ruleset, seat, self.fold) for seat in range(players)
        ]

    def play(self, phases: int = 2**32) -> bytes:
        """Play up to *phases* phases, or to the end, and return the log."""
        while not self.fold.over and self.fold.phase.number < phases:
            for wire in [self.players[seat].speak() for seat in self.fold.missing]:
                verdict = self.fold.accept(wire)
                assert isinstance(verdict, SlotTaken), verdict
        return self.fold.log()

    def secrets(self) -> Secrets:
        """Return everybody's secret keys, in the form that accounts read from JSON."""
        keys: Secrets = {}
        for player in self.players:
            for kept in player.kept:
                deck, x, z = msgpack.unpackb(kept)
                keys.setdefault(player.seat, {})[deck] = x.hex(), z.hex()
        return keys


def played(
    players: int,
    seed: str,
    sides: str,
    phases: int = 2**32,
    expansions: tuple[str, ...] = (),
    leaders: str = "standard",
    boards: tuple[str, ...] = (),
) -> Played:
    """Play a game, or its first *phases* phases. Players choose given boards."""
    table = Sealed(players, seed, sides, expansions, leaders, boards)
    return Played(table.play(phases), table.secrets())


@pytest.fixture(scope="module")
def three() -> Played:
    """
    Return a whole game of three, with one look at the discard pile.

    The boards are chosen. With one of them, a card is built for free.
    """
    boards = ("gizah", "halikarnassos", "olympia_1e")
    return played(3, "z3", "day", boards=boards)


def choices(account: Account) -> Counter[str]:
    """Count the looks at the discard pile and the extra cards."""
    assert account.game is not None
    log = account.game.log
    decks = [deck for _, kind, _, deck, _ in log if kind == "CHOOSE" and deck]
    return Counter("look" if deck.startswith("pile/") else "extra" for deck in decks)


def test_the_keys_of_another_seat_fail_at_its_key_entry(three: Played) -> None:
    keys = three.secrets_of(0, 1, 2)
    entry = fault(three.data, {1: keys[0]})
    assert independent.open_wire(three.wires[entry]).kind == "KEY"


def test_the_command_prints_an_account_or_the_first_fault(
    three: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, keys = tmp_path / "game.swlog", tmp_path / "keys.json"
    log.write_bytes(file_of(three.wires[:40]))
    keys.write_text(json.dumps(three.secrets), "utf-8")
    assert independent.main([str(log), str(keys)]) == 0
    assert "entries 40, phases" in capsys.readouterr().out
    log.write_bytes(file_of(three.wires[:40])[:-1])
    assert independent.main([str(log)]) == 1
    assert "entry 39" in capsys.readouterr().err
    assert independent.main([]) == 2


def test_wrong_entries_in_a_whole_game_are_refused(three: Played) -> None:
    account = go_through(three, three.secrets_of(0, 1, 2), independent.KINDS)
    game = account.game
    assert game is not None
    assert game.over
    assert choices(account) == {"look": 1}
    moves = [move for *_, move in game.moves]
    assert len([move for move in moves if move.startswith("board ")]) == 2
    assert [move for move in moves if move.endswith(" power=1")]
    turns = [seen for seen in game.seen if game.log[seen.phase][1] == "PICK"]
    assert len(turns) == 3 * 18
    assert all(seen.used in seen.hand for seen in turns)
    shown = {(phase, seat): card for phase, seat, card in game.opened}
    for seen in turns:
        assert shown.get((seen.phase + 1, seen.seat), seen.used) == seen.used
    refuses(account, three.wires[-1])


def test_a_reveal_that_does_not_match_its_commitment_is_refused(three: Played) -> None:
    account = Account()
    for wire in three.wires:
        envelope = independent.open_wire(wire)
        if envelope.kind == "REVEAL":
            break
        if (envelope.kind, envelope.seat) == ("PICK", 0):
            body = (*envelope.body[:2], bytes(32))
            wire = signed_again(account, wire, body=body)
        account.take(wire)
    assert account.game is not None
    with pytest.raises(Fault, match="committed to"):
        account.take(signed_again(account, wire, prev=account.game.before))


def test_both_readers_refuse_malformed_files_at_the_same_entry(three: Played) -> None:
    wires = three.wires[:12]
    data = file_of(wires)
    assert three.data.startswith(data)
    assert independent.verify(data).entries == 12
    for at in range(len(independent.MAGIC)):
        assert fault(flipped(data, at)) == 0
    at = len(independent.MAGIC)
    for entry, wire in enumerate(wires):
        for place in range(4):
            assert fault_by_both(flipped(data, at + place)) == entry
        at += 4 + len(wire)
    for entries in range(12):
        assert independent.verify(file_of(wires[:entries])).entries == entries
    assert fault_by_both(data[:-1]) == 11
    assert fault_by_both(data + b"\0") == 12
    assert fault_by_both(data + bytes(4)) == 12
    # An earlier fault is reported first.
    swapped = file_of([*wires[:9], wires[10], wires[9]])
    assert fault_by_both(swapped + bytes(4)) == 9
    assert fault_by_both(swapped + b"\0") == 9


@pytest.mark.parametrize(
    ("order", "entry"),
    [
        ([1, 0, 2, 3, 4, 5, 6, 7], 1),
        ([0, 1, 3], 2),
        ([0, 1, 2, 4], 3),
        ([0, 1, 2, 3, 5, 4, 6], 4),
        ([0, 1, 2, 3, 4, 5, 6, 8], 7),
        ([0, 1, 2, 3, 4, 5, 6, 7, 7], 8),
        ([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 9], 9),
        # The fault is the first entry that needs the missing one.
        ([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12], 11),
        ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12], 11),
        ([0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 9], 9),
        # An earlier entry out of order is reported first.
        ([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 9, 12], 9),
    ],
)
def test_entries_in_a_wrong_order_are_refused(
    three: Played, order: list[int], entry: int
) -> None:
    wires = three.wires
    assert refused_by_both([wires[place] for place in order]) == entry


@pytest.mark.parametrize(
    "changes",
    [
        {"suite": 0},
        {"sides": "dusk"},
        {"players": 4},
        {"game": "chess"},
        {"host": bytes(32)},
        {"turn_time": 2**32},
        {"seed": "x" * 129},
        {"boards": "gizah,rhodos"},
        {"draw": "bid"},
    ],
)
def test_options_of_another_table_are_refused(
    three: Played, changes: dict[str, independent.Value]
) -> None:
    """The host's signature is valid, but the table can't have had this game."""
    wire = three.wires[3]
    raw = independent.open_wire(wire).raw
    envelope = independent.array(independent.unpack(raw, 7))
    rules, options, people = independent.array(envelope[7])
    listed: dict[str, independent.Value] = {}
    for key, setting in map(independent.array, independent.array(options)):
        listed[independent.text(key)] = setting
    listed |= changes
    pairs: independent.Value = [[key, listed[key]] for key in sorted(listed)]
    again = independent.pack([*envelope[:7], [rules, pairs, people]])
    signature = HOST.sign(independent.frame(independent.PROTO, b"msg", again))
    changed = independent.pack([again, signature])
    assert fault(file_of([*three.wires[:3], changed])) == 3


def test_the_account_of_a_game_of_two_architects_agrees() -> None:
    """The other player is both neighbours at once."""
    table = Table(ruleset("architects", 2, {}), "independent", SEALED, shared=True)
    while not table.fold.over:
        table.phase()
    game = architects_of(independent.verify(table.fold.log()))
    assert game.before == table.fold.digest
    assert game.over


def test_only_seats_with_a_choice_decide_which_tokens_to_drop() -> None:
    expansions = ("leaders", "edifice")
    game = played(3, "v178", "night", 69, expansions, leaders="expert")
    account = go_through(game, game.secrets_of(0, 1), {"DECLARE"})
    assert account.game is not None
    decided = [seats for _, kind, seats, *_ in account.game.log if kind == "DECIDE"]
    assert decided == [(0, 2)]
    moves = [move for *_, move in account.game.moves]
    assert [move for move in moves if move.startswith("drop")] == ["drop 3", "drop 3"]


def test_a_game_with_an_extra_card_and_a_look_is_checked() -> None:
    game = played(4, "117", "night", 34)
    account = go_through(game, game.secrets_of(0, 3), {"CHOOSE"})
    assert choices(account) == {"look": 1, "extra": 1}


# ---------- Games that continue without a seat ----------


Known = tuple[list[bytes], int, tuple[Move, bytes] | None]
Spoken = tuple[tuple[Entry, ...], list[Known]]
"""A phase: what was said in it; what each player has kept, drawn, and committed to."""


@cache
def beginning(gid: bytes) -> list[Spoken]:
    """Return the phases that were played in a game before any of its seats changed."""
    return []


class Left:
    """
    A game with sealed cards in which seats are removed, or change hands.

    Games of the same table begin alike, so their first phases are played once and
    repeated.
    """

    def __init__(self, game: str, players: int, options: Mapping[str, str]) -> None:
        rules = ruleset(game, players, options)
        self.table = Table(rules, "left", SEALED, shared=True, **options)
        self._begun: list[Spoken] | None = beginning(self.fold.charter.gid)

    @property
    def fold(self) -> Fold:
        return self.table.fold

    def play_until(self, number: int, kind: str = "") -> None:
        """Play until a phase of this kind is open, from this number on."""
        fold = self.fold
        while not fold.over and (
            fold.phase.number < number or kind not in ("", fold.phase.kind)
        ):
            self.phase()

    def phase(self) -> None:
        number, players = self.fold.phase.number, self.table.players
        if self._begun is None:
            self.table.phase()
        elif number == len(self._begun):
            before = [len(player.kept) for player in players]
            said = self.table.phase()
            known = [
                (player.kept[count:], player.chance.calls, player.intent)
                for player, count in zip(players, before, strict=True)
            ]
            self._begun.append((said, known))
        else:
            said, known = self._begun[number]
            for player, (kept, calls, intent) in zip(players, known, strict=True):
                for secret in kept:
                    player.secrets.recall(secret)
                player.kept += kept
                player.chance.calls, player.intent = calls, intent
            self.table.hear(said)

    def go_on_without(self, out: Collection[int], first: Collection[int] = ()) -> None:
        """Remove seats after those in *first* have spoken; then finish the phase."""
        self._begun = None
        fold, number = self.fold, self.fold.phase.number
        for seat in first:
            fold.accept(self.table.players[seat].speak())
        vote_out(fold, [player.identity for player in self.table.players], out)
        while fold.phase.number == number and not fold.over:
            seat = min(set(fold.missing) - set(out))
            fold.accept(self.table.players[seat].speak())

    def hand_over(self, seat: int, name: str) -> None:
        """Make somebody else take over a seat from the open phase on."""
        self._begun = None
        fold, before = self.fold, self.table.players[seat]
        after = Player(fold.charter, fold.ruleset, seat, fold, name=name)
        verdict = fold.accept(before.sign_handover(after))
        assert isinstance(verdict, SlotTaken), verdict
        self.table.players[seat] = after

    def give_away(self, seat: int, name: str, count: int = 0) -> None:
        """
        Make all other players give a seat to somebody else, who plays on with their
        shares.
        """
        self._begun = None
        rescue(self.table, {seat: name}, count=count)

    def account(self) -> Account:
        """Return the account of the log, which must agree with the program."""
        fold = self.fold
        account = independent.verify(fold.log())
        again = read_log(fold.log(), lambda charter: fold.ruleset)
        table = account.table
        assert table is not None
        assert table.before == fold.digest == again.digest
        assert (table.over, table.active) == (fold.over, fold.active)
        holders = [(some[-1].name, some[-1].identity) for some in table.holders]
        assert holders == [(it.name, it.identity) for it in fold.people]
        assert table.outs == [
            (passed.collection.phase.number, passed.ballot.proposal.out)
            for passed in fold.closed_phases
            if passed.ballot is not None and not passed.ballot.proposal.substitutes
        ]
        if fold.over:
            assert table.rows == [list(row) for row in fold.state.score().rows]
        return account


Options = Mapping[str, str]
EVERYTHING = {"with": "leaders,edifice"}
CHOSEN = {"draw": "chosen"}
RESCUE = {"gone": "rescue"}


def test_remaining_cards_are_passed_again_after_each_removal() -> None:
    """
    A REPASS is repeated if one of its seats is removed, also for cards whose new holder
    stays.
    """
    played = Left("wonders", 7, {})
    played.play_until(0, "REVEAL")
    played.go_on_without([1, 4])
    assert played.fold.phase.seats == (0, 3)
    played.go_on_without([3], first=[0])
    assert (played.fold.phase.kind, played.fold.phase.seats) == ("REPASS", (0, 2))
    played.play_until(played.fold.phase.number + 5)
    account = played.account()
    assert account.game is not None
    kinds = [(kind, seats) for _, kind, seats, *_ in account.game.log]
    assert kinds[-5:-3] == [("REPASS", (0, 2)), ("PICK", (0, 2, 5, 6))]


def put_out(*, cheats: bool = False) -> tuple[Left, list[bytes], list[bytes]]:
    """
    Play a game of four that continues from a REVEAL without seat 1, which is silent or
    cheats.

    Return the game, the wires before the REVEAL, and those of the REVEAL with its
    ballot.
    """
    played = Left("wonders", 4, {"draw": "chosen"})
    fold = played.fold
    played.play_until(0, "REVEAL")
    before = list(independent.wires(fold.log()))
    if cheats:
        player = played.table.players[1]
        fold.accept(player.sign((bytes(32), b"sell", None, None)))
    played.go_on_without([1])
    played.play_until(fold.phase.number + 1)
    wires = list(independent.wires(fold.log()))
    assert wires[: len(before)] == before
    return played, before, wires[len(before) :]


def signed_anew(wire: bytes, name: str, **changes: object) -> bytes:
    """Return a wire with parts of its envelope changed, signed by *name*."""
    changed = replace(parse(independent.open_wire(wire).raw), **changes)  # type: ignore[arg-type]
    again = sign(identity_of(name), changed)
    return independent.pack([again.wire.env, again.wire.sig])


@pytest.mark.parametrize("cheats", [False, True])
def test_a_ballot_in_a_file_must_be_complete_and_in_its_place(*, cheats: bool) -> None:
    """The file has only the entries that count, the fraud and the ballot."""
    played, before, after = put_out(cheats=cheats)
    account = played.account()
    assert account.table is not None
    opener = int(cheats)
    envelopes = [independent.open_wire(wire) for wire in after[: opener + 6]]
    assert [(it.kind, it.seat) for it in envelopes] == [
        *([("REVEAL", 1)] if cheats else []),
        ("DROP_VOTE", 0),
        ("DROP_VOTE", 2),
        ("DROP_VOTE", 3),
        ("REVEAL", 0),
        ("REVEAL", 2),
        ("REVEAL", 3),
    ]
    first = len(before)
    whole = [*before, *after]

    def without(place: int) -> list[bytes]:
        return [*whole[: first + place], *whole[first + place + 1 :]]

    def swapped_at(place: int) -> list[bytes]:
        at = first + place
        return [*whole[:at], whole[at + 1], whole[at], *whole[at + 2 :]]

    def expected(place: int) -> int:
        """
        Return the first wrong entry: the fraud, until a ballot has removed its author.
        """
        return first if cheats and place < opener + 3 else first + place

    # A missing entry.
    for place in range(opener, opener + 3):
        assert refused_by_both(without(place)) == expected(place)
    for place in range(opener + 3, opener + 6):
        assert refused_by_both(without(place)) == first + opener + 5
    # Entries out of order.
    for place in (opener + 1, opener + 3, opener + 4):
        assert refused_by_both(swapped_at(place)) == first + place
    # A changed byte of the opening vote, or of another yes.
    for place in range(opener, opener + 3):
        for at in range(5, len(whole[first + place]), 41):
            wire = flipped(whole[first + place], at)
            wires = [*whole[: first + place], wire, *whole[first + place + 1 :]]
            assert refused_by_both(wires) == expected(place)
    # Seats that can't be removed like this. The opener's signature is valid.
    names = [person.name for person in account.lobby.seats]
    vote = independent.open_wire(whole[first + opener])
    r, k, *_ = vote.body
    for seats in ((1, 2), (), (0, 1), (1, 1), (3, 1), (7,)):
        opening = (r, k, seats, (None,) * len(seats))
        wire = signed_anew(whole[first + opener], names[0], body=opening)
        assert refused_by_both([*whole[: first + opener], wire]) == expected(opener)
    # A no, and a yes to another proposal or about another phase.
    place = opener + 1
    answer = independent.open_wire(whole[first + place]).body
    assert isinstance(r, int)
    for body in ((r, answer[1], False), (r, bytes(32), True), (r + 1, *answer[1:])):
        wire = signed_anew(whole[first + place], names[2], body=body)
        assert refused_by_both([*whole[: first + place], wire]) == expected(place)


def test_entries_that_do_not_survive_a_ballot_are_refused() -> None:
    """In a PICK, no entry survives. In a REVEAL, only the removed seat's don't."""
    for kind in ("PICK", "REVEAL"):
        played = Left("wonders", 4, {"draw": "chosen"})
        fold = played.fold
        played.play_until(0, kind)
        before = list(independent.wires(fold.log()))
        seat = 1 if kind == "REVEAL" else 0
        spoken = played.table.players[seat].speak()
        fold.accept(spoken)
        played.go_on_without([1])
        after = list(independent.wires(fold.log()))[len(before) :]
        played.account()
        wire = independent.pack([spoken.wire.env, spoken.wire.sig])
        place = 0 if kind == "PICK" else 4
        wires = [*before, *after[:place], wire, *after[place:]]
        assert refused_by_both(wires) == len(before) + place


def same_for_both(wires: list[bytes]) -> None:
    """Check that both readers see the same game with the same people."""
    data = file_of(wires)
    again, table = read_log(data, rules_of), independent.verify(data).table
    assert table is not None
    assert table.before == again.digest
    names = [person.name for person in again.people]
    assert [some[-1].name for some in table.holders] == names


def good_by_both(wires: list[bytes]) -> None:
    """Check that both readers accept an unfinished log."""
    data = file_of(wires)
    assert len(wires) == independent.verify(data).entries
    assert read_log(data, rules_of).position == len(wires)


@pytest.mark.parametrize("kind", ["PICK", "REVEAL"])
def test_the_last_phase_of_a_file_may_be_incomplete(kind: str) -> None:
    """
    It has the entries made so far, possibly with gaps, or the beginning of a ballot
    alone.
    """
    played = Left("wonders", 4, {"draw": "chosen"})
    fold = played.fold
    played.play_until(0, kind)
    before = list(independent.wires(fold.log()))
    said = []
    for seat in (0, 2):
        spoken = played.table.players[seat].speak()
        fold.accept(spoken)
        said.append(independent.pack([spoken.wire.env, spoken.wire.sig]))
    assert [*before, *said] == list(independent.wires(fold.log()))
    good_by_both([*before, *said])
    good_by_both([*before, said[1]])
    assert refused_by_both([*before, *reversed(said)]) == len(before)
    played.go_on_without([1])
    after = list(independent.wires(fold.log()))[len(before) :]
    opening, first, second = after[:3]
    assert ["DROP_VOTE"] * 3 == [independent.open_wire(it).kind for it in after[:3]]
    good_by_both([*before, opening])
    good_by_both([*before, opening, first])
    assert refused_by_both([*before, opening, second]) == len(before) + 1
    for ballot in (after[:1], after[:2], after[:3]):
        assert refused_by_both([*before, said[0], *ballot]) == len(before)
    # A ballot on a void phase directly follows the entries of the phase before.
    assert refused_by_both([*before[:-1], opening]) == len(before) - 1


def test_a_fraud_that_no_ballot_names_is_the_first_fault() -> None:
    """The log ends with the fraud, or continues with a ballot that doesn't name it."""
    played, before, after = put_out(cheats=True)
    assert refused_by_both([*before, after[0]]) == len(before)
    names = [person.name for person in played.account().lobby.seats]
    r, k, _, _ = independent.open_wire(after[1]).body
    wire = signed_anew(after[1], names[0], body=(r, k, (1,), (None,)))
    assert refused_by_both([*before, after[0], wire]) == len(before)


def test_an_unconfirmed_ballot_leaves_the_majority_unchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    Two of the three remaining players aren't a majority of the five who played before
    the first ballot. Once all three have confirmed that ballot, they are.
    """
    played = Left("wonders", 5, {"draw": "chosen"})
    with monkeypatch.context() as forged:
        forged.setattr(Electorate, "is_majority", lambda it, voters: True)
        played.go_on_without([0, 1])
        before = len(list(independent.wires(played.fold.log())))
        played.go_on_without([2])
    assert refused_by_both(list(independent.wires(played.fold.log()))) == before
    played = Left("wonders", 5, {"draw": "chosen"})
    played.go_on_without([0, 1])
    played.play_until(played.fold.phase.number + 4)
    played.go_on_without([2])
    played.account()


def test_a_substitute_s_vote_counts_once_the_others_confirmed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both other players confirm the substitute by entries after the first ballot."""
    played = Left("wonders", 3, {"draw": "chosen", **RESCUE})
    with monkeypatch.context() as forged:
        forged.setattr(Electorate, "is_majority", lambda it, voters: True)
        played.give_away(0, "zed")
        played.play_until(1)
        before = len(list(independent.wires(played.fold.log())))
        played.go_on_without([2])
    assert refused_by_both(list(independent.wires(played.fold.log()))) == before
    played = Left("wonders", 3, {"draw": "chosen", **RESCUE})
    played.give_away(0, "zed")
    played.play_until(4)
    played.go_on_without([2])
    played.account()


# ---------- Games in which seats change hands ----------


@pytest.mark.parametrize(
    ("game", "players", "options", "events", "until"),
    [
        # Phases that are void, and phases that survive.
        ("wonders", 3, {}, "0 MIX out 2", 16),
        ("wonders", 3, {}, "8 REVEAL out 1", 18),
        ("wonders", 5, CHOSEN, "0 any out 1, 2 any out 3", 14),
        ("wonders", 4, EVERYTHING, "4 any out 3, 14 DECLARE out 0", 34),
        ("architects", 3, {}, "0 MIX out 0", 12),
        ("architects", 3, CHOSEN, "0 any out 0", 2**32),
        # The last voter hasn't made an entry yet in the phase that the ballot opens.
        ("wonders", 4, {}, "0 PICK out 1, 0 any over 3", 12),
        ("wonders", 3, {}, "0 MIX over 0, 0 MIX over 2, 9 REVEAL over 1", 18),
        (
            *("wonders", 5, EVERYTHING),
            "3 any over 0, 3 any out 3, 9 DEAL over 1, 9 REVEAL over 0, 9 any out 4",
            40,
        ),
        ("wonders", 3, {}, "50 PICK over 0, 50 END over 1, 50 END out 0", 2**32),
        (
            *("architects", 3, {}),
            *("8 CHOOSE over 0, 12 DEAL over 0, 13 OPEN_SHARE out 1", 24),
        ),
        ("architects", 3, CHOSEN, "0 any over 2, 0 any out 0", 12),
        # Seats given away repeatedly. A new holder may hand over the seat, or be removed.
        ("wonders", 3, {}, "0 KEY give 0, 0 MIX give 0, 9 DEAL give 0", 14),
        ("wonders", 4, {}, "0 REVEAL give 1, -1 any over 1, -1 PICK out 3", 24),
        ("wonders", 3, EVERYTHING, "0 REVEAL give 2, 0 DEAL give 2, -1 PICK out 2", 33),
        ("wonders", 3, {}, "50 PICK give 0, 50 END give 0", 2**32),
        ("architects", 3, {}, "8 CHOOSE give 0, 12 DEAL give 0, 44 DEAL out 1", 60),
    ],
)
def test_accounts_agree_on_games_with_changed_and_removed_seats(
    game: str, players: int, options: Options, events: str, until: int
) -> None:
    """
    Seats change one after another and repeatedly; digests and scores agree.

    Each event says from which phase on, and in what kind of phase, a seat hands over,
    is given away by the others, or is removed. Phase -1 is the next phase.
    """
    rescue = RESCUE if " give " in events or " over " in events else {}
    played = Left(game, players, {**options, **rescue})
    happened: Counter[str] = Counter()
    outs = []
    for number, event in enumerate(events.split(", ")):
        since, kind, what, seat = event.split()
        after = played.fold.phase.number + 1 if since == "-1" else int(since)
        played.play_until(after, kind.removeprefix("any"))
        match what:
            case "over":
                played.hand_over(int(seat), f"taker {number}")
            case "give":
                handovers = happened[f"over {seat}"]
                played.give_away(int(seat), f"taker {number}", handovers)
            case _:
                played.go_on_without([int(seat)])
                outs.append((int(seat),))
        happened[f"{what} {seat}"] += 1
    played.play_until(until)
    account = played.account()
    assert account.table is not None
    assert outs == [out for _, out in account.table.outs]
    for number, holders in enumerate(account.table.holders):
        changes = happened[f"over {number}"] + happened[f"give {number}"]
        assert len(holders) == 1 + changes


@cache
def handed_over(*, ballot: bool) -> tuple[Left, list[bytes], list[bytes]]:
    """
    Play a game of four in which seats 0 and 2 change hands in a REVEAL, seat 2 twice.

    Return the game, the wires before the REVEAL, and all later ones. At the end, seat 3
    has a handover that isn't in force.
    """
    played = Left("wonders", 4, {"draw": "chosen"})
    fold = played.fold
    played.play_until(0, "REVEAL")
    before = list(independent.wires(fold.log()))
    played.hand_over(2, "zed")
    played.hand_over(0, "yan")
    played.hand_over(2, "zoe")
    if ballot:
        player = played.table.players[1]
        fold.accept(player.sign((bytes(32), b"sell", None, None)))
        played.go_on_without([1])
    played.play_until(0, "PICK")
    played.hand_over(3, "xia")
    wires = list(independent.wires(fold.log()))
    assert wires[: len(before)] == before
    return played, before, wires[len(before) :]


@pytest.mark.parametrize("ballot", only([True], [False, True]))
def test_handovers_in_a_file_must_be_complete_and_in_their_place(
    *, ballot: bool
) -> None:
    """
    Each precedes all entries of the phase in which it comes into force, and the seat's
    next handover.
    """
    played, before, after = handed_over(ballot=ballot)
    played.account()
    first, whole = len(before), [*before, *after]
    kinds = [(it.kind, it.seat) for it in map(independent.open_wire, after)]
    assert kinds[:3] == [("HANDOVER", 0), ("HANDOVER", 2), ("HANDOVER", 2)]
    assert kinds[-1] == ("HANDOVER", 3)
    # The file may end anywhere.
    for end in range(first, len(whole)):
        if ballot and first + 3 < end < first + 7:
            assert refused_by_both(whole[:end]) == first + 3
        else:
            same_for_both(whole[:end])
    # Without a handover in its place, the new holder's entries aren't signed by the seat.
    for place in range(3):
        wire = whole[first + place]
        others = [*whole[: first + place], *whole[first + place + 1 :]]
        refused_by_both(others)
        for at in every(3, range(first + place + 1, len(others))):
            refused_by_both([*others[:at], wire, *others[at:]])
    # The handover of a seat with no entry in this phase, a repeated one, and a changed one.
    refused_by_both([*whole[:first], whole[-1], *whole[first:-1]])
    refused_by_both([*whole[: first + 1], whole[first], *whole[first + 1 :]])
    for at in every(4, range(5, len(whole[first]), 17)):
        wire = flipped(whole[first], at)
        assert refused_by_both([*whole[:first], wire, *whole[first + 1 :]]) == first


TAKEOVERS_THAT_CANNOT_BE = (
    "not an identity",
    "of its own seat",
    "of another seat",
    "a name of another",
    "no name",
    "owns itself",
    "not its signature",
    "of another phase",
    "another number",
)


def takeover(change: str, before: list[bytes], seat: int, since: int) -> Body:
    """Return what zed signs to take over a seat in a phase, or an invalid variant."""
    account = independent.verify(file_of(before))
    people = account.lobby.seats
    name, signer, owner, phase, number = "zed", identity_of("zed"), None, since, 0
    who = signer.public
    match change:
        case "not an identity":
            who = bytes(32)
        case "of its own seat" | "of another seat":
            signer = identity_of(
                people[seat if change == "of its own seat" else 3].name
            )
            who = signer.public
        case "a name of another":
            name = people[1].name.upper()
        case "no name":
            name = ""
        case "owns itself":
            owner = who
        case "not its signature":
            signer = identity_of("yan")
        case "of another phase":
            phase -= 1
        case "another number":
            number = 1
    assert account.lobby.gid is not None
    person = TablePerson(name, who, owner)
    said = takeover_statement(account.lobby.gid, seat, number, phase, person)
    return (who, name, owner, signer.sign(said))


ENVELOPES_OF_NO_HANDOVER: dict[str, dict[str, object]] = {
    "another number": {"phase": 1},
    "the lane of another": {"lane": "seat/1"},
    "another kind": {"kind": "LEAVE"},
    "another history": {"prev": bytes(32)},
    "another game": {"gid": bytes(32)},
}


def test_invalid_handovers_are_refused_by_both_readers(
    subtests: pytest.Subtests,
) -> None:
    """Each is refused at its own entry."""
    _, before, after = handed_over(ballot=False)
    r, *_ = independent.open_wire(after[1]).body
    assert isinstance(r, int)
    phases = {"a phase to come": r + 1, "an earlier phase": r - 1}

    def changed(change: str) -> bytes:
        since = phases.get(change, r)
        body = (since, *takeover(change, before, 2, since))
        if change == "four parts":
            body = body[:-1]
        others = ENVELOPES_OF_NO_HANDOVER.get(change, {})
        people = independent.verify(file_of(before)).lobby.seats
        return signed_anew(after[1], people[2].name, body=body, **others)

    assert changed("nothing") == after[1]
    for change in (
        *("four parts", *phases),
        *TAKEOVERS_THAT_CANNOT_BE,
        *ENVELOPES_OF_NO_HANDOVER,
    ):
        with subtests.test(change):
            assert refused_by_both([*before, changed(change)]) == len(before)


# ---------- Games in which the others give a seat away ----------


@cache
def given_away() -> tuple[Left, list[bytes], list[bytes]]:
    """
    Play a game of four in which seat 2 is given away in a REVEAL, and seat 0 changes
    hands.

    Return the game, the wires before that, and all later ones.
    """
    played = Left("wonders", 4, {"draw": "chosen", **RESCUE})
    fold = played.fold
    played.play_until(0, "REVEAL")
    before = list(independent.wires(fold.log()))
    played.hand_over(2, "yan")
    fold.accept(played.table.players[2].speak())
    played.hand_over(0, "yvo")
    played.give_away(2, "zed")
    played.play_until(0, "PICK")
    wires = list(independent.wires(fold.log()))
    assert wires[: len(before)] == before
    return played, before, wires[len(before) :]


def test_a_seat_given_away_in_a_file_needs_its_whole_ballot() -> None:
    """
    The ballot is followed by everybody's entries, including those of the seat's new
    holder.
    """
    played, before, after = given_away()
    played.account()
    kinds = [(it.kind, it.seat) for it in map(independent.open_wire, after)]
    assert kinds == [
        ("HANDOVER", 0),
        *(("DROP_VOTE", seat) for seat in (0, 1, 3)),
        *(("REVEAL", seat) for seat in (0, 1, 2, 3)),
    ]
    first, whole = len(before), [*before, *after]
    for end in range(first, len(whole) + 1):
        # A file that ends within the ballot lacks entries of the phase.
        if not first + 1 < end < first + 4:
            same_for_both(whole[:end])
    # An entry is missing, or out of place.
    for place in range(len(after)):
        others = [*whole[: first + place], *whole[first + place + 1 :]]
        if place < 4:
            # Without one of the last entries, the log only ends earlier.
            refused_by_both(others)
        for at in every(3, range(first + place + 1, len(others))):
            refused_by_both([*others[:at], whole[first + place], *others[at:]])
    for place in (1, 2, 6):
        for at in every(4, range(5, len(after[place]), 37)):
            wire = flipped(after[place], at)
            wires = [*whole[: first + place], wire, *whole[first + place + 1 :]]
            assert refused_by_both(wires) == first + place


@pytest.mark.parametrize("change", ["five parts", *TAKEOVERS_THAT_CANNOT_BE])
def test_ballots_with_invalid_takeovers_are_refused(change: str) -> None:
    """Both readers refuse each of them at its own entry."""
    _, before, after = given_away()
    opening = independent.open_wire(after[1])
    r, k, *_ = opening.body
    assert isinstance(r, int)

    def given(*taken: Value) -> bytes:
        return signed_anew(after[1], "yvo", body=(r, k, (2,), (taken,)))

    assert given(*takeover("nothing", before, 2, r)) == after[1]
    taken = takeover(change, before, 2, r)
    wire = given(*taken, *([None] if change == "five parts" else []))
    assert refused_by_both([*before, after[0], wire]) == len(before) + 1


# ---------- Games that all players end early ----------


def would_end(left: Left, whose: int, **changes: object) -> Entry:
    """Return a seat's signed entry to end the game before the open phase."""
    fold, signer = left.fold, left.table.players[whose].identity
    said = Envelope(
        fold.charter.gid,
        "halt",
        fold.phase.number,
        "HALT",
        whose,
        fold.task.prev,
        fold.halt_body(),
    )
    return sign(signer, replace(said, **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "players", "options", "number", "kind"),
    [
        ("wonders", 4, EVERYTHING, 14, "REVEAL"),
        ("architects", 3, {"draw": "chosen"}, 60, "CHOOSE"),
    ],
)
def test_accounts_agree_on_games_that_all_players_end_early(
    game: str, players: int, options: dict[str, str], number: int, kind: str
) -> None:
    """One seat has changed hands. The account counts the points where it can."""
    left = Left(game, players, options)
    left.play_until(number, kind)
    left.hand_over(1, "zed")
    fold = left.fold
    if len(fold.missing) > 1:
        fold.accept(left.table.players[fold.missing[0]].speak())
    for seat in reversed(fold.active):
        fold.accept(would_end(left, seat))
        left.account()
    assert fold.halted


@pytest.mark.parametrize("game", ["wonders", "architects"])
def test_halts_in_a_file_must_be_valid_and_in_seat_order(game: str) -> None:
    """
    All seats sign the end, at the phase that isn't finished, with the right points.
    Nothing follows.
    """
    left = Left(game, 3, CHOSEN)
    left.play_until(2, "DEAL" if game == "wonders" else "OPEN_SHARE")
    fold = left.fold
    number, prev = fold.phase.number, fold.task.prev
    seat = fold.missing[0]
    said = left.table.players[seat].speak()
    before = [pack_wire(wire) for wire in file.read(fold.log())]
    halts = [would_end(left, seat) for seat in fold.active]
    one, two, three = (pack_wire(halt.wire) for halt in halts)
    spoken, at = pack_wire(said.wire), len(before)
    independent.verify(file_of([*before, one, two, three]))
    independent.verify(file_of([*before, spoken, one, two]))
    assert refused_by_both([*before, two, one]) == at
    assert refused_by_both([*before, spoken, two, one, three]) == at
    assert refused_by_both([*before, one, two, three, spoken]) == at + 3
    assert refused_by_both([*before, one, spoken]) == at
    assert refused_by_both([*before, one, one]) == at + 1
    opened = open_ballot(
        fold, left.table.players[0].identity, 0, honest_proposal(fold, [2])
    )
    independent.verify(file_of([*before, pack_wire(opened.wire)]))
    assert refused_by_both([*before, one, pack_wire(opened.wire)]) == at + 1
    assert refused_by_both([*before, pack_wire(opened.wire), one]) == at + 1
    for changes in (
        {"body": ()},
        {"body": ((("1",),),)},
        {"body": (((True,),),)},
        {"body": (((0,) * 16,),)},
        {"body": (((0,),) * 16,)},
        {"phase": number + 1},
        {"phase": number - 1},
        {"prev": bytes(32)},
        {"kind": "END"},
        {"lane": "halt/1"},
        {"seat": 2},
        {"gid": prev},
    ):
        wrong = pack_wire(would_end(left, 1, **changes).wire)
        assert refused_by_both([*before, one, wrong, three]) == at + 1, changes
    rows = fold.halt_body()[0]
    assert isinstance(rows, tuple)
    others = tuple((*row[:-1], 77) for row in rows if isinstance(row, tuple))
    lies = pack_wire(would_end(left, 1, body=(others,)).wire)
    assert independent.verify(file_of([*before, one, lies, three])).table is not None
    assert refused_by_both([*before, one, lies, three, spoken]) == at
