import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { navigationFor, placeOf } from './navigation.ts';

const passbook = { to: '/user/transactions', aliases: ['/user/passbook'] };

describe('placeOf', () => {
  it.each(['/user/transactions', '/user/transactions/', '/user/passbook'])(
    'returns the page entry for %s',
    (path) => expect(placeOf(passbook, path)).toBe('page'),
  );

  it.each(['/user', '/user/transactions-old', '/user/deposit', '/'])(
    'returns undefined for %s',
    (path) => expect(placeOf(passbook, path)).toBeUndefined(),
  );

  it.each([
    ['/admin/users', [['/admin/users', 'page']]],
    ['/admin/users/0190', [['/admin/users', 'part']]],
    ['/admin/users/create', [['/admin/users/create', 'page']]],
  ])('marks one menu entry at %s', (path, marked) => {
    const entries = navigationFor('admin', i18next.t);
    const places = entries.map((entry) => [entry.to, placeOf(entry, path)]);
    expect(places.filter(([, place]) => place)).toEqual(marked);
  });
});
