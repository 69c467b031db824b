import assert from "node:assert/strict";
import { test } from "node:test";
import { ranking, tie } from "../../net/web/data/ending.js";
import { builtStages, isBuilt, leaders, looksOf, places } from "../../net/web/data/view.js";
import { restingScene } from "../../net/web/data/audience.js";
import { signsToExplain } from "../../net/web/data/cities.js";
import { condensed } from "../../net/web/data/fitting.js";
import { learn } from "../../net/web/data/words.js";
import { use } from "../../net/web/data/pictures.js";
import { firstLanguage, nextLanguage } from "../../host/page/data/choices.js";

const points = { lines: ["total"], rows: [[5], [9], [5]], ahead: [1], curves: [] };

test("tied seats share a rank, and nobody leads while all are tied", () => {
  assert.deepEqual(places(points), [2, 1, 2]);
  assert.deepEqual(leaders(points), [1]);
  assert.deepEqual(leaders({ ...points, ahead: [0, 1, 2] }), []);
});

test("winners come first, even if others have as many points", () => {
  const view = { people: ["Ann", "Bob", "Cleo"], points: { ...points, rows: [[9], [9], [5]] } };
  assert.deepEqual(ranking(view), [1, 0, 2]);
});

test("built stages are given as a number or as a list", () => {
  assert.deepEqual([builtStages({ built: 2 }), isBuilt({ built: 2 }, 2), isBuilt({ built: 2 }, 3)], [2, true, false]);
  assert.deepEqual([builtStages({ built: [1, 4] }), isBuilt({ built: [1, 4] }, 4), isBuilt({ built: [1, 4] }, 2)], [2, true, false]);
});

test("a board's colours are found after its names, one for each language", () => {
  use({ names: { languages: { en: "English", fr: "Français", de: "Deutsch" }, wonders: { "gizah.day": ["Gizah", "Gizeh", "Gise", "boards", "", "#111", "#eee", "9 4"] } }, language: "de" });
  const [look] = looksOf({ people: ["Ann"], table: { cities: [{ board: "gizah.day" }] } });
  assert.deepEqual(look, { name: "Ann", board: "gizah.day", colour: "var(--light,#111) var(--dark,#eee)", dash: "9 4" });
});

test("the language is the first preferred one that the server knows", () => {
  assert.equal(firstLanguage(["en", "fr"], [null, "de-DE", "fr-CH"]), "fr");
  assert.equal(firstLanguage(["en", "fr"], ["en", "fr-CH"]), "en");
  assert.equal(firstLanguage(["en", "fr"], ["de"]), "en");
  assert.equal(nextLanguage(["en", "fr", "de"], "de"), "en");
});

test("a tie is explained by the tiebreaker", () => {
  learn({ "tie.coins": "{who} has {n}", "tie.shared.coins": "shared" });
  use({ game: "wonders" });
  const view = { people: ["Ann", "Bob"], points: { ...points, rows: [[9], [9]], ahead: [1] }, table: { cities: [{ coins: 2 }, { coins: 5 }] } };
  assert.equal(tie(view), "Bob has 5");
  assert.equal(tie({ ...view, points: { ...view.points, ahead: [0, 1] } }), "shared");
  assert.equal(tie({ ...view, points: { ...view.points, rows: [[8], [9]] } }), null);
});

test("a resting table shows its last cards, then the other scenes", () => {
  const played = { at: [1, 1], events: [{ is: "played", seat: 0 }] }, fought = { at: [1, 6], events: [{ is: "played", seat: 0 }, { is: "fought", tokens: [] }] };
  const view = (turn, projects = []) => ({ people: ["Ann"], table: { cities: [{}], projects }, turns: { recent: [turn] }, points });
  assert.deepEqual(restingScene(view(played), "table"), { kind: "plays", turn: played });
  assert.equal(restingScene(view(played, [{}]), "table").kind, "table");
  assert.equal(restingScene(view(fought), "table").kind, "table");
  assert.equal(restingScene(view(played), "points").kind, "points");
  assert.equal(restingScene({ ...view(played), table: { cities: [] } }).kind, "boards");
});

test("signs are explained while a city has them", () => {
  const city = { pawns: [], debts: [], kept: 0 };
  assert.deepEqual(signsToExplain([]), []);
  assert.deepEqual(signsToExplain([city, city]), []);
  assert.deepEqual(signsToExplain([city, { ...city, debts: [-2], kept: 3 }]).map((it) => it.name), ["edifice", "crown"]);
  assert.deepEqual(signsToExplain([{ ...city, pawns: [1] }, city]).map((it) => it.name), ["pawn"]);
  assert.deepEqual(signsToExplain([{ shields: 2 }]), [], "in Architects");
});

test("a name that is too wide is condensed, and shrunk only if that isn't enough", () => {
  assert.deepEqual(condensed(200, 150), { narrow: 1, size: 1 });
  assert.deepEqual(condensed(150, 200), { narrow: 0.75, size: 1 });
  const { narrow, size } = condensed(100, 400);
  assert.ok(size < 1);
  assert.ok(Math.abs(narrow * size - 0.25) < 1e-9);
});
