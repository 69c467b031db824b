"""
A seat's page in a real browser: nothing that is needed is covered, nor is more offered.

The tests are skipped if there is no browser.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted

from sealed_wonders.host.terms import Terms
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.login import Lender
from sealed_wonders.net.messages import PHONE_SIZE
from sealed_wonders.net.suites import OPEN
from tests.support import browser
from tests.support.agreed import agreed
from tests.support.browser import ANY_PHONE, PHONE, TELEVISION, TOO_WIDE, wait
from tests.support.browserseats import Page
from tests.support.lobbies import named
from tests.support.shownseats import ShownSeat

Sit = Callable[[Terms], ShownSeat]

LACKING = browser.missing()

pytestmark = pytest.mark.skipif(bool(LACKING), reason=f"NOT TRIED: {LACKING}")

LAPTOP = (1280, 720)
LARGE_LAPTOP = (1440, 900)
LYING_PHONES = [(844, 390), (720, 450), (568, 320)]

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
"""JavaScript that returns the parts of one's own city that can't be seen."""

OUT_OF_REACH = """[...document.querySelectorAll(".bar button")].filter((it) => {
 const box = it.getBoundingClientRect();
 return ![[0.5, 0.05], [0.5, 0.95], [0.05, 0.5], [0.95, 0.5]].every(([x, y]) =>
  it.contains(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)));
}).map((it) => it.textContent)"""
"""JavaScript that returns the buttons of the open card that a finger can't reach."""

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
"""JavaScript that returns what scrolls of the table, though no key can get there."""

TRAVELS = """(() => {
 window.travelled = [];
 new MutationObserver((some) => some.forEach((it) => it.addedNodes.forEach((one) => {
  if (one.classList?.contains("travels")) window.travelled.push(one.textContent);
 }))).observe(document.body, { childList: true, subtree: true });
})()"""
"""JavaScript that notes from now on what travels over the table."""


def in_age(number: int, turn: int) -> Callable[[Page], bool]:
    """Return whether it is somebody's turn at this moment, for `play_until`."""
    return lambda page: page["at"]["at"] == [number, turn]


def with_uses(page: Page, least: int) -> Any:
    """Return an item with at least so many uses; None if there is none."""
    items = page.sections.get("question", {"items": ()})["items"]
    return next((it for it in items if len(it["uses"]) >= least), None)


def with_ways(page: Page, least: int) -> Any:
    """Return an item that can be built in so many ways; None if there is none."""
    items = page.sections.get("question", {"items": ()})["items"]
    built = {
        it["number"]: [use for use in it["uses"] if use["verb"] == "build"]
        for it in items
    }
    return next((it for it in items if len(built[it["number"]]) >= least), None)


def without_stage(page: Page) -> int | None:
    """Return the number of a card that can be built in one way and put under no stage."""
    items = page.sections.get("question", {"items": ()})["items"]
    verbs = {it["number"]: [use["verb"] for use in it["uses"]] for it in items}
    return next((n for n, some in verbs.items() if some == ["build", "sell"]), None)


@pytest_twisted.async_yield_fixture
async def sit(tmp_path: Path) -> AsyncIterator[Sit]:
    """Give what seats ann at a table, whose game begins."""
    made: list[ShownSeat] = []

    def seated(terms: Terms) -> ShownSeat:
        made.append(ShownSeat(tmp_path / str(len(made)), terms))
        made[-1].begin()
        return made[-1]

    yield seated
    for one in made:
        await one.close()
        assert not one.complaints


async def settle(seat: ShownSeat, tab: Any) -> None:
    """Wait until a page shows the question that is open."""
    title = seat.page["question"]["title"][0]
    titles = "[...document.querySelectorAll('#choice h2')]"
    await seat.do(wait, tab, f"{titles}.some(it => it.textContent === {title!r})")


