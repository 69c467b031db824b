import { call, enter } from "./gate.js";
const box = document.body.appendChild(document.createElement("pre"));
let have = {};
async function run() {
  const known = await (await enter("words")).json();
  const answer = await call("events");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const parts = rest.split("\n\n");
    rest = parts.pop();
    for (const part of parts) if (part.startsWith("data:")) { Object.assign(have, JSON.parse(part.slice(5))); box.textContent = JSON.stringify(have, null, 1); }
  }
}
run();
