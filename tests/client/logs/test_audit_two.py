"""``wonders audit`` of two logs of a game, and of evidence: who signed two versions."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from nacl.bindings import crypto_scalarmult_ed25519_base_noclamp

from sealed_wonders.client.__main__ import run
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.comparison import Relation, compare
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby.words import words_of
from sealed_wonders.net.log.digests import code_digest, rules_hash
from sealed_wonders.net.log.envelopes import Wire, parse, signed_bytes
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.auditing import (
    LOBBY,
    AuditRunner,
    LogWriter,
    flipped,
    forked_games,
    whole_game,
    wires_of_log,
    with_other_body,
)
from tests.support.inprocess.ballots import vote_out
from tests.support.inprocess.folds import Table, disclose
from tests.support.lobbies import identity_of, signed_charter
from tests.support.thorough import only

# Two logs.

pytestmark = pytest.mark.usefixtures("integers")


def test_two_equal_logs_are_reported_as_identical(
    cli: AuditRunner, save: LogWriter
) -> None:
    for suite in (OPEN, SEALED):
        whole = whole_game(suite)
        mine, theirs = save.write_two(whole.log(), whole.log())
        *verdicts, last = cli(mine, theirs)
        total = len(wires_of_log(whole))
        for path, line in zip((mine, theirs), verdicts, strict=True):
            assert line.startswith(f"{path}: valid log, {total} entries; ")
        assert f"{mine} and {theirs} are identical" == last
        told = cli.json(mine, theirs)
        assert ["logs", "comparison", "guilty"] == list(told)
        assert ["good", "good"] == [log["verdict"] for log in told["logs"]]
        assert {
            "relation": "same",
            "shared": total,
            "phase": None,
            "kind": None,
        } == told["comparison"]
        assert [] == told["guilty"]


def test_a_log_can_be_the_beginning_of_another(
    cli: AuditRunner, save: LogWriter
) -> None:
    """The order of the two logs doesn't matter, and neither of them is at fault."""
    entries = wires_of_log(whole_game(OPEN))
    short, whole = save.write_two(entries[:70], entries)
    assert f"{short} is the beginning of {whole} (70 entries)" == cli(short, whole)[-1]
    assert f"{short} is the beginning of {whole} (70 entries)" == cli(whole, short)[-1]
    assert "beginning" == cli.json(short, whole)["comparison"]["relation"]
    assert "continuation" == cli.json(whole, short)["comparison"]["relation"]


def test_logs_that_end_within_a_phase_can_agree(
    cli: AuditRunner, save: LogWriter
) -> None:
    """Each contains an entry that the other doesn't."""
    table = Table(Wonders(3), "agree", suite=OPEN, shared=True)
    table.play_until("PICK")
    before, (one, two, _) = wires_of_log(table.fold), table.entries()
    mine, theirs = save.write_two((*before, one.wire), (*before, two.wire))
    shared = len(before)
    assert (
        f"{mine} and {theirs} share {shared} entries; each also has entries of its own"
        == cli(mine, theirs)[-1]
    )
    assert "agree" == cli.json(mine, theirs)["comparison"]["relation"]


def test_logs_of_two_games_are_not_compared(cli: AuditRunner, save: LogWriter) -> None:
    """The report shows the table codes, which differ."""
    other = signed_charter(("ann", "bob", "cid"), rules_hash(Wonders(3).facts))
    mine, theirs = save.write_two(wires_of_log(whole_game(OPEN))[:LOBBY], other.wires)
    (line,) = cli(mine, theirs, status=2)
    codes = [words_of(code_digest(c.gid)) for c in (whole_game(OPEN).charter, other)]
    assert (
        f"wonders audit: {mine} and {theirs} are logs of different games, with the table codes "
        f"{codes[0]!r} and {codes[1]!r}"
    ) == line


def test_a_log_without_a_game_cannot_be_compared(
    cli: AuditRunner, save: LogWriter
) -> None:
    """Each log still gets its verdict."""
    mine, theirs = save.write_two(b"SWLOG1\n", whole_game(OPEN).log())
    lines = cli(mine, theirs)
    assert ["unfinished", "valid log"] == [
        line.split(": ")[1].split(",")[0] for line in lines[:2]
    ]
    assert (
        "there is nothing to compare: at least one log has no game in it yet"
    ) == lines[2]
    assert cli.json(mine, theirs)["comparison"] is None


