import { Counter } from 'prom-client';
import { MAX_PUSH_TEXT_LENGTH, pushPathOf } from '#contract/push-subscriptions/rules.ts';
import { AddressRefused, postBytes } from '#server/base/outbound.ts';
import { delayAfter, FOR_A_DAY } from '#server/base/retries.ts';
import type { NoticeContent } from '#server/db/schema/outgoing.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Outcome, PersonalMessage } from '#server/platform/queue/outgoing.queries.ts';
import { type QueueJob, runQueue } from '#server/platform/queue/run-queue.ts';
import type { PushKey } from '#server/platform/secrets/push-key.ts';
import { translateTo } from '#server/platform/texts/catalogue.ts';
import { getSettings } from '../settings/settings.ts';
import { getPushKey } from './push-keys.ts';
import { texts } from './send-push.events.ts';
import {
  delayDevice,
  findPushRecipient,
  type PushRecipient,
  removeGoneDevice,
} from './send-push.queries.ts';

/** Messages sent at the same time. */
const SENT_AT_ONCE = 20;
const PER_TURN = 1000;
const TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 1024;
const MAX_RETRY_AFTER_MS = 6 * 60 * 60_000;
/** Payloads have a multiple of this length, so that push services learn little from it. */
const PADDED_BYTES = 1024;
const GONE = [404, 410];
const TOO_MANY_REQUESTS = 429;

export const pushTries = new Counter({
  name: 'wallet_push_tries_total',
  help: 'Attempts to send notifications to devices, by result: sent, retried, rejected, gone or expired',
  labelNames: ['result'],
  registers: [],
});

type SenderDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;

interface Options {
  timeoutMs?: number;
  /** In tests, the push service is on this machine. */
  allowPrivate?: boolean;
}

type Manner = Options & { signal: AbortSignal };

/** Returns a job that sends due notifications to devices. One that is sent twice replaces itself on the device. */
export function createPushSender(deps: SenderDeps, options: Options = {}): QueueJob {
  for (const result of ['sent', 'retried', 'rejected', 'gone', 'expired']) {
    pushTries.inc({ result }, 0);
  }
  return runQueue<PersonalMessage>(deps, {
    name: 'send to devices',
    kinds: ['push'],
    listLanes: async () => [['push']],
    atOnce: SENT_AT_ONCE,
    perTurn: PER_TURN,
    async open(signal) {
      // A server without the key leaves the messages to others.
      const key = await getPushKey(deps);
      const manner = { ...options, signal };
      return key && { send: (queued) => deliver(deps, { queued, key }, manner) };
    },
    onExpired: (count) => pushTries.inc({ result: 'expired' }, count),
  });
}

type QueuedNotice = PersonalMessage & { content: NoticeContent };

interface Work {
  queued: PersonalMessage;
  key: PushKey;
}

async function deliver(
  deps: SenderDeps,
  { queued, key }: Work,
  manner: Manner,
): Promise<Outcome | undefined> {
  const { query } = deps.db;
  const { content } = queued;
  const recipient = await findPushRecipient(query, queued, key.publicKey);
  if (!recipient || !content) return { next: 'delete' };
  const attempted = await attempt(deps, { queued: { ...queued, content }, key, recipient }, manner);
  if (manner.signal.aborted && attempted.result === 'retried') return { next: 'release' };
  pushTries.inc({ result: attempted.result });
  if (attempted.failure) {
    const { attempts } = queued;
    deps.log.warn({ attempts, ...attempted }, 'push: not sent');
  }
  if (attempted.result === 'gone') await removeGoneDevice(query, queued);
  if (attempted.result !== 'retried') return { next: 'delete' };
  await delayDevice(query, queued, attempted.delayMs);
  return undefined;
}

type Attempt = { failure?: string } & (
  | { result: 'sent' | 'rejected' | 'gone' }
  | { result: 'retried'; delayMs: number }
);

