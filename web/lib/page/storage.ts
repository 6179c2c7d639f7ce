export function readHint(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a local storage hint. Hints are optional: the application works with storage blocked. */
export function writeHint(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full; hints are optional.
  }
}

export function removeHint(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is no hint to remove.
  }
}
