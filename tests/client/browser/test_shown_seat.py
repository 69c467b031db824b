"""
A seat's page in a real browser: nothing necessary is covered, and nothing useless is
offered. These tests are skipped if there is no browser.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest
import pytest_twisted

from sealed_wonders.host.terms import Terms
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby.words import words_of
from sealed_wonders.net.log.digests import code_digest
from sealed_wonders.net.login import Lender
from sealed_wonders.net.messages import PHONE_SIZE
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.words import LANGUAGES
from tests.support import browser
from tests.support.agreed import agreed
from tests.support.browser import (
    ANY_PHONE,
    CUT_ACCENTS,
    PHONE,
    TELEVISION,
    TOO_WIDE,
)
from tests.support.browserseats import Page
from tests.support.lobbies import identity_of
from tests.support.shownseats import Look, Moment, ShownSeat, Sight, Size
from tests.support.thorough import is_thorough, only

LACKING = browser.missing()

pytestmark = pytest.mark.skipif(bool(LACKING), reason=f"NOT TRIED: {LACKING}")

LAPTOP = (1280, 720)
LARGE_LAPTOP = (1440, 900)
SMALL_LAPTOP = (640, 360)
"""A laptop that shows its pages at twice the size."""

FOUR = Terms.of(suite=OPEN, players=4, own=agreed())

SIDES = Terms.of(suite=OPEN, players=4, own=agreed(sides="choose"))

LEADERS = Terms.of(suite=OPEN, players=7, own=agreed(expansions=["leaders"]))

ARCHITECTS = Terms.of(suite=OPEN, players=4, game="architects")

BOTH = Terms.of(suite=OPEN, players=7, own=agreed(expansions=["leaders", "edifice"]))

COVERED = """(() => {
 const box = (it) => it.getBoundingClientRect();
 const around = ["#main", ".city.mine"].map((it) => box(document.querySelector(it)));
 const top = Math.max(...around.map((it) => it.top)), bottom = Math.min(...around.map((it) => it.bottom), box(document.querySelector("#choice")).top);
 return [...document.querySelectorAll(".city.mine :is(h2,.fact,.front,.unit,.chain,.stages li,.head)")]
  .filter((it) => box(it).top < top - 1 || box(it).bottom > bottom + 1).map((it) => it.className || it.tagName);
})()"""
"""JavaScript that returns the parts of the player's city that can't be seen."""

OUT_OF_REACH = """[...document.querySelectorAll(".bar button")].filter((it) => {
 const box = it.getBoundingClientRect();
 return ![[0.5, 0.05], [0.5, 0.95], [0.05, 0.5], [0.95, 0.5]].every(([x, y]) =>
  it.contains(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)));
}).map((it) => it.textContent)"""
"""JavaScript that returns the buttons of the raised card that a finger can't reach."""

SPLIT = """[...document.querySelectorAll(".deeds b,.sealing button")].filter((it) => {
 const box = it.closest("button").getBoundingClientRect(), word = document.createRange();
 const text = document.createTreeWalker(it, NodeFilter.SHOW_TEXT).nextNode();
 return [...text.data.matchAll(/[^ ]+/g)].some((one) => {
  word.setStart(text, one.index); word.setEnd(text, one.index + one[0].length);
  const {left, right} = word.getBoundingClientRect();
  return word.getClientRects().length > 1 || left < box.left || right > box.right;
 });
}).map((it) => it.textContent)"""
"""JavaScript that returns the buttons below a hand in which a word is split or cut."""

SCROLLED_BY_NO_KEY = """[...document.querySelectorAll("#main,#main *")].filter((it) =>
 /auto|scroll/.test(getComputedStyle(it).overflowY) && it.scrollHeight > it.clientHeight + 1
 && it.tabIndex < 0 && ![...it.querySelectorAll("*")].some((one) => one.tabIndex >= 0)
).map((it) => it.className || it.id)"""
"""JavaScript that returns scrollable parts that can't be reached from the keyboard."""

BROKEN_KEYS = """(() => {
 const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), key = document.createRange(), broken = [];
 for (let text = texts.nextNode(); text; text = texts.nextNode()) {
  for (const one of text.data.matchAll(/[0-9a-f]{4}(-[0-9a-f]{4}){3}/g)) {
   key.setStart(text, one.index); key.setEnd(text, one.index + one[0].length);
   if (key.getClientRects().length > 1) broken.push(one[0]);
  }
 }
 return broken;
})()"""
"""JavaScript that returns the fingerprints of keys that don't stand on one line."""

