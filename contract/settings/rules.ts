import { isPhone } from '../shared/text.ts';

export const MAX_BRAND_NAME_LENGTH = 60;

/** ASCII digits only, which a `tel:` link can dial. */
export function isSupportPhone(text: string): boolean {
  return isPhone(text) && /^[ -~]*$/.test(text);
}

const PROCESSING_TIME = /^([1-9]\d?)(?:-([1-9]\d?))? (business days?|hours?)$/;

export interface ProcessingTime {
  /** `3` or `1-3`, as typed. */
  range: string;
  most: number;
  unit: 'business days' | 'hours';
}

/** `3 business days`, `1-3 business days` or `4 hours`. */
export function parseProcessingTime(text: string): ProcessingTime | undefined {
  const [, from, to = from, unit] = PROCESSING_TIME.exec(text) ?? [];
  if (!from || !to || !unit || Number(from) > Number(to)) return undefined;
  return {
    range: from === to ? from : `${from}-${to}`,
    most: Number(to),
    unit: unit.startsWith('hour') ? 'hours' : 'business days',
  };
}
