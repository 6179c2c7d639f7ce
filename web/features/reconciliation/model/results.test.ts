import { expect, it } from 'vitest';
import { refusedOf } from './results.ts';

it('keeps the requests that were refused, in their order, with the reason', () => {
  const sent = ['a', 'b', 'c'].map((id) => ({ id, userName: id, paise: 1 }));
  const refusal = { code: 'ALREADY_DECIDED' };
  const results = [{ id: 'c', refusal }, { id: 'a' }, { id: 'b', refusal }];
  expect(refusedOf(sent, results)).toEqual([
    { id: 'b', userName: 'b', paise: 1, refusal },
    { id: 'c', userName: 'c', paise: 1, refusal },
  ]);
});
