"""The page for a room shows only public facts."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from sealed_wonders.client.table.actions import EndEarly, SetReady, Speak
from sealed_wonders.core.games import definition
from sealed_wonders.host.news import Trouble
from sealed_wonders.host.page import sections, site
from sealed_wonders.host.page.codes import code
from sealed_wonders.host.page.roomwords import words
from sealed_wonders.host.page.streams import APART, CROWDED_RETRY, STREAMS
from sealed_wonders.host.web import REQUESTS
from sealed_wonders.net.lobby.charter import table_code
from sealed_wonders.net.messages import ListTables, TableLine, Tables
from sealed_wonders.net.names import NAME_CAP
from sealed_wonders.net.passwords import lock_of
from sealed_wonders.net.plan import CHOOSING, SURVIVING_KINDS, UNDECIDED
from sealed_wonders.net.web.sectionstream import BEAT
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import LANGUAGES, spoken
from tests.support.inprocess.client import Client, clients_choosing
from tests.support.inprocess.server import StartHost, open_terms
from tests.support.lobbies import HOST
from tests.support.pages import AT, JOIN, SELF, Browser, PageHarness
from tests.support.shown import TABLES, ShownCards
from tests.support.thorough import only


@pytest.fixture
def page(start_host: StartHost) -> PageHarness:
    """Return the page of a host whose tables have three seats and open cards."""
    return PageHarness(start_host(open_terms(3)))


# Secrecy.


@pytest.mark.parametrize("name", only(["wonders", "both", "architects"], [*TABLES]))
def test_no_card_is_sent_before_it_is_public(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """
    A whole game is played, and everything sent is searched at each step. The cards are
    open, so the host knows them.
    """
    shown = ShownCards(monkeypatch)
    host = start_host(TABLES[name])
    page = PageHarness(host)
    people = host.join()
    browsers: list[Browser] = []
    cards: Any = ()
    pictures = definition(host.terms.game).pictures()
    seen, texts = set[str](), 0
    while not host.has_begun or not host.table.is_done:
        if not host.step() and host.table.is_done:
            break
        host.clock.advance(APART / 5)
        if host.has_begun and not cards:
            cards = host.game.fold.ruleset.cards
            browsers = [page.look("table 1"), page.look()]
        shown.see(people, cards)
        for browser in browsers:
            text = browser.hear()
            texts += bool(text)
            boards = {it.split(".")[0] for it in re.findall(r'"board":"([^"]+)"', text)}
            boards |= {
                it.split(".")[0]
                for some in re.findall(r'"boards":\[([^\]]*)\]', text)
                for it in re.findall(r'"([^"]+)"', some)
            }
            piles = set(re.findall(r'"(?:name|pile)":"([^"]+)"', text))
            words = {it.split(".")[0] for it in re.findall(r'"([\w.]+)"', text)}
            named = words & {*cards}
            assert named <= shown.public | boards | piles
            seen |= named
            for id in {*cards} - shown.public - boards - piles:
                names = pictures[id].names.values() if id in pictures else ()
                assert not [it for it in names if f'"{it}"' in text], id
    page.settle()
    host.clock.advance(BEAT)
    page.settle()
    assert texts > 20
    assert len(seen) > 10
    assert shown.hidden - shown.public or name == "architects"
    browsers[0].hear()
    assert browsers[0].sections["end"]["verdict"] == "checked"
    assert host.game.fold.state.score().rows[0] == tuple(
        browsers[0].sections["points"]["rows"][0]
    )
    assert [] == host.news_of(Trouble)


def test_the_search_finds_a_leaked_card(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = sections.of_table

    def leaky(record: Any, *rest: Any) -> Any:
        found = told(record, *rest)
        cards = record.game.fold.ruleset.cards if record.game else ["loom_1"]
        return found | {"leak": {"hand": [cards[-1]]}}

    monkeypatch.setattr(sections, "of_table", leaky)
    with pytest.raises(AssertionError, match="Extra items"):
        test_no_card_is_sent_before_it_is_public(start_host, monkeypatch, "both")


# Delayed and private tables.


def heard(browser: Browser, page: PageHarness) -> dict[str, Any]:
    """Return a browser's data, after everything due was sent."""
    page.host.clock.advance(APART)
    page.settle()
    browser.hear()
    return browser.sections


