import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveEvent } from '#contract/events/schema.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { MAX_LISTED_ROWS } from '#contract/shared/limits.ts';
import { MAX_STATEMENT_ACCOUNTS } from '#contract/statements/rules.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';
import { buildImage, upload } from '../../testing/upload.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  [admin, user] = [await app.admin(), await app.newUser()];
});
afterAll(() => app.close());

type Api = SignedIn['api'];
interface Row {
  id: string;
}

interface Case {
  name: string;
  create: (by: SignedIn) => Promise<unknown>;
  change: (api: Api, id: string) => Promise<Row>;
  remove: (api: Api, id: string) => Promise<unknown>;
  list: (api: Api) => Promise<Row[]>;
  /** What users read; undefined if they read nothing. */
  listActive?: (api: Api) => Promise<Row[]>;
  notFound: ErrorCode;
  event: LiveEvent['entity'];
  audit: { chain: string; entity: string };
}

const newName = () => `Row ${randomUUID()}`;

async function sendQrCode({ cookie }: SignedIn): Promise<unknown> {
  const form = { name: newName(), description: '', isActive: true };
  const body = await buildImage();
  const sent = await upload(app, { cookie, path: '/files/qr-codes', form, body });
  if (sent.status === 200) return sent.body;
  throw new ORPCError(String(sent.body.code));
}

const cases: Case[] = [
  {
    name: 'banks',
    create: ({ api }) => api.banks.create({ name: newName(), code: 'ROW' }),
    change: (api, id) => api.banks.update({ id, name: newName(), code: 'ROW' }),
    remove: (api, id) => api.banks.remove({ id }),
    list: (api) => api.banks.listActive(),
    listActive: (api) => api.banks.listActive(),
    notFound: 'BANK_NOT_FOUND',
    event: 'bank',
    audit: { chain: 'banks', entity: 'bank' },
  },
  {
    name: 'sources',
    create: ({ api }) => api.sources.create({ name: newName(), isActive: true }),
    change: (api, id) => api.sources.update({ id, name: newName() }),
    remove: (api, id) => api.sources.remove({ id }),
    list: (api) => api.sources.list(),
    notFound: 'SOURCE_NOT_FOUND',
    event: 'source',
    audit: { chain: 'sources', entity: 'source' },
  },
  {
    name: 'site links',
    create: ({ api }) => api.siteUrls.create({ title: newName(), url: 'https://example.com' }),
    change: (api, id) => api.siteUrls.update({ id, title: newName() }),
    remove: (api, id) => api.siteUrls.remove({ id }),
    list: (api) => api.siteUrls.list(),
    listActive: (api) => api.siteUrls.listActive(),
    notFound: 'SITE_URL_NOT_FOUND',
    event: 'siteUrl',
    audit: { chain: 'site-urls', entity: 'site-url' },
  },
  {
    name: 'QR codes',
    create: sendQrCode,
    change: (api, id) => api.qrCodes.update({ id, name: newName() }),
    remove: (api, id) => api.qrCodes.remove({ id }),
    list: (api) => api.qrCodes.list(),
    listActive: (api) => api.qrCodes.listActive(),
    notFound: 'QR_CODE_NOT_FOUND',
    event: 'qrCode',
    audit: { chain: 'qr-codes', entity: 'qr-code' },
  },
];

/** Returns the operation of an event of this list; undefined for other events. */
function opOf({ event: entity }: Case, event: LiveEvent): string | undefined {
  return event.entity === entity && 'op' in event ? event.op : undefined;
}

async function createRow({ create }: Case): Promise<Row> {
  return (await create(admin)) as Row; // Each procedure's output has an id.
}

