import { describe, expect, it } from 'vitest';
import { homeFor, mayEnter, safeRedirect } from './redirects.ts';

describe('homeFor', () => {
  it('returns the admin area for administrators and the user area for others', () => {
    expect(homeFor('admin')).toBe('/admin');
    expect(homeFor('user')).toBe('/user');
  });
});

describe('mayEnter', () => {
  it('allows only administrators in the admin area', () => {
    expect(mayEnter('admin', 'admin')).toBe(true);
    expect(mayEnter('admin', 'user')).toBe(false);
    expect(mayEnter('admin', 'superuser')).toBe(false);
  });

  it('allows every role in the user area', () => {
    expect(mayEnter('user', 'admin')).toBe(true);
    expect(mayEnter('user', 'user')).toBe(true);
  });
});

describe('safeRedirect', () => {
  it.each(['/user/deposit', '/admin/deposits?tab=history', '/user/passbook?a=1#top'])(
    'keeps the path %s of this site',
    (path) => expect(safeRedirect(path)).toBe(path),
  );

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'user/deposit',
    '',
    undefined,
    7,
  ])('rejects %j', (wanted) => expect(safeRedirect(wanted)).toBeUndefined());

  it('rejects the login page and the redirecting start page', () => {
    expect(safeRedirect('/login?redirect=/user')).toBeUndefined();
    expect(safeRedirect('/')).toBeUndefined();
  });
});
