import { describe, expect, it } from 'vitest';
import { paths } from './paths.ts';

describe('paths', () => {
  it('fills the parameters of a route', () => {
    expect(paths.admin.user('0199')).toBe('/admin/users/0199');
    expect(paths.admin.webhook('0199')).toBe('/admin/settings/webhooks/0199');
  });

  it('encodes a parameter, so that it stays one part of the path', () => {
    expect(paths.admin.user('a/b?c')).toBe('/admin/users/a%2Fb%3Fc');
  });

  it('has a review page for each type of request', () => {
    expect(paths.admin.desk('deposit')).toBe('/admin/deposits/desk');
    expect(paths.admin.desk('withdrawal')).toBe('/admin/withdrawals/desk');
  });
});
