/* Values that a browser keeps for its next visit, if it may. */

/** @param {string} name @param {string} value */
export function store(name, value) {
  try { localStorage.setItem(name, value); } catch { /* it stays as long as the page does */ }
}

/** @param {string} name @returns {string | null} */
export function stored(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** Switch between light and dark, and remember the choice. */
export function toggleTheme() {
  const root = document.documentElement.dataset;
  const isDark = root.theme === "dark" || ((root.theme ?? "auto") === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.theme = isDark ? "light" : "dark";
  store("theme", root.theme);
}
