import { boolean, date, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ChosenTopic } from '#contract/notifications/rules.ts';
import { users } from './users.ts';

/** Which mails and notifications on devices a person chose; without a row, mails are only security alerts. */
export const mailPreferences = pgTable('mail_preferences', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  topics: text('topics').array().$type<ChosenTopic[]>().notNull(),
  /** Topics of notifications on devices. Null: all, until the person chooses. */
  pushTopics: text('push_topics').array().$type<ChosenTopic[]>(),
  /** Whether notifications on devices have only their title, because others may see a locked screen. */
  hidesDetails: boolean('hides_details').notNull().default(false),
  /** Whether an administrator receives a daily digest. */
  hasDigest: boolean('has_digest').notNull().default(false),
  /** The day (Asia/Kolkata) of the last digest. */
  digestDay: date('digest_day', { mode: 'string' }),
});
