import type { Rights } from '#contract/shared/permissions.ts';
import { type AppError, appError } from '../../base/errors.ts';
import { sessions } from '../../db/schema/sessions.ts';
import { users } from '../../db/schema/users.ts';
import {
  computed,
  integer,
  optional,
  type Selected,
  selectionOf,
  together,
} from '../../db/selection.ts';

const HOUR_MS = 60 * 60_000;

/** SQL: joins the settings that `lifetimesOf` reads. */
export const WITH_SETTINGS = 'LEFT JOIN wallet_settings w ON true';

const idleHours = (person: string) =>
  `CASE ${person}.role WHEN 'admin' THEN w.admin_idle_hours ELSE w.user_idle_hours END`;
const lifeHours = (person: string) =>
  `CASE ${person}.role WHEN 'admin' THEN w.admin_session_hours ELSE w.user_session_hours END`;

/** The limits of a session by its owner's role, for a statement in which `person` is the owner's row. */
export const lifetimesOf = (person: string) =>
  computed({
    /** Hours without use, and hours after the login, until the session ends. */
    idleHours: integer(idleHours(person)),
    lifeHours: integer(lifeHours(person)),
  });

/** What `readSession` reads of the session `s`; needs `WITH_SETTINGS`. */
export const sessionStateOf = (person: string) =>
  together(
    selectionOf(sessions, 's', [
      ...(['createdAt', 'lastSeenAt', 'expiresAt', 'endedAt', 'endedReason'] as const),
    ]),
    lifetimesOf(person),
    optional(selectionOf(users, person, ['username', 'role', 'adminRole', 'status'])),
  );

/**
 * SQL: whether a session is open by the database's clock, like `readSession`. `person` is the owner's row; needs
 * `WITH_SETTINGS`.
 */
export const isOpen = (session: string, person: string) => `(${session}.ended_at IS NULL
  AND ${session}.expires_at > clock_timestamp() AND ${person}.status = 'active' AND ${person}.deleted_at IS NULL
  AND ${session}.last_seen_at > clock_timestamp() - interval '1 hour'
    * ${idleHours(person)}
  AND ${session}.created_at > clock_timestamp() - interval '1 hour'
    * ${lifeHours(person)})`;

/**
 * SQL: whether a password that an administrator set restricts the session `s`. A session that a sign-in link opened does not
 * use that password until it is confirmed with it, and one that the provider opened never does.
 */
export const PASSWORD_RULE_APPLIES = `(s.opened_by IS NULL OR (s.opened_by = 'link' AND s.confirmed_at IS NOT NULL))`;

export type SessionState = Selected<ReturnType<typeof sessionStateOf>> & {
  mustChangePassword?: boolean | null;
  isConfirmed?: boolean | null;
  /** Until when a missing second factor has to be added; null if none is missing. */
  factorDueAt?: Date | null;
};

type Owner =
  | ({
      username: string;
      mustChangePassword: boolean;
      isConfirmed: boolean;
      lacksFactor: boolean;
      refusal?: undefined;
    } & Rights)
  | { refusal: AppError };

export function readSession(session: SessionState, now: Date): Owner {
  const isOver = session.endedAt !== null || session.expiresAt <= now || isTooOld(session, now);
  const owner = readSessionOwner(session);
  if (owner.refusal) return owner;
  if (isOver) return { refusal: appError('MISSING_SESSION') };
  return { ...owner, lacksFactor: isFactorOverdue(session, now) };
}

/** Whether a session was not used for too long, or began too long ago. */
export function isTooOld(
  {
    createdAt,
    lastSeenAt,
    idleHours,
    lifeHours,
  }: Pick<SessionState, 'createdAt' | 'lastSeenAt' | 'idleHours' | 'lifeHours'>,
  now: Date,
): boolean {
  const hoursSince = (moment: Date) => (now.getTime() - moment.getTime()) / HOUR_MS;
  return hoursSince(lastSeenAt) > idleHours || hoursSince(createdAt) > lifeHours;
}

/**
 * Ignores a logout, the expiry and a missing second factor, but not a deleted or inactive account, a password change or an
 * end by others.
 */
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
    lacksFactor: false,
  };
}

export function isFactorOverdue(
  { factorDueAt }: { factorDueAt?: Date | null },
  now: Date,
): boolean {
  return factorDueAt ? factorDueAt <= now : false;
}
