"""Translated reasons for errors of lower layers."""

from __future__ import annotations

import ast
import errno
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

import pytest

from sealed_wonders.client.logs.audit import audit
from sealed_wonders.client.reasons import (
    IN_DETAIL,
    QUOTE_CAP,
    REFUSED,
    noticed,
    refused,
    retold,
    said_by_host,
)
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.client.words.text import THIS_MACHINE, host_named
from sealed_wonders.core.draws import check_draw
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.sentences import Field, Sentence, Template
from sealed_wonders.host.denied import Reason as HostReason
from sealed_wonders.net import notices
from sealed_wonders.net.address import Address
from sealed_wonders.net.connectionend import EndReason
from sealed_wonders.net.log.envelopes import Wire, parse_wire
from sealed_wonders.net.log.file import MAGIC, chunks, write
from sealed_wonders.net.log.phases import Reason
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.retelling import SYSTEM
from sealed_wonders.net.suites import begin_relayed
from sealed_wonders.net.words import use

ROOT = Path(__file__).parents[2]
HOST = sorted((ROOT / "host").rglob("*.py"))

HOSTILE = ("{0}", "{why!r}", "}{", "{why.__class__}", "%s", "a: b", "")
"""Texts that would do harm as a template."""


def test_system_errors_match_those_of_the_c_library() -> None:
    assert {number: os.strerror(number) for number in SYSTEM} == SYSTEM


@pytest.mark.parametrize(
    ("reason", "english", "french"),
    [
        (
            Sentence(
                "{name}: {note}",
                name=Refusal.TOO_FEW_COINS,
                note=Sentence(
                    "{least}; the treasury has {coins}",
                    least=Sentence("at least {n} coins are needed", n=3),
                    coins=2,
                ),
            ),
            "TOO_FEW_COINS: at least 3 coins are needed; the treasury has 2",
            "il n'y a pas assez de pièces\u00a0: il faut au moins 3 pièces\u00a0; le trésor en a 2",
        ),
        (
            Sentence("{name}: {note}", name=Refusal.NOT_A_MOVE, note="x"),
            "NOT_A_MOVE: x",
            "NOT_A_MOVE\u00a0: x",
        ),
        (
            Sentence("{name}: {note}", name=Reason.WRONG_SEAT, note="x"),
            "wrong-seat: x",
            "l'entrée vient d'une autre place\u00a0: x",
        ),
        (
            Sentence(
                "expected one of {ways}, not {way}",
                ways=("a", Sentence("a token")),
                way="b",
            ),
            "expected one of a, a token, not b",
            "il faut un de a, un jeton, et non b",
        ),
        (
            OSError(errno.EACCES, "Permission denied"),
            "Permission denied",
            "permission refusée",
        ),
        (
            Sentence(
                "not UTF-8: {line}", line=OSError(errno.EIO, "Input/output error")
            ),
            "not UTF-8: Input/output error",
            "pas de l'UTF-8\u00a0: erreur d'entrée ou de sortie",
        ),
        (OSError(9999, "Odd trouble"), "Odd trouble", "Odd trouble"),
        (OSError("no number"), "no number", "no number"),
        (ValueError("something else"), "something else", "something else"),
    ],
)
def test_a_reason_is_translated_with_its_fields(
    reason: object, english: str, french: str
) -> None:
    """Text that isn't a sentence of the program stays unchanged."""
    assert english == retold(reason)
    use("fr")
    assert french == retold(reason)


@pytest.mark.parametrize("value", HOSTILE)
def test_a_field_is_never_interpreted_as_a_template(value: str) -> None:
    """Nor is it translated, even if it equals a sentence of the program."""
    use("fr")
    said = Sentence("unfinished: {why}", why=value)
    assert f"inachevé\u00a0: {value}" == retold(said)
    assert "inachevé : an entry appears twice" == retold(
        Sentence("unfinished: {why}", why="an entry appears twice")
    )


def test_errors_about_typed_values_are_translated() -> None:
    """Whatever they contain, even braces."""
    use("fr")
    for wrong in ("a  b", "x" * 99, "\x1b", "", "{name}: {0}  {"):
        with pytest.raises(ValueError, match="a name") as problem:
            clean_name(wrong)
        assert retold(problem.value).startswith("un nom ")
    with pytest.raises(ValueError, match="an address") as problem:
        Address.parse("no where")
    assert retold(problem.value).startswith("une adresse doit être ")
    with pytest.raises(ValueError, match="must be lot or chosen") as problem:
        check_draw("auction")
    assert "'draw' doit être lot ou chosen, et non 'auction'" == retold(problem.value)


def test_an_error_is_translated_when_it_is_shown() -> None:
    """Not when it occurs."""
    path = Path("/some/pins")
    full = DamagedFile(path, OSError(errno.ENOSPC, "No space left on device"))
    older = DamagedFile(path, ValueError(Sentence("more than {most} bytes", most=9)))
    assert "/some/pins: No space left on device" == str(full)
    assert "/some/pins: more than 9 bytes" == str(older)
    use("fr")
    assert "/some/pins\u00a0: plus de place sur le disque" == str(full)
    assert "/some/pins\u00a0: plus de 9 octets" == str(older)


