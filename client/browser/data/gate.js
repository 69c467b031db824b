/*
 * Asks for this page to be let in: it shows two words, and whoever sits at the terminal says
 * whether they are the same there. Until then the secret it has is good for nothing.
 */
const KEY = "session";
let secret = sessionStorage.getItem(KEY) ?? "";

/**
 * Do something, as far as this page was let in; the secret goes along as a header. A page of a
 * guest has a module of its own in this one's place, which exports the same.
 * @param {string} name
 * @param {unknown=} body
 * @param {AbortSignal=} signal
 * @returns {Promise<Response>}
 */
export function call(name, body, signal) {
  const headers = { Authorization: `Bearer ${secret}` };
  return fetch(name, { method: "POST", headers, cache: "no-store", signal, body: body === undefined ? undefined : JSON.stringify(body) });
}

/**
 * Give the answer to a first call, when this page was let in.
 * @param {string} name
 * @returns {Promise<Response>}
 */
export async function enter(name) {
  for (let answer; ;) {
    try {
      if (secret && (answer = await call(name)).ok) return answer;
      const why = await asked();
      if (why) await pressed(why);
    } catch {
      await pressed("ended");
    }
  }
}

/** Ask, and wait; gives why it came to nothing, if it did. */
async function asked() {
  const answer = await call("ask");
  if (!answer.ok) return "crowded";
  const got = await answer.json();
  secret = got.secret;
  part("#words").textContent = got.words;
  show("waiting");
  for (;;) {
    const { standing } = await (await call("wait")).json();
    if (standing === "out") {
      secret = "";
      return standing;
    }
    if (standing === "in") {
      sessionStorage.setItem(KEY, secret);
      return "";
    }
  }
}

/** A part of the page that asks. @param {string} selector */
function part(selector) {
  return /** @type {HTMLElement} */ (document.querySelector(selector));
}

/** Show one state. @param {string} state */
function show(state) {
  for (const it of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-state]"))) it.hidden = it.dataset.state !== state;
}

/** Show a state until its button is pressed. @param {string} state */
function pressed(state) {
  show(state);
  return new Promise((resolve) => {
    part(`[data-state="${state}"] button`).onclick = resolve;
  });
}
