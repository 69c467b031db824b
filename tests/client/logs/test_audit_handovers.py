"""Games in which seats changed hands: audited, shown, listed and compared."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.client.logs.summaries import summary
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.comparison import Relation, compare
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import parse, sign
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.suites import SEALED
from tests.net.test_rescue import carried, proposal, rescue
from tests.support.auditing import AuditRunner, LogWriter
from tests.support.inprocess.ballots import vote_out
from tests.support.inprocess.folds import (
    Table,
    accept,
    hand_over_seat,
    play_phase_without,
)


def table() -> Table:
    """Seat four players, with their first choice from a hand open."""
    made = Table(Wonders(4), "rescued", shared=True, gone="rescue")
    made.play_until("PICK")
    return made


def change(game: Table, how: str, seat: Seat, name: str) -> None:
    """Hand over a seat, or make the others give it away."""
    if how == "handed over":
        hand_over_seat(game, seat, name)
    else:
        rescue(game, {seat: name})


def disclose_at_once(game: Table, cards: slice) -> None:
    """End the game early, and make seat 1 disclose some cards of its hand."""
    fold, player = game.end_early(), game.players[1]
    body = player.secrets.disclose(fold.disclosing(1, 0))[cards]
    accept(fold, sign(player.identity, fold.disclosure(1, 0, body)))


either_way = pytest.mark.parametrize("how", ["handed over", "given away"])


def test_an_audit_lists_the_holders_of_a_seat_and_who_decided(
    cli: AuditRunner, save: LogWriter
) -> None:
    """A seat is given away, then handed over, and its last holder is removed."""
    game = table()
    fold, names = game.fold, [person.name for person in game.charter.people]
    first, kind = fold.phase.number, fold.phase.kind
    rescue(game, {2: "yan"})
    yan = game.players[2]
    game.phase()
    game.phase()
    second = fold.phase.number
    zed = hand_over_seat(game, 2, "zed")
    game.phase()
    third = fold.phase.number
    vote_out(fold, [player.identity for player in game.players], [2])
    game.play()
    path = save(fold.log())
    first_line, *lines = cli(path)

    keys = [fingerprint(it.identity.public) for it in (yan, zed)]
    assert first_line.endswith("; removed: zed")
    for line in (
        (
            f"Seat 2: {names[2]}, then yan from phase {first} on ({keys[0]}), then zed from "
            f"phase {second} on ({keys[1]})."
        ),
        (
            f"{names[2]} (seat 2) didn't act in phase {first} ({kind}), and the seat was given "
            f"to yan; proposed by {names[0]} (seat 0), accepted by {names[1]} (seat 1) and "
            f"{names[3]} (seat 3)."
        ),
        "  1  handover of a seat, signed by its old and its new player",
        (
            "  6  yes votes for going on without a player or with a substitute, including "
            "proposals"
        ),
    ):
        assert line in lines
    (said,) = [line for line in lines if " was removed in phase " in line]
    assert said.startswith(f"zed (seat 2) was removed in phase {third} ")
    told = cli.json(path)
    assert [
        {
            "phase": phase,
            "name": player.name,
            "identity": player.identity.public.hex(),
            "fingerprint": key,
            "owner": None,
            "lender": None,
            "opener": opener,
            "agreed": agreed,
        }
        for phase, player, key, opener, agreed in (
            (first, yan, keys[0], 0, [1, 3]),
            (second, zed, keys[1], None, None),
        )
    ] == told["seats"][2]["takers"]
    assert [] == told["seats"][0]["takers"]
    assert ("good", names[2]) == (told["verdict"], told["seats"][2]["name"])
    assert "zed" == told["put_out"][0]["name"]
    assert {"HANDOVER": 1, "DROP_VOTE": 6}.items() <= told["kinds"].items()


def test_a_log_can_end_while_a_substitute_is_waited_for(
    cli: AuditRunner, save: LogWriter
) -> None:
    """The ballot is carried, so the substitute has the seat; the others have acted."""
    game = table()
    fold, number = game.fold, game.fold.phase.number
    carried(game, proposal(fold, {2: "zed"}))
    play_phase_without(game, 2)
    first_line, *lines = cli(save(fold.log()))
    assert f"nothing from zed yet (PICK in phase {number})" in first_line
    assert "removed" not in first_line
    assert any(
        ", and the seat was given to zed; proposed by " in line for line in lines
    )
    told = cli.json(save(fold.log()))
    assert ([2], [0, 1, 2, 3]) == (told["missing"]["seats"], told["missing"]["active"])
    assert ["zed"] == [it["name"] for it in told["seats"][2]["takers"]]


def test_two_logs_convict_a_player_who_handed_over_but_played_on(
    cli: AuditRunner, save: LogWriter
) -> None:
    """One log contains the handover, the other one the player's later entries."""
    here, there = table(), table()
    old = here.players[1]
    name, number = old.name, here.fold.phase.number
    hand_over_seat(here, 1, "zed")
    here.phase()
    there.phase()
    mine, theirs = save.write_two(here, there)
    found = compare(here.fold, there.fold)

    assert (Relation.PARTED, number) == (found.relation, found.phase)
    assert [1] == list(found.evidence)
    *_, line, accused = cli(mine, theirs, status=1)
    assert line.endswith(f"{name} (seat 1) signed different entries in the two logs")
    assert accused.endswith(f"evidence against {name} (seat 1)")
    proof = mine.with_suffix(".seat1.evidence")
    case = Equivocation.from_bytes(proof.read_bytes())
    key, gid = fingerprint(old.identity.public), here.charter.gid.hex()
    assert (old.identity.public, True) == (case.identity, case.is_handover)
    (said,) = cli(proof, status=1)
    assert said == (
        f"{proof}: key {key} handed over seat 1 in game {gid}, but kept playing"
    )
    *_, said = cli(theirs, proof, status=1)
    assert said == (
        f"{proof}: {name}, with key {key}, handed over seat 1 in game {gid}, "
        "but kept playing"
    )
    told = cli.json(mine, proof, status=1)
    assert (True, "seat/1", 0, 1, name) == tuple(
        told[key] for key in ("handover", "lane", "phase", "seat", "name")
    )
    guilty = cli.json(mine, theirs, status=1)["guilty"]
    assert [(1, name)] == [(it["seat"], it["name"]) for it in guilty]