def test_a_late_browser_gets_the_same_data(page: PageHarness) -> None:
    """A new connection and a restarted host give the same data, too."""
    host = page.host
    people = clients_choosing(host)
    assert {} == page.board._watched
    early = page.look("table 1")
    assert ["table 1"] == [*page.board._watched]
    for _ in range(3):
        host.answer(people)
    one, late = heard(early, page), page.look("table 1")
    other = heard(late, page)
    assert one == other
    assert other["turns"]["recent"][-1]["events"]
    assert [[], [1, 1], [1, 2]] <= [it[0] for it in other["points"]["curves"]]
    # Players can compare these codes with those in their clients.
    codes = other["game"]["codes"]
    assert codes == {it: table_code(host.game.gid, it) for it in LANGUAGES}
    assert len(LANGUAGES) == len({*codes.values()})
    early.leave()
    late.leave()
    host.clock.advance(BEAT)
    page.settle()
    assert {} == page.board._watched
    host.restart()
    page = PageHarness(host)
    after = heard(page.look("table 1"), page)
    for name in ("table", "turns", "points", "game"):
        assert other[name] == after[name]


def test_entries_are_shown_only_once_they_are_in_the_journal(page: PageHarness) -> None:
    """Like players, browsers must not see anything that a killed host would forget."""
    host = page.host
    people = clients_choosing(host)
    for _ in range(3):
        host.answer(people)
    browser = page.look("table 1")
    whole = dict(heard(browser, page))
    assert 3 == len(whole["table"]["cities"])
    journal = host.table.files.journal
    assert journal is not None
    written, journal.position = journal.position, 8
    host.clock.advance(BEAT)
    assert [] == heard(browser, page)["table"]["cities"]
    journal.position = written
    host.clock.advance(BEAT)
    assert whole["table"] == heard(browser, page)["table"]
    assert whole["turns"] == browser.sections["turns"]


def test_the_page_follows_the_spectators_delay(start_host: StartHost) -> None:
    """So do the clock and the overview of all tables."""
    host = start_host(open_terms(3, spectator_delay=60, turn_time=600))
    page = PageHarness(host)
    people = clients_choosing(host)
    browser, every = page.look("table 1"), page.look()

    def glance() -> object:
        return heard(every, page)["glances"]["table 1"]["at"]

    host.pass_time(61)
    have = heard(browser, page)
    first = have["now"]
    assert first["at"] == glance()
    assert 600 == have["clock"]["turn"]
    host.answer(people)
    have = heard(browser, page)
    assert first["at"] == have["now"]["at"] == glance()
    assert first["awaited"] == have["now"]["awaited"]
    assert 600 >= have["clock"]["turn"] > 0
    assert 60 == have["game"]["behind"]
    host.pass_time(61)
    assert first["at"] != heard(browser, page)["now"]["at"] == glance()


@pytest.mark.usefixtures("cheap_passwords")
def test_private_and_locked_tables_are_not_shown(page: PageHarness) -> None:
    """Neither their names nor their players are sent."""
    host = page.host
    clients_choosing(host)
    (record,) = host.server.registry
    everything, one = page.look(), page.look("TABLE 1")
    assert ["table 1"] == [
        it["name"] for it in heard(everything, page)["tables"]["tables"]
    ]
    assert "table" in heard(one, page)
    record.lock = lock_of("secret", HOST.public, bytes(16))
    host.clock.advance(BEAT)
    assert [] == heard(everything, page)["tables"]["tables"]
    assert {"gone", "tables", "host"} == set(heard(one, page))
    record.lock, record.is_private = None, True
    host.clock.advance(BEAT)
    assert "gone" in heard(one, page)
    record.is_private = False
    host.clock.advance(BEAT)
    assert "table" in heard(one, page)


def test_a_table_without_a_page_is_listed_for_players_only(
    start_host: StartHost,
) -> None:
    """This also holds after a restart of the host."""
    host = start_host(open_terms(3), choose=["no-page", "private"])
    page = PageHarness(host)
    wishes: Wishes = (("no-page", 1),)
    people = [host.client(it, table="oak", wishes=wishes) for it in ("ann", "bob")]
    eve = host.connect("eve", sits=False)
    everything, one = page.look(), page.look("oak")
    assert [] == heard(everything, page)["tables"]["tables"]
    assert {"gone", "tables", "host"} == set(heard(one, page))
    assert not people[0].player.last_lobby.on_page
    assert people[0].player.last_lobby.listed
    people.append(host.client("cleo", table="oak"))
    host.leave_unanswered(people)
    assert ("oak", "playing") in [(it.name, it.state) for it in tables_of(eve)]
    host.restart()
    page = PageHarness(host)
    (record,) = host.server.registry
    assert (True, False) == (record.is_off_page, record.is_private)
    assert dict(record.wishes)["no-page"] == 1
    everything, one = page.look(), page.look("oak")
    assert [] == heard(everything, page)["tables"]["tables"]
    assert "gone" in heard(one, page)


