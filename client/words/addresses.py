"""Addresses in whatever somebody pasted or typed."""

from __future__ import annotations

from sealed_wonders.net.address import Address


def address_in(typed: str) -> Address | None:
    """
    Return the address in typed or pasted text; None if there is none.

    An invitation may include the command that it is part of, quoted for a shell.
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
    for word in likely:
        try:
            return Address.parse(word)
        except ValueError:
            continue
    return None
