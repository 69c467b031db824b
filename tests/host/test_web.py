"""The host's web server: the page and the bundle, read only."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_twisted
from twisted.internet import reactor as installed
from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater
from twisted.logger import capturedLogs

from sealed_wonders.host import browsers, web
from sealed_wonders.host.bundle import ownwheel
from sealed_wonders.host.bundle.making import write_sums
from sealed_wonders.host.bundle.pages import SUMS, write_page
from sealed_wonders.host.bundle.systems import SYSTEMS
from sealed_wonders.host.news import Served
from sealed_wonders.host.page import roomwords
from sealed_wonders.net.address import Address
from sealed_wonders.net.web.channel import PATIENCE
from sealed_wonders.net.words import LANGUAGES, spoken
from tests.host.test_service import ServiceHarness, started
from tests.support.connections import PIN
from tests.support.interfaces import CABLE
from tests.support.pages import Visit

REACTOR: Any = installed

PORT = 8080
HERE = "10.0.0.1"
FILE = SYSTEMS[0].file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a bundle in a folder with secrets, which some links lead to."""
    folder = tmp_path / "bundle"
    (folder / "simple" / "msgpack").mkdir(parents=True)
    (folder / "wheels").mkdir()
    (folder / FILE).write_bytes(bytes(range(256)) * 1000)
    (folder / "wheels" / "msgpack-1.whl").write_bytes(b"a wheel")
    (folder / "simple" / "msgpack" / "index.html").write_text("links", "utf-8")
    (folder / "index.html").write_text("from a stick", "utf-8")
    write_sums(folder)
    (tmp_path / "host.pem").write_text("secret", "utf-8")
    # A file without a digest, and paths out of the folder that have one.
    (folder / "journal.swlog").write_text("secret", "utf-8")
    links = {"out.pem": tmp_path / "host.pem", "up": tmp_path, "loop": folder / "loop"}
    for name, to in links.items():
        (folder / name).symlink_to(to)
    os.mkfifo(folder / "pipe")
    with (folder / SUMS).open("a", encoding="utf-8") as sums:
        for name in ("out.pem", "up/host.pem", "../host.pem", "loop", "pipe"):
            sums.write(f"{'0' * 64}  {name}\n")
    return folder


VISITS: list[Visit] = []
"""Open connections of a test."""


@pytest.fixture(autouse=True)
def _all_leave() -> Iterator[None]:
    """Close connections that are still open before the next test."""
    yield
    while VISITS:
        VISITS.pop().leave()


def visit(
    harness: ServiceHarness, request: str, address: str = "10.0.0.9", port: int = PORT
) -> Visit:
    (factory,) = [it[1] for it in harness.reactor.tcpServers if it[0] == port]
    VISITS.append(Visit(factory, request, address))
    return VISITS[-1]


def leave(one: Visit) -> None:
    VISITS.remove(one)
    one.leave()


def see(
    harness: ServiceHarness, path: str, host: str = "kitchen:8080", verb: str = "GET"
) -> Visit:
    return visit(harness, f"{verb} {path} HTTP/1.0\r\nHost: {host}\r\n\r\n")


async def fetched(harness: ServiceHarness, path: str, *headers: str) -> Visit:
    """Request a file that is sent in pieces."""
    lines = "\r\n".join((f"GET {path} HTTP/1.0", "Host: kitchen:8080", *headers))
    page = visit(harness, f"{lines}\r\n\r\n")
    await all_is_sent(page)
    return page


async def all_is_sent(*pages: Visit) -> None:
    while not all(it.transport.disconnecting for it in pages):
        await deferLater(REACTOR, 0)


def served(tmp_path: Path, **settings: Any) -> ServiceHarness:
    return started(tmp_path, web=PORT, web_names=("kitchen", "x"), **settings)


@pytest.fixture
def harness(tmp_path: Path, folder: Path) -> ServiceHarness:
    """Return a host with a bundle."""
    return served(tmp_path)


def test_the_page_is_in_the_browser_s_language(
    harness: ServiceHarness, folder: Path
) -> None:
    """
    The host's own language doesn't matter. The page in the bundle has the language of
    the command that made it.
    """
    for wanted, language, said in (
        ("fr-CH, en", "fr", "Avec pip, sur tout système avec Python 3.11 à 3.14"),
        ("de, en", "en", "With pip, on any system with Python 3.11 to 3.14"),
        ("de", "en", "With pip"),
    ):
        headers = f"Host: kitchen:8080\r\nAccept-Language: {wanted}"
        page = visit(harness, f"GET /get/ HTTP/1.0\r\n{headers}\r\n\r\n")
        text = page.body.decode()
        assert f'<html lang="{language}">' in text
        assert said in text
        assert "Vary: Accept-Language" in page.head
    with spoken("fr"):
        write_page(folder)
    written = (folder / "index.html").read_text("utf-8")
    assert '<html lang="fr">' in written
    assert "est dans ce dossier" in written


