import { z } from 'zod';
import { PROVIDER_ERRORS, providerAddress, providerResponse } from '../identities/schema.ts';
import { listLayout } from '../profiles/schema.ts';
import { factorProof, passkeyAnswer, requestOptions } from '../second-factors/schema.ts';
import { done, forAdmins, forAnyone, forUsers, id, userId } from '../shared/base.ts';
import { LANGUAGES, ROLES } from '../shared/enums.ts';
import { ACTING, errorsOf } from '../shared/errors.ts';
import { ADMIN_ROLES, PERMISSIONS } from '../shared/permissions.ts';
import { MAX_FAILED_LOGINS, MAX_LOCAL_PATH_LENGTH, MAX_SESSIONS, parseLocalPath } from './rules.ts';

/** Proves that the person of a session is present. Each kind has a verifier on the server. */
export const proof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), password: z.string().max(1000) }),
  z.object({ kind: z.literal('provider'), response: providerResponse }),
  ...factorProof.options,
]);
export type Proof = z.infer<typeof proof>;

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
  /** How lists of administrators look; null for users. */
  listLayout: listLayout.nullable(),
  /** An administrator set the password: it must be changed before any command. */
  mustChangePassword: z.boolean(),
  /** Until when an administrator has to add a second factor, and whether this time is over; null if none is missing. */
  secondFactorDue: z.object({ at: z.date(), isOver: z.boolean() }).nullable(),
  /** Why the account is frozen; null unless it is. */
  freezeReason: z.string().nullable(),
  exposedAccounts: z.array(z.object({ userId, username: z.string() })),
});
export type SessionView = z.infer<typeof sessionView>;

/** An open session, as its owner and administrators see it. */
export const openSession = z.object({
  id,
  /** Null if the user agent names no known browser or system. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  createdAt: z.date(),
  /** Updated once a minute. */
  lastUsedAt: z.date(),
  /** The network of the client's address, without its last part. */
  network: z.string().nullable(),
  isCurrent: z.boolean().meta({ description: 'Whether the caller uses this session' }),
});
export type OpenSession = z.infer<typeof openSession>;
export const openSessions = z.array(openSession).max(MAX_SESSIONS);

/** Failed logins to the caller's account. */
export const failedLogins = z.object({
  /** When the session before the one that calls began; null if there was none. */
  previousLoginAt: z.date().nullable(),
  /** Newest first. Attempts of one minute from one address are one row. */
  rows: z
    .array(
      z.object({
        id,
        attempts: z.int(),
        /** The network of the client's address, without its last part. */
        network: z.string().nullable(),
        at: z.date(),
      }),
    )
    .max(MAX_FAILED_LOGINS),
});
export type FailedLogins = z.infer<typeof failedLogins>;

const localPath = z
  .string()
  .max(MAX_LOCAL_PATH_LENGTH)
  .refine((path) => parseLocalPath(path) !== undefined, 'must be a path of this wallet')
  .meta({ description: 'A path of this wallet', examples: ['/user/deposit'] });

