import type { TFunction } from 'i18next';
import type { DocumentKind } from '#contract/verifications/rules.ts';

export function documentLabels(t: TFunction): Record<DocumentKind, string> {
  return {
    pan: t('PAN card'),
    aadhaar: t('Aadhaar card'),
    address: t('Proof of address'),
    selfie: t('Photo of yourself'),
    other: t('Another document'),
  };
}
