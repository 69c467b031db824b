/*
 * What a browser keeps for its next visit; nothing where that isn't allowed.
 */

/** @param {string} name @param {string} value */
export function store(name, value) {
  try { localStorage.setItem(name, value); } catch { /* it stays as long as the page does */ }
}

/** @param {string} name @returns {string | null} */
export function stored(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** Change from light to dark, or back, and keep that. */
export function toggleTheme() {
  const root = document.documentElement.dataset;
  const isDark = root.theme === "dark" || ((root.theme ?? "auto") === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.theme = isDark ? "light" : "dark";
  store("theme", root.theme);
}
