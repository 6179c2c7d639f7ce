import { isPhone } from '../shared/text.ts';

/** Returns true for a phone number with ASCII digits only, which a `tel:` link can dial. */
export function isSupportPhone(text: string): boolean {
  return isPhone(text) && /^[ -~]*$/.test(text);
}

const PROCESSING_TIME = /^([1-9]\d?)(?:-([1-9]\d?))? (business days?|hours?)$/;

/** Duration of withdrawals: a number or range of business days or hours. */
export interface ProcessingTime {
  /** `3` or `1-3`, as typed. */
  range: string;
  /** Upper end of the range. */
  most: number;
  unit: 'business days' | 'hours';
}

/** Parses a duration such as `1-3 business days` or `4 hours`. Returns undefined for other text. */
export function parseProcessingTime(text: string): ProcessingTime | undefined {
  const [, from, to = from, unit] = PROCESSING_TIME.exec(text) ?? [];
  if (!from || !to || !unit || Number(from) > Number(to)) return undefined;
  return {
    range: from === to ? from : `${from}-${to}`,
    most: Number(to),
    unit: unit.startsWith('hour') ? 'hours' : 'business days',
  };
}