TRAVELS = """(() => {
 window.travelled = [];
 new MutationObserver((some) => some.forEach((it) => it.addedNodes.forEach((one) => {
  if (one.classList?.contains("travels")) window.travelled.push(one.textContent);
 }))).observe(document.body, { childList: true, subtree: true });
})()"""
"""JavaScript that records everything that moves over the table from now on."""


CUT = """[...document.querySelectorAll(".payee")].filter((it) => {
 const box = it.getBoundingClientRect(), around = it.closest(".saying").getBoundingClientRect();
 return box.top < around.top || box.bottom > around.bottom || box.right > around.right;
}).map((it) => it.textContent)"""
"""JavaScript that returns the ways to pay that aren't fully visible."""


OFFERED = """[...document.querySelectorAll("button")].filter((it) => it.checkVisibility()).map((it) => it.dataset.key ?? it.className)"""
"""JavaScript that returns the visible buttons of a page."""


LOOKS = ("chip-", "city-")
"""Prefixes of buttons that show a part of the table."""


PLACES = """[".use.build", ".use.stage", ".use.sell", "[data-key=seal]", ".fan"].map((it) => {
 const {x, y, width, height} = document.querySelector(it).getBoundingClientRect();
 return [it, ...[x, y, width, it === ".fan" ? 0 : height].map(Math.round)];
})"""
"""JavaScript that returns the positions of a turn's buttons, and of the hand."""


# Moments.


def in_age(number: int, turn: int) -> Moment:
    """Return a condition: the given turn has come."""
    return lambda page: page["at"]["at"] == [number, turn]


def at_the_end(page: Page) -> bool:
    return "end" in page


def an_item(page: Page, there: Moment) -> Any:
    items = page.sections.get("question", {"items": ()})["items"]
    return next(filter(there, items), None)


def with_uses(least: int) -> Moment:
    """Return a condition: some item has at least this many uses."""
    return lambda page: an_item(page, lambda it: len(it["uses"]) >= least)


def with_ways(least: int) -> Moment:
    """Return a condition: some item can be built in at least this many ways."""
    return lambda page: an_item(page, lambda it: _verbs(it).count("build") >= least)


def without_stage(page: Page) -> Any:
    """Return a card that can be built in one way and put under no stage, if any."""
    return an_item(page, lambda it: _verbs(it) == ["build", "sell"])


def _verbs(item: Any) -> list[str]:
    return [use["verb"] for use in item["uses"]]


class Sit(Protocol):
    """Seats ann at a table, begins its game, and shows it in a window."""

    async def __call__(
        self, terms: Terms, size: Size = LAPTOP, **options: Any
    ) -> ShownSeat: ...


@pytest_twisted.async_yield_fixture
async def sit(tmp_path: Path) -> AsyncIterator[Sit]:
    made: list[ShownSeat] = []

    async def seated(terms: Terms, size: Size = LAPTOP, **options: Any) -> ShownSeat:
        seat = ShownSeat(tmp_path / str(len(made)), terms)
        made.append(seat)
        seat.page = seat.pages.begin()
        await seat.open(size, **options)
        return seat

    yield seated
    for one in made:
        await one.close()
        assert not one.complaints


# Covered or too wide parts.


@pytest_twisted.ensureDeferred
async def test_events_of_architects_share_a_line_on_a_low_screen(sit: Sit) -> None:
    seat = await sit(ARCHITECTS)
    tops = "[...document.querySelectorAll('.events li')].map(it => it.getBoundingClientRect().top)"
    await seat.go_on_to(lambda page: len(page["turns"]["recent"]) > 4)
    found = await seat.evaluate(tops)
    assert len({*found}) < len(found)
    assert [] == await seat.evaluate(COVERED)


@pytest_twisted.ensureDeferred
async def test_the_choice_of_a_side_covers_no_table_code_on_a_phone(
    tmp_path: Path,
) -> None:
    seat = ShownSeat(tmp_path, SIDES)
    seat.page = Page(seat.pages)
    seat.page.post("ready", on=True)
    await seat.open(ANY_PHONE)
    await seat.settle()
    button, asked = await seat.boxes("[data-key=code]", "#choice")
    assert button["bottom"] <= asked["top"]
    await seat.close()


