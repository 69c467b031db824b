/*
 * Seals what this page posts, and opens what is answered, so that who only listens to the
 * Wi-Fi reads nothing. The library beside it is TweetNaCl.js 1.0.3, in the public domain.
 * client/lending/sealing.py says how and why.
 */
// oxlint-disable-next-line import/no-unassigned-import -- it is older than modules
import "./nacl-fast.min.js";

const nacl = /** @type {any} */ (globalThis).nacl;
const PAGE = 0, LENDER = 1, ID = 16, PADDING = 512, FINGERPRINT = 12;
const PATIENCE = 30_000;
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

/** @typedef {{id: Uint8Array, key: Uint8Array, posts: number}} Session */

/** @type {Session | null} */
let session = null;
let known = "";
let last = Promise.resolve();

/** Post something, after what was posted before; gives the answer once it begins. */
export function post(said, signal) {
  const answer = last.then(() => send(said, signal));
  last = answer.then(() => {}, () => {});
  return answer;
}

/** The lender's key isn't the one that this page knows. */
export class Stranger extends Error {}

/** Return the fingerprint of the lender's key; empty before the first session. */
export const fingerprint = () => known;

/** Begin a session, unless the key isn't the one with this fingerprint, or that of before. */
export async function begin(wanted = known) {
  const mine = nacl.box.keyPair();
  const answer = await fetch("hello", { method: "POST", cache: "no-store", body: mine.publicKey });
  if (!answer.ok) throw new Error(String(answer.status));
  const got = new Uint8Array(await answer.arrayBuffer());
  const theirs = got.subarray(0, 32), id = got.subarray(32, 32 + ID);
  const found = letters(nacl.hash(theirs), FINGERPRINT);
  if (wanted && found !== wanted) throw new Stranger("another key");
  const shared = nacl.box.before(theirs, mine.secretKey);
  session = { id, key: nacl.hash(joined(shared, id, mine.publicKey, theirs)).subarray(0, 32), posts: 0 };
  known = found;
}

/** Send a post, again in a new session if the lender's program has forgotten this one. */
async function send(said, signal) {
  if (!session) await begin();
  const first = await sent(said, signal);
  if (first) return first;
  await begin();
  const second = await sent(said, signal);
  if (second) return second;
  throw new Error("no session");
}

/** Send a post once; gives nothing if the session is over, so that nothing was done. */
async function sent(said, signal) {
  const now = /** @type {Session} */ (session), { id, key } = now, counter = now.posts++;
  const text = new TextEncoder().encode(JSON.stringify(said));
  const padded = new Uint8Array(Math.ceil(text.length / PADDING) * PADDING).fill(32);
  padded.set(text);
  const body = joined(id, number(counter), nacl.secretbox(padded, nonce(PAGE, counter, 0), key));
  // What was posted later waits for this, but not for ever.
  const control = new AbortController(), timer = setTimeout(() => control.abort(), PATIENCE);
  signal?.addEventListener("abort", () => control.abort());
  try {
    const answer = await fetch("sealed", { method: "POST", cache: "no-store", signal: control.signal, body });
    if (answer.status === 409) return void (session = null);
    if (answer.status !== 200 || !answer.body) throw new Error(String(answer.status));
    return await opened(answer.body, key, counter);
  } finally {
    clearTimeout(timer);
  }
}

/** Give an answer, whose status is in the first box: one outside may be anybody's. */
async function opened(sealed, key, counter) {
  const boxes = sealed.pipeThrough(opener(key, counter)).getReader();
  const { value: first } = await boxes.read();
  if (!first) throw new Error("cut off");
  const status = (first[0] << 8) | first[1];
  const body = new ReadableStream({
    start: (out) => out.enqueue(first.subarray(2)),
    async pull(out) {
      const { value, done } = await boxes.read();
      if (done) out.close();
      else out.enqueue(value);
    },
    cancel: (why) => boxes.cancel(why),
  });
  return new Response(status === 204 ? null : body, { status });
}

/** Opens the boxes of an answer, one after the other. */
function opener(key, counter) {
  let rest = new Uint8Array(0), pieces = 0;
  return new TransformStream({
    transform(chunk, out) {
      rest = joined(rest, chunk);
      for (;;) {
        const size = rest.length < 4 ? Infinity : length(rest);
        if (rest.length < 4 + size) return;
        const said = nacl.secretbox.open(rest.subarray(4, 4 + size), nonce(LENDER, counter, pieces++), key);
        if (!said) return void out.error(new Error("not sealed by the lender"));
        out.enqueue(said.slice(4, 4 + length(said)));
        rest = rest.slice(4 + size);
      }
    },
  });
}

function nonce(who, counter, piece) {
  const found = new Uint8Array(24);
  found[0] = who;
  found.set(number(counter), 8);
  found.set(number(piece), 16);
  return found;
}

function number(value) {
  const found = new Uint8Array(8);
  new DataView(found.buffer).setUint32(4, value);
  return found;
}

function length(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
}

function joined(...parts) {
  const found = new Uint8Array(parts.reduce((sum, it) => sum + it.length, 0));
  let at = 0;
  for (const it of parts) {
    found.set(it, at);
    at += it.length;
  }
  return found;
}

/** The first letters of bytes in base 32. */
function letters(bytes, count) {
  let bits = 0, value = 0, found = "";
  for (const it of bytes) {
    value = (value << 8) | it;
    for (bits += 8; bits >= 5 && found.length < count; bits -= 5) found += LETTERS[(value >> (bits - 5)) & 31];
    value &= 31;
    if (found.length === count) break;
  }
  return found;
}