@pytest.mark.parametrize("suite", only([SEALED], [OPEN, SEALED]))
def test_two_logs_convict_whoever_signed_two_versions(
    cli: AuditRunner, save: LogWriter, tmp_path: Path, suite: int
) -> None:
    """A host shows ann one pick of bob's and cleo another one: the logs prove it."""
    here, there = forked_games("PICK", 1, suite=suite)
    phase = here.fold.phase.number - 1
    # The others go on with what they were shown, as far as the host lets them.
    here.hear([here.players[0].speak()])
    there.hear([there.players[2].speak()])
    for table in (here, there):  # and so does the liar
        table.hear([table.players[1].speak()])
    mine, theirs = save.write_two(here, there)
    first, second, parted, accused = cli(mine, theirs, status=1)
    name = here.fold.charter.people[1].name
    assert "unfinished, valid so far" in first
    assert "unfinished, valid so far" in second
    assert (
        f"{mine} and {theirs} diverge in phase {phase} (PICK): {name} (seat 1) signed "
        "different entries in the two logs"
    ) == parted
    proof = tmp_path / "mine.seat1.evidence"
    assert f"{proof}: evidence against {name} (seat 1)" == accused
    case = Equivocation.from_bytes(proof.read_bytes())
    assert (here.fold.charter.gid, "main", phase) == case.place
    assert here.fold.charter.people[1].identity == case.identity
    told = cli.json(mine, theirs, status=1)["comparison"]
    assert ("parted", phase, "PICK") == (told["relation"], told["phase"], told["kind"])


def test_two_logs_convict_each_of_several_liars(
    cli: AuditRunner, save: LogWriter, tmp_path: Path
) -> None:
    """There is one file of evidence for each of them."""
    mine, theirs = save.write_two(*forked_games("DECIDE", 0, 2))
    *_, parted, one, two = cli(mine, theirs, status=1)
    assert re.search(
        r"\w+ \(seat 0\) and \w+ \(seat 2\) signed different entries", parted
    )
    for line, seat in ((one, 0), (two, 2)):
        assert line.startswith(f"{tmp_path / f'mine.seat{seat}.evidence'}: evidence")
    wanted = tmp_path / "proof.bin"
    *_, one, two = cli(mine, theirs, "--evidence", wanted, status=1)
    assert one.startswith(f"{tmp_path / 'proof.seat0.bin'}: ")
    assert two.startswith(f"{tmp_path / 'proof.seat2.bin'}: ")
    assert not wanted.exists()


