import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import axe, { type RunOnly, type RunOptions } from 'axe-core';
import { setClock, USUAL_NOW } from './clock.ts';
import { copyTemplate } from './database.ts';
import { ServerHost } from './servers.ts';
import { type Environment, Wallet } from './wallet.ts';

export { expect };

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const LOUD = ['error', 'warning'];

interface BrowserOptions extends BrowserContextOptions {
  /** What this browser's console may say without failing the test. */
  tolerate?: RegExp[];
}

interface Fixtures {
  /** Settings of the server, for tests that need some. */
  environment: Environment;
  /** Whether the server is as at `npm start`: a process of its own, which brings its own database. */
  isEmbedded: boolean;
  /** What the clocks of the server and of every browser show when the test begins. They run on from there. */
  now: string;
  wallet: Wallet;
  /** Opens a browser of someone's own (another person, another device). It must keep silent. */
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
  now: USUAL_NOW,
  wallet: async ({ environment, isEmbedded, now, host }, use, testInfo) => {
    const wallet = isEmbedded
      ? // It judges files of PostgreSQL by their age, which the machine's clock counts.
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
  openBrowser: async ({ wallet, browser, contextOptions, serviceWorkers }, use) => {
    const noises: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async ({ tolerate = [], ...options } = {}) => {
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
      await context.addInitScript({ content: setClock(wallet.clockOffsetMs) });
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
    // Calls that a journey holds back or answers may still be on their way: nobody waits for them any more.
    const behavior = 'ignoreErrors';
    const routed = contexts.flatMap((context) => [context, ...context.pages()]);
    await Promise.all(routed.map((part) => part.unrouteAll({ behavior })));
    // A page left open would call its stopped server for as long as the worker lives.
    await Promise.all(contexts.map((context) => context.close()));
    expect(noises, 'console errors and warnings').toEqual([]);
  },
});

/** Another tab of the same browser. */
export function openTab(page: Page): Promise<Page> {
  return page.context().newPage();
}

const RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast'] };

/** Axe finds nothing on the screen as it stands, in light and dark. In the dark, only colours can differ. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expectAccessibleAsIs(page, `${what}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectNothing(page, COLOURS, `${what}, dark`);
  await page.emulateMedia({ colorScheme: null });
}

/** Axe finds nothing on a screen that does not change its colours while it stands. */
export async function expectAccessibleAsIs(page: Page, what: string): Promise<void> {
  await expectNothing(page, RULES, what);
}

async function expectNothing(page: Page, runOnly: RunOnly, what: string): Promise<void> {
  // Into each document once: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { runOnly, resultTypes: ['violations'] };
  const found = await page.evaluate(async (how) => {
    const { violations } = await window.axe.run(document, how);
    return violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    }));
  }, options);
  expect(found, what).toEqual([]);
}

/** Nothing is wider than the screen. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content, `the page at ${page.url()} is as wide as the screen`).toBe(screen);
}

/** Remembers that this page was not loaded again; returns the check. */
export async function watchReloads(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-visited', ''));
  return () =>
    expect(page.locator('html'), 'the page was not reloaded').toHaveAttribute('data-visited', '');
}
