import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { type Flags } from 'lighthouse';
import { throttling } from 'lighthouse/core/config/constants.js';
import { findChromium } from '../scripts/chromium.ts';
import { openBenchWorld, startServer } from './world.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const LEAST = 95;
const DEMO = { username: 'demo', password: 'demo123' };
/**
 * What Lighthouse's fourfold slowdown is meant for: the middle of its class of fast desktops. A slower
 * machine takes proportionally less of it (lighthouse/docs/throttling.md, 'Calibrating the CPU slowdown').
 */
const FAST_DESKTOP = { benchmarkIndex: 1750, slowdown: 4 };

/** How Lighthouse finds the login page and a user's home, as a phone of the middle class sees them. Fails below 95. */
export async function benchLighthouse(): Promise<void> {
  const world = await openBenchWorld();
  const profile = await mkdtemp(path.join(tmpdir(), 'wallet-lighthouse-'));
  try {
    await world.createDatabase('lighthouse');
    const server = await startServer(world.urlOf('lighthouse'));
    const port = await findFreePort();
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath: findChromium(),
      args: [`--remote-debugging-port=${port}`],
    });
    try {
      const login = `${server.baseUrl}/login`;
      const { environment } = await run(login, { port });
      const { benchmarkIndex } = environment;
      const cpuSlowdownMultiplier = slowdownFor(benchmarkIndex);
      console.log(
        `\nLighthouse, mobile; at least ${LEAST} in each category. This machine's index is ` +
          `${benchmarkIndex}: slowed down ${cpuSlowdownMultiplier.toFixed(1)} times`,
      );
      const flags = {
        port,
        throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier },
      };
      await measure(login, flags);
      await signIn(browser, login);
      await measure(`${server.baseUrl}/user`, flags);
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await world.close();
    await rm(profile, { recursive: true, force: true });
  }
}

function slowdownFor(benchmarkIndex: number): number {
  const { benchmarkIndex: fast, slowdown } = FAST_DESKTOP;
  return Math.min(slowdown, Math.max(1, (slowdown * benchmarkIndex) / fast));
}

/** Signs in as people do. Lighthouse leaves cookies and local storage alone, and empties the caches. */
async function signIn(browser: BrowserContext, login: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(login);
  await page.getByRole('textbox', { name: 'Username' }).fill(DEMO.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/user');
  await page.close();
}

async function run(url: string, flags: Flags) {
  const result = await lighthouse(url, {
    ...{ ...flags, onlyCategories: CATEGORIES, output: 'json', logLevel: 'error' },
  });
  if (!result) throw new Error('Lighthouse answered nothing');
  return result.lhr;
}

async function measure(url: string, flags: Flags): Promise<void> {
  const { categories, audits, finalDisplayedUrl } = await run(url, flags);
  console.log(`  ${new URL(finalDisplayedUrl).pathname}`);
  for (const { id, title, score, auditRefs } of Object.values(categories)) {
    const points = Math.round((score ?? 0) * 100);
    console.log(`    ${title.padEnd(16)}${String(points).padStart(4)}`);
    if (points < LEAST) process.exitCode = 1;
    for (const ref of auditRefs) {
      const audit = audits[ref.id];
      if (!audit || ref.weight === 0 || audit.score === null || audit.score >= 0.9) continue;
      console.log(`      ${id}: ${audit.title} ${audit.displayValue ?? ''}`);
    }
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('There is no free port');
  return address.port;
}
