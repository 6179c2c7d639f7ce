import type { Role, UserStatus } from '#contract/shared/enums.ts';
import type { AdminRole, Rights } from '#contract/shared/permissions.ts';
import { type AppError, appError } from '../runtime/errors.ts';

const SESSION_IDLE_MS = 7 * 24 * 60 * 60_000;

export interface SessionState {
  lastSeenAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  endedReason: 'logout' | 'inactive' | 'password_changed' | 'expired' | 'revoked' | null;
  username: string | null;
  role: Role | null;
  adminRole: AdminRole | null;
  status: UserStatus | null;
  mustChangePassword?: boolean | null;
  isConfirmed?: boolean | null;
}

type Owner =
  | ({
      username: string;
      mustChangePassword: boolean;
      isConfirmed: boolean;
      refusal?: undefined;
    } & Rights)
  | { refusal: AppError };

export function readSession(session: SessionState, now: Date): Owner {
  const isIdle = now.getTime() - session.lastSeenAt.getTime() > SESSION_IDLE_MS;
  const isOver = session.endedAt !== null || isIdle || session.expiresAt <= now;
  const owner = readSessionOwner(session);
  return isOver && !owner.refusal ? { refusal: appError('MISSING_SESSION') } : owner;
}

/** Ignores a logout and the expiry, but not a deleted or inactive account, a password change or an end by others. */
export function readSessionOwner(session: SessionState): Owner {
  const { username, role, adminRole, status, endedReason } = session;
  if (username === null || role === null || adminRole === null) {
    return { refusal: appError('SESSION_USER_NOT_FOUND') };
  }
  if (status !== 'active' || endedReason === 'inactive' || endedReason === 'password_changed') {
    return { refusal: appError('ACCOUNT_INACTIVE') };
  }
  if (endedReason === 'revoked') return { refusal: appError('MISSING_SESSION') };
  const mustChangePassword = session.mustChangePassword === true;
  return {
    username,
    role,
    adminRole,
    mustChangePassword,
    isConfirmed: session.isConfirmed === true,
  };
}
