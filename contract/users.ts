import { z } from 'zod';
import { done, forAdmins, forUsers, userId } from './base.ts';
import { errorsOf } from './errors.ts';
import { MAX_PASSWORD_LENGTH, ROLES, USER_STATUSES } from './rules.ts';

export const users = {
  setStatus: forAdmins
    .route({ method: 'PUT', path: '/users/{userId}/status', summary: 'Activate or deactivate' })
    .errors(
      errorsOf(
        'USER_NOT_FOUND',
        'DEFAULT_USER_PROTECTED',
        'OWN_ACCOUNT_PROTECTED',
        'LAST_ADMIN_PROTECTED',
      ),
    )
    .input(z.object({ userId, status: z.enum(USER_STATUSES) }))
    .output(done),
  setRole: forAdmins
    .route({ method: 'PUT', path: '/users/{userId}/role', summary: 'Change the role' })
    .errors(
      errorsOf(
        'USER_NOT_FOUND',
        'DEFAULT_USER_PROTECTED',
        'OWN_ACCOUNT_PROTECTED',
        'LAST_ADMIN_PROTECTED',
      ),
    )
    .input(z.object({ userId, role: z.enum(ROLES) }))
    .output(done),
  changeOwnPassword: forUsers
    .route({
      method: 'PUT',
      path: '/users/current/password',
      summary: "Change the caller's password; ends their other sessions",
    })
    .errors(
      errorsOf(
        'ALL_FIELDS_REQUIRED',
        'PASSWORD_TOO_SHORT',
        'USER_NOT_FOUND',
        'CURRENT_PASSWORD_INCORRECT',
        'TOO_MANY_ATTEMPTS',
      ),
    )
    .input(
      z.object({
        currentPassword: z.string().max(1000),
        newPassword: z.string().max(MAX_PASSWORD_LENGTH),
      }),
    )
    .output(done),
};
