import { Counter } from 'prom-client';
import type { Database } from '#server/db/database.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../runtime/log.ts';
import { claimMail, deleteExpiredMails, deleteMail, type QueuedMail, retryMail } from './queue.ts';
import { createMailTransport, type Mail } from './transport.ts';

/** Mails of one turn, so that a stop waits for one at most. */
const PER_TURN = 20;
const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 10 * 60_000;
/** The mail server rejects the mail or the address for good. */
const PERMANENT = 500;

export const mailTries = new Counter({
  name: 'wallet_mail_tries_total',
  help: 'Attempts to send mails, by result: sent, retried, rejected or expired',
  labelNames: ['result'],
  registers: [],
});

type SenderDeps = { db: Database; log: Logger; config: Config };

/** Returns the mail to send now; undefined if it has no use any more. */
export type Compose = (deps: SenderDeps, mail: QueuedMail) => Promise<Mail | undefined>;

/** Returns a job that sends due mails. After a crash a mail can be sent twice. */
export function createMailSender(deps: SenderDeps, compose: Compose): () => Promise<void> {
  for (const result of ['sent', 'retried', 'rejected', 'expired']) mailTries.inc({ result }, 0);
  const { mail: config } = deps.config;
  if (!config) return async () => undefined;
  const transport = createMailTransport(config);
  const send = async (queued: QueuedMail) => {
    const mail = await compose(deps, queued);
    if (mail) await transport.send(mail);
    await deleteMail(deps.db.query, queued);
    if (mail) mailTries.inc({ result: 'sent' });
  };
  return async () => {
    const expired = await deleteExpiredMails(deps.db.query);
    if (expired > 0) mailTries.inc({ result: 'expired' }, expired);
    for (let count = 0; count < PER_TURN; count += 1) {
      const queued = await claimMail(deps.db.query);
      if (!queued) return;
      await send(queued).catch((error: unknown) => settleFailure(deps, queued, error));
    }
  };
}

async function settleFailure({ db, log }: SenderDeps, queued: QueuedMail, error: unknown) {
  const { kind, attempts } = queued;
  const isRejected = isPermanent(error);
  mailTries.inc({ result: isRejected ? 'rejected' : 'retried' });
  // The text of the error may have the address.
  const { name: type, code } = error as NodeJS.ErrnoException;
  log.warn({ kind, attempts, error: { type, code } }, 'mail: not sent');
  if (isRejected) return deleteMail(db.query, queued);
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
  await retryMail(db.query, queued, delayMs);
}

/** A failed login at the mail server is not permanent: the operator corrects the setting. */
function isPermanent(error: unknown): boolean {
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string };
  return responseCode >= PERMANENT && code === 'EENVELOPE';
}