async def boxes(seat: ShownSeat, tab: Any, *selectors: str) -> list[dict[str, float]]:
    """Return the first box of each selector in the window."""
    box = "document.querySelector(it).getBoundingClientRect().toJSON()"
    found: list[dict[str, float]] = await seat.evaluate(
        tab, f"{list(selectors)}.map(it => {box})"
    )
    return found


def open_card(tab: Any, number: int) -> None:
    """Raise a card so that the page shows what can be done with it."""
    tab.evaluate(f"document.querySelector('[data-item=\"{number}\"] button').click()")
    wait(tab, "document.querySelector('.bar button')")


def drag(tab: Any, one: Mapping[str, float], other: Mapping[str, float]) -> None:
    """Drag the middle of one box to that of another one."""
    ends = [
        (it["x"] + it["width"] / 2, it["y"] + it["height"] / 2) for it in (one, other)
    ]
    tab.mouse.move(*ends[0])
    tab.mouse.down()
    tab.mouse.move(*ends[1], steps=4)
    tab.mouse.up()


@pytest_twisted.ensureDeferred
async def test_hand_and_city_are_seen_together_on_a_laptop(sit: Sit) -> None:
    seat = sit(LEADERS)
    tab = await seat.open(LAPTOP, reduced_motion="reduce")
    for age, turn in ((1, 6), (3, 6)):
        seat.play_until(in_age(age, turn))
        await settle(seat, tab)
        assert [] == await seat.evaluate(tab, COVERED)
        await seat.do(open_card, tab, seat.page["question"]["items"][0]["number"])
        assert [] == await seat.evaluate(tab, COVERED)
        await seat.do(tab.keyboard.press, "Escape")


@pytest.mark.parametrize(
    "size", [LAPTOP, LARGE_LAPTOP, TELEVISION], ids=lambda it: f"{it[0]}x{it[1]}"
)
@pytest_twisted.ensureDeferred
async def test_an_extra_card_beside_edifices_leaves_the_city_whole(
    sit: Sit, size: tuple[int, int]
) -> None:
    seat = sit(BOTH)
    tab = await seat.open(size, reduced_motion="reduce")
    for age, turn in ((2, 1), (3, 6)):
        seat.play_until(in_age(age, turn))
        await settle(seat, tab)
        played = "document.querySelectorAll('.play').length"
        assert BOTH.least < await seat.evaluate(tab, played)
        assert [] == await seat.evaluate(tab, COVERED)
        assert [] == await seat.evaluate(tab, SCROLLED_BY_NO_KEY)


@pytest_twisted.ensureDeferred
async def test_what_lies_beside_the_table_reaches_down_beside_the_hand(
    sit: Sit,
) -> None:
    seat = sit(FOUR)
    tab = await seat.open(LAPTOP)
    seat.play_until(in_age(1, 1))
    await settle(seat, tab)
    await seat.do(tab.keyboard.press, "p")
    beside, hand = await boxes(seat, tab, "#drawer", "#choice")
    assert beside["bottom"] == LAPTOP[1]
    assert hand["right"] <= beside["left"]


CUT = """[...document.querySelectorAll(".payee")].filter((it) => {
 const box = it.getBoundingClientRect(), around = it.closest(".saying").getBoundingClientRect();
 return box.top < around.top || box.bottom > around.bottom || box.right > around.right;
}).map((it) => it.textContent)"""
"""JavaScript that returns the ways to pay that can't be seen whole."""


@pytest.mark.parametrize(("terms", "least"), [(FOUR, 2), (BOTH, 3)])
@pytest_twisted.ensureDeferred
async def test_ways_to_pay_are_whole_on_a_laptop(
    sit: Sit, terms: Terms, least: int
) -> None:
    seat = sit(terms)
    tab = await seat.open(LAPTOP, reduced_motion="reduce")
    item = seat.play_until(partial(with_ways, least=least))
    await settle(seat, tab)
    await seat.do(open_card, tab, item["number"])
    await seat.do(tab.keyboard.press, "b")
    await seat.do(wait, tab, f"document.querySelectorAll('.payee').length >= {least}")
    assert [] == await seat.evaluate(tab, CUT)


