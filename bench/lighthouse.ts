import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { type Figures, report } from './report.ts';
import { DEMO, openBenchWorld, startServer } from './world.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const LEAST = 95;
/** A single run depends on the machine's other load: use the median. */
const RUNS = 5;
const folder = path.join(import.meta.dirname, 'lighthouse');
const runFile = promisify(execFile);

/** Runs Lighthouse on the login page and a user's home page as a mid-range phone. Fails below 95. */
export async function benchLighthouse(): Promise<void> {
  if (!existsSync(path.join(folder, 'node_modules'))) {
    throw new Error('Lighthouse is not installed: npm ci --prefix bench/lighthouse');
  }
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
      const onLogin = await measure(login, port);
      await signIn(browser, login);
      const atHome = await measure(`${server.baseUrl}/user`, port);
      const title = `mobile, points of the middle of ${RUNS} runs; at least ${LEAST} in each category`;
      await report('lighthouse', title, { ...onLogin, ...atHome });
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await world.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Signs in through the form. Lighthouse keeps cookies and local storage, and empties the caches. */
async function signIn(browser: BrowserContext, login: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(login);
  await page.getByRole('textbox', { name: 'Username' }).fill(DEMO.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/user');
  await page.close();
}

interface Report {
  finalDisplayedUrl: string;
  configSettings: { throttling: { cpuSlowdownMultiplier: number } };
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
  categories: Record<
    string,
    {
      id: string;
      title: string;
      score: number | null;
      auditRefs: { id: string; weight: number }[];
    }
  >;
}

async function run(url: string, port: number): Promise<Report> {
  const script = path.join(folder, 'visit.mjs');
  const given = [script, url, String(port), CATEGORIES.join(',')];
  const { stdout } = await runFile(process.execPath, given, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout);
}

/** The result of the median run, in points. */
async function measure(url: string, port: number): Promise<Figures> {
  const reports: Report[] = [];
  for (let n = 0; n < RUNS; n += 1) reports.push(await run(url, port));
  const middle = [...reports].sort((one, other) => pointsOf(one) - pointsOf(other))[RUNS >> 1];
  if (!middle) throw new Error('There was no run');
  const slowdowns = reports.map(
    ({ configSettings }) => configSettings.throttling.cpuSlowdownMultiplier,
  );
  console.log(
    `  ${new URL(middle.finalDisplayedUrl).pathname}, slowed down ${list(slowdowns, 1)} times: ` +
      `${list(reports.map(pointsOf), 0)} in performance`,
  );
  return pointsIn(middle);
}

const list = (numbers: number[], digits: number) =>
  numbers.map((number) => number.toFixed(digits)).join(', ');

const pointsOf = ({ categories }: Report) => Math.round((categories.performance?.score ?? 0) * 100);

/** Prints the audits that cost points. */
function pointsIn({ categories, audits, finalDisplayedUrl }: Report): Figures {
  const figures: Figures = {};
  for (const { id, title, score, auditRefs } of Object.values(categories)) {
    const points = Math.round((score ?? 0) * 100);
    figures[`${new URL(finalDisplayedUrl).pathname}: ${title}`] = points;
    if (points < LEAST) process.exitCode = 1;
    for (const ref of auditRefs) {
      const audit = audits[ref.id];
      if (!audit || ref.weight === 0 || audit.score === null || audit.score >= 0.9) continue;
      console.log(`    ${id}: ${audit.title} ${audit.displayValue ?? ''}`);
    }
  }
  return figures;
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('There is no free port');
  return address.port;
}
