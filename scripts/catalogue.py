"""
The catalogues of sentences in other languages: taken up from the sources, and checked.

Run by ``scripts/words``. Which calls hold sentences is said in ``pyproject.toml``.
"""

from __future__ import annotations

import io
import string
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "client" / "locale"
DOMAIN = "sealed-wonders"


def extracted() -> Catalog:
    """Take all sentences up from the sources."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    options = tomllib.loads(text)["tool"]["babel"]
    keywords = parse_keywords(options["keywords"])
    found = Catalog(project="Sealed Wonders", charset="utf-8")
    for place in options["sources"]:
        rows = extract_from_dir(
            ROOT / place,
            [("**.py", "python")],
            keywords=keywords,
            comment_tags=(),
        )
        for path, _line, message, _comments, context in sorted(
            rows, key=lambda row: (row[0], row[1])
        ):
            where = (f"{place}/{path}", 0)
            found.add(message, locations=[where], context=context)
    return found


def paths() -> list[Path]:
    """List the catalogues there are."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(path: Path) -> Catalog:
    """Read a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, domain=DOMAIN)


def compiled(catalog: Catalog) -> bytes:
    """Make what gettext reads."""
    data = io.BytesIO()
    write_mo(data, catalog)
    return data.getvalue()


def written(catalog: Catalog) -> bytes:
    """Write a catalogue as it is kept: no line numbers, nothing that is over."""
    data = io.BytesIO()
    write_po(data, catalog, width=88, include_lineno=False, ignore_obsolete=True)
    return data.getvalue()


def update(path: Path, found: Catalog) -> None:
    """Bring a catalogue to what is in the sources, and compile it."""
    catalog = read(path)
    # A date would make a difference where there is none.
    found.creation_date = catalog.creation_date
    catalog.update(found, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    path.write_bytes(written(catalog))
    path.with_suffix(".mo").write_bytes(compiled(catalog))


def faults(path: Path, found: Catalog) -> Iterator[str]:
    """Tell what is missing from a catalogue, or wrong in it."""
    catalog = read(path)
    known = {(each.id, each.context) for each in found}
    for message in catalog:
        if message.id and (message.id, message.context) not in known:
            yield f"in no source: {_shown(message)}"
    for message in found:
        if not message.id:
            continue
        one = message.id if isinstance(message.id, str) else message.id[0]
        ours = catalog.get(one, message.context)
        if ours is None or not all(_forms(ours)):
            yield f"not translated: {_shown(message)}"
        elif ours.fuzzy:
            yield f"not certain: {_shown(message)}"
        else:
            yield from _wrong(ours)
    if compiled(catalog) != path.with_suffix(".mo").read_bytes():
        yield "the compiled one is another"


def _wrong(message: Message) -> Iterator[str]:
    """Compare the fields of a sentence and of what stands for it."""
    ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    for form, one in zip(_forms(message), ids, strict=True):
        if fields(form) != fields(one):
            yield f"other fields: {_shown(message)}: {form!r}"
        for end in (0, -1):
            if (form[end] == " ") != (one[end] == " "):
                yield f"another blank at an end: {_shown(message)}: {form!r}"


def fields(sentence: str) -> set[str]:
    """Give the names of what is filled in; of both kinds, as click has the other."""
    parts = string.Formatter().parse(sentence)
    return {name for _, name, _, _ in parts if name is not None}


def _forms(message: Message) -> tuple[str, ...]:
    said = message.string or ""
    return (said,) if isinstance(said, str) else tuple(said)


def _shown(message: Message) -> str:
    context = f"({message.context}) " if message.context else ""
    return f"{context}{message.id!r}"


def main(arguments: list[str]) -> int:
    """Update or check all catalogues; gives the exit status."""
    found, wrong = extracted(), 0
    for path in paths():
        if "--check" not in arguments:
            update(path, found)
        for fault in faults(path, found):
            wrong += 1
            print(f"{path.relative_to(ROOT)}: {fault}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
