"""
Names and lines of text that people read: what may be in them.

Text from elsewhere ends up on terminals and, names, in the log. It must not move the
cursor, turn the writing round, or look like another name; and every machine must come to
the same verdict, so no rule here depends on how new this Python's Unicode tables are.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from unicodedata import ucd_3_2_0

from sealed_wonders.core.quoting import numbered, quoted
from sealed_wonders.core.sentences import Sentence

NAME_CAP = 24
"""Characters of a name: of a person, a table, a host."""

LINE_CAP = 400
"""Characters of a line: what somebody says, why something was refused."""

_UNSHOWN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # control characters: an escape sequence begins with one
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # turn the writing round
    "\u2028\u2029"  # end the line
    "\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff"  # unseen
    "\ud800-\udfff"  # no characters
    "]"
)
"""What is in no line that is shown."""

_BLANK = frozenset(
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u2800\u3164\uffa0"
) | frozenset(map(chr, range(0xFE00, 0xFE10)))
"""Letters and signs by category that show nothing: fillers, variation selectors."""


@functools.lru_cache(1024)  # the same few names are in every message of a table
def clean_name(text: str) -> str:
    """
    Give *text* back if it is a name.

    A name has 1 to 24 visible characters and single spaces between them, is in Unicode's
    composed form (NFC), and made of what Unicode 3.2 knows: the letters of nearly every
    living script, and tables that are the same in every Python.

    Raises:
        ValueError: it isn't; the message is one sentence for a person.
    """
    if not text:
        raise ValueError(Sentence("a name has at least one character"))
    if len(text) > NAME_CAP:
        raise ValueError(
            Sentence(
                "a name has at most {most} characters, {name} has {n}",
                most=NAME_CAP,
                name=_told(text),
                n=len(text),
            )
        )
    for character in text:
        if character != " " and not _is_visible(character):
            raise ValueError(
                Sentence(
                    "a name can't hold {character}: {name}",
                    character=_told(character),
                    name=_told(text),
                )
            )
    if " ".join(text.split()) != text:
        raise ValueError(
            Sentence(
                "a name has only single spaces, between words: {name}", name=_told(text)
            )
        )
    if unicodedata.normalize("NFC", text) != text:
        raise ValueError(
            Sentence("a name is in composed form (NFC): {name}", name=_told(text))
        )
    if ucd_3_2_0.category(text[0]).startswith("M"):
        raise ValueError(
            Sentence("a name can't begin with an accent: {name}", name=_told(text))
        )
    return text


def typed_name(text: str) -> str:
    """
    Return the name that somebody means by what they have typed, or written into a file.

    Keyboards and systems differ in how they write a letter with an accent.

    Raises:
        ValueError: it is no name, however it is written; as with `clean_name`.
    """
    return clean_name(unicodedata.normalize("NFC", text))


def clean_line(text: str) -> str:
    """
    Give *text* back if it is one line to be shown, of at most 400 characters.

    Raises:
        ValueError: it isn't; the message is one sentence for a person.
    """
    if len(text) > LINE_CAP:
        raise ValueError(
            Sentence(
                "a line has at most {most} characters, not {n}",
                most=LINE_CAP,
                n=len(text),
            )
        )
    if _UNSHOWN.search(text):
        raise ValueError(
            Sentence("a line can't hold control characters: {line}", line=_told(text))
        )
    return text


def make_line(text: str) -> str:
    """Make a line of any *text*: what can't be shown is replaced, the end cut off."""
    return _UNSHOWN.sub("\ufffd", text)[:LINE_CAP]


def _is_visible(character: str) -> bool:
    """Tell whether it is a letter, a mark, a number or a sign that can be seen."""
    return character not in _BLANK and ucd_3_2_0.category(character)[0] in "LMNPS"


def _told(text: str) -> str:
    """Quote text, and tell what nobody would see in it by its number."""
    return quoted("".join(numbered(it) if it in _BLANK else it for it in text))
