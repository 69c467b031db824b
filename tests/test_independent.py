"""The program, compared with a reader of logs that was written from docs/PROTOCOL.md alone."""

from __future__ import annotations

import ast
import hashlib
import json
import marshal
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from sealed_wonders.core.game import Ruleset
from sealed_wonders.core.games import ruleset
from sealed_wonders.net import identity as identities
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.log.envelopes import parse, sign
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.replay import ReplayFault, read_log
from sealed_wonders.net.sealed import sodium
from tests import independent, independent_architects, independent_city
from tests.independent import Account, Fault, Keys, Value, Wrong
from tests.independent_architects import Architects
from tests.support.lobbies import named

VECTORS = Path(__file__).parent / "vectors"
LOG = json.loads((VECTORS / "log.json").read_text("utf-8"))
PROOFS = json.loads((VECTORS / "sealed.json").read_text("utf-8"))
TAMING = json.loads((VECTORS / "taming.json").read_text("utf-8"))
of = bytes.fromhex


@pytest.fixture(scope="module", autouse=True)
def each_proof_once() -> Iterator[None]:
    """Games are read over and over here, with another entry after the same beginning."""
    with checked_once():
        yield


@contextmanager
def checked_once() -> Iterator[None]:
    """Let the account check only once what it found to be right; and signatures, and wires."""
    with pytest.MonkeyPatch.context() as patched:
        for name in ("check_pok", "check_dleq", "check_xfer", "check_shuffle"):
            check = _remembering(getattr(independent, name))
            patched.setattr(independent, name, check)
        for name in ("is_signature", "open_wire"):
            patched.setattr(independent, name, cache(getattr(independent, name)))
        yield


def _remembering(check: Callable[..., None]) -> Callable[..., None]:
    right: set[bytes] = set()

    def check_unless_right(*proof: Any) -> None:
        digest = hashlib.sha256(marshal.dumps(proof, 2)).digest()
        if digest not in right:
            check(*proof)
            right.add(digest)

    return check_unless_right


@pytest.mark.parametrize(
    "module", [independent, independent_architects, independent_city]
)
def test_it_shares_no_code(module: ModuleType) -> None:
    """With the program, or with what the other tests use."""
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    names = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module]
            if isinstance(node, ast.ImportFrom)
            else map(_name, node.names)
        )
    }
    ours = {name for name in names if name and name.split(".")[0] != "tests"}
    assert not [name for name in ours if name.startswith("sealed_wonders")]
    theirs = names - ours
    assert theirs <= {
        "tests",
        "tests.independent",
        "tests.independent_architects",
        "tests.independent_city",
    }


def _name(alias: ast.alias) -> str:
    return alias.name


# ---------- Known answers ----------


def test_digests() -> None:
    known = LOG["digests"]
    before = b"d" * 32
    place = independent.context(before, "PICK", "age1", 2)
    found = {
        "frame": independent.frame(b"a", b"bc"),
        "commit": independent.commitment(b"c", b"\x01" * 32, b"act"),
        "context": place,
        "context_extra": independent.context(before, "DEAL", "age1", 2, b"\x05"),
        "commit_in_context": independent.commitment(place, b"n" * 32, "Bäder".encode()),
        "phase": independent.phase_digest(before, "main", 300, [b"one", b"two"]),
        "changed": independent.changed_digest(
            before, "main", 300, [b"one", b"two"], [], of(known["opens_ballot"])
        ),
        "handover": independent.handover_digest(of(known["hands_over"])),
        "handed": independent.changed_digest(
            before, "main", 300, [b"one", b"two"], [of(known["handover"])], None
        ),
        "handed_and_changed": independent.changed_digest(
            before,
            "main",
            300,
            [b"one", b"two"],
            [of(known["handover"])],
            of(known["opens_ballot"]),
        ),
        "table": independent.digest(b"table", b"body"),
        "gid": independent.digest(b"gid", b"t" * 32, b"m" * 32, b"n" * 32),
        "lobby": independent.digest(b"lobby", b"i" * 32, b"n" * 32),
        "code": independent.digest(b"sas", b"g" * 32)[:4],
    }
    assert {key: value.hex() for key, value in found.items()} == {
        key: known[key] for key in found
    }
    assert independent.permutation(b"g" * 32, "age1", 21) == known["permutation"]


