import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { buildImage } from '../../testing/upload.ts';

let app: TestApp;
let admin: SignedIn;
let userId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  ({ userId } = await app.newUser());
});
afterAll(() => app.close());

interface Adjustment {
  key?: string;
  body?: object;
}

/** Sets the balance from 0 to ₹500, unless `body` says otherwise. */
async function adjust({ key, body = {} }: Adjustment) {
  const response = await fetch(`${app.baseUrl}/api/v1/users/${userId}/adjustments`, {
    method: 'POST',
    headers: {
      cookie: admin.cookie,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify({
      newBalance: '500',
      shownBalancePaise: 0,
      reason: 'Refund of a fee',
      ...body,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function countAdjustments(): Promise<number> {
  const rows = await app.deps.db.query(
    `SELECT 1 FROM transactions WHERE user_id = $1 AND kind = 'adjustment'`,
    [userId],
  );
  return rows.length;
}

test('a command sent again with its key takes effect once and returns the same response', async () => {
  const key = randomUUID();
  const sent = [
    { key },
    { key: `"${key}"` },
    { key: key.toUpperCase() },
    { body: { requestKey: key } },
    { key, body: { requestKey: key } },
  ];
  for (const each of sent) {
    expect(await adjust(each)).toEqual({ status: 200, body: { balancePaise: 500_00 } });
  }
  expect(await countAdjustments()).toBe(1);
  const other = await adjust({ key, body: { newBalance: '600' } });
  expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
});

test('a deposit sent twice with its key in the header is stored once', async () => {
  const user = await app.newUser();
  const body = new Uint8Array(await buildImage());
  const form = Buffer.from('{"amount":"100"}').toString('base64url');
  const headers = { cookie: user.cookie, 'wallet-form': form, 'idempotency-key': randomUUID() };
  const send = async () => {
    const path = `${app.baseUrl}/files/deposits`;
    const response = await fetch(path, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as { id: string } };
  };
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.id).toBe(first.body.id);
});

test('refuses a command with two different keys, with none, or with one that is not a UUID', async () => {
  const before = await countAdjustments();
  const refused = (fields: string) => ({
    status: 422,
    body: { code: 'INVALID_INPUT', data: { fields } },
  });
  const two = { key: randomUUID(), body: { requestKey: randomUUID() } };
  expect(await adjust(two)).toMatchObject(refused('Idempotency-Key'));
  expect(await adjust({})).toMatchObject(refused('requestKey'));
  expect(await adjust({ key: 'intent-1' })).toMatchObject(refused('requestKey'));
  expect(await countAdjustments()).toBe(before);
});
