import type { Role } from '#contract/shared/enums.ts';
import type { Deps } from '#server/deps.ts';
import { findPasswordWeakness } from '#server/platform/auth/password-strength.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { getSetting } from '../../settings/service.ts';

/**
 * Checks a new password of an account, after the minimum length for everyone. Throws ADMIN_PASSWORD_TOO_SHORT or
 * WEAK_PASSWORD with the reason. Existing passwords are not checked.
 */
export async function requireStrongPassword(
  { db }: Pick<Deps, 'db'>,
  password: string,
  { username, role }: { username: string; role: Role },
): Promise<void> {
  const length = role === 'admin' ? await getSetting(db.query, 'adminPasswordLength') : 0;
  if (password.length < length) throw appError('ADMIN_PASSWORD_TOO_SHORT', { length });
  const reason = await findPasswordWeakness(password, username);
  if (reason) throw appError('WEAK_PASSWORD', { reason });
}
