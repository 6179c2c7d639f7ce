const RUPEE = 100;
/** How many steps an axis of money has at most. */
const MONEY_STEPS = 4;
/** Every how many days one is named: as people count days, and no more often than there is room. */
const DAY_STEPS = [1, 2, 3, 5, 7, 10, 14, 15, 30, 45, 90];
/** What stays free between two names of days, in pixels. */
const GAP = 16;

/**
 * The marks of an axis from 0 to the first that no amount passes, in paise. Their steps are 1, 2 or 5 with
 * zeros, so that each mark is exact in the few characters of an axis.
 */
export function moneyTicks(highestPaise: number): number[] {
  let step = RUPEE;
  for (let at = 0; step * MONEY_STEPS < highestPaise; at += 1) step *= at % 3 === 1 ? 2.5 : 2;
  const steps = Math.max(1, Math.ceil(highestPaise / step));
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}

/**
 * Every how many days one is named, counted back from the last, where a day has `dayWidth` pixels and the widest
 * name `nameWidth`. The last name may be moved inwards by half its width and still touches no other.
 */
export function dayStep(nameWidth: number, dayWidth: number): number {
  const room = nameWidth * 1.5 + GAP;
  return DAY_STEPS.find((days) => days * dayWidth >= room) ?? Number.POSITIVE_INFINITY;
}
