import type { TFunction } from 'i18next';
import { errorTable } from '#contract/errors.ts';
import { formatRupees } from '#contract/money.ts';
import { endOfId } from '#contract/rules.ts';
import { isErrorCode } from '../../lib/errors.ts';
import { actionLabel, fieldLabel } from './labels.ts';

/** What values are said with: the reader's words, dates and counts. */
export interface Wording {
  t: TFunction;
  dateTime: (moment: Date) => string;
  number: (count: number) => string;
  /** What became of requests, and what messages to support are about. */
  statuses: Record<string, string>;
  categories: Record<string, string>;
}

/** A recorded value as people read it; undefined where there is none. What is not known here stays as recorded. */
export function valueInWords(wording: Wording, field: string, value: unknown): string | undefined {
  const { t, number } = wording;
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return yesOrNo(t, field, value);
  if (typeof value === 'number') {
    const isAmount = field.endsWith('Paise') && Number.isSafeInteger(value);
    return isAmount ? formatRupees(value) : number(value);
  }
  if (typeof value === 'string') return textInWords(wording, field, value);
  if (Array.isArray(value)) return value.map((item) => itemInWords(t, field, item)).join(', ');
  return JSON.stringify(value);
}

/** Whether something is so, or is there: most Indian languages have two words for each. */
function yesOrNo(t: TFunction, field: string, value: boolean): string {
  if (field.startsWith('with'))
    return value ? t('Yes', { context: 'has' }) : t('No', { context: 'has' });
  return value ? t('Yes', { context: 'is' }) : t('No', { context: 'is' });
}

function textInWords(wording: Wording, field: string, text: string): string {
  const { t, dateTime } = wording;
  if (field === 'becauseOf') return causeLabel(t, text);
  const moment = new Date(text);
  if (field.endsWith('At') && !Number.isNaN(moment.getTime())) return dateTime(moment);
  return new Map(Object.entries(stateLabels(wording, field))).get(text) ?? text;
}

/** Why something happened in words: because of an error, or of another action. */
function causeLabel(t: TFunction, cause: string): string {
  if (!isErrorCode(cause)) return actionLabel(t, cause);
  // A record holds an error's code without its data.
  return t(errorTable[cause].message, { skipInterpolation: true }).replace(/\{\{\w+\}\}/g, '…');
}

/** Ids by the ends that lists show them by, fields by their names, events and what a key may do as programs call them. */
function itemInWords(t: TFunction, field: string, item: unknown): string {
  if (typeof item !== 'string') return JSON.stringify(item);
  if (field === 'eventTypes' || field === 'scopes') return item;
  return field === 'fields' ? fieldLabel(t, item) : endOfId(item);
}

/** The states that a field goes through, in words. */
function stateLabels(wording: Wording, field: string): Record<string, string> {
  const { t, statuses, categories } = wording;
  switch (field) {
    case 'decision':
      return statuses;
    case 'status':
      return { ...statuses, active: t('Active'), inactive: t('Inactive') };
    case 'type':
      return { deposit: t('Deposit'), withdrawal: t('Withdrawal') };
    case 'role':
      return { user: t('User'), admin: t('Admin') };
    case 'category':
      return categories;
    case 'stopReason':
      return {
        gone: t('The receiver no longer exists'),
        failing: t('Failing'),
        owner_deleted: t('Its admin was deleted'),
        owner_demoted: t('Its admin was demoted'),
      };
    case 'suspensionReason':
      return {
        password_changed: t('The owner changed the password'),
        password_reset: t("The owner's password was reset"),
        restored: t('The database was restored from a backup'),
      };
    default:
      return {};
  }
}
