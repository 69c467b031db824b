/*
 * Language and theme: what the address says, what was stored, and what the browser wants.
 */

/** Return what was chosen: in the address, or stored. @param {string} name */
export function stored(name) {
  const asked = new URLSearchParams(location.search).get(name);
  if (asked) return asked;
  try { return localStorage.getItem(name); } catch { return null; }
}

/** @param {string} name @param {string} value */
export function store(name, value) {
  try { localStorage.setItem(name, value); } catch { /* it stays as long as the page does */ }
}

/** Return the language to begin with: the first that somebody wants and the server knows. @param {string[]} known @param {readonly (string | null)[]} wanted */
export function firstLanguage(known, wanted) {
  for (const one of wanted) {
    const found = known.find((it) => it === (one ?? "").slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return known[0];
}

/** Return the language after another. @param {string[]} known @param {string} language */
export function nextLanguage(known, language) {
  return known[(known.indexOf(language) + 1) % known.length];
}
