import type { DEFAULT_USERNAMES } from '#contract/shared/enums.ts';
import { isLoopback } from './hosts.ts';

export type DefaultUsername = (typeof DEFAULT_USERNAMES)[number];

/** Passwords of the default accounts on a private installation. They are public: they are in the documentation. */
export const WELL_KNOWN_PASSWORDS = {
  admin: 'admin123',
  demo: 'demo123',
} as const satisfies Record<DefaultUsername, string>;

const passwordOf = new Map<string, string>(Object.entries(WELL_KNOWN_PASSWORDS));

export function wellKnownPasswordOf(username: string): string | undefined {
  return passwordOf.get(username.toLowerCase());
}

export function isWellKnownPassword(username: string, password: string): boolean {
  return wellKnownPasswordOf(username) === password;
}

/** Returns whether well-known passwords are accepted: only if no setting suggests access from other machines. */
export function areWellKnownPasswordsAllowed({
  host,
  publicUrl,
  databaseUrl,
}: {
  host: string;
  publicUrl: URL | undefined;
  databaseUrl: string | undefined;
}): boolean {
  return isLoopback(host) && publicUrl === undefined && databaseUrl === undefined;
}
