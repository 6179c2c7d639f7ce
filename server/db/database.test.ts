import { EventEmitter, once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase } from '#server/testing/databases.ts';
import { newId } from '../base/ids.ts';
import { createLogger } from '../base/log.ts';
import { DatabaseOutage, isOutage } from '../base/outages.ts';
import { type Database, openDatabase, type Tx } from './database.ts';
import { type DatabaseLimits, DEFAULT_LIMITS } from './limits.ts';

let url: string;
beforeAll(async () => {
  url = await copyDatabase(inject('templateUrl'));
});
afterAll(() => dropDatabase(url));

function open(limits: Partial<DatabaseLimits> = {}, connectionString = url): Database {
  const db = openDatabase({ connectionString }, { limits: { ...DEFAULT_LIMITS, ...limits } });
  onTestFinished(() => db.close());
  return db;
}

/** Creates a row whose note names the last writer. */
async function makeRow(db: Database): Promise<string> {
  await db.query('CREATE TABLE IF NOT EXISTS things (id uuid PRIMARY KEY, note text)');
  const id = newId();
  await db.query('INSERT INTO things VALUES ($1)', [id]);
  return id;
}

const lock = (tx: Tx, id: string) =>
  tx.query('SELECT 1 FROM things WHERE id = $1 FOR UPDATE', [id]);

const write = (tx: Tx, id: string, note: string) =>
  tx.query('UPDATE things SET note = $2 WHERE id = $1', [id, note]);

async function noteOf(db: Database, id: string): Promise<string | null | undefined> {
  const [row] = await db.query<{ note: string | null }>('SELECT note FROM things WHERE id = $1', [
    id,
  ]);
  return row?.note;
}

/** Locks a row in a separate transaction until `release` is called. */
async function hold(db: Database, id: string) {
  const steps = new EventEmitter();
  const held = once(steps, 'held');
  const done = db.transaction(async (tx) => {
    await lock(tx, id);
    const released = once(steps, 'release');
    steps.emit('held');
    await released;
  });
  await Promise.race([held, done]);
  return { done, release: () => void steps.emit('release') };
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('dates a transaction by the database’s clock after the lock that it waited for', async () => {
  const db = open();
  const id = await makeRow(db);
  const holder = await hold(db, id);
  const steps = new EventEmitter();
  const began = once(steps, 'began');
  const waiting = db.transaction(async (tx) => {
    steps.emit('began');
    await tx.lock('SELECT 1 FROM things WHERE id = $1 FOR UPDATE', [id]);
    const { at } = tx;
    await tx.lock('SELECT 1 FROM things WHERE id = $1 FOR UPDATE', [id]);
    return { at, later: tx.at, beganAt: tx.beganAt };
  });
  await began;
  // Other test files use the same cluster.
  const blocked = `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND pid <> pg_backend_pid() AND datname = current_database()`;
  await expect.poll(() => db.query(blocked)).toHaveLength(1);
  const [now] = await db.query<{ ms: number }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms',
  );
  holder.release();
  await holder.done;
  const { at, later, beganAt } = await waiting;
  expect(at.getTime()).toBeGreaterThanOrEqual(now?.ms ?? 0);
  expect(beganAt.getTime()).toBeLessThanOrEqual(now?.ms ?? 0);
  expect(later).toEqual(at);
});

test('runs beforeCommit work last, inside the transaction', async () => {
  const db = open();
  const id = await makeRow(db);
  const ran: string[] = [];
  await db.transaction(async (tx) => {
    tx.beforeCommit(() => write(tx, id, 'last'));
    await write(tx, id, 'first');
  });
  expect(await noteOf(db, id)).toBe('last');
  const failed = db.transaction(async (tx) => {
    tx.afterCommit(() => void ran.push('hook'));
    tx.beforeCommit(() => Promise.reject(new Error('the end failed')));
    await write(tx, id, 'never');
  });
  await expect(failed).rejects.toThrow('the end failed');
  expect(await noteOf(db, id)).toBe('last');
  expect(ran).toEqual([]);
});

test('tx.write is not awaited, and later statements of the transaction see it', async () => {
  const db = open();
  const id = await makeRow(db);
  await db.transaction(async (tx) => {
    tx.write('UPDATE things SET note = $2 WHERE id = $1', [id, 'sent']);
    const [row] = await tx.query<{ note: string }>('SELECT note FROM things WHERE id = $1', [id]);
    expect(row?.note).toBe('sent');
    tx.write('UPDATE things SET note = $2 WHERE id = $1', [id, 'kept']);
  });
  expect(await noteOf(db, id)).toBe('kept');
});

