import { type Browser, type BrowserContext, devices, type Page } from '@playwright/test';
import { withBrowser } from './browser.ts';
import { addHistory, signIn } from './first-data.ts';
import { type Figures, report } from './report.ts';
import { openSlowProxy, type SlowProxy } from './slow-proxy.ts';
import { quantile } from './statistics.ts';
import { DEMO, openBenchWorld } from './world.ts';

const WARM_STARTS = 20;
const COLD_STARTS = 5;
const SLOWDOWN = 4;
const TARGET_MS = 300;

interface Start {
  /** From the navigation to the frame that shows a balance, and to the one that shows the server's. */
  shownMs: number;
  refreshedMs: number;
  /** The sum of layout shifts until the current balance is shown. */
  shift: number;
}

/** The parts of a start until the balance is shown: from the navigation to the end of each. */
interface Phases {
  workerMs: number;
  pageMs: number;
  scriptMs: number;
}

/**
 * Measures how long a slow phone on a slow line takes from opening the installed application to the last known balance,
 * with a stopped service worker, and to the current one; and the same on a first visit.
 */
export async function benchWarmStart(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('warm_start');
    const { db } = await world.open('warm_start');
    await addHistory(db);
    await db.close();
    await withBrowser(world.urlOf('warm_start'), async (browser, server) => {
      const line = await openSlowProxy(server.baseUrl);
      await compare(browser, line).finally(line.close);
    });
  } finally {
    await world.close();
  }
}

async function compare(browser: Browser, line: SlowProxy): Promise<void> {
  const phone = { ...devices['Pixel 7'], baseURL: line.baseUrl } as const;
  const storageState = await signIn(await browser.newContext(phone), DEMO);
  const cold = await repeat(COLD_STARTS, async () => {
    const context = await browser.newContext({ ...phone, storageState });
    return openHome(context, line).finally(() => context.close());
  });
  const context = await browser.newContext({ ...phone, storageState });
  await fillDevice(context);
  const warm = await repeat(WARM_STARTS, () => openHome(context, line));
  await context.close();
  const [first, again] = [summaryOf(cold), summaryOf(warm)];
  await report('warm-start', 'until a balance is shown, on a slow phone and line', {
    ...figuresOf('first visit', first),
    ...figuresOf('warm start', again),
    'target of the last known balance, ms': TARGET_MS,
    'ratio: warm / first visit': again.shown / first.shown,
  });
}

async function repeat(times: number, start: () => Promise<Start & Phases>) {
  const starts: (Start & Phases)[] = [];
  for (let n = 0; n < times; n += 1) starts.push(await start());
  return starts;
}

/** A visit after which the service worker has all files, and the browser the last known balance. */
async function fillDevice(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/user');
  await page.waitForFunction(
    () => localStorage.getItem('last-seen') && navigator.serviceWorker.controller,
  );
  await page.reload();
  await page.waitForFunction(() => document.querySelector('main')?.textContent?.includes('₹'));
  await page.close();
}

async function openHome(context: BrowserContext, line: SlowProxy): Promise<Start & Phases> {
  const page = await context.newPage();
  try {
    const devtools = await context.newCDPSession(page);
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(observeBalance);
    line.setSlow(true);
    await page.goto('/user', { waitUntil: 'commit' });
    const start = await readStart(page);
    return { ...start, ...(await page.evaluate(readPhases)) };
  } finally {
    line.setSlow(false);
    await page.close();
  }
}

async function readStart(page: Page): Promise<Start> {
  const start = await page.waitForFunction(() => window.start?.refreshedMs && window.start);
  return (
    (await start.jsonValue()) || { shownMs: Number.NaN, refreshedMs: Number.NaN, shift: Number.NaN }
  );
}

declare global {
  interface Window {
    start?: Start;
  }
}

/**
 * Runs in the browser: reads the screen after each change. The time of the last known balance begins with "As of". Without
 * named functions, for which tsx adds calls that the browser does not know.
 */
function observeBalance(): void {
  const start = { shownMs: 0, refreshedMs: 0, shift: 0 };
  window.start = start;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
      start.shift += shift.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver(() =>
    requestAnimationFrame(() => {
      const text = document.getElementById('root')?.textContent ?? '';
      if (!/Balance\s*₹/.test(text)) return;
      start.shownMs ||= performance.now();
      if (!text.includes('As of')) start.refreshedMs ||= performance.now();
    }),
  ).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Runs in the browser. */
function readPhases(): Phases {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const script = scripts.find(({ name }) => name.endsWith('/boot.js'));
  return {
    workerMs: page?.fetchStart ?? Number.NaN,
    pageMs: page?.responseStart ?? Number.NaN,
    scriptMs: script?.responseEnd ?? Number.NaN,
  };
}

function summaryOf(starts: (Start & Phases)[]) {
  const sorted = (name: keyof (Start & Phases)) =>
    starts.map((one) => one[name]).toSorted((a, b) => a - b);
  const middleOf = (name: keyof (Start & Phases)) => quantile(sorted(name), 0.5);
  return {
    ...{ worker: middleOf('workerMs'), page: middleOf('pageMs'), script: middleOf('scriptMs') },
    shown: middleOf('shownMs'),
    slow: quantile(sorted('shownMs'), 0.95),
    refreshed: middleOf('refreshedMs'),
    shift: sorted('shift').at(-1) ?? Number.NaN,
  };
}

function figuresOf(
  name: string,
  { worker, page, script, shown, slow, refreshed, shift }: ReturnType<typeof summaryOf>,
): Figures {
  return {
    [`${name}: the service worker runs, p50 in ms`]: worker,
    [`${name}: the page arrives, p50 in ms`]: page,
    [`${name}: boot.js arrives, p50 in ms`]: script,
    [`${name}: a balance shown, p50 in ms`]: shown,
    [`${name}: a balance shown, p95 in ms`]: slow,
    [`${name}: the current balance shown, p50 in ms`]: refreshed,
    [`${name}: the largest sum of layout shifts until then`]: shift,
  };
}