def tables_of(client: Client) -> tuple[TableLine, ...]:
    """Ask for the tables, and return the answer."""
    client.speak(ListTables())
    told = [it for it in client.received if isinstance(it, Tables)]
    return told[-1].tables


# What is sent, and to whom.


def test_a_lobby_is_shown(page: PageHarness) -> None:
    host = page.host
    browser = page.look("table 1")
    assert "gone" in heard(browser, page)
    host.connect("ann")
    host.clock.advance(BEAT)
    have = heard(browser, page)
    assert [("ann", True, True)] == [
        (it["name"], it["here"], it["ready"]) for it in have["lobby"]["people"]
    ]
    assert 3 == have["lobby"]["wanted"]


def test_the_overview_shows_the_state_of_every_table(start_host: StartHost) -> None:
    """
    It shows the progress, who leads, who is waited for and the time left, or the
    result.
    """
    host = start_host(open_terms(3, turn_time=600))
    page = PageHarness(host)
    browser = page.look()
    people = clients_choosing(host)
    for _ in range(3):
        host.answer(people)
    have = heard(browser, page)
    glance, whole = have["glances"]["table 1"], heard(page.look("table 1"), page)
    assert whole["now"]["at"] == glance["at"]
    assert whole["game"]["people"] == glance["people"]
    assert whole["now"]["awaited"] == glance["awaited"]
    assert glance["clock"]["turn"] is not None
    assert "glances" not in whole
    assert_overview_agrees(glance, whole)
    for person in people:
        person.game.do(EndEarly())
    host.settle()
    glance = heard(page.look(), page)["glances"]["table 1"]
    assert glance["over"]
    assert_overview_agrees(glance, heard(page.look("table 1"), page))


def assert_overview_agrees(glance: dict[str, Any], whole: dict[str, Any]) -> None:
    """Check that the overview shows the same points as the table's page."""
    assert [row[-1] for row in whole["points"]["rows"]] == glance["points"]
    assert whole["points"]["ahead"] == glance["ahead"] != []


LENT = ("http://10.0.0.1:8890/#amber.00ff", "http://192.168.7.1:8890/#amber.00ff")


def test_a_code_for_phones_is_shown_if_seats_are_lent(page: PageHarness) -> None:
    """Only browsers on the lender's networks and on this machine can load it."""
    browser = page.look()
    assert {"at": [], "n": 0} == heard(browser, page)["host"]["lends"]
    assert 404 == page.browse("/play.svg").status
    page.lent = LENT
    page.board.host_changed()
    have, sent = heard(browser, page), browser.transport.value()
    at = ["http://10.0.0.1:8890/", "http://192.168.7.1:8890/"]
    assert {"at": at, "n": 1} == have["host"]["lends"]
    assert b"amber" not in sent
    for address, url in (("10.0.0.9", LENT[0]), ("192.168.7.20", LENT[1])):
        assert code(url) == page.browse("/play.svg", address).body
    assert code(LENT[0]) == page.browse("/play.svg", SELF).body
    assert 404 == page.browse("/play.svg", "203.0.113.5").status
    # A browser on the host's machine uses an address that a phone can't.
    near = Browser(page.factory, "/code.svg", SELF, name="127.0.0.1")
    assert code(f"http://{SELF}:{AT}/") == near.body
    assert code(f"http://kitchen:{AT}/") == page.browse("/code.svg").body
    assert code(JOIN) == page.browse("/join.svg").body


def test_names_that_look_alike_are_marked(page: PageHarness) -> None:
    """They are marked in a lobby, in a game and in the chat."""
    host = page.host
    fake = "\N{CYRILLIC SMALL LETTER A}nn"
    names = ("ann", fake, "bob")
    people = [host.client(name, ready=False) for name in names]
    host.settle()
    browser = page.look("table 1")
    host.clock.advance(BEAT)
    have = heard(browser, page)
    shown = {"ann≈1", f"{fake}≈2", "bob"}
    assert shown == {it["name"] for it in have["lobby"]["people"]}
    for one in people:
        one.session.do(SetReady(True))
    host.leave_unanswered(people)
    people[1].act(Speak("hello", "say"))
    host.clock.advance(BEAT)
    have = heard(browser, page)
    assert shown == {*have["game"]["people"]}
    assert [(f"{fake}≈2", True)] == [
        (it["who"], it["sits"]) for it in have["chat"]["lines"]
    ]


