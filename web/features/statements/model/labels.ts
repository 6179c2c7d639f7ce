import type { TFunction } from 'i18next';
import type { SkipReason, StatementFormat } from '#contract/statements/rules.ts';

export function skipLabel(t: TFunction, reason: SkipReason): string {
  const labels: Record<SkipReason, string> = {
    date: t('The date cannot be read'),
    noDate: t('There is no date'),
    amount: t('The amount cannot be read'),
    noAmount: t('There is no amount'),
    bothAmounts: t('There are two amounts'),
    sign: t('It is not clear whether money was received or paid'),
    columns: t('The row has too many or too few cells'),
    currency: t('Another currency than rupees'),
    notBooked: t('The bank has not booked it yet'),
  };
  return labels[reason];
}

export function formatLabel(t: TFunction, format: StatementFormat): string {
  const labels: Record<StatementFormat, string> = {
    text: t('Text file'),
    workbook: t('Spreadsheet'),
    mt940: 'MT940',
    camt053: 'CAMT.053',
  };
  return labels[format];
}

/** The beginning of a hash, enough to compare two files by eye. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, 12);
}
