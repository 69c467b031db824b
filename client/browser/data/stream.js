/* The connection: posts, and the stream of sections, which reconnects after a loss. */
import { call } from "./gate.js";
import { events } from "./sections.js";

/** Milliseconds of silence after which a stream counts as lost; a heartbeat comes every 15 s. */
const SILENCE = 20_000;
/** Milliseconds after which a hidden page closes its stream, since browsers allow six per address. */
const HIDDEN = 30_000;
const AGAIN = 1_500;

/**
 * @typedef {object} Listener
 * @property {(news: object, fresh: boolean) => void} take gets sections; `fresh` begins anew
 * @property {(state: "here" | "lost" | "resting" | "ended", why?: string, further?: string[][]) => void} state gets why it has ended, if there is more to say, and how to play again
 */

export class Stream {
  /** @param {Listener} listener */
  constructor(listener) {
    this._listener = listener;
    /** @type {AbortController | null} */
    this._open = null;
    this._heard = 0;
    this._again = 0;
    this._rest = 0;
    this._hasEnded = false;
    addEventListener("pageshow", () => this._seen());
    addEventListener("online", () => this._seen());
    document.addEventListener("visibilitychange", () => this._seen());
    setInterval(() => this._watch(), 2_000);
  }

  /** Open the stream, unless it is open. */
  start() {
    clearTimeout(this._again);
    if (this._open || this._hasEnded) return;
    this._open = new AbortController();
    this._heard = performance.now();
    this._read(this._open).catch(() => {}).finally(() => this._lost());
  }

  async _read(control) {
    const answer = await call("events", undefined, control.signal);
    if (answer.status === 403) {
      // Another start of the program, which doesn't know this page: ask to be let in again.
      location.reload();
      return;
    }
    if (!answer.ok || !answer.body) throw new Error(String(answer.status));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "", fresh = true;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      this._heard = performance.now();
      const found = events(rest + value);
      rest = found.rest;
      for (const one of found.news) {
        this._take(one, fresh);
        fresh = false;
      }
    }
  }

  _take(one, fresh) {
    if (one.ended) {
      this._hasEnded = true;
      this._listener.state("ended", one.ended.why, one.ended.further);
    } else {
      this._listener.state("here");
      this._listener.take(one, fresh);
    }
  }

  _lost() {
    this._open = null;
    if (this._hasEnded || document.hidden) return;
    this._listener.state("lost");
    clearTimeout(this._again);
    this._again = setTimeout(() => this.start(), AGAIN);
  }

  _watch() {
    if (this._open && performance.now() - this._heard > SILENCE) this._open.abort();
  }

  _seen() {
    clearTimeout(this._rest);
    if (!document.hidden) this.start();
    else {
      this._rest = setTimeout(() => {
        this._listener.state("resting");
        this._open?.abort();
      }, HIDDEN);
    }
  }
}

/** Post an action. @param {object} action @returns {Promise<boolean>} whether it arrived */
export async function act(action) {
  try {
    return (await call("act", action)).ok;
  } catch {
    return false;
  }
}
