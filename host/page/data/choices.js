/* The language of the page. Nothing here needs a page. */

/**
 * Return the initial language: the first wanted one that the server knows.
 * @param {string[]} known @param {readonly (string | null)[]} wanted
 */
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
