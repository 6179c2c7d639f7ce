import { z } from 'zod';
import { done, forUsers, line } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';

const typedCode = line(100);

const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'New recovery codes, shown once; empty if the account keeps its codes' });
const withCodes = z.object({ recoveryCodes });

export const ownFactors = z.object({
  /** Whether the server can store the secrets of authenticator apps. */
  canAddAuthenticator: z.boolean(),
  authenticator: z.object({ createdAt: z.date(), lastUsedAt: z.date().nullable() }).nullable(),
  recoveryCodes: z.object({ remaining: z.int(), createdAt: z.date() }).nullable(),
});
export type OwnFactors = z.infer<typeof ownFactors>;

export const secondFactors = {
  get: forUsers
    .route({ method: 'GET', path: '/second-factors', summary: "The caller's second factors" })
    .output(ownFactors),
  beginAuthenticator: forUsers
    .route({
      method: 'POST',
      path: '/second-factors/authenticator',
      summary: 'Begin to add or replace the authenticator app of the caller',
    })
    .errors(errorsOf('AUTHENTICATORS_UNAVAILABLE'))
    .output(
      z.object({
        secret: z.string().meta({ description: 'In base32, to type into an app' }),
        uri: z.string().meta({ description: 'For the QR code' }),
      }),
    ),
  confirmAuthenticator: forUsers
    .route({
      method: 'PUT',
      path: '/second-factors/authenticator',
      summary: 'Activate the authenticator app with its first code',
    })
    .errors(
      errorsOf('AUTHENTICATOR_NOT_FOUND', 'AUTHENTICATOR_CODE_INCORRECT', 'TOO_MANY_ATTEMPTS'),
    )
    .input(z.object({ code: typedCode }))
    .output(withCodes),
  removeAuthenticator: forUsers
    .route({
      method: 'DELETE',
      path: '/second-factors/authenticator',
      summary: 'Remove the authenticator app of the caller',
    })
    .errors(errorsOf('AUTHENTICATOR_NOT_FOUND'))
    .output(done),
  replaceRecoveryCodes: forUsers
    .route({
      method: 'POST',
      path: '/second-factors/recovery-codes',
      summary: 'Replace the recovery codes of the caller',
    })
    .errors(errorsOf('SECOND_FACTOR_MISSING'))
    .output(withCodes),
};
