import { expect, it } from 'vitest';
import { approvedWithReceipt } from './duplicates.ts';
import { buildAdminTransaction } from './testing.ts';

it('returns the approved requests with the same receipt, and none with the same UTR', () => {
  const [approved, rejected] = [
    buildAdminTransaction({ id: 'a', status: 'approved' }),
    buildAdminTransaction({ id: 'b', status: 'rejected' }),
  ];
  const ofReceipt = { code: 'sameReceipt', requests: [approved, rejected] } as const;
  const ofUtr = { code: 'sameUtr', requests: [approved] } as const;
  const row = (warnings: typeof ofReceipt | typeof ofUtr) =>
    buildAdminTransaction({ warnings: [{ ...warnings, requests: [...warnings.requests] }] });
  expect(approvedWithReceipt(row(ofReceipt))).toEqual([approved]);
  expect(approvedWithReceipt(row(ofUtr))).toEqual([]);
  expect(approvedWithReceipt(buildAdminTransaction())).toEqual([]);
});
