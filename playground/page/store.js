// What the browser keeps between visits.

/** Texts by name. If the browser refuses to keep texts, `get` returns null. */
export const store = {
  get(key) { try { return localStorage.getItem(`broadside.${key}`); } catch { return null; } },
  /** Keeps a value. Returns whether the browser keeps it. */
  set(key, value) { try { localStorage.setItem(`broadside.${key}`, value); return true; } catch { return false; } },
};
