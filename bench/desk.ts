import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ADMIN_PASSWORD } from '../server/testing/stand-ins.ts';
import { withBrowser } from './browser.ts';
import { report } from './report.ts';
import { quantile } from './statistics.ts';
import { type BenchServer, cookieOf, openBenchWorld } from './world.ts';

/** The requests of a day, and the number of people who make them. */
const RECEIPTS = 200;
const PEOPLE = 20;
const VIEWPORT = { width: 1440, height: 900 };

/** Measures the interface's share of a review: from the key that decides to the next receipt drawn. */
export async function benchDesk(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const { db } = await world.createFilled('desk', { users: PEOPLE, pending: 0, decided: 0 });
    await db.close();
    await withBrowser(world.urlOf('desk'), async (browser, server) => {
      for (let n = 0; n < RECEIPTS; n += 1) await sendReceipt(server, n);
      const page = await browser.newPage({ baseURL: server.baseUrl, viewport: VIEWPORT });
      const startedAt = performance.now();
      const waits = await decideAll(page);
      const seconds = (performance.now() - startedAt) / 1000;
      await report('desk', `${RECEIPTS} deposits approved by keyboard, one after the other`, {
        'key to the next receipt drawn, middle, ms': quantile(waits, 0.5),
        'and at the 95th of a hundred, ms': quantile(waits, 0.95),
        'all of them, whole page and all facts each, s': seconds,
      });
    });
  } finally {
    await world.close();
  }
}

/** A deposit with a unique picture, as large as a phone's screen. */
export async function sendReceipt({ baseUrl }: BenchServer, n: number): Promise<void> {
  const noise = { type: 'gaussian', mean: 100 + n, sigma: 20 } as const;
  const create = { width: 1080, height: 2400, channels: 3, background: '#fff', noise } as const;
  const form = JSON.stringify({ amount: String(100 + n), requestKey: randomUUID() });
  const answer = await fetch(`${baseUrl}/files/deposits`, {
    method: 'POST',
    headers: {
      cookie: cookieOf(1 + (n % PEOPLE)),
      'content-type': 'image/jpeg',
      'wallet-form': Buffer.from(form).toString('base64url'),
    },
    body: new Uint8Array(await sharp({ create }).jpeg({ quality: 50 }).toBuffer()),
  });
  if (!answer.ok) throw new Error(`A receipt was refused: ${answer.status}`);
}

async function decideAll(page: Page): Promise<number[]> {
  await page.request.post('/api/v1/sessions', {
    data: { username: 'admin', password: ADMIN_PASSWORD },
  });
  await page.goto('/admin/deposits/desk');
  const waits: number[] = [];
  for (let n = 1; n < RECEIPTS; n += 1) {
    await page.getByRole('heading', { name: 'History of the user' }).waitFor();
    await page.getByRole('img', { name: 'Payment receipt' }).waitFor();
    // The desk accepts no decision for half a second.
    await page.locator('button:not([aria-disabled])', { hasText: 'Approve Deposit' }).waitFor();
    waits.push(await decideOnce(page));
  }
  return waits.sort((one, other) => one - other);
}

/** Returns the milliseconds, by the browser's clock, from the key to the next receipt. */
async function decideOnce(page: Page): Promise<number> {
  const before = await page.locator('#desk-amount').textContent();
  const pressedAt = await page.evaluate(() => {
    const now = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    return now;
  });
  const drawnAt = await page.waitForFunction((amount) => {
    const picture = document.querySelector<HTMLImageElement>('section > img');
    const isAnother = document.getElementById('desk-amount')?.textContent !== amount;
    return isAnother && picture?.complete && !picture.hidden && performance.now();
  }, before);
  return Number(await drawnAt.jsonValue()) - pressedAt;
}
