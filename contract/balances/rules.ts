import { type Paise, toPaise } from '../shared/money.ts';

export const MAX_SET_BALANCE: Paise = toPaise(1_00_000_00_00_000_00);

/** A credit or debit changes any balance by its amount. */
export const ADJUSTMENT_DIRECTIONS = ['credit', 'debit'] as const;
export type AdjustmentDirection = (typeof ADJUSTMENT_DIRECTIONS)[number];

export const MIN_ADJUSTMENT_REASON_LENGTH = 10;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the number of characters as readers count them: a letter and its vowel signs are one. */
export function countCharacters(text: string): number {
  return [...characters.segment(text)].length;
}

export function adjustmentReasonError(reason: string) {
  const length = countCharacters(reason.trim());
  if (length === 0) return 'ADJUSTMENT_REASON_REQUIRED';
  return length < MIN_ADJUSTMENT_REASON_LENGTH ? 'ADJUSTMENT_REASON_TOO_SHORT' : undefined;
}

export function availablePaise(wallet: { balancePaise: number; heldPaise: number }): Paise {
  return toPaise(wallet.balancePaise - wallet.heldPaise);
}
