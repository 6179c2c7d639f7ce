import { MAX_WEBHOOKS, SECRET_OVERLAP_HOURS } from '#contract/webhooks/rules.ts';
import type { Webhook, WebhookForm } from '#contract/webhooks/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { isPublicAddress, literalAddress } from '#server/base/outbound.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import type { Config } from '#server/platform/config/config.ts';
import { findHeldTargets } from '../approvals/hold-batch.ts';
import { holdNew, requireApproval, runApprovable } from '../approvals/require-approval.ts';
import type { Need } from '../approvals/store-approvals.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { newSecret } from './webhook-signature.ts';
import {
  deleteWebhook,
  lockWebhook,
  lockWebhooks,
  saveSecret,
  saveWebhook,
  selectWebhooks,
  type WebhookRow,
} from './webhooks.queries.ts';

export async function listWebhooks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Webhook[]> {
  const rows = await selectWebhooks(db.query);
  const ids = rows.filter(needsApproval).map(({ id }) => id);
  const held = await findHeldTargets({ db, clock }, { command: 'webhooks.update', ids });
  return rows.map((row) => {
    const isOver = needsApproval(row) && !held.has(row.id);
    return isOver ? { ...row, stopReason: 'not_approved' } : row;
  });
}

const needsApproval = ({ stopReason }: Webhook) => stopReason === 'needs_approval';

/**
 * The secret is not shown again. If a rule covers webhooks, the new one is inactive, and a request for its activation is
 * stored.
 */
export async function createWebhook(
  deps: Deps,
  actor: Actor,
  form: WebhookForm,
): Promise<{ id: string; secret: string }> {
  const checked = checkForm(deps.config, form);
  return runCommand(deps, actor, async (tx) => {
    if ((await lockWebhooks(tx.query)) >= MAX_WEBHOOKS) {
      throw appError('TOO_MANY_WEBHOOKS', { limit: MAX_WEBHOOKS });
    }
    const made = { id: newId(), secret: newSecret() };
    const after = { ...checked, ...untried, ...made, ownerId: actor.userId, createdAt: tx.at };
    const isHeld = after.isActive && (await holdNew(tx, activation(actor, after), 'webhooks'));
    const saved: WebhookRow = isHeld
      ? { ...after, isActive: false, stopReason: 'needs_approval' }
      : after;
    await saveWebhook(tx.orm, saved);
    await recordChange(tx, { actor, before: undefined, after: saved });
    return made;
  });
}

const untried = { stopReason: null, failingSince: null, previousSecretUntil: null };

function activation(actor: Actor, after: WebhookRow): Need {
  const [before, input] = [
    { ...after, isActive: false },
    { id: after.id, isActive: true },
  ];
  return needOf(actor, { command: 'webhooks.update', input, before, after });
}

/** Pending deliveries are sent to the new URL. Throws WEBHOOK_NOT_FOUND or SECOND_APPROVAL_REQUIRED. */
export async function updateWebhook(
  deps: Deps,
  actor: Actor,
  { id, form }: { id: string; form: Partial<WebhookForm> },
): Promise<void> {
  await runApprovable(deps, actor, async (tx) => {
    const before = await lockExisting(tx, id);
    const { url, description, eventTypes, isActive } = { ...before, ...form };
    const checked = checkForm(deps.config, { url, description, eventTypes, isActive });
    // The administrator who resumes a webhook becomes its owner.
    const isResumed = !before.isActive && checked.isActive;
    const resumed = { ...untried, ownerId: actor.userId };
    const after = { ...before, ...checked, ...(isResumed && resumed) };
    const input = { id, ...form };
    await requireApproval(tx, needOf(actor, { command: 'webhooks.update', input, before, after }));
    await saveWebhook(tx.orm, after);
    await recordChange(tx, { actor, before, after });
  });
}

/** Throws WEBHOOK_NOT_FOUND or SECOND_APPROVAL_REQUIRED. */
export async function removeWebhook(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runApprovable(deps, actor, async (tx) => {
    const before = await lockExisting(tx, id);
    await requireApproval(
      tx,
      needOf(actor, { command: 'webhooks.remove', input: { id }, before, after: undefined }),
    );
    await deleteWebhook(tx.query, id);
    await recordChange(tx, { actor, before, after: undefined });
  });
}

function needOf(
  actor: Actor,
  {
    before,
    after,
    ...command
  }: Pick<Need, 'command' | 'input'> & { before: WebhookRow; after: WebhookRow | undefined },
): Need {
  return {
    ...{ actor, kinds: ['webhook'], ...command, targetId: before.id },
    change: {
      ...({ action: after ? 'webhook.update' : 'webhook.delete', entity: 'webhook' } as const),
      before: toRecord(before),
      after: after ? toRecord(after) : null,
    },
  };
}

/** Creates and returns a new secret; the previous one also signs for a day. Throws WEBHOOK_NOT_FOUND. */
export async function rotateSecret(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ secret: string }> {
  return runCommand(deps, actor, async (tx) => {
    const before = await lockExisting(tx, id);
    const secret = newSecret();
    await saveSecret(tx.query, { id, secret, overlapHours: SECRET_OVERLAP_HOURS });
    const renewed = { ...before, secret };
    await recordChange(tx, { actor, before, after: renewed });
    return { secret };
  });
}

export async function lockExisting(tx: Tx, id: string): Promise<WebhookRow> {
  const row = await lockWebhook(tx.query, id);
  if (!row) throw appError('WEBHOOK_NOT_FOUND');
  return row;
}

/** Normalizes the URL. Host names are checked at each connection, because their addresses may change. */
function checkForm({ allowsPrivateWebhooks }: Config, form: WebhookForm): WebhookForm {
  const url = URL.canParse(form.url) ? new URL(form.url) : undefined;
  const isAllowed =
    url?.protocol === 'https:' || (allowsPrivateWebhooks && url?.protocol === 'http:');
  if (!url || !isAllowed || url.username || url.password) throw appError('INVALID_WEBHOOK_URL');
  const address = literalAddress(url);
  if (!allowsPrivateWebhooks && address && !isPublicAddress(address)) {
    throw appError('WEBHOOK_URL_PRIVATE');
  }
  if (form.eventTypes.length === 0) throw appError('WEBHOOK_EVENTS_REQUIRED');
  url.hash = '';
  return { ...form, url: url.href, eventTypes: [...new Set(form.eventTypes)] };
}

interface Change {
  actor: Actor;
  before: WebhookRow | undefined;
  after: WebhookRow | undefined;
}

/** Paths and query strings are not audited: receivers may put secrets into them. */
function toRecord({ url, eventTypes, isActive }: WebhookRow) {
  return { url: new URL(url).origin, eventTypes, isActive };
}

async function recordChange(tx: Tx, { actor, before, after }: Change): Promise<void> {
  const entityId = (after ?? before)?.id ?? '';
  const isRotated = before && after && before.secret !== after.secret;
  await recordConfigChange(tx, {
    actor,
    chainId: 'webhooks',
    entity: isRotated ? 'webhook-secret' : 'webhook',
    entityId,
    isForAdminsOnly: true,
    before: before ? toRecord(before) : null,
    after: after ? toRecord(after) : null,
    event: (op) => ({ entity: 'webhook', op, id: entityId }),
  });
  const isResumed = before && after && !before.isActive && after.isActive;
  await notifyOfChange(tx, { kind: isResumed ? 'webhookResumed' : 'webhooksChanged', actor });
}
