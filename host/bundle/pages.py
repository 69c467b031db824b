"""Pages of a bundle: an index of its wheels for pip (PEP 503), and pages for people."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sealed_wonders.host.bundle.systems import PYTHONS, SYSTEMS, System
from sealed_wonders.net.web.markup import Markup, document, joined, tag
from sealed_wonders.net.words import _, language, marked

SUMS = "SHA256SUMS"
"""The file with the digests of all others, by which a bundle is recognized."""

STYLE = """
body { max-width: 50em; margin: 1em auto; padding: 0 1em; font-family: sans-serif;
       overflow-wrap: anywhere }
pre { background: #eee; padding: 0.5em; overflow-x: auto }
"""

WANTED = "sealed-wonders"
"""The name of the package for pip."""


def write_index(folder: Path) -> None:
    """Write an index of the wheels, by the normalized names of their projects."""
    projects: defaultdict[str, list[Path]] = defaultdict(list)
    for wheel in sorted((folder / "wheels").iterdir()):
        projects[normalized(wheel.name.partition("-")[0])].append(wheel)
    simple = folder / "simple"
    for name, wheels in projects.items():
        links = [
            _link(f"../../wheels/{it.name}#sha256={digest(it)}", it.name)
            for it in wheels
        ]
        _write(simple / name / "index.html", name, links)
    _write(simple / "index.html", "all", [_link(f"{it}/", it) for it in projects])


def normalized(name: str) -> str:
    """Return a project's name as normalized by PEP 503."""
    return re.sub(r"[-_.]+", "-", name).lower()


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _link(to: str, text: str) -> Markup:
    return joined((tag("a", text, href=to), tag("br"), "\n"))


def _write(path: Path, title: str, links: list[Markup]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_document(title, links), encoding="utf-8", newline="\n")


def _document(title: str, parts: Iterable[str]) -> Markup:
    body = tag("body", tag("h1", title), "\n", *parts)
    return document(language(), title, [tag("style", Markup(STYLE))], body)


def write_page(folder: Path) -> None:
    """Write the page in the bundle itself, for people who open it from a USB stick."""
    digests = {
        it.file: digest(folder / it.file)
        for it in SYSTEMS
        if (folder / it.file).exists()
    }
    text = _page(digests, "", "HOST")
    (folder / "index.html").write_text(text, encoding="utf-8", newline="\n")


def served_page(folder: Path, at: str, join: str, pin: str) -> str:
    """
    Return the page that a host serves.

    Args:
        at: the web address of the folder, with a slash at its end.
        join: the host's address with its pin, for joining.
    """
    return _page(sums(folder), at, join, pin)


def sums(folder: Path) -> Mapping[str, str]:
    found = all_sums(folder)
    return {it.file: found[it.file] for it in SYSTEMS if it.file in found}


def all_sums(folder: Path) -> Mapping[str, str]:
    """
    Return the digests of all files, by name.

    Raises:
        OSError: there is no bundle.
        ValueError: the file of digests isn't text.
    """
    found = {}
    for line in (folder / SUMS).read_text("utf-8").splitlines():
        value, _, name = line.partition("  ")
        found[name] = value
    return found


def _page(digests: Mapping[str, str], at: str, join: str, pin: str = "") -> Markup:
    return _document("Sealed Wonders", _parts(digests, at, join, pin))


def _parts(
    digests: Mapping[str, str], at: str, join: str, pin: str
) -> Iterator[Markup]:
    yield tag("p", _("The whole program, for machines without Internet access."))
    if pin:
        yield tag(
            "p",
            filled(_("This host is {host}; its pin is {pin}."), host=join, pin=pin),
            " ",
            _(
                "Somebody between you and the host could have changed this page and "
                "the files, and so could the host's operator. Compare the digest of "
                "your download with the one published with the release. If you trust "
                "the operator, compare it with the one on the host's own screen."
            ),
        )
    for system in SYSTEMS:
        if system.file in digests:
            yield tag("h2", _(system.title))
            yield tag("pre", "\n".join(lines(system, at, join)))
            yield _link(f"{at}{system.file}", system.file)
            yield tag("p", "SHA-256: ", tag("code", digests[system.file]))
    versions = _("With pip, on any system with Python {first} to {last}")
    yield tag("h2", versions.format(first=PYTHONS[0], last=PYTHONS[-1]))
    yield tag("pre", pip_line(at))


def filled(sentence: str, **codes: str) -> Markup:
    """Return a sentence whose fields are lines of code."""
    marked = {name: tag("code", code) for name, code in codes.items()}
    return Markup.escape(sentence).format(**marked)


def lines(system: System, at: str, join: str) -> tuple[str, str, str]:
    """Return three lines to type on a system: download, check, play."""
    file = system.file
    if system.has_python:
        # In PowerShell, `curl` is an alias of another command, and old versions lack
        # &&.
        return (
            f"curl.exe -O {at}{file}" if at else f"echo {_here(file)}",
            f"certutil -hashfile {file} SHA256",
            f'cmd /c "tar -xf {file} && sealed-wonders\\wonders join {join}"',
        )
    check = "shasum -a 256" if system.platform == "darwin" else "sha256sum"
    return (
        f"curl -O {at}{file}" if at else f"# {_here(file)}",
        f"{check} {file}",
        f"python3 {file} join '{join}'",
    )


def _here(file: str) -> str:
    return _("{file} is in this folder").format(file=file)


def wheel_page(at: str, wheel: str, join: str) -> Markup:
    """
    Return the page of a host without a bundle, which has only its own wheel.

    Args:
        at: the web address of the folder with the wheel, with a slash at its end.
        wheel: the wheel's file name.
    """
    return _document("Sealed Wonders", _wheel_parts(at, wheel, join))


def _wheel_parts(at: str, wheel: str, join: str) -> Iterator[Markup]:
    yield tag(
        "p",
        _(
            "This host provides only the program itself; pip downloads what the "
            "program needs from the Internet."
        ),
    )
    for title, typed in wheel_ways(f"{at}{wheel}", join).items():
        headline = _("{system}, with Python {version} or newer")
        yield tag("h2", headline.format(system=_(title), version=PYTHONS[0]))
        yield tag("pre", "\n".join(typed))
    yield _link(f"{at}{wheel}", wheel)


def wheel_ways(wheel: str, join: str) -> Mapping[str, Sequence[str]]:
    """Return what to type to install a wheel from an address, and to play, by system."""
    return {
        marked("Windows"): (
            "py -m venv wonders",
            f"wonders\\Scripts\\pip install {wheel}",
            f"wonders\\Scripts\\wonders join {join}",
        ),
        marked("Linux and macOS"): (
            "python3 -m venv wonders",
            f"wonders/bin/pip install {wheel}",
            f"wonders/bin/wonders join '{join}'",
        ),
    }


def pip_line(at: str) -> str:
    """Return the line that installs the program with pip."""
    if not at:
        return f"pip install --no-index --find-links wheels {WANTED}"
    host = at.split("/")[2].rsplit(":", 1)[0]
    return f"pip install --index-url {at}simple/ --trusted-host {host} {WANTED}"
