"""``wonders log``: every entry of a log is shown, without being checked."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.logs.entries import LogEntry, contents
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.games import ruleset
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log import file
from sealed_wonders.net.log.ballots import BallotProposal
from sealed_wonders.net.log.envelopes import Body, Envelope, pack_wire, parse, sign
from sealed_wonders.net.log.phases import KINDS
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.auditing import (
    LOBBY,
    LogWriter,
    flipped,
    lobby_charter,
    whole_game,
    wires_of_log,
    with_other_body,
)
from tests.support.clirunner import CliRunner, parse_lines
from tests.support.inprocess.ballots import vote_out
from tests.support.inprocess.folds import Player, Table, disclose
from tests.support.lobbies import HOST, identity_of

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"
PAGE = (ROOT / "docs" / "RECORD.md").read_text("utf-8")
SECTION = PAGE.split("## List a log entry by entry")[1]


def find(table: str, *cells: str) -> re.Match[str] | None:
    """Find a line whose columns, after its number, begin with these cells."""
    cells_in_a_row = " +".join(re.escape(cell) for cell in cells)
    return re.search(rf"^ *\d+  {cells_in_a_row}", table, re.MULTILINE)


def assert_shows(table: str, entry: str) -> None:
    """Assert that some line ends with this pattern."""
    assert re.search(rf"{entry}$", table, re.MULTILINE), entry


@functools.cache
def games() -> list[Fold]:
    """Play each game with each suite."""
    architects = [
        Table(Architects(2), "log", suite=suite, shared=True).play()
        for suite in (OPEN, SEALED)
    ]
    return [whole_game(OPEN), whole_game(SEALED), *architects]


# For people.


def test_a_sealed_game_is_shown_entry_by_entry(cli: CliRunner, save: LogWriter) -> None:
    """With the phase, kind, deck, seat and name, size, and contents."""
    fold = whole_game(SEALED)
    names = [person.name for person in fold.charter.people]
    heading, *lines = cli("log", save(fold.log())).splitlines()
    columns = ["entry", "phase", "kind", "deck", "who", "bytes", "contents"]
    assert columns == heading.split()
    entries = wires_of_log(fold)
    assert len(entries) == len(lines)
    for number, (line, wire) in enumerate(zip(lines, entries, strict=True)):
        size = str(len(pack_wire(wire)))
        assert str(number) == line.split()[0]
        assert f" {size}  " in line
        assert parse(wire.env).kind in line
    said = "\n".join(lines)
    assert "joins, and commits to a number" in said
    assert find(said, "lobby 1", "LOBBY_TABLE", "the host")
    for name in names:
        assert name in lines[3]
    assert "reveals the number, and accepts the table" in lines[4]
    for seat, name in enumerate(names):
        who = f"{seat} {name}"
        assert find(said, "0", "KEY", "boards", who)
        for entry in (
            rf"MIX +age1 +{who} +\d+  shuffles 21 cards",
            rf"DEAL +age1 +{who} +\d+  helps to deal 21 cards, to 3 players",
            rf"PICK +age1 +{who} +\d+  commits to a choice from 7 cards",
            rf"REVEAL +age1 +{who} +\d+  '.*', .*passes on 6 cards",
            rf"DECIDE +{who} +\d+  commits to a choice",
            rf"DECLARE +{who} +\d+  'side \w+'",
            rf"OPEN_SHARE +boards +{who} +\d+  helps to reveal 3 cards",
        ):
            assert_shows(said, entry)
    assert_shows(
        said, r"REVEAL +age1 .*  'build \w+.*', shows card \d+, passes on 6 cards"
    )
    points = ", ".join(str(row[-1]) for row in fold.state.score().rows)
    assert lines[-1].endswith(f"signs the score sheet: {points}")


def test_a_look_at_the_discard_pile_is_shown(cli: CliRunner) -> None:
    """The pile is shuffled for each player who looks through it."""
    said = cli("log", VECTORS / "three_seats.swlog")
    assert_shows(said, r"LOOK_X +pile/1 .*  puts \d cards? of its own into the pile")
    assert_shows(said, r"CHOOSE +pile/1 .*  'pick \w+', shows card \d+")


def test_a_log_of_architects_is_shown(cli: CliRunner) -> None:
    said = cli("log", VECTORS / "architects.swlog")
    assert_shows(said, r"MIX +wonders +0 cleo +\d+  shuffles 7 cards")
    assert_shows(said, r"CHOOSE +1 ann +\d+  'take halicarnassus'")
    assert_shows(said, r"DEAL +central .*  helps to deal 1 card, to 1 player")
    assert_shows(said, r"OPEN_SHARE +rhodes .*  helps to reveal 1 card")


def test_a_log_of_an_open_table_shows_no_proofs(
    cli: CliRunner, save: LogWriter
) -> None:
    """Choices name their cards."""
    said = cli("log", save(whole_game(OPEN).log()))
    assert_shows(said, r"MIX +age1 .*  nothing, because cards are open at this table")
    assert_shows(said, r"PICK +age1 .*  commits to a choice")
    assert_shows(said, r"REVEAL +age1 .*  'build \w+.*', shows card \d+")


def test_a_log_is_shown_in_french_except_for_its_own_words(cli: CliRunner) -> None:
    path = VECTORS / "three_seats.swlog"
    said = cli("log", path, "--lang", "fr")
    assert "l'hôte" in said.splitlines()[4]
    assert "'build altar', montre la carte 23, passe 6 cartes" in said
    assert "mélange 21 cartes" in said
    assert "entrée" in said.splitlines()[0]


# For programs.


def test_json_has_a_line_for_each_entry(cli: CliRunner, save: LogWriter) -> None:
    """
    Its keys are those of the page. The sizes of the entries add up to that of the file.
    """
    log = vector("three_seats")
    found = parse_lines(cli("log", save(log), "--json"))
    keys = re.findall(r"^\| `([a-z]+)` \|", SECTION, re.MULTILINE)
    assert len(file.read(log)) == len(found)
    assert all(keys == list(row) for row in found)
    for row, wire in zip(found, file.read(log), strict=True):
        envelope = parse(wire.env)
        assert (envelope.lane, envelope.phase, envelope.kind) == (
            row["lane"],
            row["phase"],
            row["kind"],
        )
        if row["lane"] == "lobby":
            assert row["seat"] is None
        else:
            who = ("cleo", "ann", "bob")[envelope.seat]
            assert (envelope.seat, who) == (row["seat"], row["name"])
    # The file has a header, and four bytes with the size before each entry.
    assert len(log) == len(file.MAGIC) + sum(4 + row["bytes"] for row in found)


def test_json_says_how_many_players_hold_parts_of_a_key(
    cli: CliRunner, save: LogWriter
) -> None:
    """Nobody does at a table whose seats can't be given away."""
    for name, parts in (("given", {2}), ("three_seats", {None})):
        found = parse_lines(cli("log", save(vector(name)), "--json"))
        assert parts == {it["says"].get("parts") for it in found if it["kind"] == "KEY"}


