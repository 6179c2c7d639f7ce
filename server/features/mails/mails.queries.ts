import { sql } from 'drizzle-orm';
import type { FailedMail } from '#contract/mails/schema.ts';
import { CHOSEN_TOPICS, type ChosenTopic, TOPICS } from '#contract/notifications/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { LANGUAGES } from '#contract/shared/enums.ts';
import type { Query } from '#server/db/database.ts';
import { mailPreferences } from '#server/db/schema/mails.ts';
import { outgoing } from '#server/db/schema/outgoing.ts';
import { recoveryAddresses } from '#server/db/schema/recovery.ts';
import { users } from '#server/db/schema/users.ts';
import {
  boolean,
  computed,
  optional,
  renamed,
  required,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  text,
  together,
  word,
  words,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const address = selectionOf(recoveryAddresses, 'r', ['address']);
/** `pushTopics` is null until the person chooses. */
const preferenceColumns = together(
  optional(address),
  optional(selectionOf(mailPreferences, 'p', ['pushTopics'])),
  computed({
    topics: words(CHOSEN_TOPICS, `coalesce(p.topics, '{}')`),
    hasDigest: boolean('coalesce(p.has_digest, false)'),
    hidesDetails: boolean('coalesce(p.hides_details, false)'),
  }),
);
export type StoredPreferences = Selected<typeof preferenceColumns>;

export async function findPreferences(query: Query, userId: UserId): Promise<StoredPreferences> {
  const row = await selectFirst(
    query,
    preferenceColumns,
    `FROM (SELECT $1::uuid AS user_id) u LEFT JOIN recovery_addresses r USING (user_id)
       LEFT JOIN mail_preferences p USING (user_id)`,
    [userId],
  );
  return (
    row ?? { address: null, topics: [], hasDigest: false, pushTopics: null, hidesDetails: false }
  );
}

/** Undefined fields keep their value. */
export interface ChosenPreferences {
  topics: ChosenTopic[];
  hasDigest: boolean;
  pushTopics?: ChosenTopic[] | undefined;
  hidesDetails?: boolean | undefined;
}

export async function upsertPreferences(
  query: Query,
  userId: UserId,
  { topics, hasDigest, pushTopics, hidesDetails }: ChosenPreferences,
): Promise<void> {
  await query(
    `INSERT INTO mail_preferences AS p (user_id, topics, has_digest, push_topics, hides_details)
     VALUES ($1, $2, $3, $4, coalesce($5, false))
     ON CONFLICT (user_id) DO UPDATE SET topics = excluded.topics, has_digest = excluded.has_digest,
       push_topics = coalesce($4, p.push_topics), hides_details = coalesce($5, p.hides_details)`,
    [userId, topics, hasDigest, pushTopics ?? null, hidesDetails ?? null],
  );
}

/** Ends mails of a topic, also those that wait. */
export async function removeTopic(
  query: Query,
  { userId, topic }: { userId: UserId; topic: ChosenTopic },
): Promise<void> {
  await update(query, mailPreferences, {
    set: { topics: sql`array_remove(topics, ${topic})` },
    where: { userId },
  });
  await query(
    `DELETE FROM outgoing WHERE user_id = $1 AND lane = 'notice' AND content ->> 'topic' = $2`,
    [userId, topic],
  );
}

export async function removeDigest(query: Query, userId: UserId): Promise<void> {
  await update(query, mailPreferences, { set: { hasDigest: false }, where: { userId } });
}

const recipientColumns = together(
  selectionOf(users, 'u', ['username']),
  required(address),
  computed({ language: word(LANGUAGES, `coalesce(p.language, 'en')`) }),
);
export type Recipient = Selected<typeof recipientColumns>;

/** Returns an active account with a confirmed address. */
export async function findRecipient(query: Query, userId: UserId): Promise<Recipient | undefined> {
  return selectFirst(
    query,
    recipientColumns,
    `FROM users u JOIN recovery_addresses r ON r.user_id = u.id LEFT JOIN user_profiles p ON p.user_id = u.id
     WHERE u.id = $1 AND u.status = 'active' AND u.deleted_at IS NULL AND r.address IS NOT NULL`,
    [userId],
  );
}

const failedColumns = together(
  renamed(users, 'u', { userId: 'id', username: 'username' }),
  required(selectionOf(outgoing, 'm', ['id', 'attempts', 'createdAt', 'failedAt'])),
  computed({
    topic: word(TOPICS, `m.content ->> 'topic'`),
    failure: text(`coalesce(m.failure, '')`),
  }),
);

export async function selectFailed(query: Query, limit: number): Promise<FailedMail[]> {
  return select(
    query,
    failedColumns,
    `FROM outgoing m JOIN users u ON u.id = m.user_id
     WHERE m.failed_at IS NOT NULL ORDER BY m.failed_at DESC, m.id DESC LIMIT $1`,
    [limit],
  );
}
