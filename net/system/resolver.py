"""The resolver's search domains, which it appends to names without a dot."""

from __future__ import annotations

from pathlib import Path

RESOLV_CONF = Path("/etc/resolv.conf")


def search_domains() -> tuple[str, ...]:
    """Return the search domains in lower case; none if the system has no such file."""
    try:
        text = RESOLV_CONF.read_text("utf-8", "replace")
    except OSError:
        return ()
    found: list[str] = []
    for line in text.splitlines():
        keyword, *domains = line.split() or [""]
        # The last such line counts: see resolv.conf(5).
        if keyword in ("search", "domain") and line.startswith(keyword):
            found = [it.lower().strip(".") for it in domains]
    return tuple(filter(None, found))
