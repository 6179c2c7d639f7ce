import path from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BreachService, sha1, startBreachService } from '#server/testing/breach-service.ts';
import { testConfig } from '#server/testing/stand-ins.ts';
import { breachChecks, isBreached } from './breached-passwords.ts';

const PASSWORD = 'violet-harbour-7';

let service: BreachService;
let logged: string;
const log = pino(
  new Writable({
    write(line, _encoding, done) {
      logged += String(line);
      done();
    },
  }),
);

beforeAll(async () => {
  service = await startBreachService();
});
beforeEach(() => {
  service.mood = 'well';
  service.asked.length = 0;
  service.passwords.clear();
  breachChecks.reset();
  logged = '';
});
afterAll(() => service.close());

function check({ url = service.url, timeoutMs = 30_000 } = {}) {
  const config = testConfig(path.resolve(import.meta.dirname, '../../..'));
  return isBreached({ config: { ...config, breachedPasswordsUrl: url }, log }, PASSWORD, timeoutMs);
}

async function countsByResult() {
  const { values } = await breachChecks.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]));
}

test('sends five digits of the hash, and finds the password by the others', async () => {
  service.passwords.set(PASSWORD, 1);
  expect(await check()).toBe(true);
  expect(service.asked).toEqual([
    { path: `/range/${sha1(PASSWORD).slice(0, 5)}`, hasPadding: true },
  ]);
  expect(await countsByResult()).toEqual({ found: 1 });
  expect(logged).toBe('');
});

test('does not find an unknown password, nor one whose line is padding', async () => {
  expect(await check()).toBe(false);
  service.passwords.set(PASSWORD, 0);
  expect(await check()).toBe(false);
  expect(await countsByResult()).toEqual({ absent: 2 });
});

test.each(['silent', 'stalled', 'failing', 'redirecting', 'html', 'huge'] as const)(
  'accepts a password unchecked while the service is %s, counts and logs it without its hash',
  async (mood) => {
    service.passwords.set(PASSWORD, 9);
    service.mood = mood;
    const isWaited = mood === 'silent' || mood === 'stalled';
    expect(await check(isWaited ? { timeoutMs: 50 } : {})).toBe(false);
    expect(service.asked.map(({ path }) => path)).not.toContain('/elsewhere');
    expect(await countsByResult()).toEqual({ failed: 1 });
    expect(logged.toUpperCase()).not.toContain(sha1(PASSWORD).slice(0, 5));
    expect(logged).not.toContain(PASSWORD);
  },
);

test('accepts a password unchecked if nothing listens at the address, and logs the cause', async () => {
  const closed = await startBreachService();
  await closed.close();
  expect(await check({ url: closed.url })).toBe(false);
  expect(await countsByResult()).toEqual({ failed: 1 });
  expect(logged).toContain('ECONNREFUSED');
});

test('opens eight calls at a time, and accepts further passwords unchecked', async () => {
  service.mood = 'silent';
  const checks = Array.from({ length: 20 }, () => check({ timeoutMs: 200 }));
  expect(await Promise.all(checks)).toEqual(Array(20).fill(false));
  expect(service.asked.length).toBeLessThanOrEqual(8);
  service.mood = 'well';
  service.passwords.set(PASSWORD, 1);
  expect(await check()).toBe(true);
});
