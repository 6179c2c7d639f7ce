import path from 'node:path';
import { type BrowserContextOptions, chromium } from '@playwright/test';
import type { Language } from '#contract/rules.ts';
import { buildWhatIsStale } from '../../scripts/build.ts';
import { findChromium } from '../../scripts/chromium.ts';
import { withDatabase } from '../../server/commands/connect.ts';
import { createMovableClock, openDemoShop } from '../../server/commands/demo-shop.ts';
import { findUserIdByName } from '../../server/features/users/queries.ts';
import { createDatabase } from '../../server/testing/databases.ts';
import { startTestPostgres } from '../../server/testing/postgres.ts';
import { setClock, USUAL_NOW } from './clock.ts';
import { Person } from './person.ts';
import { fillWallet } from './shop.ts';
import { ACCOUNTS, Wallet } from './wallet.ts';

/** How a browser looks at the wallet. */
export type Look = BrowserContextOptions & { language?: Language };

export interface Showcase {
  wallet: Wallet;
  /** Someone at a browser of their own, signed in when they are one of the accounts. */
  open: (look: Look, who: string) => Promise<Person>;
}

/** Gives everyone a history that agrees with their balance: it is made by the services, each step at its own moment. */
async function openShop(wallet: Wallet): Promise<void> {
  const env = { ENV_FILE: '/dev/null', DATABASE_URL: wallet.databaseUrl, DATA_DIR: wallet.dataDir };
  const clock = createMovableClock();
  await withDatabase(
    env,
    async ({ deps }) => {
      const adminId = await findUserIdByName(deps.db.query, ACCOUNTS.admin.username);
      if (!adminId) throw new Error('The account admin is missing.');
      await openDemoShop(deps, clock, { adminId, until: wallet.now(), password: 'shop-of-e2e' });
    },
    clock,
  );
}

/** Shows a wallet with some weeks behind it, or a new one, for programs that take pictures of it. */
export async function withShowcase(
  show: (showcase: Showcase) => Promise<void>,
  { isFilled = true } = {},
): Promise<void> {
  await buildWhatIsStale(path.resolve(import.meta.dirname, '../..'));
  const postgres = await startTestPostgres({ engine: 'embedded' });
  const wallet = await Wallet.start({
    environment: { DATABASE_URL: await createDatabase(postgres.connectionString) },
    now: USUAL_NOW,
  });
  try {
    if (isFilled) {
      await openShop(wallet);
      await fillWallet(wallet);
    }
    const browser = await chromium.launch({ executablePath: await findChromium() });
    const open = async ({ language, ...options }: Look, who: string) => {
      const context = await browser.newContext({
        ...options,
        // A picture shows a dialog as it stands, not as it fades in.
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
      if (who === 'admin' || who === 'demo') await person.arrive(ACCOUNTS[who], '/user');
      return person;
    };
    await show({ wallet, open });
    await browser.close();
  } finally {
    await wallet.stop();
    await postgres.stop();
  }
}
