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

/** Who a session stands for at `now`, or why for nobody: SESSION_USER_NOT_FOUND, ACCOUNT_INACTIVE or MISSING_SESSION. */
export function readSession(
  session: SessionState,
  now: Date,
): { username: string; role: Role; refusal?: undefined } | { refusal: AppError } {
  const { username, role, status, endedReason } = session;
  if (username === null || role === null) return { refusal: appError('SESSION_USER_NOT_FOUND') };
  if (status !== 'active' || endedReason === 'inactive' || endedReason === 'password_changed') {
    return { refusal: appError('ACCOUNT_INACTIVE') };
  }
  const isIdle = now.getTime() - session.lastSeenAt.getTime() > SESSION_IDLE_MS;
  const isOver = session.endedAt !== null || isIdle || session.expiresAt <= now;
  return isOver ? { refusal: appError('MISSING_SESSION') } : { username, role };
}
