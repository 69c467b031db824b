"""``wonders audit``: it finds whatever is wrong in a log, and reports what is right."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.commands import audit as command
from sealed_wonders.client.logs import files
from sealed_wonders.client.logs.audit import Report, Verdict, audit, remembering
from sealed_wonders.client.tablewords import verdicts
from sealed_wonders.core.architects import scoring
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import seeded
from sealed_wonders.core.local import play
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.cards import ValidBody, Wrong
from sealed_wonders.net.claims import Claim
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby import Charter, TablePerson
from sealed_wonders.net.lobby.words import words_of
from sealed_wonders.net.log import file
from sealed_wonders.net.log.digests import code_digest, rules_hash
from sealed_wonders.net.log.envelopes import Entry, parse
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.replay import one_by_one
from sealed_wonders.net.sealed import backend
from sealed_wonders.net.sealed.group import Group
from sealed_wonders.net.suites import OPEN, SEALED
from sealed_wonders.net.words import use
from tests.support.auditing import (
    LOBBY,
    AuditRunner,
    LogWriter,
    flipped,
    lobby_charter,
    whole_game,
    wires_of_log,
    with_other_body,
)
from tests.support.games import chooser
from tests.support.inprocess.folds import Table
from tests.support.lobbies import HOST, identity_of, signed_charter
from tests.support.programs import shown_at

pytestmark = pytest.mark.usefixtures("integers")


# Valid logs.


def test_a_whole_game_is_reported_as_valid(cli: AuditRunner, save: LogWriter) -> None:
    """
    The verdict comes first; then the players, the proofs, the score sheet and the
    digest.
    """
    path = save(whole_game(SEALED).log())
    first, *lines = cli(path)
    charter, sheet = whole_game(SEALED).charter, whole_game(SEALED).state.score()
    names = [person.name for person in charter.people]
    (winner,) = sheet.winners
    total = len(wires_of_log(whole_game(SEALED)))
    points = sheet.rows[winner][-1]
    assert (
        f"{path}: valid log, {total} entries; won by {names[winner]} with {points} points"
        == first
    )
    text = "\n".join(lines)
    assert "The game is 7 Wonders for 3 players; everybody chooses a side" in text
    assert "Cards were sealed" in text
    assert f"Table code: {words_of(code_digest(charter.gid))}.\n" in text
    assert "draw" not in text
    for seat, person in enumerate(charter.people):
        key = fingerprint(person.identity)
        assert re.search(rf"^ +{seat}  {person.name} +{key}$", text, re.MULTILINE)
        end = "  wins" if seat == winner else ""
        points = sheet.rows[seat][-1]
        assert re.search(
            rf"^ +{seat}  {person.name} .* {points}{end}$", text, re.MULTILINE
        )
    for numbers in zip(*sheet.rows, strict=True):
        row = " +".join(map(str, numbers))
        assert re.search(rf"^[a-z]+ +{row}$", text, re.MULTILINE)
    assert f"The host's key is {fingerprint(charter.host)}." in text
    assert f"{total}  signatures" in text
    assert " 54  choices from a hand" in text
    assert re.search(r"^ *\d+  shuffles, ", text, re.MULTILINE)
    assert f"Digest: {whole_game(SEALED).digest.hex()}" == lines[-1]


def test_a_report_on_architects_uses_the_games_own_terms(save: LogWriter) -> None:
    """
    They describe the proofs about piles and the cat, and the sheet. In French, the
    wonders have French names.
    """
    table = Table(Architects(3), "told", suite=SEALED, shared=True)
    path = save(table.play().log())
    report = audit(path.read_bytes(), one_by_one)
    won = r"valid log, \d+ entries; won by .* points"
    assert re.fullmatch(won, verdicts.verdict(report))
    lines = list(verdicts.told(report))
    text = "\n".join(lines)
    assert "The game is 7 Wonders: Architects" in text
    assert "nobody, not even the host, knew a card before it was revealed" in text
    assert "  key shares for cards that only the cat's holder saw\n" in text
    assert not re.search("hand|deals|discard", text)
    heading = ["seat", "name", "city", *scoring.CATEGORIES]
    assert heading in [line.split() for line in lines]
    told: Any = verdicts.described(report, path)
    use("fr")
    french = "\n".join(verdicts.told(report))
    for seat in told["seats"]:
        assert list(scoring.CATEGORIES) == list(seat["score"])
        assert "board" not in seat
        row = " +".join(map(str, seat["score"].values()))
        start = f"^ +{seat['seat']}  {seat['name']} +"
        names = catalog().wonders_by_id[seat["wonder"]].names
        assert re.search(f"{start}{seat['wonder']} +{row}", text, re.MULTILINE)
        assert re.search(f"{start}{names['fr']} +{row}", french, re.MULTILINE)
    assert "parts de clé pour des cartes que seul le détenteur du chat a vues" in french


def test_a_whole_game_is_reported_as_json(cli: AuditRunner, save: LogWriter) -> None:
    """The report for programs includes everything that the table agreed on."""
    for suite in (OPEN, SEALED):
        whole = whole_game(suite)
        path, charter = save(whole.log()), whole.charter
        told = cli.json(path)
        assert (str(path), "good", len(wires_of_log(whole))) == (
            told["log"],
            told["verdict"],
            told["entries"],
        )
        assert (None, None, []) == (told["fault"], told["missing"], told["guilty"])
        assert {
            "gid": charter.gid.hex(),
            "code": words_of(code_digest(charter.gid)),
            "rules": rules_hash(Wonders(3).facts).hex(),
            "void_draws": 0,
            "sealed": charter.suite == SEALED,
            "options": {
                "game": "wonders",
                "host": HOST.public.hex(),
                "players": 3,
                "seed": "audit",
                "sides": "choose",
                "suite": charter.suite,
                "turn_time": 0,
            },
        } == told["game"]
        assert whole.digest.hex() == told["digest"]


def test_a_report_says_that_cards_were_not_sealed(
    cli: AuditRunner, save: LogWriter
) -> None:
    """The log is valid all the same, and nothing is claimed to be proven that isn't."""
    text = "\n".join(cli(save(whole_game(OPEN).log())))
    assert "Cards were not sealed: anybody who has this log" in text
    assert "shuffles" not in text
    assert " 54  choices from a hand" in text
    piles = Table(Architects(2), "open", shared=True).play()
    text = "\n".join(verdicts.told(Report.of(piles)))
    assert "can work out the order of every pile" in text
    assert "shuffles, " not in text