def test_canonical_json() -> None:
    facts = of(LOG["digests"]["facts"])
    assert independent.canonical_json(json.loads(facts)) == facts
    assert hashlib.sha256(facts).hexdigest() == LOG["digests"]["rules"]


def test_an_envelope_of_every_value() -> None:
    known = LOG["envelopes"]
    envelope = independent.open_wire(of(known["wire"]))
    envelope.check_signature(of(known["public"]))
    assert (envelope.raw, envelope.signature) == (of(known["env"]), of(known["sig"]))
    numbers = envelope.body[0]
    assert isinstance(numbers, list)
    assert [str(number) for number in numbers] == known["numbers"]


OTHER_ENCODINGS = """
d00f cc7f cd00ff d1ff80 ca00000000 cb0000000000000000 80 81a16101 c70000 d4ff00 d6ff00000000
d90161 c5000161 dc000101 a1ff a3eda080 9101c0 92c0 c1
"""
"""15 in two bytes, 127 and 255 in more than it takes …; and at last a surrogate, and less."""


@pytest.mark.parametrize("bad", ["", *OTHER_ENCODINGS.split()])
def test_other_encodings_and_values(bad: str) -> None:
    with pytest.raises(Wrong):
        independent.unpack(of(bad))


def test_signatures() -> None:
    for known in (*LOG["signatures"], *TAMING):
        key, message, signature = (
            of(known[part]) for part in ("key", "message", "signature")
        )
        try:
            good = independent.is_signature(
                independent.identity(key), message, signature
            )
        except Wrong:
            good = False
        assert good is known["good"], known["name"]


def test_evidence() -> None:
    known = LOG["envelopes"]
    evidence = of(known["evidence"])
    assert independent.check_evidence(evidence).hex() == known["public"]
    for at in range(0, len(evidence), 37):
        with pytest.raises(Wrong):
            independent.check_evidence(flipped(evidence, at))


def test_a_lobby() -> None:
    known = LOG["lobby"]
    told: list[bytes] = []
    lobby = independent.Lobby(lambda rules, _: told.append(rules))
    for wire in independent.wires(of(known["file"])):
        lobby.take(independent.open_wire(wire))
    assert lobby.gid is not None
    assert lobby.gid.hex() == known["gid"]
    assert lobby.table.hex() == known["table"]
    assert [person.name for person in lobby.seats] == known["seats"]
    assert [rules.hex() for rules in told] == [known["rules"]]
    code = independent.digest(b"sas", lobby.gid)[:4]
    assert code.hex() == known["code"]


@pytest.mark.parametrize(
    "name",
    ["", " a", "a ", "a  b", "\u0301a", "e\u0301", "a\u00adb", "a\nb", "\u3164"]
    + ["x" * 25, "a\u2003b", "\ue000", "\u20bf"],  # the last one is of Unicode 10
)
def test_names_nobody_has(name: str) -> None:
    with pytest.raises(Wrong):
        independent.check_name(name)


def test_names() -> None:
    for name in ("Zoë", "Ann-Marie 2", "x" * 24, "Ἀθηνᾶ", "李雷"):
        independent.check_name(name)
    assert independent.folded("Straße") == independent.folded("STRASSE")
    assert independent.folded("\uff21nn") == independent.folded("ann")


def flipped(data: bytes, at: int, bit: int = 0) -> bytes:
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


# ---------- Known proofs ----------


def _one(data: str) -> bytes:
    """A point as it arrives."""
    return independent.points(of(data), 1)[0]


def _many(found: list[str]) -> list[bytes]:
    return independent.points(of("".join(found)), len(found))


def _pairs(found: list[list[str]]) -> list[independent.Pair]:
    return [(_one(a), _one(b)) for a, b in found]


def _pok(known: dict[str, str]) -> None:
    independent.check_pok(of(known["ctx"]), _one(known["Y"]), of(known["proof"]))


def _dleq(known: dict[str, str]) -> None:
    points = [_one(known[name]) for name in ("X", "R", "D")]
    independent.check_dleq(
        of(known["ctx"]), points[0], points[1], points[2], of(known["proof"])
    )


