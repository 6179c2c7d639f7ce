import type { Role } from '#contract/rules.ts';

/** Where a person starts: administrators at their area, anyone else at the user's. */
export function homeFor(role: Role): '/admin' | '/user' {
  return role === 'admin' ? '/admin' : '/user';
}

const ANY_ORIGIN = 'https://wallet.invalid';

/**
 * The path to return to after signing in, or undefined when `wanted` leads to another site or back
 * to the login page. Browsers read `//host` and `/\host` as other sites.
 */
export function safeRedirect(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return undefined;
  if (!URL.canParse(wanted, ANY_ORIGIN)) return undefined;
  const url = new URL(wanted, ANY_ORIGIN);
  if (url.origin !== ANY_ORIGIN || url.pathname === '/login') return undefined;
  return url.pathname === '/' ? undefined : `${url.pathname}${url.search}${url.hash}`;
}

/** Whether a role may see an area; any role other than admin is treated as user. */
export function mayEnter(area: 'user' | 'admin', role: string): boolean {
  return area === 'user' || role === 'admin';
}
