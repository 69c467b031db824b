"""The names and addresses to which a host answers over HTTP."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from sealed_wonders.host import webnames
from sealed_wonders.host.hostoptions import read_settings
from sealed_wonders.host.hostprogram import run_program
from sealed_wonders.host.news import OptionsRead
from sealed_wonders.host.webnames import (
    RequestedAddress,
    WebNames,
    read_host,
    read_web_name,
)
from sealed_wonders.net.system import resolver
from tests.host.test_service import ServiceHarness, started
from tests.host.test_web import HERE, PORT, visit
from tests.support.interfaces import CABLE, FakeInterfaces
from tests.support.pages import Visit

METRICS = 9777

Ask = Callable[..., Visit]
"""Sends a request with this path, these header lines and this port."""


@pytest.fixture
def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ServiceHarness:
    """Return a host called Kitchen, in a network whose names end in home.arpa."""
    conf = tmp_path / "resolv.conf"
    conf.write_text("nameserver 10.0.0.2\nsearch home.arpa.\n", "utf-8")
    monkeypatch.setattr(resolver, "RESOLV_CONF", conf)
    monkeypatch.setattr(socket, "gethostname", lambda: "Kitchen")
    return started(tmp_path, web=PORT, metrics=METRICS)


@pytest.fixture
def ask(harness: ServiceHarness) -> Ask:
    def ask(path: str, said: str, port: int = PORT) -> Visit:
        request = f"GET {path} HTTP/1.1\r\n{said}Connection: close\r\n\r\n"
        return visit(harness, request, port=port)

    return ask


OWN = (
    *(HERE, CABLE.ip, "127.0.0.1", "127.0.0.2", "[::1]", f"[::ffff:{CABLE.ip}]"),
    *("localhost", "kitchen", "kitchen.local", "kitchen.home.arpa"),
)


OTHERS = [
    "evil.example",
    "kitchen.evil.example",
    "kitchen.local.evil.example",
    "evil.local",
    "localhost.evil.example",
    "kitchen.home.arpa.evil.example",
    "evil.home.arpa",
    "kitchen.localhost",
    "192.0.2.9.evil.example",
    "192.0.2.10",
    "0.0.0.0",
    "2130706433",
    "[2001:db8::1]",
]


PATHS = (
    "/",
    "/events",
    "/get/",
    "/cards/wonders/en/palace.svg",
    "/room.js",
    "/nothing",
)


def test_a_host_answers_to_its_own_names(ask: Ask) -> None:
    """Case, a final dot and the port make no difference."""
    for port, host in product(("", ":8080", ":80", ":"), OWN):
        for name in {host, host.upper(), host if host.endswith("]") else f"{host}."}:
            assert 200 == ask("/", f"Host: {name}{port}\r\n").status, name


def test_a_page_of_another_site_can_read_nothing(ask: Ask) -> None:
    """
    The other site's name may lead to this machine (DNS rebinding), but browsers send
    that name.
    """
    for path, host in product(PATHS, OTHERS):
        page = ask(path, f"Host: {host}:8080\r\n")
        assert page.head.startswith("HTTP/1.1 421 Misdirected Request"), host
        assert "text/plain" in page.head
        assert f"doesn't answer to {host}." in page.body.decode()
        assert f"http://{HERE}:{PORT}/" in page.body.decode()
        assert 1 == page.body.count(b"\n")


def test_a_page_of_another_site_can_read_no_metrics(ask: Ask) -> None:
    for path, host in product(("/metrics", "/healthz", "/nothing"), OTHERS):
        assert 421 == ask(path, f"Host: {host}\r\n", METRICS).status, host


def test_every_method_is_refused_for_a_foreign_name(harness: ServiceHarness) -> None:
    for verb in ("HEAD", "POST", "OPTIONS", "PROPFIND"):
        page = visit(harness, f"{verb} / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        assert 421 == page.status, verb
        assert (verb == "HEAD") is (page.body == b"")


NO_NAMES = (
    *("<script>", "a b", "kitchen:x", "kitchen:999999", "[::1", "[kitchen]", "*", ""),
    *("kitchen..local", "user@kitchen", "k\u00fcche", "x" * 300),
    *("kitchen\r\nHost: evil.example", "kitchen\r\nHost: kitchen"),
)


def test_a_request_without_a_valid_name_is_refused(ask: Ask) -> None:
    """The answer repeats nothing of the request."""
    for said in ("", *(f"Host: {name}\r\n" for name in NO_NAMES)):
        page = ask("/get/", said)
        assert 400 == page.status, said
        assert b"Host header" in page.body
        assert b"script" not in page.body


def test_http_1_0_needs_no_name(harness: ServiceHarness) -> None:
    """Simple monitors send none, unlike browsers. A name that is sent still counts."""
    for path, port in (("/", PORT), ("/metrics", METRICS)):
        for said, status in (("", 200), ("Host: evil.example\r\n", 421)):
            request = f"GET {path} HTTP/1.0\r\n{said}\r\n"
            assert status == visit(harness, request, port=port).status


def test_names_can_be_added(harness: ServiceHarness, ask: Ask) -> None:
    """They may be needed behind a reverse proxy. A running host reloads them."""
    said = "Host: tables.example\r\n"
    assert 421 == ask("/", said).status
    harness.settings = replace(harness.settings, web_names=("tables.example",))
    harness.service.reload()
    assert OptionsRead(("web-name",), ()) == harness.news[-1]
    assert 200 == ask("/", said).status
    assert 421 == ask("/", "Host: x.tables.example\r\n").status


def test_the_page_uses_the_proxy_s_name_and_port(tmp_path: Path) -> None:
    """Browsers came by the proxy's port, which isn't that of the host behind it."""
    harness = started(tmp_path, web=PORT, web_names=("tables.example",))
    (tmp_path / "bundle").mkdir()
    (tmp_path / "bundle" / "SHA256SUMS").write_text("", "utf-8")
    request = "GET /get/ HTTP/1.1\r\nHost: Tables.example.\r\n\r\n"
    page = visit(harness, request)
    assert 200 == page.status
    assert b"tables.example:8080" not in page.body


def test_names_in_options_are_normalized(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    They are given on the command line, or in a file as one name or a list. A name that
    is too general is refused.
    """
    words = ["--web-name", "Tables.Example.", "--web-name", "[2001:DB8::0007]"]
    settings = read_settings(words)
    assert settings is not None
    assert ("tables.example", "2001:db8::7") == settings.web_names
    path = tmp_path / "host.toml"
    for value, names in (
        ('"pi.example"', ("pi.example",)),
        ('["Pi.example", "10.0.0.7"]', ("pi.example", "10.0.0.7")),
    ):
        path.write_text(f"web-name = {value}\n", "utf-8")
        settings = read_settings(["--config", str(path)])
        assert settings is not None
        assert names == settings.web_names
    path.write_text('web-name = ["pi.*"]\n', "utf-8")
    assert 2 == run_program(["--config", str(path)])
    assert "web-name: 'pi.*' is too general" in capsys.readouterr().err
    assert 2 == run_program(["--web-name", "http://pi/"])
    said = capsys.readouterr().err
    assert "isn't the name of a machine: leave out http:// and the port" in said
    assert 1 == said.count("\n")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Pi ", "pi"),
        ("pi.fritz.box.", "pi.fritz.box"),
        ("k\u00fcche.example", "xn--kche-0ra.example"),
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
    ],
)
def test_a_typed_name_is_normalized_as_in_browsers(typed: str, name: str) -> None:
    assert name == read_web_name(typed)


