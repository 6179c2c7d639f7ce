import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fromBuffer } from 'yauzl';
import { MAX_OWN_DATA_PER_DAY, MAX_PASSBOOK_EXPORTS_PER_DAY } from '#contract/own-data/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { buildImage, makeDeposit, upload } from '../../testing/upload.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const get = (person: { cookie?: string }, query = '', signal?: AbortSignal) =>
  fetch(`${app.baseUrl}/files/my-data.zip${query}`, {
    headers: person.cookie ? { cookie: person.cookie } : {},
    ...(signal && { signal }),
  });

async function unzip(response: Response): Promise<Map<string, Buffer>> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return new Promise((resolve, reject) => {
    const files = new Map<string, Buffer>();
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          files.set(entry.fileName, Buffer.concat(await stream.toArray()));
          zip.readEntry();
        });
      });
      zip.once('end', () => resolve(files));
      zip.once('error', reject);
      zip.readEntry();
    });
  });
}

const textOf = (files: Map<string, Buffer>, name: string) => files.get(name)?.toString() ?? '';
const jsonOf = (files: Map<string, Buffer>, name: string) => JSON.parse(textOf(files, name));

const ACCOUNT = { accountName: 'Asha Rao', accountNumber: '123456789012', bankName: 'SBI' };

/** A user with rows in every file of the archive, and `requests` imported transactions. */
async function newPerson({ requests = 0 } = {}): Promise<SignedIn & { username: string }> {
  const person = await app.newUser();
  await person.api.bankAccounts.create({ ...ACCOUNT, isDefault: true });
  await person.api.supportMessages.send({
    name: 'Asha',
    email: 'asha@example.in',
    category: 'other',
    subject: person.username,
    message: 'Hello',
    requestKey: randomUUID(),
  });
  await app.deps.db.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, status, reference_id, receipt_url, decided_at, created_at, updated_at)
     SELECT $1::uuid, gen_random_uuid(), 'deposit', n, 'rejected', 'OLD/' || n || '/' || $1::uuid, 'https://example.com/' || n, now(),
       timestamptz '2025-01-01Z' + n * interval '1 minute', now() FROM generate_series(1, $2::int) AS n`,
    [person.userId, requests],
  );
  return person;
}

const imageFor = (person: SignedIn) =>
  buildImage('jpeg').then((image) => makeDeposit(app, { cookie: person.cookie, image }));

test('the archive has all of a person’s data and receipts, and nothing of others', async () => {
  const person = await newPerson({ requests: 5000 });
  await person.api.mails.savePreferences({
    topics: ['deposits'],
    hasDigest: false,
    pushTopics: ['support'],
    hidesDetails: true,
  });
  const other = await newPerson();
  await imageFor(other);
  const deposits = [await imageFor(person), await imageFor(person), await imageFor(person)];
  const [message] = (await person.api.supportMessages.own({})).rows;
  await (await app.admin()).api.supportMessages.answer({
    userId: person.userId as UserId,
    id: message?.id ?? '',
    text: 'It is on its way.',
    replyCount: 0,
    requestKey: randomUUID(),
  });
  const document = { cookie: person.cookie, method: 'POST', path: '/files/documents' } as const;
  const sent = await upload(app, {
    ...document,
    form: { kind: 'pan', number: 'ABCPK1234F' },
    body: await buildImage(),
  });
  const { id: documentId } = sent.body as { id: string };
  const avatar = { cookie: person.cookie, path: '/files/avatars', form: {} };
  await upload(app, { ...avatar, body: await buildImage('png'), contentType: 'image/png' });

  const response = await get(person, '?language=ta');
  expect(response.headers.get('content-disposition')).toMatch(/my-data-[\d-]+\.zip/);
  const files = await unzip(response);
  expect([...files.keys()]).toEqual([
    ...['profile.json', 'bank-accounts.json', 'transactions.csv', 'transactions.json'],
    ...['notifications.json', 'messages.json', 'documents.json', 'activity.json', 'sessions.json'],
    ...['profile-picture.png', `documents/pan-${documentId}.jpg`],
    ...deposits.map(({ referenceId }) => `receipts/${referenceId}.jpg`).reverse(),
    'README.txt',
  ]);
  expect(jsonOf(files, 'profile.json')).toMatchObject({
    username: person.username,
    balance: '0.00',
    emails: { topics: ['deposits'], hasDigest: false },
    notificationsOnDevices: { topics: ['support'], hidesDetails: true },
  });
  expect(jsonOf(files, 'bank-accounts.json')).toMatchObject([
    { accountNumber: ACCOUNT.accountNumber, isDefault: true },
  ]);
  expect(textOf(files, 'transactions.csv').trim().split('\r\n')).toHaveLength(5004);
  const requests = jsonOf(files, 'transactions.json');
  expect(requests).toHaveLength(5003);
  expect(requests[0]).toMatchObject({
    referenceId: deposits[2]?.referenceId,
    status: 'pending',
    amount: '10.00',
    receiptFile: `receipts/${deposits[2]?.referenceId}.jpg`,
  });
  expect(new Set(requests.map(({ id }: { id: string }) => id)).size).toBe(5003);
  expect(jsonOf(files, 'notifications.json')[0]).toMatchObject({
    title: 'Your data was downloaded',
  });
  expect(jsonOf(files, 'messages.json')).toMatchObject([
    {
      subject: person.username,
      replies: [{ isFromSupport: true, text: 'It is on its way.', createdAt: expect.any(String) }],
    },
  ]);
  expect(jsonOf(files, 'documents.json')).toEqual([
    {
      id: documentId,
      kind: 'pan',
      lastFour: '234F',
      state: null,
      createdAt: expect.any(String),
      file: `documents/pan-${documentId}.jpg`,
    },
  ]);
  const shown = await fetch(`${app.baseUrl}/files/documents/${documentId}`, {
    headers: { cookie: person.cookie },
  });
  const decrypted = files.get(`documents/pan-${documentId}.jpg`);
  expect(decrypted?.equals(Buffer.from(await shown.arrayBuffer()))).toBe(true);
  expect(jsonOf(files, 'activity.json')[0]).toMatchObject({ action: 'export.create', isOwn: true });
  expect(jsonOf(files, 'sessions.json')).toHaveLength(1);
  expect(textOf(files, 'README.txt')).toContain('உங்கள் தரவு');
  for (const { referenceId, receiptUrl } of await Promise.all(
    deposits.map(({ id }) => person.api.transactions.own({ id })),
  )) {
    const stored = await fetch(`${app.baseUrl}${receiptUrl}`, {
      headers: { cookie: person.cookie },
    });
    const bytes = Buffer.from(await stored.arrayBuffer());
    expect(files.get(`receipts/${referenceId}.jpg`)?.equals(bytes)).toBe(true);
  }
  const everything = [...files.values()].map(String).join('');
  for (const secret of [other.userId, other.username, 'argon2', 'token']) {
    expect(everything).not.toContain(secret);
  }
});

test('a receipt that the store lacks is named in the README, and the archive is whole', async () => {
  const person = await newPerson();
  const [kept, lost] = [await imageFor(person), await imageFor(person)];
  const { receiptUrl } = await person.api.transactions.own({ id: lost.id });
  const [file] = await app.deps.db.query<{ storageKey: string }>(
    'SELECT storage_key AS "storageKey" FROM files WHERE id = $1',
    [receiptUrl?.split('/').at(-1)],
  );
  await app.deps.files.remove(file?.storageKey ?? '');
  const files = await unzip(await get(person));
  expect([...files.keys()].filter((name) => name.startsWith('receipts/'))).toEqual([
    `receipts/${kept.referenceId}.jpg`,
  ]);
  const readme = textOf(files, 'README.txt');
  expect(readme).toContain('These images are missing');
  expect(readme).toContain(`receipts/${lost.referenceId}.jpg`);
  expect(readme).not.toContain(kept.referenceId);
});

test('a reference with any character cannot leave the folder of receipts', async () => {
  const person = await newPerson();
  const deposit = await imageFor(person);
  await app.deps.db.query(`UPDATE transactions SET reference_id = '../../etc/x' WHERE id = $1`, [
    deposit.id,
  ]);
  const files = await unzip(await get(person));
  expect([...files.keys()]).toContain(`receipts/______etc_x-${deposit.id}.jpg`);
});

async function runningOf({ userId }: { userId: string }): Promise<number | undefined> {
  const [row] = await app.deps.db.query<{ running: number }>(
    `SELECT count(*) FILTER (WHERE ended_at IS NULL)::int AS running FROM own_exports WHERE user_id = $1`,
    [userId],
  );
  return row?.running;
}
const isLeft = (person: SignedIn, running: number) =>
  vi.waitFor(async () => expect(await runningOf(person)).toBe(running), { timeout: 10_000 });
const isEnded = (person: SignedIn) => isLeft(person, 0);

test('one download of a person at a time, and a lost connection ends it', async () => {
  const person = await newPerson({ requests: 60_000 });
  const leaving = new AbortController();
  const first = await get(person, '', leaving.signal);
  expect(first.status).toBe(200);
  const second = await get(person);
  expect([second.status, await second.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'EXPORT_RUNNING' }),
  ]);
  const others = await get(await newPerson());
  expect((await unzip(others)).has('README.txt')).toBe(true);
  leaving.abort();
  await isEnded(person);
  expect((await get(person)).status).toBe(200);
});

test('a download that a stopped server did not end does not block later ones', async () => {
  const person = await newPerson();
  const leave = (minutes: number) =>
    app.deps.db.query(
      `INSERT INTO own_exports (user_id, id, file, started_at)
       VALUES ($1, gen_random_uuid(), 'my-data.zip', $2)`,
      [person.userId, new Date(app.deps.clock.now().getTime() - minutes * 60_000)],
    );
  await leave(61);
  expect((await get(person)).status).toBe(200);
  await isLeft(person, 1);
  await leave(59);
  expect((await get(person)).status).toBe(409);
});

test('downloads of a day are limited, recorded and notified, also when sent concurrently', async () => {
  const person = await newPerson();
  for (let n = 0; n < MAX_OWN_DATA_PER_DAY; n += 1) {
    await unzip(await get(person));
    await isEnded(person);
  }
  const refused = await get(person);
  expect([refused.status, await refused.json()]).toEqual([
    429,
    expect.objectContaining({
      code: 'TOO_MANY_EXPORTS',
      data: { perDay: MAX_OWN_DATA_PER_DAY },
    }),
  ]);
  const csv = () =>
    fetch(`${app.baseUrl}/files/passbook.csv`, { headers: { cookie: person.cookie } });
  const statuses = await Promise.all(
    Array.from({ length: MAX_PASSBOOK_EXPORTS_PER_DAY + 4 }, async () => {
      const response = await csv();
      await response.text();
      return response.status;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_PASSBOOK_EXPORTS_PER_DAY);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  const { rows } = await person.api.audit.own({ limit: 50 });
  expect(rows.filter(({ action }) => action === 'export.create')).toHaveLength(50);
  await app.deps.db.query(
    `UPDATE own_exports SET started_at = started_at - interval '1 day' WHERE user_id = $1`,
    [person.userId],
  );
  expect((await csv()).status).toBe(200);
  const left = await app.deps.db.query('SELECT FROM own_exports WHERE user_id = $1', [
    person.userId,
  ]);
  expect(left).toHaveLength(1);
});

test('is refused to anonymous callers and with a password that an administrator set', async () => {
  expect((await get({})).status).toBe(401);
  const person = await newPerson();
  await app.deps.db.query('UPDATE users SET must_change_password = true WHERE id = $1', [
    person.userId,
  ]);
  const refused = await get(person);
  expect(await refused.json()).toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED' });
  expect((await get(person, '?language=xx')).status).toBe(403);
  expect(await runningOf(person)).toBe(0);
});

test('HEAD neither counts nor reads', async () => {
  const person = await newPerson();
  const url = `${app.baseUrl}/files/my-data.zip`;
  const head = await fetch(url, { method: 'HEAD', headers: { cookie: person.cookie } });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const started = await app.deps.db.query('SELECT FROM own_exports WHERE user_id = $1', [
    person.userId,
  ]);
  expect(started).toEqual([]);
});
