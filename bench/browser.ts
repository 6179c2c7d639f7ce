import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { type BenchServer, startServer } from './world.ts';

/** Runs a browser and the built server on a database while `work` runs. */
export async function withBrowser(
  databaseUrl: string,
  work: (browser: Browser, server: BenchServer) => Promise<void>,
): Promise<void> {
  const server = await startServer(databaseUrl);
  try {
    const browser = await chromium.launch({ executablePath: findChromium() });
    await work(browser, server).finally(() => browser.close());
  } finally {
    await server.stop();
  }
}
