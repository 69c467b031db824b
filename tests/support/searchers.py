"""
A host whose owner can look into it and finds what was planted there, and rules of Architects
with an early search.

    python -m tests.support.searchers [OPTIONS]             runs the real host
    python -m tests.support.searchers --early [OPTIONS]     the same, by these rules

Every wonder does with its first stage what Halicarnassus does with others. A game by other
rules is another one, so all at a table must play by these.
"""

from __future__ import annotations

import base64
import hashlib
import sys
from collections.abc import Mapping
from typing import Any

from sealed_wonders.core.architects import catalog
from sealed_wonders.net.system import coredumps

EARLY = "--early"


def all_search() -> None:
    """Change the rules in this process, which mustn't have read them yet."""
    read = catalog.read

    def changed(data: Mapping[str, Any]) -> catalog.Catalog:
        for wonder in data["wonder"]:
            wonder["effect"] = "look_5_keep_1"
            wonder["stages"][0]["effect"] = True
        return read(data)

    catalog.catalog.cache_clear()
    catalog.read = changed


def planted() -> list[object]:
    """Return secrets, one in each form in which a program could hold them."""

    def secret(form: str) -> bytes:
        return hashlib.sha256(form.encode()).digest()

    return [
        secret("bytes")[::-1],
        int.from_bytes(secret("number"), "little"),
        str(int.from_bytes(secret("decimal"), "big")),
        secret("hex").hex(),
        secret("HEX")[::-1].hex().upper(),
        repr(secret("repr")),
        base64.b64encode(b"." + secret("base64")),
        base64.urlsafe_b64encode(b".." + secret("urlsafe") + b"."),
    ]


def main() -> None:
    coredumps.prevent = lambda: None
    secrets = planted()
    arguments = sys.argv[1:]
    if EARLY in arguments:
        arguments.remove(EARLY)
        all_search()
    from sealed_wonders.host.__main__ import main

    main(arguments)
    secrets.clear()


if __name__ == "__main__":
    main()
