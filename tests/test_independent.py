"""Compares the program with a reader of logs written from docs/PROTOCOL.md alone."""

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
from tests.support.lobbies import identity_of

VECTORS = Path(__file__).parent / "vectors"
LOG = json.loads((VECTORS / "log.json").read_text("utf-8"))
PROOFS = json.loads((VECTORS / "sealed.json").read_text("utf-8"))
TAMING = json.loads((VECTORS / "taming.json").read_text("utf-8"))
of = bytes.fromhex


@pytest.fixture(scope="module", autouse=True)
def each_proof_once() -> Iterator[None]:
    """
    Remember proofs: games are read repeatedly here, with other entries after the same
    start.
    """
    with checked_once():
        yield


@contextmanager
def checked_once() -> Iterator[None]:
    """Make the account remember valid proofs, signatures and wires."""
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
def test_the_account_shares_no_code_with_the_program(module: ModuleType) -> None:
    """It doesn't share any with the helpers of other tests, either."""
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


def test_digests_and_permutation_match_the_vectors() -> None:
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


def test_canonical_json_matches_the_vector() -> None:
    facts = of(LOG["digests"]["facts"])
    assert independent.canonical_json(json.loads(facts)) == facts
    assert hashlib.sha256(facts).hexdigest() == LOG["digests"]["rules"]


def test_an_envelope_with_every_kind_of_value_is_read() -> None:
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
"""Starts with 15, 127 and 255 in more bytes than needed. The last line has a surrogate."""


@pytest.mark.parametrize("bad", ["", *OTHER_ENCODINGS.split()])
def test_other_encodings_and_values_are_refused(bad: str) -> None:
    with pytest.raises(Wrong):
        independent.unpack(of(bad))


def test_signatures_are_judged_as_in_the_vectors() -> None:
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


def test_evidence_is_accepted_and_changed_evidence_refused() -> None:
    known = LOG["envelopes"]
    evidence = of(known["evidence"])
    assert independent.check_evidence(evidence).hex() == known["public"]
    for at in range(0, len(evidence), 37):
        with pytest.raises(Wrong):
            independent.check_evidence(flipped(evidence, at))


def test_a_lobby_is_read_as_in_the_vector() -> None:
    known = LOG["lobby"]
    judged: list[bytes] = []
    lobby = independent.Lobby(lambda rules, _: judged.append(rules))
    for wire in independent.wires(of(known["file"])):
        lobby.take(independent.open_wire(wire))
    assert lobby.gid is not None
    assert lobby.gid.hex() == known["gid"]
    assert lobby.table.hex() == known["table"]
    assert [person.name for person in lobby.seats] == known["seats"]
    assert [rules.hex() for rules in judged] == [known["rules"]]
    code = independent.digest(b"sas", lobby.gid)[:4]
    assert code.hex() == known["code"]


@pytest.mark.parametrize(
    "name",
    ["", " a", "a ", "a  b", "\u0301a", "e\u0301", "a\u00adb", "a\nb", "\u3164"]
    + ["x" * 25, "a\u2003b", "\ue000", "\u20bf"],  # the last one is of Unicode 10
)
def test_invalid_names_are_refused(name: str) -> None:
    with pytest.raises(Wrong):
        independent.check_name(name)


def test_valid_names_are_accepted_and_case_folded() -> None:
    for name in ("Zoë", "Ann-Marie 2", "x" * 24, "Ἀθηνᾶ", "李雷"):
        independent.check_name(name)
    assert independent.folded("Straße") == independent.folded("STRASSE")
    assert independent.folded("\uff21nn") == independent.folded("ann")


def flipped(data: bytes, at: int, bit: int = 0) -> bytes:
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


# ---------- Known proofs ----------