test.each([
  ['no statement follows', () => undefined],
  ['other statements follow', (tx: Tx) => tx.query('SELECT 1')],
  ['the command then throws another error', () => Promise.reject(new Error('refused'))],
  ['the command ignores later errors', (tx: Tx) => tx.query('SELECT 1').catch(() => undefined)],
])('a failed tx.write fails the transaction with its error: %s', async (_, follow) => {
  const db = open();
  const id = await makeRow(db);
  const failed = db.transaction(async (tx) => {
    await write(tx, id, 'never');
    tx.write('SELECT 1 / (length($1) - 1)', ['x']);
    tx.write('UPDATE things SET note = $2 WHERE id = $1', [id, 'never']);
    await follow(tx);
  });
  await expect(failed).rejects.toThrow('division by zero');
  expect(await noteOf(db, id)).not.toBe('never');
  await db.transaction((tx) => write(tx, id, 'again'));
  expect(await noteOf(db, id)).toBe('again');
});

test('a tx.write that the driver can’t send prevents the commit', async () => {
  const db = open();
  const id = await makeRow(db);
  const unsendable = {
    toPostgres() {
      throw new Error('this has no form');
    },
  };
  const failed = db.transaction(async (tx) => {
    await write(tx, id, 'never');
    tx.write('UPDATE things SET note = $2 WHERE id = $1', [id, unsendable]);
  });
  await expect(failed).rejects.toThrow('this has no form');
  expect(await noteOf(db, id)).not.toBe('never');
  await db.transaction((tx) => write(tx, id, 'again'));
  expect(await noteOf(db, id)).toBe('again');
});

test('an afterCommit hook that throws is logged, and neither the command nor other hooks fail', async () => {
  const logged: string[] = [];
  const log = createLogger('error');
  log.error = (_details: unknown, message?: string) => void logged.push(message ?? '');
  const db = openDatabase({ connectionString: url }, { log });
  onTestFinished(() => db.close());
  const id = await makeRow(db);
  const ran: string[] = [];
  const result = await db.transaction(async (tx) => {
    await write(tx, id, 'paid');
    tx.afterCommit(() => {
      throw new Error('the hook failed');
    });
    tx.afterCommit(() => Promise.reject(new Error('so did this one')));
    tx.afterCommit(() => void ran.push('the last'));
    return 'done';
  });
  expect(result).toBe('done');
  expect(await noteOf(db, id)).toBe('paid');
  expect(ran).toEqual(['the last']);
  expect(logged).toEqual(['work after a commit failed', 'work after a commit failed']);
});

test('logs the text of a slow statement, but not its values', async () => {
  const logged: object[] = [];
  const log = createLogger('error');
  log.warn = (details: unknown) => void logged.push(details as object);
  const db = openDatabase({ connectionString: url }, { log });
  onTestFinished(() => db.close());
  await db.query('SELECT $1::text', ['secret']);
  expect(logged).toEqual([]);
  await db.query('SELECT pg_sleep(1.05),\n  $1::text', ['secret']);
  expect(logged).toEqual([
    { statement: 'SELECT pg_sleep(1.05), $1::text', ms: expect.any(Number) },
  ]);
});