def test_a_report_names_the_owners_of_bots_and_counts_void_draws(
    cli: AuditRunner, save: LogWriter
) -> None:
    """A bot can belong to a player, to the host, or to a stranger."""
    owners = {
        "ann": None,
        "ada": identity_of("ann").public,
        "bea": HOST.public,
        "cid": identity_of("a stranger").public,
    }
    path = save(lobby_charter(owners, rules_hash(Wonders(4).facts), void=2).wires)
    text = "\n".join(cli(path))
    said = "The draw of the seats was repeated: 2 earlier draws weren't completed."
    assert said in text.splitlines()
    stranger = fingerprint(identity_of("a stranger").public)
    for name, what in (
        ("ada", "  ann's bot"),
        ("bea", "  one of the host's bots"),
        ("cid", f"  {stranger}'s bot"),
        ("ann", ""),
    ):
        key = fingerprint(identity_of(name).public)
        assert re.search(rf"^ +\d  {name} +{key}{what}$", text, re.MULTILINE)
    told = cli.json(path)
    assert 2 == told["game"]["void_draws"]
    assert {name: owner and owner.hex() for name, owner in owners.items()} == {
        seat["name"]: seat["owner"] for seat in told["seats"]
    }


# Incomplete logs.


@pytest.mark.parametrize("size", range(LOBBY))
def test_a_log_that_ends_in_the_lobby_is_unfinished(
    cli: AuditRunner, save: LogWriter, size: int
) -> None:
    """It is valid so far, but there is no game to report on."""
    path = save(wires_of_log(whole_game(OPEN))[:size])
    (line,) = cli(path)
    entries = "1 entry" if size == 1 else f"{size} entries"
    assert f"{path}: unfinished, valid so far, {entries}; no game has begun" == line
    told = cli.json(path)
    assert ("unfinished", size, None, []) == (
        told["verdict"],
        told["entries"],
        told["game"],
        told["seats"],
    )


# Wrong logs.


