import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logError, SUMMARY_INTERVAL_MS } from './repeated-errors.ts';

type Line = [fields: Record<string, unknown>, message: string];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startLog() {
  const lines: Line[] = [];
  const write = (fields: unknown, message?: string) =>
    void lines.push([fields as Record<string, unknown>, message ?? '']);
  return { lines, log: { warn: write, error: write } };
}

const outage = (code = 'ECONNREFUSED') => Object.assign(new Error('gone'), { code });

test('logs the first error of a kind with its stack, and the others as one line in ten seconds', () => {
  const { lines, log } = startLog();
  const fail = (requestId: string) =>
    logError(log, { message: 'unavailable', error: outage(), requestId });
  for (const id of ['a', 'b', 'c']) fail(id);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject([
    { requestId: 'a', error: { stack: expect.any(String) } },
    'unavailable',
  ]);
  vi.advanceTimersByTime(SUMMARY_INTERVAL_MS);
  expect(lines.slice(1)).toEqual([
    [
      { error: { type: 'Error', code: 'ECONNREFUSED' }, repeated: 2, requestIds: ['b', 'c'] },
      'unavailable (repeated)',
    ],
  ]);
});

test('distinguishes kinds of errors by message, code and constant facts', () => {
  const { lines, log } = startLog();
  const fail = (message: string, code?: string, about?: Record<string, string>) =>
    logError(log, { message, error: outage(code), about });
  for (let time = 0; time < 2; time++) {
    fail('unavailable');
    fail('unavailable', 'ENOSPC');
    fail('no store of files');
    fail('background work failed', 'ENOSPC', { name: 'fold' });
    fail('background work failed', 'ENOSPC', { name: 'sweep' });
  }
  expect(lines.filter(([{ error }]) => 'stack' in (error as object))).toHaveLength(5);
});

test('logs an error with its stack again after ten seconds without one', () => {
  const { lines, log } = startLog();
  const fail = () => logError(log, { message: 'unavailable', error: outage() });
  fail();
  vi.advanceTimersByTime(SUMMARY_INTERVAL_MS);
  fail();
  expect(lines.map(([, message]) => message)).toEqual(['unavailable', 'unavailable']);
});

test('counts the error kinds of two logs separately', () => {
  const [one, other] = [startLog(), startLog()];
  for (const { log } of [one, other]) logError(log, { message: 'unavailable', error: outage() });
  expect([one.lines.length, other.lines.length]).toEqual([1, 1]);
});

/** As the driver throws it for a statement that `name` sent. */
function databaseErrorOf(name: string, code: string) {
  const stack = [
    'error: it failed',
    '    at /wallet/node_modules/pg/lib/client.js:694:17',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:103:5)',
    '    at async Object.send (/wallet/server/db/connections.ts:135:14)',
    `    at async ${name} (/wallet/server/features/${name}.ts:1:1)`,
  ].join('\n');
  return Object.assign(new pg.DatabaseError('it failed', 1, 'error'), { code, stack });
}

test('separates faults of two statements, and counts an outage once whatever it fails', () => {
  const { lines, log } = startLog();
  const fail = (name: string, code: string) =>
    logError(log, { message: 'request failed', error: databaseErrorOf(name, code) });
  for (const name of ['first', 'second', 'first']) fail(name, '23514');
  expect(lines).toHaveLength(2);
  for (const name of ['first', 'second']) fail(name, '57P01');
  expect(lines).toHaveLength(3);
});
