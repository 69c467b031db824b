"""The CI workflow, hooks and editor settings run the same checks as a checkout."""

from __future__ import annotations

import configparser
import os
import re
from pathlib import Path

import pytest

from tests.support.leftout import ON_WINDOWS
from tests.test_packaging import ROOT, project

WORKFLOW = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def listed(key: str) -> list[str]:
    """Return the values that the workflow's matrix has for a key."""
    (items,) = re.findall(rf"^ +{key}: \[(.*)\]$", WORKFLOW, re.MULTILINE)
    return [item.strip(' "') for item in items.split(",")]


def test_the_workflow_tests_all_promised_versions_of_python() -> None:
    """The classifiers promise them, and the bootstrap script looks for each of them."""
    described = project()["project"]
    promised = [
        classifier.rpartition(" ")[2]
        for classifier in described["classifiers"]
        if re.search(r":: 3\.\d+$", classifier)
    ]
    assert promised == listed("python")
    assert f">={promised[0]}" == described["requires-python"]
    bootstrap = (ROOT / "scripts" / "bootstrap").read_text(encoding="utf-8")
    for version in promised:
        assert f" python{version} " in bootstrap


def test_the_workflow_runs_the_checkout_s_scripts() -> None:
    """It runs them on all systems. Commands of its own could differ from others'."""
    assert ["ubuntu-latest", "macos-latest", "windows-latest"] == listed("os")
    runs = re.findall(r"^ +run: (.*)$", WORKFLOW, re.MULTILINE)
    assert {"scripts/test", "scripts/dependencies audit"} <= set(runs)
    assert not any("pytest" in run or "pip " in run for run in runs)
    assert "continue-on-error" not in WORKFLOW


def test_every_test_left_out_on_windows_exists() -> None:
    for name in ON_WINDOWS:
        file, *tests = name.split("::")
        source = (ROOT / file).read_text(encoding="utf-8")
        assert all(re.search(rf"(def|class) {test}\b", source) for test in tests), name


def test_all_hooks_are_in_the_checkout() -> None:
    """None is downloaded, and each calls a program that exists."""
    assert ["local"] == re.findall(r"repo: (.*)", HOOKS)
    entries = re.findall(r"^ +entry: (\S+)(.*)$", HOOKS, re.MULTILINE)
    assert len(entries) == len(re.findall("- id:", HOOKS))
    for program, arguments in entries:
        if program == ".venv/bin/python":
            assert arguments.startswith(" -m ruff ")
        else:
            assert os.access(ROOT / program, os.X_OK)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_an_issue_template_has_a_name_and_unique_fields(path: Path) -> None:
    """It also has a description, and names only files that exist."""
    assert {"bug", "rule", "idea"} <= {it.stem for it in TEMPLATES}
    text = path.read_text(encoding="utf-8")
    if path.stem == "config":
        return
    assert re.search(r"^name: .+$", text, re.MULTILINE)
    assert re.search(r"^description: .+$", text, re.MULTILINE)
    fields = re.findall(r"^ +id: (\w+)$", text, re.MULTILINE)
    assert len(fields) == len(set(fields)) == len(re.findall("- type: ", text))
    assert all((ROOT / named).exists() for named in re.findall(r"docs/\w+\.md", text))


def test_editors_and_ruff_use_the_same_line_length() -> None:
    settings = configparser.ConfigParser()
    settings.read_string("[all]\n" + (ROOT / ".editorconfig").read_text("utf-8"))
    assert (
        str(project()["tool"]["ruff"]["line-length"])
        == (settings["*.py"]["max_line_length"])
    )


def test_the_sdist_contains_the_files_tested_here() -> None:
    """These tests also run in an unpacked sdist."""
    manifest = (ROOT / "MANIFEST.in").read_text(encoding="utf-8").split()
    assert {".editorconfig", ".github", ".pre-commit-config.yaml"} <= set(manifest)
