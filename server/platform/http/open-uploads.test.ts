import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { MAX_PENDING_REQUESTS } from '#contract/transactions/rules.ts';
import {
  MAX_OPEN_UPLOADS,
  MAX_SENT_UPLOADS,
  MAX_STORED_BYTES,
  MAX_UPLOADS_AT_ONCE,
} from '#contract/uploads/rules.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { buildDepositForm, buildImage, upload } from '../../testing/upload.ts';
import { createImageWork } from '../files/image-work.ts';

/** Sources of jobs in order of arrival. While `isHeld` is set, new jobs run until they are aborted. */
const encoded: string[] = [];
let entered = 0;
let isHeld = false;
function hold(): void {
  isHeld = true;
  onTestFinished(() => {
    isHeld = false;
  });
}
const work = createImageWork();

let app: TestApp;
let image: Buffer;
beforeAll(async () => {
  app = await startTestApp({
    imageWork: {
      ...work,
      enter: (userId, signal) => {
        entered += 1;
        return work.enter(userId, signal);
      },
      encode: (task) => {
        encoded.push(task.job.source);
        if (!isHeld) return work.encode(task);
        return new Promise((_, reject) =>
          task.signal.addEventListener('abort', () => reject(task.signal.reason)),
        );
      },
    },
  });
  image = await buildImage();
});
afterAll(() => app.close());

interface OpenUpload {
  request: ClientRequest;
  answer(): Promise<{ status: number; body: Record<string, unknown>; retryAfter?: string }>;
}

function begin(
  { cookie }: { cookie: string },
  { path: route = '/files/deposits', form = buildDepositForm() as object, headers = {} } = {},
): OpenUpload {
  const walletForm = Buffer.from(JSON.stringify(form)).toString('base64url');
  const sent = request(`${app.baseUrl}${route}`, {
    method: 'POST',
    agent: false,
    headers: { cookie, 'wallet-form': walletForm, 'content-type': 'image/jpeg', ...headers },
  });
  const responded = once(sent, 'response') as Promise<[IncomingMessage]>;
  responded.catch(() => undefined); // The test itself may have closed the connection.
  sent.on('error', () => undefined);
  onTestFinished(() => void sent.destroy());
  sent.flushHeaders();
  return {
    request: sent,
    async answer() {
      const [response] = await responded;
      const body = (await json(response)) as Record<string, unknown>;
      const retryAfter = response.headers['retry-after'];
      return { status: response.statusCode ?? 0, body, ...(retryAfter && { retryAfter }) };
    },
  };
}

