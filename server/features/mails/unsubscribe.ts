import { createHmac } from 'node:crypto';
import { CHOSEN_TOPICS } from '#contract/notifications/rules.ts';
import { type UserId, userId as userIdSchema } from '#contract/shared/base.ts';
import { appError } from '#server/base/errors.ts';
import { isSameSecret } from '#server/base/same-secret.ts';
import type { Deps } from '#server/deps/deps.ts';
import { signingKeys } from '#server/platform/auth/signing-keys.ts';
import { originOf } from '#server/platform/config/mail-settings.ts';
import { removeDigest, removeTopic } from './mails.queries.ts';

const ENDED_BY_LINK = [...CHOSEN_TOPICS, 'digest'] as const;
type EndedByLink = (typeof ENDED_BY_LINK)[number];

/**
 * Returns an address whose token ends mails of one topic of one person. It opens no session, and does not expire.
 * Security alerts have none.
 */
export async function createUnsubscribeUrl(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { userId, topic }: { userId: UserId; topic: EndedByLink | 'security' },
): Promise<string | undefined> {
  if (topic === 'security') return undefined;
  const [newest = Buffer.alloc(0)] = await signingKeys(db);
  const token = `${userId}.${topic}.${sign(newest, userId, topic)}`;
  return `${originOf(config)}/unsubscribe?token=${token}`;
}

/** May be repeated. Throws UNSUBSCRIBE_LINK_INVALID. */
export async function unsubscribe({ db }: Pick<Deps, 'db'>, token: string): Promise<void> {
  const [id = '', name = '', signature = ''] = token.split('.');
  const [parsed, topic] = [userIdSchema.safeParse(id), ENDED_BY_LINK.find((one) => one === name)];
  if (!parsed.success || !topic) throw appError('UNSUBSCRIBE_LINK_INVALID');
  const userId = parsed.data;
  const keys = await signingKeys(db);
  if (!keys.some((key) => isSameSecret(signature, sign(key, userId, topic)))) {
    throw appError('UNSUBSCRIBE_LINK_INVALID');
  }
  if (topic === 'digest') await removeDigest(db.query, userId);
  else await removeTopic(db.query, { userId, topic });
}

/** Device cookies and challenges are signed with the same keys; each signs a list that begins differently. */
function sign(key: Buffer, userId: UserId, topic: EndedByLink): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['unsubscribe', userId, topic]))
    .digest('base64url');
}
