"""
The language people are spoken to in.

English is in the sentences themselves; what stands for each in another language is in
one catalogue, `locale`, which gettext reads. A language is chosen once, before anything
is said: nothing may be put into words when a module is imported.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

LANGUAGES = ("en", "fr")
"""What there is; the first is what sentences are written in."""

DOMAIN = "sealed-wonders"

FOLDER = Path(__file__).with_name("locale")

NO_BREAK = "\u00a0"
"""The blank that French has before a colon, where no line is to end."""

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which languages somebody reads, the strongest first."""

_chosen = LANGUAGES[0]
_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str) -> None:
    """
    Speak a language from now on.

    Raises:
        ValueError: it isn't one of `LANGUAGES`.
    """
    global _chosen, _catalogue
    _chosen = LANGUAGES[LANGUAGES.index(language)]
    if language == LANGUAGES[0]:
        _catalogue = gettext.NullTranslations()
    else:
        _catalogue = gettext.translation(DOMAIN, FOLDER, [language])


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Speak a language for a moment, where something is to be in another one."""
    before = _chosen
    use(language)
    try:
        yield
    finally:
        use(before)


def language() -> str:
    """Give the language that is spoken."""
    return _chosen


def lend(language: str) -> None:
    """
    Let libraries that ask the system for their sentences find them in our catalogue.

    They look for the language in the environment, which is ours alone.
    """
    if language != LANGUAGES[0] or gettext.textdomain() == DOMAIN:
        os.environ["LANGUAGE"] = language
        gettext.bindtextdomain(DOMAIN, str(FOLDER))
        gettext.textdomain(DOMAIN)


def usual(environment: Mapping[str, str] = os.environ) -> str:
    """Give the language of a system's settings; the first if it has none of ours."""
    for variable in _VARIABLES:
        value = environment.get(variable, "")
        wanted = [name[:2].lower() for name in value.split(":") if name]
        for name in wanted:
            if name in LANGUAGES:
                return name
        if wanted and variable != _VARIABLES[0]:
            break  # it is some other language, or none
    return LANGUAGES[0]


def _(message: str) -> str:
    """Give a sentence in the language that is spoken."""
    return _catalogue.gettext(message)


def n_(one: str, many: str, n: int) -> str:
    """Give the form of a sentence that goes with a number."""
    return _catalogue.ngettext(one, many, n)


def p_(context: str, message: str) -> str:
    """Give a word that has several meanings, by the one it has here."""
    return _catalogue.pgettext(context, message)


def is_shown(line: str) -> bool:
    """Tell whether a line holds nothing but what a terminal shows as it is."""
    return line.replace(NO_BREAK, " ").isprintable()


def marked(message: str) -> str:
    """Mark a sentence for the catalogue that is put into words later, by `_`."""
    return message