@pytest_twisted.ensureDeferred
async def test_the_table_code_is_shown_in_every_language(tmp_path: Path) -> None:
    """The others may read theirs aloud in another language."""
    seat = ShownSeat(tmp_path, SIDES)
    seat.page = Page(seat.pages)
    seat.page.post("ready", on=True)
    await seat.open(LAPTOP)
    await seat.settle()
    digest = code_digest(seat.pages.host.game.gid)
    said = await seat.evaluate("document.querySelector('.panel.code').innerText")
    for language in LANGUAGES:
        assert words_of(digest, language) in said
    await seat.close()


@pytest.mark.parametrize(("width", "height"), only([ANY_PHONE], [ANY_PHONE, PHONE]))
@pytest_twisted.ensureDeferred
async def test_a_lobby_with_an_absent_lenders_key_fits_on_a_phone(
    tmp_path: Path, width: int, height: int
) -> None:
    attic = Lender(identity_of("the attic"), bytes(PHONE_SIZE), "10.0.0.9")
    seat = ShownSeat(tmp_path, FOUR, lender=attic)
    try:
        await seat.open((width, height))
        await seat.wait("document.querySelector('.people details')")
        shown = "[...document.querySelectorAll('.people li')].map(it => it.innerText)"
        (said, *_others) = await seat.evaluate(shown)
        assert "ann (on the lender's machine)" in said
        key = fingerprint(attic.identity.public)
        assert key not in said
        assert [] == await seat.evaluate(TOO_WIDE)
        assert [] == await seat.evaluate(BROKEN_KEYS)
        await seat.evaluate("document.querySelector('.people summary').click()")
        (said, *_others) = await seat.evaluate(shown)
        assert key in said
        assert [] == await seat.evaluate(TOO_WIDE)
        assert [] == await seat.evaluate(BROKEN_KEYS)
    finally:
        await seat.close()


# Texts.


@pytest.mark.parametrize(
    ("terms", "own", "others"),
    [(FOUR, "chain", "cat"), (ARCHITECTS, "cat", "chain")],
    ids=["wonders", "architects"],
)
@pytest_twisted.ensureDeferred
async def test_the_help_explains_the_signs_of_the_game(
    sit: Sit, terms: Terms, own: str, others: str
) -> None:
    seat = await sit(terms)
    await seat.press("?")
    await seat.wait("document.querySelector('.signs')")
    signs = "[...document.querySelectorAll('.signs dd')].map(it => it.textContent)"
    said = " ".join(await seat.evaluate(signs))
    assert own in said
    assert others not in said


@pytest_twisted.ensureDeferred
async def test_a_cards_text_is_beside_it_until_the_next_touch(
    sit: Sit,
) -> None:
    seat = await sit(FOUR, PHONE, has_touch=True)
    await seat.go_on_to(in_age(1, 2))
    await seat.do(seat.tab.tap, ".play figure img")
    await seat.wait("document.querySelector('#notice.beside:not(:empty)')")
    card, said = await seat.boxes(".play figure img", "#notice")
    sold, *_others = await seat.boxes(".city.left .makes")
    assert abs(said["top"] - card["bottom"]) < 10
    assert said["top"] >= sold["bottom"]
    assert said["left"] >= 0
    assert said["right"] <= 390
    corner = {"x": 8, "y": 24}
    await seat.do(seat.tab.tap, "#choice .card button", position=corner)
    await seat.wait("!document.querySelector('#notice').textContent")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest_twisted.ensureDeferred
async def test_coins_move_unless_the_reader_prefers_reduced_motion(
    sit: Sit, motion: str
) -> None:
    seat = await sit(FOUR, reduced_motion=motion)
    item = await seat.go_on_to(without_stage)
    await seat.evaluate(TRAVELS)
    seat.page.choose(f"s{item['number']}")
    await seat.settle()
    travelled = await seat.evaluate("window.travelled.includes('3')")
    assert travelled == (motion == "no-preference")


@pytest_twisted.ensureDeferred
async def test_there_is_no_chat_at_a_table_of_bots(sit: Sit) -> None:
    seat = await sit(FOUR)
    await seat.press("l")
    form = "document.querySelector('#saying')"
    await seat.wait(form)
    known = seat.pages.human.person.known
    me = known.keyring.me
    others = [it if it.identity == me else it._replace(owner=me) for it in known.people]
    known.people = tuple(others)
    seat.pages.face.changed()
    await seat.wait(f"!{form}")
    await seat.press("?")
    await seat.wait("document.querySelector('dl.bykeys')")
    keys = "[...document.querySelectorAll('dl.bykeys dt')].map(it => it.textContent)"
    assert "t" not in await seat.evaluate(keys)


