import { chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { createLogger } from '#server/base/log.ts';
import { findProofProblem, proveRecord } from '#server/ledger/verify/audit-proof.ts';
import { verifyDatabase } from '#server/ledger/verify/verify.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { hashAuditRow } from '#server/platform/commands/audit-hash.ts';
import { findNewestHead, findTree } from '#server/platform/sealed-log/sealed-log.queries.ts';
import { parseVerifierKey, type SigningKey } from '#server/platform/sealed-log/signing-key.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { findOldestUnsigned } from './seal-audit.queries.ts';
import { sealAuditLog } from './seal-audit.ts';
import { findSigningKey, listKeys, openSigningKey, replaceSigningKey } from './signing-keys.ts';

const SEALED = 'The audit log is as it was sealed and signed';
const PINNED = 'The audit log has not changed since the given head was signed';

let world: MoneyWorld;
let dataDir: string;
let key: SigningKey;
let clients: pg.Client[];
beforeEach(async () => {
  clients = [];
  world = await openMoneyWorld();
  dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-seal-'));
  key = await newKey();
  return async () => {
    for (const client of clients) await client.end();
    await world.close();
    await rm(dataDir, { recursive: true });
  };
});

const place = () => ({ db: world.db, config: world.deps.config, dataDir });
const silent = createLogger('silent');

async function newKey(): Promise<SigningKey> {
  const made = await openSigningKey(place(), silent);
  if (!made) throw new Error('There is no key');
  return made;
}

async function record(chainId: string, times = 1): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await world.db.transaction((tx) => recordAudit(tx, buildInput(chainId)));
  }
}

const buildInput = (chainId: string) => ({
  actor: 'system' as const,
  entries: [
    {
      chainId,
      action: 'note.insert' as const,
      entity: 'note' as const,
      entityId: 'one',
      before: null,
      after: null,
    },
  ],
});

const seal = (batch = 2000) => sealAuditLog(world.deps, { key, batch, isEager: true });

async function head() {
  const found = await findNewestHead(world.db.query);
  if (!found) throw new Error('No head was signed');
  return found;
}

async function countRecords(): Promise<number> {
  const [row] = await world.db.query<{ count: number }>('SELECT count(*) FROM audit_log');
  return row?.count ?? 0;
}

