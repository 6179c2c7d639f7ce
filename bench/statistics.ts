/** Returns the quantile of sorted values. */
export const quantile = (sorted: number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

export const median = (values: number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Returns the duration in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
