import { z } from 'zod';
import { done, forAnyone, forUsers, userId } from '../shared/base.ts';
import { LANGUAGES, ROLES } from '../shared/enums.ts';
import { errorsOf } from '../shared/errors.ts';
import { ADMIN_ROLES, PERMISSIONS } from '../shared/permissions.ts';

export const sessionView = z.object({
  user: z.object({
    id: userId,
    username: z.string(),
    role: z.enum(ROLES),
    /** Null for users. */
    adminRole: z.enum(ADMIN_ROLES).nullable(),
    createdAt: z.date(),
  }),
  permissions: z.array(z.enum(PERMISSIONS)),
  displayName: z.string(),
  email: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  /** The last language chosen on any device; used if the browser has no saved language. */
  language: z.enum(LANGUAGES).nullable(),
  /** An administrator set the password: it must be changed before any command. */
  mustChangePassword: z.boolean(),
  /** Why the account is frozen; null unless it is. */
  freezeReason: z.string().nullable(),
  exposedAccounts: z.array(z.object({ userId, username: z.string() })),
});
export type SessionView = z.infer<typeof sessionView>;

export const sessions = {
  login: forAnyone
    .route({ method: 'POST', path: '/sessions', summary: 'Sign in' })
    .errors(errorsOf('CREDENTIALS_REQUIRED', 'INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'))
    .input(z.object({ username: z.string().max(1000), password: z.string().max(1000) }))
    .output(sessionView),
  logout: forAnyone
    .route({ method: 'DELETE', path: '/sessions/current', summary: 'Sign out' })
    .output(done),
  current: forUsers
    .route({ method: 'GET', path: '/sessions/current', summary: 'The signed-in user' })
    .output(sessionView),
};
