import { randomBytes } from 'node:crypto';
import { DEFAULT_USERNAMES } from '#contract/shared/enums.ts';
import { systemClock } from '../base/clock.ts';
import { findPendingMigrations } from '../db/migrate.ts';
import { boolean, selectValue, time } from '../db/selection.ts';
import type { Deps } from '../deps/deps.ts';
import { findUserIdByName } from '../features/users/users.queries.ts';
import { describeAccount } from '../start/run.ts';
import { withDatabase } from './connect.ts';
import { createMovableClock, openDemoShop } from './demo-shop.ts';
import { prepareFirstStart } from './first-start.ts';
import { print, UsageError, type Verb } from './verb.ts';

export const demo: Verb = {
  usage: ['demo'],
  summary:
    'Fills an empty installation with demo data: users, months of transactions, QR codes, banners',
  details:
    'All data is created by the services of the product, dated over several months. Refused if there is\n' +
    'money, or an account other than the default ones. The QR codes contain addresses that no bank issues.',
  async run({ words }, { env, output }) {
    if (words.length > 0) throw new UsageError('demo takes no words.');
    const clock = createMovableClock();
    return withDatabase(
      env,
      async ({ deps }) => {
        const found = await selectValue(deps.db.query, time('clock_timestamp()'), '');
        const until = found ?? systemClock.now();
        clock.set(until);
        await requireEmpty(deps);
        const accounts = await prepareFirstStart(deps);
        const adminId = await findUserIdByName(deps.db.query, 'admin');
        if (!adminId) throw new Error('The account admin is missing.');
        const password = randomBytes(18).toString('base64url');
        const usernames = await openDemoShop(deps, clock, { adminId, until, password });
        for (const account of accounts) print(output, describeAccount(account));
        print(
          output,
          `people ${usernames.join(', ')}, each with the password ${password} (shown once)`,
        );
        return 0;
      },
      clock,
    );
  },
};

async function requireEmpty({ db, config }: Deps): Promise<void> {
  const { pending, isEmpty } = await findPendingMigrations(db, config.projectDir);
  if (isEmpty) return;
  if (pending.length > 0) throw new Error('The database is of an older version: it is in use.');
  const isInUse = boolean(
    `EXISTS (SELECT FROM ledger_entries) OR EXISTS (SELECT FROM transactions)
       OR EXISTS (SELECT FROM users WHERE username <> ALL ($1::citext[]))`,
  );
  if (await selectValue(db.query, isInUse, '', [DEFAULT_USERNAMES]))
    throw new Error(
      'There is money or there are people here: the demonstration needs an empty installation.',
    );
}
