import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Gathering, gather } from './gather.ts';

class OfOne extends Error {}

/** Adds values to an account like a transaction: a run that throws changes nothing. */
function adder(changes: { apart?: undefined; beside?: number } = {}) {
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
  const gathering: Gathering<number, number> = {
    async together(values) {
      runs.push([...values]);
      await setImmediate();
      if (values.includes(13)) throw new OfOne('poisoned');
      return add(values);
    },
    most: 4,
    apart: {
      isOfOne: (error, count) => error instanceof OfOne && count > 1,
      async alone(value) {
        await setImmediate();
        if (value === 13) throw new OfOne('poisoned');
        const [answer] = add([value]);
        if (answer instanceof Error || answer === undefined) throw answer;
        return answer;
      },
    },
    ...changes,
  };
  return { ask: gather(gathering), runs, account };
}

test('a single call starts immediately, and calls that arrive during a run form the next batches in order', async () => {
  const { ask, runs, account } = adder();
  const first = ask(1);
  await Promise.resolve();
  expect(runs).toEqual([[1]]);
  const others = [2, 3, 4, 5, 6].map((value) => ask(value));
  expect(await first).toBe(1);
  expect(await Promise.all(others)).toEqual([3, 6, 10, 15, 21]);
  expect(runs).toEqual([[1], [2, 3, 4, 5], [6]]);
  expect(account.sum).toBe(21);
});

test('starts a second run in parallel once enough calls wait, and never a third', async () => {
  const { ask, runs, account } = adder({ beside: 2 });
  const first = ask(1);
  await Promise.resolve();
  const second = [ask(2)];
  await Promise.resolve();
  expect(runs).toEqual([[1]]);
  second.push(ask(3));
  await Promise.resolve();
  expect(runs).toEqual([[1], [2, 3]]);
  const others = [4, 5, 6].map((value) => ask(value));
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  await Promise.all([first, ...second, ...others]);
  expect(runs).toEqual([[1], [2, 3], [4, 5, 6]]);
  expect(account.sum).toBe(21);
});

test('rejects only the call that a batch refuses', async () => {
  const { ask, runs } = adder();
  const outcomes = await Promise.allSettled([ask(1), ask(-1), ask(2)]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(runs).toEqual([[1, -1, 2]]);
});

test('retries the calls of a failed batch individually without delaying the next batch', async () => {
  const { ask, account } = adder();
  const outcomes = await Promise.allSettled([1, 13, 2, 3, 4].map((value) => ask(value)));
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
  const { ask, runs } = adder({ apart: undefined });
  const outcomes = await Promise.allSettled([1, 13, 2].map((value) => ask(value)));
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(runs).toEqual([[1, 13, 2]]);
  expect(await ask(5)).toBe(5);
});

test('runs each call once and returns its own result', async () => {
  const { ask, account } = adder();
  const values = Array.from({ length: 500 }, (_, n) => (n % 7 === 0 ? 13 : (n % 5) - 1));
  const outcomes = await Promise.allSettled(
    values.map(async (value, n) => {
      for (let turn = 0; turn < n % 11; turn += 1) await setImmediate();
      return ask(value);
    }),
  );
  const added = values.filter((value) => value >= 0 && value !== 13);
  expect(account.sum).toBe(added.reduce((sum, value) => sum + value, 0));
  for (const [n, outcome] of outcomes.entries()) {
    const isRefused = (values[n] ?? 0) < 0 || values[n] === 13;
    expect(outcome.status).toBe(isRefused ? 'rejected' : 'fulfilled');
  }
});
