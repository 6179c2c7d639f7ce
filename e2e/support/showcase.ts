import path from 'node:path';
import { type BrowserContextOptions, chromium } from '@playwright/test';
import type { Language } from '#contract/shared/enums.ts';
import { buildWhatIsStale } from '../../scripts/build.ts';
import { findChromium } from '../../scripts/chromium.ts';
import { START } from '../../server/testing/clock.ts';
import { createDatabase } from '../../server/testing/databases.ts';
import { addDemoHistory } from '../../server/testing/demo-history.ts';
import { startTestPostgres } from '../../server/testing/postgres.ts';
import { fillQueue } from './busy-queue.ts';
import { setClock } from './clock.ts';
import { seedDemoData } from './demo-data.ts';
import { Person } from './person.ts';
import { ACCOUNTS, Wallet } from './wallet.ts';

/** Browser options. */
export type Look = BrowserContextOptions & { language?: Language };

export interface Showcase {
  wallet: Wallet;
  /** Opens a separate browser, signed in if `who` is an account. */
  open: (look: Look, who: string) => Promise<Person>;
}

/**
 * Runs a wallet with some weeks of history, or a new one, for scripts that take pictures; `hasQueue` adds the requests of a
 * morning.
 */
export async function withShowcase(
  show: (showcase: Showcase) => Promise<void>,
  { isFilled = true, hasQueue = false } = {},
): Promise<void> {
  await buildWhatIsStale(path.resolve(import.meta.dirname, '../..'));
  const postgres = await startTestPostgres({ engine: 'embedded' });
  const wallet = await Wallet.start({
    environment: { DATABASE_URL: await createDatabase(postgres.connectionString) },
    now: START.toISOString(),
  });
  try {
    if (isFilled) {
      await addDemoHistory(wallet, wallet.now());
      await seedDemoData(wallet);
    }
    if (hasQueue) await fillQueue(wallet);
    const browser = await chromium.launch({ executablePath: await findChromium() });
    const open = async ({ language, ...options }: Look, who: string) => {
      const context = await browser.newContext({
        ...options,
        // Without animation: a dialog must be fully visible.
        reducedMotion: 'reduce',
        locale: 'en-IN',
        baseURL: wallet.baseUrl,
      });
      context.setDefaultTimeout(120_000);
      await context.addInitScript({ content: setClock(wallet.clockOffsetMs) });
      const page = await context.newPage();
      if (language) {
        await page.addInitScript(
          (code) => localStorage.setItem('preferred_language', code),
          language,
        );
      }
      const person = new Person(page, { language });
      if (who === 'admin' || who === 'demo') await person.signInByApi(ACCOUNTS[who], '/user');
      return person;
    };
    await show({ wallet, open });
    await browser.close();
  } finally {
    await wallet.stop();
    await postgres.stop();
  }
}
