"""Bundling modules into a single script."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from sealed_wonders.client.reports.bundling import UnusableModule, bundle, needed
from sealed_wonders.client.reports.page import script

BASE = """/*
 * What a module is for.
 */

/** Twice. @param {number} n */
export function twice(n) {
  return n * 2; // "*/" and '//' may stand anywhere else
}

/** @type {number[]} */
export const SOME = [1, 2];
const hidden = "base";
"""
MIDDLE = """import { SOME, twice as doubled } from "./base.js";

const hidden = /** @type {any} */ ("middle");

/** A class. */
export class Sum {
  /** The sum of all. */
  get all() {
    return SOME.map(doubled).reduce((a, b) => a + b, 0) + hidden.length;
  }
}

export async function later() {
  return hidden;
}
"""
ENTRY = """import {
  Sum,
  later,
} from "./middle.js";
import { twice } from "./base.js";

const hidden = twice(new Sum().all);
later().then((it) => console.log(hidden, it));
"""
MODULES = {
    "base.js": BASE,
    "middle.js": MIDDLE,
    "entry.js": ENTRY,
    "other.js": "export default 1;",
}


def test_equal_names_in_different_modules_do_not_clash() -> None:
    """Three of these modules use the same name for different things."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed: the bundle is NOT run")
    made = bundle(MODULES, "entry.js")
    done = subprocess.run(
        [node, "-e", made], capture_output=True, text=True, check=True
    )
    assert "24 middle\n" == done.stdout


def test_modules_are_bundled_once_in_the_order_of_imports() -> None:
    """Their comments are removed. Modules that aren't imported are left out."""
    assert ["base.js", "middle.js", "entry.js"] == needed(MODULES, "entry.js")
    made = bundle(MODULES, "entry.js")
    assert "What a module is for" not in made
    assert "The sum of all" not in made
    assert '"*/" and' in made
    assert '("middle")' in made


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("export default 1;\n", "export default 1;"),
        ('import it from "./base.js";\n', 'import it from "./base.js";'),
        ("export let n = 1;\n", "export let n = 1;"),
        ('const it = await import("./base.js");\n', "import("),
        ("await later();\n", "await later();"),
        ('const it = "</script>";\n', "</script>"),
        ('import { x } from "./nowhere.js";\n', "no module nowhere.js"),
        ('import { a } from "./a.js";\nexport const b = 1;\n', "a.js > b.js > a.js"),
    ],
)
def test_unsupported_modules_are_refused(source: str, why: str) -> None:
    modules = {
        "base.js": BASE,
        "a.js": 'import { b } from "./b.js";\nexport const a = 1;\n',
        "b.js": source,
    }
    with pytest.raises(UnusableModule) as refused:
        bundle(modules, "a.js")
    assert why in str(refused.value)


def test_the_script_of_a_games_page_has_no_imports() -> None:
    made = script()
    assert "import " not in made
    assert "export " not in made
    assert "</script" not in made
