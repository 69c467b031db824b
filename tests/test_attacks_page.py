"""docs/ATTACKS.md and its pages name existing tests and calculated figures."""

from __future__ import annotations

import ast
import functools
import math
import re
from fractions import Fraction
from pathlib import Path

import pytest

from sealed_wonders.client.browser.gate import BODY
from sealed_wonders.client.browser.gate import CONNECTIONS as GATE_CONNECTIONS
from sealed_wonders.client.lending.guestgate import CONNECTIONS as GUEST_CONNECTIONS
from sealed_wonders.client.lending.guestgate import (
    GET_BURST,
    GET_RATE,
    OF_ADDRESS,
    STRANGER_BURST,
)
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.host.admission import (
    STRANGERS,
    STRANGERS_FROM_ADDRESS,
    STRANGERS_FROM_NETWORK,
)
from sealed_wonders.host.browsers import CONNECTIONS
from sealed_wonders.host.lobby import REVEAL_PATIENCE
from sealed_wonders.host.openingrights import BY_ONE
from sealed_wonders.host.openingrights import FROM_ADDRESS as OPENED
from sealed_wonders.host.openingrights import FROM_NETWORK as NETWORKS
from sealed_wonders.host.page.streams import STREAMS
from sealed_wonders.host.requests import BACKUP_LIMIT
from sealed_wonders.host.unready import LAST_CALL
from sealed_wonders.host.web import REQUESTS
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import HOSTS_CAP
from sealed_wonders.net.entrance import FROM_ADDRESS, FROM_NETWORK
from sealed_wonders.net.limits import (
    FRAME_PATIENCE,
    FROM_CLIENT,
    GONE_SECONDS,
    LOGIN_CAP,
    LOGIN_PATIENCE,
    NEWCOMERS,
    READ_PATIENCE,
)
from sealed_wonders.net.lobby.draw import MAX_DRAWS
from sealed_wonders.net.log.digests import NONCE_SIZE, code_digest
from sealed_wonders.net.log.envelopes import BODY_CAP
from sealed_wonders.net.messages import BACKUP_CAP
from sealed_wonders.net.origins import PREFIXES, Rate
from sealed_wonders.net.sealed import bodies
from sealed_wonders.net.sealed.scalars import weights_of
from sealed_wonders.net.sealed.shuffle import proof_size
from sealed_wonders.net.seed import KEY_SIZE, SEED_SIZE
from sealed_wonders.net.tableoptions import READY_WITHIN

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = (DOCS / "ATTACKS.md", *sorted((DOCS / "attacks").glob("*.md")))
"""The overview, and a page for each kind of attacker."""

PAGE = "\n".join(path.read_text("utf-8") for path in PAGES)
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))

HAND = 7
"""Cards in a hand at the beginning of an age."""


# The pages.


def slug(heading: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def anchors(path: Path) -> set[str]:
    return {slug(it) for it in re.findall(r"(?m)^#+ (.+)$", path.read_text("utf-8"))}


def test_the_overview_links_to_every_page() -> None:
    linked = re.findall(r"\]\((attacks/\w+\.md)\)", PAGES[0].read_text("utf-8"))
    assert {f"attacks/{path.name}" for path in PAGES[1:]} == set(linked)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.name))
def test_every_link_leads_to_a_heading(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8")):
        name, _, anchor = target.partition("#")
        page = path.parent / name if name else path
        assert page.is_file(), target
        assert not anchor or anchor in anchors(page), target


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.name))
def test_a_page_is_short_enough_to_be_read(path: Path) -> None:
    assert len(path.read_text("utf-8").split()) < 3000


# The tests.