def _xfer(known: dict[str, str]) -> None:
    independent.check_xfer(
        of(known["ctx"]),
        _one(known["X"]),
        _one(known["T"]),
        _many(list(known["U"])),
        list(zip(_many(list(known["V"])), _many(list(known["W"])), strict=True)),
        of(known["proof"]),
    )


def _shuffle(known: dict[str, str]) -> None:
    before, after = [
        _pairs([list(pair) for pair in known[name]]) for name in ("E", "F")
    ]
    proof = of(known["proof"])
    independent.check_shuffle(of(known["ctx"]), _one(known["Y"]), before, after, proof)


CHECKS: dict[str, Callable[[dict[str, str]], None]] = {
    "pok": _pok,
    "dleq": _dleq,
    "xfer": _xfer,
    "shuffle": _shuffle,
}


def _spoilt(value: object) -> object:
    """The same with one byte changed somewhere."""
    if isinstance(value, str):
        return flipped(of(value), len(value) // 4).hex()
    assert isinstance(value, list)
    return [*value[:-1], _spoilt(value[-1])]


@pytest.mark.parametrize("kind", CHECKS)
def test_known_proofs(kind: str) -> None:
    for known in PROOFS[kind]:
        CHECKS[kind](known)
        for name in known.keys() - {"secret", "permutation"}:
            with pytest.raises(Wrong):
                CHECKS[kind](known | {name: _spoilt(known[name])})


def test_the_known_commitment() -> None:
    (known,) = PROOFS["commit"]
    parts = [of(known[name]) for name in ("ctx", "nonce", "payload")]
    assert independent.commitment(*parts).hex() == known["digest"]


def test_the_rules_hash_on_the_page() -> None:
    page = (Path(__file__).parents[1] / "docs" / "PROTOCOL.md").read_text("utf-8")
    counts = []
    usual = ("", "leaders", "edifice", "leaders edifice")
    first = "alexandria babylon ephesos gizah halikarnassos olympia rhodos"
    tables = [(wanted, "") for wanted in usual]
    tables += [("", first.replace(" ", "_1e ") + "_1e"), ("", "babylon gizah carthage")]
    for wanted, lying in tables:
        expansions, boards = tuple(wanted.split()), tuple(lying.split())
        shown = f"`{','.join(boards)}`" if boards else "the usual"
        catalogue = independent.catalogue(expansions, boards)
        counts.append(len(catalogue.names))
        at = catalogue.names.index("lumber_yard")
        assert (
            f"| {', '.join(expansions) or 'none'} | {shown} | {counts[-1]} "
            f"| `{catalogue.names[0]}` | {at} | {counts[-1] - 1} `{catalogue.names[-1]}` "
            f"| `{catalogue.rules.hex()}` |"
        ) in page
    assert counts == [155, 212, 172, 229, 155, 151]
    lists = independent_architects.catalogue()
    firsts = [lists.piles[it][0] for it in ("alexandria", "tokens", "wonders")]
    assert firsts == [60, 235, 250]
    assert f"| {len(lists.names)} | 0 `wood` to 59 `mil_2horn` | 60 `wood`" in page
    assert f"`rhodes` | `{lists.rules.hex()}` |" in page


# ---------- Games ----------


Secrets = dict[int, dict[str, tuple[str, str]]]


@dataclass(frozen=True)
class Played:
    """A game, or the beginning of one."""

    data: bytes
    secrets: Secrets

    @property
    def wires(self) -> list[bytes]:
        return list(independent.wires(self.data))

    def secrets_of(self, *seats: int) -> Keys:
        chosen = {seat: self.secrets[seat] for seat in seats}
        return independent.read_keys(json.dumps(chosen))


def fault(data: bytes, keys: Keys | None = None) -> int:
    with pytest.raises(Fault) as found:
        independent.verify(data, keys)
    return found.value.entry


def file_of(wires: list[bytes]) -> bytes:
    return independent.MAGIC + b"".join(independent.frame(wire) for wire in wires)


def refused_by_both(wires: list[bytes]) -> int:
    """The first entry that doesn't follow, as the account and the program say."""
    return fault_by_both(file_of(wires))


def fault_by_both(data: bytes) -> int:
    entry = fault(data)
    with pytest.raises(ReplayFault) as found:
        read_log(data, rules_of)
    assert found.value.entry == entry
    return entry


def rules_of(charter: Charter) -> Ruleset:
    """Those that the table has agreed on."""
    options = dict(charter.options)
    return ruleset(str(options["game"]), len(charter.people), options)


def of_the_page(name: str) -> Played:
    known = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    keys = dict(enumerate(known["keys"]))
    return Played((VECTORS / f"{name}.swlog").read_bytes(), keys)


def is_of_the_page(name: str, account: Account) -> None:
    """See that it says what the page does of a game."""
    known = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    game = account.game
    assert game is not None
    assert game.gid.hex() == known["gid"]
    names = [person["name"] for person in known["people"]]
    assert [person.name for person in game.people] == names
    assert [list(map(_listed, phase)) for phase in game.log] == known["phases"]
    assert game.before.hex() == known["digest"]
    assert game.rows == known["rows"]
    assert {seen.seat for seen in game.seen} == {0, 1, 2}


@pytest.mark.thorough  # as with both expansions
def test_the_game_of_the_page() -> None:
    three = of_the_page("three_seats")
    account = independent.verify(three.data, three.secrets_of(0, 1, 2))
    is_of_the_page("three_seats", account)


@pytest.mark.parametrize(
    ("name", "outs"), [("changed", [(2,)]), ("given", [])], ids=["changed", "given"]
)
def test_the_game_of_the_page_in_which_seats_change(
    name: str, outs: list[tuple[int, ...]]
) -> None:
    """
    One is handed over, and another one put out by who took it and the third.

    Or one is given away, and all play to the end, under another key from the phase of the
    ballot on.
    """
    data = (VECTORS / f"{name}.swlog").read_bytes()
    known = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    game = independent.verify(data).table
    assert game is not None
    assert (known["gid"], known["digest"]) == (game.gid.hex(), game.before.hex())
    assert known["active"] == list(game.active)
    assert known["holders"] == [some[-1].name for some in game.holders]
    assert [list(map(_listed, phase)) for phase in game.log] == known["phases"]
    assert known["rows"] == game.rows
    assert outs == [out for _, out in game.outs]
    assert {*range(3)} - {*game.active} == {seat for out in outs for seat in out}
    assert "dan" == known["holders"][0]


def architects_of(account: Account) -> Architects:
    assert isinstance(account.table, Architects)
    return account.table


@pytest.fixture(scope="module")
def architects() -> Played:
    """The game of Architects of the page."""
    return of_the_page("architects")


@pytest.fixture(scope="module")
def account_of_architects(architects: Played) -> Account:
    """An account of it by who knows all keys."""
    return independent.verify(architects.data, architects.secrets_of(0, 1, 2))


def test_the_game_of_architects_of_the_page(account_of_architects: Account) -> None:
    """With the seats' keys, what peeks have shown is what was turned up afterwards."""
    known = json.loads((VECTORS / "architects.json").read_text("utf-8"))
    game = architects_of(account_of_architects)
    assert game.gid.hex() == known["gid"]
    assert [list(map(_listed, phase)) for phase in game.log] == known["phases"]
    assert game.before.hex() == known["digest"]
    assert game.rows == known["rows"]
    central = independent_architects.catalogue().piles["central"]
    assert {card for *_, card in game.peeks} <= {*central}
    piles = independent_architects.catalogue().piles
    for _, seat, cards in game.looks:
        sides = game.cities[seat].wonder["id"], game.cities[seat - 1].wonder["id"]
        assert any({*cards} <= {*piles[side]} for side in sides)


def test_a_game_of_architects_holds_what_the_page_says(
    account_of_architects: Account,
) -> None:
    """Peeks of both kinds, piles mixed again, extra cards, tokens."""
    game = architects_of(account_of_architects)
    kinds = Counter(kind for _, kind, *_ in game.log)
    assert kinds["DEAL"] == len(game.peeks) + len(game.looks)
    assert len(game.peeks) > 5
    assert [4, 4] == [len(cards) for *_, cards in game.looks]
    assert game.mixes == 3
    # A pile stays under its key, with a card that lay open among it or without one.
    assert kinds["KEY"] == 2
    assert kinds["MIX"] == 3 * 4
    verbs = Counter(move.split()[0] for *_, move in game.moves)
    assert verbs.keys() >= {"take", "extra", "build", "search", "keep", "token"}
    assert verbs["token"] == 3


def test_a_whole_game_of_architects(architects: Played) -> None:
    """Whatever is wrong is refused where it stands; and then the right entry is taken."""
    account = go_through(architects, {}, independent.KINDS)
    assert architects_of(account).over
    assert {card for *_, card in architects_of(account).peeks} == {None}
    assert [[None] * 4] * 2 == [cards for *_, cards in architects_of(account).looks]
    refuses(account, architects.wires[-1])


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


# ---------- What is refused ----------


@pytest.mark.parametrize("library", [None, sodium.verify], ids=["OpenSSL", "libsodium"])
def test_what_one_library_alone_takes_for_signed_is_refused_by_all(
    monkeypatch: pytest.MonkeyPatch, library: identities.Check | None
) -> None:
    """In the lobby, in the game, and as evidence: nobody who signs can choose for whom."""
    monkeypatch.setattr(identities, "_quicker", library)
    known = json.loads((VECTORS / "three_seats.json").read_text("utf-8"))
    seed = of(known["people"][1]["seed"])
    wires = of_the_page("three_seats").wires
    for entry in (5, 8):
        raw = independent.open_wire(wires[entry]).raw
        forged = independent.pack([raw, signed_by_nothing(seed, raw)])
        assert refused_by_both([*wires[:entry], forged]) == entry
    proof = LOG["envelopes"]
    evidence = of(proof["evidence"])
    assert Equivocation.from_bytes(evidence).to_bytes() == evidence
    forged = signed_by_nothing(of(proof["seed"]), of(proof["env"]))
    evidence = evidence.replace(of(proof["sig"]), forged)
    with pytest.raises(RemoteProtocolError, match="not signed"):
        Equivocation.from_bytes(evidence)
    with pytest.raises(Wrong, match="signature"):
        independent.check_evidence(evidence)


def signed_by_nothing(seed: bytes, raw: bytes) -> bytes:
    """What OpenSSL takes for a signature of an envelope: its R is the identity."""
    key = identities.Identity(Ed25519PrivateKey.from_private_bytes(seed)).public
    message = independent.frame(independent.PROTO, b"msg", raw)
    secret = int.from_bytes(hashlib.sha512(seed).digest()[:32], "little")
    secret = secret & 2**254 - 8 | 2**254
    r = b"\x01" + bytes(31)
    h = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little")
    signature = r + (h * secret % independent.Q).to_bytes(32, "little")
    # No exception: a signature, for this library.
    Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    return signature


def signed_again(account: Account, wire: bytes, **changes: object) -> bytes:
    """A wire of the game with some of its envelope changed, and signed by its seat."""
    envelope = parse(independent.open_wire(wire).raw)
    name = account.lobby.seats[envelope.seat].name
    changed = replace(envelope, **changes)  # type: ignore[arg-type]
    again = sign(named(name), changed)
    return independent.pack([again.wire.env, again.wire.sig])


def refuses(account: Account, wire: bytes) -> None:
    entry = account.entries
    with pytest.raises(Fault) as found:
        account.take(wire)
    assert (found.value.entry, account.entries) == (entry, entry)


def leaves(value: Value, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Where the parts of a body are that aren't arrays."""
    if isinstance(value, list):
        for place, part in enumerate(value):
            yield from leaves(part, (*path, place))
    else:
        yield path


def altered(value: Value, path: tuple[int, ...], chance: random.Random) -> Value:
    """A body with the part there changed."""
    if path:
        assert isinstance(value, list)
        part = altered(value[path[0]], path[1:], chance)
        return [*value[: path[0]], part, *value[path[0] + 1 :]]
    if isinstance(value, int):
        return value + 1
    if not isinstance(value, bytes):
        return b""
    if len(value) > 32 and len(value) % 32 == 0 and chance.random() < 0.7:
        at = 32 * chance.randrange(len(value) // 32 - 1)
        if value[at : at + 32] != value[at + 32 : at + 64]:  # else there is no change
            return swapped(value, at)
    return flipped(value, chance.randrange(len(value)), chance.randrange(8))


def swapped(data: bytes, at: int) -> bytes:
    """Two points or scalars that stand next to each other change places."""
    first, second = data[at : at + 32], data[at + 32 : at + 64]
    return data[:at] + second + first + data[at + 64 :]


def is_free(kind: str, seat: int, path: tuple[int, ...]) -> bool:
    """Whether this part of a body may be another one without being wrong in itself."""
    return (
        (kind == "PICK" and path == (2,))
        or (kind == "DECIDE" and path == (0,))
        or (kind == "CHOOSE" and path == (0,))
        or (kind == "END" and seat == 0 and path[0] == 0)
    )


def spoilt(account: Account, wire: bytes, chance: random.Random) -> Iterator[bytes]:
    """An entry of the game in several wrong ways, all validly signed."""
    envelope = independent.open_wire(wire)
    kind, seat, body = envelope.kind, envelope.seat, envelope.body
    paths = [path for path in leaves(body) if not is_free(kind, seat, path)]
    some = chance.choices(paths, k=1 + (kind != "MIX")) if paths else []
    bodies = [altered(body, path, chance) for path in some]
    misshapen: list[Value] = [body[:-1], [*body, None], [body], []]
    bodies += chance.sample(misshapen, 2)
    if kind == "CHOOSE":
        payload = body[0]
        assert isinstance(payload, bytes)
        bodies.append([payload + b" ", *body[1:]])
        bodies.append([b"stage half=left", *body[1:]])
    for changed in bodies:
        assert isinstance(changed, list)
        yield signed_again(account, wire, body=tuple(map(_frozen, changed)))


def _frozen(value: Value) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def elsewhere(account: Account, wire: bytes, chance: random.Random) -> bytes:
    """An entry of the game for another place, validly signed."""
    envelope = independent.open_wire(wire)
    changes: list[dict[str, object]] = [
        {"gid": flipped(envelope.gid, 7)},
        {"lane": "other"},
        {"phase": envelope.phase + 1},
        {"kind": "REVEAL" if envelope.kind != "REVEAL" else "PICK"},
        {"seat": (envelope.seat + 1) % len(account.lobby.seats)},
        {"prev": flipped(envelope.prev, 31, 7)},
    ]
    return signed_again(account, wire, **chance.choice(changes))


def go_through(game: Played, keys: Keys, kinds: Collection[str]) -> Account:
    """Read a game; at every entry of these kinds, wrong ones are refused first."""
    chance = random.Random("wrong ones")
    account = Account(keys)
    for wire in game.wires:
        for _ in range(2):
            at = chance.randrange(len(wire))
            refuses(account, flipped(wire, at, chance.randrange(8)))
        if account.table is not None and account.table.open is not None:
            refuses(account, elsewhere(account, wire, chance))
            if account.table.open.kind in kinds:
                for wrong in spoilt(account, wire, chance):
                    refuses(account, wrong)
        account.take(wire)
    return account


def test_a_whole_game_with_both_expansions() -> None:
    """That of the page, by who knows all keys; what is wrong is refused where it stands."""
    both = of_the_page("expansions")
    account = go_through(both, both.secrets_of(0, 1, 2), {"REVEAL", "CHOOSE"})
    account.finish()
    is_of_the_page("expansions", account)
    game = account.game
    assert game is not None
    assert game.over
    decks = Counter((kind, deck, len(s)) for _, kind, s, deck, _ in game.log)
    assert decks["PICK", "leaders", 3] == 3 + 3
    assert decks["PICK", "leaders", 1] == 2  # leaders recruited at the end of a turn
    assert decks["DEAL", "leaders", 3] == 2  # the second one draws from the box
    assert decks["CHOOSE", "", 1] == 2  # penalties, with one seat that has a choice
    assert [move for *_, move in game.moves if move.startswith("lose ")] == [
        "lose press_2",
        "lose observatory",
    ]
    used = [seen for seen in game.seen if game.log[seen.phase][1] == "PICK"]
    assert all(seen.used in seen.hand for seen in used)
