import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type BatchOptions, batchCalls } from './batch-calls.ts';

class OfOne extends Error {}

/** Adds values to an account like a transaction: a run that throws changes nothing. */
function adder(changes: { individualRetry?: undefined; secondBatchThreshold?: number } = {}) {
  const runs: number[][] = [];
  const account = { sum: 0 };
  const add = (values: readonly number[]) => {
    let { sum } = account;
    const answers = values.map((value) => {
      if (value < 0) return new Error(`${value} is refused`);
      sum += value;
      return sum;
    });
    account.sum = sum;
    return answers;
  };
  const options: BatchOptions<number, number> = {
    async runBatch(values) {
      runs.push([...values]);
      await setImmediate();
      if (values.includes(13)) throw new OfOne('poisoned');
      return add(values);
    },
    maxBatchSize: 4,
    individualRetry: {
      shouldRetryIndividually: (error, count) => error instanceof OfOne && count > 1,
      async runOne(value) {
        await setImmediate();
        if (value === 13) throw new OfOne('poisoned');
        const [answer] = add([value]);
        if (answer instanceof Error || answer === undefined) throw answer;
        return answer;
      },
    },
    ...changes,
  };
  return { call: batchCalls(options), runs, account };
}

test('a single call starts immediately, and calls that arrive during a run form the next batches in order', async () => {
  const { call, runs, account } = adder();
  const first = call(1);
  await Promise.resolve();
  expect(runs).toEqual([[1]]);
  const others = [2, 3, 4, 5, 6].map((value) => call(value));
  expect(await first).toBe(1);
  expect(await Promise.all(others)).toEqual([3, 6, 10, 15, 21]);
  expect(runs).toEqual([[1], [2, 3, 4, 5], [6]]);
  expect(account.sum).toBe(21);
});

test('starts a second run in parallel once enough calls wait, and never a third', async () => {
  const { call, runs, account } = adder({ secondBatchThreshold: 2 });
  const first = call(1);
  await Promise.resolve();
  const second = [call(2)];
  await Promise.resolve();
  expect(runs).toEqual([[1]]);
  second.push(call(3));
  await Promise.resolve();
  expect(runs).toEqual([[1], [2, 3]]);
  const others = [4, 5, 6].map((value) => call(value));
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  await Promise.all([first, ...second, ...others]);
  expect(runs).toEqual([[1], [2, 3], [4, 5, 6]]);
  expect(account.sum).toBe(21);
});

test('rejects only the call that a batch refuses', async () => {
  const { call, runs } = adder();
  const outcomes = await Promise.allSettled([call(1), call(-1), call(2)]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(runs).toEqual([[1, -1, 2]]);
});

test('retries the calls of a failed batch individually without delaying the next batch', async () => {
  const { call, account } = adder();
  const outcomes = await Promise.allSettled([1, 13, 2, 3, 4].map((value) => call(value)));
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(account.sum).toBe(10);
});

test('rejects every call of a failed batch, without retries, when individual retries are off', async () => {
  const { call, runs } = adder({ individualRetry: undefined });
  const outcomes = await Promise.allSettled([1, 13, 2].map((value) => call(value)));
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(runs).toEqual([[1, 13, 2]]);
  expect(await call(5)).toBe(5);
});

test('runs each call once and returns its own result', async () => {
  const { call, account } = adder();
  const values = Array.from({ length: 500 }, (_, n) => (n % 7 === 0 ? 13 : (n % 5) - 1));
  const outcomes = await Promise.allSettled(
    values.map(async (value, n) => {
      for (let turn = 0; turn < n % 11; turn += 1) await setImmediate();
      return call(value);
    }),
  );
  const added = values.filter((value) => value >= 0 && value !== 13);
  expect(account.sum).toBe(added.reduce((sum, value) => sum + value, 0));
  for (const [n, outcome] of outcomes.entries()) {
    const isRefused = (values[n] ?? 0) < 0 || values[n] === 13;
    expect(outcome.status).toBe(isRefused ? 'rejected' : 'fulfilled');
  }
});
