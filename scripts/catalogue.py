"""
Update or check the translation catalogues with the sentences in the sources.

Run by ``scripts/words``. Babel reads and writes the catalogues; its own extraction
misses sentences within f-strings, so this module finds them with `ast`.
"""

from __future__ import annotations

import ast
import io
import string
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "net" / "locale"
DOMAIN = "sealed-wonders"


def extracted() -> Catalog:
    """Return all sentences in the sources."""
    found = Catalog(project="Sealed Wonders", charset="utf-8")
    for path in sources():
        for call in filter(lambda call: call.is_plain, calls(path)):
            *context, message = call.words if call.has_context else ("", *call.words)
            where = [(path.relative_to(ROOT).as_posix(), 0)]
            if call.name == "n_":
                found.add(call.words, locations=where)
            else:
                found.add(message, locations=where, context=context[0] or None)
    return found


def sources() -> list[Path]:
    """
    Return the modules with sentences; of the host, those of its command line and pages.
    """
    rooms = [sorted((ROOT / room).rglob("*.py")) for room in ("core", "net", "client")]
    of_host = (
        ROOT / "host/hostoptions.py",
        ROOT / "host/settings.py",
        ROOT / "host/page/roomwords.py",
        ROOT / "host/bundle/pages.py",
        ROOT / "host/bundle/systems.py",
        *sorted((ROOT / "host/commands").glob("*.py")),
    )
    found = [*chain.from_iterable(rooms), *of_host, ROOT / "scripts/click_words.py"]
    found.remove(ROOT / "core/sentences.py")  # which makes sentences from any template
    return found


class Call(NamedTuple):
    """A call that takes a sentence from the catalogue, or marks one for it."""

    name: str
    words: tuple[str, ...]
    """
    The arguments that are sentences or contexts; fewer if one isn't a plain string.
    """
    line: int

    @property
    def has_context(self) -> bool:
        """
        Whether the first word is a context, which says which meaning the second has.
        """
        return self.name == "p_"

    @property
    def is_plain(self) -> bool:
        """Whether all texts for the catalogue can be read in the source."""
        return len(self.words) == TEXTS.get(self.name, 1)


TEXTS = {"_": 1, "marked": 1, "n_": 2, "p_": 2, "Sentence": 1, "Template": 1}
"""The number of arguments that are texts, by the name of the function."""


@cache
def calls(path: Path) -> tuple[Call, ...]:
    """
    Return the calls with sentences anywhere in a module.

    Sentences that `_` translates later are `marked` where they are defined, for example
    in a table. Those that report an error are in a `Sentence`, or are given to the error
    along with their fields.
    """
    text = path.read_text(encoding="utf-8")
    found = [
        (node.lineno, node.func.id, given)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        if isinstance(node.func, ast.Name)
        if (given := texts_in(node))
    ]
    several = []
    for line, name, given in sorted(found, key=itemgetter(0)):
        words = [
            argument.value
            for argument in given
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        if not (name == "_" and _is_looked_up(given[0])):
            several.append(Call(name, tuple(words), line))
    return tuple(several)


def texts_in(call: ast.Call) -> list[ast.expr]:
    """Return the arguments of a call that are texts for the catalogue."""
    name = getattr(call.func, "id", "")
    if name in TEXTS:
        return call.args[: TEXTS[name]]
    given = {it.arg for it in call.keywords}
    return [
        it
        for it in call.args
        if isinstance(it, ast.Constant) and isinstance(it.value, str)
        if given and "{" in it.value and fields(it.value) == given
    ]


def _is_looked_up(argument: ast.expr) -> bool:
    """Return whether an argument is a lookup of a sentence that is marked elsewhere."""
    if isinstance(argument, ast.Call):
        return isinstance(argument.func, ast.Attribute) and argument.func.attr == "get"
    return isinstance(argument, ast.Name | ast.Attribute | ast.Subscript | ast.IfExp)


def paths() -> list[Path]:
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, domain=DOMAIN)


def written(catalog: Catalog) -> bytes:
    """
    Return a catalogue as it is stored: without line numbers or obsolete sentences.
    """
    data = io.BytesIO()
    write_po(data, catalog, width=88, include_lineno=False, ignore_obsolete=True)
    return data.getvalue()


def update(path: Path, found: Catalog) -> None:
    """Update a catalogue with the sentences of the sources."""
    catalog = read(path)
    # A new date would make every catalogue differ.
    found.creation_date = catalog.creation_date
    catalog.update(found, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    after = written(catalog)
    if after != path.read_bytes():
        path.write_bytes(after)


def hidden() -> Iterator[str]:
    """Yield sentences that can't be extracted, as they are built at run time."""
    for path in sources():
        for call in calls(path):
            if not call.is_plain:
                where = f"{path.relative_to(ROOT)}:{call.line}"
                yield f"{where}: not a sentence in plain text, for {call.name}()"


def faults(path: Path, found: Catalog) -> Iterator[str]:
    """Yield missing, obsolete and faulty translations of a catalogue."""
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


def _wrong(message: Message) -> Iterator[str]:
    """
    Yield differences in fields and outer spaces between a sentence and its translation.
    """
    ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    for form, one in zip(_forms(message), ids, strict=True):
        if fields(form) != fields(one):
            yield f"other fields: {_shown(message)}: {form!r}"
        for end in (0, -1):
            if (form[end] == " ") != (one[end] == " "):
                yield f"another blank at an end: {_shown(message)}: {form!r}"


def fields(sentence: str) -> set[str]:
    """Return the names of a sentence's fields, whichever syntax it uses."""
    parts = string.Formatter().parse(sentence)
    return {name for _, name, _, _ in parts if name is not None}


def _forms(message: Message) -> tuple[str, ...]:
    said = message.string or ""
    return (said,) if isinstance(said, str) else tuple(said)


def _shown(message: Message) -> str:
    context = f"({message.context}) " if message.context else ""
    return f"{context}{message.id!r}"


def main(arguments: list[str]) -> int:
    """Update or check all catalogues; return the exit status."""
    found, wrong = extracted(), 0
    for fault in hidden():
        wrong += 1
        print(fault)
    for path in paths():
        if "--check" not in arguments:
            update(path, found)
        for fault in faults(path, found):
            wrong += 1
            print(f"{path.relative_to(ROOT)}: {fault}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