@pytest.mark.parametrize(
    "typed",
    ["", ".", "*", "pi.*", "*.example", "pi:8080", "pi/x", "a b", "x" * 254, "\ud800"],
)
def test_an_invalid_name_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="in full|isn't the name of a machine"):
        read_web_name(typed)


@pytest.mark.parametrize(
    ("header", "host", "port", "url"),
    [
        ("Kitchen", "kitchen", 80, "http://kitchen/"),
        ("kitchen.:8080", "kitchen", 8080, "http://kitchen:8080/"),
        ("[FE80::1%25eth0]:8080", "fe80::1", 8080, "http://[fe80::1]:8080/"),
        ("[::ffff:c000:209]", "192.0.2.9", 80, "http://192.0.2.9/"),
    ],
)
def test_the_host_header_is_parsed(header: str, host: str, port: int, url: str) -> None:
    asked = read_host(header)
    assert RequestedAddress(host, port) == asked
    assert url == asked.url


@pytest.mark.parametrize(
    ("hostname", "names", "others"),
    [
        ("pi.lan", ("pi", "pi.lan", "pi.local", "pi.home"), ("lan", "pi.lan.home")),
        ("", (), ("", ".local", ".home", "local", "home")),
    ],
)
def test_a_machine_s_name_may_have_dots(
    hostname: str,
    names: tuple[str, ...],
    others: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: hostname)
    monkeypatch.setattr(webnames, "search_domains", lambda: ("home",))
    own = WebNames(machine=FakeInterfaces())
    assert all(own.has(name, HERE) for name in names)
    assert not any(own.has(name, HERE) for name in others)


@pytest.mark.parametrize(
    ("text", "domains"),
    [
        ("search lan Home.arpa.\n", ("lan", "home.arpa")),
        ("# search a\n;search b\nsearching c\n search d\n", ()),
        ("domain lan\nsearch a b\n", ("a", "b")),
        ("search a b\ndomain lan\n", ("lan",)),
        ("search .\nnameserver ::1\n", ()),
        ("", ()),
    ],
)
def test_search_domains_are_read_from_resolv_conf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, domains: tuple[str, ...]
) -> None:
    """The format is that of resolv.conf(5). A missing file means none."""
    conf = tmp_path / "resolv.conf"
    monkeypatch.setattr(resolver, "RESOLV_CONF", conf)
    assert () == resolver.search_domains()
    conf.write_text(text, "utf-8")
    assert domains == resolver.search_domains()
