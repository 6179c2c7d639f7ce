import { type Browser, devices, type Page } from '@playwright/test';
import { withBrowser } from './browser.ts';
import { addHistory, signIn, slowDown } from './first-data.ts';
import { type Figures, report } from './report.ts';
import { median } from './statistics.ts';
import { DEMO, openBenchWorld } from './world.ts';

const RUNS = 5;
const MARKED_MS = 100;
const SHOWN_MS = 300;
/** The entries of the bottom bar, in an order in which each opens another page. */
const WAYS = ['/user/deposit', '/user/withdraw', '/user/transactions', '/user/profile', '/user'];

/** Measures how long a slow phone takes from a tap in its menu until the previous page has gone. */
export async function benchMobileLatency(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('taps');
    const { db } = await world.open('taps');
    await addHistory(db);
    await db.close();
    await withBrowser(world.urlOf('taps'), (browser, { baseUrl }) => compare(browser, baseUrl));
  } finally {
    await world.close();
  }
}

async function compare(browser: Browser, baseURL: string): Promise<void> {
  const phone = { ...devices['Pixel 7'], baseURL, serviceWorkers: 'block' } as const;
  const storageState = await signIn(await browser.newContext(phone), DEMO);
  const [first, again] = [new Map<string, Answer[]>(), new Map<string, Answer[]>()];
  for (let n = 0; n < RUNS; n += 1) {
    const context = await browser.newContext({ ...phone, storageState });
    const page = await context.newPage();
    await slowDown(page);
    await page.goto('/user');
    await page
      .getByText(/(?:DEP-|WDL)\d/)
      .first()
      .waitFor();
    for (const times of [first, again]) await pressAll(page, times);
    await context.close();
  }
  const figures: Figures = {};
  for (const way of WAYS) {
    for (const [visit, times] of Object.entries({ first, again })) {
      const answers = times.get(way) ?? [];
      figures[`${way}, ${visit}: marked, ms`] = median(answers.map(({ markedMs }) => markedMs));
      figures[`${way}, ${visit}: page, ms`] = median(answers.map(({ shownMs }) => shownMs));
    }
  }
  figures['limit of a mark, ms'] = MARKED_MS;
  figures['limit of a page, again, ms'] = SHOWN_MS;
  await report(
    'mobile-latency',
    `an entry of the bottom bar is pressed, a slow phone, middle of ${RUNS}`,
    figures,
  );
}

async function pressAll(page: Page, times: Map<string, Answer[]>): Promise<void> {
  for (const way of WAYS) {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const answer = await page.evaluate(answerTo, way);
    times.set(way, [...(times.get(way) ?? []), answer]);
    await page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'hidden' });
  }
}

interface Answer {
  /** Until the entry is highlighted. */
  markedMs: number;
  /** Until the previous page has left the screen. */
  shownMs: number;
}

/** Runs in the browser. Taps an entry, and observes the screen. */
async function answerTo(way: string): Promise<Answer> {
  const before = document.querySelector('main > div')?.lastElementChild;
  const link = document.querySelector<HTMLElement>(`nav a[href="${way}"]`);
  if (!before || !link) throw new Error(`There is no way to ${way}`);
  const start = performance.now();
  link.click();
  while (!link.matches('[aria-current=page]')) await new Promise(requestAnimationFrame);
  // The current frame shows it: a new task would run after the one that draws the page.
  const markedMs = performance.now() - start;
  while (before.isConnected) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve));
  return { markedMs, shownMs: performance.now() - start };
}
