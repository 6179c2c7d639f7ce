import { z } from 'zod';
import { done, forUsers, id, line } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import { MAX_PASSKEY_NAME_LENGTH } from './rules.ts';

const typedCode = line(100);

const base64url = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]*$/)
    .max(maxLength);
const credentialId = base64url(1400);
const transports = z
  .array(
    z
      .string()
      .regex(/^[a-z-]*$/)
      .max(20),
  )
  .max(10);

/** A passkey's signature over a challenge. */
export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    userHandle: base64url(100).optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

const passkeyCreation = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(10_000),
    transports: transports.optional(),
  }),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

const userVerification = z.enum(['required', 'preferred', 'discouraged']);
const descriptor = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
});

/** For the browser's `navigator.credentials.get`. */
export const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.int().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(descriptor).optional(),
  userVerification: userVerification.optional(),
});
export type RequestOptions = z.infer<typeof requestOptions>;

/** For the browser's `navigator.credentials.create`. */
const creationOptions = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int().optional(),
  excludeCredentials: z.array(descriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['required', 'preferred', 'discouraged']).optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: userVerification.optional(),
    })
    .optional(),
  attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
});
export type CreationOptions = z.infer<typeof creationOptions>;

/** Presents a second factor. */
export const factorProof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('totp'), code: typedCode }),
  z.object({ kind: z.literal('recoveryCode'), code: typedCode }),
  z.object({ kind: z.literal('passkey'), answer: passkeyAnswer }),
]);
export type FactorProof = z.infer<typeof factorProof>;

const passkeyName = line(MAX_PASSKEY_NAME_LENGTH);
const passkey = z.object({
  id,
  name: z.string(),
  /** Whether the maker of the device keeps a copy. */
  isBackedUp: z.boolean(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'New recovery codes, shown once; empty if the account keeps its codes' });
const withCodes = z.object({ recoveryCodes });

export const ownFactors = z.object({
  /** Whether the server can store the secrets of authenticator apps. */
  canAddAuthenticator: z.boolean(),
  authenticator: z.object({ createdAt: z.date(), lastUsedAt: z.date().nullable() }).nullable(),
  passkeys: z.array(passkey),
  recoveryCodes: z.object({ remaining: z.int(), createdAt: z.date() }).nullable(),
});
export type OwnFactors = z.infer<typeof ownFactors>;

/** An open session cannot add, replace or remove factors without a confirmation of identity. */
const forOwner = forUsers.meta({ stepUp: 'always' }).errors(errorsOf('STEP_UP_REQUIRED'));
const forEnrolment = forOwner.meta({ allowsMissingFactor: true });

export const secondFactors = {
  get: forUsers
    .meta({ allowsMissingFactor: true })
    .route({ method: 'GET', path: '/second-factors', summary: "The caller's second factors" })
    .output(ownFactors),
  beginAuthenticator: forEnrolment
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
  confirmAuthenticator: forEnrolment
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
  removeAuthenticator: forOwner
    .route({
      method: 'POST',
      path: '/second-factors/authenticator/removal',
      summary: 'Remove the authenticator app of the caller',
    })
    .errors(errorsOf('AUTHENTICATOR_NOT_FOUND'))
    .output(done),
  beginPasskey: forEnrolment
    .route({
      method: 'POST',
      path: '/second-factors/passkeys/options',
      summary: 'Begin to add a passkey of the caller',
    })
    .errors(errorsOf('PASSKEYS_UNAVAILABLE'))
    .output(creationOptions),
  addPasskey: forEnrolment
    .route({ method: 'POST', path: '/second-factors/passkeys', summary: 'Add a passkey' })
    .errors(
      errorsOf(
        'PASSKEYS_UNAVAILABLE',
        'PASSKEY_REFUSED',
        'PASSKEY_NAME_REQUIRED',
        'TOO_MANY_PASSKEYS',
      ),
    )
    .input(z.object({ name: passkeyName, creation: passkeyCreation }))
    .output(withCodes),
  renamePasskey: forUsers
    .route({
      method: 'PUT',
      path: '/second-factors/passkeys/{id}',
      summary: 'Rename a passkey of the caller',
    })
    .errors(errorsOf('PASSKEY_NAME_REQUIRED', 'PASSKEY_NOT_FOUND'))
    .input(z.object({ id, name: passkeyName }))
    .output(done),
  removePasskey: forOwner
    .route({
      method: 'POST',
      path: '/second-factors/passkeys/{id}/removal',
      summary: 'Remove a passkey of the caller',
    })
    .errors(errorsOf('PASSKEY_NOT_FOUND'))
    .input(z.object({ id }))
    .output(done),
  replaceRecoveryCodes: forOwner
    .route({
      method: 'POST',
      path: '/second-factors/recovery-codes',
      summary: 'Replace the recovery codes of the caller',
    })
    .errors(errorsOf('SECOND_FACTOR_MISSING'))
    .output(withCodes),
};
