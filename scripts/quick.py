"""
Run the tests that belong to some files: what `scripts/test --quick` does.

    scripts/test --quick [FILE...] [PYTEST OPTIONS]

Without a file, take those that differ from the last commit. A test file belongs to itself,
and a folder's test files to the folder. To any other file belong:

1. its own tests: those of net/fold.py are in tests/net/test_fold.py, and in files beside it
   whose names go on with an underscore (test_fold_later.py). Without a test file in the
   folder of the same name, those of the folders above it count.
2. up to `MAX_TESTS` other test files that import it; that name it, if it isn't Python; or that
   run it, if it is a subcommand. Those that import the fewest modules come first; those
   that take long are left out.
3. if there are none of these: up to `MAX_TESTS` tests of the modules that import it, or else of
   those that import these, and so on.

ruff checks the files meanwhile. For types, and all that other files promise, there is
`scripts/test`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.longfiles import LONG

MAX_TESTS = 4
"""Maximum number of test files that a file gets besides its own."""

ROOMS = ("core", "net", "client", "host")

_IMPORT = re.compile(
    r"^[ \t]*(?:from ([\w.]+) import (\([^)]*\)|.*)|import ([\w.]+))", re.MULTILINE
)


class BadFile(Exception):
    """A file can't be tested; the message is one line."""


