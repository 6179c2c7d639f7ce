import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { createBlockSweep } from './block-sweep.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.drop());

test('reads every row of a table, wherever a turn begins, and each step a limited part by its place', async () => {
  const { db } = opened;
  await db.query(
    'CREATE TABLE swept AS SELECT n, repeat(n::text, 300) FROM generate_series(1, 3000) n',
  );
  const seen: number[] = [];
  const steps: number[] = [];
  const plans: string[] = [];
  const sweep = createBlockSweep({ db }, 'swept', async ({ query, rows }) => {
    const found = await query<{ n: number }>(`SELECT n FROM swept WHERE ${rows}`);
    seen.push(...found.map(({ n }) => n));
    steps.push(found.length);
    plans.push(JSON.stringify(await query(`EXPLAIN SELECT n FROM swept WHERE ${rows}`)));
  });
  await sweep();
  expect(new Set(seen).size).toBe(3000);
  expect(Math.max(...steps)).toBeLessThan(1500);
  expect(plans.every((plan) => plan.includes('Tid Range Scan'))).toBe(true);
  await db.query('TRUNCATE swept');
  await sweep();
});
