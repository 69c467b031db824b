"""What the system's resolver adds to a name without a dot before it looks it up."""

from __future__ import annotations

from pathlib import Path

RESOLV_CONF = Path("/etc/resolv.conf")


def search_domains() -> tuple[str, ...]:
    """Return these domains in small letters; none where the system has no such file."""
    try:
        text = RESOLV_CONF.read_text("utf-8", "replace")
    except OSError:
        return ()
    found: list[str] = []
    for line in text.splitlines():
        keyword, *domains = line.split() or [""]
        # Of several such lines the last one holds: see resolv.conf(5).
        if keyword in ("search", "domain") and line.startswith(keyword):
            found = [it.lower().strip(".") for it in domains]
    return tuple(filter(None, found))
