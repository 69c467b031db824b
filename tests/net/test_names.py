"""Names and lines: which characters are allowed."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.names import (
    LINE_CAP,
    NAME_CAP,
    clean_line,
    clean_name,
    make_line,
    typed_name,
)
from tests.support.thorough import every


@pytest.mark.parametrize(
    "name",
    [
        "a",
        "Ann",
        "ann's bot (2)",
        "Zoë",
        "Ngô Đình Nhu",
        "Αθηνά",
        "Дмитрий",
        "נועה",
        "نورا",
        "अनीता",
        "สมชาย",
        "김민준",
        "王小明",
        "x" * NAME_CAP,
    ],
)
def test_names_in_many_scripts_are_valid(name: str) -> None:
    assert name == clean_name(name)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("", "at least one"),
        ("x" * (NAME_CAP + 1), "at most 24"),
        (" ann", "single spaces"),
        ("ann ", "single spaces"),
        ("ann  lee", "single spaces"),
        (" ", "single spaces"),
        ("ann\n", r"can't contain '\[U\+000A\]'"),
        ("ann\tlee", r"can't contain '\[U\+0009\]'"),
        ("\x1b[2Jann", r"can't contain '\[U\+001B\]'"),
        ("ann\x7f", r"can't contain '\[U\+007F\]'"),
        ("ann\x9b", r"can't contain '\[U\+009B\]'"),
        ("ann\u202eeel", r"can't contain '\[U\+202E\]'"),
        ("\u2067ann", r"can't contain '\[U\+2067\]'"),
        ("ann\u200b", r"can't contain '\[U\+200B\]'"),
        ("ann\xadlee", r"can't contain '\[U\+00AD\]'"),
        ("ann\xa0lee", r"can't contain '\[U\+00A0\]'"),
        ("ann\u2028", r"can't contain '\[U\+2028\]'"),
        ("\ud800", r"can't contain '\[U\+D800\]'"),
        ("\u3164", r"can't contain '\[U\+3164\]'"),
        ("ann\ufe0f", r"can't contain '\[U\+FE0F\]'"),
        ("Zoë \U0001f600", r"^a name can't contain '😀': 'Zoë 😀'$"),
        ("Zoe\u0308", "composed form"),
        ("\u0301ann", "begin with an accent"),
    ],
)
def test_invalid_names_are_refused(name: str, complaint: str) -> None:
    """
    A name contains no invisible characters and none that move the cursor, and has one
    encoding.
    """
    with pytest.raises(ValueError, match=complaint):
        clean_name(name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Zoe\u0308", "Zoë"),
        ("\u1112\u1161\u11ab", "한"),
        ("\u0438\u0306ogi", "\u0439ogi"),
        ("ann", "ann"),
    ],
)
def test_typed_names_are_composed(typed: str, name: str) -> None:
    """Keyboards and systems differ in this, but on the wire a name has one form."""
    assert name == typed_name(typed) == clean_name(name)


@pytest.mark.parametrize(
    "typed", ["", "  ", "x" * 25, "\u0308", "ann\u200b", "a  b", "a\n"]
)
def test_invalid_typed_names_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="a name"):
        typed_name(typed)


def test_every_character_of_a_name_is_printable() -> None:
    """This Python can print everything that the fixed tables allow."""
    passed = []
    # Only a sample of the planes after the first two, whose characters are all similar.
    codes = [*every(3, range(0x20000)), *every(48, range(0x20000, sys.maxunicode + 1))]
    for code in codes:
        text = "a" + chr(code)
        try:
            clean_name(text)
        except ValueError:
            continue
        passed.append(text)
    assert [] == [text for text in passed if not text.isprintable()]
    assert [] == [text for text in passed if unicodedata.normalize("NFC", text) != text]
    assert 15_000 < len(passed)


@given(st.text(max_size=30))
def test_any_text_is_a_name_or_raises_a_value_error(text: str) -> None:
    try:
        answer = clean_name(text)
    except ValueError as error:
        answer = str(error)
    assert answer == text or answer.startswith("a name ")


@pytest.mark.parametrize(
    "character", [*"\n\r\0\x1b\x85\u200f\u2029\u2069\ufeff\udc80"], ids=ascii
)
def test_control_characters_in_lines_are_refused(character: str) -> None:
    """A line stays one line, and doesn't affect the text around it."""
    with pytest.raises(ValueError, match="control characters"):
        clean_line(f"well{character}played")


def test_a_line_of_over_400_characters_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 400 characters, not 401"):
        clean_line("x" * (LINE_CAP + 1))


@given(st.text(alphabet=st.characters(), max_size=500))
def test_make_line_accepts_any_text(text: str) -> None:
    line = make_line(text)
    assert line == clean_line(line)
