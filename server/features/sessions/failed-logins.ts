import { MAX_FAILED_LOGINS } from '#contract/sessions/rules.ts';
import type { FailedLogins } from '#contract/sessions/schema.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { findPreviousLogin, selectFailedLogins } from './failed-logins.queries.ts';
import { shortenedAddress } from './own-sessions.ts';

/** Returns the caller's newest failed logins, and when the previous session began. */
export async function listFailedLogins(
  { db }: Pick<Deps, 'db'>,
  { userId, credential }: Actor,
): Promise<FailedLogins> {
  const previous = await findPreviousLogin(db.query, userId, credential.id);
  const rows = await selectFailedLogins(db.query, userId, MAX_FAILED_LOGINS);
  return {
    previousLoginAt: previous ?? null,
    rows: rows.map(({ ip, ...row }) => ({
      ...row,
      network: ip === null ? null : shortenedAddress(ip),
    })),
  };
}
