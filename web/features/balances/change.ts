export type Change = 'up' | 'down';

/** Which way an amount went between two readings; undefined when it stayed or one reading is missing. */
export function changeBetween(
  beforePaise: number | undefined,
  afterPaise: number | undefined,
): Change | undefined {
  if (beforePaise === undefined || afterPaise === undefined || beforePaise === afterPaise) {
    return undefined;
  }
  return afterPaise > beforePaise ? 'up' : 'down';
}