def test_a_changed_byte_is_reported_in_one_line(
    cli: AuditRunner, save: LogWriter
) -> None:
    """It invalidates a signature or an entry; neither causes a traceback."""
    data, entries = whole_game(OPEN).log(), wires_of_log(whole_game(OPEN))
    begins, ends = (len(file.write(entries[:n])) for n in (50, 51))
    path = save(flipped(data, ends - 1))
    first, *_ = cli(path, status=1)
    assert f"{path}: entry 50: bad-signature: not signed by seat " in first
    fault = cli.json(path, status=1)["fault"]
    assert (50, None, None) == (fault["entry"], fault["seat"], fault["name"])
    path = save(flipped(data, begins + 4))
    first, *_ = cli(path, status=1)
    assert first.startswith(f"{path}: entry 50: at byte {begins}: not ")


def test_a_fraud_is_reported_with_its_seat_and_what_was_correct(
    cli: AuditRunner, save: LogWriter
) -> None:
    """One line gives the entry, name, seat, reason, kind and phase."""
    entries = list(wires_of_log(whole_game(SEALED)))
    at = next(n for n, w in enumerate(entries) if parse(w.env).kind == "REVEAL")
    envelope = parse(entries[at].env)
    name = whole_game(SEALED).charter.people[envelope.seat].name
    entries[at] = with_other_body(
        whole_game(SEALED), entries[at], (bytes(32), *envelope.body[1:])
    )
    path = save(entries)
    first, *lines = cli(path, status=1)
    assert re.fullmatch(
        rf"{path}: entry {at}: {name} \(seat {envelope.seat}\): the commitment is to "
        rf"something other than .* \(REVEAL in phase {envelope.phase}\)",
        first,
    )
    assert "Correct up to that point:" in lines
    assert (
        f" {at}  signatures, all for the same sequence of entries"
        in f" {lines!r}".replace("'", " ")
    )
    assert " 3  choices from a hand, sealed before any was revealed" in lines
    told = cli.json(path, status=1)
    fault = told["fault"]
    assert (at, envelope.seat, name) == (fault["entry"], fault["seat"], fault["name"])
    assert "the commitment is to" in fault["reason"]
    assert (3, None) == (told["kinds"]["PICK"], told["kinds"].get("REVEAL"))


def test_two_versions_in_a_single_log_are_written_as_evidence(
    cli: AuditRunner, save: LogWriter, tmp_path: Path
) -> None:
    entries = wires_of_log(whole_game(OPEN))
    path = save(
        (*entries[:40], with_other_body(whole_game(OPEN), entries[39], (None,)))
    )
    seat = parse(entries[39].env).seat
    name = whole_game(OPEN).charter.people[seat].name
    first, second, *_ = cli(path, status=1)
    assert (
        f"{path}: entry 40: {name} (seat {seat}): signed two versions of an entry"
        == first
    )
    proof = tmp_path / f"game.seat{seat}.evidence"
    assert f"{proof}: evidence against {name} (seat {seat})" == second
    case = Equivocation.from_bytes(proof.read_bytes())
    assert whole_game(OPEN).charter.people[seat].identity == case.identity
    (guilty,) = cli.json(path, status=1)["guilty"]
    assert (seat, name, str(proof)) == tuple(
        guilty[key] for key in ("seat", "name", "evidence")
    )


# Files that are no logs, or can't be checked.


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", ": empty"),
        (b"SWLOG", "neither a log nor a record of a game"),
        (b"SWLOG1\n\0", "at byte 7: the file ends in the middle of a length"),
        (
            b"SWLOG1\n\xff\xff\xff\xff",
            "at byte 7: a signed message of 4294967295 bytes exceeds",
        ),
        (b"SWLOG1\n\0\0\0\x01\x90", "at byte 7: not a signed message: []"),
        (b'{"record": 1}\n', ": a record, which proves nothing; `wonders check` "),
        (b"SWTWO1\n", "not evidence: 0 parts instead of 3"),
        (b"SWTWO1\n" + bytes(12), "not msgpack"),
    ],
)
def test_a_file_that_is_no_log_is_reported_in_one_line(
    cli: AuditRunner, save: LogWriter, content: bytes, said: str
) -> None:
    """The exit status is 2, or 1 if the file begins like a log."""
    path = save(content)
    status = 1 if "at byte" in said else 2
    (line,) = cli(path, status=status)
    assert said in line
    assert str(path) in line