test('a connection lost during COMMIT is reported as an outage, and no afterCommit hook runs', async () => {
  const db = open();
  const id = await makeRow(db);
  const proxied = open({}, await cutAtCommit());
  const ran: string[] = [];
  const failure = await failureOf(
    proxied.transaction(async (tx) => {
      await write(tx, id, 'paid');
      tx.afterCommit(() => void ran.push('hook'));
    }),
  );
  expect(failure).toBeInstanceOf(DatabaseOutage);
  expect(ran).toEqual([]);
  // The database received the COMMIT. Only its response was lost.
  await expect.poll(() => noteOf(db, id)).toBe('paid');
  expect(await proxied.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('notifies outbox listeners once after a commit that wrote to the outbox, and not after other commits', async () => {
  const db = open();
  let reads = 0;
  db.onOutboxCommit(() => {
    reads += 1;
  });
  const publishTwice = async (tx: Tx) => {
    tx.notifyOutboxReaders();
    tx.notifyOutboxReaders();
    return reads;
  };
  expect(await db.background.transaction(publishTwice)).toBe(0);
  expect(reads).toBe(1);
  await db.transaction((tx) => tx.query('SELECT 1'));
  await failureOf(db.transaction((tx) => publishTwice(tx).then(() => tx.query('no SQL'))));
  expect(reads).toBe(1);
});

/** Returns the URL of a proxy to the database that closes the connection after forwarding a COMMIT. */
async function cutAtCommit(): Promise<string> {
  const { searchParams } = new URL(url.replace('@/', '@localhost/'));
  const folder = searchParams.get('host') ?? '';
  const socketName = `.s.PGSQL.${searchParams.get('port')}`;
  const proxyDir = path.join(tmpdir(), `wallet-proxy-${newId()}`);
  await mkdir(proxyDir);
  const proxy: Server = createServer((near: Socket) => {
    const far = connect(path.join(folder, socketName));
    far.pipe(near);
    far.on('error', () => near.destroy());
    near.on('error', () => far.destroy());
    near.on('close', () => far.end());
    near.on('data', (bytes) => {
      if (bytes.includes('COMMIT')) far.unpipe(near);
      far.write(bytes, () => bytes.includes('COMMIT') && near.destroy());
    });
  });
  proxy.listen(path.join(proxyDir, socketName));
  await once(proxy, 'listening');
  onTestFinished(async () => {
    proxy.close();
    await rm(proxyDir, { recursive: true, force: true });
  });
  return url.replace(encodeURIComponent(folder), encodeURIComponent(proxyDir));
}

test('a transaction whose failed statement was ignored is reported as failed', async () => {
  const db = open();
  const id = await makeRow(db);
  const failure = await failureOf(
    db.transaction(async (tx) => {
      await write(tx, id, 'paid');
      await tx.query('SELECT 1 / 0').catch(() => undefined);
    }),
  );
  expect(failure).toBeInstanceOf(Error);
  expect(await noteOf(db, id)).toBeNull();
});

test('commands waiting for one lock time out, and leave connections for others', async () => {
  const db = open({ lockTimeoutMs: 1500, waitTimeoutMs: 1500 });
  const id = await makeRow(db);
  const foreign = await hold(open(), id);
  const ended: string[] = [];
  const waiting = Array.from({ length: 40 }, () =>
    failureOf(db.transaction((tx) => lock(tx, id), { by: 'one' })).finally(() =>
      ended.push('waiting'),
    ),
  );
  const other = await makeRow(db);
  await db.transaction((tx) => write(tx, other, 'written'), { by: 'another' });
  ended.push('another');
  expect(await noteOf(db, other)).toBe('written');
  expect(ended).toEqual(['another']);
  expect((await Promise.all(waiting)).filter((failure) => !isOutage(failure))).toEqual([]);
  foreign.release();
  await foreign.done;
  await db.transaction((tx) => write(tx, id, 'free again'), { by: 'one' });
});

test('reads and logins still get connections while many users’ commands wait for locks', async () => {
  const db = open({ poolSize: 8, lockTimeoutMs: 1500, waitTimeoutMs: 1500 });
  const id = await makeRow(db);
  const foreign = await hold(open(), id);
  const ended: string[] = [];
  const waiting = Array.from({ length: 40 }, (_, person) =>
    failureOf(db.transaction((tx) => lock(tx, id), { by: `person ${person}` })).finally(() =>
      ended.push('waiting'),
    ),
  );
  expect(await noteOf(db, id)).toBeNull();
  await db.transaction((tx) => tx.query('SELECT 1'));
  expect(ended).toEqual([]);
  expect((await Promise.all(waiting)).filter((failure) => !isOutage(failure))).toEqual([]);
  foreign.release();
  await foreign.done;
});

test('an idle transaction is ended and loses its locks', async () => {
  const frozen = open({ idleTransactionTimeoutMs: 200 });
  const db = open();
  const id = await makeRow(db);
  const { done, release } = await hold(frozen, id);
  const failure = failureOf(done);
  await db.transaction((tx) => write(tx, id, 'taken over'));
  release();
  expect(isOutage(await failure)).toBe(true);
  expect(await noteOf(db, id)).toBe('taken over');
});

test('statements and waits for a connection time out, and the connections are usable afterwards', async () => {
  // The wait timeout is the shorter one, but long enough for a busy machine to reconnect.
  const db = open({ poolSize: 2, statementTimeoutMs: 3_000, waitTimeoutMs: 2_000 });
  const outcomes = await Promise.all(
    ['pg_sleep(60)', 'pg_sleep(60)', '1'].map((what) => failureOf(db.query(`SELECT ${what}`))),
  );
  expect(outcomes.map(isOutage)).toEqual([true, true, true]);
  const sums = await Promise.all([1, 2, 3].map((n) => db.query(`SELECT ${n} AS n`)));
  expect(sums.flat()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('background work uses separate connections and longer limits', async () => {
  const db = open({ poolSize: 1, statementTimeoutMs: 1000 });
  await db.transaction(async () => {
    await db.background.query('SELECT pg_sleep(1.2)');
  });
});

test('closing the database ends running statements', async () => {
  const db = openDatabase({ connectionString: url });
  const failure = failureOf(db.query('SELECT pg_sleep(60)'));
  await expect.poll(() => db.pool.totalCount - db.pool.idleCount).toBe(1);
  await db.close();
  expect(await failure).toBeInstanceOf(DatabaseOutage);
});
