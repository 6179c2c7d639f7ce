import { MAX_PAYMENT_INTENTS } from '#contract/payment-intents/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertSelect } from '#server/db/insert-many.ts';
import { paymentIntents } from '#server/db/schema/payment-intents.ts';
import { countOf, type Selected, select, selectFirst, selectionOf } from '#server/db/selection.ts';

interface IntentKey {
  userId: UserId;
  qrCodeId: string;
  amountPaise: number;
}

const intentColumns = selectionOf(paymentIntents, 'i', ['referenceId', 'expiresAt']);
const takenColumns = selectionOf(paymentIntents, 'i', [
  ...(['userId', 'qrCodeId', 'amountPaise', 'referenceId'] as const),
]);

export async function findIntent(
  tx: Tx,
  { userId, qrCodeId, amountPaise }: IntentKey,
): Promise<Selected<typeof intentColumns> | undefined> {
  return selectFirst(
    tx.query,
    intentColumns,
    `FROM payment_intents i
     WHERE user_id = $1 AND qr_code_id = $2 AND amount_paise = $3 AND expires_at > $4`,
    [userId, qrCodeId, amountPaise, tx.at],
  );
}

export async function isBelowLimit(tx: Tx, userId: UserId): Promise<boolean> {
  const running = 'payment_intents WHERE user_id = $1 AND expires_at > $2';
  return (await countOf(tx.query, running, [userId, tx.at])) < MAX_PAYMENT_INTENTS;
}

const MAX_ATTEMPTS = 20;
/**
 * A reference is of a time before the present: requests without a reserved one take the present millisecond or a later
 * one, so that they never take a reserved reference.
 */
const MIN_AGE_MS = 60_000;
const SPREAD_MS = 600_000;

const INSERT_INTENT = insertSelect(paymentIntents, {
  userId: '$1::uuid',
  qrCodeId: '$2::uuid',
  amountPaise: '$3::bigint',
  referenceId: '$4::text',
  createdAt: '$5::timestamptz',
  expiresAt: '$6::timestamptz',
});

/** Reserves a reference that no transaction and no other intent has. Replaces an expired intent of the same key. */
export async function insertIntent(
  tx: Tx,
  { userId, qrCodeId, amountPaise, expiresAt }: IntentKey & { expiresAt: Date },
): Promise<string> {
  await tx.query(
    'DELETE FROM payment_intents WHERE user_id = $1 AND qr_code_id = $2 AND amount_paise = $3',
    [userId, qrCodeId, amountPaise],
  );
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const ms = tx.at.getTime() - MIN_AGE_MS - Math.floor(Math.random() * SPREAD_MS);
    const referenceId = `DEP-${ms}`;
    const inserted = await tx.query(
      `${INSERT_INTENT} WHERE NOT EXISTS (SELECT FROM transactions WHERE reference_id = $4)
       ON CONFLICT (reference_id) DO NOTHING RETURNING 1`,
      [userId, qrCodeId, amountPaise, referenceId, tx.at, expiresAt],
    );
    if (inserted.length > 0) return referenceId;
  }
  throw new Error('No free reference was found');
}

/** Deletes the intents of these payments. Returns the reference of each, or undefined for one that was not begun. */
export async function takeIntents(
  tx: Tx,
  payments: (Omit<IntentKey, 'qrCodeId'> & { qrCodeId: string | null })[],
): Promise<(string | undefined)[]> {
  if (payments.every(({ qrCodeId }) => qrCodeId === null)) return payments.map(() => undefined);
  const taken = await select(
    tx.query,
    takenColumns,
    `DELETE FROM payment_intents i USING unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS p (user_id, qr_code_id, amount_paise)
     WHERE (i.user_id, i.qr_code_id, i.amount_paise) = (p.user_id, p.qr_code_id, p.amount_paise) AND i.expires_at > $4
     RETURNING ${takenColumns.sql}`,
    [
      payments.map(({ userId }) => userId),
      payments.map(({ qrCodeId }) => qrCodeId),
      payments.map(({ amountPaise }) => amountPaise),
      tx.at,
    ],
  );
  const nameOf = ({ userId, qrCodeId, amountPaise }: (typeof payments)[number]) =>
    `${userId} ${qrCodeId} ${amountPaise}`;
  const references = new Map(taken.map((one) => [nameOf(one), one.referenceId]));
  return payments.map((payment) => references.get(nameOf(payment)));
}

export async function deleteExpired(query: Query, before: Date): Promise<void> {
  await query('DELETE FROM payment_intents WHERE expires_at <= $1', [before]);
}