def test_a_log_too_long_or_unreadable_is_reported_in_one_line(
    cli: AuditRunner, save: LogWriter, tmp_path: Path
) -> None:
    """Its length is checked before it is read. The exit status is 2."""
    path = save(b"SWLOG1\n")
    os.truncate(path, files.MAX_LOG + 1)
    (line,) = cli(path, status=2)
    assert f"{path}: longer than {files.MAX_LOG} bytes" in line
    (line,) = cli(tmp_path, status=2)
    assert "is a directory" in line
    (line,) = cli(tmp_path / "nothing", status=2)
    assert "does not exist" in line
    (line,) = cli(path, path, path, status=2)
    assert line.startswith("wonders audit: give one or two log files. Try ")


def test_a_log_with_unknown_rules_or_options_cannot_be_checked(
    cli: AuditRunner, save: LogWriter
) -> None:
    """
    It may come from another version, or have another game, number of players, or suite.
    """
    facts = rules_hash(Wonders(3).facts)
    three, two = ("ann", "bob", "cid"), ("ann", "bob")
    for charter, said in (
        (signed_charter(three, bytes(32)), "other rules than"),
        (signed_charter(three, facts, game="chess"), "there is no game called 'chess'"),
        (signed_charter(two, facts), "2"),
        (signed_charter(three, facts, sides="both"), "sides"),
        (lobby_charter(dict.fromkeys(three), facts, suite=1), "an earlier version"),
        (lobby_charter(dict.fromkeys(three), facts, suite=3), "unknown suite 3"),
    ):
        path = save(charter.wires)
        (line,) = cli(path, status=2)
        assert line.startswith(f"wonders audit: {path}: this log can't be checked: ")
        assert said in line


