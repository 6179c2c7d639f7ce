import type { ApprovalState } from '#contract/approvals/rules.ts';
import type { AuditedChange } from '#contract/audit-details.ts';
import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { fillText } from '#contract/shared/errors.ts';
import type { WebhookEventData } from '#contract/webhooks/webhook-events.ts';
import type { Principal } from '#server/platform/auth/gate.ts';
import type { NewNotification } from '../notifications/insert-notifications.ts';
import type { RecordedRow } from './approvals.queries.ts';

/** These texts are catalogue keys. */
const texts = {
  requestTitle: 'Second approval needed',
  request: '{{username}} asked for a second approval. Confirm or reject it on the approvals page.',
  requests:
    '{{username}} asked for {{approvals}} second approvals. Confirm or reject them on the approvals page.',
  requestByOperator:
    'An operator asked for a second approval on the command line. Confirm or reject it on the approvals page.',
  bypassTitle: 'Second approval skipped',
  bypass:
    'An operator on the command line did without a second approval. See the audit log for what was done.',
  ended: {
    confirmedTitle: 'Approval request confirmed',
    confirmed: 'Your request was confirmed and carried out.',
    refusedTitle: 'Approval request rejected',
    refused: 'Your request for a second approval was rejected. Nothing was changed.',
    expiredTitle: 'Approval request expired',
    expired: 'Nobody confirmed your request within 48 hours. Nothing was changed.',
    failedTitle: 'Approval request failed',
    failed: 'Your request could not be carried out. Nothing was changed.',
  },
} as const;

const types = {
  confirmed: 'success',
  refused: 'error',
  expired: 'warning',
  failed: 'warning',
} as const;

type Notice = Omit<NewNotification, 'userId'>;

export function toRequestNotification(
  actor: Principal,
  requests: readonly { id: string }[],
): Notice {
  const isOperator = actor === COMMAND_LINE;
  const isOne = requests.length === 1;
  const messageKey = isOperator ? texts.requestByOperator : isOne ? texts.request : texts.requests;
  const username = isOperator ? '' : actor.username;
  return {
    ...toNotice(texts.requestTitle, messageKey, { username, approvals: requests.length }),
    type: 'warning',
    ...(isOne && { data: { approval_id: requests[0]?.id } }),
  };
}

export function toBypassNotification(row: { kind: string }): Notice {
  return { ...toNotice(texts.bypassTitle, texts.bypass, { kind: row.kind }), type: 'error' };
}

/** Returns the notification to a request's maker; undefined if the maker needs none. */
export function toEndNotification({
  id,
  makerId,
  state,
}: {
  id: string;
  makerId: string | null;
  state: ApprovalState;
}): NewNotification | undefined {
  if (makerId === null || state === 'waiting' || state === 'withdrawn') return undefined;
  return {
    ...toNotice(texts.ended[`${state}Title`], texts.ended[state], {}),
    userId: makerId as UserId, // The id of an admin.
    type: types[state],
    data: { approval_id: id },
  };
}

function toNotice(
  title: string,
  messageKey: string,
  params: Record<string, string | number>,
): Omit<Notice, 'type'> {
  const message = fillText(messageKey, params);
  const keys = { titleKey: title, messageKey, params };
  return { title, message, ...keys, category: 'account', topic: 'approvals' };
}

export type ApprovalAction = Extract<AuditedChange, { entity: 'approval' }>['action'];

/** Returns the events for webhooks: new requests and their ends, but no confirmation before the last one. */
export function toApprovalEvents(
  action: ApprovalAction,
  rows: readonly RecordedRow[],
): WebhookEventData[] {
  if (action === 'approval.bypass') return [];
  const isAnnounced = ({ state }: RecordedRow) =>
    action === 'approval.request' || state !== 'waiting';
  return rows.filter(isAnnounced).map(toApprovalEvent);
}

/** Omits the target of `users.create`: it is the name of the new administrator. */
function toApprovalEvent(row: RecordedRow): WebhookEventData {
  const { id, state, kind, command, action, targetId, concernedId, amountPaise } = row;
  return {
    type: state === 'waiting' ? 'approval.requested' : `approval.${state}`,
    data: {
      approvalId: id,
      state,
      kind,
      action,
      amountPaise,
      targetId: command === 'users.create' ? null : targetId,
      userId: concernedId,
      requestedBy: row.makerId,
      confirmationsNeeded: row.needed,
      expiresAt: row.expiresAt.toISOString(),
    },
  };
}
