"""The choice of the language, and the completeness of the translations."""

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
from tests.support.auditing import whole_game
from tests.support.french import english
from tests.support.programs import run_to_end

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "records" / "typed.jsonl"
VECTOR = ROOT / "tests" / "vectors" / "three_seats.swlog"


@pytest.fixture(scope="module")
def extracted() -> Catalog:
    """Return all sentences to translate; module-scoped, as this reads all sources."""
    return catalogue.extracted()


@pytest.mark.parametrize("path", catalogue.paths(), ids=lambda path: path.parts[-3])
def test_a_catalogue_has_every_sentence_and_no_other(
    path: Path, extracted: Catalog
) -> None:
    """
    If this fails: run scripts/words, translate the sentences that it names, and run it
    again.
    """
    assert [] == list(catalogue.faults(path, extracted))


def test_a_thread_can_use_a_different_language() -> None:
    """Pages of guests are prepared in threads, each in the guest's language."""

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
def test_a_compiled_catalogue_matches_its_source(path: Path) -> None:
    """Scripts compile it after each change."""
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


def test_checking_catalogues_writes_nothing(
    extracted: Catalog,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It exits with 1 as long as anything is missing."""
    monkeypatch.setattr(catalogue, "extracted", lambda: extracted)
    monkeypatch.setattr(catalogue, "update", lambda path, found: pytest.fail("written"))
    monkeypatch.setattr(catalogue, "faults", lambda path, found: iter(()))
    monkeypatch.setattr(catalogue, "hidden", lambda: iter(()))
    assert 0 == catalogue.main(["--check"])
    monkeypatch.setattr(catalogue, "hidden", lambda: iter(["some.py:1: wrong"]))
    assert 1 == catalogue.main(["--check"])
    assert "some.py:1: wrong\n" == capsys.readouterr().out


def test_every_sentence_can_be_extracted() -> None:
    """None is composed before it is translated."""
    assert [] == list(catalogue.hidden())


def test_faults_of_a_catalogue_are_found(tmp_path: Path) -> None:
    """
    Sentences that are missing, superfluous or uncertain, or whose fields or blanks
    differ.
    """
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


def test_french_punctuation_follows_a_no_break_space() -> None:
    """Otherwise a line could begin with punctuation. Titles keep their own."""
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


def test_sentences_that_cannot_be_extracted_are_found(tmp_path: Path) -> None:
    """An f-string, or a sentence whose fields were filled in too early."""
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
def test_the_default_language_is_that_of_the_system(
    environment: Mapping[str, str], chosen: str
) -> None:
    """By the rules of gettext. If it isn't available, the default is English."""
    assert chosen == usual(environment)


def test_a_chosen_language_takes_effect_at_once() -> None:
    assert ("en", "Goodbye.") == (language(), _("Goodbye."))
    use("fr")
    assert ("fr", "Au revoir.") == (language(), _("Au revoir."))
    assert "Au revoir." == _("Goodbye.")
    assert "2 pièces" == n_("{n} coin", "{n} coins", 2).format(n=2)
    assert ("gratuit", "défausse") == (p_("price", "free"), p_("typed", "discard"))
    with pytest.raises(ValueError, match="not in tuple"):
        use("de")
    assert "fr" == language()


def test_a_language_option_takes_precedence_over_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An invalid one is ignored."""
    monkeypatch.setenv("LANGUAGE", "fr")
    assert isinstance(wonders, Program)
    for typed, chosen in (("en", "en"), ("fr", "fr"), ("", "fr"), ("xx", "fr")):
        wonders.speak(["play", f"--lang={typed}"])
        assert chosen == language()


def test_a_printed_command_includes_the_typed_language_option() -> None:
    """A language from the settings needn't be typed again."""
    assert isinstance(wonders, Program)
    for arguments, end in (
        (["learn"], " learn"),
        (["--lang", "fr", "learn"], " learn --lang fr"),
        (["learn", "--lang=fr"], " learn --lang fr"),
    ):
        wonders.speak(arguments)
        assert typed_here("learn").endswith(end)


def test_a_no_break_space_is_printable() -> None:
    """Escape sequences aren't."""
    assert is_shown("Âge 1\u00a0: rien")
    assert not is_shown("\x1b[2J")


# Commands.


LOG = "game.swlog"


@pytest.fixture
def here(tmp_path: Path, fast_sealing: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change into a folder with the log of a sealed game."""
    (tmp_path / LOG).write_bytes(whole_game(SEALED).log())
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_french(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """This includes the sentences of click, whatever the previous language was."""
    assert 0 == run(["--lang", "en", *filter(None, [command]), "--help"])
    capsys.readouterr()
    assert 0 == run(["--lang", "fr", *filter(None, [command]), "--help"])
    said = capsys.readouterr().out
    assert said.startswith("Utilisation\u00a0: wonders")
    assert "Montrer ce message et finir." in said
    # Commands and their arguments aren't translated.
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
def test_errors_and_results_are_in_french(
    arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status == run(arguments)
    shown = capsys.readouterr()
    assert said in shown.out + shown.err


@pytest.mark.parametrize(
    "arguments", [["audit", str(VECTOR)], ["simulate", "--games", "2"]]
)
def test_audits_and_score_sheets_are_in_french(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
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
def test_machine_readable_output_is_the_same_in_every_language(
    arguments: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    Nor is it wrapped at a terminal like sentences, which would break strings in JSON.
    """
    run(["--lang", "en", *arguments])
    plain = capsys.readouterr().out
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    run(["--lang", "fr", *arguments])
    assert plain == capsys.readouterr().out


def test_a_process_uses_the_language_of_the_system_from_its_first_word() -> None:
    """That word comes from click."""
    words = ("-m", "sealed_wonders.client", "simulate", "--help")
    french = {"LANG": "fr_FR.UTF-8", "PYTHONUTF8": "1"}
    done = run_to_end(sys.executable, *words, env=french)
    assert "" == done.stderr
    assert done.stdout.startswith("Utilisation\u00a0: wonders simulate")
    assert "Faire jouer des robots entre eux" in done.stdout


def test_translated_sentences_of_click_still_exist() -> None:
    """A new version of click may use other sentences, which wouldn't be translated."""
    folder = Path(inspect.getfile(click)).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    of_types = {"TEXT", "INTEGER RANGE"}  # in lower case there
    for sentence in (*click_words.SENTENCES, *click_words.counted(1)):
        if sentence not in of_types:
            assert f'"{sentence}"' in source, sentence
