import { expect, it } from 'vitest';
import { buildAdminTransaction } from '../../review/decision/model/testing.ts';
import { compareEvidence } from './evidence.ts';

it('compares amount, UTR and reference, if both sides have them', () => {
  const request = buildAdminTransaction({ amountPaise: 500, utr: '112233445566' });
  const line = { paise: 500, utr: '112233445567', ourReference: request.referenceId };
  expect(compareEvidence(line, request)).toEqual({ amount: true, utr: false, reference: true });
  const bare = { paise: 400, utr: null, ourReference: null };
  expect(compareEvidence(bare, request)).toEqual({ amount: false, utr: null, reference: null });
});
