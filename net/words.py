"""
Translations: the language in which the program speaks to its users.

Sentences are written in English. The gettext catalogue in `locale` contains their
translations. The language is chosen once, before the first output, so nothing may be
translated while a module is imported. A thread can speak another one temporarily.
"""

from __future__ import annotations

import gettext
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

LANGUAGES = ("en", "fr")
"""Supported languages; the first is the one in which sentences are written."""

DOMAIN = "sealed-wonders"

FOLDER = Path(__file__).with_name("locale")

NO_BREAK = "\u00a0"
"""No-break space, which French needs before a colon."""

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Variables with the user's languages, in order of precedence."""


class _Chosen(threading.local):
    """The language of a thread: that of the program, unless it has another one."""

    language = LANGUAGES[0]
    catalogue: gettext.NullTranslations = gettext.NullTranslations()


_here = _Chosen()


def _catalogue_of(language: str) -> gettext.NullTranslations:
    """
    Return the translations into a language.

    Raises:
        ValueError: *language* isn't one of `LANGUAGES`.
    """
    if not LANGUAGES.index(language):
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, FOLDER, [language])


def use(language: str) -> None:
    """
    Use a language from now on, in all threads.

    Raises:
        ValueError: *language* isn't one of `LANGUAGES`.
    """
    _Chosen.catalogue = _catalogue_of(language)
    _Chosen.language = language


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Use a language temporarily, in this thread alone."""
    before = vars(_here).copy()
    vars(_here).update(language=language, catalogue=_catalogue_of(language))
    try:
        yield
    finally:
        vars(_here).clear()
        vars(_here).update(before)


def language() -> str:
    return _here.language


def own_language_first() -> tuple[str, ...]:
    """Return all languages, beginning with the current one."""
    own = language()
    return (own, *(it for it in LANGUAGES if it != own))


def lend(language: str) -> None:
    """
    Let libraries that use the system's translations find them in our catalogue.

    They take the language from the environment, which only this process sees.
    """
    if language != LANGUAGES[0] or gettext.textdomain() == DOMAIN:
        os.environ["LANGUAGE"] = language
        gettext.bindtextdomain(DOMAIN, str(FOLDER))
        gettext.textdomain(DOMAIN)


def usual(environment: Mapping[str, str] = os.environ) -> str:
    """
    Return the language of the system's settings, or the first if it isn't supported.
    """
    for variable in _VARIABLES:
        value = environment.get(variable, "")
        wanted = [name[:2].lower() for name in value.split(":") if name]
        for name in wanted:
            if name in LANGUAGES:
                return name
        if wanted and variable != _VARIABLES[0]:
            break  # another language, which isn't supported
    return LANGUAGES[0]


def _(message: str) -> str:
    """Translate a sentence."""
    return _here.catalogue.gettext(message)


def n_(one: str, many: str, n: int) -> str:
    """Translate a sentence in the form that fits a number."""
    return _here.catalogue.ngettext(one, many, n)


def p_(context: str, message: str) -> str:
    """Translate a word that has several meanings, by its context."""
    return _here.catalogue.pgettext(context, message)


def is_shown(line: str) -> bool:
    """Return whether a terminal shows all characters of a line unchanged."""
    return line.replace(NO_BREAK, " ").isprintable()


def marked(message: str) -> str:
    """Mark a sentence for the catalogue that `_` translates later."""
    return message
