import { SHOWN_FAILED_MAILS } from '#contract/mails/rules.ts';
import type { FailedMail, MailPreferences } from '#contract/mails/schema.ts';
import { type ChosenTopic, TOPICS_OF } from '#contract/notifications/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { countFailedMails, requeueFailed } from '#server/platform/mail/queue.ts';
import {
  type ChosenPreferences,
  findPreferences,
  selectFailed,
  upsertPreferences,
} from './mails.queries.ts';

export async function getMailPreferences(deps: Deps, actor: Actor): Promise<MailPreferences> {
  const { pushTopics, ...preferences } = await findPreferences(deps.db.query, actor.userId);
  return {
    ...preferences,
    isAvailable: deps.config.mail !== undefined,
    pushTopics: pushTopics ?? [...TOPICS_OF[actor.role]],
  };
}

/** Ignores topics that the person's role has not. */
export async function saveMailPreferences(
  deps: Deps,
  actor: Actor,
  wanted: ChosenPreferences,
): Promise<MailPreferences> {
  const { userId, role } = actor;
  const known: readonly ChosenTopic[] = TOPICS_OF[role];
  const { pushTopics } = wanted;
  const chosen = {
    ...wanted,
    topics: known.filter((topic) => wanted.topics.includes(topic)),
    hasDigest: wanted.hasDigest && role === 'admin',
    pushTopics: pushTopics && known.filter((topic) => pushTopics.includes(topic)),
  };
  await runCommand(deps, actor, async (tx) => {
    await upsertPreferences(tx.query, userId, chosen);
    publish(tx, [{ userId, payload: { entity: 'profile', op: 'update', userId } }]);
  });
  return getMailPreferences(deps, actor);
}

export async function listFailedMails({
  db,
  config,
}: Deps): Promise<{ isAvailable: boolean; rows: FailedMail[]; total: number }> {
  const [rows, total] = await Promise.all([
    selectFailed(db.query, SHOWN_FAILED_MAILS),
    countFailedMails(db.query),
  ]);
  return { isAvailable: config.mail !== undefined, rows, total };
}

/** Keeps the id of the mail. Throws MAIL_NOT_FOUND. */
export async function resendMail(
  deps: Deps,
  actor: Actor,
  wanted: { userId: UserId; id: string },
): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const topic = await requeueFailed(tx.query, wanted);
    if (topic === undefined) throw appError('MAIL_NOT_FOUND');
    const { userId, id } = wanted;
    const entry = { chainId: userId, entity: 'mail', entityId: id, action: 'mail.resend' } as const;
    await recordAudit(tx, { actor, entries: [{ ...entry, before: null, after: { topic } }] });
  });
}