def test_disclosures_by_two_holders_of_a_seat_can_be_compared() -> None:
    """Nobody has signed both, but one of them went on after handing over the seat."""
    here, there = table(), table()
    old = there.players[1].identity.public
    hand_over_seat(here, 1, "zed")
    disclose_at_once(here, slice(1))
    disclose_at_once(there, slice(1, 2))
    for folds in ((here.fold, there.fold), (there.fold, here.fold)):
        found = compare(*folds)
        assert Relation.PARTED is found.relation
        proof = found.evidence[1]
        assert (old, True) == (proof.identity, proof.is_handover)


def test_two_disclosures_of_a_new_holder_are_proof() -> None:
    here, there = table(), table()
    for game, cards in ((here, slice(1)), (there, slice(1, 2))):
        hand_over_seat(game, 1, "zed")
        disclose_at_once(game, cards)
    proof = compare(here.fold, there.fold).evidence[1]
    assert here.players[1].identity.public == proof.identity


@either_way
def test_the_holder_who_signed_two_versions_is_named(
    how: str, cli: AuditRunner, save: LogWriter
) -> None:
    """It is the holder at that time, and not the one before."""
    here, there = table(), table()
    for game, turn in ((here, ""), (there, "otherwise")):
        change(game, how, 1, "zed")
        game.hear([game.players[1].speak(turn=turn)])
    mine, theirs = save.write_two(here, there)
    *_, line, accused = cli(mine, theirs, status=1)
    assert line.endswith("zed (seat 1) signed different entries in the two logs")
    assert accused.endswith("evidence against zed (seat 1)")


def test_logs_before_and_after_a_seat_was_given_away_agree() -> None:
    """
    One contains an entry of the former holder, the other one an entry of the new
    holder.
    """
    here, there = table(), table()
    for game in (here, there):
        game.hear([game.players[it].speak(turn="before") for it in (0, 1)])
    rescue(there, {1: "zed"})
    play_phase_without(there)
    folds = [audit(game.fold.log()).fold for game in (here, there)]
    assert None not in folds
    found = compare(*folds)  # type: ignore[arg-type]
    assert (Relation.AGREE, {}) == (found.relation, found.evidence)
    back = compare(*folds[::-1])  # type: ignore[arg-type]
    assert found == back


