import { readFile } from 'node:fs/promises';
import { newId } from '../../base/ids.ts';
import { parseSecretKeys } from '../../base/keys.ts';
import type { Logger } from '../../base/log.ts';
import type { Secrets } from '../../base/secrets.ts';
import { every } from '../../base/timers.ts';
import type { Database, Query } from '../../db/database.ts';
import { countOf } from '../../db/selection.ts';
import { prepareSecrets, registerKey } from './load.ts';

/** How long others count on a server's key. The server itself stops encrypting earlier, if it cannot renew. */
export const LEASE_MS = 180_000;
const HELD_MS = 120_000;
const RENEWAL_MS = 20_000;

type Target = Pick<Database, 'query' | 'secrets'>;

export interface KeyLease {
  /** Reads the key file again, and extends the lease. */
  renew(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Announces in the database which key this process encrypts with, as long as it runs, so that a rotation forgets no key
 * in use. Reads changes of the key file. If the lease cannot be renewed, new numbers are refused before it ends.
 */
export async function holdKey(
  db: Target,
  { log, file }: { log: Logger; file: string | undefined },
): Promise<KeyLease> {
  const { query, secrets } = db;
  const serverId = newId();
  const renew = async () => {
    if (file) await reloadKeys(db, { log, file });
    const keyId = secrets.currentKeyId;
    if (!keyId) return;
    const startedMs = performance.now();
    await extendLease(query, { serverId, keyId });
    secrets.sealFor(HELD_MS - (performance.now() - startedMs));
  };
  await renew();
  const timer = every({ intervalMs: RENEWAL_MS, name: 'renew key lease', log }, renew);
  return {
    renew,
    async end() {
      await timer.stop();
      await query('DELETE FROM secret_key_leases WHERE server_id = $1', [serverId]);
    },
  };
}

/** Uses the keys of a changed file. A file that cannot be read or has no keys is reported, and changes nothing. */
async function reloadKeys(
  { query, secrets }: Target,
  { log, file }: { log: Logger; file: string },
): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const keys = parseSecretKeys(text);
  if (!keys) {
    if (secrets.currentKeyId) log.error({ file }, UNREADABLE);
    return;
  }
  if (keys.map(({ id }) => id).join() === secrets.keyIds.join()) return;
  const [current] = keys;
  if (current) await registerKey(query, current.id);
  secrets.use(keys);
  await prepareSecrets(query, secrets);
  log.info({ file, keys: secrets.keyIds }, 'read the changed SECRET_KEY');
}

const UNREADABLE =
  'the file of SECRET_KEY cannot be read, or holds no keys: those of before stay in use';

/** An own lease replaces the previous one; those of servers that ended long ago are removed. */
async function extendLease(
  query: Query,
  { serverId, keyId }: { serverId: string; keyId: string },
): Promise<void> {
  await query(
    `WITH ended AS (DELETE FROM secret_key_leases WHERE expires_at < now() AND server_id <> $1)
     INSERT INTO secret_key_leases (server_id, key_id, expires_at)
     VALUES ($1, $2, clock_timestamp() + ${LEASE_MS} * interval '1 millisecond')
     ON CONFLICT (server_id) DO UPDATE SET key_id = excluded.key_id, expires_at = excluded.expires_at`,
    [serverId, keyId],
  );
}

/** Returns how many processes may encrypt with another key than this one. */
export async function countOtherHolders(query: Query, { currentKeyId }: Secrets): Promise<number> {
  return countOf(
    query,
    'secret_key_leases WHERE expires_at >= clock_timestamp() AND key_id IS DISTINCT FROM $1',
    [currentKeyId],
  );
}
