/** Reads a hint kept in this browser; null when it is absent or storage is blocked. */
export function readHint(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a hint in this browser. Hints are conveniences: with storage blocked the product still works. */
export function writeHint(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full storage only costs the convenience.
  }
}

/** Forgets a hint. */
export function removeHint(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing could have been stored either.
  }
}
