"""``wonders audit`` and ``wonders log`` of games in which seats changed hands."""

from __future__ import annotations

import json

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.logs.summaries import summary
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.comparison import Relation, compare
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.log.evidence import Equivocation
from tests.support.auditing import AuditRunner, LogWriter
from tests.support.inprocess.ballots import voted_out
from tests.support.inprocess.folds import Table, changes_hands


def table() -> Table:
    """Sit people down whose first choice from a hand is open."""
    made = Table(Wonders(4), "hands", shared=True)
    made.play_until("PICK")
    return made


def test_who_had_which_seat_is_told(cli: AuditRunner, save: LogWriter) -> None:
    """One after the other, with their keys, and the handovers are counted."""
    game = table()
    fold, names = game.fold, [person.name for person in game.charter.people]
    first = fold.phase.number
    yan = changes_hands(game, 2, "yan")
    game.phase()
    game.phase()
    second = fold.phase.number
    zed = changes_hands(game, 2, "zed")
    game.phase()
    third = fold.phase.number
    voted_out(fold, [player.identity for player in game.players], [2])
    game.play()
    path = save(fold.log())
    first_line, *lines = cli(path)

    keys = [fingerprint(it.identity.public) for it in (yan, zed)]
    assert first_line.endswith("; removed: zed")
    assert (
        f"Seat 2: {names[2]}, then yan from phase {first} on ({keys[0]}), then zed from "
        f"phase {second} on ({keys[1]})."
    ) in lines
    assert (
        "  2  handovers of a seat, each signed by its old and its new player"
    ) in lines
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
            "opener": None,
            "agreed": None,
        }
        for phase, player, key in zip((first, second), (yan, zed), keys, strict=True)
    ] == told["seats"][2]["takers"]
    assert [] == told["seats"][0]["takers"]
    assert names[2] == told["seats"][2]["name"]
    assert "zed" == told["put_out"][0]["name"]
    assert 2 == told["kinds"]["HANDOVER"]


def test_who_handed_over_and_played_on_is_convicted_by_two_logs(
    cli: AuditRunner, save: LogWriter
) -> None:
    """By the handover in one, and what stands in the other."""
    here, there = table(), table()
    old = here.players[1]
    name, number = old.name, here.fold.phase.number
    changes_hands(here, 1, "zed")
    here.phase()
    there.phase()
    mine, theirs = (
        save(here.fold.log(), "mine.swlog"),
        save(there.fold.log(), "b.swlog"),
    )
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


def test_who_took_a_seat_and_signed_twice_is_named(
    cli: AuditRunner, save: LogWriter
) -> None:
    """Not who had it before."""
    here, there = table(), table()
    for game, turn in ((here, ""), (there, "otherwise")):
        new = changes_hands(game, 1, "zed")
        game.hear([new.speak(turn=turn)])
    mine, theirs = (
        save(here.fold.log(), "mine.swlog"),
        save(there.fold.log(), "b.swlog"),
    )
    *_, line, accused = cli(mine, theirs, status=1)
    assert line.endswith("zed (seat 1) signed different entries in the two logs")
    assert accused.endswith("evidence against zed (seat 1)")


def test_the_log_is_shown_with_who_had_the_seat(
    save: LogWriter, capsys: pytest.CaptureFixture[str]
) -> None:
    """A handover is the old one's, and from its phase on all is the new one's."""
    game = table()
    number, old = game.fold.phase.number, game.players[1].name
    new = changes_hands(game, 1, "zed")
    game.phase()
    path = save(game.fold.log())
    assert 0 == run(["log", str(path), "--json"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    mine = [row for row in rows if row["seat"] == 1]
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


def test_the_list_of_games_names_who_had_the_seats_in_the_end(save: LogWriter) -> None:
    """Whoever took one had it, too, and whoever handed it over."""
    game = table()
    old, names = game.players[1], [person.name for person in game.charter.people]
    changes_hands(game, 1, "yan")
    new = changes_hands(game, 1, "zed")
    game.play()
    path = save(game.fold.log())
    names[1] = "zed"
    for identity, seat in ((old, 1), (new, 1), (game.players[0], 0), (None, None)):
        me = None if identity is None else identity.identity.public
        found = summary(path, me)
        assert found is not None
        assert (tuple(names), seat) == (found.people, found.me)