@pytest_twisted.ensureDeferred
async def test_ones_own_city_shows_the_leaders_in_hand_to_oneself(sit: Sit) -> None:
    seat = sit(LEADERS)
    tab = await seat.open(LAPTOP, reduced_motion="reduce")
    seat.play_until(in_age(1, 1))
    await settle(seat, tab)
    await seat.evaluate(tab, "document.querySelector('.city.mine h2').click()")
    await seat.do(wait, tab, "document.querySelector('#drawer .city')")
    shown = (
        "[...document.querySelectorAll('#drawer .held img')].map(it => it.dataset.id)"
    )
    held = [it["card"] for it in seat.page["own"]["leaders"]]
    assert held
    assert held == await seat.evaluate(tab, shown)


@pytest_twisted.ensureDeferred
async def test_every_button_of_an_open_card_is_within_reach_on_a_phone(
    sit: Sit,
) -> None:
    seat = sit(BOTH)
    tab = await seat.open(ANY_PHONE, reduced_motion="reduce", has_touch=True)
    for least in (3, 4, 6):
        item = seat.play_until(partial(with_uses, least=least))
        await settle(seat, tab)
        await seat.do(open_card, tab, item["number"])
        assert [] == await seat.evaluate(tab, OUT_OF_REACH)


@pytest.mark.parametrize(("width", "height"), LYING_PHONES)
@pytest_twisted.ensureDeferred
async def test_buttons_below_a_hand_can_be_read_on_a_lying_phone(
    sit: Sit, width: int, height: int
) -> None:
    seat = sit(BOTH)
    tab = await seat.open((width, height), reduced_motion="reduce", has_touch=True)
    item = seat.play_until(partial(with_uses, least=4))
    await settle(seat, tab)
    await seat.do(open_card, tab, item["number"])
    assert [] == await seat.evaluate(tab, OUT_OF_REACH)
    assert [] == await seat.evaluate(tab, SPLIT)


@pytest_twisted.ensureDeferred
async def test_conflicts_are_read_above_the_hand_on_a_phone(sit: Sit) -> None:
    seat = sit(FOUR)
    tab = await seat.open(ANY_PHONE, reduced_motion="reduce")
    seat.play_until(in_age(2, 1))
    await settle(seat, tab)
    said, hand = await boxes(seat, tab, ".events", ".short")
    assert said["bottom"] <= hand["top"]


@pytest_twisted.ensureDeferred
async def test_conflicts_of_seven_with_debts_are_read_above_the_hand_on_a_phone(
    sit: Sit,
) -> None:
    seat = sit(BOTH)
    tab = await seat.open(ANY_PHONE, reduced_motion="reduce")
    for age in (2, 3):
        seat.play_until(in_age(age, 0))
        await settle(seat, tab)
        said, hand = await boxes(seat, tab, ".events .fought", ".short")
        assert said["bottom"] <= hand["top"]


@pytest_twisted.ensureDeferred
async def test_the_tools_have_words_on_a_phone(sit: Sit) -> None:
    seat = sit(FOUR)
    tab = await seat.open(ANY_PHONE)
    words = (
        "[...document.querySelectorAll('#tools .word')]"
        ".filter(it => it.checkVisibility()).map(it => it.innerText)"
    )
    assert ["Points", "Cities", "Log", "Help"] == await seat.evaluate(tab, words)


OFFERED = """[...document.querySelectorAll("button")].filter((it) => it.checkVisibility()).map((it) => it.dataset.key ?? it.className)"""
"""JavaScript that returns the buttons of a page."""