# Actions.


@pytest.mark.parametrize(
    "terms", [SIDES, LEADERS, ARCHITECTS], ids=["sides", "leaders", "piles"]
)
@pytest_twisted.ensureDeferred
async def test_a_first_tap_explains_a_choice_and_lays_nothing_down(
    sit: Sit, terms: Terms
) -> None:
    """Sides, leaders to keep, and piles have one use each; a side's use has a verb."""
    seat = await sit(terms)
    await seat.settle()
    await seat.raise_card(1)
    item = seat.page.read()["question"]["items"][0]
    assert len(item["uses"]) == 1
    said = "document.querySelector('.bar .line').textContent"
    assert item["line"] == await seat.evaluate(said)
    if terms is SIDES:
        use = "document.querySelector('.uses .use').textContent"
        assert "Choose the day side" == await seat.evaluate(use)
    assert seat.page.read().laid is None
    await seat.raise_card(1)
    await seat.wait("document.querySelector('.bar .seal')")
    assert seat.page.read().laid == item["uses"][0]["word"]


@pytest_twisted.ensureDeferred
async def test_a_card_dropped_on_a_wonder_without_free_stages_is_built(
    sit: Sit,
) -> None:
    seat = await sit(FOUR)
    number = (await seat.go_on_to(without_stage))["number"]
    card, stages = await seat.boxes(f'[data-item="{number}"]', ".city.mine .stages")
    await seat.do(drag, seat.tab, card, stages)
    await seat.wait(f"document.querySelector('[data-item=\"{number}\"].laid')")
    assert seat.page.read().laid == f"b{number}"


def drag(tab: Any, one: Mapping[str, float], other: Mapping[str, float]) -> None:
    """Drag from the centre of one box to the centre of another."""
    ends = [
        (it["x"] + it["width"] / 2, it["y"] + it["height"] / 2) for it in (one, other)
    ]
    tab.mouse.move(*ends[0])
    tab.mouse.down()
    tab.mouse.move(*ends[1], steps=4)
    tab.mouse.up()


# After the end.


@pytest_twisted.ensureDeferred
async def test_an_ended_page_says_so_and_offers_no_actions(sit: Sit) -> None:
    seat = await sit(FOUR)
    await seat.go_on_to(in_age(1, 2))
    assert "tool-quit" in await seat.evaluate(OFFERED)
    seat.page.post("type", text="nothing that is known")
    notice = "document.querySelector('#notice').textContent"
    await seat.wait(notice)
    said = await seat.evaluate(notice)
    seat.pages.face.end("Because.")
    await seat.wait("!document.querySelector('#choice').checkVisibility()")
    lasts = await seat.evaluate(
        "[...document.querySelectorAll('#status p:not(.further)')].map(it => it.textContent)"
    )
    assert lasts == ["Because.", *said.split("\n")]
    left = await seat.evaluate(OFFERED)
    parts = ["open-points", "open-cities", "open-log", "open-help"]
    assert left[: len(parts)] == parts
    assert not [it for it in left[len(parts) :] if not it.startswith(LOOKS)]


# Throughout a game.


async def _sees_all(seat: ShownSeat, *faults: str) -> None:
    """Check that a table has none of these faults, with and without a raised card."""
    for fault in faults:
        assert [] == await seat.evaluate(fault)
    await seat.raise_card(seat.page["question"]["items"][0]["number"])
    for fault in faults:
        assert [] == await seat.evaluate(fault)


async def sees_hand_and_city_together(seat: ShownSeat, _found: Any) -> None:
    await _sees_all(seat, COVERED, SCROLLED_BY_NO_KEY)


async def is_not_too_wide(seat: ShownSeat, _found: Any) -> None:
    await _sees_all(seat, TOO_WIDE)


async def has_the_log_beside_the_hand(seat: ShownSeat, _found: Any) -> None:
    """It reaches to the lower edge of the window."""
    await seat.press("p")
    beside, hand = await seat.boxes("#drawer", "#choice")
    assert beside["bottom"] == LAPTOP[1]
    assert hand["right"] <= beside["left"]


def sees_whole_ways_to_pay(least: int) -> Look:
    async def look(seat: ShownSeat, item: Any) -> None:
        await seat.raise_card(item["number"])
        await seat.press("b")
        await seat.wait(f"document.querySelectorAll('.payee').length >= {least}")
        assert [] == await seat.evaluate(CUT)

    return look


