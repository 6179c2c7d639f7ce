import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns, ReadersBusy } from './reading-turns.ts';

const MAX_WAIT_MS = 6000;
let turns: ReturnType<typeof createTurns>;
let order: string[];
beforeEach(() => {
  vi.useFakeTimers();
  [turns, order] = [createTurns(), []];
});
afterEach(() => void vi.useRealTimers());

/** Reads a file for so long, and notes the reader when it begins. Returns `busy` if it is refused a turn. */
async function read(reader: string | undefined, { ms = 1, isRefused = false } = {}) {
  const leave = await turns.enter(reader, MAX_WAIT_MS).catch((error: unknown) => {
    if (!(error instanceof ReadersBusy)) throw error;
  });
  if (!leave) return 'busy';
  order.push(reader ?? '-');
  await new Promise((resolve) => setTimeout(resolve, ms));
  leave({ isRefused });
  return reader ?? '-';
}

async function outcomes(reads: Promise<string>[]): Promise<string[]> {
  await vi.runAllTimersAsync();
  return Promise.all(reads);
}

test('while a file is read, two files of a person wait, and eight of all', async () => {
  const own = Array.from({ length: 5 }, () => read('a'));
  expect(await outcomes(own)).toEqual(['a', 'a', 'a', 'busy', 'busy']);
  const people = [...'abcdefghijk'];
  expect(await outcomes(people.map((one) => read(one)))).toEqual([
    ...people.slice(0, 9),
    ...['busy', 'busy'],
  ]);
});

test('the file of another person is next', async () => {
  await outcomes(['a', 'a', 'a', 'b'].map((reader) => read(reader)));
  expect(order).toEqual(['a', 'b', 'a', 'a']);
});

test('a file that has waited for too long is refused, and the next one is read', async () => {
  const sent = [read('a', { ms: MAX_WAIT_MS + 1 }), read('b')];
  expect(await outcomes(sent)).toEqual(['a', 'busy']);
  expect(await outcomes([read('b')])).toEqual(['b']);
});

test('after a refused file, the next one of the person waits for a second, and other people do not', async () => {
  const first = read('a', { isRefused: true });
  await vi.advanceTimersByTimeAsync(1);
  expect(await first).toBe('a');
  const waiting = [read('a', { isRefused: true }), read('a')];
  await vi.advanceTimersByTimeAsync(900);
  const others = read('b');
  await vi.advanceTimersByTimeAsync(1);
  expect([await others, order]).toEqual(['b', ['a', 'b']]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(order).toEqual(['a', 'b', 'a']);
  expect(await outcomes(waiting)).toEqual(['a', 'a']);
});

test('the command line reads the next file without a pause', async () => {
  const refused = read(undefined, { isRefused: true });
  await vi.advanceTimersByTimeAsync(1);
  const next = read(undefined);
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all([refused, next])).toEqual(['-', '-']);
});
