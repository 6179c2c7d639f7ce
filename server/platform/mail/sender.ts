import { Counter } from 'prom-client';
import { FAILED_MAIL_DAYS } from '#contract/mails/rules.ts';
import type { Database } from '#server/db/database.ts';
import type { Logger } from '../../base/log.ts';
import { delayAfter, FOR_A_DAY, UNTIL_EXPIRED } from '../../base/retries.ts';
import type { Config } from '../config/config.ts';
import type { FileStore } from '../files/store.ts';
import type { Outcome, PersonalMessage } from '../queue/outgoing.queries.ts';
import { type QueueJob, runQueue } from '../queue/run-queue.ts';
import type { Mail, MailTransport } from './transport.ts';

/** Mails of one turn, which share a connection. */
const PER_TURN = 100;
/** The mail server rejects the mail or the address for good. */
const PERMANENT = 500;

export const mailTries = new Counter({
  name: 'wallet_mail_tries_total',
  help: 'Attempts to send mails, by result: sent, retried, rejected, failed or expired',
  labelNames: ['result'],
  registers: [],
});

type SenderDeps = { db: Database; log: Logger; config: Config; files: FileStore };

/** Returns the mail to send now; undefined if it has no use any more. */
export type Compose = (
  deps: SenderDeps,
  mail: PersonalMessage,
) => Promise<Omit<Mail, 'id'> | undefined>;

/** Returns a job that sends due mails, those with links and codes first. After a crash a mail can be sent twice. */
export function createMailSender(deps: SenderDeps, compose: Compose): QueueJob {
  for (const result of ['sent', 'retried', 'rejected', 'failed', 'expired'])
    mailTries.inc({ result }, 0);
  const { mail: config } = deps.config;
  return runQueue<PersonalMessage>(deps, {
    name: 'send mails',
    kinds: ['resetPassword', 'confirmAddress', 'addressChanged', 'notification', 'digest'],
    listLanes: async () => [['mail', 'notice']],
    atOnce: 1,
    perTurn: PER_TURN,
    async open() {
      if (!config) return undefined;
      // Its library is not loaded without a mail server.
      const { createMailTransport } = await import('./transport.ts');
      const transport = createMailTransport(config);
      return {
        send: (message) =>
          send(deps, message, { compose, transport }).catch((error: unknown) =>
            settleFailure(deps, message, error),
          ),
        close: () => transport.close(),
      };
    },
    onExpired: (count) => mailTries.inc({ result: 'expired' }, count),
  });
}

async function send(
  deps: SenderDeps,
  message: PersonalMessage,
  { compose, transport }: { compose: Compose; transport: MailTransport },
): Promise<Outcome> {
  const mail = await compose(deps, message);
  // The same id at each attempt, so that mail programs recognise a mail that arrives twice.
  if (mail) await transport.send({ ...mail, id: message.id });
  if (mail) mailTries.inc({ result: 'sent' });
  return { next: 'delete' };
}

function settleFailure({ log }: SenderDeps, message: PersonalMessage, error: unknown): Outcome {
  const { kind, attempts, lane } = message;
  // The text of the error may have the address.
  const { name: type, code, responseCode } = error as Error & SmtpError;
  const isRejected = isPermanent(error);
  const schedule = lane === 'mail' ? UNTIL_EXPIRED : FOR_A_DAY;
  const delayMs = isRejected ? undefined : delayAfter(schedule, attempts);
  const result = isRejected ? 'rejected' : delayMs === undefined ? 'failed' : 'retried';
  mailTries.inc({ result });
  log.warn({ kind, attempts, result, error: { type, code } }, 'mail: not sent');
  if (delayMs !== undefined) return { next: 'retry', delayMs };
  // A link or code has no use later.
  if (lane === 'mail') return { next: 'delete' };
  const failure = [code ?? type, responseCode].filter(Boolean).join(' ');
  return { next: 'keep', failure, days: FAILED_MAIL_DAYS };
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