class Checkout:
    """The files of a checkout, and which tests belong to each."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root

    def tests_of(self, path: Path) -> tuple[Path, ...]:
        """
        Return the test files of a file or folder, with its own ones first.

        Args:
            path: relative to the checkout.

        Raises:
            BadFile: it isn't there.
        """
        if not (self._root / path).exists():
            raise BadFile(f"there is no {path}")
        if path.parts[:1] == ("tests",):
            if _is_test(path):
                return (path,)
            if (self._root / path).is_dir():
                return tuple(it for it in self._tests if it.is_relative_to(path))
        if (self._root / path).is_dir():
            same = Path("tests", path)
            return tuple(it for it in self._tests if it.is_relative_to(same))
        own = tuple(self._own(path))
        more = self._shortest(set(self._users(path, self._tests)) - {*own})
        return (*own, *more) or self._shortest(self._of_users(path))

    def _own(self, path: Path) -> Iterator[Path]:
        """Yield the tests that are named after a file."""
        name, folder = path.stem, path.parent
        if name == "__init__":
            name, folder = folder.name, folder.parent
        names = {f"test_{name}", f"test_{name}_command"}
        for above in (folder, *folder.parents):
            beside = [it for it in self._tests if it.parent == Path("tests", above)]
            found = [it for it in beside if it.stem in names]
            if found:
                yield from found
                begins = f"test_{name}_"
                yield from (
                    it
                    for it in beside
                    if it.stem.startswith(begins) and it not in found
                )
                return

    def _users(self, path: Path, among: Iterable[Path]) -> Iterator[Path]:
        """Yield the files that import a file, that name it, or that run it as a command."""
        if path.suffix == ".py":
            wanted = _dotted(path)
            command = (
                path.stem.replace("_", "-") if path.parent.name == "commands" else ""
            )
            runs = f'("{command}"', f'["{command}"', f'"{command}",'
            for one in among:
                text = self._text(one) if command else ""
                if wanted in self._imports[one] or any(
                    it in text for it in runs if command
                ):
                    yield one
        else:
            name = path.name if path.suffix else path.as_posix()
            words = re.compile(rf"(?<![\w.-]){re.escape(name)}\b")
            yield from (it for it in among if words.search(self._text(it)))

    def _of_users(self, path: Path) -> set[Path]:
        """Return the tests of the files that need a file, as directly as possible."""
        seen = {path}
        users = seen | {*self._users(path, self._sources)}
        found: set[Path] = set()
        while users - seen and not found:
            new, seen = users - seen, seen | users
            for user in new:
                found |= {*self._own(user), *self._users(user, self._tests)}
                users = users | {*self._users(user, self._sources)}
        return found

    def _shortest(self, tests: Iterable[Path]) -> tuple[Path, ...]:
        """Return up to `MAX_TESTS` tests: those that import the fewest modules."""
        short = {it for it in tests if it.relative_to("tests").as_posix() not in LONG}
        found = sorted(short, key=lambda it: (len(self._imports[it]), it))
        return tuple(found[:MAX_TESTS])

    @cached_property
    def _tests(self) -> Sequence[Path]:
        return [it for it in self._python("tests") if _is_test(it)]

    @cached_property
    def _sources(self) -> Sequence[Path]:
        there = self._python(*ROOMS, "scripts", "tests")
        return [it for it in there if not _is_test(it)]

    def _python(self, *folders: str) -> Iterator[Path]:
        for folder in folders:
            for path in sorted((self._root / folder).rglob("*.py")):
                yield path.relative_to(self._root)

    @cached_property
    def _imports(self) -> Mapping[Path, frozenset[str]]:
        """By file, the modules that it imports, with the names that it takes of them."""
        every = (*self._tests, *self._sources)
        return {path: frozenset(_imported(self._text(path))) for path in every}

    def _text(self, path: Path) -> str:
        return (self._root / path).read_text("utf-8")


def _is_test(path: Path) -> bool:
    return path.suffix == ".py" and path.name.startswith("test_")


def _dotted(path: Path) -> str:
    """Return the name by which a file of ours is imported."""
    parts = path.with_suffix("").parts
    if parts[0] in ROOMS:
        parts = ("sealed_wonders", *parts)
    return ".".join(parts).removesuffix(".__init__")


def _imported(text: str) -> Iterator[str]:
    for module, names, whole in _IMPORT.findall(text):
        if (module or whole).split(".")[0] not in (
            "sealed_wonders",
            "scripts",
            "tests",
        ):
            continue
        yield module or whole
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", names) if module)


def changed(root: Path = ROOT) -> tuple[Path, ...]:
    """
    Return the files that differ from the last commit, or aren't known to git.

    Raises:
        BadFile: this isn't a checkout.
    """
    asks = (
        "git",
        "status",
        "--porcelain",
        "--untracked-files=all",
        "-z",
        "--no-renames",
    )
    done = subprocess.run(asks, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadFile("this isn't a git checkout, so name the files to test")
    rows = [row for row in done.stdout.split("\0") if row]
    paths = [Path(row[3:]) for row in rows]
    return tuple(path for path in paths if (root / path).exists())


def _relative(typed: str) -> Path:
    """
    Return a path as it was typed, relative to the checkout.

    Raises:
        BadFile: it isn't in the checkout.
    """
    path = Path(os.path.abspath(Path(os.environ.get("TYPED_IN", "."), typed)))
    if not path.exists():
        raise BadFile(f"there is no {typed}")
    if not path.is_relative_to(ROOT):
        raise BadFile(f"{typed} isn't in {ROOT}")
    return path.relative_to(ROOT)


def main() -> int:
    """Test some files; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="scripts/test --quick", description="Run the tests that belong to files."
    )
    parser.add_argument("files", nargs="*", metavar="FILE")
    options, passed_on = parser.parse_known_args()
    try:
        files = tuple(map(_relative, options.files)) or changed()
        if not files:
            raise BadFile(
                "nothing has changed since the last commit; name a file to test"
            )
        checkout = Checkout()
        tests = {path: checkout.tests_of(path) for path in files}
    except BadFile as problem:
        print(f"scripts/test --quick: {problem}", file=sys.stderr)
        return 2
    for path, some in tests.items():
        if not some:
            print(f"{path}: no tests belong to it alone; scripts/test runs all")
    return _run(
        files,
        tuple(dict.fromkeys(it for some in tests.values() for it in some)),
        passed_on,
    )


def _run(files: Sequence[Path], tests: Sequence[Path], options: Sequence[str]) -> int:
    """Check some files and run some tests; return the exit status."""
    python = [it for it in files if it.suffix == ".py"]
    failed = 0
    for words in (("check",), ("format", "--check")) if python else ():
        ruff = (sys.executable, "-m", "ruff", *words, "--quiet", *map(str, python))
        failed |= subprocess.run(ruff, cwd=ROOT, check=False).returncode
    if tests:
        print("\n".join(map(str, tests)), flush=True)
        # A second process takes a while to begin, which only pays for many tests.
        workers = min(os.cpu_count() or 1, len(tests) // 2) if len(tests) > 2 else 0
        shared = ("--numprocesses", str(workers), "--dist", "loadfile")
        pytest = (sys.executable, "-m", "pytest", "-q", *shared, *map(str, tests))
        failed |= subprocess.run((*pytest, *options), cwd=ROOT, check=False).returncode
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
