import assert from "node:assert/strict";
import { test } from "node:test";

// The library predates modules: loaded as one, it adds itself to the window.
Object.assign(globalThis, { self: globalThis });
const loaded = await import("../../client/lending/data/nacl-fast.min.js");
const nacl = /** @type {any} */ (globalThis).nacl ?? /** @type {any} */ (loaded).default;
Object.assign(globalThis, { nacl });
const { Stranger, begin, fingerprint, post } = await import("../../client/lending/data/sealed.js");

const bytes = (...parts) => new Uint8Array(Buffer.concat(parts));

function nonce(who, counter, piece) {
  const made = Buffer.alloc(24);
  made[0] = who;
  made.writeUInt32BE(counter, 12);
  made.writeUInt32BE(piece, 20);
  return new Uint8Array(made);
}

/** A lender's program as described in sealing.py; `answers` holds the status and pieces of each answer. */
class Lender {
  constructor(keys = nacl.box.keyPair()) {
    this.keys = keys;
    this.sessions = new Map();
    this.heard = [];
    this.answers = [];
  }

  hello(theirs) {
    const id = nacl.randomBytes(16), shared = nacl.box.before(theirs, this.keys.secretKey);
    const key = nacl.hash(bytes(shared, id, theirs, this.keys.publicKey)).subarray(0, 32);
    this.sessions.set(Buffer.from(id).toString("hex"), key);
    return new Response(bytes(this.keys.publicKey, id));
  }

  sealed(body) {
    const key = this.sessions.get(Buffer.from(body.subarray(0, 16)).toString("hex"));
    if (!key) return new Response(null, { status: 409 });
    const counter = Buffer.from(body).readUInt32BE(20);
    const said = nacl.secretbox.open(body.subarray(24), nonce(0, counter, 0), key);
    this.heard.push(JSON.parse(new TextDecoder().decode(said)).name);
    const [status, ...pieces] = this.answers.shift() ?? [200, "{}"];
    const head = Buffer.from([status >> 8, status & 255]);
    return new Response(bytes(...pieces.map((it, at) => {
      const data = bytes(at ? Buffer.alloc(0) : head, Buffer.from(it)), size = Buffer.alloc(4);
      size.writeUInt32BE(data.length);
      const box = nacl.secretbox(bytes(size, data), nonce(1, counter, at), key), length = Buffer.alloc(4);
      length.writeUInt32BE(box.length);
      return bytes(length, box);
    })));
  }
}

/** Let a lender's program answer all requests. */
function serve(lender) {
  globalThis.fetch = async (name, asked) => lender[String(name)](/** @type {Uint8Array} */ (asked?.body));
}

/** Begin with a lender whose key is new to this page, as after scanning its code. */
async function meet(lender) {
  serve(lender);
  await begin("");
  return lender;
}

test("an answer has the status and all pieces that the lender sealed", async () => {
  const lender = await meet(new Lender());
  lender.answers = [[200, "one ", "two"], [403, "no"], [204, ""]];
  const answers = [await post({ name: "a" }), await post({ name: "b" }), await post({ name: "c" })];
  assert.deepEqual(answers.map((it) => it.status), [200, 403, 204]);
  assert.equal(await answers[0].text(), "one two");
  assert.equal(await answers[1].text(), "no");
});

test("a status that the lender didn't seal is rejected", async () => {
  const lender = await meet(new Lender());
  for (const status of [403, 401, 204, 500]) {
    globalThis.fetch = async () => new Response(null, { status });
    await assert.rejects(post({ name: "a" }));
  }
  globalThis.fetch = async () => new Response("");
  await assert.rejects(post({ name: "a" }));
  serve(lender);
  assert.equal((await post({ name: "b" })).status, 200);
});

test("a post is repeated once in a new session if the lender has forgotten the old one", async () => {
  const lender = await meet(new Lender());
  lender.sessions.clear();
  assert.equal((await post({ name: "said" })).status, 200);
  assert.deepEqual(lender.heard, ["said"]);
  let posts = 0;
  globalThis.fetch = async (name, asked) => {
    if (name === "hello") return lender.hello(asked?.body);
    posts++;
    return new Response(null, { status: 409 });
  };
  await assert.rejects(post({ name: "lost" }));
  assert.equal(posts, 2);
});

test("after a session has ended, another key is refused and is sent nothing", async () => {
  const lender = await meet(new Lender()), other = new Lender();
  const mine = fingerprint();
  assert.match(mine, /^[a-z2-7]{12}$/);
  lender.sessions.clear();
  serve(other);
  other.sealed = () => new Response(null, { status: 409 });
  await assert.rejects(post({ name: "secret" }), Stranger);
  await assert.rejects(post({ name: "secret" }), Stranger);
  await assert.rejects(begin(), Stranger);
  await assert.rejects(begin(mine), Stranger);
  assert.deepEqual(other.heard, []);
  assert.equal(other.sessions.size > 0, true);
  serve(new Lender(lender.keys));
  assert.equal((await post({ name: "again" })).status, 200);
  assert.equal(fingerprint(), mine);
});

test("a code with a different or shortened fingerprint is refused", async () => {
  await meet(new Lender());
  const mine = fingerprint();
  await assert.rejects(begin(mine.slice(0, 1)), Stranger);
  await assert.rejects(begin("a".repeat(12)), Stranger);
  await begin(mine);
});