def test_the_page_contains_the_host_s_address_and_pin(
    harness: ServiceHarness, folder: Path
) -> None:
    """It uses the name by which the browser came. Each file is listed with a digest."""
    page = see(harness, "/get/")
    text = page.body.decode()
    assert 200 == page.status
    (digest,) = re.findall(
        rf"^(\w+)  {FILE}$", (folder / SUMS).read_text(), re.MULTILINE
    )
    assert digest in text
    (join,) = set(re.findall(r"join (kitchen\S*#[0-9a-f]{32})", text))
    assert Address.parse(join).pin is not None
    assert f"curl.exe -O http://kitchen:8080/get/{FILE}" in text
    assert "from a stick" not in text
    assert "default-src 'none'" in page.head
    assert 200 == see(harness, "/get/index.html").status
    # Without a name in the request, the page uses the address.
    page = visit(harness, "GET /get/ HTTP/1.0\r\n\r\n")
    assert f"http://{HERE}:8080/get/" in page.body.decode()


@pytest_twisted.ensureDeferred
async def test_files_are_sent_unchanged(harness: ServiceHarness, folder: Path) -> None:
    """They are sent in pieces, so that other work isn't delayed."""
    paths = (FILE, SUMS, "wheels/msgpack-1.whl", "simple/msgpack/index.html")
    for path in paths:
        page = await fetched(harness, f"/get/{path}")
        assert (folder / path).read_bytes() == page.body
        kinds = {".html": "text/html", ".zip": "application/zip"}
        assert "default-src 'none'" in page.head
        assert f"Content-Type: {kinds.get(Path(path).suffix, web.UNKNOWN)}" in page.head


def test_the_root_is_the_page_with_the_tables(harness: ServiceHarness) -> None:
    """It shows how to join on each system that the bundle supports."""
    assert b'<script src="room.js"' in see(harness, "/").body
    page = visit(harness, "GET /events HTTP/1.0\r\n\r\n")
    harness.reactor.advance(0)
    (line,) = re.findall(r"^data:(.*)$", page.body.decode(), re.MULTILINE)
    host = json.loads(line)["host"]
    assert [SYSTEMS[0].title] == [it["system"] for it in host["ways"]]
    assert 3 == len(host["ways"][0]["lines"])
    assert [f"{CABLE.ip}:7777#{PIN.hex()}"] == host["invitations"]
    (told,) = [it for it in harness.news if isinstance(it, Served)]
    assert "" == told.missing
    assert all(re.fullmatch(r"http://\S+:\d+/", it) for it, _ in told.at)
    harness.service._stop()
    assert page.transport.disconnecting


def test_ways_to_install_are_named_in_every_language(
    tmp_path: Path, folder: Path
) -> None:
    """
    A host without a bundle has other ways. Pages contain only the names' translations.
    """
    for place in (folder, tmp_path / "nothing"):
        ways = web.about("den", [], place)["ways"]
        labels = {f"system.{it['system']}" for it in ways}
        assert labels
        for language in LANGUAGES:
            with spoken(language):
                assert labels <= {*roomwords.words()}
    with spoken("fr"):
        said = roomwords.words()
    assert "Linux et macOS" == said["system.Linux and macOS"]
    assert "macOS, puce Apple" == said["system.macOS, Apple silicon"]


def test_a_folder_s_path_without_a_slash_is_redirected(harness: ServiceHarness) -> None:
    for path, leads in (("/get", "get/"), ("/get/simple/msgpack", "msgpack/")):
        page = see(harness, path)
        assert 302 == page.status
        assert f"\nlocation: {leads}\r\n" in page.head.lower()


@pytest_twisted.ensureDeferred
async def test_a_download_can_be_continued(
    harness: ServiceHarness, folder: Path
) -> None:
    """A request for many ranges, or with an invalid one, gets the whole file."""
    whole = (folder / FILE).read_bytes()
    parts = {"200000-": whole[200_000:], "7-9": whole[7:10]}
    for wanted in (*parts, ",".join(["0-9"] * 1500), "-99999999999", " ", "9-7"):
        status, body = (206, parts[wanted]) if wanted in parts else (200, whole)
        page = await fetched(harness, f"/get/{FILE}", f"Range: bytes={wanted}")
        assert (status, body) == (page.status, page.body)


