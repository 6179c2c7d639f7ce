import type { SessionView } from '#contract/sessions/schema.ts';
import { DEFAULT_USERNAMES } from '#contract/shared/enums.ts';
import type { Deps } from '#server/deps/deps.ts';
import { acceptsPasswords, verifyPassword } from '#server/platform/auth/password.ts';
import { wellKnownPasswordOf } from '#server/platform/config/default-passwords.ts';
import { listAccountsNamed, type NamedAccount } from './sessions.queries.ts';

/** Results by hash: verifying a password is slow, and the result for a hash never changes. */
const findings = new Map<string, { hash: string; isExposed: boolean }>();

export async function findExposedAccounts({
  db,
}: Pick<Deps, 'db'>): Promise<SessionView['exposedAccounts']> {
  const exposed: SessionView['exposedAccounts'] = [];
  for (const account of await listAccountsNamed(db.query, [...DEFAULT_USERNAMES])) {
    const { userId, username } = account;
    if (await isExposed(account)) exposed.push({ userId, username });
  }
  return exposed;
}

async function isExposed({ username, passwordHash: hash }: NamedAccount): Promise<boolean> {
  const found = findings.get(username);
  if (found?.hash === hash) return found.isExposed;
  // During a flood of logins, the check is left to a later call.
  if (!acceptsPasswords()) return false;
  const password = wellKnownPasswordOf(username);
  const isExposed = password !== undefined && (await verifyPassword(hash, password));
  const finding = { hash, isExposed };
  findings.set(username, finding);
  return finding.isExposed;
}