/** Runs statements as the owner of the database, without the triggers that refuse changes. */
async function tamper(...statements: string[]): Promise<void> {
  await world.db.transaction(async (tx) => {
    for (const table of ['audit_log', 'audit_heads']) {
      await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_append_only`);
    }
    for (const statement of statements) await tx.query(statement);
    for (const table of ['audit_log', 'audit_heads']) {
      await tx.query(`ALTER TABLE ${table} ENABLE TRIGGER ${table}_append_only`);
    }
  });
}

/** Returns what `wallet verify` reports, by title. With a head, as `--head` does. */
async function problems(note?: string): Promise<Map<string, string>> {
  const trusted = parseVerifierKey(key.verifierKey);
  const pinned = note === undefined ? undefined : { note, keys: trusted ? [trusted] : [] };
  const found = new Map<string, string>();
  for await (const { title, offenders } of verifyDatabase(world.db, { head: pinned })) {
    if (offenders.length > 0) found.set(title, JSON.stringify(offenders));
  }
  return found;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(world.db.pool.options.connectionString);
  await client.connect();
  clients.push(client);
  return client;
}

const insertOpen = (client: pg.Client, chainId: string) =>
  client.query(
    `INSERT INTO audit_log (chain_id, seq, id, action, entity, entity_id, created_at, previous_hash, hash)
     VALUES ($1, 1, gen_random_uuid(), 'test.act', 'test', 'one', now(), '', '')`,
    [chainId],
  );

test('seals every record, in batches of any size, and signs a head of all of them', async () => {
  await record('long', 7);
  await seal(3);
  expect((await head()).treeSize).toBe(await countRecords());
  await record('long', 600);
  await seal(64);
  expect((await head()).treeSize).toBe(await countRecords());
  await expectVerified(world.db);
  expect(await problems((await head()).checkpoint)).toEqual(new Map());
});

test('signs no second head of the same records, and none before it is due, whatever the clock does', async () => {
  const setNow = (iso: string) => world.setNow(new Date(iso));
  await sealAuditLog(world.deps, { key });
  await sealAuditLog(world.deps, { key });
  expect((await head()).number).toBe(1);
  await record('later');
  await setNow('2026-11-01T10:00:30Z');
  await sealAuditLog(world.deps, { key });
  expect((await head()).number).toBe(1);
  expect(await findOldestUnsigned(world.db.query)).toEqual(new Date('2026-11-01T10:00:00Z'));
  await setNow('2026-11-01T10:00:50Z');
  await sealAuditLog(world.deps, { key });
  expect((await head()).number).toBe(2);
  expect(await findOldestUnsigned(world.db.query)).toBeUndefined();
  await record('after the clock was set back');
  await setNow('2025-01-01T00:00:00Z');
  await sealAuditLog(world.deps, { key });
  expect((await head()).number).toBe(3);
  await record('in the past');
  await seal();
  await expectVerified(world.db);
});

test('waits for the record of a transaction that began first and commits last', async () => {
  await seal();
  const { treeSize } = await head();
  const client = await connect();
  await client.query('BEGIN');
  await insertOpen(client, 'began first');
  await record('committed first');
  await seal();
  expect(await findTree(world.db.query)).toMatchObject({ size: treeSize });
  await client.query('COMMIT');
  await seal();
  expect(await findTree(world.db.query)).toMatchObject({
    size: treeSize + 2,
    last: { chainId: 'committed first' },
  });
});

test('seals on when an earlier transaction was rolled back', async () => {
  const client = await connect();
  await client.query('BEGIN');
  await insertOpen(client, 'lost');
  await record('kept');
  await client.query('ROLLBACK');
  await seal();
  expect((await head()).treeSize).toBe(await countRecords());
});

test('servers that seal concurrently while records are written share one log', async () => {
  const writers = Array.from({ length: 4 }, (_, n) => record(`writer-${n}`, 40));
  let isWriting = true;
  const sealers = Array.from({ length: 4 }, async () => {
    while (isWriting) await seal(16);
  });
  await Promise.all(writers);
  isWriting = false;
  await Promise.all(sealers);
  await seal();
  expect((await head()).treeSize).toBe(await countRecords());
  await expectVerified(world.db);
});

test('a server that is killed while it appends leaves nothing half done', async () => {
  await record('long', 10);
  const client = await connect();
  await client.query('BEGIN; LOCK TABLE audit_tiles IN EXCLUSIVE MODE');
  const sealing = seal();
  sealing.catch(() => undefined);
  const blocked = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE 'INSERT INTO audit_tiles%'`;
  await expect
    .poll(async () => (await world.db.query(blocked)).length, { timeout: 10_000 })
    .toBe(1);
  await world.db.query(`SELECT pg_terminate_backend(pid) FROM (${blocked}) AS found`);
  await expect(sealing).rejects.toThrow();
  await client.query('ROLLBACK');
  expect(await findTree(world.db.query)).toMatchObject({ size: 0 });
  await seal();
  expect((await head()).treeSize).toBe(await countRecords());
  await expectVerified(world.db);
});

/** Writes a whole chain anew, as somebody who knows how the hashes are made. */
async function rewriteChain(chainId: string, action: string): Promise<void> {
  const rows = await world.db.query<Parameters<typeof hashAuditRow>[1] & { previousHash: Buffer }>(
    `SELECT chain_id AS "chainId", seq, id, actor_id AS "actorId", action, entity, entity_id AS "entityId", before, after,
       ip, created_at AS "createdAt", previous_hash AS "previousHash" FROM audit_log WHERE chain_id = $1 ORDER BY seq`,
    [chainId],
  );
  let previous = Buffer.alloc(32);
  const statements = rows.map((row) => {
    const hash = hashAuditRow(previous, { ...row, action });
    const text = `UPDATE audit_log SET action = '${action}', previous_hash = '\\x${previous.toString('hex')}',
      hash = '\\x${hash.toString('hex')}' WHERE chain_id = '${chainId}' AND seq = ${row.seq}`;
    previous = Buffer.from(hash);
    return text;
  });
  const newest = `UPDATE audit_chains SET hash = '\\x${previous.toString('hex')}' WHERE chain_id = '${chainId}'`;
  await tamper(...statements, newest);
}

test('detects a chain that was rewritten with all its hashes', async () => {
  await record('long', 3);
  await record('other');
  await seal();
  const { checkpoint } = await head();
  await rewriteChain('long', 'note.delete');
  const found = await problems(checkpoint);
  expect([...found.keys()]).toEqual([SEALED, PINNED]);
  expect(found.get(SEALED)).toContain('not the record that was sealed');
});

test('only a head stored elsewhere detects a log that was rewritten and sealed again with another key', async () => {
  await record('long', 3);
  await seal();
  const { checkpoint } = await head();
  await rewriteChain('long', 'note.delete');
  await tamper('DELETE FROM audit_heads', 'DELETE FROM audit_tiles');
  await world.db.query(
    `UPDATE audit_tree SET size = 0, last_log_seq = -1, last_chain_id = '', last_seq = 0`,
  );
  const forged = await replaceSigningKey({ ...place(), dataDir: path.join(dataDir, 'forged') });
  await sealAuditLog(world.deps, { key: forged, isEager: true });
  expect([...(await problems()).keys()]).toEqual([]);
  expect([...(await problems(checkpoint)).keys()]).toEqual([PINNED]);
});

test.each<[string, string[], string]>([
  [
    'a cut log',
    [
      `DELETE FROM audit_chains WHERE chain_id = 'last'`,
      `DELETE FROM audit_log WHERE chain_id = 'last'`,
    ],
    '1 sealed records are missing',
  ],
  [
    'a log that was cut together with its tree',
    [
      `DELETE FROM audit_chains WHERE chain_id = 'last'`,
      `DELETE FROM audit_log WHERE chain_id = 'last'`,
      'UPDATE audit_tree SET size = size - 1',
    ],
    'does not have the records that it covers',
  ],
  [
    'two swapped records',
    [
      `UPDATE audit_log SET log_seq = (SELECT sum(log_seq) FROM audit_log WHERE chain_id IN ('first', 'last')) - log_seq
       WHERE chain_id IN ('first', 'last')`,
    ],
    'not the record that was sealed',
  ],
  [
    'a record put in between',
    [
      `INSERT INTO audit_log (chain_id, seq, id, action, entity, entity_id, created_at, previous_hash, hash, log_seq)
       SELECT 'more', 1, gen_random_uuid(), action, entity, entity_id, created_at, previous_hash, hash, log_seq
       FROM audit_log WHERE chain_id = 'first'`,
    ],
    'not the record that was sealed',
  ],
  ['a removed head', ['DELETE FROM audit_heads WHERE number = 1'], 'the head is missing'],
  [
    'a head of other records',
    [
      `UPDATE audit_heads SET root = (SELECT root FROM audit_heads WHERE number = 2) WHERE number = 1`,
    ],
    'its checkpoint is of another head',
  ],
  [
    'removed keys',
    ['ALTER TABLE audit_keys DISABLE TRIGGER USER', 'DELETE FROM audit_keys'],
    'no known key',
  ],
])('detects %s', async (_, statements, problem) => {
  await record('first');
  await seal();
  await record('last');
  await seal();
  await tamper(...statements);
  expect((await problems()).get(SEALED)).toContain(problem);
});

test('detects a changed hash in each level of the tree', async () => {
  await record('long', 300);
  await seal();
  const flip = (where: string) =>
    `UPDATE audit_tiles SET hashes = set_byte(hashes, 5, 255 - get_byte(hashes, 5)) WHERE ${where}`;
  for (const where of ['level = 0 AND index = 0', 'level = 1']) {
    await tamper(flip(where));
    expect((await problems()).get(SEALED)).toBeDefined();
    await tamper(flip(where));
  }
  await expectVerified(world.db);
});

test('a head of another log, an unsigned one and one that was removed are refused', async () => {
  await seal();
  const { checkpoint } = await head();
  const other = checkpoint.replace('audit-log/', 'audit-log/0');
  expect((await problems(other)).get(PINNED)).toContain('another log');
  expect((await problems('nothing')).get(PINNED)).toContain('no signed head');
  const changed = checkpoint.replace(/^\d+$/m, (size) => String(Number(size) - 1));
  expect((await problems(changed)).get(PINNED)).toContain('no trusted key');
  await tamper('DELETE FROM audit_heads');
  expect((await problems(checkpoint)).get(PINNED)).toContain('removed from the stored heads');
});

test('with a given key, heads after the given one must be signed by it, too', async () => {
  await seal();
  const { checkpoint } = await head();
  const given = key;
  await replaceSigningKey(place());
  key = await newKey();
  await record('more');
  await seal();
  key = given;
  expect((await problems(checkpoint)).get(PINNED)).toContain('no trusted key signed this later');
});

test('proves that the newest head covers a record, and refuses a changed record', async () => {
  await record('long', 300);
  await seal();
  const rows = await world.db.query<{ id: string }>(
    'SELECT id FROM audit_log ORDER BY log_seq OFFSET 250 LIMIT 10',
  );
  const trusted = [parseVerifierKey(key.verifierKey) ?? []].flat();
  for (const { id } of rows) {
    const proof = await proveRecord(world.db.query, id);
    expect(findProofProblem(JSON.parse(JSON.stringify(proof)), trusted)).toBeUndefined();
    const changed = { ...proof, record: { ...proof.record, entityId: 'two' } };
    expect(findProofProblem(changed, trusted)).toContain('not in the log');
  }
  await record('long');
  const [row] = await world.db.query<{ id: string }>(
    'SELECT id FROM audit_log ORDER BY log_seq DESC LIMIT 1',
  );
  await expect(proveRecord(world.db.query, row?.id ?? '')).rejects.toThrow('No signed head covers');
});

test('the key is created once, for its owner alone, and a server without it does not sign', async () => {
  const file = path.join(dataDir, 'audit-key.pem');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await openSigningKey(place(), silent)).toMatchObject({ id: key.id });
  const elsewhere = { ...place(), dataDir: path.join(dataDir, 'elsewhere') };
  expect(await openSigningKey(elsewhere, silent)).toBeUndefined();
  expect(await findSigningKey(elsewhere)).toBeUndefined();
  const config = { ...world.deps.config, auditKey: await readFile(file, 'utf8') };
  expect(await openSigningKey({ ...elsewhere, config }, silent)).toMatchObject({ id: key.id });
  await sealAuditLog(world.deps, { key: undefined, isEager: true });
  expect(await findNewestHead(world.db.query)).toBeUndefined();
  expect((await findTree(world.db.query))?.size).toBe(await countRecords());
});

test.skipIf(process.getuid?.() !== 0)(
  'a key that root creates belongs to the owner of the data folder',
  async () => {
    await chown(dataDir, 12345, 12346);
    await replaceSigningKey(place());
    const { uid, gid, mode } = await stat(path.join(dataDir, 'audit-key.pem'));
    expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: 12345, gid: 12346, mode: 0o600 });
  },
);

