import { z } from 'zod';
import { done, forAnyone, forUsers, line } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import { MAX_EMAIL_LENGTH } from '../shared/limits.ts';
import { MAX_PASSWORD_LENGTH } from '../users/rules.ts';

const recoveryAddress = z.object({
  /** Whether the server sends mails at all. */
  isAvailable: z.boolean(),
  /** The confirmed address; null without one. */
  address: z.string().nullable(),
  /** An address whose code was not entered yet. */
  pendingAddress: z.string().nullable(),
});
export type RecoveryAddress = z.infer<typeof recoveryAddress>;

const currentPassword = z.string().max(1000);
const PASSWORD_ERRORS = [
  'STEP_UP_REQUIRED',
  'ALL_FIELDS_REQUIRED',
  'USER_NOT_FOUND',
  'CURRENT_PASSWORD_INCORRECT',
  'TOO_MANY_ATTEMPTS',
] as const;

export const recovery = {
  options: forAnyone
    .route({
      method: 'GET',
      path: '/recovery',
      summary: 'Whether a forgotten password can be reset by e-mail, and the support contact',
    })
    .output(
      z.object({ isAvailable: z.boolean(), supportPhone: z.string(), supportEmail: z.string() }),
    ),
  request: forAnyone
    .route({
      method: 'POST',
      path: '/recovery/requests',
      summary: 'Request a link that resets a password. The response does not reveal accounts',
    })
    .errors(errorsOf('RECOVERY_UNAVAILABLE', 'USERNAME_REQUIRED', 'TOO_MANY_ATTEMPTS'))
    .input(z.object({ username: z.string().max(1000) }))
    .output(done),
  reset: forAnyone
    .route({ method: 'POST', path: '/recovery/resets', summary: 'Reset a password with a link' })
    .errors(
      errorsOf(
        'RESET_LINK_INVALID',
        'ALL_FIELDS_REQUIRED',
        'PASSWORD_TOO_SHORT',
        'ADMIN_PASSWORD_TOO_SHORT',
        'WEAK_PASSWORD',
      ),
    )
    .input(
      z.object({ token: z.string().max(200), newPassword: z.string().max(MAX_PASSWORD_LENGTH) }),
    )
    .output(done),
  address: forUsers
    .route({ method: 'GET', path: '/recovery/address', summary: "The caller's recovery address" })
    .output(recoveryAddress),
  setAddress: forUsers
    .meta({ stepUp: 'withFactor' })
    .route({
      method: 'PUT',
      path: '/recovery/address',
      summary: 'Send a code to a new recovery address',
    })
    .errors(errorsOf('RECOVERY_UNAVAILABLE', 'INVALID_EMAIL', 'TOO_MANY_MAILS', ...PASSWORD_ERRORS))
    .input(z.object({ address: line(MAX_EMAIL_LENGTH), currentPassword }))
    .output(recoveryAddress),
  confirmAddress: forUsers
    .route({
      method: 'POST',
      path: '/recovery/address/confirmation',
      summary: 'Confirm a recovery address with the code that was sent to it',
    })
    .errors(errorsOf('RECOVERY_CODE_INVALID'))
    .input(z.object({ code: z.string().trim().max(20) }))
    .output(recoveryAddress),
  removeAddress: forUsers
    .meta({ stepUp: 'withFactor' })
    .route({
      method: 'POST',
      path: '/recovery/address/removal',
      summary: "Remove the caller's recovery address",
    })
    .errors(errorsOf(...PASSWORD_ERRORS))
    .input(z.object({ currentPassword }))
    .output(recoveryAddress),
};
