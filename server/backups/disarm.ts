import type { SuspensionReason } from '#contract/api-keys/rules.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import type { Tx } from '../db/database.ts';
import { apiKeys as apiKeysTable } from '../db/schema/api-keys.ts';
import { waitingDecisions } from '../db/schema/review.ts';
import { transactions } from '../db/schema/transactions.ts';
import { webhookEndpoints } from '../db/schema/webhooks.ts';
import { renamed, select, selectionOf, together } from '../db/selection.ts';
import { updateReturning } from '../db/update.ts';
import { type AuditEntry, recordAudit } from '../platform/commands/audit.ts';

export interface Disarmed {
  sessions: number;
  apiKeys: number;
  decisions: number;
  webhooks: number;
}

/** A restored copy does nothing by itself. Records all but the sessions in the audit log. */
export async function disarm(tx: Tx): Promise<Disarmed> {
  const sessions = await tx.query<{ count: number }>(
    `WITH ended AS (UPDATE sessions SET ended_at = $1, ended_reason = 'expired' WHERE ended_at IS NULL RETURNING 1)
     SELECT count(*) FROM ended`,
    [tx.at],
  );
  // Otherwise the copy would send mails to people. Webhooks are paused, so their messages stay.
  await tx.query('DELETE FROM outgoing WHERE user_id IS NOT NULL');
  // Security alerts follow what people do in it.
  await tx.query(`UPDATE mail_preferences SET topics = '{}', has_digest = false`);
  await tx.query('DELETE FROM push_subscriptions');
  await tx.query('UPDATE password_resets SET token_hash = NULL, expires_at = NULL');
  const [apiKeys, decisions, webhooks] = [
    await suspendApiKeys(tx),
    await dropDecisions(tx),
    await pauseWebhooks(tx),
  ];
  const entries = [...apiKeys, ...decisions, ...webhooks];
  await recordAudit(tx, { actor: COMMAND_LINE, entries });
  return {
    sessions: sessions[0]?.count ?? 0,
    apiKeys: apiKeys.length,
    decisions: decisions.length,
    webhooks: webhooks.length,
  };
}

async function suspendApiKeys(tx: Tx): Promise<AuditEntry[]> {
  const suspensionReason: SuspensionReason = 'restored';
  const rows = await updateReturning(tx.query, apiKeysTable, ['id'], {
    set: { suspensionReason },
    where: { revokedAt: null, suspensionReason: null },
  });
  const common = {
    chainId: 'api-keys',
    action: 'api-key.suspend',
    entity: 'api-key',
    before: null,
  } as const;
  return rows.map(({ id }) => ({ ...common, entityId: id, after: { suspensionReason } }));
}

const decisionColumns = together(
  renamed(waitingDecisions, 'w', { userId: 'userId', id: 'transactionId', decision: 'decision' }),
  selectionOf(transactions, 't', ['status']),
);

async function dropDecisions(tx: Tx): Promise<AuditEntry[]> {
  const statement = `DELETE FROM waiting_decisions w USING transactions t
    WHERE t.user_id = w.user_id AND t.id = w.transaction_id
    RETURNING ${decisionColumns.sql}`;
  const rows = await select(tx.query, decisionColumns, statement);
  await tx.query('DELETE FROM waiting_decisions');
  return rows.map(({ userId, id, decision, status }) => ({
    chainId: userId,
    action: 'transaction.drop',
    entity: 'transaction',
    entityId: id,
    before: { status },
    after: { decision, becauseOf: 'MISSING_SESSION' },
  }));
}

async function pauseWebhooks(tx: Tx): Promise<AuditEntry[]> {
  const rows = await updateReturning(tx.query, webhookEndpoints, ['id', 'url', 'eventTypes'], {
    set: { isActive: false },
    where: { isActive: true },
  });
  const common = { chainId: 'webhooks', action: 'webhook.update', entity: 'webhook' } as const;
  return rows.map(({ id, url, eventTypes }) => {
    // As in the webhooks feature: paths and query strings of URLs may contain secrets.
    const record = { url: new URL(url).origin, eventTypes };
    const [before, after] = [
      { ...record, isActive: true },
      { ...record, isActive: false },
    ];
    return { ...common, entityId: id, before, after };
  });
}
