"""
Makes the table of lookalike letters of what Unicode publishes for UTS #39.

    python -m scripts.confusables confusables.txt LICENSE > net/data/confusables.txt

The first file is `confusables.txt` of any version of Unicode, the second the licence it comes
under. The source of ICU has both, as `icu/source/data/unidata/confusables.txt` and
`icu/LICENSE`, and Debian and others have that: `apt-get source --download-only icu`.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

_LINE = re.compile(r"([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA\t")

_LICENCE = "UNICODE LICENSE V3"
"""Where the licence begins."""

_END = "SPDX-License-Identifier: Unicode-3.0"
"""Where it ends; that of ICU goes on with what others have added."""


def main() -> int:
    """Print the table."""
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    source, licence = (Path(it).read_text("utf-8-sig") for it in sys.argv[1:])
    print("\n".join(table(source, licence)))
    return 0


def table(source: str, licence: str) -> Iterator[str]:
    """Yield the lines of the table, for each prototype one with all that looks like it."""
    begin, end = licence.index(_LICENCE), licence.index(_END) + len(_END)
    (version,) = re.findall(r"^# Version: (\S+)$", source, re.MULTILINE)
    yield f"# Letters that look alike: confusables.txt of Unicode {version}, in another form."
    yield "# Written by scripts/confusables.py. A line has the code points that others look"
    yield "# like, a colon, and those others. Unicode's terms:"
    yield "#"
    for line in licence[begin:end].splitlines():
        yield f"# {line}".rstrip()
    yield "#"
    for prototype, others in prototypes(source).items():
        yield f"{prototype}: {' '.join(others)}"


def prototypes(source: str) -> Mapping[str, list[str]]:
    """
    Read which characters look like which, all as hexadecimal digits.

    Those that are composed are left out: text is taken apart before it is looked up.
    """
    found: dict[str, list[str]] = {}
    for line in source.splitlines():
        if (read := _LINE.match(line)) and _is_whole(chr(int(read[1], 16))):
            found.setdefault(read[2], []).append(read[1])
    return found


def _is_whole(character: str) -> bool:
    return unicodedata.normalize("NFD", character) == character


if __name__ == "__main__":
    sys.exit(main())
