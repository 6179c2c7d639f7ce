import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { generateSecretKey, parseSecretKeys } from '../../base/keys.ts';
import type { Secrets } from '../../base/secrets.ts';
import { sealNumber } from './account-numbers.ts';
import { loadSecrets, prepareSecrets, SECRET_KEY_FILE, startSecrets } from './load.ts';

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ db, drop } = await openTestDatabase());
});
afterAll(() => drop());

async function newPlace() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-key-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return { dataDir, databaseUrl: undefined, secretKeys: undefined, secretKeyFile: undefined };
}

const NUMBER = '123456789012';
const sealOne = (secrets: Secrets) =>
  sealNumber(secrets, NUMBER, 'bank_accounts', { userId: 'u', id: 'i' });

/** Starts a server's secrets; returns them and the log lines. */
async function start(place: Parameters<typeof loadSecrets>[0]) {
  const lines: string[] = [];
  const note = (...parts: unknown[]) => void lines.push(String(parts.at(-1)));
  const secrets = await loadSecrets(place);
  const log = { info: note, warn: note, error: note };
  await startSecrets(db.query, secrets, { place, log });
  return { secrets, logged: lines.join('\n') };
}

test('creates a key for a new embedded database, only once and readable by its owner only', async () => {
  const place = await newPlace();
  const { secrets, logged } = await start(place);
  expect(logged).toContain('created the key');
  expect(secrets.isSealing).toBe(true);
  const file = path.join(place.dataDir, SECRET_KEY_FILE);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(place.dataDir)).toEqual([SECRET_KEY_FILE]);
  const written = await readFile(file, 'utf8');
  const again = await start(place);
  expect(again.logged).toBe('');
  expect(again.secrets.currentKeyId).toBe(secrets.currentKeyId);
  expect(await readFile(file, 'utf8')).toBe(written);

  await rm(file);
  const lost = await start(place);
  expect(lost.logged).toContain('lacks keys of this database');
  expect(lost.secrets.isSealing).toBe(false);
  expect(() => sealOne(lost.secrets)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
  await expect(stat(file)).rejects.toThrow('ENOENT');

  const replaced = await start({ ...place, secretKeys: parseSecretKeys(generateSecretKey()) });
  expect(replaced.logged).toContain('lacks keys of this database');
  expect(replaced.secrets.isSealing).toBe(true);
  expect(sealOne(replaced.secrets)).toMatch(/^s1\./);
});

test('seals nothing with another database and no SECRET_KEY, and says so', async () => {
  await db.query('DELETE FROM secret_keys');
  const place = { ...(await newPlace()), databaseUrl: 'postgresql://db.example/wallet' };
  const { secrets, logged } = await start(place);
  expect(logged).toBe('account numbers are stored unencrypted: set SECRET_KEY');
  expect(secrets.isSealing).toBe(false);
  expect(sealOne(secrets)).toBe(NUMBER);
  await expect(stat(path.join(place.dataDir, SECRET_KEY_FILE))).rejects.toThrow('ENOENT');
});

test('a command with a key that no server of this database uses seals nothing', async () => {
  const place = { ...(await newPlace()), secretKeys: parseSecretKeys(generateSecretKey()) };
  const secrets = await loadSecrets(place);
  await prepareSecrets(db.query, secrets);
  expect(secrets.isSealing).toBe(false);
  await start(place);
  await prepareSecrets(db.query, secrets);
  expect(secrets.isSealing).toBe(true);
});

test.each(['secret\n', '\n'])('refuses a key file with %j in it', async (text) => {
  const place = await newPlace();
  await writeFile(path.join(place.dataDir, SECRET_KEY_FILE), text);
  await expect(loadSecrets(place)).rejects.toThrow('must hold 32 bytes in base64');
});
