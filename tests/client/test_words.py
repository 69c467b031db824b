"""The choice of the language, and that the translations are complete."""

from __future__ import annotations

import gettext
import inspect
import re
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from scripts import catalogue, click_words
from sealed_wonders.client.__main__ import COMMANDS, run, wonders
from sealed_wonders.client.program import typed as typed_here
from sealed_wonders.net.commandline.commands import Program
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.words import (
    LANGUAGES,
    _,
    is_shown,
    language,
    n_,
    p_,
    spoken,
    use,
    usual,
)
from tests.support.auditing import game
from tests.support.french import english
from tests.support.programs import finished

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "records" / "typed.jsonl"
VECTOR = ROOT / "tests" / "vectors" / "three_seats.swlog"


@pytest.fixture(scope="module")
def extracted() -> Catalog:
    """All that is to be translated: it takes reading all sources."""
    return catalogue.extracted()


@pytest.mark.parametrize("path", catalogue.paths(), ids=lambda path: path.parts[-3])
def test_a_catalogue_has_every_sentence_and_no_other(
    path: Path, extracted: Catalog
) -> None:
    """Run scripts/words, translate what it names, and run it again."""
    assert [] == list(catalogue.faults(path, extracted))


def test_a_thread_can_speak_another_language_alone() -> None:
    """Pages of guests are prepared on threads, each in the guest's language."""

    def there() -> tuple[str, str]:
        return language(), _("Cancel")

    with ThreadPoolExecutor(1) as thread:
        with spoken("fr"):
            assert ("fr", "Annuler") == there()
            assert ("en", "Cancel") == thread.submit(there).result()
        assert ("en", "Cancel") == there()
        use("fr")
        assert ("fr", "Annuler") == thread.submit(there).result()
        with spoken("en"), spoken("fr"):
            pass
        assert ("fr", "Annuler") == there()


@pytest.mark.parametrize("path", catalogue.paths(), ids=lambda path: path.parts[-3])
def test_a_catalogue_is_built(path: Path) -> None:
    """What gettext reads is what the .po says; each script builds it after a change."""
    with path.with_suffix(".mo").open("rb") as file:
        built = gettext.GNUTranslations(file)
    for message in catalogue.read(path):
        if isinstance(message.id, str):
            context = message.context
            said = built.pgettext(context, message.id) if context else None
            assert (
                message.string == (said or built.gettext(message.id)) or not message.id
            )
        else:
            one, many = message.id
            assert message.string == tuple(built.ngettext(one, many, n) for n in (1, 2))


def test_there_is_a_catalogue_for_each_language() -> None:
    """English is in the sources."""
    assert {path.parts[-3] for path in catalogue.paths()} == set(LANGUAGES) - {"en"}


