import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';

/** Translations of the default reasons. Translated when needed: in every row of a list they would be costly. */
const SHIPPED = new Map<string, (t: TFunction) => string>([
  [
    'The receipt cannot be read. Please send a clearer picture.',
    (t) => t('The receipt cannot be read. Please send a clearer picture.'),
  ],
  ['The amount does not match the receipt.', (t) => t('The amount does not match the receipt.')],
  ['The payment has not reached us.', (t) => t('The payment has not reached us.')],
  ['This receipt was already used.', (t) => t('This receipt was already used.')],
  ['The account holder is someone else.', (t) => t('The account holder is someone else.')],
  ['The bank details are incorrect.', (t) => t('The bank details are incorrect.')],
  [
    'A payment was received but not credited.',
    (t) => t('A payment was received but not credited.'),
  ],
  ['Refund of a failed withdrawal.', (t) => t('Refund of a failed withdrawal.')],
  ['The bank returned the payment.', (t) => t('The bank returned the payment.')],
  ['Correction of an earlier entry.', (t) => t('Correction of an earlier entry.')],
  ['Payment in a bank statement.', (t) => t('Payment in a bank statement.')],
  ['A credit was taken back.', (t) => t('A credit was taken back.')],
  ['Bonus or promotional credit.', (t) => t('Bonus or promotional credit.')],
]);

/** Returns a function that translates a canned reason; default reasons exist in every language. */
export function useReasonText(): (texts: ReasonTexts) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (texts) => texts[language] || SHIPPED.get(texts.en)?.(t) || texts.en;
}

/** Returns a function that translates the canned reason that begins a line of an administrator's notes. */
export function useNotesText() {
  const textOf = useReasonText();
  return (notes: string, reason: ReasonTexts | null | undefined) => {
    if (!reason) return notes;
    const at = notes.startsWith(reason.en) ? 0 : notes.indexOf(`\n${reason.en}`) + 1;
    if (at === 0 && !notes.startsWith(reason.en)) return notes;
    return notes.slice(0, at) + textOf(reason) + notes.slice(at + reason.en.length);
  };
}
