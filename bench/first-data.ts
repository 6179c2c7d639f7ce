import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  devices,
  type Page,
} from '@playwright/test';
import type { Database } from '../server/db/database.ts';
import { ADMIN_PASSWORD } from '../server/testing/stand-ins.ts';
import { withBrowser } from './browser.ts';
import { growHistory } from './people.ts';
import { type Figures, report } from './report.ts';
import { median } from './statistics.ts';
import { DEMO, openBenchWorld } from './world.ts';

const RUNS = 5;
const LONGEST_MS = 120_000;
/** A mid-range phone on a slow line, as Lighthouse simulates it. */
const SLOWDOWN = 4;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1638.4 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};

const ADMIN = { username: 'admin', password: ADMIN_PASSWORD };

interface Screen {
  address: string;
  account?: typeof DEMO;
  /** Text that the page shows only once its content is visible. */
  data: RegExp;
}
const SCREENS: Screen[] = [
  { address: '/login', data: /Password/ },
  { address: '/user', account: DEMO, data: /(?:DEP-|WDL)\d/ },
  { address: '/user/passbook', account: DEMO, data: /(?:DEP-|WDL)\d/ },
  { address: '/user/deposit', account: DEMO, data: /From ₹1/ },
  { address: '/admin/deposits', account: ADMIN, data: /₹\d/ },
];

interface Visit {
  ms: number;
  /** Total blocking time until then: the part of each task above 50 ms. */
  blockedMs: number;
  requests: number;
  bytes: number;
}

/** Measures when a first-time visitor on a slow phone sees the content of a screen. */
export async function benchFirstData(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('first_data');
    const { db } = await world.open('first_data');
    await addHistory(db);
    await db.close();
    await withBrowser(world.urlOf('first_data'), async (browser, server) => {
      const figures: Figures = {};
      for (const screen of SCREENS) {
        const open = await prepare(browser, server.baseUrl, screen);
        const visits: Visit[] = [];
        for (let n = 0; n < RUNS; n += 1) visits.push(await open());
        Object.assign(figures, figuresOf(screen.address, visits));
      }
      const title = `until a person sees what they came for, on a slow phone; middle of ${RUNS}`;
      await report('first-data', title, figures);
    });
  } finally {
    await world.close();
  }
}

/** Gives the demo user a balance and a history, and the administrator a thousand pending requests. */
async function addHistory(db: Database): Promise<void> {
  await growHistory(db, { from: 0, to: 2000 });
  await db.query("UPDATE users SET username = 'newcomer' WHERE username = 'demo'");
  await db.query(
    `UPDATE users SET username = 'demo', password_hash = newcomer.password_hash
     FROM (SELECT password_hash FROM users WHERE username = 'newcomer') AS newcomer
     WHERE username = 'asha.8'`,
  );
}

/** Signs in if the screen requires it; returns a function that visits it once with an empty cache. */
async function prepare(
  browser: Browser,
  baseURL: string,
  { address, account, data }: Screen,
): Promise<() => Promise<Visit>> {
  const phone = { ...devices['Pixel 7'], baseURL, serviceWorkers: 'block' } as const;
  const storageState = account && (await signIn(await browser.newContext(phone), account));
  return async () => {
    const context = await browser.newContext({ ...phone, storageState });
    try {
      return await visit(context, address, data);
    } finally {
      await context.close();
    }
  };
}

async function signIn(context: BrowserContext, { username, password }: typeof DEMO) {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/(?:user|admin)$/);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function visit(context: BrowserContext, address: string, data: RegExp): Promise<Visit> {
  const page = await context.newPage();
  const devtools = await slowDown(page);
  const fetched = { requests: 0, bytes: 0 };
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    fetched.requests += 1;
    fetched.bytes += encodedDataLength;
  });
  await page.addInitScript(countBlocking);
  await page.goto(address, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(
    (text) => new RegExp(text).test(document.body?.textContent ?? '') && performance.now(),
    data.source,
    { timeout: LONGEST_MS },
  );
  const blockedMs = await page.evaluate(() => window.blockedMs);
  return { ms: Number(await seen.jsonValue()), blockedMs, ...fetched };
}

/** Throttles a page to a mid-range phone on a slow line. */
async function slowDown(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return devtools;
}

declare global {
  interface Window {
    blockedMs: number;
  }
}

/** Runs in the browser. */
function countBlocking(): void {
  const UNNOTICED_MS = 50;
  window.blockedMs = 0;
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) window.blockedMs += task.duration - UNNOTICED_MS;
  }).observe({ type: 'longtask', buffered: true });
}

function figuresOf(address: string, visits: Visit[]): Figures {
  const middleOf = (what: keyof Visit) => median(visits.map((visit) => visit[what]));
  return {
    [`${address}: seen, s`]: middleOf('ms') / 1000,
    [`${address}: slowest, s`]: Math.max(...visits.map(({ ms }) => ms)) / 1000,
    [`${address}: blocked, ms`]: middleOf('blockedMs'),
    [`${address}: requests`]: middleOf('requests'),
    [`${address}: KB`]: middleOf('bytes') / 1024,
  };
}
