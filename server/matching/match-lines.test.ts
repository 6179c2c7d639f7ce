import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildDay } from '../testing/statement-days.ts';
import { matchLines } from './match-lines.ts';
import type { MatchLine, MatchRequest } from './matching.ts';
import { isSimilarUtr } from './similar-utrs.ts';

const UTR = '621612345601';
const REFERENCE = 'DEP-1785900000123';

const line = (changes: Partial<MatchLine> = {}): MatchLine => ({
  id: 'line',
  paise: 500_00,
  bookedOn: '2026-08-04',
  narration: 'UPI/CR',
  utrs: [],
  ourReference: null,
  vpa: null,
  isReturn: false,
  ...changes,
});

const request = (changes: Partial<MatchRequest> = {}): MatchRequest => ({
  id: 'request',
  userId: 'user',
  paise: 500_00,
  utr: null,
  reference: REFERENCE,
  ...{
    status: 'pending',
    createdOn: '2026-08-04',
    isClosed: false,
    hasMoney: false,
    isProposedElsewhere: false,
  },
  payerNames: [],
  payerIds: [],
  ...changes,
});

/** `line request grade reason` of each match. */
function matched(lines: MatchLine[], requests: MatchRequest[]): string[] {
  return matchLines(lines, requests)
    .matches.map((one) => `${one.lineId} ${one.requestId} ${one.grade} ${one.reason}`)
    .toSorted();
}

const statesOf = (lines: MatchLine[], requests: MatchRequest[]) =>
  matchLines(lines, requests).findings.map(({ state, requestIds }) => [state, ...requestIds]);

const withUtr = { utrs: [UTR] };

describe('UTR and reference', () => {
  test.each([
    ['equal UTR and amount', withUtr, { utr: UTR }, ['certain utr_amount']],
    ['equal reference', { ourReference: REFERENCE }, {}, ['certain reference_amount']],
    ['both', { ...withUtr, ourReference: REFERENCE }, { utr: UTR }, ['certain reference_amount']],
    [
      'reference, and a UTR with one wrong digit',
      { ...withUtr, ourReference: REFERENCE },
      { utr: '621612345691' },
      ['certain reference_amount'],
    ],
    [
      'reference, and another UTR',
      { ...withUtr, ourReference: REFERENCE },
      { utr: '621699999999' },
      ['likely reference_amount'],
    ],
    [
      'UTR, and the reference of another request',
      { ...withUtr, ourReference: 'DEP-1785900000999' },
      { utr: UTR },
      ['likely utr_amount'],
    ],
    ['one wrong digit', withUtr, { utr: '621612345691' }, ['likely utr_amount']],
    ['two neighbours swapped', withUtr, { utr: '621621345601' }, ['likely utr_amount']],
    ['two distant digits swapped', withUtr, { utr: '021612345661' }, ['likely utr_amount']],
    ['two wrong digits', withUtr, { utr: '621612345692' }, []],
    ['other amount', withUtr, { utr: UTR, paise: 500_01 }, []],
    [
      'request of two months later',
      withUtr,
      { utr: UTR, createdOn: '2026-10-04' },
      ['likely utr_amount'],
    ],
    [
      'credit that is a return',
      { ...withUtr, isReturn: true },
      { utr: UTR },
      ['likely utr_amount'],
    ],
    ['nothing but the amount', {}, {}, []],
  ])('%s', (_, ofLine, ofRequest, expected) => {
    expect(matched([line(ofLine)], [request(ofRequest)])).toEqual(
      expected.map((match) => `line request ${match}`),
    );
  });

  test('is not certain while two requests have the UTR and the amount', () => {
    const requests = [request({ utr: UTR }), request({ id: 'other', userId: 'b', utr: UTR })];
    expect(matched([line(withUtr)], requests)).toEqual([
      'line other possible utr_amount',
      'line request possible utr_amount',
    ]);
    expect(statesOf([line(withUtr)], requests)).toEqual([['two_requests', 'request', 'other']]);
  });

  test('proposes the request of the payer if two have the UTR', () => {
    const requests = [
      request({ utr: UTR, payerIds: ['asha@okaxis'] }),
      request({ id: 'other', userId: 'b', utr: UTR }),
    ];
    expect(matched([line({ ...withUtr, vpa: 'asha@okaxis' })], requests)).toEqual([
      'line request likely utr_amount',
    ]);
  });

  test('is not certain while two lines have the UTR', () => {
    const lines = [line(withUtr), line({ ...withUtr, id: 'other' })];
    const found = matched(lines, [request({ utr: UTR })]);
    expect(found.filter((match) => match.includes('certain'))).toEqual([]);
    expect(found).toHaveLength(2);
  });

  test('is not certain if a mistyped UTR can be that of another payment', () => {
    const lines = [line(withUtr), line({ id: 'own', utrs: ['621612345602'], vpa: 'asha@okaxis' })];
    expect(matched(lines, [request({ utr: UTR })])).toEqual(['line request likely utr_amount']);
    expect(matched(lines, [request({ utr: UTR, payerIds: ['asha@okaxis'] })])).toEqual([
      'own request likely utr_amount',
    ]);
  });

  test('is not certain if the payer of the line has another request of the amount', () => {
    const requests = [
      request({ utr: UTR }),
      request({ id: 'other', userId: 'b', payerIds: ['asha@okaxis'] }),
    ];
    expect(matched([line({ ...withUtr, vpa: 'asha@okaxis' })], requests)).toContain(
      'line request likely utr_amount',
    );
  });

  test('is certain if the user sends a rejected request again', () => {
    const requests = [
      request({ id: 'first', utr: UTR, status: 'rejected', reference: 'DEP-1' }),
      request({ utr: UTR }),
    ];
    expect(matched([line(withUtr)], requests)).toEqual(['line request certain utr_amount']);
  });
});

