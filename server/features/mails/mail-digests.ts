import type { Failures, Work } from '#contract/dashboards/schema.ts';
import type { Language } from '#contract/shared/enums.ts';
import { can } from '#contract/shared/permissions.ts';
import { minutesOfIndianDay, toIndianDay } from '#server/base/days.ts';
import type { Deps } from '#server/deps/deps.ts';
import { queueMail } from '#server/platform/mail/queue.ts';
import type { Mail } from '#server/platform/mail/transport.ts';
import type { PersonalMessage } from '#server/platform/queue/outgoing.queries.ts';
import type { Translate } from '#server/platform/texts/catalogue.ts';
import { getFailures } from '../dashboards/list-failures.ts';
import { getWork } from '../dashboards/open-work.ts';
import { texts } from './mail-digests.events.ts';
import { claimDigests, findDigestReader } from './mail-digests.queries.ts';
import { writeMail } from './mail-notices.ts';
import { findRecipient } from './mails.queries.ts';

/** 8 o'clock. */
const DIGEST_MINUTES = 8 * 60;
const DIGEST_LIFE_MS = 20 * 60 * 60_000;

type Needs = Pick<Deps, 'db' | 'config' | 'files' | 'log' | 'clock'>;

/**
 * Queues today's digests after 8 o'clock in India. Each administrator gets one a day, whichever server runs this and
 * however often it restarts. A server that was down at that time sends them after its start.
 */
export async function queueDigests({ db, config, clock }: Needs): Promise<void> {
  const now = clock.now();
  if (!config.mail || minutesOfIndianDay(now) < DIGEST_MINUTES) return;
  await db.transaction(async (tx) => {
    for (const userId of await claimDigests(tx.query, toIndianDay(now))) {
      await queueMail(tx, { userId, kind: 'digest', lifeMs: DIGEST_LIFE_MS });
    }
  });
}

/** Returns the digest as of now. Undefined if the administrator has ended it, or lost the permission. */
export async function composeDigest(
  deps: Needs,
  { userId }: Pick<PersonalMessage, 'userId'>,
): Promise<Omit<Mail, 'id'> | undefined> {
  const adminRole = await findDigestReader(deps.db.query, userId);
  const recipient = await findRecipient(deps.db.query, userId);
  if (!recipient || !adminRole) return undefined;
  const reader = { role: 'admin', adminRole } as const;
  if (!can(reader, 'reports:read')) return undefined;
  const [work, failures] = await Promise.all([getWork(deps, reader), getFailures(deps, reader)]);
  const addressed = { ...recipient, userId, topic: 'digest', place: '/admin' } as const;
  return writeMail(deps, addressed, (translate) => {
    const date = (moment: Date) => formatMoment(moment, recipient.language);
    const today = toIndianDay(deps.clock.now());
    return {
      subject: (product) => translate(texts.subject, { product, date: today }),
      paragraphs: [
        ...describeWork(work, { translate, date }),
        ...describeFailures(failures, { translate, date }),
      ],
    };
  });
}

interface Writing {
  translate: Translate;
  date: (moment: Date) => string;
}

function describeWork({ queue, others }: Work, { translate, date }: Writing): string[] {
  const waiting = [
    ...queue.map(({ type, count, oldestAt }) => ({ key: texts[type], count, oldestAt })),
    ...others.map(({ kind, count, oldestAt }) => ({ key: texts[kind], count, oldestAt })),
  ];
  const lines = waiting.flatMap(({ key, count: number, oldestAt }) =>
    number > 0 ? [translate(key, { number, date: oldestAt ? date(oldestAt) : '' })] : [],
  );
  return lines.length > 0 ? lines : [translate(texts.nothingWaits)];
}

function describeFailures(
  { webhooks, backups, verification, mails }: Failures,
  { translate, date }: Writing,
): string[] {
  const counts = [
    [texts.webhooks, webhooks?.failing.length ?? 0],
    [texts.mails, mails?.failed ?? 0],
    [texts.backupLacksFiles, backups?.missingFiles ?? 0],
    [texts.verificationFailed, verification?.failed.length ?? 0],
    [texts.auditBroken, verification?.brokenChains ?? 0],
  ] as const;
  const lines = counts.flatMap(([key, number]) => (number > 0 ? [translate(key, { number })] : []));
  const all = [...describeBackups(backups, { translate, date }), ...lines];
  return all.length > 0 ? all : [translate(texts.nothingFailed)];
}

function describeBackups(backups: Failures['backups'], { translate, date }: Writing): string[] {
  if (!backups?.isOn || !backups.isLate) return [];
  const { completeAt } = backups;
  return [
    completeAt
      ? translate(texts.backupLate, { date: date(completeAt) })
      : translate(texts.backupMissing),
  ];
}

function formatMoment(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(`${language}-IN`, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Kolkata',
  }).format(moment);
}
