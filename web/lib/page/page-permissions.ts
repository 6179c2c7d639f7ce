import type { Permission } from '#contract/shared/permissions.ts';

/** Pages that only some admin roles may open. The server checks their calls as well. */
const pages: [RegExp, Permission][] = [
  [/^\/admin\/audit$/, 'audit:read'],
  [/^\/admin\/(deposits|withdrawals)\/desk$/, 'requests:decide'],
  [/^\/admin\/settings\/api$/, 'api-keys:read'],
  [/^\/admin\/settings\/webhooks(\/|$)/, 'webhooks:read'],
  [/^\/admin\/statements$/, 'statements:read'],
  [/^\/admin\/statements\/import$/, 'statements:import'],
  [/^\/admin\/verifications(\/|$)/, 'documents:read'],
  [/^\/admin\/users\/create$/, 'users:manage'],
];

/** Returns the permission that a page needs, or undefined if every administrator may open it. */
export function pagePermission(pathname: string): Permission | undefined {
  const path = pathname.replace(/(.)\/$/, '$1');
  return pages.find(([pattern]) => pattern.test(path))?.[1];
}
