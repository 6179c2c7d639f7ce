import { z } from 'zod';
import { done, forAdmins, userId } from './base.ts';
import { errorsOf } from './errors.ts';
import { ROLES, USER_STATUSES } from './rules.ts';

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
};
