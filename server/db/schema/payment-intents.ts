import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment, paise } from './columns.ts';
import { qrCodes } from './qr-codes.ts';
import { ownerId } from './users.ts';

/**
 * Payments that users began with a code for an amount. A deposit of that amount takes the reference, and the row is
 * deleted then, or when it has expired.
 */
export const paymentIntents = pgTable(
  'payment_intents',
  {
    userId: ownerId(),
    qrCodeId: uuid('qr_code_id')
      .notNull()
      .references(() => qrCodes.id, { onDelete: 'cascade' }),
    amountPaise: paise('amount_paise').notNull(),
    referenceId: text('reference_id').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'payment_intents_pkey', columns: [t.userId, t.qrCodeId, t.amountPaise] }),
    unique('payment_intents_reference_key').on(t.referenceId),
    index('payment_intents_expires_at_idx').on(t.expiresAt),
    check('payment_intents_amount_check', sql`${t.amountPaise} > 0`),
  ],
);