def test_json_has_the_keys_that_the_page_lists() -> None:
    """For each kind, the page lists all keys, and no others."""
    listed: dict[str, set[str]] = {}
    for kinds, text in re.findall(
        r"^\| ((?:`[A-Z_]+`,? ?)+) \| (.*) \|$", SECTION, re.MULTILINE
    ):
        for kind in re.findall(r"`([A-Z_]+)`", kinds):
            listed[kind] = set(re.findall(r"`([a-z_]+)`", text))
    seen: dict[str, set[str]] = {}
    for log in [
        *(fold.log() for fold in games()),
        vector("three_seats"),
        vector("given"),
        left(),
        ended_early(),
        disclosed(),
    ]:
        for entry in contents(log).entries:
            assert entry.says is not None
            seen.setdefault(entry.envelope.kind, set()).update(entry.says)
    assert listed == seen


def left() -> bytes:
    """Return a log with one seat handed over, and another removed in the draft."""
    table = Table(
        ruleset("wonders", 4, {"draw": "chosen"}), "left", SEALED, shared=True
    )
    fold, signers = table.fold, [player.identity for player in table.players]
    while fold.phase.kind != "REVEAL":
        table.phase()
    taker = Player(table.charter, fold.ruleset, 3, fold, name="zed")
    table.hear([table.players[3].sign_handover(taker)])
    table.players[3], signers[3] = taker, taker.identity
    vote_out(fold, signers, [1])
    table.hear([table.players[seat].speak() for seat in (0, 2, 3)])
    table.phase()
    return fold.log()


def ended_early() -> bytes:
    """Return a log of a game that all players ended early."""
    table = Table(ruleset("wonders", 3, {}), "early", shared=True)
    table.play_until("PICK")
    return table.end_early().log()


def disclosed() -> bytes:
    """Return a log with right and wrong disclosures after the game."""
    table = Table(ruleset("wonders", 3, {}), "opened", shared=True)
    disclose(table)
    return table.fold.log()


def test_disclosures_are_shown(cli: CliRunner, save: LogWriter) -> None:
    said = cli("log", save(disclosed()))
    rows = re.findall(
        r" after/(\d) (\d) .*AFTER .* discloses (\d+) face-down cards?", said
    )
    assert [("1", "0"), ("1", "1"), ("2", "0")] == [row[:2] for row in rows]
    assert "1" == rows[0][2] != rows[1][2]


