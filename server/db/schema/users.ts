import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ADMIN_ROLES } from '#contract/shared/permissions.ts';
import { VERIFICATION_LEVELS } from '#contract/verification-limits/rules.ts';
import { citext, createdAt, moment, paise, userIdIn } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: userIdIn('id').primaryKey(),
    username: citext('username').notNull().unique('users_username_key'),
    /** The skeleton of a non-ASCII username; null if an older user already has the same skeleton. */
    usernameSkeleton: text('username_skeleton'),
    passwordHash: text('password_hash').notNull(),
    /** Set with a password that an administrator chose; cleared when the person changes it. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** Since when the account has a second factor; null without one. */
    secondFactorSince: moment('second_factor_since'),
    /** When the account became one of an administrator, who has time from then to add a second factor; null if unknown. */
    secondFactorRequiredSince: moment('second_factor_required_since'),
    role: text('role', { enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    adminRole: text('admin_role', { enum: [...ADMIN_ROLES] })
      .notNull()
      .default('administrator'),
    status: text('status', { enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    verificationLevel: text('verification_level', { enum: [...VERIFICATION_LEVELS] })
      .notNull()
      .default('none'),
    /** Why an administrator last changed the level. */
    verificationReason: text('verification_reason'),
    /** Set while the account is frozen: it cannot request deposits and withdrawals or change bank accounts. */
    frozenAt: moment('frozen_at'),
    /** Why an administrator froze the account. Its user sees it. */
    freezeReason: text('freeze_reason'),
    createdAt: createdAt(),
    /** The account is deleted: its evidence stays, without a name, until the retention time has passed. */
    deletedAt: moment('deleted_at'),
    /** Whether the background job still has to erase personal data of a deleted account. */
    isErasurePending: boolean('is_erasure_pending').notNull().default(false),
    /** When the job began to erase the evidence of a deleted account, which takes many transactions. */
    erasingSince: moment('erasing_since'),
  },
  (t) => [
    // Small: few accounts are deleted.
    index('users_deleted_idx').on(t.deletedAt, t.id).where(sql`${t.deletedAt} IS NOT NULL`),
    uniqueIndex('users_lookalike_key').on(
      sql`coalesce(${t.usernameSkeleton}, lower(${t.username}::text))`,
    ),
    index('users_created_at_idx').on(t.createdAt, t.id),
    index('users_frozen_idx').on(t.createdAt, t.id).where(sql`${t.frozenAt} IS NOT NULL`),
    index('users_admins_idx').on(t.id).where(sql`${t.role} = 'admin'`),
    check('users_role_check', sql`${t.role} IN ('user', 'admin')`),
    check(
      'users_admin_role_check',
      sql`${t.adminRole} IN ('administrator', 'reviewer', 'support', 'auditor')`,
    ),
    check('users_status_check', sql`${t.status} IN ('active', 'inactive')`),
    check(
      'users_verification_level_check',
      sql`${t.verificationLevel} IN ('none', 'basic', 'full')`,
    ),
    check('users_freeze_check', sql`(${t.frozenAt} IS NULL) = (${t.freezeReason} IS NULL)`),
    check('users_username_check', sql`length(${t.username}::text) >= 3`),
  ],
);

/** The column of the user that a row belongs to, and is deleted with. */
export const ownerId = () =>
  userIdIn('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** In lower case. `shown` is what lists show; `handle` is the username and the id. Maintained by triggers. */
export const userSearch = pgTable(
  'user_search',
  {
    userId: userIdIn('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    shown: text('shown').notNull(),
    handle: text('handle').notNull(),
  },
  (t) => [
    index('user_search_shown_idx').using('gin', t.shown.op('gin_trgm_ops')),
    index('user_search_handle_idx').using('gin', t.handle.op('gin_trgm_ops')),
    index('user_search_shown_digits_idx').using('gin', sql`digit_grams(${t.shown})`),
    index('user_search_handle_digits_idx').using('gin', sql`digit_grams(${t.handle})`),
  ],
);

export const userNotes = pgTable(
  'user_notes',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    authorId: uuid('author_id').notNull(),
    text: text('text').notNull(),
    requestKey: uuid('request_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'user_notes_pkey', columns: [t.userId, t.id] }),
    uniqueIndex('user_notes_request_key_key').on(t.userId, t.authorId, t.requestKey),
  ],
);

/** The sum of an administrator's balance adjustments on one day (Asia/Kolkata): credits plus debits. */
export const adjustmentDays = pgTable(
  'adjustment_days',
  {
    userId: ownerId(),
    day: date('day', { mode: 'string' }).notNull(),
    totalPaise: paise('total_paise').notNull(),
  },
  (t) => [primaryKey({ name: 'adjustment_days_pkey', columns: [t.userId, t.day] })],
);

/** The number of users, in sixteen shards by id, so that inserts of users rarely wait for each other. */
export const userCounts = pgTable('user_counts', {
  shard: integer('shard').primaryKey(),
  count: paise('count').notNull(),
});
