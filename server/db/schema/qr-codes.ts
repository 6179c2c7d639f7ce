import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';

export const qrCodes = pgTable(
  'qr_codes',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description'),
    imageUrl: text('qr_image_url').notNull(),
    /** The payee of codes that are drawn for an amount. */
    upiId: text('upi_id'),
    payeeName: text('payee_name'),
    merchantCode: text('merchant_code'),
    isSigned: boolean('is_signed').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    check('qr_codes_name_check', sql`length(trim(${t.name})) > 0`),
    check('qr_codes_deleted_check', sql`${t.deletedAt} IS NULL OR NOT ${t.isActive}`),
    check('qr_codes_payee_check', sql`(${t.upiId} IS NULL) = (${t.payeeName} IS NULL)`),
  ],
);
