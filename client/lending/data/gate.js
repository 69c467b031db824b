/*
 * Asks for a lent seat. It takes the place of the module of this name for the player's own machine, so the
 * page of a seat is the same. The secret is kept by seat: the first that still has one is the page's. Beside
 * it is the fingerprint of the lender's key, since no other lender may hear it. All that is said is sealed;
 * pictures come at once, before any is shown, since which of them are fetched would tell a hand.
 */
import { use } from "./pictures.js";
import { Stranger, begin, fingerprint, post } from "./sealed.js";

const PREFIX = "seat ";
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const field = (id) => /** @type {HTMLInputElement} */ (byId(id));
let secret = "";

// A code that is scanned while this page is open changes nothing but what is behind the "#".
addEventListener("hashchange", () => location.reload());

/**
 * Do something, as far as this phone has a seat.
 * @type {typeof import("../../browser/data/gate.js").call}
 */
export function call(name, body, signal) {
  return post({ name, secret, body }, signal);
}

/**
 * Give the answer to a first call, once this phone has a seat.
 * @type {typeof import("../../browser/data/gate.js").enter}
 */
export async function enter(name) {
  const [code, scanned] = decodeURIComponent(location.hash.slice(1)).split(".");
  if (code) {
    field("code").value = code;
    history.replaceState(null, "", location.pathname);
  }
  for (;;) {
    try {
      await begin(scanned || seats()[0]?.of || fingerprint());
      await collect();
      const answer = (await known(name)) ?? (await asked(name));
      if (answer) return shown(answer);
    } catch (problem) {
      await pressed(problem instanceof Stranger ? "stranger" : "ended");
    }
  }
}

/** Fetch all pictures. */
async function collect() {
  const { lang } = document.documentElement;
  const drawn = await (await fetch(`album/${lang}`)).json(), made = new Map();
  const source = (path) => {
    const picture = drawn[path.replace(/^(\w+)\/[^/]+\//, `$1/${lang}/`)] ?? "<svg xmlns='http://www.w3.org/2000/svg'/>";
    if (!made.has(path)) made.set(path, `data:image/svg+xml,${encodeURIComponent(picture)}`);
    return made.get(path);
  };
  use({ source });
}

/** Give the seats that this phone has had, the last one first, with the fingerprints of their lenders' keys. */
function seats() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).sort().reverse();
  return keys.map((key) => {
    const [kept, of = ""] = (localStorage.getItem(key) ?? "").split(" ");
    return { key, kept, of };
  });
}

/** Try the seats that this lender has lent; forget those that are gone. */
async function known(name) {
  for (const { key, kept, of } of seats()) {
    if (of && of !== fingerprint()) continue;
    secret = kept;
    const answer = await call(name);
    if (answer.ok) return answer;
    if (answer.status !== 403) throw new Error("too many requests");
    byId("before").textContent = key.slice(PREFIX.length).split(" ").slice(1).join(" ");
    byId("before-line").hidden = false;
    localStorage.removeItem(key);
  }
  return null;
}

/** Ask, and wait; gives nothing if it came to nothing. */
async function asked(name) {
  await pressed("name");
  const code = field("code").value;
  const before = byId("before").textContent;
  secret = "";
  const got = await (await call("ask", { name: field("name").value, code, before })).json();
  if (got.why === "code") {
    const claimed = await (await call("claim", { code })).json();
    if (claimed.secret) return entered(claimed, name);
  }
  if (got.why) return void (await pressed(got.why === "name" ? "name-bad" : got.why));
  secret = got.secret;
  byId("words").textContent = got.words;
  show("waiting");
  for (;;) {
    const { standing } = await (await call("wait")).json();
    if (standing === "out") return void (await pressed("out"));
    if (standing === "in") return entered(got, name);
  }
}

async function entered(got, name) {
  secret = got.secret;
  localStorage.setItem(`${PREFIX}${Date.now()} ${got.words}`, `${secret} ${fingerprint()}`);
  return call(name);
}

function shown(answer) {
  show("");
  const box = /** @type {HTMLDetailsElement} */ (byId("moving"));
  box.hidden = false;
  box.ontoggle = async () => {
    byId("move-line").hidden = true;
    if (!box.open) return;
    byId("move").textContent = (await (await call("move")).json()).code;
    byId("move-line").hidden = false;
  };
  // It stays below whatever the page puts there.
  const last = () => document.body.lastElementChild === box || document.body.append(box);
  new MutationObserver(last).observe(document.body, { childList: true });
  return answer;
}

/** Show one of the gate's states. @param {string} state */
function show(state) {
  for (const it of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-state]"))) it.hidden = it.dataset.state !== state;
}

/** Show a state until its button is pressed. @param {string} state */
function pressed(state) {
  show(state);
  return new Promise((resolve) => {
    const button = /** @type {HTMLElement} */ (document.querySelector(`[data-state="${state}"] button`));
    button.onclick = resolve;
  });
}
