import { expect, test } from 'vitest';
import { lineAddress, statementSearch, toInput } from './search.ts';

const ID = '0199a3c2-7d41-7c55-9f0e-3b6f3f1c2a10';

test.each([
  [{}, {}],
  [{ tab: 'imports', search: 'asha' }, {}],
  [{ tab: 'accounts', search: 'asha' }, { tab: 'accounts' }],
  [
    { tab: 'lines', search: ' 6217 ', direction: 'paid', account: ID, minAmount: '1,000' },
    { tab: 'lines', search: '6217', direction: 'paid', account: ID, minAmount: '1,000' },
  ],
  [
    { tab: 'lines', account: "' OR 1", direction: 'both', from: '2026-02-30', maxAmount: '-5' },
    { tab: 'lines' },
  ],
])('statementSearch(%j) is %j', (raw, search) => {
  expect(statementSearch(raw)).toEqual(search);
});

test('sends amounts as paise, and only filters that are set', () => {
  const filters = lineAddress.read({ tab: 'lines', minAmount: '10.50', file: ID, search: ' ' });
  expect(toInput(filters)).toEqual({ importId: ID, minPaise: 10_50 });
});
