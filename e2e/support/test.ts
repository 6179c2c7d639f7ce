import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import axe, { type RunOnly, type RunOptions } from 'axe-core';
import { START } from '../../server/testing/clock.ts';
import { setClock } from './clock.ts';
import { copyTemplate } from './database.ts';
import { ServerHost } from './servers.ts';
import { IS_SHORT } from './short.ts';
import { type Environment, Wallet } from './wallet.ts';

export { expect };

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const LOUD = ['error', 'warning'];

/** Attachment of a failed journey: what its pages showed. */
const PAGES = 'pages';
const MAX_PAGE_TEXT = 1500;

interface BrowserOptions extends BrowserContextOptions {
  /** Allowed output of this browser's console. */
  tolerate?: RegExp[];
  /**
   * Whether the test sets the clock of the pages with `page.clock`. Playwright would add how far `setClock` has moved it, also to
   * `performance.now()`.
   */
  controlsClock?: boolean;
}

interface Fixtures {
  /** Settings of the server. */
  environment: Environment;
  /** Whether the server runs as with `npm start`: in a separate process, with its embedded database. */
  isEmbedded: boolean;
  /** Start time of the server's and every browser's clock. The clocks run. */
  now: string;
  wallet: Wallet;
  /** Opens a separate browser (another person or device). Its console must stay empty. */
  openBrowser: (options?: BrowserOptions) => Promise<Page>;
}

export const test = base.extend<Fixtures, { host: ServerHost }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it.
    async ({}, use) => {
      const host = new ServerHost();
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
  environment: {},
  isEmbedded: false,
  now: START.toISOString(),
  wallet: async ({ environment, isEmbedded, now, host }, use, testInfo) => {
    const wallet = isEmbedded
      ? // The server checks the age of PostgreSQL's files, which have the machine's time.
        await Wallet.start({ environment })
      : await Wallet.start({
          environment: { DATABASE_URL: await copyTemplate(), ...environment },
          now,
          host,
        });
    await use(wallet);
    await wallet.stop();
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server', { body: wallet.printed.join('\n') });
    }
    expect(wallet.errors, 'errors logged by the server').toEqual([]);
  },
  openBrowser: async ({ wallet, browser, contextOptions, serviceWorkers }, use, testInfo) => {
    const noises: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async ({ tolerate = [], controlsClock = false, ...options } = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        reducedMotion: 'reduce',
        baseURL: wallet.baseUrl,
        serviceWorkers,
        ...options,
      });
      contexts.push(context);
      const tolerated =
        serviceWorkers === 'block' ? [...tolerate, /[Ss]ervice [Ww]orker/] : tolerate;
      if (!controlsClock) {
        await context.addInitScript({ content: setClock(wallet.clockOffsetMs) });
      }
      const hear = (noise: string) => {
        if (!tolerated.some((allowed) => allowed.test(noise))) noises.push(noise);
      };
      context.on('console', (message) => {
        const { url } = message.location();
        if (LOUD.includes(message.type())) hear(`${message.type()}: ${message.text()} (${url})`);
      });
      context.on('weberror', (error) => hear(`uncaught: ${error.error().stack}`));
      return context.newPage();
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      const pages = contexts.flatMap((context) => context.pages());
      await testInfo.attach(PAGES, { body: (await Promise.all(pages.map(readText))).join('\n') });
    }
    // The pages are still open: without the responses that the test made up, they call the server.
    const heard = [...noises];
    // In-flight calls that a test delays or fulfils are abandoned.
    const behavior = 'ignoreErrors';
    const routed = contexts.flatMap((context) => [context, ...context.pages()]);
    await Promise.all(routed.map((part) => part.unrouteAll({ behavior })));
    // An open page would call its stopped server as long as the worker lives.
    await Promise.all(contexts.map((context) => context.close()));
    expect(heard, 'console errors and warnings').toEqual([]);
  },
});

/** Another tab of the same browser. */
export function openTab(page: Page): Promise<Page> {
  return page.context().newPage();
}

/** The address and the text of a page, also of one that does not respond. */
async function readText(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5000 })
    .catch((error: unknown) => `not readable: ${error}`);
  return `${page.url()}: ${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, MAX_PAGE_TEXT)}`;
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast'] };
const SCHEME = 'data-mantine-color-scheme';
/** Set by a list that shows the rows of the previous filter. */
const DIMMING = 'data-refreshing';

