import type { DEFAULT_USERNAMES } from '#contract/rules.ts';
import type { Config } from './config.ts';
import { isLoopback } from './http/hosts.ts';

export type DefaultUsername = (typeof DEFAULT_USERNAMES)[number];

/** What the default accounts open with on a machine of one's own. Everyone knows these. */
export const WELL_KNOWN_PASSWORDS = {
  admin: 'admin123',
  demo: 'demo123',
} as const satisfies Record<DefaultUsername, string>;

const passwordOf = new Map<string, string>(Object.entries(WELL_KNOWN_PASSWORDS));

/** The well-known password of an account, named as the database has it; undefined when it has none. */
export function wellKnownPasswordOf(username: string): string | undefined {
  return passwordOf.get(username.toLowerCase());
}

/** Whether a password is the well-known one of an account, named as the database has it. */
export function isWellKnownPassword(username: string, password: string): boolean {
  return wellKnownPasswordOf(username) === password;
}

/** Whether well-known passwords may open at all: only where nothing says that others reach the server or its data. */
export function areWellKnownPasswordsAllowed({
  host,
  publicUrl,
  databaseUrl,
}: Pick<Config, 'host' | 'publicUrl' | 'databaseUrl'>): boolean {
  return isLoopback(host) && publicUrl === undefined && databaseUrl === undefined;
}