@pytest_twisted.ensureDeferred
async def test_a_page_that_was_left_says_so_and_offers_nothing(sit: Sit) -> None:
    seat = sit(FOUR)
    tab = await seat.open(LAPTOP)
    seat.play_until(in_age(1, 2))
    await settle(seat, tab)
    assert "tool-quit" in await seat.evaluate(tab, OFFERED)
    seat.page.post("type", text="nothing that is known")
    await seat.do(wait, tab, "document.querySelector('#notice').textContent")
    said = await seat.evaluate(tab, "document.querySelector('#notice').textContent")
    seat.pages.face.end("Because.")
    await seat.do(wait, tab, "!document.querySelector('#choice').checkVisibility()")
    lasts = await seat.evaluate(
        tab,
        "[...document.querySelectorAll('#status p:not(.further)')].map(it => it.textContent)",
    )
    assert lasts == ["Because.", *said.split("\n")]
    left = await seat.evaluate(tab, OFFERED)
    parts = ["open-points", "open-cities", "open-log", "open-help"]
    assert left[: len(parts)] == parts
    assert not [
        it for it in left[len(parts) :] if not it.startswith(("chip-", "city-"))
    ]


@pytest_twisted.ensureDeferred
async def test_a_finished_game_offers_nothing_once_it_was_left(sit: Sit) -> None:
    seat = sit(FOUR)
    tab = await seat.open(LAPTOP)
    seat.play_until(lambda page: "end" in page)
    again = "document.querySelector('[data-key=rematch]')"
    await seat.do(wait, tab, again)
    seat.pages.face.end("")
    await seat.do(wait, tab, f"!{again}")
    assert "The program has ended" in await seat.do(tab.inner_text, "#status")
    assert not [
        it
        for it in await seat.evaluate(tab, OFFERED)
        if not it.startswith(("open-", "chip-", "city-"))
    ]


@pytest_twisted.ensureDeferred
async def test_nothing_can_be_said_to_bots_alone(sit: Sit) -> None:
    seat = sit(FOUR)
    tab = await seat.open(LAPTOP)
    await seat.do(tab.keyboard.press, "l")
    form = "document.querySelector('#saying')"
    await seat.do(wait, tab, form)
    known = seat.pages.human.person.known
    me = known.keyring.me
    others = [it if it.identity == me else it._replace(owner=me) for it in known.people]
    known.people = tuple(others)
    seat.pages.face.changed()
    await seat.do(wait, tab, f"!{form}")
    await seat.do(tab.keyboard.press, "?")
    await seat.do(wait, tab, "document.querySelector('dl.bykeys')")
    keys = "[...document.querySelectorAll('dl.bykeys dt')].map(it => it.textContent)"
    assert "t" not in await seat.evaluate(tab, keys)


@pytest_twisted.ensureDeferred
async def test_events_of_architects_share_a_line_on_a_low_screen(sit: Sit) -> None:
    seat = sit(ARCHITECTS)
    tab = await seat.open(LAPTOP, reduced_motion="reduce")
    tops = "[...document.querySelectorAll('.events li')].map(it => it.getBoundingClientRect().top)"
    seat.play_until(lambda page: len(page["turns"]["recent"]) > 4)
    await settle(seat, tab)
    found = await seat.evaluate(tab, tops)
    assert len({*found}) < len(found)
    assert [] == await seat.evaluate(tab, COVERED)


SIGNS = "[...document.querySelectorAll('.signs dd')].map(it => it.textContent)"


@pytest.mark.parametrize(
    ("terms", "own", "others"),
    [(FOUR, "chain", "cat"), (ARCHITECTS, "cat", "chain")],
    ids=["wonders", "architects"],
)
@pytest_twisted.ensureDeferred
async def test_the_help_explains_the_signs_of_the_game(
    sit: Sit, terms: Terms, own: str, others: str
) -> None:
    seat = sit(terms)
    tab = await seat.open(LAPTOP)
    await seat.do(tab.keyboard.press, "?")
    await seat.do(wait, tab, "document.querySelector('.signs')")
    said = " ".join(await seat.evaluate(tab, SIGNS))
    assert own in said
    assert others not in said


