import type { Deps } from '#server/deps.ts';
import { originOf } from '#server/platform/config/mail-settings.ts';
import { toBody } from '#server/platform/mail/body.ts';
import type { QueuedMail } from '#server/platform/mail/queue.ts';
import type { Mail } from '#server/platform/mail/transport.ts';
import { type Translate, translateTo } from '#server/platform/texts/catalogue.ts';
import { getSettings } from '../../settings/service.ts';
import { findRecipient } from '../queries.ts';
import { createUnsubscribeUrl } from '../unsubscribing/service.ts';
import { texts } from './events.ts';

type Needs = Pick<Deps, 'db' | 'config'>;

/** Returns the mail of a notification; undefined if the account is inactive or has no confirmed address any more. */
export async function composeNotice(
  deps: Needs,
  { userId, content }: QueuedMail,
): Promise<Omit<Mail, 'id'> | undefined> {
  const recipient = content && (await findRecipient(deps.db.query, userId));
  if (!content || !recipient) return undefined;
  const { address: to, username, language } = recipient;
  const { brandName: name, brandColor: color } = await getSettings(deps);
  const translate = translateTo(language, deps.config.projectDir);
  const { topic, titleKey, messageKey, params } = content;
  const title = translate(titleKey, params);
  const origin = originOf(deps.config);
  const unsubscribeUrl = await createUnsubscribeUrl(deps, { userId, topic });
  return {
    to,
    subject: translate(texts.subject, { product: name, title }),
    unsubscribeUrl,
    ...toBody({
      language,
      brand: { name, color },
      paragraphs: [
        translate(texts.greeting, { username }),
        ...(messageKey === null
          ? [title, translate(texts.details)]
          : [translate(messageKey, params)]),
      ],
      link: { href: `${origin}/`, text: translate(texts.link) },
      note: noteOf(translate, unsubscribeUrl),
    }),
  };
}

export function noteOf(translate: Translate, unsubscribeUrl: string | undefined) {
  if (unsubscribeUrl === undefined) return { text: translate(texts.security) };
  return {
    text: translate(texts.chosen),
    link: { href: unsubscribeUrl, text: translate(texts.unsubscribe) },
  };
}