test('a server whose key file cannot be read signs nothing, and says so', async () => {
  const file = path.join(dataDir, 'audit-key.pem');
  await rm(file);
  await mkdir(file); // Root may read every file, but no folder.
  const warnings: unknown[] = [];
  const log = { warn: (...said: unknown[]) => void warnings.push(said) };
  expect(await openSigningKey(place(), log)).toBeUndefined();
  expect(warnings).toEqual([
    [
      { error: expect.objectContaining({ message: `${file} can't be read (EISDIR).` }) },
      expect.stringContaining('signs no heads'),
    ],
  ]);
  await expect(findSigningKey(place())).rejects.toThrow('EISDIR');
});

test('two servers with separate folders that start together register one key', async () => {
  await tamper('ALTER TABLE audit_keys DISABLE TRIGGER USER', 'DELETE FROM audit_keys');
  const opened = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      openSigningKey({ ...place(), dataDir: path.join(dataDir, name) }, silent),
    ),
  );
  expect(opened.filter((one) => one !== undefined)).toHaveLength(1);
  expect(await listKeys(place())).toHaveLength(1);
});

test('heads of a replaced key stay valid', async () => {
  await seal();
  await replaceSigningKey(place());
  key = await newKey();
  await record('more');
  await seal();
  expect(await listKeys(place())).toHaveLength(2);
  await expectVerified(world.db);
});
