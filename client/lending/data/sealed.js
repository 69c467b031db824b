/*
 * Seals what this page posts, and opens what is answered, so that who only listens to the
 * Wi-Fi reads nothing. The library beside it is TweetNaCl.js 1.0.3, in the public domain.
 * client/lending/sealing.py says how and why.
 */
// oxlint-disable-next-line import/no-unassigned-import -- it is older than modules
import "./nacl-fast.min.js";

const nacl = /** @type {any} */ (globalThis).nacl;
const PAGE = 0, LENDER = 1, ID = 16, PADDING = 512;
const PATIENCE = 30_000;
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

/** @typedef {{id: Uint8Array, key: Uint8Array, posts: number}} Session */

/** @type {Session | null} */
let session = null;
let last = Promise.resolve();

/** Post something, after what was posted before; gives the answer once it begins. */
export function post(said, signal) {
  const answer = last.then(() => send(said, signal));
  last = answer.then(() => {}, () => {});
  return answer;
}

/** Begin a session; gives whether the key is the one with this fingerprint, if there is one. */
export async function begin(fingerprint) {
  const mine = nacl.box.keyPair();
  const answer = await fetch("hello", { method: "POST", cache: "no-store", body: mine.publicKey });
  if (!answer.ok) throw new Error(String(answer.status));
  const got = new Uint8Array(await answer.arrayBuffer());
  const theirs = got.subarray(0, 32), id = got.subarray(32, 32 + ID);
  const shared = nacl.box.before(theirs, mine.secretKey);
  session = { id, key: nacl.hash(joined(shared, id, mine.publicKey, theirs)).subarray(0, 32), posts: 0 };
  return !fingerprint || letters(nacl.hash(theirs), fingerprint.length) === fingerprint;
}

async function send(said, signal) {
  if (!session) await begin("");
  const now = /** @type {Session} */ (session), { id, key } = now, counter = now.posts++;
  const text = new TextEncoder().encode(JSON.stringify(said));
  const padded = new Uint8Array(Math.ceil(text.length / PADDING) * PADDING).fill(32);
  padded.set(text);
  const body = joined(id, number(counter), nacl.secretbox(padded, nonce(PAGE, counter, 0), key));
  // What was posted later waits for this, but not for ever.
  const control = new AbortController(), timer = setTimeout(() => control.abort(), PATIENCE);
  signal?.addEventListener("abort", () => control.abort());
  const answer = await fetch("sealed", { method: "POST", cache: "no-store", signal: control.signal, body });
  clearTimeout(timer);
  // Another start of the program, or one that has forgotten this page.
  if (answer.status === 409) session = null;
  const open = answer.body && answer.status !== 204 && answer.status !== 409;
  return new Response(open ? answer.body.pipeThrough(opener(key, counter)) : null, { status: answer.status });
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
