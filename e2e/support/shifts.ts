import type { Page } from '@playwright/test';

interface Shift {
  value: number;
  /** The largest elements that moved, with their positions before and after. */
  moved: string[];
}

declare global {
  interface Window {
    /** Returns the shifts so far. */
    readShifts?: () => Shift[];
  }
}

/** The most that the parts of a screen may move while it loads (layout shift, the sum of its scores). */
const MOST_SHIFT = 0.05;

/** Records the layout shifts of every document that the page loads from now on. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(observeShifts);
}

/** Returns what has moved since the document was loaded, if that is too much. */
export async function findShifts(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => window.readShifts?.());
  if (!shifts) throw new Error('The page was loaded before its shifts were recorded');
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  if (total <= MOST_SHIFT) return [];
  return shifts.map(({ value, moved }) => `moves by ${value.toFixed(3)}: ${moved.join('; ')}`);
}

/** Runs in the browser. */
function observeShifts(): void {
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
  const shifts: Shift[] = [];
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const text = element instanceof HTMLElement ? element.innerText.trim().slice(0, 40) : '';
    return `${element?.tagName.toLowerCase() ?? 'removed'} "${text}"`;
  };
  const add = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources } of entries as Entry[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(
        ({ node, previousRect: from, currentRect: to }) =>
          `${nameOf(node)} from ${from.y} (${from.height} high) to ${to.y} (${to.height})`,
      );
      shifts.push({ value, moved });
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.readShifts = () => {
    add(observer.takeRecords());
    return shifts;
  };
}
