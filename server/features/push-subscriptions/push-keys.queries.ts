import { sql } from 'drizzle-orm';
import type { Query } from '#server/db/database.ts';
import { pushKeys } from '#server/db/schema/push-subscriptions.ts';
import { type Selected, selectFirst, selectionOf } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const columns = selectionOf(pushKeys, 'k', ['publicKey', 'privateKey']);

export async function findPushKey(query: Query): Promise<Selected<typeof columns> | undefined> {
  return selectFirst(query, columns, 'FROM push_keys k');
}

/** Keeps the key of another server that was faster. */
export async function insertPushKey(
  query: Query,
  { publicKey, privateKey }: { publicKey: string; privateKey: string },
): Promise<void> {
  await query(
    `INSERT INTO push_keys (public_key, private_key, created_at) VALUES ($1, $2, now())
     ON CONFLICT (id) DO NOTHING`,
    [publicKey, privateKey],
  );
}

/** Returns false if the stored key is not `before` any more. */
export async function replacePrivateKey(
  query: Query,
  { privateKey, before }: { privateKey: string; before: string },
): Promise<boolean> {
  return update(query, pushKeys, {
    set: { privateKey: sql`${privateKey}` },
    where: {},
    and: sql`private_key = ${before}`,
  });
}
