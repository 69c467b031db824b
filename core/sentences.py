"""
Sentences for people, translated only where they are displayed.

Errors in the core and below the client carry a `Sentence`: an English template and the
fields to fill in. As text, a sentence is in English; logs, hosts and programs use this
text. A client translates the template, and every field that is a sentence itself. In
the source, a template is always written as a literal argument of `Sentence`, or of an
error along with its fields, so that a check can tell whether the translation catalogues
contain every template.

A few sentences come back as text from the host that sent them. A `Template` produces
such a sentence and also recovers its fields from the text.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from itertools import chain
from typing import Union

Field = Union["Sentence", enum.Enum, OSError, str, int, tuple["Field", ...]]
"""
A value for a field of a template.

Text from outside must be quoted first (see `quoting`): here it is inserted as it is. An
enumeration member or an `OSError` stands for words that the displaying program chooses.
A tuple of fields is joined with commas.
"""


class Sentence:
    """A template and its fields; as text, it is English."""

    __slots__ = ("fields", "template")

    template: str
    fields: Mapping[str, Field]

    def __init__(self, template: str, /, **fields: Field) -> None:
        """
        Create a sentence.

        Args:
            template: English text with named fields, as in `str.format`.
            fields: the values of these fields.
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
The text of an error.

A plain string isn't translated: it is a value, such as a card's id, or a message of the
system or a library.
"""


def error_text(text: Text, fields: Mapping[str, Field]) -> Text:
    """Return the text of an error: a sentence if there are fields to fill in."""
    return Sentence(text, **fields) if fields and isinstance(text, str) else text


def plain(field: Field) -> str:
    """Return a field in English; an enumeration member as its value or its name."""
    if isinstance(field, enum.Enum):
        return field.value if isinstance(field.value, str) else field.name
    if isinstance(field, OSError):
        return field.strerror or str(field)
    if isinstance(field, tuple):
        return ", ".join(map(plain, field))
    return str(field)


def sentence_of(error: BaseException) -> Text:
    """Return the sentence that an error carries, or its text if it carries none."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Sentence) else str(error)


class Template:
    """A template whose sentences can be parsed again when they come back as text."""

    __slots__ = ("_pattern", "text")

    def __init__(self, text: str) -> None:
        fixed, names = re.split(r"\{\w+\}", text), re.findall(r"\{(\w+)\}", text)
        fields = [*(f"(?P<{name}>.*?)" for name in names), ""]
        parts = zip(map(re.escape, fixed), fields, strict=True)
        self.text = text
        self._pattern = re.compile("".join(chain.from_iterable(parts)), re.DOTALL)

    def __call__(self, **fields: Field) -> Sentence:
        """Return the sentence with these fields."""
        return Sentence(self.text, **fields)

    def read(self, text: str) -> Sentence | None:
        """
        Return the sentence that a text is, with its fields; None if it is another text.
        """
        found = self._pattern.fullmatch(text)
        return Sentence(self.text, **found.groupdict()) if found else None