NOT_IN_IT = """
/get/../host.pem    /get/%2e%2e/host.pem          /get/..%2fhost.pem  /get/wheels/
/get//../../host.pem  /get/wheels/../../host.pem  /get/up/host.pem    /get/wheels
/get/journal.swlog  /get/out.pem                  /get/nothing        /get/pipe
/host.pem           /get/loop                     /get/%00            /get/%ff
"""


def test_no_file_outside_the_bundle_is_served(harness: ServiceHarness) -> None:
    for path in NOT_IN_IT.split():
        page = see(harness, path)
        assert 404 == page.status, path
        assert b"secret" not in page.body
        assert b"msgpack" not in page.body


def test_a_wrong_path_leads_a_browser_to_the_page(harness: ServiceHarness) -> None:
    """The redirection also works behind a proxy. A program gets status 404."""
    for path, home in (
        ("/oak", "./"),
        ("/table/oak?turn=1", "../"),
        ("/get/nothing", "../"),
        ("/get/wheels/nothing", "../../"),
    ):
        for accepted, status in (("text/html,*/*;q=0.8", 302), ("image/*", 404)):
            headers = f"Host: kitchen:8080\r\nAccept: {accepted}"
            page = visit(harness, f"GET {path} HTTP/1.0\r\n{headers}\r\n\r\n")
            assert status == page.status
            assert (status == 302) == (f"Location: {home}\r\n" in f"{page.head}\r\n")


def test_no_file_of_a_folder_without_digests_is_served(tmp_path: Path) -> None:
    """The operator may have named the host's own folder by mistake."""
    (tmp_path / "host.pem").write_text("secret", "utf-8")
    for sums in (None, b"\xff\xfe"):
        if sums is not None:
            (tmp_path / SUMS).write_bytes(sums)
        harness = served(tmp_path / "host", bundle=tmp_path)
        assert b"secret" not in see(harness, "/get/").body
        page = see(harness, "/get/host.pem")
        assert 404 == page.status
        assert b"secret" not in page.body


def test_requests_change_no_file(harness: ServiceHarness, folder: Path) -> None:
    before = {it: it.read_bytes() for it in folder.rglob("*") if it.is_file()}
    for verb in ("POST", "PUT", "DELETE", "PROPFIND"):
        for path in ("/get/", f"/get/{FILE}"):
            assert see(harness, path, verb=verb).status in (405, 501), verb
    assert before == {it: it.read_bytes() for it in folder.rglob("*") if it.is_file()}


def install(wheel: Path, folder: Path) -> None:
    words = ("--quiet", "--no-deps", "--no-index", "--no-compile", "--target")
    pip = (sys.executable, "-m", "pip", "install", *words, folder, wheel)
    subprocess.run(pip, check=True, capture_output=True)


@pytest_twisted.ensureDeferred
async def test_a_host_without_a_bundle_serves_its_own_wheel(tmp_path: Path) -> None:
    """
    Guests don't have the program's source, and pip gets the dependencies from the
    Internet.
    """
    harness = served(tmp_path)
    (told,) = [it for it in harness.news if isinstance(it, Served)]
    assert str(tmp_path / "bundle") == told.missing
    page = see(harness, "/get/").body.decode()
    assert page.index("Windows") < page.index("Linux")
    (at,) = {*re.findall(r"pip install http://kitchen:8080(/get/\S+\.whl)", page)}
    # The wheel contains everything that pip needs from the host, and the commands.
    path = tmp_path / Path(at).name
    path.write_bytes((await fetched(harness, at)).body)
    names = {*zipfile.ZipFile(path).namelist()}
    assert "sealed_wonders/client/__main__.py" in names
    assert "sealed_wonders/net/web/data/audience.js" in names
    assert "sealed_wonders/net/locale/fr/LC_MESSAGES/sealed-wonders.mo" in names
    assert not [it for it in names if "test" in it.split("/")[1]]
    install(path, tmp_path / "there")
    commands = {it.stem for it in (tmp_path / "there" / "bin").iterdir()}
    assert {"wonders", "wonders-host"} <= commands


def own_wheel_request(harness: ServiceHarness) -> Visit:
    """Request the wheel three times at once, as no browser does."""
    line = f"GET /get/{ownwheel.file_name()} HTTP/1.1\r\nHost: kitchen:8080\r\n\r\n"
    return visit(harness, 3 * line)


@pytest.fixture
def making(monkeypatch: pytest.MonkeyPatch) -> list[Deferred[bytes]]:
    """Return the results of wheels that are being made on threads."""
    begun: list[Deferred[bytes]] = []

    def on_a_thread(do: object) -> Deferred[bytes]:
        assert do is ownwheel.wheel
        begun.append(Deferred())
        return begun[-1]

    monkeypatch.setattr(web, "deferToThread", on_a_thread)
    return begun


