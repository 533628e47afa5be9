// What the browser keeps between visits.

/** Some browsers keep nothing; the page works without it. */
export const store = {
  get(key) { try { return localStorage.getItem(`broadside.${key}`); } catch { return null; } },
  /** Keeps a value. Returns whether the browser keeps it. */
  set(key, value) { try { localStorage.setItem(`broadside.${key}`, value); return true; } catch { return false; } },
};