def test_a_browser_that_does_not_read_gets_nothing(page: PageHarness) -> None:
    """Nothing is queued. Once it reads again, it gets the current state."""
    host = page.host
    people = clients_choosing(host)
    browser = page.look("table 1")
    heard(browser, page)
    producer = browser.transport.producer
    assert producer is not None
    producer.pauseProducing()
    for _ in range(3):
        host.answer(people)
    assert "data:" not in (heard(browser, page), browser.hear())[1]
    length = len(browser.transport.value())
    host.clock.advance(BEAT * 3)
    page.settle()
    assert length == len(browser.transport.value())
    producer.resumeProducing()
    page.settle()
    fresh = page.look("table 1")
    assert heard(fresh, page) == heard(browser, page)


def test_two_addresses_can_t_take_all_streams(page: PageHarness) -> None:
    """However often they come back, they lose their own streams to newcomers."""
    crowd = [page.look("", f"10.0.0.{5 + n % 2}") for n in range(STREAMS)]
    assert {200} == {it.status for it in crowd}
    heard(crowd[0], page)
    television = page.look("", "10.0.0.9")
    elsewhere = page.look("", "10.0.7.7")
    assert [False, False] == [heard(it, page) == {} for it in (television, elsewhere)]
    # A disconnected browser gets the reason, and doesn't come back at once.
    said = crowd[0].hear()
    assert "crowded" in crowd[0].sections
    assert f"retry:{CROWDED_RETRY * 1000}" in said
    for n in range(2 * STREAMS):
        assert 200 == page.look("", f"10.0.0.{5 + n % 2}").status
    assert (True, True) == (television.is_followed, elsewhere.is_followed)
    assert not any(it.is_followed for it in crowd)
    assert STREAMS == len(page.board._streams)


def test_one_network_can_t_take_the_streams_of_another(
    page: PageHarness,
) -> None:
    """With IPv6, one machine can have any number of addresses."""
    television = page.look("", "10.0.0.9")
    for n in range(2 * STREAMS):
        page.look("", f"2001:db8::{n:x}")
    assert television.is_followed


def test_a_browser_on_this_machine_always_has_a_stream(page: PageHarness) -> None:
    """The host's own television is never disconnected for another browser."""
    for n in range(STREAMS):
        page.look("", f"10.{n}.0.1")
    television = page.look("", SELF)
    for n in range(STREAMS):
        page.look("", f"10.{n}.0.2")
    assert television.is_followed
    assert "tables" in heard(television, page)


def test_a_host_that_ends_refuses_new_streams(page: PageHarness) -> None:
    page.board.stop()
    assert 503 == page.browse("/events").status


def test_a_request_for_the_head_of_a_stream_ends(page: PageHarness) -> None:
    """Programs that watch a site send such requests. They take no stream."""
    browser = Browser(page.factory, "/events", verb="HEAD")
    assert (200, True) == (browser.status, browser.transport.disconnecting)


def test_a_request_with_too_long_a_name_is_refused(page: PageHarness) -> None:
    assert 400 == page.browse(f"/events?table={'x' * (NAME_CAP + 1)}").status


def test_requests_are_limited_per_address(page: PageHarness) -> None:
    """Requests from this machine aren't limited."""
    most = REQUESTS.at_once
    asked = [page.browse("/icon.svg", "10.0.0.6").status for _ in range(most + 1)]
    assert [200] * most + [429] == asked
    assert 200 == page.browse("/icon.svg", "10.0.0.7").status
    asked = [page.browse("/icon.svg", SELF).status for _ in range(most + 1)]
    assert {200} == {*asked}
    page.host.clock.advance(2 / REQUESTS.often)
    assert 200 == page.browse("/icon.svg", "10.0.0.6").status
    strange = [Browser(page.factory, "/", "10.0.0.6", name="evil") for _ in range(9)]
    assert {421, 429} == {it.status for it in strange}