async def reaches_every_button(seat: ShownSeat, item: Any) -> None:
    await seat.raise_card(item["number"])
    assert [] == await seat.evaluate(OUT_OF_REACH)


async def reaches_and_reads_every_button(seat: ShownSeat, item: Any) -> None:
    await reaches_every_button(seat, item)
    assert [] == await seat.evaluate(SPLIT)


async def sees_whole_accents(seat: ShownSeat, item: Any) -> None:
    """*Étape*, on the button of a stage in French, begins with one."""
    await seat.raise_card(item["number"])
    assert [] == await seat.evaluate(CUT_ACCENTS)


def reads_conflicts_above_the_hand(said: str) -> Look:
    async def look(seat: ShownSeat, _found: Any) -> None:
        events, hand = await seat.boxes(said, ".short")
        assert events["bottom"] <= hand["top"]

    return look


async def sees_no_button_and_no_card_move(seat: ShownSeat, item: Any) -> None:
    """Neither when any card is raised, nor when it is used."""
    before = await seat.evaluate(PLACES)
    for number in (it["number"] for it in seat.page["question"]["items"]):
        await seat.raise_card(number)
        assert before == await seat.evaluate(PLACES)
    await seat.raise_card(item["number"])
    laid = "document.querySelector('.use[aria-pressed=true]')"
    for action in ("build", "stage", "sell"):
        use = f"document.querySelector('.use.{action}:not([aria-disabled])')"
        if await seat.evaluate(f"Boolean({use})"):
            await seat.evaluate(f"{use}.click()")
            await seat.wait(f"{laid}?.classList.contains('{action}')")
            assert before == await seat.evaluate(PLACES)


async def sees_the_players_own_leaders(seat: ShownSeat, _found: Any) -> None:
    await seat.evaluate("document.querySelector('.city.mine h2').click()")
    await seat.wait("document.querySelector('#drawer .city')")
    shown = (
        "[...document.querySelectorAll('#drawer .held img')].map(it => it.dataset.id)"
    )
    held = [it["card"] for it in seat.page["own"]["leaders"]]
    assert held
    assert held == await seat.evaluate(shown)


async def has_words_for_the_tools(seat: ShownSeat, _found: Any) -> None:
    words = (
        "[...document.querySelectorAll('#tools .word')]"
        ".filter(it => it.checkVisibility()).map(it => it.innerText)"
    )
    assert ["Points", "Cities", "Log", "Help"] == await seat.evaluate(words)


def explains_a_sign_at_a_tap(where: str, words: str) -> Look:
    """Return a check that a tap on a sign explains it, and opens nothing else."""

    async def look(seat: ShownSeat, _found: Any) -> None:
        await seat.do(seat.tab.click, where)
        await seat.wait(
            f"document.querySelector('#notice').textContent.includes({words!r})"
        )
        assert await seat.evaluate("document.querySelector('#drawer').hidden")

    return look


async def reads_who_is_ahead(seat: ShownSeat, _found: Any) -> None:
    """It is written in words, before there is a conflict."""
    fronts = "[...document.querySelectorAll('.short .front')].map(it => it.innerText)"
    shown = await seat.evaluate(fronts)
    assert len(shown) == 2
    assert all("level (0)" in it for it in shown)


async def pays_by_one_tap(seat: ShownSeat, item: Any) -> None:
    """An action that isn't possible explains why."""
    await seat.evaluate("document.querySelector('.use.build').click()")
    said = "document.querySelector('.saying').textContent"
    assert "Choose a card" in await seat.evaluate(said)
    await seat.raise_card(item["number"])
    await seat.evaluate("document.querySelector('.use.build').click()")
    await seat.wait("document.querySelectorAll('.payee').length > 1")
    cheapest, other = [it["word"] for it in item["uses"] if it["verb"] == "build"][:2]
    assert seat.page.read().laid == cheapest
    way = f"[data-key=pay-{other}]"
    await seat.evaluate(f"document.querySelector('{way}').click()")
    await seat.wait(f"document.querySelector('{way}[aria-pressed=true]')")
    assert seat.page.read().laid == other
    assert [] == await seat.evaluate(OUT_OF_REACH)


async def sees_a_column_for_each_beside_the_log(seat: ShownSeat, _found: Any) -> None:
    await seat.press("l")
    sheet, last = await seat.boxes(".scrolls", ".across th:last-child")
    assert 0 < last["right"] <= sheet["right"]
    assert [] == await seat.evaluate(SCROLLED_BY_NO_KEY)


