// What the browser keeps between visits.

/** Some browsers keep nothing, and nothing else depends on it. */
export const store = {
  get(key) { try { return localStorage.getItem(`broadside.${key}`); } catch { return null; } },
  /** Whether it is kept. */
  set(key, value) { try { localStorage.setItem(`broadside.${key}`, value); return true; } catch { return false; } },
};
