"""The scripts of web pages: their own tests under Node, and the labels they use."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sealed_wonders.client.browser import pagewords
from sealed_wonders.client.reports import talewords
from sealed_wonders.client.words.wonders import phrases
from sealed_wonders.host.page import roomwords
from sealed_wonders.net.web import labels
from sealed_wonders.net.web.pagefiles import data_of
from sealed_wonders.net.words import LANGUAGES, spoken

ROOT = Path(__file__).resolve().parents[3]

PAGES: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "net.web": labels.words,
    "client.browser": pagewords.words,
    "client.reports": talewords.words,
    "host.page": roomwords.words,
}
"""The labels of each page, by package; those of the shared scripts are fewer."""

LABEL = re.compile(r'\b(?:_|has)\("([a-z_.]+)"')
PREFIX = re.compile(r"\b_\(`([a-z]+\.)\$\{")


def test_the_tests_of_the_scripts_pass(tmp_path: Path) -> None:
    """They cover what the pages do without drawing."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed: the page's scripts are NOT tested")
    for package in (*PAGES, "client.lending", "tests.browser"):
        folder = Path(*package.split("."), *(() if "tests" in package else ("data",)))
        shutil.copytree(ROOT / folder, tmp_path / folder)
    # The page of a seat is served together with the modules that all pages share.
    shared, own = (tmp_path / it / "data" for it in ("net/web", "client/browser"))
    shutil.copytree(shared, own, dirs_exist_ok=True)
    # Without it, older versions of Node take the scripts for CommonJS.
    (tmp_path / "package.json").write_text('{"type": "module"}')
    tests = sorted((tmp_path / "tests/browser").glob("*.test.js"))
    run = subprocess.run(
        [node, "--test", *map(str, tests)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("package", PAGES)
def test_every_label_in_a_script_is_defined(package: str) -> None:
    known = PAGES[package]()
    for name, script in _scripts(package):
        for label in LABEL.findall(script):
            assert label in known, f"{name}: {label}"
        for prefix in PREFIX.findall(script):
            assert any(it.startswith(prefix) for it in known), f"{name}: {prefix}"


@pytest.mark.parametrize("package", PAGES)
def test_labels_have_the_same_fields_in_all_languages(package: str) -> None:
    words = PAGES[package]
    english = words()
    for language in LANGUAGES:
        with spoken(language):
            for name, said in words().items():
                assert _fields(said) == _fields(english[name]), name


def test_french_buttons_name_a_sale_as_the_program_does() -> None:
    with spoken("fr"):
        known = pagewords.words()
        said = phrases.sealed_move("sell", "", "Altar")
    word = said.split()[0]
    for label in ("v.sell", "k.sell"):
        assert known[label].lower().startswith(word), label


@pytest.mark.parametrize("package", PAGES)
def test_no_script_writes_markup(package: str) -> None:
    """Names and chat come from other people, so they have to stay text."""
    for name, script in _scripts(package):
        for unsafe in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
        ):
            assert unsafe not in script, name


def _scripts(package: str) -> list[tuple[str, str]]:
    some = data_of(f"sealed_wonders.{package}").items()
    return [(it, text.decode()) for it, text in some if it.endswith(".js")]


def _fields(said: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", said))
