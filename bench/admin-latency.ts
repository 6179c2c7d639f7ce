import type { Browser, Page } from '@playwright/test';
import { withBrowser } from './browser.ts';
import { sendReceipt } from './desk.ts';
import { ADMIN, signIn } from './first-data.ts';
import { type Figures, report } from './report.ts';
import { quantile } from './statistics.ts';
import { openBenchWorld } from './world.ts';

const RUNS = 7;
const PEOPLE = 20;
/** The minimum time that the pointer hovers before a click. */
const RESTS_MS = 100;
const VIEWPORT = { width: 1440, height: 900 };

interface Sight {
  /** An element that must exist, as a CSS selector; a picture must be loaded. */
  selector: string;
  /** All texts that it must contain. */
  texts?: string[];
}

interface Press {
  what: string;
  button: string;
  /** The first visible reaction to the click. */
  answer: Sight;
  /** The result of the click. */
  data: Sight;
}

const visit = (to: string, ...texts: string[]): Press => ({
  what: `first visit of ${to}`,
  button: `nav a[href="${to}"]`,
  answer: { selector: `nav a[href="${to}"][aria-current=page]` },
  data: { selector: 'main', texts },
});

const DIALOG = '[role=dialog]';
const MESSAGE = '.mantine-Notification-root';
const HISTORY = '[role=tab]:nth-of-type(2)';

/** The clicks of an administrator, in order. */
const PRESSES: Press[] = [
  visit('/admin/users', 'User Management', 'person1'),
  visit('/admin/withdrawals', 'No pending withdrawals'),
  visit('/admin/transactions', 'View and manage all', 'person2'),
  visit('/admin/audit', 'Who changed what', 'person2'),
  visit('/admin/deposits', 'Deposits Management', 'person1'),
  {
    what: 'View to the receipt',
    button: 'button[aria-label^="View receipt"]',
    answer: { selector: DIALOG },
    data: { selector: `${DIALOG} img[alt="Payment receipt"]:not([hidden])` },
  },
  {
    what: 'Approve to its dialog',
    button: `${DIALOG} button`,
    answer: { selector: `${DIALOG} textarea` },
    data: { selector: `${DIALOG} textarea` },
  },
  {
    what: 'confirming, to the message and no dialog',
    button: `${DIALOG} button[type=submit]`,
    answer: { selector: `${DIALOG} [aria-busy=true], ${MESSAGE}` },
    data: { selector: `body:has(${MESSAGE}):not(:has(${DIALOG}))` },
  },
  {
    what: 'history tab',
    button: HISTORY,
    answer: { selector: `${HISTORY}[aria-selected=true]` },
    data: { selector: 'main [role=tabpanel]', texts: ['Approved'] },
  },
];

/** Measures the time from a click on an administrator's desktop to its first reaction, and to its result. */
export async function benchAdminLatency(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const { db } = await world.createFilled('presses', { users: PEOPLE, pending: 0, decided: 0 });
    await db.close();
    await withBrowser(world.urlOf('presses'), async (browser, server) => {
      for (let n = 0; n < 2 * RUNS; n += 1) await sendReceipt(server, n);
      await report(
        'admin-latency',
        `an administrator’s clicks, the middle of ${RUNS}: ms to an answer (wanted: 100), and to data (200)`,
        await measure(browser, server.baseUrl),
      );
    });
  } finally {
    await world.close();
  }
}

async function measure(browser: Browser, baseURL: string): Promise<Figures> {
  const settings = { baseURL, viewport: VIEWPORT, serviceWorkers: 'block' } as const;
  const storageState = await signIn(await browser.newContext(settings), ADMIN);
  const times = new Map<string, number[]>();
  for (let n = 0; n < RUNS; n += 1) {
    const context = await browser.newContext({ ...settings, storageState });
    const page = await context.newPage();
    await page.goto('/admin');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const press of PRESSES) await measurePress(page, press, times);
    await context.close();
  }
  for (const all of times.values()) all.sort((one, other) => one - other);
  return Object.fromEntries([...times].map(([what, sorted]) => [what, quantile(sorted, 0.5)]));
}

async function measurePress(page: Page, press: Press, times: Map<string, number[]>): Promise<void> {
  await page.locator(press.button).last().hover();
  await page.waitForTimeout(RESTS_MS);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const [answerMs, dataMs] = await page.evaluate(timesOf, press);
  for (const [name, ms] of [
    [`${press.what}: answer`, answerMs],
    [`${press.what}: data`, dataMs],
  ] as const) {
    times.set(name, [...(times.get(name) ?? []), ms]);
  }
}

/** Runs in the browser. Milliseconds from a click to its first reaction drawn, and to its result. */
async function timesOf({ button, answer, data }: Press): Promise<[number, number]> {
  const start = performance.now();
  [...document.querySelectorAll<HTMLElement>(button)].at(-1)?.click();
  const times: number[] = [];
  for (const { selector, texts = [] } of [answer, data]) {
    while (
      ![...document.querySelectorAll(selector)].some(
        (found) =>
          texts.every((text) => found.textContent.includes(text)) &&
          (!(found instanceof HTMLImageElement) || found.complete),
      )
    ) {
      if (performance.now() - start > 10_000) throw new Error(`${selector} ${texts} never came`);
      await new Promise(requestAnimationFrame);
    }
    times.push(performance.now() - start);
  }
  return [times[0] ?? Number.NaN, times[1] ?? Number.NaN];
}
