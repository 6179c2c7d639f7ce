import { parseLocalPath } from '#contract/sessions/rules.ts';
import type { Role } from '#contract/shared/enums.ts';
import { type Path, paths } from '#web/lib/page/paths.ts';

/** Returns the start page of a role. */
export function homeFor(role: Role): Path {
  return role === 'admin' ? paths.admin.dashboard : paths.user.dashboard;
}

/** Returns the path to open after the login, or undefined if `wanted` is another site or the login page. */
export function safeRedirect(wanted: unknown): string | undefined {
  const url = typeof wanted === 'string' ? parseLocalPath(wanted) : undefined;
  if (!url || url.pathname === paths.login) return undefined;
  return url.pathname === paths.home ? undefined : `${url.pathname}${url.search}${url.hash}`;
}

/** Returns whether a role may open an area; every role except admin counts as user. */
export function mayEnter(area: 'user' | 'admin', role: string): boolean {
  return area === 'user' || role === 'admin';
}
