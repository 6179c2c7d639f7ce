import type { Role, UserStatus } from '#contract/rules.ts';
import { type AppError, appError } from './errors.ts';

/** A session ends when it is unused for so long. */
const SESSION_IDLE_MS = 7 * 24 * 60 * 60_000;

/** What decides whether a session may still be used. The user's fields are null when the user is gone. */
export interface SessionState {
  lastSeenAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  endedReason: 'logout' | 'inactive' | 'password_changed' | 'expired' | null;
  username: string | null;
  role: Role | null;
  status: UserStatus | null;
}

/** The owner of a session, or why there is none. */
type Owner = { username: string; role: Role; refusal?: undefined } | { refusal: AppError };

/** Who a session stands for at `now`, or why for nobody: SESSION_USER_NOT_FOUND, ACCOUNT_INACTIVE or MISSING_SESSION. */
export function readSession(session: SessionState, now: Date): Owner {
  const isIdle = now.getTime() - session.lastSeenAt.getTime() > SESSION_IDLE_MS;
  const isOver = session.endedAt !== null || isIdle || session.expiresAt <= now;
  const owner = readSessionOwner(session);
  return isOver && !owner.refusal ? { refusal: appError('MISSING_SESSION') } : owner;
}

/**
 * Returns whose session it is or was, also after they logged out or it expired. SESSION_USER_NOT_FOUND or
 * ACCOUNT_INACTIVE when the account is gone or inactive, or when a change of password ended the session.
 */
export function readSessionOwner({ username, role, status, endedReason }: SessionState): Owner {
  if (username === null || role === null) return { refusal: appError('SESSION_USER_NOT_FOUND') };
  if (status !== 'active' || endedReason === 'inactive' || endedReason === 'password_changed') {
    return { refusal: appError('ACCOUNT_INACTIVE') };
  }
  return { username, role };
}
