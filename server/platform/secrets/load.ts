import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeKeyFile } from '../../base/key-file.ts';
import { generateSecretKey, parseSecretKeys } from '../../base/keys.ts';
import type { Logger } from '../../base/log.ts';
import { createSecrets, type Secrets } from '../../base/secrets.ts';
import type { Query } from '../../db/database.ts';
import type { Config } from '../config/config.ts';
import { BadSettings } from '../config/settings-sources.ts';

/** File in the data folder with the keys of an installation with the embedded database: the first line seals. */
export const SECRET_KEY_FILE = 'secret.key';

type Place = Pick<Config, 'databaseUrl' | 'secretKeys' | 'secretKeyFile'> & { dataDir: string };

/** Reads the keys from the settings, or from the data folder next to the embedded database. Throws BadSettings. */
export async function loadSecrets(place: Place, log?: Pick<Logger, 'error'>): Promise<Secrets> {
  if (place.secretKeys) return createSecrets(place.secretKeys, log);
  const file = fileOf(place);
  const text = file && (await readFile(file, 'utf8').catch(ignoreMissing));
  if (!text) return createSecrets([], log);
  const keys = parseSecretKeys(text);
  if (!keys) throw new BadSettings([`${file}: must hold 32 bytes in base64 on each line`]);
  return createSecrets(keys, log);
}

/**
 * Reads from the migrated database since when values are sealed. If it knows keys, but not the current one, new values
 * are refused: they would be stored as they are among sealed ones.
 */
export async function prepareSecrets(query: Query, secrets: Secrets): Promise<void> {
  const { startsInMs, keyIds } = await readEncryption(query);
  if (secrets.currentKeyId && keyIds.includes(secrets.currentKeyId)) {
    secrets.sealAfter(startsInMs);
  } else if (keyIds.length > 0) secrets.lock();
}

/**
 * Prepares a server's secrets: creates the key of a new installation with the embedded database, and records which key
 * the server uses. Logs what cannot be read or is not sealed.
 */
export async function startSecrets(
  query: Query,
  secrets: Secrets,
  { place, log }: { place: Place; log: Pick<Logger, 'info' | 'warn' | 'error'> },
): Promise<void> {
  const { keyIds } = await readEncryption(query);
  const file = fileOf(place);
  if (!secrets.currentKeyId && file && keyIds.length === 0) {
    secrets.use(await createKeyFile(file));
    log.info(
      { file },
      'created the key that encrypts account numbers: back it up, apart from the backups',
    );
  }
  if (secrets.currentKeyId) await registerKey(query, secrets.currentKeyId);
  const missing = keyIds.filter((id) => !secrets.keyIds.includes(id));
  if (missing.length > 0) {
    log.error(
      { missing },
      'SECRET_KEY lacks keys of this database: account numbers that are sealed with them are shown masked, and without any key new ones are refused',
    );
  } else if (!secrets.currentKeyId) {
    log.warn('account numbers are stored unencrypted: set SECRET_KEY');
  }
  await prepareSecrets(query, secrets);
}

/** Records that values of this database are sealed with a key. */
export async function registerKey(query: Query, id: string): Promise<void> {
  await query(
    'INSERT INTO secret_keys (id, created_at) VALUES ($1, now()) ON CONFLICT (id) DO NOTHING',
    [id],
  );
}

/** `startsInMs` is a duration, because the database's clock set the start. */
async function readEncryption(query: Query): Promise<{ startsInMs: number; keyIds: string[] }> {
  const [row] = await query<{ startsInMs: number; keyIds: string[] }>(
    `SELECT greatest(0, extract(epoch FROM greatest(since, 'epoch') - clock_timestamp()) * 1000)::float8 AS "startsInMs",
       array(SELECT id FROM secret_keys ORDER BY created_at) AS "keyIds"
     FROM number_encryption`,
  );
  if (!row) throw new Error('The table "number_encryption" has no row');
  return row;
}

/** Returns the file that the keys are read from, also while servers run. */
export function keyFileOf(place: Place): string | undefined {
  return place.secretKeys ? place.secretKeyFile : fileOf(place);
}

function fileOf({ databaseUrl, dataDir }: Place): string | undefined {
  return databaseUrl === undefined ? path.join(dataDir, SECRET_KEY_FILE) : undefined;
}

async function createKeyFile(file: string) {
  const text = generateSecretKey();
  await writeKeyFile(file, `${text}\n`);
  return parseSecretKeys(text) ?? [];
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
