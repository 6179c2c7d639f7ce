import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';

export interface StoredAddress {
  address: string | null;
  pendingAddress: string | null;
}

const FIELDS = 'address, pending_address AS "pendingAddress"';

export async function findAddress(
  query: Query,
  userId: UserId,
): Promise<StoredAddress | undefined> {
  const [row] = await query<StoredAddress>(
    `SELECT ${FIELDS} FROM recovery_addresses WHERE user_id = $1`,
    [userId],
  );
  return row;
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
  await query(
    `UPDATE recovery_addresses SET code_hash = $3, code_attempts = 0,
       code_expires_at = clock_timestamp() + $4 * interval '1 minute'
     WHERE user_id = $1 AND pending_address = $2`,
    [userId, address, codeHash, minutes],
  );
}

/** Counts an attempt. Returns the hash of the code, or undefined if there is none that is valid. */
export async function countAttempt(
  query: Query,
  { userId, limit }: { userId: UserId; limit: number },
): Promise<Buffer | undefined> {
  const [row] = await query<{ codeHash: Buffer }>(
    `UPDATE recovery_addresses SET code_attempts = code_attempts + 1
     WHERE user_id = $1 AND code_hash IS NOT NULL AND code_expires_at > clock_timestamp() AND code_attempts < $2
     RETURNING code_hash AS "codeHash"`,
    [userId, limit],
  );
  return row?.codeHash;
}

/** Makes the pending address the confirmed one. Returns the address before, or undefined if the code is not valid any more. */
export async function confirmPending(
  query: Query,
  { userId, codeHash }: { userId: UserId; codeHash: Buffer },
): Promise<{ before: string | null } | undefined> {
  const [row] = await query<{ before: string | null }>(
    `UPDATE recovery_addresses r SET address = r.pending_address, pending_address = NULL, code_hash = NULL,
       code_expires_at = NULL
     FROM (SELECT user_id, address FROM recovery_addresses WHERE user_id = $1 FOR UPDATE) old
     WHERE r.user_id = old.user_id AND r.code_hash = $2 RETURNING old.address AS before`,
    [userId, codeHash],
  );
  return row;
}
