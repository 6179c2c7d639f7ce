import { createHash, randomBytes } from 'node:crypto';
import {
  formatRecoveryCode,
  parseRecoveryCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_COUNT,
  RECOVERY_CODE_LENGTH,
} from '#contract/second-factors/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { countCodes, deleteCodes, insertCodes, markUsed } from './recovery-codes.queries.ts';

/** Of each random byte, the lowest bits choose a letter. */
const LETTER_MASK = RECOVERY_ALPHABET.length - 1;

/** Replaces a person's codes. Returns the new ones, as they are shown. */
export async function replaceCodes(tx: Tx, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newCode);
  await deleteCodes(tx.query, userId);
  insertCodes(
    tx,
    userId,
    codes.map((code) => hashCode(userId, code)),
  );
  return codes.map(formatRecoveryCode);
}

/** Returns the number of codes that remain after using one; undefined if the code is wrong or was used. */
export async function spendRecoveryCode(
  tx: Tx,
  userId: UserId,
  typed: string,
): Promise<number | undefined> {
  const code = parseRecoveryCode(typed);
  if (code === undefined) return undefined;
  const codeHash = hashCode(userId, code);
  if (!(await markUsed(tx.query, { userId, codeHash, at: tx.at }))) return undefined;
  return (await countCodes(tx.query, userId))?.remaining ?? 0;
}

export async function getCodes(
  query: Query,
  userId: UserId,
): Promise<{ remaining: number; createdAt: Date } | null> {
  return (await countCodes(query, userId)) ?? null;
}

export { deleteCodes } from './recovery-codes.queries.ts';

function newCode(): string {
  const bytes = [...randomBytes(RECOVERY_CODE_LENGTH)];
  return bytes.map((byte) => RECOVERY_ALPHABET[byte & LETTER_MASK]).join('');
}

/**
 * A code has 120 random bits, too many to guess from its hash. Without a key, the codes stay valid when SECRET_KEY is
 * replaced or lost.
 */
function hashCode(userId: UserId, code: string): Buffer {
  return createHash('sha256').update(`${userId} ${code}`).digest();
}
