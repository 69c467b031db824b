"""
Sentences for people that are put into words only where they are shown.

What goes wrong down here is told by an error that carries a `Sentence`: a template in
English, and what it is filled in with. Its text is English, which is what logs, hosts and
programs read; a client translates the template, and each field that is a sentence
itself. A template stands in the source as it is, as the argument of `Sentence`, so that
catalogues can be checked to have them all.

A few sentences come back as text, from a host that sent them: a `Template` both makes
them and finds their fields again.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from itertools import chain
from typing import Union

Field = Union["Sentence", enum.Enum, OSError, str, int, tuple["Field", ...]]
"""
What can be filled in. Text from outside is quoted first, see `quoting`: here it is taken
as it is. A member of an enumeration stands for words that are chosen by who shows it; so
does an error of the system. Of several fields, all are said, with commas between them.
"""


class Sentence:
    """A template with its fields; as text, it is English."""

    __slots__ = ("fields", "template")

    template: str
    fields: Mapping[str, Field]

    def __init__(self, template: str, /, **fields: Field) -> None:
        """
        Make a sentence.

        Args:
            template: with fields by name, as `str.format` has them.
            fields: what they are filled in with.
        """
        self.template = template
        self.fields = fields

    def __str__(self) -> str:
        return self.template.format(
            **{name: plain(value) for name, value in self.fields.items()}
        )

    def __repr__(self) -> str:
        return f"<Sentence {str(self)!r:.80}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return (self.template, self.fields) == (other.template, other.fields)

    def __hash__(self) -> int:
        return hash((self.template, *self.fields.items()))


Text = Sentence | str
"""
What is told of an error. Bare text stands for itself in every language: a value, such
as the id of a card, or what a system or a library has to say.
"""


def plain(field: Field) -> str:
    """Write a field in English; a member of an enumeration by its value, or its name."""
    if isinstance(field, enum.Enum):
        return field.value if isinstance(field.value, str) else field.name
    if isinstance(field, OSError):
        return field.strerror or str(field)
    if isinstance(field, tuple):
        return ", ".join(map(plain, field))
    return str(field)


def sentence_of(error: BaseException) -> Text:
    """Give what an error says; its text as it is, if that is no sentence."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Sentence) else str(error)


class Template:
    """A template whose sentences are also read: they come back as text."""

    __slots__ = ("_pattern", "text")

    def __init__(self, text: str) -> None:
        fixed, names = re.split(r"\{\w+\}", text), re.findall(r"\{(\w+)\}", text)
        fields = [*(f"(?P<{name}>.*?)" for name in names), ""]
        parts = zip(map(re.escape, fixed), fields, strict=True)
        self.text = text
        self._pattern = re.compile("".join(chain.from_iterable(parts)), re.DOTALL)

    def __call__(self, **fields: Field) -> Sentence:
        """Fill it in."""
        return Sentence(self.text, **fields)

    def read(self, text: str) -> Sentence | None:
        """Find the fields again in what was said; None if that is something else."""
        found = self._pattern.fullmatch(text)
        return Sentence(self.text, **found.groupdict()) if found else None
