import { sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { recoveryAddresses } from '#server/db/schema/recovery.ts';
import { renamed, type Selected, selectFirst, selectionOf } from '#server/db/selection.ts';
import { update, updateReturning } from '#server/db/update.ts';

const columns = selectionOf(recoveryAddresses, 'r', ['address', 'pendingAddress']);

export async function findAddress(
  query: Query,
  userId: UserId,
): Promise<Selected<typeof columns> | undefined> {
  return selectFirst(query, columns, 'FROM recovery_addresses r WHERE user_id = $1', [userId]);
}

/** Stores an address to confirm, and counts the mail. Returns false above the limit of 24 hours. */
export async function savePending(
  query: Query,
  { userId, address, at, limit }: { userId: UserId; address: string; at: Date; limit: number },
): Promise<boolean> {
  const saved = await query(
    `INSERT INTO recovery_addresses AS r (user_id, pending_address, day_started_at, day_mails) VALUES ($1, $2, $3, 1)
     ON CONFLICT (user_id) DO UPDATE SET pending_address = $2, code_hash = NULL, code_expires_at = NULL,
       day_started_at = CASE WHEN r.day_started_at <= $3::timestamptz - interval '1 day' THEN $3 ELSE r.day_started_at END,
       day_mails = CASE WHEN r.day_started_at <= $3::timestamptz - interval '1 day' THEN 1 ELSE r.day_mails + 1 END
     WHERE r.day_started_at <= $3::timestamptz - interval '1 day' OR r.day_mails < $4
     RETURNING 1`,
    [userId, address, at, limit],
  );
  return saved.length > 0;
}

export async function saveCode(
  query: Query,
  {
    userId,
    address,
    codeHash,
    minutes,
  }: {
    userId: UserId;
    address: string;
    codeHash: Buffer;
    minutes: number;
  },
): Promise<void> {
  const codeExpiresAt = sql`clock_timestamp() + ${minutes} * interval '1 minute'`;
  await update(query, recoveryAddresses, {
    set: { codeHash, codeAttempts: 0, codeExpiresAt },
    where: { userId, pendingAddress: address },
  });
}

/** Counts an attempt. Returns the hash of the code, or undefined if there is none that is valid. */
export async function countAttempt(
  query: Query,
  { userId, limit }: { userId: UserId; limit: number },
): Promise<Buffer | undefined> {
  const { codeHash, codeExpiresAt, codeAttempts } = recoveryAddresses;
  const [row] = await updateReturning(query, recoveryAddresses, ['codeHash'], {
    set: { codeAttempts: sql`${codeAttempts} + 1` },
    where: { userId },
    and: sql`${codeHash} IS NOT NULL AND ${codeExpiresAt} > clock_timestamp() AND ${codeAttempts} < ${limit}`,
  });
  return row?.codeHash ?? undefined;
}

const confirmed = renamed(recoveryAddresses, 'old', { before: 'address' });

/** Makes the pending address the confirmed one. Returns the address before, or undefined if the code is not valid any more. */
export async function confirmPending(
  query: Query,
  { userId, codeHash }: { userId: UserId; codeHash: Buffer },
): Promise<Selected<typeof confirmed> | undefined> {
  return selectFirst(
    query,
    confirmed,
    `UPDATE recovery_addresses r SET address = r.pending_address, pending_address = NULL, code_hash = NULL,
       code_expires_at = NULL
     FROM (SELECT user_id, address FROM recovery_addresses WHERE user_id = $1 FOR UPDATE) old
     WHERE r.user_id = old.user_id AND r.code_hash = $2 RETURNING ${confirmed.sql}`,
    [userId, codeHash],
  );
}