export const sessions = {
  login: forAnyone
    .route({ method: 'POST', path: '/sessions', summary: 'Sign in' })
    .errors(
      errorsOf(
        'CREDENTIALS_REQUIRED',
        'INVALID_CREDENTIALS',
        'SECOND_FACTOR_REQUIRED',
        'TOO_MANY_ATTEMPTS',
      ),
    )
    .input(z.object({ username: z.string().max(1000), password: z.string().max(1000) }))
    .output(sessionView),
  secondStepPasskey: forAnyone
    .route({
      method: 'POST',
      path: '/sessions/second-step/passkey',
      summary: 'Begin to finish signing in with a passkey',
    })
    .errors(errorsOf('SECOND_STEP_EXPIRED', 'PASSKEYS_UNAVAILABLE'))
    .output(requestOptions),
  beginPasskeyLogin: forAnyone
    .route({
      method: 'POST',
      path: '/sessions/passkey/options',
      summary: 'Begin to sign in with a passkey alone',
    })
    .errors(errorsOf('PASSKEYS_UNAVAILABLE'))
    .output(requestOptions),
  loginWithPasskey: forAnyone
    .route({
      method: 'POST',
      path: '/sessions/passkey',
      summary: 'Sign in with a passkey alone',
    })
    .errors(errorsOf('PASSKEY_REFUSED'))
    .input(passkeyAnswer)
    .output(sessionView),
  beginProviderLogin: forAnyone
    .route({
      method: 'POST',
      path: '/sessions/provider/options',
      summary: 'Begin to sign in with the OpenID Connect provider',
    })
    .errors(errorsOf('PROVIDER_UNAVAILABLE', 'PROVIDER_UNREACHABLE'))
    .input(z.object({ path: localPath.optional() }))
    .output(providerAddress),
  loginWithProvider: forAnyone
    .route({
      method: 'POST',
      path: '/sessions/provider',
      summary: 'Sign in with the response of the OpenID Connect provider',
    })
    .errors(errorsOf('IDENTITY_NOT_LINKED', 'SECOND_FACTOR_REQUIRED', ...PROVIDER_ERRORS))
    .input(z.object({ response: providerResponse }))
    .output(z.object({ session: sessionView, path: z.string().nullable() })),
  finishLogin: forAnyone
    .route({
      method: 'POST',
      path: '/sessions/second-step',
      summary: 'Finish signing in with a second factor',
    })
    .errors(errorsOf('SECOND_STEP_EXPIRED', 'SECOND_FACTOR_INCORRECT', 'TOO_MANY_ATTEMPTS'))
    .input(factorProof)
    .output(sessionView),
  createLink: forAdmins('users:manage')
    .meta({ scope: 'sign-in-links:create', keysOnly: true })
    .route({
      method: 'POST',
      path: '/users/{userId}/sign-in-links',
      summary: 'Create a link that signs a user in once, within 60 seconds',
    })
    .errors(errorsOf(...ACTING))
    .input(z.object({ userId, path: localPath.optional() }))
    .output(z.object({ url: z.url(), expiresAt: z.date() })),
  openLink: forAnyone
    .route({
      method: 'POST',
      path: '/sessions/sign-in-link',
      summary: 'Sign in with the token of a sign-in link',
    })
    .errors(errorsOf('SIGN_IN_LINK_INVALID', 'SIGN_IN_LINK_USED', 'SECOND_FACTOR_REQUIRED'))
    .input(z.object({ token: z.string().max(200) }))
    .output(z.object({ session: sessionView, path: z.string().nullable() })),
  logout: forAnyone
    .route({ method: 'DELETE', path: '/sessions/current', summary: 'Sign out' })
    .output(done),
  current: forUsers
    .meta({ allowsMissingFactor: true })
    .route({ method: 'GET', path: '/sessions/current', summary: 'The signed-in user' })
    .output(sessionView),
  confirmWithPasskey: forUsers
    .meta({ allowsPasswordSetByAdmin: true, allowsMissingFactor: true })
    .route({
      method: 'POST',
      path: '/sessions/current/confirmation/passkey',
      summary: 'Begin to confirm the identity of the person with a passkey',
    })
    .errors(errorsOf('PASSKEYS_UNAVAILABLE'))
    .output(requestOptions),
  confirmWithProvider: forUsers
    .meta({ allowsPasswordSetByAdmin: true, allowsMissingFactor: true })
    .route({
      method: 'POST',
      path: '/sessions/current/confirmation/provider',
      summary: 'Begin to confirm the identity of the person at the sign-in provider',
    })
    .errors(errorsOf('PROVIDER_UNAVAILABLE', 'PROVIDER_UNREACHABLE'))
    .output(providerAddress),
  list: forUsers
    .route({
      method: 'GET',
      path: '/sessions',
      summary: "The caller's open sessions, the last used first",
    })
    .output(openSessions),
  failed: forUsers
    .route({
      method: 'GET',
      path: '/sessions/failed',
      summary: "The newest failed logins to the caller's account",
    })
    .output(failedLogins),
  end: forUsers
    .meta({ stepUp: 'always' })
    .route({ method: 'DELETE', path: '/sessions/{id}', summary: 'End a session of the caller' })
    .errors(errorsOf('STEP_UP_REQUIRED', 'SESSION_NOT_FOUND'))
    .input(z.object({ id }))
    .output(done),
  endOthers: forUsers
    .meta({ stepUp: 'always' })
    .route({
      method: 'DELETE',
      path: '/sessions',
      summary: "End the caller's sessions except the one that calls",
    })
    .errors(errorsOf('STEP_UP_REQUIRED'))
    .output(z.object({ ended: z.int() })),
  ofUser: forAdmins('users:read')
    .route({
      method: 'GET',
      path: '/users/{userId}/sessions',
      summary: "A user's open sessions, the last used first",
    })
    .errors(errorsOf('USER_NOT_FOUND'))
    .input(z.object({ userId }))
    .output(openSessions),
  endOfUser: forAdmins('users:manage')
    .route({
      method: 'POST',
      path: '/users/{userId}/sessions/end',
      summary: "End one or all of another user's sessions; the user is notified",
    })
    .errors(errorsOf('USER_NOT_FOUND', 'OWN_ACCOUNT_PROTECTED', 'SESSION_NOT_FOUND'))
    .input(z.object({ userId, sessionId: id.optional() }))
    .output(z.object({ ended: z.int() })),
  confirm: forUsers
    .meta({ allowsPasswordSetByAdmin: true, allowsMissingFactor: true })
    .route({
      method: 'POST',
      path: '/sessions/current/confirmation',
      summary: 'Confirm the identity of the person; lasts ten minutes for this session',
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'CURRENT_PASSWORD_INCORRECT',
        'SECOND_FACTOR_INCORRECT',
        'TOO_MANY_ATTEMPTS',
        'PROVIDER_NOT_RECENT',
        ...PROVIDER_ERRORS,
      ),
    )
    .input(proof)
    .output(done),
};