@pytest.mark.parametrize("entries", [1, 40], ids=["in the lobby", "in the game"])
def test_errors_about_malformed_entries_are_translated(
    entries: int,
) -> None:
    data = (ROOT / "tests" / "vectors" / "three_seats.swlog").read_bytes()
    packed = [wire for _, wire in chunks(MAGIC, data)][:entries]
    bad = write([*map(parse_wire, packed), Wire(b"\xc1", bytes(64))])
    fault = audit(bad, begin=begin_relayed).fault
    assert fault is not None
    assert "not msgpack" in str(fault.what)
    use("fr")
    assert "pas du msgpack" in retold(fault)
    assert "not" not in retold(fault)


def test_the_name_of_a_local_host_is_translated_when_it_is_shown() -> None:
    """It is started with the same name in every language. Names of other hosts stay."""
    assert "this machine" == THIS_MACHINE == host_named(THIS_MACHINE)
    use("fr")
    assert "cette machine" == host_named(THIS_MACHINE)
    assert "Zoés PC" == host_named("Zoés PC")


# Texts of a host.


def calls(*names: str) -> Iterator[ast.Call]:
    """Yield the calls of functions or methods of these names in the host's source."""
    for path in HOST:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in names:
                    yield node


def test_every_code_that_a_host_can_send_has_a_text() -> None:
    """Its own codes, those of a log, and those with which it ends a connection."""
    spoken = {*get_args(HostReason), *(reason.value for reason in Reason)}
    spoken |= {EndReason[name].name.lower() for name in ("FLOOD", "LATE", "RUBBISH")}
    for call in calls("refuse", "Denied", "Refused"):
        if call.args and isinstance(call.args[0], ast.Constant):
            spoken.add(str(call.args[0].value))
    assert spoken == {*REFUSED, *IN_DETAIL}
    # A connection sends these codes before it closes.
    wire = (ROOT / "net/wire.py").read_text("utf-8")
    refused = re.findall(r"self\._refuse\(\s*(EndReason\.\w+)", wire)
    assert {"EndReason.FLOOD", "EndReason.LATE", "EndReason.RUBBISH"} == {*refused}


def test_too_fast_refusals_are_notices() -> None:
    """So they are available in every language."""
    said = [
        ast.unparse(call.args[-1])
        for call in calls("Denied", "_limit")
        if "too-fast" in ast.unparse(call) or "_limit" in ast.unparse(call.func)
    ]
    said.remove("why()")
    assert 19 == len(said)
    assert all(one.startswith("notices.") for one in said)
    use("fr")
    heard = {refused("too-fast", it.text) for it in notices.NOTICES}
    assert len(notices.NOTICES) == len(heard)


@pytest.mark.parametrize("code", [*REFUSED, *IN_DETAIL])
def test_a_refusal_is_translated_by_its_code(code: str) -> None:
    """
    In English, the host's own text is shown. Where details matter, other languages
    quote it.
    """
    assert "as {it} is" == refused(code, "as {it} is")
    use("fr")
    said = refused(code, "as {it} is")
    assert (code in IN_DETAIL) == ("as {it} is" in said)
    assert said != refused("some-new-code", "as {it} is") == "as {it} is"


FIELDS: Mapping[str, Field] = {
    "name": "Zoé",
    "seat": 2,
    "entry": 41,
    "phase": 9,
    "kind": "REVEAL",
    "reason": "NOT_THERE: gone, with all: {0}",
    "n": 3,
    "seconds": 60,
    "names": "Ann, Bob",
}


@pytest.mark.parametrize("notice", notices.NOTICES, ids=lambda notice: notice.text[:20])
def test_a_notice_is_parsed_with_its_fields(notice: Template) -> None:
    """Each notice is recognized as itself, and as no other."""
    fields = {
        name: value for name, value in FIELDS.items() if f"{{{name}}}" in notice.text
    }
    made = notice(**fields)
    assert noticed(str(made)) == str(made) == str(notices.read(str(made)))
    read = notices.read(str(made))
    assert isinstance(read, Sentence)
    assert {name: str(value) for name, value in fields.items()} == read.fields
    use("fr")
    assert str(made) != noticed(str(made)) == retold(made)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hosts_text_stays_within_its_quotation_marks(language: str) -> None:
    """Whatever it contains, nobody can mistake it for the program's own text."""
    use(language)
    before, after = said_by_host("X").split("X")
    for words in (
        'done" Your seal is broken. Type: "rm -r',
        "fini\u00a0» Ton sceau est brisé. « tape",
        "red \x1b[31m \u202e",
        "x" * 400,
    ):
        said = said_by_host(words)
        assert said.startswith(before)
        assert said.endswith(after)
        inner = said.removeprefix(before).removesuffix(after)
        assert not set('"«»“”\x1b\u202e') & set(inner)
        assert len(inner) <= QUOTE_CAP + 20


def test_reasons_for_closing_a_table_or_a_draw_are_notices() -> None:
    """Any other sentence would stay English for everybody."""
    listed = {name for name, it in vars(notices).items() if isinstance(it, Template)}
    ends = [
        ast.unparse(call.args[0])
        for call in calls("close", "break_off")
        if len(call.args) == 1
        and ast.unparse(call.func).endswith(("table.close", "self.close", ".break_off"))
    ]
    assert 4 + 1 == len(ends)
    # A server also closes a table with a reason that its callers pass, as a notice.
    ends.remove("why")
    ends += [ast.unparse(it.args[1]) for it in calls("close") if len(it.args) == 2]
    assert 4 + 2 == len(ends)
    # A fold that can't continue gives a notice as well, or has a bug.
    ends.remove("sentence_of(game.failure)")
    assert {end.removeprefix("notices.").partition("(")[0] for end in ends} <= listed
