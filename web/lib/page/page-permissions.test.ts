import { expect, it } from 'vitest';
import { pagePermission } from './page-permissions.ts';

it.each([
  ['/admin', undefined],
  ['/admin/users', undefined],
  ['/admin/users/create', 'users:manage'],
  ['/admin/users/create/', 'users:manage'],
  ['/admin/deposits', undefined],
  ['/admin/deposits/desk', 'requests:decide'],
  ['/admin/settings/webhooks/0199', 'webhooks:read'],
  ['/admin/statements', 'statements:read'],
  ['/admin/statements/import', 'statements:import'],
  ['/user/deposit', undefined],
])('pagePermission(%j) is %s', (path, permission) => {
  expect(pagePermission(path)).toBe(permission);
});
