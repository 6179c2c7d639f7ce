import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from './db/database.ts';
import { TEST_AUDIT_KEY } from './testing/audit-key.ts';
import { copyDatabase, dropDatabase } from './testing/databases.ts';
import { clientOf, type SignedIn, signInTo } from './testing/harness.ts';
import { expectVerified } from './testing/money-world.ts';
import { startObjectStore, type TestObjectStore } from './testing/object-store.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { ADMIN_PASSWORD } from './testing/stand-ins.ts';
import { openStream } from './testing/streams.ts';
import { hasSwift } from './testing/swift.ts';
import { buildDepositForm, buildImage, upload } from './testing/upload.ts';

const PASSWORD = 'correct-horse';
const DEPOSITS = 12;
/** The server is killed after this many decisions, so that the others are at every stage. */
const KILL_AFTER = 4;

let url: string;
let store: TestObjectStore;
let db: Database;
beforeAll(async () => {
  store = await startObjectStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  url = await copyDatabase(inject('templateUrl'));
  db = openDatabase({ connectionString: url });
});
afterEach(async () => {
  await db.close();
  await dropDatabase(url);
});

function start(settings: Record<string, string> = {}) {
  const shared = { DATABASE_URL: url, DATABASE_POOL_SIZE: '8', ...store.settings };
  return startServerProcess({
    ...shared,
    AUDIT_KEY: TEST_AUDIT_KEY,
    TRANSLATION_PROVIDER: 'off',
    ...settings,
  });
}

/** Returns a client with the same session on another server. */
function at(baseUrl: string, { cookie, userId }: SignedIn): SignedIn {
  return { api: clientOf(baseUrl, cookie), baseUrl, cookie, userId };
}

async function newPerson(admin: SignedIn, baseUrl: string): Promise<SignedIn> {
  const username = `user-${randomUUID().slice(0, 8)}`;
  await admin.api.users.create({ username, password: PASSWORD, role: 'user' });
  return signInTo(baseUrl, username, PASSWORD);
}

async function deposit(person: SignedIn, form: object, body: Buffer): Promise<string> {
  const sent = await upload(person, { cookie: person.cookie, path: '/files/deposits', form, body });
  expect(sent).toMatchObject({ status: 200 });
  return String(sent.body.id);
}

async function approve({ api }: SignedIn, id: string, requestKey: string): Promise<void> {
  await expect(api.review.decide({ ids: [id], decision: 'approved', requestKey })).resolves.toEqual(
    {
      results: [{ id }],
    },
  );
}

async function readReceipt({ api, baseUrl, cookie }: SignedIn, id: string): Promise<Response> {
  const { receiptUrl } = await api.transactions.get({ id });
  return fetch(`${baseUrl}${receiptUrl}`, { headers: { cookie } });
}

/** Long enough to start two servers while other tests run. */
const PATIENCE_MS = 240_000;

test.skipIf(!hasSwift)(
  'two servers share a database and a bucket, and killing one loses no acknowledged work',
  async () => {
    const [first, second] = (await Promise.all([start(), start()])).map(({ server }) => server) as [
      ServerProcess,
      ServerProcess,
    ];
    const [here, there] = await Promise.all([first.untilReady(), second.untilReady()]);
    const adminHere = await signInTo(here, 'admin', ADMIN_PASSWORD);
    const adminThere = at(there, adminHere);
    const person = await newPerson(adminThere, here);

    const live = await openStream(person);
    const desk = await openStream(adminThere);
    const id = await deposit(person, buildDepositForm({ amount: '250' }), await buildImage());
    await desk.until((event) => event.entity === 'transaction' && event.id === id);
    const receipt = await readReceipt(adminThere, id);
    expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await approve(adminThere, id, randomUUID());
    await live.until((event) => event.entity === 'balance');
    expect((await person.api.balances.current()).balancePaise).toBe(250_00);
    await desk.close();

    const elsewhere = await openStream(at(there, person));
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newPerson(adminHere, there)));
    const [acknowledged, approved] = [new Map<object, string>(), new Set<string>()];
    const work = Array.from({ length: DEPOSITS }, async (_, n) => {
      const owner = people[n % people.length];
      if (!owner) throw new Error('There are people');
      const [form, requestKey] = [buildDepositForm({ amount: '10' }), randomUUID()];
      const image = await buildImage();
      const send = async (baseUrl: string) => {
        const made = await deposit(at(baseUrl, owner), form, image);
        expect(acknowledged.get(form) ?? made).toBe(made);
        acknowledged.set(form, made);
        return made;
      };
      const made = await send(n % 2 === 0 ? there : here).catch(() => send(here));
      await approve(adminThere, made, requestKey).catch(() => approve(adminHere, made, requestKey));
      approved.add(made);
      if (approved.size === KILL_AFTER) second.signal('SIGKILL');
    });
    await Promise.all(work);
    await second.exited;
    await elsewhere.rest().catch(() => undefined); // The killed server cut this connection.

    const again = await openStream(person, elsewhere.lastEventId);
    await approve(
      adminHere,
      await deposit(person, buildDepositForm({ amount: '5' }), await buildImage()),
      randomUUID(),
    );
    await again.until((event) => event.entity === 'balance');
    expect((await person.api.balances.current()).balancePaise).toBe(255_00);
    const rows = await db.query<{ id: string }>(
      `SELECT id FROM transactions WHERE status = 'approved' AND user_id <> $1`,
      [person.userId],
    );
    expect(rows.map((row) => row.id).sort()).toEqual([...acknowledged.values()].sort());
    for (const made of approved) expect((await readReceipt(adminHere, made)).status).toBe(200);
    await expectVerified(db);
    await Promise.all([live.close(), again.close()]);
  },
  PATIENCE_MS,
);

test.skipIf(!hasSwift)(
  'a bucket that rejects the server prevents its start with a sentence that contains no secret',
  async () => {
    const { server } = await start({ FILES_SECRET: 'no-log-may-hold-this' });
    expect((await server.exited).code).toBe(1);
    expect(server.printed).toMatch(/FILES_URL and FILES_SECRET: the bucket test-\S+ can't be used/);
    expect(server.printed).not.toContain('no-log-may-hold-this');
  },
);