async def sees_disclosed_cards_in_the_log(seat: ShownSeat, _found: Any) -> None:
    """The log stays in the window and scrolls to them."""
    await seat.wait("document.querySelector('[data-key=disclose]')")
    await seat.press("l")
    (beside,) = await seat.boxes("#drawer")
    assert beside["bottom"] == LAPTOP[1]
    seat.page.post("disclose")
    await seat.wait("document.querySelector('.opened img')")
    top = "document.querySelector('.opened h3').getBoundingClientRect().top"
    await seat.wait(f"{top} < {LAPTOP[1]}")


async def is_offered_nothing_after_the_end(seat: ShownSeat, _found: Any) -> None:
    again = "document.querySelector('[data-key=rematch]')"
    await seat.wait(again)
    seat.pages.face.end("")
    await seat.wait(f"!{again}")
    assert "The program has ended" in await seat.do(seat.tab.inner_text, "#status")
    left = await seat.evaluate(OFFERED)
    assert not [it for it in left if not it.startswith(("open-", *LOOKS))]


TOUCH = {"has_touch": True}


def if_thorough(*sizes: Size) -> Sequence[Size]:
    """Return these sizes, for a thorough run only."""
    return sizes if is_thorough() else ()


OF_FOUR = (
    # Must come before other checks that lay a card down: that is shared by all windows.
    Sight(ANY_PHONE, with_ways(2), pays_by_one_tap),
    Sight(PHONE, in_age(1, 1), is_not_too_wide),
    Sight(PHONE, in_age(1, 1), reads_who_is_ahead),
    Sight(PHONE, with_ways(2), sees_whole_accents),
    Sight(ANY_PHONE, in_age(1, 1), has_words_for_the_tools),
    Sight(LAPTOP, in_age(1, 1), has_the_log_beside_the_hand),
    Sight(
        PHONE, in_age(1, 2), explains_a_sign_at_a_tap(".short .front", "Conflict with")
    ),
    Sight(
        LAPTOP,
        in_age(1, 2),
        explains_a_sign_at_a_tap(".city.left .stages li:nth-child(2) img", "Stage 2"),
    ),
    *(
        Sight(size, with_uses(4), sees_no_button_and_no_card_move)
        for size in (ANY_PHONE, LAPTOP, *if_thorough(PHONE, (768, 1024)))
    ),
    Sight(LAPTOP, with_ways(2), sees_whole_ways_to_pay(2)),
    Sight(ANY_PHONE, in_age(2, 1), reads_conflicts_above_the_hand(".events")),
    Sight(LAPTOP, at_the_end, sees_disclosed_cards_in_the_log),
    Sight(LAPTOP, at_the_end, is_offered_nothing_after_the_end),
)

OF_SEVEN = (
    Sight(LAPTOP, in_age(1, 1), sees_the_players_own_leaders),
    *(Sight(SMALL_LAPTOP, in_age(age, 2), is_not_too_wide) for age in (1, 3)),
    *(
        Sight(size, in_age(*at), sees_hand_and_city_together)
        for size in (LAPTOP, *if_thorough(LARGE_LAPTOP, TELEVISION))
        for at in ((2, 1), (3, 6))
    ),
    *(Sight(ANY_PHONE, with_uses(it), reaches_every_button, TOUCH) for it in (3, 4, 6)),
    *(
        Sight(size, with_uses(4), reaches_and_reads_every_button, TOUCH)
        for size in ((568, 320), *if_thorough((844, 390), (720, 450)))
    ),
    *(
        Sight(
            ANY_PHONE, in_age(age, 0), reads_conflicts_above_the_hand(".events .fought")
        )
        for age in (2, 3)
    ),
    Sight(LAPTOP, with_ways(3), sees_whole_ways_to_pay(3)),
    Sight(LAPTOP, at_the_end, sees_a_column_for_each_beside_the_log),
)


@pytest.mark.parametrize(
    ("terms", "sights"),
    [(FOUR, OF_FOUR), (BOTH, OF_SEVEN)],
    ids=["four", "seven with all expansions"],
)
@pytest_twisted.ensureDeferred
async def test_everything_is_visible_throughout_a_game(
    sit: Sit, terms: Terms, sights: Sequence[Sight]
) -> None:
    """
    Windows of many sizes are open, each from its first moment on. The functions above
    name what fails.
    """
    seat = await sit(terms)
    await seat.go_through(sights)
