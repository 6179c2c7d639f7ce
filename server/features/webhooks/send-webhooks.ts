import { Counter } from 'prom-client';
import { toPlainText } from '#contract/shared/text.ts';
import type { StopReason } from '#contract/webhooks/rules.ts';
import type { DeliveryFailure } from '#contract/webhooks/schema.ts';
import { describeError } from '#server/base/errors.ts';
import { AddressRefused, postText } from '#server/base/outbound.ts';
import { delayAfter } from '#server/base/retries.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import {
  claimDue,
  markFailing,
  type Outcome,
  release,
  saveOutcome,
  selectDueEndpoints,
  stopWebhook,
  type TakenDelivery,
} from './send-webhooks.queries.ts';
import { recordStop } from './suspend-webhooks.ts';
import { signedHeaders } from './webhook-signature.ts';

/** Concurrent deliveries per webhook and server: a slow receiver delays only its own deliveries. */
const SENT_AT_ONCE = 4;
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 1024;
/** A webhook is switched off after failing for this many days. */
const FAILING_DAYS = 3;
const GONE = 410;

export const deliveryTries = new Counter({
  name: 'wallet_webhook_tries_total',
  help: 'Delivery attempts to webhooks, by resulting state: delivered, pending or failed',
  labelNames: ['state'],
  registers: [],
});
// All states from the start: a rate needs a first value.
for (const state of ['delivered', 'pending', 'failed']) deliveryTries.inc({ state }, 0);

type SenderDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'config'>;

export interface WebhookSender {
  /** Starts to send due deliveries without waiting for receivers; `sent` resolves after all attempts. */
  turn(): Promise<{ sent: Promise<unknown> }>;
  stop(): Promise<void>;
}

/** Servers claim deliveries and take over those of a stopped server, so some are sent twice. */
export function createWebhookSender(
  deps: SenderDeps,
  { timeoutMs = TIMEOUT_MS, random = Math.random } = {},
): WebhookSender {
  const busy = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const send = (taken: TakenDelivery) =>
    deliver(deps, taken, { timeoutMs, random, signal: stopping.signal });
  const drain = async (endpointId: string) => {
    try {
      while (!stopping.signal.aborted) {
        const taken = await claimDue(deps.db.query, { endpointId, limit: SENT_AT_ONCE });
        if (taken.length === 0) return;
        await Promise.all(taken.map(send));
      }
    } catch (error) {
      // The next turn starts again; claimed deliveries are released after a minute.
      deps.log.warn(
        { error: describeError(error) },
        'webhooks: sending failed, deliveries are retried',
      );
    }
  };
  return {
    async turn() {
      if (!deps.config.sendsEvents) return { sent: Promise.resolve() };
      for (const endpointId of await selectDueEndpoints(deps.db.query)) {
        if (busy.has(endpointId)) continue;
        busy.set(
          endpointId,
          drain(endpointId).finally(() => busy.delete(endpointId)),
        );
      }
      return { sent: Promise.all(busy.values()) };
    },
    async stop() {
      stopping.abort();
      await Promise.all(busy.values());
    },
  };
}

interface Manner {
  timeoutMs: number;
  random: () => number;
  signal: AbortSignal;
}

async function deliver(deps: SenderDeps, taken: TakenDelivery, manner: Manner): Promise<void> {
  const outcome = await attempt(deps, taken, manner);
  if (manner.signal.aborted && outcome.failure) return release(deps.db.query, taken);
  const isGone = outcome.status === GONE;
  const delayMs = isGone ? undefined : delayAfter(taken.attempts, manner.random());
  await deps.db.transaction(async (tx) => {
    const stop = await updateHealth(tx, taken.endpointId, outcome);
    await saveOutcome(tx.query, taken, { outcome, delayMs });
    if (stop) await recordStop(tx, { actor: 'system', ...stop });
  });
  deliveryTries.inc({ state: outcome.failure ? (delayMs ? 'pending' : 'failed') : 'delivered' });
}

/**
 * Stores on the webhook whether an attempt failed. If the receiver returned 410 or has failed for days, deactivates and
 * returns the webhook. Locks the webhook before the delivery, as administrators' commands do.
 */
async function updateHealth(tx: Tx, endpointId: string, { status, failure }: Outcome) {
  await markFailing(tx.query, { endpointId, isFailing: failure !== null });
  if (failure === null) return undefined;
  const isGone = status === GONE;
  const reason: StopReason = isGone ? 'gone' : 'failing';
  const afterDays = isGone ? 0 : FAILING_DAYS;
  const webhook = await stopWebhook(tx.query, { endpointId, reason, afterDays });
  return webhook && { webhook, reason };
}

async function attempt(
  { clock, config }: SenderDeps,
  { id, body, secrets, url }: TakenDelivery,
  { timeoutMs, signal }: Manner,
): Promise<Outcome> {
  const startedAt = performance.now();
  const allowPrivate = config.allowsPrivateWebhooks;
  const headers = signedHeaders({ id, at: clock.now(), body, secrets });
  const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES, allowPrivate, signal };
  try {
    const { status, text } = await postText({ url: new URL(url), body, headers }, limits);
    const failure = status >= 200 && status < 300 ? null : 'answer';
    // PostgreSQL rejects NUL; other invisible characters are removed too.
    return { status, failure, answer: toPlainText(text), ms: performance.now() - startedAt };
  } catch (error) {
    const failure = failureOf(error);
    return { status: null, failure, answer: null, ms: performance.now() - startedAt };
  }
}

const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED|VERIFY|EPROTO/;

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof AddressRefused) return 'private';
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name';
  return CERTIFICATE.test(code) ? 'certificate' : 'connection';
}
