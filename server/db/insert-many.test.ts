import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { UserId } from '#contract/shared/base.ts';
import { copyDatabase, dropDatabase } from '#server/testing/databases.ts';
import { newId } from '../base/ids.ts';
import { type Database, openDatabase, type Tx } from './database.ts';
import {
  insertMany,
  insertSelect,
  insertStatement,
  type NewRow,
  updateMany,
} from './insert-many.ts';
import { auditLog } from './schema/audit.ts';
import { events } from './schema/events.ts';
import { notifications } from './schema/notifications.ts';
import { requestClaims } from './schema/review.ts';
import { supportMessages } from './schema/support-messages.ts';
import { users } from './schema/users.ts';
import { selectionOf } from './selection.ts';

let url: string;
let db: Database;
beforeAll(async () => {
  url = await copyDatabase(inject('templateUrl'));
  db = openDatabase({ connectionString: url });
});
afterAll(async () => {
  await db.close();
  await dropDatabase(url);
});

const at = new Date('2026-11-24T10:20:30.456Z');

function buildAuditRow(given: Partial<NewRow<typeof auditLog>>): NewRow<typeof auditLog> {
  const hash = Buffer.from([0, 1, 92, 255]);
  return {
    chainId: newId(),
    seq: 1,
    id: newId(),
    actorId: null,
    action: 'test',
    entity: 'test',
    entityId: 'test',
    before: null,
    after: null,
    ip: null,
    createdAt: at,
    previousHash: hash,
    hash,
    logSeq: 0,
    ...given,
  };
}

async function insertUser(tx: Tx): Promise<UserId> {
  const id = newId() as UserId;
  const row = { id, username: `user ${id}`, usernameSkeleton: null, passwordHash: '-' };
  const deletion = {
    secondFactorSince: null,
    secondFactorRequiredSince: null,
    verificationReason: null,
    frozenAt: null,
    freezeReason: null,
    deletedAt: null,
    isErasurePending: false,
    erasingSince: null,
  };
  insertMany(tx, users, [{ ...row, ...deletion, createdAt: at }], {
    defaults: ['role', 'adminRole', 'status', 'mustChangePassword', 'verificationLevel'],
  });
  return id;
}

test('stores values of every type as the driver reads them', async () => {
  const awkward =
    'a "quoted", {braced} \\ \\n back\nnew line\t\u0001, NULL, ₹, \u2028, 🙂 and null';
  const rows = [
    buildAuditRow({ entityId: awkward, after: { text: awkward, list: [1, null], nested: {} } }),
    buildAuditRow({ entityId: '', action: 'NULL', entity: 'null', ip: '{}', before: ['a', null] }),
    buildAuditRow({ actorId: newId(), seq: Number.MAX_SAFE_INTEGER, before: { isActive: true } }),
  ];
  await db.transaction(async (tx) => insertMany(tx, auditLog, rows));
  const { sql } = selectionOf(auditLog, 't');
  const stored = await db.query(
    `SELECT ${sql} FROM audit_log t WHERE chain_id = ANY ($1) ORDER BY array_position($1, chain_id)`,
    [rows.map((row) => row.chainId)],
  );
  expect(stored).toEqual(rows);
});

test('leaves only the named columns to their defaults in the database', async () => {
  const [id, userId] = await db.transaction(async (tx) => {
    const userId = await insertUser(tx);
    const id = newId();
    const row = { userId, id, title: '', message: '', titleKey: null, messageKey: null };
    const filled = { ...row, params: {}, type: 'other', category: 'system', data: {} };
    insertMany(tx, notifications, [{ ...filled, createdAt: at }], { defaults: ['read'] });
    return [id, userId];
  });
  const [row] = await db.query('SELECT read FROM notifications WHERE id = $1', [id]);
  expect(row).toEqual({ read: false });
  const [user] = await db.query('SELECT role, status FROM users WHERE id = $1', [userId]);
  expect(user).toEqual({ role: 'user', status: 'active' });
});