@pytest_twisted.ensureDeferred
async def test_the_choice_of_a_side_covers_no_table_code_on_a_phone(
    tmp_path: Path,
) -> None:
    seat = ShownSeat(tmp_path, SIDES)
    seat.page = Page(seat.pages)
    seat.page.post("ready", on=True)
    tab = await seat.open(ANY_PHONE, reduced_motion="reduce")
    await settle(seat, tab)
    button, asked = await seat.evaluate(
        tab,
        "['[data-key=code]', '#choice'].map(it => document.querySelector(it).getBoundingClientRect().toJSON())",
    )
    assert button["bottom"] <= asked["top"]
    await seat.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest_twisted.ensureDeferred
async def test_coins_travel_unless_somebody_wants_less_motion(
    sit: Sit, motion: str
) -> None:
    seat = sit(FOUR)
    tab = await seat.open(LAPTOP, reduced_motion=motion)
    number = seat.play_until(without_stage)
    await settle(seat, tab)
    await seat.evaluate(tab, TRAVELS)
    seat.page.choose(f"s{number}")
    await settle(seat, tab)
    travelled = await seat.evaluate(tab, "window.travelled.includes('3')")
    assert travelled == (motion == "no-preference")


@pytest_twisted.ensureDeferred
async def test_nothing_is_wider_than_the_window_at_twice_the_size(sit: Sit) -> None:
    seat = sit(BOTH)
    width, height = LAPTOP
    tab = await seat.open((width // 2, height // 2), reduced_motion="reduce")
    for age, turn in ((1, 2), (3, 2)):
        seat.play_until(in_age(age, turn))
        await settle(seat, tab)
        wide = "document.documentElement.scrollWidth - innerWidth"
        assert await seat.evaluate(tab, wide) <= 0


@pytest_twisted.ensureDeferred
async def test_a_card_dropped_on_a_wonder_without_a_stage_to_build_is_built(
    sit: Sit,
) -> None:
    seat = sit(FOUR)
    tab = await seat.open(LAPTOP, reduced_motion="reduce")
    number = seat.play_until(without_stage)
    await settle(seat, tab)
    card, stages = await boxes(
        seat, tab, f'[data-item="{number}"]', ".city.mine .stages"
    )
    await seat.do(drag, tab, card, stages)
    await seat.do(wait, tab, f"document.querySelector('[data-item=\"{number}\"].laid')")
    assert seat.page.read().laid == f"b{number}"


@pytest.mark.parametrize(
    "terms", [SIDES, LEADERS, ARCHITECTS], ids=["sides", "leaders", "piles"]
)
@pytest_twisted.ensureDeferred
async def test_a_first_tap_says_what_a_choice_does_and_lays_nothing_down(
    sit: Sit, terms: Terms
) -> None:
    """Sides, leaders to keep, and piles have one use each."""
    seat = sit(terms)
    seat.begin()
    tab = await seat.open(LAPTOP, reduced_motion="reduce")
    await settle(seat, tab)
    await seat.do(open_card, tab, 1)
    item = seat.page.read()["question"]["items"][0]
    assert len(item["uses"]) == 1
    said = await seat.evaluate(tab, "document.querySelector('.bar .line').textContent")
    assert said == item["line"]
    assert seat.page.read().laid is None
    await seat.do(open_card, tab, 1)
    await seat.do(wait, tab, "document.querySelector('.bar .seal')")
    assert seat.page.read().laid == item["uses"][0]["word"]


@pytest_twisted.ensureDeferred
async def test_a_side_is_chosen_by_a_button_with_a_verb(sit: Sit) -> None:
    seat = sit(SIDES)
    seat.begin()
    tab = await seat.open(PHONE, reduced_motion="reduce")
    await settle(seat, tab)
    await seat.do(open_card, tab, 1)
    said = await seat.evaluate(tab, "document.querySelector('.uses .use').textContent")
    assert said == "Choose the day side"


@pytest.mark.parametrize(
    ("size", "where", "words"),
    [
        (PHONE, ".short .front", "Conflict with"),
        (LAPTOP, ".city.left .stages li:nth-child(2) img", "Stage 2"),
    ],
    ids=["a conflict on a phone", "a neighbour's stage"],
)
@pytest_twisted.ensureDeferred
async def test_a_tap_on_a_sign_says_what_it_means(
    sit: Sit, size: tuple[int, int], where: str, words: str
) -> None:
    """And opens nothing else."""
    seat = sit(FOUR)
    tab = await seat.open(size, reduced_motion="reduce")
    seat.play_until(in_age(1, 2))
    await settle(seat, tab)
    await seat.do(tab.click, where)
    said = f"document.querySelector('#notice').textContent.includes({words!r})"
    await seat.do(wait, tab, said)
    assert await seat.evaluate(tab, "document.querySelector('#drawer').hidden")


@pytest_twisted.ensureDeferred
async def test_after_a_game_of_seven_everybody_has_a_column_beside_the_log(
    sit: Sit,
) -> None:
    seat = sit(BOTH)
    tab = await seat.open(LAPTOP, reduced_motion="reduce")
    seat.play_until(lambda page: "end" in page)
    await seat.do(wait, tab, "document.querySelector('.ending .sheet')")
    await seat.do(tab.keyboard.press, "l")
    sheet, last = await boxes(seat, tab, ".scrolls", ".across th:last-child")
    assert 0 < last["right"] <= sheet["right"]
    assert [] == await seat.evaluate(tab, SCROLLED_BY_NO_KEY)


@pytest_twisted.ensureDeferred
async def test_after_a_game_the_log_stays_in_the_window_and_disclosed_cards_come_there(
    sit: Sit,
) -> None:
    seat = sit(FOUR)
    tab = await seat.open(LAPTOP, reduced_motion="reduce")
    seat.play_until(lambda page: "end" in page)
    await seat.do(wait, tab, "document.querySelector('[data-key=disclose]')")
    await seat.do(tab.keyboard.press, "l")
    beside = "document.querySelector('#drawer').getBoundingClientRect().bottom"
    assert await seat.evaluate(tab, beside) == LAPTOP[1]
    seat.page.post("disclose")
    await seat.do(wait, tab, "document.querySelector('.opened img')")
    await seat.do(
        wait,
        tab,
        f"document.querySelector('.opened h3').getBoundingClientRect().top < {LAPTOP[1]}",
    )


PLACES = """[".use.build", ".use.stage", ".use.sell", "[data-key=seal]", ".fan"].map((it) => {
 const {x, y, width, height} = document.querySelector(it).getBoundingClientRect();
 return [it, ...[x, y, width, it === ".fan" ? 0 : height].map(Math.round)];
})"""
"""JavaScript that returns where the buttons of a turn are, and the hand."""


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize("size", [ANY_PHONE, (390, 844), (768, 1024), LAPTOP])
async def test_no_button_and_no_card_moves_during_a_turn(
    sit: Sit, size: tuple[int, int]
) -> None:
    seat = sit(FOUR)
    tab = await seat.open(size, reduced_motion="reduce")
    item = seat.play_until(lambda page: with_uses(page, 4))
    await settle(seat, tab)
    before = await seat.evaluate(tab, PLACES)
    for number in (it["number"] for it in seat.page["question"]["items"]):
        await seat.do(open_card, tab, number)
        assert before == await seat.evaluate(tab, PLACES)
    await seat.do(open_card, tab, item["number"])
    laid = "document.querySelector('.use[aria-pressed=true]')"
    for action in ("build", "stage", "sell"):
        use = f"document.querySelector('.use.{action}:not([aria-disabled])')"
        if await seat.evaluate(tab, f"Boolean({use})"):
            await seat.evaluate(tab, f"{use}.click()")
            await seat.do(wait, tab, f"{laid}?.classList.contains('{action}')")
            assert before == await seat.evaluate(tab, PLACES)


@pytest_twisted.ensureDeferred
async def test_whom_to_pay_is_one_tap_and_what_cannot_be_done_says_why(
    sit: Sit,
) -> None:
    seat = sit(FOUR)
    tab = await seat.open(ANY_PHONE, reduced_motion="reduce")

    def several(page: Page) -> Any:
        items = page.sections.get("question", {"items": ()})["items"]
        return next(
            (
                it
                for it in items
                if sum(use["verb"] == "build" for use in it["uses"]) > 1
            ),
            None,
        )

    item = seat.play_until(several)
    await settle(seat, tab)
    await seat.evaluate(tab, "document.querySelector('.use.build').click()")
    said = "document.querySelector('.saying').textContent"
    assert "Choose a card" in await seat.evaluate(tab, said)
    await seat.do(open_card, tab, item["number"])
    await seat.evaluate(tab, "document.querySelector('.use.build').click()")
    await seat.do(wait, tab, "document.querySelectorAll('.payee').length > 1")
    cheapest, other = [it["word"] for it in item["uses"] if it["verb"] == "build"][:2]
    seat.page.read()
    assert seat.page.laid == cheapest
    await seat.evaluate(
        tab, f"document.querySelector('[data-key=pay-{other}]').click()"
    )
    on = f"document.querySelector('[data-key=pay-{other}][aria-pressed=true]')"
    await seat.do(wait, tab, on)
    assert seat.page.read().laid == other
    assert [] == await seat.evaluate(tab, OUT_OF_REACH)


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize("size", [ANY_PHONE, (390, 844)])
async def test_a_lobby_is_no_wider_for_a_lender_who_is_not_at_the_table(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    attic = Lender(named("the attic"), bytes(PHONE_SIZE), "10.0.0.9")
    seat = ShownSeat(tmp_path, FOUR, lender=attic)
    try:
        tab = await seat.open(size, reduced_motion="reduce")
        await seat.do(wait, tab, "document.querySelector('.people details')")
        shown = "[...document.querySelectorAll('.people li')].map(it => it.innerText)"
        (said, *_others) = await seat.evaluate(tab, shown)
        assert "ann (on the lender's machine)" in said
        key = fingerprint(attic.identity.public)
        assert key not in said
        assert [] == await seat.evaluate(tab, TOO_WIDE)
        await seat.evaluate(tab, "document.querySelector('.people summary').click()")
        (said, *_others) = await seat.evaluate(tab, shown)
        assert key in said
        assert [] == await seat.evaluate(tab, TOO_WIDE)
    finally:
        await seat.close()


@pytest_twisted.ensureDeferred
async def test_what_a_card_says_stands_beside_it_until_anything_is_touched(
    sit: Sit,
) -> None:
    seat = sit(FOUR)
    tab = await seat.open((390, 844), reduced_motion="reduce", has_touch=True)
    seat.play_until(in_age(1, 2))
    await settle(seat, tab)
    await seat.do(tab.tap, ".play figure img")
    await seat.do(wait, tab, "document.querySelector('#notice.beside:not(:empty)')")
    card, said = await boxes(seat, tab, ".play figure img", "#notice")
    sold, *_others = await boxes(seat, tab, ".city.left .makes")
    assert abs(said["top"] - card["bottom"]) < 10
    assert said["top"] >= sold["bottom"]
    assert said["left"] >= 0
    assert said["right"] <= 390
    await seat.do(tab.tap, "#choice .card button", position={"x": 8, "y": 24})
    await seat.do(wait, tab, "!document.querySelector('#notice').textContent")


@pytest_twisted.ensureDeferred
async def test_a_conflict_to_come_says_in_words_who_is_ahead(sit: Sit) -> None:
    seat = sit(FOUR)
    tab = await seat.open((390, 844), reduced_motion="reduce")
    seat.play_until(in_age(1, 1))
    await settle(seat, tab)
    assert [] == await seat.evaluate(tab, TOO_WIDE)
    fronts = "[...document.querySelectorAll('.short .front')].map(it => it.innerText)"
    shown = await seat.evaluate(tab, fronts)
    assert len(shown) == 2
    assert all("level (0)" in it for it in shown)
