import type { Role } from '#contract/shared/enums.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import { isBreached } from '#server/platform/auth/breached-passwords.ts';
import { findPasswordWeakness } from '#server/platform/auth/password-strength.ts';
import { getSetting } from '../settings/settings.ts';

/**
 * Checks a new password of an account, after the minimum length for everyone. Throws ADMIN_PASSWORD_TOO_SHORT or
 * WEAK_PASSWORD with the reason. Existing passwords are not checked. Callers have checked the rights of the request.
 */
export async function requireStrongPassword(
  deps: Pick<Deps, 'db' | 'config' | 'log'>,
  password: string,
  { username, role }: { username: string; role: Role },
): Promise<void> {
  const length = role === 'admin' ? await getSetting(deps.db.query, 'adminPasswordLength') : 0;
  if (password.length < length) throw appError('ADMIN_PASSWORD_TOO_SHORT', { length });
  const reason =
    (await findPasswordWeakness(password, username)) ??
    ((await isBreached(deps, password)) ? 'breached' : undefined);
  if (reason) throw appError('WEAK_PASSWORD', { reason });
}