def test_evidence_is_written_to_the_given_path_and_over_no_file(
    save: LogWriter, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If it can't be written, that is reported, and the verdict stays the same."""
    mine, theirs = save.write_two(*forked_games("DECIDE", 1))
    wanted = tmp_path / "proof.evidence"
    words = ["audit", str(mine), str(theirs), "--evidence"]
    for _ in range(2):  # the second time, it already exists
        assert 1 == run([*words, str(wanted)])
        said = capsys.readouterr()
        assert f"{wanted}: evidence against" in said.out
        assert not said.err
    data = mine.read_bytes()
    for path, reason in ((mine, "exists"), (tmp_path / "no" / "proof", "No such file")):
        assert 1 == run([*words, str(path)])
        said = capsys.readouterr()
        assert "signed different entries in the two logs" in said.out
        assert "evidence against" not in said.out
        assert re.fullmatch(rf"wonders audit: {path}: .*{reason}.*\n", said.err)
    assert data == mine.read_bytes()
    run([*words, str(mine), "--json"])
    (guilty,) = json.loads(capsys.readouterr().out)["guilty"]
    assert (1, None) == (guilty["seat"], guilty["evidence"])


def test_a_log_with_a_fault_is_compared_up_to_the_fault(
    cli: AuditRunner, save: LogWriter
) -> None:
    """One log contains a fraud, the other one a different entry of a seat."""
    here, there = forked_games("DECIDE", 1)
    seat = here.fold.missing[0]
    fraud = here.players[seat].sign((None,))
    mine, theirs = save.write_two((*wires_of_log(here.fold), fraud.wire), there)
    first, second, parted, accused = cli(mine, theirs, status=1)
    assert f"(seat {seat}): not a" in first
    assert "valid so far" in second
    assert "(seat 1) signed different entries" in parted
    assert "evidence against" in accused
    same = cli(mine, mine, status=1)
    assert same[-1].endswith("are identical")


def signed_otherwise(name: str, wire: Wire) -> Wire:
    """Sign an envelope as in RFC 8032, with another nonce: a second valid signature."""
    identity = identity_of(name)
    seed = hashlib.sha256(name.encode()).digest()
    hashed = bytearray(hashlib.sha512(seed).digest()[:32])
    hashed[0] &= 0xF8
    hashed[31] = hashed[31] & 0x7F | 0x40
    secret, nonce = int.from_bytes(hashed, "little"), 12345
    point = crypto_scalarmult_ed25519_base_noclamp(nonce.to_bytes(32, "little"))
    message = signed_bytes(wire.env)
    challenge = hashlib.sha512(point + identity.public + message).digest()
    scalar = (nonce + int.from_bytes(challenge, "little") * secret) % Q
    return Wire(wire.env, point + scalar.to_bytes(32, "little"))


def test_another_signature_of_an_entry_is_not_another_version(
    cli: AuditRunner, save: LogWriter
) -> None:
    """An author can make many signatures; only the envelopes count."""
    entries = wires_of_log(whole_game(OPEN))
    wire = entries[40]
    name = whole_game(OPEN).charter.people[parse(wire.env).seat].name
    other = signed_otherwise(name, wire)
    assert other != wire
    mine, theirs = save.write_two(entries, (*entries[:40], other, *entries[41:]))
    first, second, last = cli(mine, theirs)
    assert ": valid log, " in first
    assert ": valid log, " in second
    assert last.endswith("are identical")


def test_only_those_who_signed_two_versions_are_convicted() -> None:
    """A player who signed one version isn't convicted even if all others signed two."""
    for liars in ((0,), (0, 1), (0, 1, 2)):
        here, there = forked_games("PICK", *liars)
        assert list(liars) == list(compare(here.fold, there.fold).evidence)
    here, there = forked_games("PICK")
    assert Relation.SAME is compare(here.fold, there.fold).relation


# Evidence.


@pytest.fixture
def proof(save: LogWriter) -> tuple[Path, Table]:
    """Return a file of evidence against seat 1 of a game, and the game."""
    here, there = forked_games("DECIDE", 1)
    comparison = compare(here.fold, there.fold)
    return save(comparison.evidence[1].to_bytes(), "game.evidence"), here


def test_evidence_alone_convicts_a_key(
    cli: AuditRunner, proof: tuple[Path, Table]
) -> None:
    """It contains no name."""
    path, table = proof
    charter, phase = table.fold.charter, table.fold.phase.number - 1
    (line,) = cli(path, status=1)
    key = fingerprint(charter.people[1].identity)
    assert (
        f"{path}: key {key} has signed two versions of the same entry (phase {phase}, "
        f"lane 'main') in game {charter.gid.hex()}"
    ) == line
    assert {
        "evidence": str(path),
        "identity": charter.people[1].identity.hex(),
        "fingerprint": key,
        "gid": charter.gid.hex(),
        "lane": "main",
        "phase": phase,
        "handover": False,
        "seat": None,
        "name": None,
        "log": None,
    } == cli.json(path, status=1)


def test_evidence_with_a_log_convicts_a_player_by_name(
    cli: AuditRunner, save: LogWriter, proof: tuple[Path, Table]
) -> None:
    """
    The order doesn't matter. The log may be of another game of the same people, which
    is then mentioned.
    """
    path, table = proof
    name = table.fold.charter.people[1].name
    log = save(table.fold.log())
    for words in ((path, log), (log, path)):
        first, second = cli(*words, status=1)
        assert f"{log}: unfinished, valid so far" in first
        assert second.startswith(f"{path}: {name}, with key ")
        assert second.endswith(table.fold.charter.gid.hex())
        told = cli.json(*words, status=1)
        assert (1, name, str(log)) == (told["seat"], told["name"], told["log"]["log"])
    *_, line = cli(path, save(whole_game(OPEN).log()), status=1)
    assert f"{path}: {name}, with key " in line
    assert line.endswith(f" in a different game, {table.fold.charter.gid.hex()}")
    strangers = save(
        signed_charter(("dan", "eve", "gus"), rules_hash(Wonders(3).facts)).wires
    )
    *_, line = cli(path, strangers, status=1)
    assert f"{path}: key " in line


def test_changed_evidence_convicts_nobody(
    cli: AuditRunner, proof: tuple[Path, Table]
) -> None:
    """Any byte may be changed. Two files of evidence are refused as well."""
    path, _ = proof
    data = path.read_bytes()
    for at in range(7, len(data), 11):
        path.write_bytes(flipped(data, at))
        (line,) = cli(path, status=2)
        assert line.startswith(f"wonders audit: {path}: ")
    path.write_bytes(data)
    (line,) = cli(path, path, status=2)
    assert line.startswith(
        "wonders audit: put evidence after the log it belongs to. Try "
    )


# docs/RECORD.md


PAGE = (Path(__file__).parents[3] / "docs" / "RECORD.md").read_text("utf-8")


EXCLUDED_KEYS = ("game.options", "kinds", "seats.score", "logs", "log", "guilty")
"""Keys whose contents are documented elsewhere, or vary."""


def key_paths(row: object, of: str = "") -> set[str]:
    """Return the keys of JSON data; nested keys are joined with dots."""
    found = set()
    if isinstance(row, list):
        for item in row:
            found |= key_paths(item, of)
    elif isinstance(row, dict) and of not in EXCLUDED_KEYS:
        for key, value in row.items():
            path = f"{of}.{key}" if of else key
            found |= {path} | key_paths(value, path)
    return found


def test_the_page_documents_exactly_the_keys_of_the_reports(
    cli: AuditRunner, save: LogWriter, proof: tuple[Path, Table]
) -> None:
    """It documents those of one log, of two logs, and of evidence."""
    tables = re.findall(r"^\| key .*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    of_one, of_two, of_evidence = (
        {
            name
            for line in table.splitlines()
            for name in re.findall(r"`([\w.]+)`", line.split("|")[1])
        }
        for table in tables[:3]  # the tables after that belong to another command
    )
    entries = wires_of_log(whole_game(OPEN))
    twice = with_other_body(whole_game(OPEN), entries[39], (None,))
    wrong = cli.json(save((*entries[:40], twice)), status=1)
    assert set(wrong["guilty"][0]) - set(wrong["seats"][0]) == {"evidence"}
    other = Table(Architects(2), "keys", shared=True)
    other.play()
    told = [cli.json(save(entries)), cli.json(save(entries[:40])), wrong]
    told.append(cli.json(save(other.fold.log(), "other.swlog")))
    fewer = Table(Wonders(3), "fewer", shared=True)
    vote_out(fewer.fold, [player.identity for player in fewer.players], [2])
    told.append(cli.json(save(fewer.fold.log(), "fewer.swlog")))
    opened = Table(Wonders(3), "opened", shared=True)
    disclose(opened)
    told.append(cli.json(save(opened.fold.log(), "opened.swlog")))
    (untruth,) = told[-1]["untruths"]
    assert {"entry", "seat", "reason"} == set(untruth)
    lines = "\n".join(cli(save(opened.fold.log(), "opened.swlog")))
    assert "disclosed a card incorrectly in entry" in lines
    assert of_one - {"guilty.evidence"} == set().union(*map(key_paths, told))
    mine, theirs = save.write_two(*forked_games("DECIDE", 1))
    two = cli.json(mine, theirs, status=1)
    assert of_two == key_paths(two)
    assert of_one - {"guilty", "guilty.evidence"} >= key_paths(two["logs"])
    assert of_evidence == key_paths(cli.json(proof[0], mine, status=1))
