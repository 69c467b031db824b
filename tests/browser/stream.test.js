import assert from "node:assert/strict";
import { mock, test } from "node:test";

/** A page that can be hidden, and a server whose streams last until the page aborts them. */
const window = new EventTarget();
const page = Object.assign(new EventTarget(), { hidden: false });
/** @type {{signal: AbortSignal, send: (said: string) => void}[]} */
const streams = [];

Object.assign(globalThis, {
  addEventListener: window.addEventListener.bind(window),
  document: page,
  sessionStorage: { getItem: () => "secret" },
  async fetch(_name, { signal }) {
    let write;
    const body = new ReadableStream({
      start(it) {
        write = it;
        signal.addEventListener("abort", () => it.error(signal.reason));
      },
    });
    streams.push({ signal, send: (said) => write.enqueue(new TextEncoder().encode(said)) });
    return { ok: true, status: 200, body };
  },
});
mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
let now = 0;
mock.method(performance, "now", () => now);
const { Stream } = await import("../../client/browser/data/stream.js");

/** Let time pass, and let pending network tasks run. */
async function pass(milliseconds) {
  for (let left = milliseconds; left > 0; left -= 500) {
    now += 500;
    mock.timers.tick(500);
    await settle();
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

function hide(hidden) {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
}

function last() {
  return streams[streams.length - 1];
}

const states = /** @type {string[]} */ ([]);
const taken = /** @type {[object, boolean][]} */ ([]);
const stream = new Stream({ state: (it) => states.push(it), take: (news, fresh) => taken.push([news, fresh]) });

test("only the first message of a stream is marked as fresh", async () => {
  stream.start();
  await settle();
  last().send('data: {"a":1}\n\ndata: {"b":');
  await settle();
  last().send("2}\n\n");
  await settle();
  assert.deepEqual(taken, [[{ a: 1 }, true], [{ b: 2 }, false]]);
});

test("a page hidden for half a minute closes its stream, since browsers allow only six", async () => {
  const before = streams.length;
  hide(true);
  for (let n = 0; n < 3; n += 1) {
    await pass(10_000);
    if (n < 2) last().send(": beat\n\n");
  }
  assert.equal(states.at(-1), "resting");
  assert(last().signal.aborted);
  await pass(60_000);
  assert.equal(streams.length, before, "it stays closed while the page is hidden");
});

test("a page that is visible again reconnects at once", async () => {
  const before = streams.length;
  hide(false);
  await settle();
  assert.equal(streams.length, before + 1);
});

test("a stream without a heartbeat for twenty seconds is reopened", async () => {
  const before = streams.length;
  await pass(18_000);
  last().send(": beat\n\n");
  await pass(18_000);
  assert.equal(streams.length, before);
  await pass(6_000);
  assert.equal(states.at(-1), "lost");
  assert.equal(streams.length, before + 1);
});

test("a program that has ended is no longer contacted", async () => {
  last().send('data: {"ended":{"why":"it is over"}}\n\n');
  await settle();
  assert.equal(states.at(-1), "ended");
  const before = streams.length;
  await pass(60_000);
  window.dispatchEvent(new Event("online"));
  await settle();
  assert.equal(streams.length, before);
});
