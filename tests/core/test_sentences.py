"""Sentences that are translated when shown, and recovered from their text."""

from __future__ import annotations

import ast
import errno
import re
from collections.abc import Iterable, Iterator

import pytest

from scripts.catalogue import texts_in
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.sentences import Sentence, Template, plain, sentence_of
from sealed_wonders.net.log.phases import Reason
from tests.support.sources import SOURCES, nodes_of

HOSTILE = ("{0}", "{name!r}", "}{", "{a.__class__}", "%s", "\x1b[2J", "a: b", "")


def test_a_sentence_is_english_as_text() -> None:
    """This includes nested sentences, and sentences in an error."""
    inner = Sentence("at least {n} coins are needed", n=3)
    whole = Sentence("{least}; the treasury has {coins}", least=inner, coins=2)
    assert "at least 3 coins are needed; the treasury has 2" == str(whole) == f"{whole}"
    assert str(whole) == str(ValueError(whole))
    assert "<Sentence 'at least 3 coins are needed'>" == repr(inner)


def test_fields_may_be_enum_members_system_errors_or_tuples() -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    assert "NOT_IN_HAND" == plain(Refusal.NOT_IN_HAND)
    assert "wrong-seat" == plain(Reason.WRONG_SEAT)
    assert "No space left on device" == plain(full)
    assert "a, b" == plain((Sentence("a"), "b"))


def test_sentences_are_compared_by_template_and_fields() -> None:
    assert Sentence("a {n}", n=1) == Sentence("a {n}", n=1)
    assert len({Sentence("a {n}", n=1), Sentence("a {n}", n=1)}) == 1
    assert Sentence("a {n}", n=1) != Sentence("a {n}", n=2)
    assert Sentence("a") != "a"


def test_an_error_carries_a_sentence_or_text() -> None:
    """Or its text, of whatever it was made."""
    told = Sentence("a name needs at least one character")
    assert told is sentence_of(ValueError(told))
    assert "plain" == sentence_of(ValueError("plain"))
    assert "" == sentence_of(ValueError())


@pytest.mark.parametrize("value", HOSTILE)
def test_field_values_are_never_read_as_templates(value: str) -> None:
    """The value appears unchanged, and is recovered from the text."""
    template = Template("somebody called {name} sits at {table}")
    said = template(name=value, table="one")
    assert f"somebody called {value} sits at one" == str(said)
    assert said == template.read(str(said))
    assert template.read(f"x{said}") is None


# Errors.


BLAMES = [
    "BadEncoding",
    "BadEntry",
    "BadProof",
    "BadSetting",
    "BreaksOff",
    "Broken",
    "Fault",
    "HostFailed",
    "IllegalMove",
    "Impossible",
    "NoGameYet",
    "Refused",
    "RemoteProtocolError",
    "Unacceptable",
    "Unknown",
    "Unreadable",
    "UnusableLibrary",
    "ValueError",
    "Wrong",
]
"""Errors about data from outside, whose messages people read."""

OF_THE_PROGRAM = (
    "core/architects/abilities.py",
    "core/architects/catalog.py",
    "core/wonders/goods.py",
    "core/wonders/kinds.py",
)
"""Modules that only refuse mistakes of developers."""

PUT_INTO_WORDS = ("_", "n_", "p_", "retold")
"""Functions that translate a sentence into the current language."""

SAID_LATER = ("detail", "reason", "said", "what")
"""Names of variables that hold the text of an error."""


def is_put_into_words(text: ast.expr) -> bool:
    """Return whether a text was already translated when it was made."""
    made = [node.func for node in ast.walk(text) if isinstance(node, ast.Call)]
    names = {getattr(func, "id", getattr(func, "attr", "")) for func in made}
    return bool(names & {*PUT_INTO_WORDS, "format"})


def put_together(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield texts in errors that aren't sentences, and so would stay English."""
    for node in nodes:
        given: list[ast.expr] = []
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            if getattr(node.exc.func, "id", "") in BLAMES:
                # A template with its fields is as good as a sentence.
                ours = texts_in(node.exc)
                given = [it for it in node.exc.args if it not in ours]
        elif (
            isinstance(node, ast.Call)
            and getattr(node.func, "id", "") == "ConnectionEnd"
            or isinstance(node, ast.Call)
            and getattr(node.func, "attr", "") == "fault"
        ):
            given = node.args
        elif isinstance(node, ast.Assign):
            names = [getattr(target, "id", "") for target in node.targets]
            given = [node.value] if {*names} & {*SAID_LATER} else []
        elif isinstance(node, ast.Tuple) and ast.unparse(node).startswith("(Refusal."):
            given = node.elts
        for text in given:
            if isinstance(node, ast.Raise) and is_put_into_words(text):
                yield f"{text.lineno}: {ast.unparse(text)}"
            parts = text.values if isinstance(text, ast.JoinedStr) else [text]
            words = [
                str(part.value) for part in parts if isinstance(part, ast.Constant)
            ]
            if re.search("[a-z]{2}", " ".join(words)) and "str" in {
                type(part.value).__name__
                for part in parts
                if isinstance(part, ast.Constant)
            }:
                yield f"{text.lineno}: {ast.unparse(text)}"


@pytest.mark.parametrize(
    "room",
    [
        "core",
        "net",
        *("client/hosting", "client/logs", "client/storage", "client/table"),
    ],
)
def test_every_text_that_people_may_read_is_a_sentence(room: str) -> None:
    """Any other text would stay English, and nobody would notice."""
    kinds = (ast.Raise, ast.Call, ast.Assign, ast.Tuple)
    assert [] == [
        f"{path}:{found}"
        for path in SOURCES
        if path.startswith(f"{room}/") and path not in OF_THE_PROGRAM
        for found in put_together(nodes_of(path, *kinds))
    ]


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        ('raise ValueError(f"a name has {n}")', True),
        ('raise Wrong("not a nonce")', True),
        ('raise Broken(_("no answer"))', True),
        ("raise Broken(said.format(why=why))", True),
        ('detail = f"{n} cards"', True),
        ('raise ValueError(Sentence("a name has {n}", n=n))', False),
        ("raise Wrong(sentence_of(error))", False),
        ("raise IllegalMove(seat, refusal, card.id)", False),
        ('raise LocalProtocolError("nothing is mixed")', False),
    ],
)
def test_texts_that_are_not_sentences_are_found(line: str, is_found: bool) -> None:
    assert is_found == bool([*put_together(ast.walk(ast.parse(line)))])
