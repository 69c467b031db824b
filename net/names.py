"""
Names and lines of text that people read, and the characters allowed in them.

Text from elsewhere ends up on terminals, and names also end up in the log. Such text
must not move the cursor, change the direction of writing, or look like another name.
Every machine must reach the same verdict, so no rule here depends on the version of
Python's Unicode tables.
docs/PROTOCOL.md (Names) fixes them.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from unicodedata import ucd_3_2_0

from sealed_wonders.core.quoting import numbered, quoted
from sealed_wonders.core.sentences import Sentence

NAME_CAP = 24
"""Maximum characters in the name of a person, table or host."""

LINE_CAP = 400
"""Maximum characters in a line, such as a line of chat or the reason for a refusal."""

_UNSHOWN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # control characters, which begin escape sequences
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # change the direction of writing
    "\u2028\u2029"  # end the line
    "\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff"  # invisible
    "\ud800-\udfff"  # surrogates
    "]"
)
"""Characters that no displayed line contains."""

_BLANK = frozenset(
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u2800\u3164\uffa0"
) | frozenset(map(chr, range(0xFE00, 0xFE10)))
"""Characters that are invisible whatever their category: fillers, selectors."""


@functools.lru_cache(1024)  # every message of a table has the same few names
def clean_name(text: str) -> str:
    """
    Return *text* if it is a valid name.

    A name has 1 to 24 visible characters, with single spaces between words. It is in
    Unicode's composed form (NFC), and made of characters of Unicode 3.2. These include
    the letters of nearly every living script, and their tables are the same in every
    Python.

    Raises:
        ValueError: *text* isn't valid; the message is one sentence for the user.
    """
    if not text:
        raise ValueError(Sentence("a name needs at least one character"))
    if len(text) > NAME_CAP:
        raise ValueError(
            Sentence(
                "a name can have at most {most} characters, but {name} has {n}",
                most=NAME_CAP,
                name=_told(text),
                n=len(text),
            )
        )
    for character in text:
        if character != " " and not _is_visible(character):
            raise ValueError(
                Sentence(
                    "a name can't contain {character}: {name}",
                    character=_told(character),
                    name=_told(text),
                )
            )
    if " ".join(text.split()) != text:
        raise ValueError(
            Sentence(
                "a name can have only single spaces, and only between words: {name}",
                name=_told(text),
            )
        )
    if unicodedata.normalize("NFC", text) != text:
        raise ValueError(
            Sentence("a name must be in composed form (NFC): {name}", name=_told(text))
        )
    if ucd_3_2_0.category(text[0]).startswith("M"):
        raise ValueError(
            Sentence("a name can't begin with an accent: {name}", name=_told(text))
        )
    return text


def typed_name(text: str) -> str:
    """
    Return the name that somebody has typed, or written into a file.

    Keyboards and systems encode letters with accents in different ways.

    Raises:
        ValueError: *text* isn't a valid name in any encoding, as for `clean_name`.
    """
    return clean_name(unicodedata.normalize("NFC", text))


def clean_line(text: str) -> str:
    """
    Return *text* if it is one printable line of at most 400 characters.

    Raises:
        ValueError: *text* isn't valid; the message is one sentence for the user.
    """
    if len(text) > LINE_CAP:
        raise ValueError(
            Sentence(
                "a line can have at most {most} characters, not {n}",
                most=LINE_CAP,
                n=len(text),
            )
        )
    if _UNSHOWN.search(text):
        raise ValueError(
            Sentence(
                "a line can't contain control characters: {line}", line=_told(text)
            )
        )
    return text


def make_line(text: str) -> str:
    """Make a printable line of *text*: replace unprintable characters, shorten it."""
    return _UNSHOWN.sub("\ufffd", text)[:LINE_CAP]


def _is_visible(character: str) -> bool:
    return character not in _BLANK and ucd_3_2_0.category(character)[0] in "LMNPS"


def _told(text: str) -> str:
    """Quote text, and show its invisible characters by number."""
    return quoted("".join(numbered(it) if it in _BLANK else it for it in text))
