import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describeError } from '#server/base/errors.ts';
import { writeKeyFile } from '#server/base/key-file.ts';
import type { Logger } from '#server/base/log.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { Config } from '#server/platform/config/config.ts';
import { originOf } from '#server/platform/sealed-log/checkpoint.ts';
import {
  isSigningKey,
  type SigningKey,
  toSigningKey,
} from '#server/platform/sealed-log/signing-key.ts';
import { insertKey, type KnownKey, lockLog, selectKeys } from './signing-keys.queries.ts';

const KEY_FILE = 'audit-key.pem';

class UnreadableKeyFile extends Error {
  override name = 'UnreadableKeyFile';
}

interface KeyPlace {
  db: Database;
  config: Pick<Config, 'auditKey'>;
  dataDir: string;
}

/**
 * Returns the key that signs heads of the audit log: AUDIT_KEY, else the one in the data folder. Creates it if the log
 * has never had a key. A key of the operator that is new to the log is registered. Undefined, with a warning, if other
 * servers sign or the file can't be read.
 */
export async function openSigningKey(
  place: KeyPlace,
  log: Pick<Logger, 'warn'>,
): Promise<SigningKey | undefined> {
  try {
    const key = await loadKey(place, async (known) => {
      if (known.length > 0) return undefined;
      return createKeyFile(place.dataDir).catch((error: unknown) => {
        log.warn(
          { error: describeError(error), dataDir: place.dataDir },
          'audit log: no key created',
        );
        return undefined;
      });
    });
    if (!key) {
      log.warn(
        { file: keyFileOf(place.dataDir) },
        'audit log: this server has no key and signs no heads; copy the file from the server that has it, or set AUDIT_KEY_FILE',
      );
    }
    return key;
  } catch (error) {
    if (!(error instanceof UnreadableKeyFile)) throw error;
    log.warn(
      { error: describeError(error) },
      'audit log: this server signs no heads; make the key file readable for its user and restart it',
    );
    return undefined;
  }
}

/** Like `openSigningKey`, but creates no key. */
export function findSigningKey(place: KeyPlace): Promise<SigningKey | undefined> {
  return loadKey(place, async () => undefined);
}

/** Replaces the key in the data folder. Servers use the new one after their next start. */
export async function replaceSigningKey(place: KeyPlace): Promise<SigningKey> {
  const pem = await createKeyFile(place.dataDir);
  return place.db.transaction((tx) => register(tx, pem));
}

async function loadKey(
  { db, config, dataDir }: KeyPlace,
  create: (known: KnownKey[]) => Promise<string | undefined>,
): Promise<SigningKey | undefined> {
  return db.transaction(async (tx) => {
    await lockLog(tx.query);
    const pem =
      config.auditKey ?? (await readKeyFile(dataDir)) ?? (await create(await selectKeys(tx.query)));
    return pem === undefined ? undefined : register(tx, pem);
  });
}

async function register(tx: Tx, pem: string): Promise<SigningKey> {
  const key = toSigningKey(pem, originOf(await lockLog(tx.query)));
  const known = await selectKeys(tx.query);
  if (!known.some(({ keyId }) => keyId === key.id)) {
    const { id: keyId, verifierKey } = key;
    await insertKey(tx.query, { keyId, verifierKey, createdAt: tx.at });
  }
  return key;
}

/** Returns all keys of the log, oldest first. */
export async function listKeys({ db }: Pick<KeyPlace, 'db'>): Promise<KnownKey[]> {
  return selectKeys(db.query);
}

function keyFileOf(dataDir: string): string {
  return path.join(dataDir, KEY_FILE);
}

async function readKeyFile(dataDir: string): Promise<string | undefined> {
  const file = keyFileOf(dataDir);
  const pem = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
    if (code === 'ENOENT') return undefined;
    throw new UnreadableKeyFile(`${file} can't be read (${code}).`, { cause: error });
  });
  if (pem === undefined || isSigningKey(pem)) return pem;
  throw new Error(`${file} is no Ed25519 private key in PEM.`);
}

/** Writes a new key, in place of an older one. */
async function createKeyFile(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeKeyFile(keyFileOf(dataDir), String(pem));
  return String(pem);
}
