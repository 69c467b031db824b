"""``wonders analyse``: the value of the choices in a game."""

from __future__ import annotations

import pickle
import re
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.analysis import asking, telling
from sealed_wonders.client.analysis.keeping import KeptEvaluations
from sealed_wonders.client.bots import judging, strategy
from sealed_wonders.client.bots.architects import thinker
from sealed_wonders.client.bots.judging import MoveValue, Unjudged
from sealed_wonders.client.commands import analyse
from sealed_wonders.client.engine.architects.kinds import SIZE
from sealed_wonders.client.engine.architects.value import learned
from sealed_wonders.client.storage.home import VARIABLE
from sealed_wonders.core.game import AnyState, Card, Move, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.records.games import writer
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.log import file
from tests.support.clirunner import CliRunner, parse_lines
from tests.support.replays import LOG

RECORDS = Path(__file__).parents[1] / "records"
VECTORS = Path(__file__).parents[1] / "vectors"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(judging, "LEAST", 2)
    return tmp_path


@pytest.fixture
def record(here: Path) -> str:
    """Return the record of a game in which ann sells her best card in the last turn."""
    dealer = Dealer(Wonders(3), seeded("analysed 2"))
    builder = strategy("builder", "")

    def ann(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        move = builder(state, seat, faces)
        task: Any = getattr(state, "task", None)
        if task.name == "turn" and (task.age, task.turn) == (3, 6):
            return Move("sell", move.slot)
        return move

    written: list[str] = []
    for _ in dealer.steps([ann, builder, builder]):
        names = ("ann", "bob", "cleo")
        written += writer("wonders")(dealer.state, names, dealer.faces.get)
    (here / "game.jsonl").write_text("\n".join(written))
    return "game.jsonl"


def test_each_choice_is_compared_with_the_best_one(
    cli: CliRunner, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Selling a card in the last turn is a mistake. Repeating the command computes nothing
    again.
    """
    words = ("analyse", record, "--seat", "ann", "--games", "8")
    steps = cli(*words, "--json", "--steps").splitlines()
    assert [f"#{n}/18" for n in range(19)] == steps[:19]
    said = cli(*words, "--json")
    assert steps[19:] == said.splitlines()
    told = parse_lines(said)
    assert [[age, turn] for age in (1, 2, 3) for turn in range(1, 7)] == [
        it["turn"] for it in told
    ]
    for it in told:
        assert it["judged"]
        assert 0 == it["seat"] == it["hidden"]
        assert it["chosen"] == it["worth"]["move"]
        assert 0 <= it["worth"]["wins"] <= 1
        assert (it["better"] is None) == (it["loses"] == 0)
    last = told[-1]
    assert "sell" == last["chosen"]
    assert last["sure"]
    assert last["points"] > 2
    assert last["better"]["move"].startswith("build ")
    monkeypatch.setattr(analyse, "judged", None)
    assert said == cli(*words, "--json")
    text = cli(*words).splitlines()
    explained, judged = text.index(""), text.index("", text.index("") + 1)
    assert all(re.match(r"(wins|loses|points|[?*]): ", it) for it in text[:explained])
    assert text[explained + 1].startswith("ann: 18 choices could be analysed. ")
    assert text[explained + 1].endswith("3.6.")
    assert text[explained + 2].split() == ["turn", "wins", "loses", "points", "chosen"]
    chosen, better = text[judged - 2 : judged]
    assert "3.6" == chosen.split()[0]
    assert chosen.index("sell ") + 2 == better.index("better: build ")
    assert "choisi" in cli("--lang", "fr", *words)


def test_only_choices_with_known_cards_are_evaluated(
    cli: CliRunner, here: Path
) -> None:
    """
    Cards that were played face down stay unknown. Evaluations of an unfinished game
    aren't stored.
    """
    told = parse_lines(cli("analyse", LOG, "--seat", "1", "--games", "8", "--json"))
    for it in told:
        assert it["judged"] == it["chosen"].startswith("build")
        assert ("why" in it) != it["judged"]
        assert it["judged"] or it["why"] in ("card-unknown", "hand-unknown")
    assert any(it["hidden"] for it in told)
    cut = file.write(file.read(LOG.read_bytes())[:90])
    (here / "cut.swlog").write_bytes(cut)
    before = [*(here / "home" / "analyses").iterdir()]
    assert parse_lines(
        cli("analyse", "cut.swlog", "--seat", "1", "--games", "8", "--json")
    )
    assert before == [*(here / "home" / "analyses").iterdir()]
    said = cli("analyse", LOG, "--seat", "1", "--games", "8")
    assert "not all cards in that hand are known" in said
    assert "(not analysed: face-down card not known)" in said


def test_choices_in_architects_are_evaluated(
    cli: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Except for those among cards that a player looked through in secret."""
    numbers = learned()
    hidden = len(numbers) // (SIZE + 2)
    # One unit of the network is enough for this test, and much faster.
    one = array("d", [*numbers[:-1:hidden], numbers[-1]])
    monkeypatch.setattr(thinker, "learned", lambda: one)
    words = ("analyse", VECTORS / "architects.swlog", "--seat", "cleo", "--games", "8")
    told = parse_lines(cli(*words, "--json"))
    verbs = [it["chosen"].split()[0] for it in told]
    assert {"take", "token", "search", "keep", "build", "extra"} == {*verbs}
    for it, verb in zip(told, verbs, strict=True):
        assert it["judged"] == (verb != "keep") == (not it["hidden"])
        assert it["judged"] or "hand-unknown" == it["why"]
        if it["judged"]:
            assert it["chosen"] == it["worth"]["move"]
    assert "prendre la carte du dessus" in cli("--lang", "fr", *words)


def test_unusable_input_is_an_error_in_one_line(cli: CliRunner, here: Path) -> None:
    """An unknown name, a file without a game, or a wrong number of games."""
    (here / "other").write_bytes(b"nothing of the kind")
    wires = file.read(LOG.read_bytes())
    (here / "lobby.swlog").write_bytes(file.write(wires[:3]))
    for words, status, found in (
        ((LOG, "--seat", "zoe"), 2, "Nobody here is called 'zoe'"),
        (("other",), 2, "neither a log nor a record of a game"),
        (("lobby.swlog",), 1, "no game has begun"),
        ((LOG, "--games", "1"), 2, "--games"),
    ):
        assert found in cli("analyse", *words, status=status)
    assert not (here / "home").exists()


def test_a_choice_can_be_sent_to_another_process() -> None:
    """It contains everything that its evaluation depends on."""
    data = (RECORDS / "typed.jsonl").read_bytes()
    one = asking.AskedChoice(data, 1, 17, 8, own_hand=False)
    assert asking.judged(one) == asking.judged(pickle.loads(pickle.dumps(one)))
    assert "name" not in repr(one)


def test_reasons_for_missing_evaluations_are_counted() -> None:
    """The most frequent reason comes first."""
    state: Any = None
    made = judging.Made(0, (1, 1), state, 0, {}, Move("sell", None), 7)
    reasons = [Unjudged.ONLY, Unjudged.HAND, Unjudged.HAND]
    told = [telling.EvaluatedChoice(("ann", "bob"), made, why) for why in reasons]
    words: Any = None
    why = "hand not known (2), the only possible move (1)"
    assert [*telling.of_seat(told, words)] == [
        f"ann: no choice could be analysed. Reasons: {why}."
    ]
    assert [] == [*telling.legend(told)] == [*telling.decided(told, words)]


def test_summary_and_conclusion_agree_on_better_alternatives() -> None:
    """The turns are named. That none of the choices was costly is no contradiction."""
    state: Any = None

    def judged(turn: int, win: float, seat: Seat = 0) -> telling.EvaluatedChoice:
        made = judging.Made(seat, (3, turn), state, seat, {}, Move("sell", None), 0)
        chosen, best = (MoveValue(it, "", 0.3, 1.0) for it in ("sell", "build a"))
        best = best if win else chosen
        value = judging.Judged(chosen, best, win, win * 50, 0.001)
        return telling.EvaluatedChoice(("ann", "bob"), made, value)

    words = ChoiceLabels()

    def of_seat(some: Sequence[telling.EvaluatedChoice]) -> str:
        return next(iter(telling.of_seat(some, words)))

    def decided(some: Sequence[telling.EvaluatedChoice]) -> list[str]:
        return [*telling.decided(some, words)]

    some = [judged(1, 0.0), judged(7, 0.018)]
    better = "Certainly better alternatives"
    assert of_seat(some) == f"ann: 2 choices could be analysed. {better}: 3.7."
    assert decided(some) == [
        (
            "None of these choices was costly. One certainly had a better alternative "
            "(3.7), but it would have won fewer than 2 more games in 100 and gained "
            "fewer than 3 points."
        )
    ]
    both = [*some, judged(2, 0.01, seat=1)]
    assert "alternatives (ann 3.7, bob 3.2), but each" in "".join(decided(both))
    assert of_seat(some[:1]) == f"ann: 1 choice could be analysed. {better}: none."
    assert decided(some[:1]) == ["None of these choices was costly."]
    costly = decided([*some, judged(2, 0.04)])
    assert costly[1].startswith("3.2, ann: sell. Better: build a (wins 4.0 more")


class ChoiceLabels:
    """Labels for choices without a game."""

    choices: Any = None

    def label(self, made: judging.Made) -> str:
        return "{}.{}".format(*made.turn)

    def card(self, made: judging.Made) -> str:
        return ""

    def words(
        self, made: judging.Made, names: Sequence[str], move: str, card: str
    ) -> str:
        return move

    def details(self, move: str) -> str:
        return ""


@pytest.mark.parametrize("why", Unjudged)
def test_the_reason_for_a_missing_evaluation_is_stored(
    here: Path, why: Unjudged
) -> None:
    """Repeating the command reports the same reason without simulating."""
    kept = KeptEvaluations(b"a game", 8, (), is_over=True)
    kept.add((0, 3), why)
    again = KeptEvaluations(b"a game", 8, (), is_over=True)
    assert why is again[0, 3]
    (file,) = (here / "home" / "analyses").iterdir()
    assert 0o600 == file.stat().st_mode & 0o777
    # If more cards are known, more choices can be evaluated.
    assert (0, 3) not in KeptEvaluations(b"a game", 8, (0,), is_over=True)
