import type { TFunction } from 'i18next';
import {
  type DocumentKind,
  numberProblem,
  type VerificationState,
} from '#contract/verifications/rules.ts';
import type { State } from '../../ui/state/states.ts';

export function verificationStateLabels(t: TFunction): Record<VerificationState, string> {
  return {
    waiting: t('Being checked'),
    granted: t('Approved'),
    rejected: t('Rejected'),
    withdrawn: t('Taken back'),
  };
}

export const STATE_LOOKS: Record<VerificationState, State> = {
  waiting: 'pending',
  granted: 'approved',
  rejected: 'rejected',
  withdrawn: 'inactive',
};

export type DocumentForm = { kind: DocumentKind; number: string; image: File | null };
export type DocumentProblems = { number: 'INVALID_PAN' | 'INVALID_AADHAAR'; image: true };

export function findDocumentProblems(form: DocumentForm): Partial<DocumentProblems> {
  const number = numberProblem(form.kind, form.number);
  return { ...(number && { number }), ...(!form.image && { image: true as const }) };
}