/**
 * Checks a state that `every-screen.spec.ts` does not reach with Axe: in the light scheme, and in `npm test -- all` in the dark one
 * too, whose colours that journey checks.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await (IS_SHORT ? expectAccessibleAsIs(page, what) : expectAccessibleInBoth(page, what));
}

/** Checks a screen of `every-screen.spec.ts` once more, with other data: only in `npm test -- all`. */
export async function expectAccessibleAgain(page: Page, what: string): Promise<void> {
  if (!IS_SHORT) await expectAccessibleInBoth(page, what);
}

/** Checks a screen, or what is open on it, with Axe, in light and dark. In the dark, only colours can differ. */
export async function expectAccessibleInBoth(part: Page | Locator, what: string): Promise<void> {
  const page = 'page' in part ? part.page() : part;
  const root = 'page' in part ? part : page.locator('html');
  const scheme = page.locator('html');
  const usual = (await scheme.getAttribute(SCHEME)) ?? '';
  await expectNothing(root, RULES, `${what}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(scheme).toHaveAttribute(SCHEME, 'dark');
  await expectNothing(root, COLOURS, `${what}, dark`);
  await page.emulateMedia({ colorScheme: null });
  await expect(scheme).toHaveAttribute(SCHEME, usual);
}

/** Checks a screen with Axe in one colour scheme. */
export async function expectAccessibleAsIs(page: Page, what: string): Promise<void> {
  await expectNothing(page.locator('html'), RULES, what);
}

/**
 * Waits until everything has its final colours and place: no list is dimmed until its new rows arrive, no font
 * is loading, and no transition runs.
 */
export async function expectStill(page: Page): Promise<void> {
  await expect(page.locator(`[${DIMMING}]`), 'lists that wait for new rows').toHaveCount(0);
  await page.evaluate(async () => {
    const findMoving = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => {
          return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
        })
        .map(({ finished }) => finished);
    await document.fonts.ready;
    // An animation whose element is removed rejects.
    for (let moving = findMoving(); moving.length > 0; moving = findMoving())
      await Promise.allSettled(moving);
  });
}

/** Where an element is once everything has its place. */
export async function boxOf(element: Locator): Promise<Box> {
  await expect(element).toBeVisible();
  await expectStill(element.page());
  const box = await element.boundingBox();
  if (!box) throw new Error(`Not on the screen: ${element}`);
  return box;
}

async function expectNothing(root: Locator, runOnly: RunOnly, what: string): Promise<void> {
  const page = root.page();
  // Once for each document: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const measure = async () => {
    await expectStill(page);
    return measureStill(root, { runOnly, resultTypes: ['violations'] });
  };
  let found = await measure();
  while (!found) found = await measure();
  expect(found, what).toEqual([]);
}

/** Returns what Axe reports; nothing if a list was dimmed or a transition began meanwhile. */
function measureStill(root: Locator, options: RunOptions) {
  return root.evaluate(
    async (part, { how, dimming }) => {
      const isDimmed = () => document.querySelector(`[${dimming}]`) !== null;
      let hasMoved = isDimmed();
      const move = () => {
        hasMoved = true;
      };
      const observer = new MutationObserver(move);
      observer.observe(document, { subtree: true, attributeFilter: [dimming] });
      const watched = new AbortController();
      for (const start of ['transitionrun', 'animationstart'])
        document.addEventListener(start, move, { signal: watched.signal });
      const { violations } = await window.axe.run(part, how);
      hasMoved ||= observer.takeRecords().length > 0 || isDimmed();
      observer.disconnect();
      watched.abort();
      if (hasMoved) return undefined;
      return violations.map(({ id, nodes }) => ({
        id,
        where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
      }));
    },
    { how: options, dimming: DIMMING },
  );
}

/** Checks that nothing is wider than the screen. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  await expectStill(page);
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content, `the page at ${page.url()} is as wide as the screen`).toBe(screen);
}

/** Checks a state of a screen with Axe, and that nothing is wider than the screen. */
export async function inspect(page: Page, what: string): Promise<void> {
  await expectNoSideScroll(page);
  await expectAccessible(page, what);
}

/** Like `inspect`, with Axe only in `npm test -- all`. */
export async function inspectAgain(page: Page, what: string): Promise<void> {
  await expectNoSideScroll(page);
  await expectAccessibleAgain(page, what);
}

/** Marks this page; the returned function checks that it was not reloaded. */
export async function watchReloads(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-visited', ''));
  return () =>
    expect(page.locator('html'), 'the page was not reloaded').toHaveAttribute('data-visited', '');
}