def test_sealed_logs_are_not_checked_with_an_unsafe_library(
    cli: AuditRunner,
    save: LogWriter,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line says what to do. Logs of open cards have no proofs and are checked."""
    path = save(whole_game(SEALED).log())

    def unsafe() -> Group:
        raise backend.UnusableLibrary("please install another one")

    monkeypatch.setattr(backend, "loaded", unsafe)
    assert ["wonders audit: please install another one"] == cli(path, status=2)
    assert 2 == run(["export", str(path)])
    capsys.readouterr()
    cli(save(whole_game(OPEN).log()))


@given(st.binary(max_size=300), st.booleans())
def test_random_bytes_give_a_verdict_or_a_refusal(content: bytes, begun: bool) -> None:
    """It is one line, and never a traceback."""
    data = file.MAGIC * begun + content
    try:
        report = audit(data)
    except RemoteProtocolError as problem:
        text = str(problem)
        if "\n" in text:
            raise
    else:
        assert report.fold is None
        assert (Verdict.UNFINISHED if data == file.MAGIC else Verdict.FAULT) is (
            report.verdict
        )


# Reports for other parts of a client.


def test_a_game_in_memory_is_reported_like_its_log() -> None:
    """Both name the fraud that stopped the game."""
    table = Table(Wonders(3), "stopped", suite=OPEN, shared=True)
    fold = table.play_until("PICK")
    assert Verdict.UNFINISHED is Report.of(fold).verdict
    seat = fold.missing[0]
    fold.accept(table.players[seat].sign((None,)))
    by_hand, by_file = Report.of(fold), audit(fold.log())
    assert Verdict.FAULT is by_hand.verdict
    assert by_hand.entries == by_file.entries == fold.position - 1
    assert by_hand.kinds == by_file.kinds
    assert f"(seat {seat}): not a" in verdicts.verdict(by_hand)
    assert verdicts.verdict(by_hand) == verdicts.verdict(by_file)


def test_a_common_beginning_of_logs_is_checked_only_once() -> None:
    """Another log costs only what it adds."""
    checked: list[Claim] = []

    def count(
        fold: Fold, claims: Sequence[Claim], then: Sequence[Entry]
    ) -> Iterator[ValidBody | Wrong]:
        for claim in claims:
            checked.append(claim)
            yield fold.check(claim)

    check, whole = remembering(count), whole_game(OPEN)
    entries = wires_of_log(whole)
    audit(file.write(entries[:50]), check)
    assert list(range(LOBBY, 50)) == [claim.entry for claim in checked]
    audit(file.write(entries), check)
    assert list(range(LOBBY, len(entries))) == [claim.entry for claim in checked]
    other = Table(Wonders(3), "another", suite=OPEN, shared=True).play_until("PICK")
    audit(other.log(), check)
    assert len(checked) == len(entries) - LOBBY + other.position - LOBBY


# The command in a terminal.


COMMAND = (sys.executable, "-m", "sealed_wonders.client", "audit")


def run_at_terminal(*words: str | Path) -> tuple[str, str]:
    """
    Run the command with standard error on a terminal; return what that shows, and the
    standard output.
    """
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *map(str, words)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        env=os.environ | {"TERM": "xterm"},
    ) as child:
        os.close(theirs)
        shown = shown_at(ours)
        assert child.stdout is not None
        return shown.decode(), child.stdout.read()


def test_a_terminal_shows_the_progress(save: LogWriter) -> None:
    """
    It appears on standard error until the audit is done; the report goes to standard
    output.
    """
    path = save(whole_game(OPEN).log())
    shown, said = run_at_terminal(path)
    assert re.search(r"Checking game\.swlog .* 163/163", shown)
    assert said.startswith(f"{path}: valid log, ")
    assert "%" not in said
    shown, said = run_at_terminal(path, "--json")
    assert ("", "good") == (shown, json.loads(said)["verdict"])


# Layout.


@pytest.mark.parametrize("language", ["en", "fr"])
def test_tables_fit_into_80_columns(language: str) -> None:
    """The sheet has every possible line, seven seats, and the longest names."""
    letters = "ABCDEFG"
    rules = Wonders(7, "choose", ("leaders", "edifice"))
    players = [chooser(f"wide:{seat}") for seat in range(7)]
    state = play(rules, seeded("wide"), players)
    keys = [identity_of(letter).public for letter in letters]
    people = [
        TablePerson(letter * 24, key, owner)
        for letter, key, owner in zip(letters, keys, reversed(keys), strict=True)
    ]
    charter = Charter(b"", b"", b"", (("host", HOST.public),), tuple(people), 0, ())
    use(language)
    try:
        lines = [*verdicts.people(charter), *verdicts.sheet(people, state)]
    finally:
        use("en")
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    rows = state.score().rows
    for seat, (person, key, row) in enumerate(zip(people, keys, rows, strict=True)):
        assert re.search(
            rf"^ *{seat}  {person.name}  {fingerprint(key)}$", text, re.MULTILINE
        )
        assert re.search(
            rf"^ *{seat}  {person.name}  .* {row[-1]}\b", text, re.MULTILINE
        )
    for numbers in zip(*rows, strict=True):
        assert re.search(rf"^\S.* {' +'.join(map(str, numbers))}$", text, re.MULTILINE)


def test_a_report_says_whose_machine_plays_a_lent_seat() -> None:
    """The machine may belong to a player, or to nobody at the table."""
    ann, cleo, dan = (identity_of(it).public for it in ("ann", "cleo", "dan"))
    attic = identity_of("the attic").public
    people = (
        TablePerson("ann", ann),
        TablePerson("cleo", cleo, None, ann),
        TablePerson("dan", dan, None, attic),
    )
    charter = Charter(b"", b"", b"", (("host", HOST.public),), people, 0, ())
    first, second, third = list(verdicts.people(charter))[-3:]
    assert first.endswith(fingerprint(ann))
    assert second.endswith("on ann's machine")
    assert f"on the machine {fingerprint(attic)}" in third
    row = verdicts.described_person(1, people[1])
    assert (None, ann.hex()) == (row["owner"], row["lender"])


def test_at_a_terminal_the_verdict_is_repeated_at_the_end(save: LogWriter) -> None:
    """The rest of the report would scroll it away."""
    path = save(whole_game(OPEN).log())
    result = command._judged([command._opened(path, one_by_one, shown=False)], None)
    piped = result.printed(as_json=False, at_terminal=False)
    shown = result.printed(as_json=False, at_terminal=True)
    assert ": valid log, " in piped[0]
    assert shown == [*piped, "", piped[0]]
