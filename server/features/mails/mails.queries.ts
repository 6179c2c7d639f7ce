import type { FailedMail, MailPreferences } from '#contract/mails/schema.ts';
import type { ChosenTopic } from '#contract/notifications/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Language } from '#contract/shared/enums.ts';
import type { Query } from '#server/db/database.ts';
import { mailPreferences } from '#server/db/schema/mails.ts';
import { update } from '#server/db/update.ts';

/** `pushTopics` is null until the person chooses. */
export type StoredPreferences = Omit<MailPreferences, 'isAvailable' | 'pushTopics'> & {
  pushTopics: ChosenTopic[] | null;
};

export async function findPreferences(query: Query, userId: UserId): Promise<StoredPreferences> {
  const [row] = await query<StoredPreferences>(
    `SELECT r.address, coalesce(p.topics, '{}') AS topics, coalesce(p.has_digest, false) AS "hasDigest",
       p.push_topics AS "pushTopics", coalesce(p.hides_details, false) AS "hidesDetails"
     FROM (SELECT $1::uuid AS user_id) u LEFT JOIN recovery_addresses r USING (user_id)
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
  await query('UPDATE mail_preferences SET topics = array_remove(topics, $2) WHERE user_id = $1', [
    userId,
    topic,
  ]);
  await query(
    `DELETE FROM outgoing WHERE user_id = $1 AND lane = 'notice' AND content ->> 'topic' = $2`,
    [userId, topic],
  );
}

export async function removeDigest(query: Query, userId: UserId): Promise<void> {
  await update(query, mailPreferences, { set: { hasDigest: false }, where: { userId } });
}

export interface Recipient {
  username: string;
  address: string;
  language: Language;
}

/** Returns an active account with a confirmed address. */
export async function findRecipient(query: Query, userId: UserId): Promise<Recipient | undefined> {
  const [row] = await query<Recipient>(
    `SELECT u.username, r.address, coalesce(p.language, 'en') AS language
     FROM users u JOIN recovery_addresses r ON r.user_id = u.id LEFT JOIN user_profiles p ON p.user_id = u.id
     WHERE u.id = $1 AND u.status = 'active' AND u.deleted_at IS NULL AND r.address IS NOT NULL`,
    [userId],
  );
  return row;
}

export async function selectFailed(query: Query, limit: number): Promise<FailedMail[]> {
  return query(
    `SELECT m.id, m.user_id AS "userId", u.username, m.content ->> 'topic' AS topic, m.attempts,
       m.created_at AS "createdAt", m.failed_at AS "failedAt", coalesce(m.failure, '') AS failure
     FROM outgoing m JOIN users u ON u.id = m.user_id
     WHERE m.failed_at IS NOT NULL ORDER BY m.failed_at DESC, m.id DESC LIMIT $1`,
    [limit],
  );
}