describe('payer', () => {
  test.each([
    ['UPI ID', { vpa: 'asha@okaxis' }, { payerIds: ['ASHA@okaxis'] }, 'likely'],
    ['phone number', { vpa: '9800000001@ybl' }, { payerIds: ['9800000001'] }, 'likely'],
    ['name', { narration: 'UPI/SHREYA NAIR/SBIN' }, { payerNames: ['Shreya Nair'] }, 'likely'],
    ['other spelling', { narration: 'LAXMI PILLAY' }, { payerNames: ['Lakshmi Pillai'] }, 'likely'],
    [
      'initial',
      { narration: 'NEFT-R KUMARASWAMY' },
      { payerNames: ['Ravi Kumaraswamy'] },
      'possible',
    ],
    ['cut name', { narration: 'ANANYA CHAKRAB' }, { payerNames: ['Ananya Chakraborty'] }, 'likely'],
    ['Devanagari', { narration: 'RAMESH KUMAR' }, { payerNames: ['रमेश कुमार'] }, 'likely'],
    ['Tamil', { narration: 'RAJESH KUMAR' }, { payerNames: ['ராஜேஷ் குமார்'] }, 'likely'],
    ['Telugu', { narration: 'SURESH REDDY' }, { payerNames: ['సురేష్ రెడ్డి'] }, 'likely'],
    ['Kannada', { narration: 'KAVYA HEGADE' }, { payerNames: ['ಕಾವ್ಯ ಹೆಗಡೆ'] }, 'likely'],
    ['Malayalam', { narration: 'MEENA NAIR' }, { payerNames: ['മീന നായർ'] }, 'likely'],
    ['first name only', { narration: 'SHREYA' }, { payerNames: ['Shreya Nair'] }, 'possible'],
    ['other name', { narration: 'RAKESH VERMA' }, { payerNames: ['Ramesh Varman'] }, null],
    ['later day', { vpa: 'a@ybl', bookedOn: '2026-08-09' }, { payerIds: ['a@ybl'] }, null],
    ['returned credit', { vpa: 'a@ybl', isReturn: true }, { payerIds: ['a@ybl'] }, null],
  ])('%s', (_, ofLine, ofRequest, grade) => {
    expect(matched([line(ofLine)], [request(ofRequest)])).toEqual(
      grade === null ? [] : [`line request ${grade} payer_amount`],
    );
  });

  test('two payers of one name and amount are possible only', () => {
    const narration = 'UPI/SHREYA NAIR/SBIN';
    const payerNames = ['Shreya Nair'];
    const requests = [request({ payerNames }), request({ id: 'other', userId: 'b', payerNames })];
    const found = matched([line({ narration }), line({ id: 'second', narration })], requests);
    expect(found).toHaveLength(4);
    expect(found.every((match) => match.includes('possible'))).toBe(true);
  });

  test('pairs equal payments of one payer in order of their days', () => {
    const narration = 'UPI/SHREYA NAIR/SBIN';
    const payerNames = ['Shreya Nair'];
    const requests = [
      request({ id: 'b', createdOn: '2026-08-05', payerNames }),
      request({ id: 'a', payerNames }),
    ];
    const lines = [
      line({ id: '2', narration, bookedOn: '2026-08-05' }),
      line({ id: '1', narration }),
    ];
    expect(matched(lines, requests)).toEqual([
      '1 a likely payer_amount',
      '2 b likely payer_amount',
    ]);
  });
});

