import { isEmail } from '#contract/shared/text.ts';
import type { SupportForm } from '#contract/support-messages/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { notifyAdmins } from '../notifications/notifications.ts';
import { publishConversation, toMessageNotice } from './support-messages.events.ts';
import { countSince, findSent, insertMessage } from './support-messages.queries.ts';

const HOUR_MS = 60 * 60_000;
const MAX_PER_HOUR = 5;

/** A repeated key has no effect. Throws INVALID_EMAIL, IDEMPOTENCY_CONFLICT or RATE_LIMITED. */
export async function sendSupportMessage(
  deps: Deps,
  actor: Actor,
  form: SupportForm,
): Promise<void> {
  if (!isEmail(form.email)) throw appError('INVALID_EMAIL');
  const { userId } = actor;
  // Locks the sender, so that the count is exact.
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const now = tx.at;
    const sent = await findSent(tx.query, userId, form.requestKey);
    if (sent && !matchesOriginal(sent, form)) throw appError('IDEMPOTENCY_CONFLICT');
    if (sent) return;
    const recent = await countSince(tx.query, userId, new Date(now.getTime() - HOUR_MS));
    if (recent >= MAX_PER_HOUR) throw appError('RATE_LIMITED');
    const id = newId();
    insertMessage(tx, { id, userId, form, now });
    await recordChange(tx, { actor, id, form });
  });
}

function matchesOriginal(sent: Omit<SupportForm, 'requestKey'>, form: SupportForm): boolean {
  return (['name', 'email', 'category', 'subject', 'message'] as const).every(
    (field) => sent[field] === form[field],
  );
}

async function recordChange(
  tx: Tx,
  { actor, id, form }: { actor: Actor; id: string; form: SupportForm },
): Promise<void> {
  const { userId } = actor;
  const { category } = form;
  const entry = { chainId: userId, action: 'support.send', entity: 'support' } as const;
  await recordAudit(tx, {
    actor,
    entries: [{ ...entry, entityId: id, before: null, after: { category } }],
  });
  await notifyAdmins(tx, toMessageNotice({ ...form, userId, id }));
  publishConversation(tx, { userId, id }, { op: 'insert' });
}
