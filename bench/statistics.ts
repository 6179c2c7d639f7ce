/** Returns the quantile of sorted values. */
export const quantile = (sorted: number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

export const median = (values: number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/**
 * Compares two samples by the Mann-Whitney test. `share` is how often a value of the first is above one of the second, ties
 * counted half; `z` is near zero if they have the same distribution.
 */
export function compareSamples(first: number[], second: number[]): { z: number; share: number } {
  const sorted = second.toSorted((a, b) => a - b);
  const wins = first.map((value) => {
    const below = countBelow(sorted, (other) => other < value);
    const upTo = countBelow(sorted, (other) => other <= value);
    return (below + upTo) / 2;
  });
  const u = wins.reduce((sum, count) => sum + count, 0);
  const [n, m] = [first.length, second.length];
  const deviation = Math.sqrt((n * m * (n + m + 1)) / 12);
  return { z: (u - (n * m) / 2) / deviation, share: u / (n * m) };
}

/** Returns how many of sorted values at the beginning match. */
function countBelow(sorted: number[], matches: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches(sorted[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the duration in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
