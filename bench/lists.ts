import { userId } from '#contract/shared/base.ts';
import { newId } from '../server/base/ids.ts';
import { project } from '../server/db/projector.ts';
import { listTransactions } from '../server/features/transactions/search/search-transactions.ts';
import { countTransactions } from '../server/features/transactions/totals.queries.ts';
import { reportBySize } from './size-sweep.ts';
import { median, time } from './statistics.ts';
import { fill, openBenchWorld } from './world.ts';

const SIZES = [1_000, 1_000_000];
const ROUNDS = 200;

/** Measures the data of the deposits screen (both tabs and the counts) at a thousand and a million transactions. */
export async function benchLists(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const medians: number[] = [];
    for (const size of SIZES) medians.push(await measure(world, size));
    await reportBySize('lists', {
      title: `first page of both tabs of deposits and the counts, median of ${ROUNDS}, by transactions`,
      sizes: SIZES,
      medians: new Map([['the deposits screen', medians]]),
      limits: { ms: 50, ratio: 1.5 },
    });
  } finally {
    await world.close();
  }
}

async function measure(
  world: Awaited<ReturnType<typeof openBenchWorld>>,
  size: number,
): Promise<number> {
  const name = `lists_${size}`;
  await world.createDatabase(name);
  const { db, deps } = await world.open(name);
  const pending = Math.round(size / 10);
  await fill(db, { users: Math.max(10, size / 100), pending, decided: size - pending });
  await project(db);
  const reader = userId.parse(newId());
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const askAll = async () => {
      await listTransactions(deps, reader, { type: 'deposit', tab: 'pending', limit: 50 });
      await listTransactions(deps, reader, { type: 'deposit', tab: 'history', limit: 50 });
      await countTransactions(db);
    };
    times.push(await time(askAll));
  }
  await db.close();
  return median(times);
}