describe.each(cases)('$name', (row) => {
  test('sends one event for each change, to users only if they read the list', async () => {
    const [forAdmin, forUser] = [await openStream(admin), await openStream(user)];
    const { id } = await createRow(row);
    await row.change(admin.api, id);
    await row.remove(admin.api, id);
    await forAdmin.until((event) => opOf(row, event) === 'delete');
    const opsOf = (events: LiveEvent[]) =>
      events.map((event) => opOf(row, event)).filter((op) => op !== undefined);
    const ops = ['insert', 'update', 'delete'];
    expect(opsOf(forAdmin.seen)).toEqual(ops);
    if (row.listActive) await forUser.until((event) => opOf(row, event) === 'delete');
    else {
      // Events arrive in order: those of this list would precede this one.
      await admin.api.banks.create({ name: newName(), code: 'ROW' });
      await forUser.until((event) => event.entity === 'bank');
    }
    expect(opsOf(forUser.seen)).toEqual(row.listActive ? ops : []);
    await Promise.all([forAdmin.close(), forUser.close()]);
  });

  test('records each change in the audit log', async () => {
    const { id } = await createRow(row);
    await row.change(admin.api, id);
    await row.remove(admin.api, id);
    const records = await app.deps.db.query(
      'SELECT action, chain_id AS chain, actor_id AS "actorId" FROM audit_log WHERE entity_id = $1 ORDER BY seq',
      [id],
    );
    const { chain, entity } = row.audit;
    const by = { chain, actorId: admin.userId };
    expect(records).toEqual([
      { action: `${entity}.insert`, ...by },
      { action: `${entity}.update`, ...by },
      { action: `${entity}.delete`, ...by },
    ]);
  });

  test('a deleted row is in no list, and changing or deleting it is refused', async () => {
    const { id } = await createRow(row);
    await row.remove(admin.api, id.toUpperCase());
    const ids = (await row.list(admin.api)).map((listed) => listed.id);
    expect(ids).not.toContain(id);
    for (const gone of [id, randomUUID()]) {
      expect(await errorCodeOf(row.change(admin.api, gone))).toBe(row.notFound);
      expect(await errorCodeOf(row.remove(admin.api, gone))).toBe(row.notFound);
    }
  });

  test('users cannot change it, and anonymous callers cannot read it', async () => {
    const { id } = await createRow(row);
    // Awaits all calls together: a rejection without a handler would count as unhandled.
    const codes = await Promise.all(
      [row.create(user), row.change(user.api, id), row.remove(user.api, id)].map(errorCodeOf),
    );
    expect(new Set(codes)).toEqual(new Set(['ADMIN_REQUIRED']));
    if (row.listActive) expect(await row.listActive(user.api)).toEqual(expect.any(Array));
    else expect(await errorCodeOf(row.list(user.api))).toBe('ADMIN_REQUIRED');
    expect(await errorCodeOf(row.list(app.client()))).toBe('MISSING_SESSION');
  });
});

/** Copies a row of a table until the table has as many as given. */
async function fill(table: string, { id }: Row, count: number): Promise<void> {
  await app.deps.db.query(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
     FROM ${table} t, generate_series(1, $2 - (SELECT count(*) FROM ${table})) WHERE t.id = $1`,
    [id, count],
  );
}

test.each<[string, { table: string; rows: number; full: ErrorCode; add: () => Promise<Row> }]>([
  [
    'site links',
    {
      table: 'site_urls',
      rows: MAX_LISTED_ROWS,
      full: 'LIST_FULL',
      add: () => admin.api.siteUrls.create({ title: newName(), url: 'https://example.com' }),
    },
  ],
  [
    'bank accounts for statements',
    {
      table: 'statement_accounts',
      rows: MAX_STATEMENT_ACCOUNTS,
      full: 'TOO_MANY_STATEMENT_ACCOUNTS',
      add: () =>
        admin.api.statements.createAccount({ name: newName(), lastFour: null, isActive: true }),
    },
  ],
])('of concurrent additions to almost full %s one succeeds', async (_, { add, ...list }) => {
  await fill(list.table, await add(), list.rows - 1);
  const added = await Promise.allSettled(Array.from({ length: 5 }, add));
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await errorCodeOf(add())).toBe(list.full);
  await app.deps.db.query(`DELETE FROM ${list.table}`);
});
