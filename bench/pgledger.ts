import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pgbench } from './pgbench.ts';
import type { BenchWorld } from './world.ts';

const folder = path.join(import.meta.dirname, 'pgledger');
const FILES = ['vendor/scoville-pgsql-ulid/uuid-to-ulid.sql', 'pgledger.sql'];
const TRANSFERS = 20_000;
const NAME = 'pgledger';

/** Each transfer is between two accounts that no other uses, so that none waits for another. */
const accounts = `
  CREATE TABLE bench_pairs AS SELECT n,
    (SELECT id FROM pgledger_create_account('house ' || n, 'INR')) AS house,
    (SELECT id FROM pgledger_create_account('person ' || n, 'INR')) AS person
    FROM generate_series(0, ${TRANSFERS - 1}) n;
  ALTER TABLE bench_pairs ADD PRIMARY KEY (n);
  VACUUM ANALYZE`;

const script = `\\set n :client_id * :share + :turn
\\set turn :turn + 1
SELECT made.id FROM bench_pairs p, pgledger_create_transfer(p.house, p.person, 1000) made WHERE p.n = :n;
`;

/** Transfers per second by the functions of pgledger, in pgbench. Undefined if its repository is not in the folder. */
export async function benchPgledger(world: BenchWorld): Promise<number | undefined> {
  if (!existsSync(path.join(folder, 'pgledger.sql'))) {
    console.log(
      'pgledger is not measured: git clone https://github.com/pgr0ss/pgledger bench/pgledger installs it',
    );
    return undefined;
  }
  await world.createDatabase(NAME, 'template1');
  const { db } = await world.open(NAME);
  for (const file of FILES) await db.query(await readFile(path.join(folder, file), 'utf8'));
  for (const statement of accounts.split(';')) await db.background.query(statement);
  const rate = await pgbench(world, { database: NAME, script, transactions: TRANSFERS });
  const [made] = await db.query<{ count: number }>('SELECT count(*) FROM pgledger_transfers');
  await db.close();
  if (made?.count !== TRANSFERS) throw new Error(`pgledger made ${made?.count} transfers`);
  return rate;
}
