/* The meaning of each key, as at the terminal. Nothing here needs a page. */

/** Keys of the page's own parts. All others are sent, and belong to features. */
const PARTS = { l: "log", t: "talk", p: "points", c: "cities", "?": "help", F1: "help", ":": "command" };
const USES = { b: "build", r: "build", k: "build", w: "stage", s: "sell", n: "nothing" };
const DIALOG = { Enter: "enter", Escape: "back", y: "yes", o: "yes", n: "nothing" };

/**
 * @typedef {object} Situation
 * @property {boolean} dialog whether a dialog of the program is open
 * @property {boolean} drawer whether a part beside the table is open
 * @property {boolean} asks whether there is a question
 * @property {boolean} laid whether a choice is laid down
 * @property {boolean} selected
 * @property {{name: string, key: string}[]} keys of features
 */

/**
 * Return the present meaning of a key, or null.
 * @param {Situation} at @param {string} key
 * @returns {{do: string, what?: any} | null}
 */
export function meaning(at, key) {
  if (at.dialog) return key in DIALOG ? { do: "answer", what: DIALOG[key] } : null;
  if (key === "Escape") return escape(at);
  if (at.asks) {
    const found = choosing(at, key);
    if (found) return found;
  }
  const feature = at.keys.find((it) => it.key === key);
  if (feature) return { do: "press", what: feature.name };
  return key in PARTS ? { do: "open", what: PARTS[key] } : null;
}

function escape(at) {
  if (at.drawer) return { do: "close" };
  if (at.laid) return { do: "take_back" };
  return at.selected ? { do: "select", what: 0 } : null;
}

function choosing(at, key) {
  if (key === "ArrowLeft" || key === "ArrowRight") return { do: "step", what: key === "ArrowLeft" ? -1 : 1 };
  if (key === "Enter") return { do: at.laid ? "seal" : "lay" };
  if (/^[0-9]$/.test(key)) return { do: "select", what: Number(key) };
  return key in USES ? { do: "use", what: USES[key] } : null;
}

/**
 * Return the possible completions of a typed command.
 * @param {string[]} known @param {string} typed
 */
export function completions(known, typed) {
  const start = typed.trimStart().toLowerCase();
  return start ? known.filter((it) => it.startsWith(start) && it !== start) : [];
}
