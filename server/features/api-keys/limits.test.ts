import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_API_KEY_DAYS, MAX_API_KEY_DAYS } from '#contract/api-keys/rules.ts';
import { API_SCOPES } from '#contract/shared/enums.ts';
import { TEST_DAY } from '../../testing/clock.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { buildImage, makeDeposit } from '../../testing/upload.ts';
import { pruneKeyDays } from './api-keys.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Noon in India. */
const NOON = new Date(`${TEST_DAY}T12:00:00+05:30`);
const MIDNIGHT = new Date(NOON.getTime() + 12 * 60 * 60_000).toISOString();

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  await app.clock.stopAt(NOON);
  admin = await app.admin();
});
afterAll(() => app.close());

type Limits = { dayPaise?: number; dayCommands?: number };

async function newKey(limits: Limits = {}) {
  const { key, secret } = await admin.api.apiKeys.create({
    name: 'Limited',
    scopes: [...API_SCOPES],
    ...limits,
  });
  const send = async (path: string, body: object) => {
    const response = await fetch(`${app.baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ requestKey: randomUUID(), ...body }),
    });
    const answer = (await response.json()) as {
      code?: string;
      data?: object;
      results?: { id: string; refusal?: { code: string; data?: object } }[];
    };
    return { status: response.status, retryAfter: response.headers.get('retry-after'), ...answer };
  };
  return {
    id: key.id,
    adjust: (userId: string, newBalance: string, shownBalancePaise = 0) =>
      send(`/users/${userId}/adjustments`, {
        newBalance,
        shownBalancePaise,
        reason: 'Refund of a fee',
      }),
    decide: (ids: string[], decision = 'approved') =>
      send('/transactions/decisions', { ids, decision }),
  };
}

const newUserIds = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => app.newUser()))).map(
    ({ userId }) => userId,
  );

async function deposits(amounts: string[]): Promise<string[]> {
  const ids = [];
  for (const amount of amounts) {
    const { cookie } = await app.newUser();
    const { id } = await makeDeposit(app, { cookie, image: await buildImage() }, { amount });
    ids.push(id);
  }
  return ids;
}

const countOf = (answers: { status: number }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

async function usedBy(keyId: string) {
  return app.deps.db.query<{ totalPaise: number; commands: number }>(
    'SELECT total_paise AS "totalPaise", commands FROM api_key_days WHERE key_id = $1 ORDER BY day',
    [keyId],
  );
}

test('a new key expires after 90 days, or after the given number up to 366', async () => {
  const create = (days?: number) =>
    admin.api.apiKeys.create({ name: 'Expiry', scopes: ['users:read'], ...(days && { days }) });
  const daysOf = async (days?: number) => {
    const { key } = await create(days);
    return ((key.expiresAt?.getTime() ?? 0) - key.createdAt.getTime()) / DAY_MS;
  };
  expect(await daysOf()).toBe(DEFAULT_API_KEY_DAYS);
  expect(await daysOf(MAX_API_KEY_DAYS)).toBe(MAX_API_KEY_DAYS);
  expect(await errorCodeOf(create(MAX_API_KEY_DAYS + 1))).toBe('INVALID_INPUT');
  const never = { name: 'Expiry', scopes: ['users:read' as const], days: null as never };
  expect(await errorCodeOf(admin.api.apiKeys.create(never))).toBe('INVALID_INPUT');
});

test('of 12 concurrent adjustments, a key with a daily amount makes only those that fit', async () => {
  const key = await newKey({ dayPaise: 50_000 });
  const users = await newUserIds(12);
  const answers = await Promise.all(users.map((userId) => key.adjust(userId, '100')));
  expect(countOf(answers, 200)).toBe(5);
  expect(countOf(answers, 429)).toBe(7);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused).toMatchObject({
    code: 'API_KEY_LIMIT',
    data: { measure: 'amount', remaining: '₹0.00', remainingPaise: 0, until: MIDNIGHT },
    retryAfter: String(12 * 60 * 60),
  });
  expect(await usedBy(key.id)).toEqual([{ totalPaise: 50_000, commands: 5 }]);
});

test('of 12 concurrent commands, a key carries out as many as it may in a day', async () => {
  const key = await newKey({ dayCommands: 4 });
  const ids = await deposits(Array.from({ length: 6 }, () => '10'));
  const users = await newUserIds(6);
  const answers = await Promise.all([
    ...users.map((userId) => key.adjust(userId, '10')),
    ...ids.map((id) => key.decide([id])),
  ]);
  expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([4, 8]);
  expect(answers.find(({ status }) => status === 429)).toMatchObject({
    code: 'API_KEY_LIMIT',
    data: { measure: 'commands', remaining: 0, until: MIDNIGHT },
  });
});

test('approves the requests of a list that fit and refuses the others', async () => {
  const key = await newKey({ dayPaise: 30_000 });
  const [first = '', second = '', third = ''] = await deposits(['200', '150', '100']);
  const { status, results } = await key.decide([first, second, third]);
  expect(status).toBe(200);
  expect(results?.map(({ id, refusal }) => [id, refusal?.code])).toEqual([
    [first, undefined],
    [second, 'API_KEY_LIMIT'],
    [third, undefined],
  ]);
  expect(await usedBy(key.id)).toEqual([{ totalPaise: 30_000, commands: 1 }]);
  const rejected = await key.decide([second], 'rejected');
  expect(rejected.results, 'a rejection moves no money').toEqual([{ id: second }]);
});

test('a refused adjustment counts for nothing, and the next day starts at zero', async () => {
  const key = await newKey({ dayPaise: 50_000 });
  const [userId = ''] = await newUserIds(1);
  expect((await key.adjust(userId, '300')).status).toBe(200);
  expect(await key.adjust(userId, '600', 30_000)).toMatchObject({
    data: { remaining: '₹200.00', remainingPaise: 20_000 },
  });
  expect((await key.adjust(userId, '100', 30_000)).status).toBe(200);
  expect(await usedBy(key.id)).toEqual([{ totalPaise: 50_000, commands: 2 }]);
  await app.clock.advance(DAY_MS / 2);
  expect((await key.adjust(userId, '200', 10_000)).status).toBe(200);
  await app.clock.advance(DAY_MS);
  await pruneKeyDays(app.deps);
  expect(await usedBy(key.id), 'yesterday is kept').toHaveLength(1);
  await app.clock.advance(DAY_MS);
  await pruneKeyDays(app.deps);
  expect(await usedBy(key.id)).toEqual([]);
  await app.clock.stopAt(NOON);
});

test('a key without limits has no counters', async () => {
  const key = await newKey();
  const [userId = ''] = await newUserIds(1);
  expect((await key.adjust(userId, '300')).status).toBe(200);
  expect(await usedBy(key.id)).toEqual([]);
});
