import type { TFunction } from 'i18next';
import type { AmountProblem } from '../../lib/i18n/typed-amount.ts';

export function typedAmountText(
  problem: Exclude<AmountProblem, 'missing' | 'tooLarge'>,
  t: TFunction,
): string {
  switch (problem) {
    case 'minusSign':
      return t('Enter the amount without a minus sign.');
    case 'tooManyDecimals':
      return t('Enter two decimals at most, such as {{example}}.', { example: '1234.50' });
    case 'notANumber':
      return t('Enter the amount in digits, such as {{example}}.', { example: '1234.50' });
  }
}