def test_proposals_to_end_the_game_are_shown(cli: CliRunner, save: LogWriter) -> None:
    said = cli("log", save(ended_early()))
    (phase,) = set(re.findall(r" halt (\d+) ", said))
    assert int(phase) > 5
    assert 3 == len(
        re.findall(r" proposes ending the game here, with these points: \d", said)
    )


def test_a_removed_seat_is_shown(cli: CliRunner, save: LogWriter) -> None:
    """With who proposed it, in which phase, and who agreed."""
    said = cli("log", save(left()))
    (found,) = re.findall(
        r"^ *\d+  drop/0 0 +DROP_VOTE +0 \w+ +\d+  proposes going on from phase (\d+) "
        r"without seat 1$",
        said,
        re.MULTILINE,
    )
    assert find(said, found, "REVEAL")
    votes = r" DROP_VOTE +(\d) (\w+) +\d+  votes yes on this proposal$"
    voters = re.findall(votes, said, re.MULTILINE)
    assert ["2", "3"] == [seat for seat, _name in voters]
    assert "zed" == voters[1][1]
    assert " passes on 6 cards, to a different seat than before\n" in said


def test_a_seat_that_a_ballot_gives_away_is_shown(cli: CliRunner) -> None:
    """From then on, the entries of the seat have the substitute's name."""
    said = cli("log", VECTORS / "given.swlog")
    proposal = r" DROP_VOTE +1 bob .* proposes giving seat 0 to dan, from phase 24 on\n"
    before, after = re.split(proposal, said)
    assert {"cleo"} == set(re.findall(r" 0 (cleo|dan) ", before))
    assert {"dan"} == set(re.findall(r" 0 (cleo|dan) ", after))


KEY, SIGNATURE = b"k" * 32, b"s" * 64


@pytest.mark.parametrize(
    ("kind", "body", "says"),
    [
        (
            "LOBBY_COMMIT",
            ("eve", KEY, KEY, KEY),
            "joins as a bot, and commits to a number",
        ),
        (
            "LOBBY_COMMIT",
            ("eve", KEY, (KEY, SIGNATURE), KEY),
            "joins on somebody else's machine, and commits to a number",
        ),
        (
            "HANDOVER",
            (7, KEY, "eve", None, SIGNATURE),
            "hands the seat over to eve, from phase 7 on",
        ),
        (
            "HANDOVER",
            (7, KEY, "eve", KEY, SIGNATURE),
            "hands the seat over to eve, a bot, from phase 7 on",
        ),
        (
            "HANDOVER",
            (7, KEY, "eve", (KEY, SIGNATURE), SIGNATURE),
            "hands the seat over to eve, on somebody else's machine, from phase 7 on",
        ),
        ("DROP_VOTE", (7, KEY, False), "votes no on this proposal"),
        (
            "DROP_VOTE",
            BallotProposal(7, 0, (1, 3), (KEY, None)).body,
            "proposes going on from phase 7 without seats 1, 3, because of a fraud",
        ),
    ],
)
def test_an_entry_says_what_it_does(
    kind: str, body: Body, says: str, cli: CliRunner, save: LogWriter
) -> None:
    said = Envelope(bytes(32), "main", 7, kind, 0, bytes(32), body)
    shown = cli("log", save(file.write([sign(HOST, said).wire])))
    assert shown.endswith(f"  {says}\n")


def vector(name: str) -> bytes:
    return (VECTORS / f"{name}.swlog").read_bytes()


# Incomplete and invalid logs.


def test_an_empty_log_is_not_an_error(cli: CliRunner, save: LogWriter) -> None:
    path = save(file.MAGIC)
    assert "no entries\n" == cli("log", path)
    assert "" == cli("log", path, "--json")


def test_a_log_of_a_lobby_shows_names_without_seats(
    cli: CliRunner, save: LogWriter
) -> None:
    path = save(wires_of_log(whole_game(SEALED))[: LOBBY - 1])
    found = parse_lines(cli("log", path, "--json"))
    table = [None]
    people = [row["name"] for row in found[:3]]
    assert sorted(people) == sorted(p.name for p in whole_game(SEALED).charter.people)
    assert [*people, *table, *people[:2]] == [row["name"] for row in found]
    assert {None} == {row["seat"] for row in found}


