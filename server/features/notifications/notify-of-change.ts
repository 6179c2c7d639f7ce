import { CHANGES_MERGED_MS, type ChangeKind } from '#contract/notifications/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { fillText } from '#contract/shared/errors.ts';
import type { Tx } from '#server/db/database.ts';
import { insertNotifications } from './insert-notifications.ts';
import { texts } from './notify-of-change.events.ts';
import { selectRecipients } from './notify-of-change.queries.ts';

export interface SensitiveChange {
  kind: ChangeKind;
  actor: { userId: UserId; username: string } | typeof COMMAND_LINE;
  /** The person concerned. */
  person?: { userId: UserId; username: string };
  /** Shown to the person concerned. */
  reason?: string;
  /** Separates changes of one kind, so that they are not merged. */
  subject?: string;
  /** Placeholders of the person's text. */
  ownParams?: Record<string, string>;
}

/**
 * Notifies the person concerned, and the other administrators if the change concerns an administrator, payment
 * details, rules or keys. Runs in the transaction of the change, after its audit record.
 */
export async function notifyOfChange(
  tx: Tx,
  { kind, actor, person, reason, subject = '', ownParams = {} }: SensitiveChange,
): Promise<void> {
  const { title, own, others, forAdmins = false, forActor, mergedMs } = texts[kind];
  const [actorId, actorName] =
    actor === COMMAND_LINE ? [null, 'Command line'] : [actor.userId, actor.username];
  const personId = person?.userId ?? null;
  const mergeKey = [kind, actorId ?? COMMAND_LINE, personId ?? '', subject].join(' ');
  const recipients = await selectRecipients(tx.query, {
    personId,
    forAdmins,
    mergeKey,
    isOwn: own !== undefined,
    actorId: forActor ? null : actorId,
    since: new Date(tx.at.getTime() - (mergedMs ?? CHANGES_MERGED_MS)),
  });
  const params = { actor: actorName, person: person?.username ?? '' };
  insertNotifications(
    tx,
    recipients.map((userId) => {
      const isOwn = userId === personId;
      const messageKey = isOwn && own !== undefined ? own : others;
      const said = isOwn ? { ...ownParams, ...(reason !== undefined && { reason }) } : params;
      return {
        userId,
        title,
        message: fillText(messageKey, said),
        titleKey: title,
        messageKey,
        params: said,
        type: 'warning' as const,
        category: 'system' as const,
        topic: isOwn ? ('security' as const) : ('changes' as const),
        // A reason is only for the signed-in person.
        mailKey: isOwn && reason !== undefined ? null : messageKey,
        data: {
          change: kind,
          merge_key: mergeKey,
          ...(!isOwn && personId && { user_id: personId }),
        },
      };
    }),
  );
}
