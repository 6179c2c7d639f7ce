import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findChromium } from '../scripts/chromium.ts';
import { openBenchWorld, startServer } from './world.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const LEAST = 95;
const DEMO = { username: 'demo', password: 'demo123' };

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
      const cookie = await signIn(server.baseUrl);
      console.log(`\nLighthouse, mobile; at least ${LEAST} in each category`);
      await measure({ url: `${server.baseUrl}/login`, port, headers: {} });
      await measure({ url: `${server.baseUrl}/user`, port, headers: { cookie } });
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await world.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function signIn(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`Signing in answered ${response.status}`);
  return cookie;
}

async function measure(page: {
  url: string;
  port: number;
  headers: Record<string, string>;
}): Promise<void> {
  const result = await lighthouse(page.url, {
    ...{ port: page.port, extraHeaders: page.headers, onlyCategories: CATEGORIES },
    ...{ output: 'json', logLevel: 'error' },
  });
  if (!result) throw new Error('Lighthouse answered nothing');
  const { categories, audits, finalDisplayedUrl } = result.lhr;
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