async function attempt(
  deps: SenderDeps,
  { queued, key, recipient }: { queued: QueuedNotice; key: PushKey; recipient: PushRecipient },
  { signal, timeoutMs = TIMEOUT_MS, allowPrivate = false }: Manner,
): Promise<Attempt> {
  const { supportEmail, brandName } = await getSettings(deps);
  const delayMs = delayAfter(FOR_A_DAY, queued.attempts) ?? MAX_RETRY_AFTER_MS;
  try {
    const payload = toPayload(deps, { queued, recipient, product: brandName });
    const leftMs = queued.expiresAt.getTime() - deps.clock.now().getTime();
    const { headers, body } = await toRequest({
      queued,
      leftMs,
      key,
      recipient,
      payload,
      supportEmail,
    });
    const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES, allowPrivate, signal };
    const url = new URL(recipient.endpoint);
    const { status, retryAfter } = await postBytes({ url, body, headers }, limits);
    return toOutcome({ status, delayMs: Math.max(delayMs, readRetryAfter(retryAfter)) });
  } catch (error) {
    // The text of the error may have the endpoint.
    const { name, code = name } = error as NodeJS.ErrnoException;
    if (error instanceof AddressRefused || isInvalidKey(error)) {
      return { result: 'rejected', failure: code };
    }
    return { result: 'retried', delayMs, failure: code };
  }
}

function toOutcome({ status, delayMs }: { status: number; delayMs: number }): Attempt {
  if (status >= 200 && status < 300) return { result: 'sent' };
  const failure = String(status);
  if (GONE.includes(status)) return { result: 'gone', failure };
  // A redirect is not followed: it could lead anywhere.
  if (status < 500 && status !== TOO_MANY_REQUESTS) return { result: 'rejected', failure };
  return { result: 'retried', delayMs, failure };
}

/** A point that is not on the curve, from a browser that invented it. */
function isInvalidKey(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY';
}

/** Seconds, or a date. */
function readRetryAfter(header: string | undefined): number {
  if (header === undefined) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : undefined;
  const delayMs = seconds === undefined ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isFinite(delayMs) ? Math.min(Math.max(0, delayMs), MAX_RETRY_AFTER_MS) : 0;
}

/** Returns the text in the person's language, as the service worker shows it. */
function toPayload(
  { config }: Pick<Deps, 'config'>,
  {
    queued: { content },
    recipient: { role, language, hidesDetails, notificationId, unread },
    product,
  }: { queued: QueuedNotice; recipient: PushRecipient; product: string },
): Buffer {
  const translate = translateTo(language, config.projectDir);
  const { topic, titleKey, messageKey, params } = content;
  const title = translate(texts.title, { product, title: translate(titleKey, params) });
  const isHidden = hidesDetails || messageKey === null;
  const body = isHidden ? translate(texts.details) : translate(messageKey, params);
  const [shownTitle, shownBody] = [title, body].map((text) => text.slice(0, MAX_PUSH_TEXT_LENGTH));
  const path = pushPathOf(role, topic);
  const text = JSON.stringify({
    title: shownTitle,
    body: shownBody,
    path,
    tag: notificationId,
    language,
    unread,
  });
  const length = Buffer.byteLength(text);
  // JSON may end with spaces.
  return Buffer.from(text + ' '.repeat((PADDED_BYTES - (length % PADDED_BYTES)) % PADDED_BYTES));
}

async function toRequest({
  queued: { id, content },
  leftMs,
  key,
  recipient: { endpoint, p256dh, auth },
  payload,
  supportEmail,
}: {
  queued: QueuedNotice;
  /** How long the notification is still of use. */
  leftMs: number;
  key: PushKey;
  recipient: PushRecipient;
  payload: Buffer;
  supportEmail: string;
}) {
  // Loaded here, because most servers send none at first, and loading takes a tenth of a second.
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    {
      // Push services tell this address about problems.
      vapidDetails: { subject: `mailto:${supportEmail}`, ...key },
      TTL: Math.max(0, Math.round(leftMs / 1000)),
      urgency: content.topic === 'security' ? 'high' : 'normal',
      // One that arrives twice replaces itself while the device is off: 32 characters.
      topic: id.replaceAll('-', ''),
      contentEncoding: 'aes128gcm',
    },
  );
  return { headers: toTexts(headers), body: body ?? Buffer.alloc(0) };
}

function toTexts(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
