/*
 * Asks for access: the page shows two words, and the person at the terminal confirms that they are the same
 * there. Until then, the page's secret gives access to nothing.
 */
const KEY = "session";
let secret = sessionStorage.getItem(KEY) ?? "";

/**
 * Call the program, with the page's secret as a header. A guest's page has another module in place of this
 * one, with the same exports.
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
 * Return the answer to the first call after the page was let in.
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

/** Ask for access and wait; return the reason if it is refused; empty if it is granted. */
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

/** Return an element of the page that asks. @param {string} selector */
function part(selector) {
  return /** @type {HTMLElement} */ (document.querySelector(selector));
}

/** Show one of the gate's states. @param {string} state */
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
