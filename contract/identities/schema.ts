import { z } from 'zod';
import { done, forUsers } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import { MAX_RESPONSE_LENGTH } from './rules.ts';

/** The address at the provider that the browser opens. */
export const providerAddress = z.object({ url: z.url() });

export const providerResponse = z.string().max(MAX_RESPONSE_LENGTH).meta({
  description: 'The query of the address to which the provider returned the person',
});

/** Errors of a response of the provider. */
export const PROVIDER_ERRORS = [
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_UNREACHABLE',
  'PROVIDER_EXPIRED',
  'PROVIDER_DENIED',
  'PROVIDER_REFUSED',
  'PROVIDER_NOT_ALLOWED',
  'RATE_LIMITED',
] as const;

export const ownIdentity = z.object({
  /** The provider's name; null if the caller cannot sign in with one. */
  providerName: z.string().nullable(),
  identity: z
    .object({
      /** The address at the last sign-in; null if the provider sends none. */
      email: z.string().nullable(),
      createdAt: z.date(),
      lastUsedAt: z.date().nullable(),
    })
    .nullable(),
});
export type OwnIdentity = z.infer<typeof ownIdentity>;

/** The account of a person at the OpenID Connect provider. `contract.sessions` has the procedures that sign in with it. */
export const identities = {
  own: forUsers
    .route({
      method: 'GET',
      path: '/identity',
      summary: "The caller's linked account at the sign-in provider",
    })
    .output(ownIdentity),
  beginLink: forUsers
    .meta({ stepUp: 'always' })
    .route({
      method: 'POST',
      path: '/identity/options',
      summary: 'Begin to link an account at the sign-in provider',
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'PROVIDER_UNAVAILABLE',
        'PROVIDER_UNREACHABLE',
        'PROVIDER_NOT_ALLOWED',
      ),
    )
    .output(providerAddress),
  link: forUsers
    .meta({ stepUp: 'always' })
    .route({
      method: 'PUT',
      path: '/identity',
      summary: 'Link an account at the sign-in provider, instead of another one',
    })
    .errors(errorsOf('STEP_UP_REQUIRED', 'IDENTITY_TAKEN', ...PROVIDER_ERRORS))
    .input(z.object({ response: providerResponse }))
    .output(done),
  unlink: forUsers
    .meta({ stepUp: 'always' })
    .route({
      method: 'DELETE',
      path: '/identity',
      summary: 'Unlink the account; ends the other sessions that it opened',
    })
    .errors(errorsOf('STEP_UP_REQUIRED', 'IDENTITY_NOT_FOUND'))
    .output(done),
};