@pytest_twisted.ensureDeferred
async def test_the_own_wheel_is_sent_as_fast_as_it_is_read(
    tmp_path: Path, making: list[Deferred[bytes]]
) -> None:
    """It is sent once per connection, so nobody can fill the host's memory."""
    wheel = bytes(range(256)) * 4096
    page = own_wheel_request(served(tmp_path))
    producer = cast(Any, page.transport.producer)
    making[0].callback(wheel)
    producer.pauseProducing()
    for _ in range(50):
        await deferLater(REACTOR, 0)
    assert len(page.body) < len(wheel) // 4
    producer.resumeProducing()
    await all_is_sent(page)
    assert wheel == page.body
    assert f"Content-Length: {len(wheel)}" in page.head


@pytest_twisted.ensureDeferred
async def test_the_own_wheel_is_made_once_for_all_waiting_requests(
    tmp_path: Path, making: list[Deferred[bytes]]
) -> None:
    """It is made even if the first clients have left, and anew for later requests."""
    harness = served(tmp_path)
    leave(own_wheel_request(harness))
    ends = [own_wheel_request(harness) for _ in range(2)]
    (one,) = making
    one.callback(b"a wheel")
    await all_is_sent(*ends)
    assert [b"a wheel"] * 2 == [it.body for it in ends]
    page = own_wheel_request(harness)
    assert 2 == len(making)
    # A failure is logged and answered.
    with capturedLogs() as logged:
        making[1].errback(OSError("no space"))
    assert ["no space"] == [it["log_failure"].getErrorMessage() for it in logged]
    assert 500 == page.status
    assert b"Its log says why" in page.body
    assert page.transport.disconnecting
    own_wheel_request(harness)
    assert 3 == len(making)


def test_another_folder_can_be_served(tmp_path: Path, folder: Path) -> None:
    harness = served(tmp_path / "host", bundle=folder)
    assert FILE.encode() in see(harness, "/get/").body


def test_a_few_addresses_can_t_take_all_connections(harness: ServiceHarness) -> None:
    """They lose their own to newcomers. Connections from this machine are kept."""

    def come(address: str) -> Visit:
        return visit(harness, "GET", address)

    crowd = [come(f"10.0.0.{5 + n % 4}") for n in range(browsers.CONNECTIONS)]
    own, guest = come(HERE), come("10.0.0.9")
    for n in range(browsers.CONNECTIONS):
        come(f"10.0.0.{5 + n % 4}")
    assert all(it.is_cut_off for it in crowd)
    assert (False, False) == (own.is_cut_off, guest.is_cut_off)


def test_an_address_s_idle_connections_are_closed_first(
    harness: ServiceHarness,
) -> None:
    """Browsers keep connections that they don't use."""
    visit(harness, "GET /events HTTP/1.1\r\nHost: kitchen\r\n\r\n")
    for _ in range(browsers.CONNECTIONS):
        visit(harness, "")
    looking, idle, *others = VISITS
    assert (False, True) == (looking.is_cut_off, idle.is_cut_off)
    assert not any(it.is_cut_off for it in others)


def test_browsers_leave_file_descriptors_for_games(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    If few are left, a browser's connection is closed for a new one, or the new one is
    refused.
    """
    first = visit(harness, "GET", "10.0.0.5")
    monkeypatch.setattr(
        "sealed_wonders.host.browsers.descriptors.are_left", lambda: False
    )
    own = visit(harness, "GET", HERE)
    assert (True, False) == (first.is_cut_off, own.is_cut_off)
    leave(own)
    assert visit(harness, "GET", HERE).is_cut_off


def test_a_client_that_does_not_read_the_response_is_disconnected(
    harness: ServiceHarness,
) -> None:
    request = f"GET /get/{FILE} HTTP/1.0\r\n\r\n"
    slow, quick = (visit(harness, request) for _ in range(2))
    for one in (slow, quick):
        cast(Any, one.transport.producer).pauseProducing()
    harness.reactor.advance(PATIENCE - 1)
    cast(Any, quick.transport.producer).resumeProducing()
    harness.reactor.advance(1)
    assert (True, False) == (slow.is_cut_off, quick.is_cut_off)


def test_the_body_of_a_request_is_not_kept(harness: ServiceHarness) -> None:
    """It would be written to the disk, without a limit."""
    for how in ("Content-Length: 9999999", "Transfer-Encoding: chunked"):
        page = visit(harness, f"POST /get/ HTTP/1.1\r\nHost: x\r\n{how}\r\n\r\n")
        assert not page.is_cut_off, how
        page.protocol.dataReceived(b"FFFFFF\r\n" + bytes(1000))
        assert page.is_cut_off, how