@functools.cache
def functions(path: str) -> frozenset[str]:
    """Return the names of all functions in a module's source."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(it.name for it in tree.body if isinstance(it, kinds))


def test_every_test_named_on_the_pages_exists() -> None:
    """So readers who doubt an entry find the test that plays it."""
    missing = [(path, name) for path, name in NAMED if name not in functions(path)]
    assert [] == missing
    assert all(name.startswith("test_") for _path, name in NAMED)
    assert len(NAMED) > 60
    cited = re.findall(r"`tests/[\w/]+\.py::\w+`", PAGE)
    assert len(re.findall("::test_", PAGE)) == len(cited), "all that looks like a test"


def test_every_module_of_cheats_is_on_the_page() -> None:
    modules = modules_of_cheats()
    assert len(modules) >= 10
    assert modules <= {path for path, _ in NAMED}


def modules_of_cheats() -> set[str]:
    paths = (ROOT / "tests" / "cheats").glob("test_*.py")
    return {path.relative_to(ROOT).as_posix() for path in paths}


def test_every_test_in_cheats_is_named_on_a_page_or_listed() -> None:
    played = {
        (module, name)
        for module in modules_of_cheats()
        for name in functions(module)
        if name.startswith("test_") and name not in UNNAMED
    }
    assert set() == played - {*NAMED}


UNNAMED = {
    # They show parts of what a named test shows.
    "test_a_cheat_who_speaks_first_is_named_as_well",
    "test_the_last_dealer_gains_nothing_by_choosing_its_masks",
    "test_all_players_at_the_table_convict_the_cheat",
}


# The figures.


GUILDS = len(catalog().guilds)


def row(players: int) -> tuple[str, ...]:
    """
    Return what all others together can't know about a first hand of age III.

    They see all other hands, so they know which of the age's own cards are in it, and
    how many guilds. These may be any that they don't see.
    """
    within, cards = players + 2, HAND * players
    most = min(HAND, within)
    hands = max(math.comb(GUILDS - (within - held), held) for held in range(most + 1))
    none = Fraction(math.comb(cards - within, HAND), math.comb(cards, HAND))
    return str(players), str(within), str(hands), f"{float(100 * none):.1f} %"


TABLE = [row(players) for players in range(3, 8)]


COALITIONS = [
    (str(players), "0", str(2 ** (players - 1)), "1", str(2 ** (players - 1)))
    for players in range(3, 8)
]
"""
Sets of other players that can read a hand, and all sets, by number of players: without and
with `rescue`. See `tests.net.test_rescue`, which tries all sets.
"""


@pytest.mark.parametrize(
    ("table", "row"),
    [
        (COALITIONS, r"(\d) \| (\d+) of (\d+) \| (\d+) of (\d+)"),
        (TABLE, r"(\d) \| (\d+) \| (\d+) \| ([\d.]+ %)"),
    ],
    ids=["who can read a hand", "what is left by subtraction"],
)
def test_tables_on_the_pages_have_the_calculated_rows(table: object, row: str) -> None:
    assert table == re.findall(rf"^ *\| {row} \|$", PAGE, re.MULTILINE)


def choice_size() -> int:
    """
    Return the size in bytes of the proofs and the commitment of a choice from a hand.
    """
    return bodies.PAIR * HAND + proof_size(HAND) + 32


def batch_bits() -> int:
    """Return how many bits of a proof's weights are left to chance."""
    drawn = weights_of(b"any", b"seed", range(100))
    free = [bit for bit in range(128) if len({it >> bit & 1 for it in drawn}) == 2]
    assert max(drawn) < 1 << 128
    return len(free)


def proof_bits() -> int:
    """
    Return the security of a proof in bits, with its weights and those of a reader's
    sum.
    """
    return batch_bits() - 1


def code_bits() -> int:
    return 8 * len(code_digest(bytes(32)))


def pin_bits() -> int:
    address = Address.parse("here:1#" + "00" * 16)
    assert address.pin is not None
    return 8 * len(address.pin)


def at_once(rate: Rate) -> str:
    return f"{rate.at_once} at once, then {rate.often} a second"


def one_in(rate: Rate) -> str:
    return f"{rate.at_once} | {1 / rate.often:.0f} seconds"


SEATINGS = math.factorial(3)
TWICE = 1 - Fraction(SEATINGS - 1, SEATINGS) ** 2

SEALED_JS = (ROOT / "client/lending/data/sealed.js").read_text("utf-8")

POST_PADDING = int(SEALED_JS.partition("PADDING = ")[2].partition(",")[0])