/** Polls for what another process or connection does. The timeout allows for a loaded machine. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // V8's garbage collector.
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 30_000 });

async function countDrafts(): Promise<number> {
  return (await readdir(path.join(app.deps.files.place, 'drafts')).catch(() => [])).length;
}

const sendReceipt = ({ cookie }: SignedIn, body = image) =>
  upload(app, { cookie, path: '/files/deposits', form: buildDepositForm(), body });

test('a user’s third upload waits unread, one above the limit is refused, and other users’ uploads are not affected', async () => {
  const [user, other] = [await app.newUser(), await app.newUser()];
  const open = Array.from({ length: MAX_UPLOADS_AT_ONCE }, () => begin(user));
  await soon(countDrafts).toBe(MAX_UPLOADS_AT_ONCE);
  const waiting = Array.from({ length: MAX_SENT_UPLOADS - MAX_UPLOADS_AT_ONCE }, () => begin(user));
  for (const each of waiting) each.request.end(image);
  await soon(() => entered).toBe(MAX_SENT_UPLOADS);
  expect(await sendReceipt(user)).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_UPLOADS', data: { limit: MAX_SENT_UPLOADS } },
  });
  expect((await sendReceipt(other)).status).toBe(200);
  expect(await countDrafts()).toBe(MAX_UPLOADS_AT_ONCE);
  const [leaving, ...staying] = waiting;
  leaving?.request.destroy();
  open[1]?.request.destroy();
  open[0]?.request.end(image);
  for (const each of [...open.slice(0, 1), ...staying]) {
    expect(await each.answer()).toMatchObject({ status: 200 });
  }
  await soon(countDrafts).toBe(0);
  expect((await sendReceipt(user)).status).toBe(200);
});

test('refuses uploads above the server’s limit with a Retry-After', async () => {
  const { signal } = new AbortController();
  const leave = await Promise.all(
    Array.from({ length: MAX_OPEN_UPLOADS }, (_, n) => work.enter(`someone ${n}`, signal)),
  );
  onTestFinished(() => {
    for (const each of leave) each();
  });
  const refused = begin(await app.newUser());
  expect(await refused.answer()).toMatchObject({
    status: 503,
    body: { code: 'UPLOADS_BUSY' },
    retryAfter: expect.stringMatching(/^\d+$/),
  });
});

const qrCode = { path: '/files/qr-codes', form: { name: 'mine', description: '', isActive: true } };

test.each<[string, (user: SignedIn, admin: SignedIn) => Promise<unknown>, string]>([
  ['signed out', (user) => user.api.sessions.logout({}), 'MISSING_SESSION'],
  [
    'deactivated',
    ({ userId }, { api }) => api.users.setStatus({ userId, status: 'inactive' }),
    'ACCOUNT_INACTIVE',
  ],
  [
    'demoted',
    ({ userId }, { api }) => api.users.setRole({ userId, role: 'user' }),
    'ADMIN_REQUIRED',
  ],
])(
  'decodes no image of an administrator who is %s before the last byte arrives',
  async (_, change, code) => {
    const [user, admin] = [await app.newUser({ role: 'admin' }), await app.admin()];
    const sent = begin(user, qrCode);
    sent.request.write(image.subarray(0, 100));
    await soon(countDrafts).toBe(1);
    await change(user, admin);
    const before = encoded.length;
    sent.request.end(image.subarray(100));
    expect(await sent.answer()).toMatchObject({ body: { code } });
    expect(encoded).toHaveLength(before);
  },
);

test('aborts an upload’s work when its client disconnects', async () => {
  const user = await app.newUser();
  const before = encoded.length;
  hold();
  const sent = begin(user);
  sent.request.end(image);
  await soon(() => encoded.length).toBe(before + 1);
  sent.request.destroy();
  await soon(countDrafts).toBe(0);
  expect(await app.deps.db.query('SELECT 1 FROM files WHERE user_id = $1', [user.userId])).toEqual(
    [],
  );
});

test('refuses a body declared too large before reading it, and a growing body as soon as it exceeds the limit', async () => {
  const user = await app.newUser();
  const declared = begin(user, { headers: { 'content-length': String(6 * 1024 * 1024) } });
  expect(await declared.answer()).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' } });
  const growing = begin(user);
  growing.request.write(Buffer.alloc(6 * 1024 * 1024));
  expect(await growing.answer()).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' } });
  await soon(countDrafts).toBe(0);
});

test('stores waiting upload bodies on the disk, not in memory', async () => {
  hold();
  const body = Buffer.concat([image, Buffer.alloc(4.5 * 1024 * 1024)]);
  const users = await Promise.all(Array.from({ length: 10 }, () => app.newUser()));
  const [heldBefore, seen] = [process.memoryUsage().arrayBuffers, encoded.length];
  const sent = users.flatMap((user) => [begin(user), begin(user)]);
  for (const each of sent) each.request.end(body);
  await soon(() => encoded.length - seen).toBe(sent.length);
  // 95 MB arrived, of which the kernel and socket buffers may hold some. V8 decides when it frees garbage.
  collectGarbage();
  expect(process.memoryUsage().arrayBuffers - heldBefore).toBeLessThan(40 * 1024 * 1024);
  for (const each of sent) each.request.destroy();
  await soon(countDrafts).toBe(0);
});

test('refuses an upload above a user’s storage limit, and does not count refused uploads', async () => {
  const user = await app.newUser();
  const countOf = () =>
    app.deps.db.query('SELECT bytes FROM stored_bytes WHERE user_id = $1', [user.userId]);
  expect((await sendReceipt(user)).status).toBe(200);
  const [file] = await app.deps.db.query<{ bytes: number }>(
    'SELECT byte_size::bigint AS bytes FROM files WHERE user_id = $1',
    [user.userId],
  );
  expect(await countOf()).toEqual([file]);
  await app.deps.db.query('UPDATE stored_bytes SET bytes = $2 WHERE user_id = $1', [
    user.userId,
    MAX_STORED_BYTES,
  ]);
  expect(await sendReceipt(user)).toMatchObject({ status: 409, body: { code: 'STORAGE_FULL' } });
  expect(await countOf()).toEqual([{ bytes: MAX_STORED_BYTES }]);
});

test('replacing an avatar subtracts the old image from the user’s stored bytes', async () => {
  const user = await app.newUser();
  const send = (body: Buffer) =>
    upload(app, { cookie: user.cookie, path: '/files/avatars', form: {}, body });
  await send(await buildImage('png', { width: 90 }));
  await send(image);
  const rows = await app.deps.db.query(
    `SELECT bytes = (SELECT sum(byte_size) FROM files WHERE user_id = $1) AS "isRight"
     FROM stored_bytes WHERE user_id = $1`,
    [user.userId],
  );
  expect(rows).toEqual([{ isRight: true }]);
});

test('refuses more pending requests than allowed, but not a repetition of one', async () => {
  const user = await app.newUser();
  const form = buildDepositForm();
  const send = () =>
    upload(app, { cookie: user.cookie, path: '/files/deposits', form, body: image });
  const first = await send();
  await app.deps.db.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, reference_id, permanent_receipt_url, created_at, updated_at)
     SELECT $1::uuid, gen_random_uuid(), 'deposit', 100, 'OLD-' || $1::text || n, '/files/receipts/none', now(), now()
     FROM generate_series(2, $2::int) n`,
    [user.userId, MAX_PENDING_REQUESTS],
  );
  expect(await sendReceipt(user)).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_PENDING', data: { limit: MAX_PENDING_REQUESTS } },
  });
  expect(await send()).toEqual(first);
});
