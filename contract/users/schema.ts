import { z } from 'zod';
import { ADJUSTMENT_DIRECTIONS } from '../balances/rules.ts';
import { closure } from '../closures/schema.ts';
import { MAX_REASON_LENGTH } from '../review/rules.ts';
import {
  cursor,
  done,
  forAdmins,
  forUsers,
  id,
  line,
  pageOf,
  pageSize,
  paise,
  requestKey,
  searchTerm,
  typedAmount,
  userId,
} from '../shared/base.ts';
import { ROLES, USER_STATUSES } from '../shared/enums.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import { ADMIN_ROLES } from '../shared/permissions.ts';
import { VERIFICATION_LEVELS } from '../verification-limits/rules.ts';
import { MAX_PASSWORD_LENGTH, MAX_USERNAME_LENGTH } from './rules.ts';

/** A row of the users list. `email` is the saved address, or a placeholder made from the username. */
export const userRow = z.object({
  id: userId,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** Null for users. */
  adminRole: z.enum(ADMIN_ROLES).nullable(),
  status: z.enum(USER_STATUSES),
  balancePaise: paise,
  heldPaise: paise,
  /** A frozen account can read everything, but not request deposits and withdrawals or change bank accounts. */
  isFrozen: z.boolean(),
  avatarUrl: z.string().nullable(),
  /** A default account, which cannot be deactivated or deleted. */
  isDefault: z.boolean(),
  createdAt: z.date(),
  /** When the account was deleted; null for accounts that exist. */
  deletedAt: z.date().nullable(),
});
export type UserRow = z.infer<typeof userRow>;

/** `withoutFactor`: active administrators without a second factor. */
const accountState = z.enum(['current', 'frozen', 'withoutFactor', 'deleted']);
export type AccountState = z.infer<typeof accountState>;

export const userDetails = userRow.extend({
  verificationLevel: z.enum(VERIFICATION_LEVELS),
  /** Why an administrator last changed the level. */
  verificationReason: z.string().nullable(),
  /** Null unless the account is frozen. The user sees the reason. */
  freeze: z.object({ reason: z.string(), at: z.date() }).nullable(),
  /** Since when the account has a second factor; null without one. */
  secondFactorSince: z.date().nullable(),
  /** Other ways to log in, which a new password does not remove. */
  otherAccess: z.object({
    hasAuthenticator: z.boolean(),
    passkeys: z.int(),
    hasRecoveryAddress: z.boolean(),
    /** The account at the sign-in provider, by its address there or its id. */
    identity: z.string().nullable(),
  }),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  /** The open request of the user to close the account. */
  closure: closure.pick({ id: true, reason: true, createdAt: true }).nullable(),
});
export type UserDetails = z.infer<typeof userDetails>;

/** Limits of one administrator's balance adjustments; `remainingPaise` is what remains of `dayPaise` today. */
export const adjustmentLimits = z.object({
  maximumPaise: paise,
  dayPaise: paise,
  remainingPaise: paise,
});
export type AdjustmentLimits = z.infer<typeof adjustmentLimits>;

/** Refusals of a new password that is long enough for everyone. */
const WEAK = ['ADMIN_PASSWORD_TOO_SHORT', 'WEAK_PASSWORD'] as const;
const newPassword = z.string().max(MAX_PASSWORD_LENGTH);

