import { type Browser, chromium, devices, type Page } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { addHistory, signIn, slowDown } from './first-data.ts';
import { DEMO, openBenchWorld, startServer } from './world.ts';

const RUNS = 5;
const WANTED_MS = 100;
/** The bottom bar's entries, in an order in which each leads elsewhere. */
const WAYS = ['/user/deposit', '/user/withdraw', '/user/transactions', '/user/profile', '/user'];

/** How long a slow phone takes to answer a press in its menu: until what was on screen has made way. */
export async function benchTaps(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('taps');
    const { db } = await world.open('taps');
    await addHistory(db);
    await db.close();
    const server = await startServer(world.urlOf('taps'));
    const browser = await chromium.launch({ executablePath: findChromium() });
    try {
      await compare(browser, server.baseUrl);
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await world.close();
  }
}

async function compare(browser: Browser, baseURL: string): Promise<void> {
  const phone = { ...devices['Pixel 7'], baseURL, serviceWorkers: 'block' } as const;
  const storageState = await signIn(await browser.newContext(phone), DEMO);
  const [first, again] = [new Map<string, number[]>(), new Map<string, number[]>()];
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
  console.log(
    `\nuntil a slow phone answers a press in its menu: middle of ${RUNS}, wanted ${WANTED_MS} ms`,
  );
  for (const way of WAYS) {
    console.log(
      `  ${way.padEnd(20)}${middle(first.get(way))} ms, again ${middle(again.get(way))} ms`,
    );
  }
}

async function pressAll(page: Page, times: Map<string, number[]>): Promise<void> {
  for (const way of WAYS) {
    const ms = await page.evaluate(answerTo, way);
    times.set(way, [...(times.get(way) ?? []), ms]);
    await page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'hidden' });
  }
}

/** Runs in the browser. Presses an entry, and returns when the page before has left the screen. */
function answerTo(way: string): Promise<number> {
  const before = document.querySelector('main > div')?.lastElementChild;
  const link = document.querySelector<HTMLElement>(`nav a[href="${way}"]`);
  if (!before || !link) throw new Error(`There is no way to ${way}`);
  const start = performance.now();
  link.click();
  return new Promise((resolve) => {
    const look = () => {
      if (before.isConnected) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now() - start));
    };
    look();
  });
}

function middle(times: number[] = []): string {
  const sorted = times.toSorted((one, other) => one - other);
  return (sorted[sorted.length >> 1] ?? Number.NaN).toFixed(0).padStart(5);
}
