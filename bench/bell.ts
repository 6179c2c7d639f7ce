import { type Browser, type CDPSession, devices, type Page } from '@playwright/test';
import type { Database } from '../server/db/database.ts';
import { withBrowser } from './browser.ts';
import { signIn, slowDown } from './first-data.ts';
import { type Figures, report } from './report.ts';
import { median } from './statistics.ts';
import { DEMO, openBenchWorld } from './world.ts';

const RUNS = 7;
const NOTIFICATIONS = 50;
const LIMIT_MS = 300;

/** Measures how long a slow phone takes from a tap on the bell until the panel with notifications is drawn. */
export async function benchBell(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('bell');
    const { db } = await world.open('bell');
    await addNotifications(db);
    await db.close();
    await withBrowser(world.urlOf('bell'), async (browser, { baseUrl }) => {
      const title = `the bell is tapped, ${NOTIFICATIONS} notifications, a slow phone, middle of ${RUNS}`;
      await report('bell', title, await measure(browser, baseUrl));
    });
  } finally {
    await world.close();
  }
}

/** A mix of the kinds of notifications, half of them unread. */
async function addNotifications(db: Database): Promise<void> {
  await db.query(
    `INSERT INTO notifications (user_id, id, title, message, type, read, created_at)
     SELECT demo.id, gen_random_uuid(), 'Deposit Approved', 'Your deposit of ₹1,500.00 has been approved.',
       (ARRAY['success', 'info', 'warning'])[1 + n % 3], n % 2 = 0, now() - n * interval '1 hour'
     FROM generate_series(1, $1::int) AS n, (SELECT id FROM users WHERE username = 'demo') AS demo`,
    [NOTIFICATIONS],
  );
}

interface Opening {
  /** Until the panel is drawn. */
  ms: number;
  /** Processor time of the page's main thread until then. Other programs on this machine do not change it. */
  busyMs: number;
}

async function measure(browser: Browser, baseURL: string): Promise<Figures> {
  const phone = { ...devices['Pixel 7'], baseURL, serviceWorkers: 'block' } as const;
  const storageState = await signIn(await browser.newContext(phone), DEMO);
  const openings: Record<string, Opening[]> = { first: [], again: [] };
  for (let n = 0; n < RUNS; n += 1) {
    const context = await browser.newContext({ ...phone, storageState });
    const page = await context.newPage();
    const devtools = await slowDown(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto('/user');
    await page.getByRole('button', { name: /^Notifications, / }).waitFor();
    for (const all of Object.values(openings)) all.push(await tapBell(page, devtools));
    await context.close();
  }
  const figures: Figures = {};
  for (const [opening, all] of Object.entries(openings)) {
    figures[`${opening}: panel drawn, ms`] = median(all.map(({ ms }) => ms));
    figures[`${opening}: main thread, ms`] = median(all.map(({ busyMs }) => busyMs));
  }
  return { ...figures, 'limit of a panel, ms': LIMIT_MS };
}

async function tapBell(page: Page, devtools: CDPSession): Promise<Opening> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const before = await readBusyMs(devtools);
  const ms = await page.evaluate(timeToPanel);
  const busyMs = (await readBusyMs(devtools)) - before;
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return { ms, busyMs };
}

async function readBusyMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  return (seconds ?? Number.NaN) * 1000;
}

/** Runs in the browser. Milliseconds from a tap on the bell until a frame with an opaque panel was drawn. */
async function timeToPanel(): Promise<number> {
  const bell = document.querySelector<HTMLElement>('header button[aria-haspopup=dialog]');
  if (!bell) throw new Error('There is no bell');
  const start = performance.now();
  bell.click();
  let opacity = 0;
  while (opacity < 0.99) {
    await new Promise(requestAnimationFrame);
    const panel = document.querySelector('[role=dialog]:has(article)');
    // The panel fades in: its opacity changes while its frames are drawn.
    opacity = panel ? Number(getComputedStyle(panel).opacity) : 0;
  }
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now() - start;
}