test('inserts thousands of rows in their order', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => ({
    userId: null,
    forAdmins: n % 2 === 0,
    forEveryone: false,
    payload: { n },
    createdAt: at,
  }));
  await db.transaction(async (tx) => insertMany(tx, events, rows, { defaults: ['xid'] }));
  const stored = await db.query<{ n: number }>(
    `SELECT (payload->>'n')::int AS n FROM events WHERE payload ? 'n' ORDER BY id`,
  );
  expect(stored.map(({ n }) => n)).toEqual(rows.map(({ payload }) => payload.n));
});

test('updates the named columns of the rows with these keys, and no others', async () => {
  const ids = await db.transaction(
    async (tx) => [await insertUser(tx), await insertUser(tx)] as const,
  );
  const [first, second] = ids;
  await db.transaction(async (tx) =>
    updateMany(tx, users, [{ id: first, usernameSkeleton: `x${first}`, status: 'inactive' }], {
      key: ['id'],
      set: ['usernameSkeleton', 'status'],
    }),
  );
  const rows = await db.query(
    'SELECT id, username_skeleton AS skeleton, status, role FROM users WHERE id = ANY ($1) ORDER BY id',
    [ids],
  );
  expect(rows).toEqual([
    { id: first, skeleton: `x${first}`, status: 'inactive', role: 'user' },
    { id: second, skeleton: null, status: 'active', role: 'user' },
  ]);
});

test('inserts by one SQL expression for each column', async () => {
  const [transactionId, claimedBy] = [newId(), newId()];
  const insert = insertSelect(requestClaims, {
    claimedUntil: '$2::timestamptz',
    claimedAt: '$2',
    claimedBy: '$1::uuid',
    transactionId: 'r.id',
  });
  const text = `${insert} FROM (SELECT $3::uuid AS id) AS r`;
  await db.transaction(async (tx) => tx.write(text, [claimedBy, at, transactionId]));
  const { sql } = selectionOf(requestClaims, 'c');
  const stored = await db.query(`SELECT ${sql} FROM request_claims c`);
  expect(stored).toEqual([{ transactionId, claimedBy, claimedAt: at, claimedUntil: at }]);
});

test('sends no statement for an empty list', async () => {
  await db.transaction(async (tx) => {
    insertMany({ ...tx, write: () => expect.unreachable() }, auditLog, []);
    updateMany({ ...tx, write: () => expect.unreachable() }, auditLog, [], {
      key: ['chainId', 'seq'],
      set: ['ip'],
    });
  });
});

test('throws for a value that is missing at run time', () => {
  const row = buildAuditRow({ ip: undefined } as object);
  expect(() => insertStatement(auditLog, [row])).toThrow('A row has no value for ip');
});

test('does not compile without a column, also a nullable one', () => {
  const { ip: _, ...withoutNullable } = buildAuditRow({});
  const { entity: __, ...withoutRequired } = buildAuditRow({});
  const message = { userId: '', id: '', name: '', email: '', subject: '' };
  const withoutKey = [{ ...message, category: 'other' as const, message: '', createdAt: at }];
  // @ts-expect-error `ip` is nullable and has to be written out
  expect(() => insertStatement(auditLog, [withoutNullable])).toThrow(TypeError);
  // @ts-expect-error `entity` is required
  expect(() => insertStatement(auditLog, [withoutRequired])).toThrow(TypeError);
  // @ts-expect-error `requestKey` is nullable and has to be written out
  expect(() => insertStatement(supportMessages, withoutKey)).toThrow(TypeError);
  // @ts-expect-error `ip` has no default in the database
  insertStatement(auditLog, [buildAuditRow({})], { defaults: ['ip'] });
  // @ts-expect-error `claimedUntil` is required
  insertSelect(requestClaims, { transactionId: '$1', claimedBy: '$2', claimedAt: 'now()' });
});
