export type Change = 'up' | 'down';

/** Returns the direction of a change between two readings; undefined if equal or a reading is missing. */
export function changeBetween(
  beforePaise: number | undefined,
  afterPaise: number | undefined,
): Change | undefined {
  if (beforePaise === undefined || afterPaise === undefined || beforePaise === afterPaise) {
    return undefined;
  }
  return afterPaise > beforePaise ? 'up' : 'down';
}