export const users = {
  list: forAdmins('users:read')
    .meta({ scope: 'users:read' })
    .route({ method: 'GET', path: '/users', summary: 'Users, newest first' })
    .input(
      z.object({
        search: searchTerm,
        /** Other accounts than `current` ignore `search`. `deleted`: those whose evidence is still kept. */
        account: accountState.default('current'),
        cursor: cursor.optional(),
        limit: pageSize,
      }),
    )
    .output(pageOf(userRow).extend({ total: z.int(), totalIsExact: z.boolean() })),
  get: forAdmins('users:read')
    .meta({ scope: 'users:read' })
    .route({ method: 'GET', path: '/users/{userId}', summary: 'A user with all details' })
    .errors(errorsOf('USER_NOT_FOUND'))
    .input(z.object({ userId }))
    .output(userDetails),
  create: forAdmins('users:manage')
    .meta({ stepUp: 'always', scope: 'users:create', approval: ['newAdministrator'] })
    .route({ method: 'POST', path: '/users', summary: 'Create a user' })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'USERNAME_TOO_SHORT',
        'INVALID_USERNAME',
        'USERNAME_LOOKALIKE',
        'NEW_PASSWORD_TOO_SHORT',
        ...WEAK,
        'USERNAME_TAKEN',
        ...SECOND_APPROVAL,
      ),
    )
    .input(
      z.object({
        username: z.string().trim().max(MAX_USERNAME_LENGTH),
        password: newPassword,
        role: z.enum(ROLES).default('user'),
        adminRole: z.enum(ADMIN_ROLES).default('administrator'),
      }),
    )
    .output(userDetails),
  setStatus: forAdmins('users:manage')
    .meta({ scope: 'users:write', stepUp: 'granting', approval: ['administrator'] })
    .route({
      method: 'PUT',
      path: '/users/{userId}/status',
      summary: 'Activate or deactivate a user',
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'USER_NOT_FOUND',
        'DEFAULT_USER_PROTECTED',
        'OWN_ACCOUNT_PROTECTED',
        ...SECOND_APPROVAL,
      ),
    )
    .input(z.object({ userId, status: z.enum(USER_STATUSES) }))
    .output(done),
  setRole: forAdmins('users:manage')
    .meta({ stepUp: 'always', approval: ['administrator', 'newAdministrator'] })
    .route({ method: 'PUT', path: '/users/{userId}/role', summary: 'Change the role of a user' })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'USER_NOT_FOUND',
        'DEFAULT_USER_ROLE',
        'OWN_ACCOUNT_PROTECTED',
        ...SECOND_APPROVAL,
      ),
    )
    .input(
      z.object({
        userId,
        role: z.enum(ROLES),
        /** By default, a new administrator may do everything, and another one keeps the admin role. */
        adminRole: z.enum(ADMIN_ROLES).optional(),
      }),
    )
    .output(done),
  resetSecondFactors: forAdmins('users:manage')
    .meta({ stepUp: 'always', approval: ['administrator'] })
    .route({
      method: 'DELETE',
      path: '/users/{userId}/second-factors',
      summary: "Remove a user's second factors and recovery codes; ends their sessions",
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'USER_NOT_FOUND',
        'OWN_ACCOUNT_PROTECTED',
        'SECOND_FACTOR_MISSING',
        ...SECOND_APPROVAL,
      ),
    )
    .input(z.object({ userId }))
    .output(done),
  setVerificationLevel: forAdmins('users:manage')
    .meta({ stepUp: 'granting', approval: ['administrator'] })
    .route({
      method: 'PUT',
      path: '/users/{userId}/verification-level',
      summary: "Change a user's verification level; the user is notified of it and of the reason",
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'USER_NOT_FOUND',
        'OWN_ACCOUNT_PROTECTED',
        'VERIFICATION_REASON_REQUIRED',
        ...SECOND_APPROVAL,
      ),
    )
    .input(
      z.object({ userId, level: z.enum(VERIFICATION_LEVELS), reason: line(MAX_REASON_LENGTH) }),
    )
    .output(done),
  setFrozen: forAdmins('users:manage')
    .meta({ scope: 'users:write', stepUp: 'granting', approval: ['administrator'] })
    .route({
      method: 'PUT',
      path: '/users/{userId}/freeze',
      summary: 'Freeze or unfreeze a user; the user is notified of it and of the reason',
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'USER_NOT_FOUND',
        'OWN_ACCOUNT_PROTECTED',
        'FREEZE_REASON_REQUIRED',
        ...SECOND_APPROVAL,
      ),
    )
    .input(z.object({ userId, isFrozen: z.boolean(), reason: line(MAX_REASON_LENGTH) }))
    .output(done),
  changeOwnPassword: forUsers
    .meta({ allowsPasswordSetByAdmin: true, allowsMissingFactor: true, stepUp: 'withFactor' })
    .route({
      method: 'PUT',
      path: '/users/current/password',
      summary: "Change the caller's password; ends their other sessions",
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'ALL_FIELDS_REQUIRED',
        'PASSWORD_TOO_SHORT',
        'USER_NOT_FOUND',
        'CURRENT_PASSWORD_INCORRECT',
        'PASSWORD_UNCHANGED',
        ...WEAK,
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
  setPassword: forAdmins('users:manage')
    .meta({ stepUp: 'always', approval: ['administrator'] })
    .route({
      method: 'PUT',
      path: '/users/{userId}/password',
      summary: "Set another user's password; ends their sessions and suspends their API keys",
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'ALL_FIELDS_REQUIRED',
        'PASSWORD_TOO_SHORT',
        'OWN_PASSWORD_RESET',
        'USER_NOT_FOUND',
        ...WEAK,
        ...SECOND_APPROVAL,
      ),
    )
    .input(
      z.object({
        userId,
        newPassword,
        /** Also removes second factors, recovery codes and the recovery address. */
        removesOtherAccess: z.boolean().default(false),
      }),
    )
    .output(done),
  /**
   * Either `newBalance` with `shownBalancePaise`, the balance that the caller has seen (the data of BALANCE_CHANGED contains the
   * current one), or `direction` and `amount`, which change any balance by the amount.
   */
  adjustBalance: forAdmins('balances:adjust')
    .meta({ stepUp: 'always', scope: 'balances:adjust', approval: ['adjustment', 'administrator'] })
    .route({
      method: 'POST',
      path: '/users/{userId}/adjustments',
      summary: "Set a user's balance, or change it by an amount, by an adjustment",
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'INVALID_BALANCE',
        'BALANCE_ABOVE_MAXIMUM',
        'OWN_ACCOUNT_PROTECTED',
        'USER_NOT_FOUND',
        'BALANCE_CHANGED',
        'BALANCE_BELOW_HELD',
        'ADJUSTMENT_REASON_REQUIRED',
        'ADJUSTMENT_REASON_TOO_SHORT',
        'ADJUSTMENT_ABOVE_MAXIMUM',
        'ADJUSTMENT_DAY_LIMIT',
        'REASON_NOT_FOUND',
        'IDEMPOTENCY_CONFLICT',
        ...SECOND_APPROVAL,
      ),
    )
    .input(
      z.object({
        userId,
        newBalance: typedAmount.optional(),
        shownBalancePaise: paise.optional(),
        direction: z.enum(ADJUSTMENT_DIRECTIONS).optional(),
        amount: typedAmount.optional(),
        /**
         * Appended to the notes of the adjustment, which the user can read. At least 10 characters, unless `reasonId`
         * is set.
         */
        reason: line(MAX_REASON_LENGTH).default(''),
        /** A canned reason for adjustments, which precedes `reason`. */
        reasonId: id.optional(),
        requestKey,
      }),
    )
    .output(z.object({ balancePaise: paise })),
  adjustmentLimits: forAdmins('balances:adjust')
    .meta({ scope: 'balances:adjust' })
    .route({
      method: 'GET',
      path: '/adjustments/limits',
      summary: "The limits of the caller's balance adjustments, and what remains today",
    })
    .output(adjustmentLimits),
  remove: forAdmins('users:manage')
    .meta({ stepUp: 'always', approval: ['adjustment', 'administrator', 'deletion'] })
    .route({ method: 'DELETE', path: '/users/{userId}', summary: 'Delete a user and their data' })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'USER_NOT_FOUND',
        'DEFAULT_USER_KEPT',
        'OWN_ACCOUNT_PROTECTED',
        'CLOSURE_ENDED',
        'ADJUSTMENT_DAY_LIMIT',
        ...SECOND_APPROVAL,
      ),
    )
    .input(
      z.object({
        userId,
        /** The closure request that the deletion fulfils: it is refused if the user has taken it back. */
        closureId: id.optional(),
      }),
    )
    .output(done),
};
