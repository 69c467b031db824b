/*
 * Signals for a player who is looking elsewhere: title, icon, a short sound, vibration. The screen of a phone
 * stays on during the game.
 */
import { store, stored } from "./storage.js";
import { _ } from "./words.js";

let wasOurs = false;
let audio = /** @type {AudioContext | null} */ (null);
let lock = /** @type {any} */ (null);

export function hasSound() {
  return stored("sound") === "on";
}

/** Turn the sound on or off. Browsers require a tap before the first sound. */
export function toggleSound() {
  store("sound", hasSound() ? "off" : "on");
  if (hasSound()) chime();
}

/** Show in the title and the icon whose turn it is, and make a sound when it becomes ours. */
export function tell(ours, title) {
  document.title = ours ? `● ${_("your_turn")} – ${title}` : title;
  icon(ours);
  if (ours && !wasOurs) {
    if (hasSound()) chime();
    if (document.hidden) navigator.vibrate?.(120);
  }
  wasOurs = ours;
}

function icon(ours) {
  const dot = ours ? "<circle cx='24' cy='8' r='8' fill='%23d9480f'/>" : "";
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path d='M2 28H30L16 3Z' fill='%23b58a3a'/><path d='M11 12H21M8 18H24M5 24H27' stroke='%23fff' stroke-width='2'/>${dot}</svg>`;
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const href = `data:image/svg+xml,${svg.replace(/[<>]/g, encodeURIComponent).replace(/ /g, "%20")}`;
  if (link && link.href !== href) link.href = href;
}

function chime() {
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime;
    [660, 880].forEach((pitch, at) => tone(audio, pitch, start + at * 0.12));
  } catch { /* no sound here */ }
}

function tone(context, pitch, at) {
  const wave = context.createOscillator(), volume = context.createGain();
  wave.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.14, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.28);
  wave.connect(volume).connect(context.destination);
  wave.start(at);
  wave.stop(at + 0.3);
}

/** Keep the screen on during a game, if the browser can. */
export async function stayAwake(isPlaying) {
  if (!isPlaying || document.hidden || !("wakeLock" in navigator)) {
    if (!isPlaying) { lock?.release?.(); lock = null; }
    return;
  }
  if (lock && !lock.released) return;
  try { lock = await /** @type {any} */ (navigator).wakeLock.request("screen"); } catch { lock = null; }
}
