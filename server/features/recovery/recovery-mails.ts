import { randomBytes, randomInt } from 'node:crypto';
import { CODE_LENGTH, CODE_MINUTES, RESET_MINUTES } from '#contract/recovery/rules.ts';
import type { Deps } from '#server/deps/deps.ts';
import { originOf } from '#server/platform/config/mail-settings.ts';
import { toBody } from '#server/platform/mail/body.ts';
import type { Mail } from '#server/platform/mail/transport.ts';
import type { PersonalMessage } from '#server/platform/queue/outgoing.queries.ts';
import { translateTo } from '#server/platform/texts/catalogue.ts';
import { getMailBrand, getSettings } from '../settings/settings.ts';
import { findAccount, type RecoverableAccount, saveToken } from './recovery.queries.ts';
import { hashToken, writeToken } from './recovery.ts';
import { saveCode } from './recovery-address.queries.ts';
import { hashCode } from './recovery-address.ts';
import { texts } from './recovery-mails.events.ts';

type Needs = Pick<Deps, 'db' | 'config' | 'files' | 'log'>;

/**
 * Returns a mail to send. A link or code is made here, so that the queue and its backups contain none. Returns undefined
 * if the account was deactivated or deleted meanwhile, or has no such address any more.
 */
export async function composeMail(
  deps: Needs,
  queued: PersonalMessage,
): Promise<Omit<Mail, 'id'> | undefined> {
  const { kind } = queued;
  if (kind === 'notification' || kind === 'digest' || kind === 'push') return undefined;
  const account = await findAccount(deps.db.query, queued.userId);
  const to = account && recipientOf(queued, account);
  if (!account || !to) return undefined;
  const brand = await getMailBrand(deps);
  const { supportPhone: phone, supportEmail: email } = await getSettings(deps);
  const common = { username: account.username, product: brand.name, phone, email };
  const own = await makeSecret(deps, queued, account);
  const { language } = account;
  const { subject, fact, advice, link } = texts[kind];
  const translate = translateTo(language, deps.config.projectDir);
  const fill = (text: string) => translate(text, { ...common, ...own.params });
  return {
    to,
    subject: fill(subject),
    ...toBody({
      language,
      brand,
      paragraphs: [texts.greeting, fact, advice].map(fill),
      link: own.href && link ? { href: own.href, text: fill(link) } : undefined,
    }),
  };
}

function recipientOf(
  { kind, recipient }: PersonalMessage,
  account: RecoverableAccount,
): string | null {
  if (kind === 'addressChanged') return recipient;
  return kind === 'confirmAddress' ? account.pendingAddress : account.address;
}

interface Secret {
  params: Record<string, string | number>;
  href?: string;
}

async function makeSecret(
  { db, config }: Needs,
  { kind }: PersonalMessage,
  { userId, passwordHash, pendingAddress }: RecoverableAccount,
): Promise<Secret> {
  if (kind === 'resetPassword') {
    const secret = randomBytes(32).toString('base64url');
    const tokenHash = hashToken(secret, passwordHash);
    await saveToken(db.query, { userId, tokenHash, minutes: RESET_MINUTES });
    // In the fragment, which browsers send neither to servers nor as a referrer.
    const href = `${originOf(config)}/reset-password#${writeToken(userId, secret)}`;
    return { href, params: { minutes: RESET_MINUTES } };
  }
  if (kind === 'confirmAddress' && pendingAddress) {
    const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
    const codeHash = hashCode(userId, code);
    await saveCode(db.query, { userId, address: pendingAddress, codeHash, minutes: CODE_MINUTES });
    return { params: { code, minutes: CODE_MINUTES } };
  }
  return { params: {} };
}
