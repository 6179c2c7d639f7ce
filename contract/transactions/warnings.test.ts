import { expect, it } from 'vitest';
import { transactionId } from '../shared/base.ts';
import type { RelatedRequest } from './schema.ts';
import {
  approvedWithReceipt,
  confirmedIdsOf,
  creditedWithUtr,
  isFlagged,
  withApprovedReceipt,
  worstGrade,
} from './warnings.ts';

const request = (n: number, status: RelatedRequest['status']): RelatedRequest => ({
  id: transactionId.parse(`00000000-0000-4000-8000-00000000000${n}`),
  referenceId: `DEP-${n}`,
  userName: 'ravi',
  amountPaise: 100,
  status,
  isCancelled: false,
  createdAt: new Date(0),
  receiptUrl: null,
});
const [approved, rejected] = [request(1, 'approved'), request(2, 'rejected')];
const ofReceipt = { warnings: [{ code: 'sameReceipt' as const, requests: [approved, rejected] }] };
const ofUtr = { warnings: [{ code: 'sameUtr' as const, requests: [approved] }] };
const usual = { warnings: [{ code: 'first' as const }] };

it('returns the approved requests with the same receipt, and none with the same UTR', () => {
  expect(approvedWithReceipt(ofReceipt)).toEqual([approved]);
  expect(approvedWithReceipt(ofUtr)).toEqual([]);
  expect(withApprovedReceipt([ofUtr, ofReceipt, usual])).toEqual([ofReceipt]);
  expect(confirmedIdsOf([ofReceipt, ofReceipt, ofUtr])).toEqual([approved.id]);
});

it('returns the requests that were credited with the same UTR', () => {
  expect(creditedWithUtr(ofUtr)).toEqual([approved]);
  expect(creditedWithUtr(ofReceipt)).toEqual([]);
});

it('grades a repeated receipt or UTR by the other request, and others by their kind', () => {
  const ofRejected = { warnings: [{ code: 'sameUtr' as const, requests: [rejected] }] };
  const unusual = { warnings: [{ code: 'farAboveUsual' as const }, { code: 'first' as const }] };
  const rows = [ofReceipt, ofUtr, ofRejected, unusual, usual, { warnings: [] }];
  expect(rows.map(worstGrade)).toEqual(['stop', 'stop', 'note', 'look', 'note', undefined]);
  expect(rows.map(isFlagged)).toEqual([true, true, false, true, false, false]);
});