SAID = {
    f"{choice_size()} bytes of proof and commitment": "choice from seven cards",
    f"1 in 2^{proof_bits()} for each try": "a wrong share",
    f"after 2^80 tries, 1 in 2^{proof_bits() - 80}": "a wrong shuffle",
    f"1 in 2^{code_bits()} for each draw": "a man in the middle",
    f"1 chance in {1 << code_bits():,}".replace(",", " "): "for each draw",
    f"in a hundred draws, 1 in {(1 << code_bits()) // 100 // 10**6} million": "a man",
    f"*pin* of the host's certificate, {pin_bits()} bits": "An invitation",
    f"1 in 2^{pin_bits()} for each key": "has your host's pin",
    f"{8 * NONCE_SIZE} random bits": "a commitment is guessed",
    f"one of {NEWCOMERS} places": "A connection that hasn't logged in",
    f"| one address | {at_once(FROM_ADDRESS)} | {at_once(STRANGERS_FROM_ADDRESS)} |": (
        "| from | connections | logins of strangers |"
    ),
    f"| one network | {at_once(FROM_NETWORK)} | {at_once(STRANGERS_FROM_NETWORK)} |": (
        "| from | connections | logins of strangers |"
    ),
    f"There are {STRANGERS} places for logged-in strangers": "makes way",
    f"{PREFIXES[4]} bits of IPv4, or the first {PREFIXES[6]} of IPv6": "A network is",
    f"up to {LOGIN_PATIENCE:.0f} seconds and {LOGIN_CAP} bytes": "Its signature is checked first",
    f"more than {FRAME_PATIENCE:.0f} seconds for one message": "closes a connection",
    f"| one identity | {one_in(BY_ONE)} |": "| opened by | immediately | then one every |",
    f"| one address | {one_in(OPENED)} |": "| opened by | immediately | then one every |",
    f"| one network | {one_in(NETWORKS)} |": "| opened by | immediately | then one every |",
    f"after {READY_WITHIN.default} seconds, unless": "lose their seat",
    f"{LAST_CALL:.0f} seconds after the request": "all the ready players ask for",
    f"reads nothing for {READ_PATIENCE:.0f} seconds": "closes a connection",
    f"at most {FROM_CLIENT.backlog} bytes wait": "Of all other data",
    f"nothing for {GONE_SECONDS:.0f} seconds": "closes a connection",
    f"{HOSTS_CAP} hosts are kept": "An announcement proves nothing",
    f"| up to {MAX_DRAWS}; the count starts over": "draws of seats",
    f"| {REVEAL_PATIENCE:.0f} seconds |": "time to reveal a number in a draw",
    f"| {BODY_CAP} bytes at most |": "size of an entry's body",
    f"a chance of 1 in {SEATINGS} comes up in {TWICE.numerator} of {TWICE.denominator}": (
        "With two drawings"
    ),
    f"four words, {code_bits()} bits": "*table code*",
    f"{BACKUP_CAP} bytes at most, {BACKUP_LIMIT.burst} at once and then one every "
    f"{1 / BACKUP_LIMIT.rate:.0f} seconds": "backups",
    f"under a key of {8 * KEY_SIZE} bits, derived from the words; there are "
    f"2^{8 * SEED_SIZE} sets of words": "sealed",
    f"in the game, of {GUILDS} |": "| players |",
    f"takes all {GATE_CONNECTIONS} connections": "your page from opening",
    f"phones without a seat together may post {STRANGER_BURST} times at once": "four times a second",
    f"address may fetch {GET_BURST} files at once, then {GET_RATE} a second": "compressed",
    f"fill multiples of {POST_PADDING} bytes": "full kilobytes",
    f"A post has at most {BODY} bytes": "a seat has one stream",
    f"all addresses together have {GUEST_CONNECTIONS}.": "of which four stay open",
    f"An address has at most {OF_ADDRESS} connections": "of which four stay open",
    f"{CONNECTIONS} connections from other machines at once": "asks for nothing",
    f"{STREAMS} browsers on other machines at once": "to make room: the oldest one",
    f"Each address may make {REQUESTS.at_once} requests at once, then "
    f"{REQUESTS.often} a second": "Nothing is buffered",
}
"""Phrases of the pages with a figure, each with words that are near it."""


def test_every_figure_on_the_pages_matches_the_program() -> None:
    text = " ".join(PAGE.split())
    said = {*SAID, *SAID.values()}
    assert [] == [words for words in said if words not in text]


NAMES = ("TLS 1.3", "ristretto255", "SHA-256", "SHA-512")
"""Names that contain a number."""


def test_every_number_on_the_pages_is_a_calculated_figure() -> None:
    text = re.sub(r"`[^`]*`", "", PAGE)
    for name in NAMES:
        text = text.replace(name, "")
    written = set(re.findall(r"\d[\d ]*(?:\.\d+)?", re.sub(r"[|^]", " | ", text)))
    known = " ".join([*SAID, *SAID.values(), *map(" ".join, (*TABLE, *COALITIONS))])
    numbers = set(re.findall(r"\d+(?:\.\d+)?", known))
    for figure in written:
        assert set(figure.split()) <= numbers, figure
