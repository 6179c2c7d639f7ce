const RUPEE = 100;
/** Maximum number of steps on a money axis. */
const MONEY_STEPS = 4;
/** Possible intervals in days between two day labels. */
const DAY_STEPS = [1, 2, 3, 5, 7, 10, 14, 15, 30, 45, 90];
/** Minimum gap between two day labels, in pixels. */
const GAP = 16;

/**
 * Returns the ticks of an axis from 0 to at least the highest amount, in paise. Steps are 1, 2 or 5 times a power
 * of ten, so that short labels are exact.
 */
export function moneyTicks(highestPaise: number): number[] {
  let step = RUPEE;
  for (let at = 0; step * MONEY_STEPS < highestPaise; at += 1) step *= at % 3 === 1 ? 2.5 : 2;
  const steps = Math.max(1, Math.ceil(highestPaise / step));
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}

/**
 * Returns the interval in days between labels, counted back from the last day, for a day of `dayWidth` pixels and a
 * widest label of `nameWidth` pixels. The last label can move inwards by half its width without an overlap.
 */
export function dayStep(nameWidth: number, dayWidth: number): number {
  const room = nameWidth * 1.5 + GAP;
  return DAY_STEPS.find((days) => days * dayWidth >= room) ?? Number.POSITIVE_INFINITY;
}