describe('merged payments', () => {
  const both = (changes: Partial<MatchRequest> = {}) => [
    request({ id: 'a', paise: 300_00, ...changes }),
    request({ id: 'b', paise: 200_00, reference: 'DEP-2' }),
  ];
  test.each([
    ['UTR', withUtr, both({ utr: UTR }), 'utr_amount'],
    ['reference', { ourReference: REFERENCE }, both(), 'reference_amount'],
    ['payer', { vpa: 'asha@okaxis' }, both({ payerIds: ['asha@okaxis'] }), 'payer_amount'],
  ])('proposes both requests by the %s', (_, ofLine, requests, reason) => {
    expect(matchLines([line(ofLine)], requests)).toEqual({
      matches: requests.map(({ id, paise }) => ({
        lineId: 'line',
        requestId: id,
        paise,
        grade: 'likely',
        reason,
      })),
      findings: [],
    });
  });

  test('does not join requests by the sum alone', () => {
    expect(matched([line()], both())).toEqual([]);
  });
});

describe('states', () => {
  const debit = line({ id: 'debit', paise: -500_00, bookedOn: '2026-08-05', ...withUtr });
  test.each([
    ['amount_differs', [], { utr: UTR, paise: 400_00 }],
    ['after_rejection', [], { utr: UTR, status: 'rejected' as const }],
    ['already_approved', [], { utr: UTR, status: 'approved' as const }],
    ['account_closed', [], { utr: UTR, isClosed: true }],
    ['returned', [debit], { utr: UTR }],
  ])('%s, without a match', (state, others, ofRequest) => {
    const lines = [line(withUtr), ...others];
    expect(statesOf(lines, [request(ofRequest)])).toEqual([[state, 'request']]);
    expect(matched(lines, [request(ofRequest)])).toEqual([]);
  });
});

test('compares numbers by one character or one swap', () => {
  expect(isSimilarUtr('SBINN22025021511431836', 'SBINN22025021511431846')).toBe(true);
  expect(isSimilarUtr(UTR, UTR)).toBe(false);
  expect(isSimilarUtr(UTR, UTR.slice(1))).toBe(false);
});

test('generated days have no wrong certain match, and no line or request is settled twice', () => {
  const shares = fc.double({ min: 0, max: 1, noNaN: true });
  const options = fc.record({
    seed: fc.nat(),
    paid: fc.integer({ min: 1, max: 60 }),
    others: fc.nat(20),
    ...{
      equalAmounts: shares,
      mistyped: shares,
      merged: fc.double({ min: 0, max: 0.5, noNaN: true }),
    },
  });
  fc.assert(
    fc.property(options, (chosen) => {
      const { lines, requests, truth } = buildDay(chosen);
      const { matches } = matchLines(lines, requests);
      const settled = matches.filter(({ grade }) => grade !== 'possible');
      const wrong = settled.filter(
        ({ grade, lineId, requestId }) =>
          grade === 'certain' && !truth.get(lineId)?.includes(requestId),
      );
      expect(wrong).toEqual([]);
      expect(new Set(settled.map(({ requestId }) => requestId)).size).toBe(settled.length);
      const amounts = new Map(lines.map(({ id, paise }) => [id, paise]));
      const sums = new Map<string, number>();
      for (const { lineId, paise } of settled) sums.set(lineId, (sums.get(lineId) ?? 0) + paise);
      for (const [lineId, sum] of sums) expect(sum).toBe(amounts.get(lineId));
    }),
    { numRuns: 150, endOnFailure: true, seed: 1 },
  );
});

test('equal amounts without UTR and reference are never certain', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const day = buildDay({ seed, paid: 30, equalAmounts: 1 });
      const requests = day.requests.map((one) => ({ ...one, utr: null, reference: `X${one.id}` }));
      expect(
        matchLines(day.lines, requests).matches.filter(({ grade }) => grade === 'certain'),
      ).toEqual([]);
    }),
    { numRuns: 50, endOnFailure: true, seed: 1 },
  );
});
