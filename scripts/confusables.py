"""
Make the table of lookalike letters from the data that Unicode publishes for UTS #39.

    python -m scripts.confusables confusables.txt LICENSE > net/data/confusables.txt

The first file is `confusables.txt` from any version of Unicode; the second is its
licence. The source of ICU contains both, as `icu/source/data/unidata/confusables.txt`
and `icu/LICENSE`; Debian and others distribute it: `apt-get source --download-only
icu`.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

_LINE = re.compile(r"([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA\t")

_LICENCE = "UNICODE LICENSE V3"
"""The beginning of the licence."""

_END = "SPDX-License-Identifier: Unicode-3.0"
"""The end of the licence; ICU's file continues with those of other contributors."""


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    source, licence = (Path(it).read_text("utf-8-sig") for it in sys.argv[1:])
    print("\n".join(table(source, licence)))
    return 0


def table(source: str, licence: str) -> Iterator[str]:
    """
    Yield the lines of the table: each prototype with all characters that resemble it.
    """
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
    Return which characters resemble each prototype, all as hexadecimal digits.

    Composed characters are left out, because text is decomposed before it is looked up.
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
