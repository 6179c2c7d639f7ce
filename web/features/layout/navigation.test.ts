import { describe, expect, it } from 'vitest';
import { isCurrentEntry } from './navigation.ts';

const passbook = { to: '/user/transactions', aliases: ['/user/passbook', '/passbook'] };

describe('isCurrentEntry', () => {
  it.each(['/user/transactions', '/user/transactions/', '/user/passbook', '/passbook'])(
    'holds at %s',
    (path) => expect(isCurrentEntry(passbook, path)).toBe(true),
  );

  it.each(['/user', '/user/transactions-old', '/user/deposit', '/'])(
    'does not hold at %s',
    (path) => expect(isCurrentEntry(passbook, path)).toBe(false),
  );
});
