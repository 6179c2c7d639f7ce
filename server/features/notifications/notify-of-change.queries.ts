import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { personId as idOfPerson, selectValues } from '#server/db/selection.ts';

export interface WantedRecipients {
  actorId: UserId | null;
  personId: UserId | null;
  /** Whether the person concerned is notified. */
  isOwn: boolean;
  /** Whether other administrators are notified even if the person concerned is a user. */
  forAdmins: boolean;
  mergeKey: string;
  since: Date;
}

/** Equal changes of which the person concerned is notified, although each notification was read or removed before the next. */
const MAX_EQUAL = 3;

/**
 * Returns the recipients of a change, without those who have an unread notification of an equal one. The person concerned has
 * several in any state at most: each is also a mail, and a stolen session could mark each as read and send any number of them.
 */
export async function selectRecipients(query: Query, wanted: WantedRecipients): Promise<UserId[]> {
  const { actorId, personId, isOwn, forAdmins, mergeKey, since } = wanted;
  return selectValues(
    query,
    idOfPerson('id'),
    `FROM (
       SELECT $2::uuid AS id WHERE $2 IS NOT NULL AND $3
       UNION
       SELECT id FROM users WHERE role = 'admin' AND status = 'active'
         AND admin_role IN ('administrator', 'auditor')
         AND id IS DISTINCT FROM $1::uuid AND id IS DISTINCT FROM $2::uuid
         AND ($4 OR EXISTS (SELECT 1 FROM users WHERE id = $2 AND role = 'admin'))) AS recipients
     WHERE NOT EXISTS (
       SELECT 1 FROM notifications n WHERE n.user_id = recipients.id AND NOT n.read
         AND n.created_at > $6 AND n.data ->> 'merge_key' = $5)
       AND (id IS DISTINCT FROM $2::uuid OR ${MAX_EQUAL} > (SELECT count(*) FROM (
         SELECT user_id, created_at, data FROM notifications
         UNION ALL SELECT user_id, created_at, data FROM removed_notifications) AS n
         WHERE n.user_id = $2 AND n.created_at > $6 AND n.data ->> 'merge_key' = $5))
     ORDER BY id`,
    [actorId, personId, isOwn, forAdmins, mergeKey, since],
  );
}
