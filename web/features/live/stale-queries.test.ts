import { expect, it } from 'vitest';
import { staleQueries } from './stale-queries.ts';

it('waits 300 ms for more news of bank accounts', { tags: 'section-9' }, () => {
  const [stale, ...others] = staleQueries({ entity: 'bankAccount', op: 'update', id: 'one' });
  expect(others).toEqual([]);
  expect(stale?.delayMs).toBe(300);
  expect(JSON.stringify(stale?.key)).toContain('bankAccounts');
});
