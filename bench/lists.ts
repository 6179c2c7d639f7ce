import { listTransactions } from '../server/features/transactions/search.ts';
import { countTransactions, foldTotals } from '../server/features/transactions/totals-queries.ts';
import { fill, openBenchWorld } from './world.ts';

const SIZES = [1_000, 1_000_000];
const ROUNDS = 200;

/** The data of the deposits screen (both tabs and the counts) at a thousand and a million transactions. */
export async function benchLists(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const medians: number[] = [];
    for (const size of SIZES) medians.push(await measure(world, size));
    console.log('\ndeposit list: first page of both tabs and the counts, median of', ROUNDS);
    for (const [index, size] of SIZES.entries()) {
      const label = `${size.toLocaleString('en-IN')} transactions`;
      console.log(`  ${label.padEnd(26)}${medians[index]?.toFixed(2).padStart(8)} ms`);
    }
    const [small = 0, large = 0] = medians;
    console.log(`  ratio large / small       ${(large / small).toFixed(2).padStart(8)}`);
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
  await foldTotals(db);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    await listTransactions(deps, { type: 'deposit', tab: 'pending', limit: 50 });
    await listTransactions(deps, { type: 'deposit', tab: 'history', limit: 50 });
    await countTransactions(db);
    times.push(performance.now() - startedAt);
  }
  await db.close();
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}