def test_a_truncated_log_is_shown_up_to_its_end(
    save: LogWriter, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says where it ends, and the exit status is 1."""
    path = save(whole_game(SEALED).log()[:-5])
    last = len(wires_of_log(whole_game(SEALED))) - 1
    assert 1 == run(["log", str(path)])
    said = capsys.readouterr()
    assert last + 1 == len(said.out.splitlines())
    assert (
        f"wonders log: {path}: the log ends in the middle of entry {last}\n" == said.err
    )


def test_an_unreadable_entry_is_reported(
    save: LogWriter, capsys: pytest.CaptureFixture[str]
) -> None:
    """The entries before it are shown."""
    packed = [pack_wire(wire) for wire in wires_of_log(whole_game(SEALED))[:9]]
    packed[8] = b"\xc0" + packed[8][1:]
    path = save(file.MAGIC + b"".join(map(file.chunk, packed)))
    assert 1 == run(["log", str(path), "--json"])
    said = capsys.readouterr()
    assert list(range(8)) == [row["entry"] for row in parse_lines(said.out)]
    (line,) = said.err.splitlines()
    assert line.startswith(f"wonders log: {path}: entry 8 can't be read: ")


@functools.cache
def valid_log() -> tuple[bytes, Sequence[LogEntry]]:
    """Return a valid log, and its contents."""
    log = vector("three_seats")
    return log, contents(log).entries


@given(st.integers(0, 1 << 30), st.booleans())
def test_entries_before_a_damaged_one_are_read(at: int, cut: bool) -> None:
    """A byte is changed, or the end is missing. Only that entry is lost."""
    log, read = valid_log()
    at = len(file.MAGIC) + at % (len(log) - len(file.MAGIC))
    data = log[:at] if cut else flipped(log, at)
    found = contents(data)
    ends = [entry.size + 4 for entry in read]
    before = sum(len(file.MAGIC) + sum(ends[:n]) <= at for n in range(1, len(ends) + 1))
    assert [entry.envelope for entry in read][:before] == [
        entry.envelope for entry in found.entries
    ][:before]
    assert cut or found.flaw or len(read) == len(found.entries)


def test_an_entry_with_a_malformed_body_is_shown_without_contents(
    cli: CliRunner, save: LogWriter
) -> None:
    fold = whole_game(SEALED)
    odd: Body = (None, (1, "two"), b"three")
    entries = [
        *wires_of_log(fold)[:10],
        with_other_body(fold, wires_of_log(fold)[10], odd),
    ]
    path = save(entries)
    assert cli("log", path).splitlines()[-1].endswith("nothing that can be read")
    assert parse_lines(cli("log", path, "--json"))[-1]["says"] is None


@given(st.sampled_from(KINDS), st.data())
def test_the_contents_of_any_body_can_be_written_as_json(
    kind: str, data: st.DataObject
) -> None:
    """Whatever somebody signed."""
    values = st.recursive(
        st.none()
        | st.booleans()
        | st.integers(0, 9)
        | st.binary(max_size=70)
        | st.text(),
        lambda inner: st.lists(inner, max_size=4).map(tuple),
        max_leaves=9,
    )
    body = data.draw(st.lists(values, max_size=5).map(tuple))
    odd = Envelope(bytes(32), "main", 0, kind, 0, bytes(32), body)
    (entry,) = contents(file.write([sign(HOST, odd).wire])).entries
    assert json.dumps(entry.says)


def test_control_characters_in_a_log_are_escaped(
    cli: CliRunner, save: LogWriter
) -> None:
    """A signed escape sequence doesn't move the terminal's cursor."""
    fold = whole_game(SEALED)
    at = next(
        i for i, it in enumerate(wires_of_log(fold)) if parse(it.env).kind == "DECLARE"
    )
    wire = wires_of_log(fold)[at]
    nonce, _ = parse(wire.env).body
    forged = with_other_body(fold, wire, (nonce, b"side\x1b[2Jnight\n"))
    path = save([*wires_of_log(fold)[:at], forged])
    last = cli("log", path).splitlines()[-1]
    assert last.endswith("'side[U+001B][2Jnight[U+000A]'")


def test_a_log_of_an_unknown_suite_is_shown(cli: CliRunner, save: LogWriter) -> None:
    """Its contents are shown without the rules, and the names follow from the lobby."""
    charter = lobby_charter(
        {"ann": None, "bob": None, "cleo": HOST.public}, bytes(32), suite=9
    )
    ann = charter.seat_of(identity_of("ann").public)
    body = (b"build altar", ())
    said = Envelope(charter.gid, "main", 0, "CHOOSE", ann or 0, charter.gid, body)
    path = save([*charter.wires, sign(HOST, said).wire])
    *_, last = parse_lines(cli("log", path, "--json"))
    assert ("ann" if ann is not None else None, None) == (last["name"], last["deck"])
    assert {"move": "build altar", "card": None} == last["says"]