def test_the_script_only_looks_when_it_is_told_to_check(
    extracted: Catalog,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And ends with 1 as long as anything is missing."""
    monkeypatch.setattr(catalogue, "extracted", lambda: extracted)
    monkeypatch.setattr(catalogue, "update", lambda path, found: pytest.fail("written"))
    monkeypatch.setattr(catalogue, "faults", lambda path, found: iter(()))
    monkeypatch.setattr(catalogue, "hidden", lambda: iter(()))
    assert 0 == catalogue.main(["--check"])
    monkeypatch.setattr(catalogue, "hidden", lambda: iter(["some.py:1: wrong"]))
    assert 1 == catalogue.main(["--check"])
    assert "some.py:1: wrong\n" == capsys.readouterr().out


def test_every_sentence_can_be_taken_up() -> None:
    """None is put together before it is translated."""
    assert [] == list(catalogue.hidden())


def test_the_check_finds_what_is_wrong(tmp_path: Path) -> None:
    """Missing, over, uncertain, with other fields or blanks."""
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "some.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "over"\nmsgstr "trop"\n\n'
        '#, fuzzy\nmsgid "unsure"\nmsgstr "peut-être"\n\n'
        'msgid "hello {name}"\nmsgstr "bonjour {nom}"\n\n'
        'msgid "prompt> "\nmsgstr "invite>"\n'
    )
    found = Catalog()
    for sentence in ("missing", "unsure", "hello {name}", "prompt> "):
        found.add(sentence)
    faults = list(catalogue.faults(folder / "some.po", found))
    assert [
        "in no source: 'over'",
        "not translated: 'missing'",
        "not certain: 'unsure'",
        "other fields: 'hello {name}': 'bonjour {nom}'",
        "another blank at an end: 'prompt> ': 'invite>'",
    ] == faults


def test_no_line_in_french_begins_with_a_point() -> None:
    """A blank before one doesn't break, and none is left out; titles stand as they are."""
    (path,) = (path for path in catalogue.paths() if path.parts[-3] == "fr")
    with path.open("rb") as file:
        translated = [message.string for message in read_po(file) if message.id]
    wrong = re.compile(r"(?:[^\W\d_]|[})\]]| )[:;!?](?: |$)|« | »")
    assert [] == [
        said
        for strings in translated
        for said in ((strings,) if isinstance(strings, str) else strings or ())
        if wrong.search(said.replace("7 Wonders: Architects", ""))
    ]


def test_a_hidden_sentence_is_found(tmp_path: Path) -> None:
    """Whether it is an f-string, or a sentence filled in too early."""
    module = tmp_path / "some.py"
    module.write_text(
        "def said(n):\n"
        '    _("plain"), p_("kind", "plain"), _(TABLE[n]), f"{_(\'inside\')}"\n'
        '    return _(f"{n} cards"), _("{n}".format(n=n)), n_("one", many, n)\n'
    )
    calls = [(call.line, call.is_plain) for call in catalogue.calls(module)]
    assert [(2, True)] * 3 + [(3, False)] * 3 == calls


@pytest.mark.parametrize(
    ("environment", "chosen"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_CA", "LANG": "en_GB"}, "fr"),
        ({"LANGUAGE": "de:fr:en", "LANG": "en_GB"}, "fr"),
        ({"LANGUAGE": "de", "LANG": "fr_FR"}, "fr"),
    ],
)
def test_the_usual_language_is_that_of_the_system(
    environment: Mapping[str, str], chosen: str
) -> None:
    """As gettext has it; whoever reads neither of ours is spoken to in English."""
    assert chosen == usual(environment)


def test_a_language_is_spoken_from_when_it_is_chosen() -> None:
    """And another one from when that is."""
    assert ("en", "Goodbye.") == (language(), _("Goodbye."))
    use("fr")
    assert ("fr", "Au revoir.") == (language(), _("Au revoir."))
    assert "Au revoir." == _("Goodbye.")
    assert "2 pièces" == n_("{n} coin", "{n} coins", 2).format(n=2)
    assert ("gratuit", "défausse") == (p_("price", "free"), p_("typed", "discard"))
    with pytest.raises(ValueError, match="not in tuple"):
        use("de")
    assert "fr" == language()


def test_what_is_asked_for_comes_before_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And what is no language counts as nothing."""
    monkeypatch.setenv("LANGUAGE", "fr")
    assert isinstance(wonders, Program)
    for typed, chosen in (("en", "en"), ("fr", "fr"), ("", "fr"), ("xx", "fr")):
        wonders.speak(["play", f"--lang={typed}"])
        assert chosen == language()


def test_a_command_that_is_printed_speaks_what_the_command_line_asked_for() -> None:
    """A language that was set needn't be typed again."""
    assert isinstance(wonders, Program)
    for arguments, end in (
        (["learn"], " learn"),
        (["--lang", "fr", "learn"], " learn --lang fr"),
        (["learn", "--lang=fr"], " learn --lang fr"),
    ):
        wonders.speak(arguments)
        assert typed_here("learn").endswith(end)


def test_a_no_break_blank_is_shown_as_it_is() -> None:
    """Escape sequences aren't."""
    assert is_shown("Âge 1\u00a0: rien")
    assert not is_shown("\x1b[2J")


# Commands.


LOG = "game.swlog"


@pytest.fixture
def here(tmp_path: Path, quickly_sealed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin in a folder with the log of a sealed game."""
    (tmp_path / LOG).write_bytes(game(SEALED).log())
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_french(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All of it, click's own words too, whatever was spoken before."""
    assert 0 == run(["--lang", "en", *filter(None, [command]), "--help"])
    capsys.readouterr()
    assert 0 == run(["--lang", "fr", *filter(None, [command]), "--help"])
    said = capsys.readouterr().out
    assert said.startswith("Utilisation\u00a0: wonders")
    assert "Montrer ce message et finir." in said
    # Commands and what they take stand for themselves.
    names = rf"wonders completion show|wonders \w+|^  ({'|'.join([*COMMANDS, 'install', 'show'])}) |\[[^]]*\]|`[^`]*`|HOST:PORT"
    plain = re.sub(names, "", said, flags=re.MULTILINE)
    assert [] == english(plain.splitlines())


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--lang=fr", "nix"], 2, "wonders: Il n'y a pas de commande 'nix'."),
        (
            ["--lang", "fr", "rejoin"],
            2,
            "Essaie 'wonders rejoin --help' pour de l'aide.",
        ),
        (["--lang", "fr", "audit", "/nix"], 2, "Fichier '/nix' n'existe pas."),
        (["--lang", "fr", "simulate", "--player", "3"], 2, "Voulais-tu dire"),
        (["--lang", "fr", "simulate", "--seed", "?"], 2, "lettres et chiffres"),
        (
            ["--lang", "fr", "check", str(VECTOR)],
            2,
            "un journal\u00a0; `wonders audit --lang fr` le",
        ),
        (["--lang", "fr", "cards"], 0, "Place d'armes"),
        (["check", "--lang", "fr", str(RECORD)], 0, "valable, "),
        (["check", str(RECORD), "--lang=fr"], 0, "valable, "),
        (["play", "--help", "--lang", "fr"], 0, "Utilisation"),
        (["--seed", "?", "--lang", "fr", "simulate"], 2, "lettres et chiffres"),
    ],
)
def test_what_goes_wrong_is_said_in_french(
    arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, as in English."""
    assert status == run(arguments)
    shown = capsys.readouterr()
    assert said in shown.out + shown.err


@pytest.mark.parametrize(
    "arguments", [["audit", str(VECTOR)], ["simulate", "--games", "2"]]
)
def test_what_is_found_is_told_in_french(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """An audit, and the sheets of games."""
    assert 0 == run(["--lang", "fr", *arguments])
    assert [] == english(capsys.readouterr().out.splitlines())


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "arguments",
    [
        ["audit", LOG, "--json"],
        ["cards", "--json"],
        ["check", str(RECORD), "--json"],
        ["log", LOG, "--json"],
        ["export", LOG],
    ],
)
def test_what_programs_read_is_the_same_everywhere(
    arguments: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    JSON has names of its own in all languages, and isn't wrapped at a terminal.

    Sentences are wrapped there, which would break it within strings.
    """
    run(["--lang", "en", *arguments])
    plain = capsys.readouterr().out
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    run(["--lang", "fr", *arguments])
    assert plain == capsys.readouterr().out


def test_a_process_speaks_the_language_of_the_system() -> None:
    """From its first word, which is click's."""
    words = ("-m", "sealed_wonders.client", "simulate", "--help")
    french = {"LANG": "fr_FR.UTF-8", "PYTHONUTF8": "1"}
    done = finished(sys.executable, *words, env=french)
    assert "" == done.stderr
    assert done.stdout.startswith("Utilisation\u00a0: wonders simulate")
    assert "Faire jouer des robots entre eux" in done.stdout


def test_clicks_sentences_are_still_clicks() -> None:
    """A new one of click's might say something else, which we then haven't."""
    folder = Path(inspect.getfile(click)).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    of_types = {"TEXT", "INTEGER RANGE"}  # which are lower case there
    for sentence in (*click_words.SENTENCES, *click_words.counted(1)):
        if sentence not in of_types:
            assert f'"{sentence}"' in source, sentence
