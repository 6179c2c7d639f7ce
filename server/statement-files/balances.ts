import type { Entry, Gap } from './reading.ts';

export interface CheckedBalances {
  /** From the oldest to the newest. */
  entries: Entry[];
  gaps: Gap[];
  checked: number;
}

/** Orders the entries from old to new and compares each balance with the one before it. */
export function checkBalances(entries: readonly Entry[]): CheckedBalances {
  const backward = entries.toReversed();
  const [down, up] = [compare(entries), compare(backward)];
  const isNewestFirst =
    down.checked === 0 || down.fits === up.fits ? areDatesFalling(entries) : up.fits > down.fits;
  const { checked, gaps } = isNewestFirst ? up : down;
  return { entries: isNewestFirst ? backward : [...entries], checked, gaps };
}

function compare(entries: readonly Entry[]): { checked: number; fits: number; gaps: Gap[] } {
  const gaps: Gap[] = [];
  let checked = 0;
  let balance: number | undefined;
  for (const { row, paise, balancePaise } of entries) {
    const expectedPaise: number | undefined = balance === undefined ? undefined : balance + paise;
    if (balancePaise === undefined) {
      balance = expectedPaise;
      continue;
    }
    balance = balancePaise;
    if (expectedPaise === undefined) continue;
    checked += 1;
    if (expectedPaise !== balancePaise) gaps.push({ row, expectedPaise, foundPaise: balancePaise });
  }
  return { checked, fits: checked - gaps.length, gaps };
}

function areDatesFalling(entries: readonly Entry[]): boolean {
  const [first, last] = [entries[0]?.bookedOn ?? '', entries.at(-1)?.bookedOn ?? ''];
  return first > last;
}
