"""Addresses in whatever somebody pasted or typed."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.net.address import Address

PIECES = 3
"""Most lines into which an invitation may be broken."""


def address_in(typed: str) -> Address | None:
    """
    Return the address in typed or pasted text; None if there is none.

    An invitation may include the command that it is part of, quoted for a shell, and
    may be broken where a line ended.
    """
    words = [word.strip("'") for word in typed.split()]
    # Without a port any word could be an address, so it must follow its command, or be
    # alone and contain a dot.
    likely = [
        word
        for before, word in zip(["", *words], words, strict=False)
        if before == "join"
        or not {":", "#"}.isdisjoint(word)
        or (len(words) == 1 and "." in word)
    ]
    return _broken_invitation(words) or next(filter(None, map(_parsed, likely)), None)


def _broken_invitation(words: Sequence[str]) -> Address | None:
    """Return the first invitation that a few words in a row make up; None without."""
    for start, first in enumerate(words):
        follows = start and words[start - 1] == "join"
        for end in range(start + 1, min(start + PIECES, len(words)) + 1):
            whole = "".join(words[start:end])
            address = _parsed(whole) if "#" in whole else None
            if address is not None and (follows or "#" in first):
                return address
    return None


def _parsed(word: str) -> Address | None:
    try:
        return Address.parse(word)
    except ValueError:
        return None
