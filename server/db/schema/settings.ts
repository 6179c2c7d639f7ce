import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { settingTable } from '#contract/settings/table.ts';
import { moment, paise } from './columns.ts';

/** Global settings that administrators change. A single row, inserted by a migration. */
export const walletSettings = pgTable(
  'wallet_settings',
  {
    id: integer('id').primaryKey().default(1),
    maxDepositPaise: paise('max_deposit_paise')
      .notNull()
      .default(settingTable.maxDepositPaise.default),
    upiLimitPaise: paise('upi_limit_paise').notNull().default(settingTable.upiLimitPaise.default),
    utrRequired: boolean('utr_required').notNull().default(settingTable.utrRequired.default),
    receiptReading: boolean('receipt_reading')
      .notNull()
      .default(settingTable.receiptReading.default),
    receiptAutoReading: boolean('receipt_auto_reading')
      .notNull()
      .default(settingTable.receiptAutoReading.default),
    adjustmentDayPaise: paise('adjustment_day_paise')
      .notNull()
      .default(settingTable.adjustmentDayPaise.default),
    stepUpAbovePaise: paise('step_up_above_paise')
      .notNull()
      .default(settingTable.stepUpAbovePaise.default),
    brandColor: text('brand_color').notNull().default(settingTable.brandColor.default),
    /** Files of the operator's images. */
    brandLogoId: uuid('brand_logo_id'),
    brandIconId: uuid('brand_icon_id'),
    /** This and the next three override the server's settings; null until an administrator saves one. */
    brandName: text('brand_name'),
    supportPhone: text('support_phone'),
    supportEmail: text('support_email'),
    processingTime: text('processing_time'),
    autoApproval: boolean('auto_approval').notNull().default(settingTable.autoApproval.default),
    autoApprovalPaise: paise('auto_approval_paise')
      .notNull()
      .default(settingTable.autoApprovalPaise.default),
    autoApprovalDayPaise: paise('auto_approval_day_paise')
      .notNull()
      .default(settingTable.autoApprovalDayPaise.default),
    autoApprovalMinutes: integer('auto_approval_minutes')
      .notNull()
      .default(settingTable.autoApprovalMinutes.default),
    undoSeconds: integer('undo_seconds').notNull().default(settingTable.undoSeconds.default),
    targetMinutes: integer('target_minutes').notNull().default(settingTable.targetMinutes.default),
    newAccountHours: integer('new_account_hours')
      .notNull()
      .default(settingTable.newAccountHours.default),
    adminPasswordLength: integer('admin_password_length')
      .notNull()
      .default(settingTable.adminPasswordLength.default),
    userIdleHours: integer('user_idle_hours').notNull().default(settingTable.userIdleHours.default),
    userSessionHours: integer('user_session_hours')
      .notNull()
      .default(settingTable.userSessionHours.default),
    adminIdleHours: integer('admin_idle_hours')
      .notNull()
      .default(settingTable.adminIdleHours.default),
    adminSessionHours: integer('admin_session_hours')
      .notNull()
      .default(settingTable.adminSessionHours.default),
    /** Null until an administrator or a start that other machines can reach decides. */
    adminFactorRequired: boolean('admin_factor_required'),
    /** When administrators began to need a second factor. */
    adminFactorSince: moment('admin_factor_since'),
    adminFactorDays: integer('admin_factor_days')
      .notNull()
      .default(settingTable.adminFactorDays.default),
    documentDays: integer('document_days').notNull().default(settingTable.documentDays.default),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [check('wallet_settings_single_check', sql`${t.id} = 1`)],
);
