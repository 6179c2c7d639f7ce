import { Counter } from 'prom-client';
import { toPlainText } from '#contract/shared/text.ts';
import type { StopReason } from '#contract/webhooks/rules.ts';
import type { DeliveryFailure } from '#contract/webhooks/schema.ts';
import { AddressRefused, postText } from '#server/base/outbound.ts';
import { delayAfter, FOR_A_DAY } from '#server/base/retries.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { type Message, type Outcome, settle } from '#server/platform/queue/outgoing.queries.ts';
import { type QueueJob, runQueue } from '#server/platform/queue/run-queue.ts';
import {
  type Delivery,
  findDelivery,
  markFailing,
  type Result,
  saveResult,
  selectDueWebhooks,
  stopWebhook,
  TO_ACTIVE,
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

/** Returns a job that sends due deliveries. */
export function createWebhookSender(
  deps: SenderDeps,
  { timeoutMs = TIMEOUT_MS, random = Math.random } = {},
): QueueJob {
  return runQueue(deps, {
    name: 'send to webhooks',
    kinds: ['webhook'],
    listLanes: async () => (await selectDueWebhooks(deps.db.query)).map((id) => [id]),
    condition: TO_ACTIVE,
    atOnce: SENT_AT_ONCE,
    async open(signal) {
      if (!deps.config.sendsEvents) return undefined;
      return { send: (message) => deliver(deps, message, { timeoutMs, random, signal }) };
    },
  });
}

interface Manner {
  timeoutMs: number;
  random: () => number;
  signal: AbortSignal;
}

async function deliver(
  deps: SenderDeps,
  message: Message,
  manner: Manner,
): Promise<Outcome | undefined> {
  const delivery = await findDelivery(deps.db.query, message);
  if (!delivery) return { next: 'delete' };
  const result = await attempt(deps, { ...delivery, id: message.recipient }, manner);
  if (manner.signal.aborted && result.failure) return { next: 'release' };
  const canRetry = result.failure !== null && result.status !== GONE;
  const delayMs = canRetry ? delayAfter(FOR_A_DAY, message.attempts, manner.random()) : undefined;
  const isLast = delayMs === undefined;
  await deps.db.transaction(async (tx) => {
    const stop = await updateHealth(tx, message.lane, result);
    await saveResult(tx.query, message, { ...result, isLast });
    await settle(tx.query, message, isLast ? { next: 'delete' } : { next: 'retry', delayMs });
    if (stop) await recordStop(tx, { actor: 'system', ...stop });
  });
  deliveryTries.inc({ state: result.failure ? (isLast ? 'failed' : 'pending') : 'delivered' });
  return undefined;
}

/**
 * Stores on the webhook whether an attempt failed. If the receiver returned 410 or has failed for days, deactivates and
 * returns the webhook. Locks the webhook before the delivery, as administrators' commands do.
 */
async function updateHealth(tx: Tx, endpointId: string, { status, failure }: Result) {
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
  { id, body, secrets, url }: Delivery & { id: string },
  { timeoutMs, signal }: Manner,
): Promise<Result> {
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
