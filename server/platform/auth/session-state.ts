import type { Role, UserStatus } from '#contract/shared/enums.ts';
import type { AdminRole, Rights } from '#contract/shared/permissions.ts';
import { type AppError, appError } from '../runtime/errors.ts';

const SESSION_IDLE_MS = 7 * 24 * 60 * 60_000;

/** The facts that decide whether a session is usable. The user's fields are null if the user was deleted. */
export interface SessionState {
  lastSeenAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  endedReason: 'logout' | 'inactive' | 'password_changed' | 'expired' | null;
  username: string | null;
  role: Role | null;
  adminRole: AdminRole | null;
  status: UserStatus | null;
}

type Owner = ({ username: string; refusal?: undefined } & Rights) | { refusal: AppError };

/** Returns a session's owner at `now`, or SESSION_USER_NOT_FOUND, ACCOUNT_INACTIVE or MISSING_SESSION. */
export function readSession(session: SessionState, now: Date): Owner {
  const isIdle = now.getTime() - session.lastSeenAt.getTime() > SESSION_IDLE_MS;
  const isOver = session.endedAt !== null || isIdle || session.expiresAt <= now;
  const owner = readSessionOwner(session);
  return isOver && !owner.refusal ? { refusal: appError('MISSING_SESSION') } : owner;
}

/**
 * Returns a session's owner, even after a logout or its expiry. Returns SESSION_USER_NOT_FOUND or ACCOUNT_INACTIVE if
 * the account is deleted or inactive, or if a password change ended the session.
 */
export function readSessionOwner(session: SessionState): Owner {
  const { username, role, adminRole, status, endedReason } = session;
  if (username === null || role === null || adminRole === null) {
    return { refusal: appError('SESSION_USER_NOT_FOUND') };
  }
  if (status !== 'active' || endedReason === 'inactive' || endedReason === 'password_changed') {
    return { refusal: appError('ACCOUNT_INACTIVE') };
  }
  return { username, role, adminRole };
}
