import type { TFunction } from 'i18next';
import type { ProofKind } from '#contract/sessions/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { shortIdSuffix } from '#contract/shared/text.ts';
import { isErrorCode } from '#web/lib/api/errors.ts';
import { documentLabels } from '#web/lib/i18n/document-labels.ts';
import { levelLabels } from '#web/lib/i18n/verification-labels.ts';
import { adminRoleLabels } from '#web/lib/session/permissions.ts';
import { actionLabel, fieldLabel } from './labels.ts';

/** Formatters for recorded values. */
export interface Wording {
  t: TFunction;
  dateTime: (moment: Date) => string;
  number: (count: number) => string;
  /** Labels of request statuses and support categories. */
  statuses: Record<string, string>;
  categories: Record<string, string>;
}

/** Formats a recorded value for reading. Returns undefined for empty values, and unknown values as recorded. */
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

/** Formats a boolean. Most Indian languages have different words for "is" and "has". */
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

/** Formats the cause of an action: an error or another action. */
function causeLabel(t: TFunction, cause: string): string {
  if (!isErrorCode(cause)) return actionLabel(t, cause);
  // A record contains an error's code without its data.
  return t(errorTable[cause].message, { skipInterpolation: true }).replace(/\{\{\w+\}\}/g, '…');
}

/** Formats an item of a list: ids are shortened, field names are labelled, event types and scopes are unchanged. */
function itemInWords(t: TFunction, field: string, item: unknown): string {
  if (typeof item !== 'string') return JSON.stringify(item);
  if (field === 'eventTypes' || field === 'scopes') return item;
  return field === 'fields' ? fieldLabel(t, item) : shortIdSuffix(item);
}

/** Returns the labels of a field's possible values. */
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
    case 'adminRole':
      return adminRoleLabels(t);
    case 'method':
    case 'secondFactor':
      return proofLabels(t);
    case 'documentKind':
      return documentLabels(t);
    case 'level':
    case 'verificationLevel':
      return levelLabels(t);
    case 'category':
      return categories;
    case 'stopReason':
      return {
        gone: t('The receiver no longer exists'),
        failing: t('Failing'),
        owner_deleted: t('Its admin was deleted'),
        owner_demoted: t('Its admin was demoted'),
        owner_deactivated: t('Its admin was deactivated'),
        needs_approval: t('Waiting for a second approval'),
      };
    case 'suspensionReason':
      return {
        password_changed: t('The owner changed the password'),
        password_reset: t("The owner's password was reset"),
        restored: t('The database was restored from a backup'),
        needs_approval: t('Waiting for a second approval'),
      };
    default:
      return {};
  }
}

function proofLabels(t: TFunction): Record<ProofKind, string> {
  return {
    password: t('Password'),
    provider: t('Sign-in service'),
    totp: t('Authenticator app'),
    passkey: t('Passkey'),
    recoveryCode: t('Recovery code'),
  };
}
