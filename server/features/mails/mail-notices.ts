import type { Topic } from '#contract/notifications/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Deps } from '#server/deps/deps.ts';
import { originOf } from '#server/platform/config/mail-settings.ts';
import { toBody } from '#server/platform/mail/body.ts';
import type { Mail } from '#server/platform/mail/transport.ts';
import type { PersonalMessage } from '#server/platform/queue/outgoing.queries.ts';
import { type Translate, translateTo } from '#server/platform/texts/catalogue.ts';
import { getMailBrand } from '../settings/settings.ts';
import { texts } from './mail-notices.events.ts';
import { findRecipient, type Recipient } from './mails.queries.ts';
import { createUnsubscribeUrl } from './unsubscribe.ts';

type Needs = Pick<Deps, 'db' | 'config' | 'files' | 'log'>;

/** Returns the mail of a notification; undefined if the account is inactive or has no confirmed address any more. */
export async function composeNotice(
  deps: Needs,
  { userId, content }: PersonalMessage,
): Promise<Omit<Mail, 'id'> | undefined> {
  const recipient = content && (await findRecipient(deps.db.query, userId));
  if (!content || !recipient) return undefined;
  const { topic, titleKey, messageKey, params } = content;
  return writeMail(deps, { ...recipient, userId, topic, place: '/' }, (translate) => {
    const title = translate(titleKey, params);
    return {
      subject: (product) => translate(texts.subject, { product, title }),
      paragraphs:
        messageKey === null ? [title, translate(texts.details)] : [translate(messageKey, params)],
    };
  });
}

interface Addressed extends Recipient {
  userId: UserId;
  topic: Topic | 'digest';
  /** The path that the mail links to. */
  place: string;
}

/** Returns a mail in the person's language and with the operator's name, colour and logo: a greeting, the paragraphs and a link. */
export async function writeMail(
  deps: Needs,
  { userId, topic, place, address, username, language }: Addressed,
  write: (translate: Translate) => {
    subject: (product: string) => string;
    paragraphs: string[];
  },
): Promise<Omit<Mail, 'id'>> {
  const brand = await getMailBrand(deps);
  const unsubscribeUrl = await createUnsubscribeUrl(deps, { userId, topic });
  const translate = translateTo(language, deps.config.projectDir);
  const { subject, paragraphs } = write(translate);
  return {
    to: address,
    subject: subject(brand.name),
    unsubscribeUrl,
    ...toBody({
      language,
      brand,
      paragraphs: [translate(texts.greeting, { username }), ...paragraphs],
      link: { href: `${originOf(deps.config)}${place}`, text: translate(texts.link) },
      note: noteOf(translate, unsubscribeUrl),
    }),
  };
}

function noteOf(translate: Translate, unsubscribeUrl: string | undefined) {
  if (unsubscribeUrl === undefined) return { text: translate(texts.security) };
  return {
    text: translate(texts.chosen),
    link: { href: unsubscribeUrl, text: translate(texts.unsubscribe) },
  };
}
