import { randomUUID } from 'node:crypto';
import type { Database } from '../server/db/database.ts';
import { report } from './report.ts';
import { benchTextbook } from './textbook.ts';
import { measureLoad } from './usage.ts';
import { cookieOf, openBenchWorld, startServer } from './world.ts';
import { callByWrk } from './wrk.ts';

const PEOPLE = 2000;
const CALLERS = 64;
const REQUESTS = 20_000;

/** Measures withdrawal requests by 64 callers over HTTP, against the textbook posting, one a transaction, in pgbench. */
export async function benchWithdrawals(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const { db } = await world.createFilled('over_http', {
      users: PEOPLE,
      pending: 0,
      decided: PEOPLE,
    });
    const accounts = await giveMoney(db);
    const server = await startServer(world.urlOf('over_http'));
    const { rate, figures } = await measureLoad({ server, query: db.query }, (seconds) =>
      callByWrk(server, {
        path: '/rpc/withdrawals/request',
        callers: CALLERS,
        seconds,
        requests: Array.from({ length: REQUESTS }, (_, n) => {
          const bankAccountId = accounts[n % PEOPLE];
          const body = { amount: '10', bankAccountId, requestKey: randomUUID() };
          return { cookie: cookieOf(1 + (n % PEOPLE)), body };
        }),
      }),
    );
    await server.stop();
    await db.close();
    const textbook = await benchTextbook(world);
    await report('withdrawals', `${CALLERS} callers, ${PEOPLE} people`, {
      ...figures,
      'limit: textbook posting in pgbench, a second': textbook,
      'ratio: HTTP / textbook': rate / textbook,
    });
  } finally {
    await world.close();
  }
}

/** Adds a balance and a bank account for everyone. Returns the accounts in the order of the people's numbers. */
async function giveMoney(db: Database): Promise<string[]> {
  await db.query('UPDATE wallet_balances SET balance_paise = 100000000');
  const accounts = await db.query<{ id: string }>(
    `INSERT INTO bank_accounts (user_id, id, account_holder_name, account_number, bank_name, created_at)
     SELECT id, id, 'Asha Rao', '123456789012', 'State Bank of India', now()
     FROM users WHERE username LIKE 'person%' ORDER BY substr(username::text, 7)::int RETURNING id`,
  );
  return accounts.map(({ id }) => id);
}