def rows(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_log_command_shows_a_handover(
    save: LogWriter, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The former holder signs the handover; from its phase on, all entries are the new
    holder's.
    """
    game = table()
    number, old = game.fold.phase.number, game.players[1].name
    new = hand_over_seat(game, 1, "zed")
    game.phase()
    path = save(game.fold.log())
    assert 0 == run(["log", str(path), "--json"])
    mine = [row for row in rows(capsys) if row["seat"] == 1]
    (handover,) = [row for row in mine if row["kind"] == "HANDOVER"]
    assert old == handover["name"]
    assert {
        "about": number,
        "name": "zed",
        "identity": new.identity.public.hex(),
        "owner": None,
        "lender": None,
    } == handover["says"]
    later = [row["name"] for row in mine if row["phase"] >= number]
    assert {"zed"} == set(later)
    assert {old} == {row["name"] for row in mine if row["phase"] < number}
    assert 0 == run(["log", str(path)])
    (line,) = [
        line for line in capsys.readouterr().out.splitlines() if " HANDOVER " in line
    ]
    assert line.endswith(f"hands the seat over to zed, from phase {number} on")


def test_the_log_command_shows_a_seat_given_away(
    save: LogWriter, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    From the phase of the ballot on, all entries are the new holder's. The votes are the
    others'.
    """
    game = table()
    number, names = game.fold.phase.number, [it.name for it in game.charter.people]
    rescue(game, {1: "zed"})
    game.phase()
    game.phase()
    # Later a ballot on another seat is carried, in which zed votes.
    rescue(game, {2: "yan"})
    game.phase()
    path = save(game.fold.log())
    assert 0 == run(["log", str(path), "--json"])
    said = rows(capsys)
    mine = [row for row in said if row["seat"] == 1]
    assert {"zed"} == {it["name"] for it in mine if it["phase"] >= number}
    main = [it for it in mine if it["lane"] == "main"]
    assert {names[1]} == {it["name"] for it in main if it["phase"] < number}
    votes = [row["name"] for row in said if row["kind"] == "DROP_VOTE"]
    assert [names[0], names[2], names[3], names[0], "zed", names[3]] == votes
    assert 0 == run(["log", str(path)])
    shown = capsys.readouterr().out.splitlines()
    (line,) = [line for line in shown if "to zed" in line]
    assert line.endswith(f"proposes giving seat 1 to zed, from phase {number} on")


def test_the_log_command_shows_the_number_of_parts_of_a_key(
    save: LogWriter, capsys: pytest.CaptureFixture[str]
) -> None:
    """At other kinds of tables, keys have no parts."""
    game = Table(Wonders(4), "keys", SEALED, shared=True, gone="rescue")
    game.phase()
    path = save(game.fold.log())
    assert 0 == run(["log", str(path), "--json"])
    says = [row["says"] for row in rows(capsys) if row["kind"] == "KEY"]
    body = parse(file.read(game.fold.log())[-1].env).body
    assert 4 == len(says)
    assert says[-1] == {
        "share_key": body[0].hex(),  # type: ignore[union-attr]
        "hand_key": body[2].hex(),  # type: ignore[union-attr]
        "parts": 3,
    }


@either_way
def test_the_list_of_games_names_the_last_holders(how: str, save: LogWriter) -> None:
    """The new holder and the former one both find their seat in it."""
    game = table()
    old, names = game.players[1], [person.name for person in game.charter.people]
    change(game, how, 1, "zed")
    new = game.players[1]
    game.play()
    path = save(game.fold.log())
    names[1] = "zed"
    for identity, seat in ((old, 1), (new, 1), (game.players[0], 0), (None, None)):
        me = None if identity is None else identity.identity.public
        found = summary(path, me)
        assert found is not None
        assert (tuple(names), seat) == (found.people, found.me)


def test_a_cheating_substitute_is_named(cli: AuditRunner, save: LogWriter) -> None:
    """The ballot that gave the substitute the seat doesn't count as its punishment."""
    game = table()
    rescue(game, {1: "zed"})
    game.fold.accept(game.players[1].sign((b"rubbish",)))
    path = save(game.fold.log())
    first, *_ = cli(path, status=1)
    assert "zed (seat 1): " in first
    assert Verdict.FAULT is audit(path.read_bytes()).verdict
