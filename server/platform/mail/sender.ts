import { Counter } from 'prom-client';
import type { Database } from '#server/db/database.ts';
import type { Logger } from '../../base/log.ts';
import { delayAfter } from '../../base/retries.ts';
import type { Config } from '../config/config.ts';
import type { FileStore } from '../files/store.ts';
import {
  claimMail,
  deleteExpiredMails,
  deleteMail,
  failMail,
  type QueuedMail,
  retryMail,
} from './queue.ts';
import type { Mail, MailTransport } from './transport.ts';

/** Mails of one turn, which share a connection. */
const PER_TURN = 100;
const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 10 * 60_000;
/** The mail server rejects the mail or the address for good. */
const PERMANENT = 500;

export const mailTries = new Counter({
  name: 'wallet_mail_tries_total',
  help: 'Attempts to send mails, by result: sent, retried, rejected, failed or expired',
  labelNames: ['result'],
  registers: [],
});

export const pushTries = new Counter({
  name: 'wallet_push_tries_total',
  help: 'Attempts to send notifications to devices, by result: sent, retried, rejected, gone or expired',
  labelNames: ['result'],
  registers: [],
});

type SenderDeps = { db: Database; log: Logger; config: Config; files: FileStore };

/** Returns the mail to send now; undefined if it has no use any more. */
export type Compose = (deps: SenderDeps, mail: QueuedMail) => Promise<Omit<Mail, 'id'> | undefined>;

/** Returns a job that sends due mails until `signal` is aborted. After a crash a mail can be sent twice. */
export function createMailSender(
  deps: SenderDeps,
  compose: Compose,
  signal?: AbortSignal,
): () => Promise<void> {
  for (const result of ['sent', 'retried', 'rejected', 'failed', 'expired'])
    mailTries.inc({ result }, 0);
  const { mail: config } = deps.config;
  return async () => {
    // Also without a mail server: one may have been configured before.
    const expired = await deleteExpiredMails(deps.db.query);
    if (expired.mails > 0) mailTries.inc({ result: 'expired' }, expired.mails);
    if (expired.pushes > 0) pushTries.inc({ result: 'expired' }, expired.pushes);
    if (!config || signal?.aborted) return;
    // Its library is not loaded without a mail server.
    const { createMailTransport } = await import('./transport.ts');
    const transport = createMailTransport(config);
    try {
      for (let count = 0; count < PER_TURN && !signal?.aborted; count += 1) {
        const queued = await claimMail(deps.db.query);
        if (!queued) return;
        await send(deps, queued, { compose, transport }).catch((error: unknown) =>
          settleFailure(deps, queued, error),
        );
      }
    } finally {
      transport.close();
    }
  };
}

async function send(
  deps: SenderDeps,
  queued: QueuedMail,
  { compose, transport }: { compose: Compose; transport: MailTransport },
): Promise<void> {
  const mail = await compose(deps, queued);
  // The same id at each attempt, so that mail programs recognise a mail that arrives twice.
  if (mail) await transport.send({ ...mail, id: queued.id });
  await deleteMail(deps.db.query, queued);
  if (mail) mailTries.inc({ result: 'sent' });
}

async function settleFailure({ db, log }: SenderDeps, queued: QueuedMail, error: unknown) {
  const { kind, attempts, content } = queued;
  // The text of the error may have the address.
  const { name: type, code, responseCode } = error as Error & SmtpError;
  const isRejected = isPermanent(error);
  const delayMs = isRejected ? undefined : delayOf(queued);
  const result = isRejected ? 'rejected' : delayMs === undefined ? 'failed' : 'retried';
  mailTries.inc({ result });
  log.warn({ kind, attempts, result, error: { type, code } }, 'mail: not sent');
  if (delayMs !== undefined) return retryMail(db.query, queued, delayMs);
  // A link or code has no use later.
  if (content === null) return deleteMail(db.query, queued);
  return failMail(db.query, queued, [code ?? type, responseCode].filter(Boolean).join(' '));
}

/** Links and codes are retried until they expire, notifications for about a day. */
function delayOf({ content, attempts }: QueuedMail): number | undefined {
  if (content) return delayAfter(attempts, Math.random());
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
}

interface SmtpError {
  code?: string;
  responseCode?: number;
}

/** A failed login at the mail server is not permanent: the operator corrects the setting. */
function isPermanent(error: unknown): boolean {
  const { responseCode = 0, code = '' } = error as SmtpError;
  return responseCode >= PERMANENT && code === 'EENVELOPE';
}
