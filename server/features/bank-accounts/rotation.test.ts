import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { generateSecretKey, parseSecretKeys } from '#server/base/keys.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { holdKey, type KeyLease } from '#server/platform/secrets/lease.ts';
import { registerKey } from '#server/platform/secrets/load.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { TEST_SECRET_KEY, testSecrets } from '#server/testing/secrets.ts';
import { createBankAccount, listBankAccounts } from './bank-accounts.ts';
import { rotateKeys } from './encrypt-numbers.ts';

const OLD = TEST_SECRET_KEY;
let NEW: string;

interface Server {
  deps: Deps;
  lease: KeyLease;
  /** Changes the server's key file. The server reads it at its next renewal. */
  give(...keys: string[]): Promise<void>;
}

let world: MoneyWorld;
let owner: Actor;
const worlds: MoneyWorld[] = [];
beforeEach(async () => {
  world = await openMoneyWorld();
  worlds.push(world);
  owner = await world.newActor();
  NEW = generateSecretKey();
  await registerKey(world.db.query, idOf(OLD));
});
afterEach(() => expectVerified(world.db));
afterAll(async () => {
  for (const one of worlds) await one.close();
});

const idOf = (key: string) => parseSecretKeys(key)?.[0]?.id ?? '';

async function startServer(...keys: string[]): Promise<Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-rotation-'));
  const file = path.join(folder, 'key');
  const give = (...given: string[]) => writeFile(file, given.join('\n'));
  await give(...keys);
  const db: Database = openDatabase(
    { connectionString: world.db.pool.options.connectionString },
    { secrets: testSecrets(...keys), clock: world.deps.clock },
  );
  const lease = await holdKey(db, { log: world.deps.log, file });
  onTestFinished(async () => {
    await lease.end();
    await db.close();
    await rm(folder, { recursive: true });
  });
  return { deps: { ...world.deps, db }, lease, give };
}

const addAccount = ({ deps }: Server, accountNumber = '987654321098') =>
  createBankAccount(deps, owner, {
    ...{ accountName: 'Asha Rao', accountNumber, bankName: 'State Bank', isDefault: true },
  });

const rotateOn = ({ deps }: Server) =>
  rotateKeys(deps.db, {
    ...{ report: () => undefined, signal: new AbortController().signal, waitMs: 0 },
  });

const knownKeys = async () =>
  (await world.db.query<{ id: string }>('SELECT id FROM secret_keys')).map(({ id }) => id);

test('a rotation changes nothing while a server encrypts with the old key, and succeeds after it reads the changed file', async () => {
  const behind = await startServer(OLD, NEW);
  const ahead = await startServer(NEW, OLD);
  await addAccount(behind);
  expect(await rotateOn(ahead)).toMatchObject({ sealed: 0, otherHolders: 1 });
  expect(await knownKeys()).toContain(idOf(OLD));

  await behind.give(NEW, OLD);
  await behind.lease.renew();
  expect(await rotateOn(ahead)).toEqual({ sealed: 1, left: 0, unreadable: 0, otherHolders: 0 });
  expect(await knownKeys()).toEqual([idOf(NEW)]);
  await addAccount(behind, '111122223333');
  for (const server of [behind, ahead]) {
    await server.give(NEW);
    await server.lease.renew();
    const numbers = (await listBankAccounts(server.deps, owner)).map(
      (one) => one.maskedAccountNumber,
    );
    expect(numbers.sort()).toEqual(['1111••••3333', '9876••••1098']);
  }
  world.db.secrets.use(parseSecretKeys(NEW) ?? []);
});

test('a rotation waits for a transaction that encrypted with the old key', async () => {
  const ahead = await startServer(NEW, OLD);
  const behind = await startServer(OLD, NEW);
  const { adding, rotation } = await world.db.transaction(async ({ query }) => {
    await query('SELECT FROM audit_chains WHERE chain_id = $1 FOR UPDATE', [owner.userId]);
    const adding = addAccount(behind);
    await untilBlocked();
    await behind.give(NEW, OLD);
    await behind.lease.renew();
    return { adding, rotation: await startRotation(ahead) };
  });
  await adding;
  expect(await rotation.result).toMatchObject({ sealed: 1, left: 0, otherHolders: 0 });
  world.db.secrets.use(parseSecretKeys(NEW) ?? []);
});

async function untilBlocked(): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await world.db.query(waiting)).length).toBe(1);
}

/** Starts a rotation, and returns after it has read which transactions are open. */
async function startRotation({ deps }: Server) {
  const { db } = deps;
  let result: ReturnType<typeof rotateKeys> | undefined;
  await new Promise<void>((resolve) => {
    const query: Database['query'] = async (text, values) => {
      const rows = await db.query(text, values);
      if (text.includes('pg_stat_activity')) resolve();
      return rows as never;
    };
    const signal = new AbortController().signal;
    result = rotateKeys({ ...db, query }, { report: () => undefined, signal, waitMs: 0 });
  });
  return { result };
}

test('a server that cannot renew its lease refuses new numbers before the lease ends', async () => {
  const server = await startServer(OLD);
  server.deps.db.secrets.sealFor(0);
  await expect(addAccount(server)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await server.lease.renew();
  await addAccount(server);
  const [lease] = await world.db.query<{ key: string }>(
    `SELECT key_id AS key FROM secret_key_leases WHERE expires_at > now() + interval '2 minutes'`,
  );
  expect(lease).toEqual({ key: idOf(OLD) });
});

test('the lease of a server that ended is removed, also if it was killed', async () => {
  const server = await startServer(OLD);
  await world.db.query(`UPDATE secret_key_leases SET expires_at = now() - interval '1 second'`);
  const other = await startServer(OLD);
  await other.lease.end();
  expect(await world.db.query('SELECT FROM secret_key_leases')).toEqual([]);
  await server.lease.renew();
});

test('a key file that is malformed or gone changes nothing', async () => {
  const server = await startServer(OLD);
  for (const text of ['none', '']) {
    await server.give(text);
    await server.lease.renew();
    expect(server.deps.db.secrets.currentKeyId).toBe(idOf(OLD));
  }
});