def _one(data: str) -> bytes:
    """Decode a single point."""
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
    """Return the value with one byte changed."""
    if isinstance(value, str):
        return flipped(of(value), len(value) // 4).hex()
    assert isinstance(value, list)
    return [*value[:-1], _spoilt(value[-1])]


@pytest.mark.parametrize("kind", CHECKS)
def test_known_proofs_are_accepted_and_changed_ones_refused(kind: str) -> None:
    for known in PROOFS[kind]:
        CHECKS[kind](known)
        for name in known.keys() - {"secret", "permutation"}:
            with pytest.raises(Wrong):
                CHECKS[kind](known | {name: _spoilt(known[name])})


def test_a_commitment_matches_the_vector() -> None:
    (known,) = PROOFS["commit"]
    parts = [of(known[name]) for name in ("ctx", "nonce", "payload")]
    assert independent.commitment(*parts).hex() == known["digest"]


def test_rules_hashes_and_card_numbers_match_the_page() -> None:
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
    """Return the first wrong entry, on which the account and the program must agree."""
    return fault_by_both(file_of(wires))


def fault_by_both(data: bytes) -> int:
    entry = fault(data)
    with pytest.raises(ReplayFault) as found:
        read_log(data, rules_of)
    assert found.value.entry == entry
    return entry


def rules_of(charter: Charter) -> Ruleset:
    """Return the rules that the table agreed on."""
    options = dict(charter.options)
    return ruleset(str(options["game"]), len(charter.people), options)


def of_the_page(name: str) -> Played:
    known = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    keys = dict(enumerate(known["keys"]))
    return Played((VECTORS / f"{name}.swlog").read_bytes(), keys)


def check_against_page(name: str, account: Account) -> None:
    """Check that an account has the facts that the page's vector gives."""
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


@pytest.mark.thorough  # repeats the game with both expansions
def test_the_account_of_three_seats_matches_its_vector() -> None:
    three = of_the_page("three_seats")
    account = independent.verify(three.data, three.secrets_of(0, 1, 2))
    check_against_page("three_seats", account)


@pytest.mark.parametrize(
    ("name", "outs"), [("changed", [(2,)]), ("given", [])], ids=["changed", "given"]
)
def test_accounts_of_games_with_changed_seats_match_their_vectors(
    name: str, outs: list[tuple[int, ...]]
) -> None:
    """
    In one game, a seat is handed over, and another one is removed by the new holder and
    the third player.

    In the other one, a seat is given away, and all play to the end, with another key
    from the ballot's phase on.
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
    """Return the page's game of Architects."""
    return of_the_page("architects")


@pytest.fixture(scope="module")
def account_of_architects(architects: Played) -> Account:
    """Return an account of it made with the keys of all seats."""
    return independent.verify(architects.data, architects.secrets_of(0, 1, 2))


def test_the_account_of_architects_matches_its_vector(
    account_of_architects: Account,
) -> None:
    """
    With the keys of all seats, the account also knows the cards that peeks and searches
    showed.
    """
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


def test_the_page_s_game_of_architects_has_all_kinds_of_events(
    account_of_architects: Account,
) -> None:
    """These are peeks of both kinds, reshuffled piles, extra cards and tokens."""
    game = architects_of(account_of_architects)
    kinds = Counter(kind for _, kind, *_ in game.log)
    assert kinds["DEAL"] == len(game.peeks) + len(game.looks)
    assert len(game.peeks) > 5
    assert [4, 4] == [len(cards) for *_, cards in game.looks]
    assert game.mixes == 3
    # A remixed pile keeps its key, whether or not it has a card that was face up.
    assert kinds["KEY"] == 2
    assert kinds["MIX"] == 3 * 4
    verbs = Counter(move.split()[0] for *_, move in game.moves)
    assert verbs.keys() >= {"take", "extra", "build", "search", "keep", "token"}
    assert verbs["token"] == 3


def test_wrong_entries_in_a_game_of_architects_are_refused(architects: Played) -> None:
    """Each is refused at its place; then the right entry is accepted."""
    account = go_through(architects, {}, independent.KINDS)
    assert architects_of(account).over
    assert {card for *_, card in architects_of(account).peeks} == {None}
    assert [[None] * 4] * 2 == [cards for *_, cards in architects_of(account).looks]
    refuses(account, architects.wires[-1])


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


# ---------- What is refused ----------


@pytest.mark.parametrize("library", [None, sodium.verify], ids=["OpenSSL", "libsodium"])
def test_a_signature_that_only_one_library_accepts_is_refused(
    monkeypatch: pytest.MonkeyPatch, library: identities.Check | None
) -> None:
    """
    It is refused in the lobby, in the game and as evidence. Otherwise, its signer could
    choose which players accept it.
    """
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
    """Return a signature that OpenSSL accepts: its R is the identity."""
    key = identities.Identity(Ed25519PrivateKey.from_private_bytes(seed)).public
    message = independent.frame(independent.PROTO, b"msg", raw)
    secret = int.from_bytes(hashlib.sha512(seed).digest()[:32], "little")
    secret = secret & 2**254 - 8 | 2**254
    r = b"\x01" + bytes(31)
    h = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little")
    signature = r + (h * secret % independent.Q).to_bytes(32, "little")
    # OpenSSL accepts this signature: it raises no exception.
    Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    return signature


def signed_again(account: Account, wire: bytes, **changes: object) -> bytes:
    """Return a wire with parts of its envelope changed, signed by its seat."""
    envelope = parse(independent.open_wire(wire).raw)
    name = account.lobby.seats[envelope.seat].name
    changed = replace(envelope, **changes)  # type: ignore[arg-type]
    again = sign(identity_of(name), changed)
    return independent.pack([again.wire.env, again.wire.sig])


def refuses(account: Account, wire: bytes) -> None:
    entry = account.entries
    with pytest.raises(Fault) as found:
        account.take(wire)
    assert (found.value.entry, account.entries) == (entry, entry)


def leaves(value: Value, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the paths to all parts of a body that aren't arrays."""
    if isinstance(value, list):
        for place, part in enumerate(value):
            yield from leaves(part, (*path, place))
    else:
        yield path


def altered(value: Value, path: tuple[int, ...], chance: random.Random) -> Value:
    """Return a body with the part at *path* changed."""
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
        if (
            value[at : at + 32] != value[at + 32 : at + 64]
        ):  # otherwise, swapping changes nothing
            return swapped(value, at)
    return flipped(value, chance.randrange(len(value)), chance.randrange(8))


def swapped(data: bytes, at: int) -> bytes:
    """Return the data with two adjacent points or scalars swapped."""
    first, second = data[at : at + 32], data[at + 32 : at + 64]
    return data[:at] + second + first + data[at + 64 :]


def is_free(kind: str, seat: int, path: tuple[int, ...]) -> bool:
    """Return whether another value of this part of a body can be valid."""
    return (
        (kind == "PICK" and path == (2,))
        or (kind == "DECIDE" and path == (0,))
        or (kind == "CHOOSE" and path == (0,))
        or (kind == "END" and seat == 0 and path[0] == 0)
    )


def spoilt(account: Account, wire: bytes, chance: random.Random) -> Iterator[bytes]:
    """Yield wrong variants of an entry, all validly signed."""
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
    """Return a validly signed entry of the game for another place."""
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
    """Read a game. At every entry of these kinds, wrong variants are refused first."""
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


def test_wrong_entries_in_a_game_with_both_expansions_are_refused() -> None:
    """
    It is the page's game, read with the keys of all seats. Wrong entries are refused at
    their place.
    """
    both = of_the_page("expansions")
    account = go_through(both, both.secrets_of(0, 1, 2), {"REVEAL", "CHOOSE"})
    account.finish()
    check_against_page("expansions", account)
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