def test_changes_of_a_table_are_sent_together(page: PageHarness) -> None:
    """A browser gets at most ten events per second, however much happens."""
    host = page.host
    people = clients_choosing(host)
    browser = page.look("table 1")
    heard(browser, page)
    for _ in range(4):
        host.answer(people)
    assert browser.hear().count("data:") <= 1
    host.clock.advance(APART)
    page.settle()
    assert browser.hear().count("data:") <= 1


def test_a_fault_of_the_page_does_not_affect_the_game(
    page: PageHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is reported once."""
    host = page.host
    people = clients_choosing(host)

    def broken(*_: object) -> Any:
        raise ValueError("no")

    monkeypatch.setattr(sections, "of_table", broken)
    browser = page.look("table 1")
    host.answer(people)
    assert {"broken"} == set(heard(browser, page))
    assert 1 == len(host.news_of(Trouble))
    monkeypatch.undo()
    host.answer(people)
    assert "table" in heard(browser, page)


# What browsers may do.


def test_the_page_loads_nothing_from_other_sites(page: PageHarness) -> None:
    """
    No cookie is set, only the host's own scripts run, and no other site can frame the
    page.
    """
    scripts = ("/", "/room.js", "/audience.js", "/words/fr.json", "/names.json")
    for path in (*scripts, "/code.svg", "/join.svg", "/events"):
        browser = page.browse(path)
        assert 200 == browser.status, path
        assert "set-cookie" not in browser.head.lower()
        (policy,) = re.findall("Content-Security-Policy: (.*)", browser.head)
        sources = set(re.findall(r"'[^']+'|\S+:", policy))
        assert {"'none'", "'self'"} == sources
        assert "default-src 'none'" in policy
        assert "nosniff" in browser.head
        if path != "/events":
            assert not re.search(rb"https?://(?!www\.w3\.org|kitchen)", browser.body)


def test_the_page_accepts_only_get_requests(page: PageHarness) -> None:
    for path in ("/", "/events", "/cards/wonders/en/palace.svg"):
        for verb in ("POST", "PUT", "DELETE"):
            browser = Browser(page.factory, path, verb=verb)
            assert browser.status in (405, 501), (verb, path)
            if browser.status == 405:
                assert re.search(r"(?im)^allow: .*\bGET\b", browser.head)


def test_pictures_are_served(page: PageHarness) -> None:
    browser = page.browse("/cards/wonders/fr/palace.svg?1")
    assert 200 == browser.status
    assert "immutable" in browser.head
    picture = definition("wonders").pictures()["palace"]
    assert picture.svg("fr") == browser.body.decode()
    for path in ("wonders/de/palace.svg", "wonders/en/palace.png", "x/en/palace.svg"):
        assert 404 == page.browse(f"/cards/{path}").status
    assert 404 == page.browse("/cards/wonders/en/../../../room.js").status


def test_the_page_has_each_city_s_colour_and_its_words(page: PageHarness) -> None:
    """It has words in every language."""
    names = json.loads(page.browse("/names.json").body)
    for game, id in (("wonders", "gizah.night"), ("architects", "giza")):
        hue = definition(game).pictures()[id].hue
        assert hue is not None
        assert [hue.light, hue.dark, hue.dash] == names[game][id][4:]
        emblem = f"/cards/{game}/en/emblem.{id.split('.')[0]}.svg"
        assert hue.light in page.browse(emblem).body.decode()
    assert "blue" == names["wonders"]["palace"][3]
    assert [] == names["wonders"]["palace"][4:]
    assert [*LANGUAGES] == [*names["languages"]]
    for language in LANGUAGES:
        with spoken(language):
            known = words()
        assert known == json.loads(page.browse(f"/words/{language}.json").body)
    assert 404 == page.browse("/words/xx.json").status


def test_the_page_has_words_for_every_phase() -> None:
    """
    Looking at cards has words, too. In a phase of choices, the players are named
    instead.
    """
    assert {*sections.DOING} == UNDECIDED | CHOOSING | SURVIVING_KINDS
    said = {*sections.DOING.values(), "peeks"} - {sections.CHOOSES}
    assert {f"do.{it}" for it in said} == {it for it in words() if it[:3] == "do."}


def test_the_page_s_version_changes_with_each_of_its_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """These include the files that it shares with other pages."""
    before = site.version()
    for name in ("room.js", "audience.js", "shared.css"):
        changed = {**site.public(), name: b"changed"}
        monkeypatch.setattr(site, "public", lambda changed=changed: changed)
        assert before != site.version.__wrapped__()
        monkeypatch.undo()
