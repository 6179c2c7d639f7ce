import { z } from 'zod';
import { forAdmins, forUsers, paise, userId } from '../shared/base.ts';
import { errorsOf, OF_SUBJECT, SECOND_APPROVAL } from '../shared/errors.ts';
import { VERIFICATION_LEVELS } from './rules.ts';

const level = z.enum(VERIFICATION_LEVELS);
const limit = paise.min(0).nullable();

/** Null: no limit. Days and months are Indian (Asia/Kolkata). */
export const levelLimits = z.object({
  level,
  depositTransactionPaise: limit,
  depositDayPaise: limit,
  depositMonthPaise: limit,
  withdrawalTransactionPaise: limit,
  withdrawalDayPaise: limit,
  withdrawalMonthPaise: limit,
});
export type LevelLimits = z.infer<typeof levelLimits>;

const remaining = z.object({
  perTransactionPaise: limit,
  leftTodayPaise: limit,
  leftThisMonthPaise: limit,
});

/** A user's level, its limits, and what remains of them. */
export const ownLimits = z.object({
  level,
  limits: levelLimits.omit({ level: true }),
  deposit: remaining,
  withdrawal: remaining,
  dayEndsAt: z.date(),
  monthEndsAt: z.date(),
});
export type OwnLimits = z.infer<typeof ownLimits>;

export const verificationLimits = {
  current: forUsers
    .route({
      method: 'GET',
      path: '/verification-limits/current',
      summary: "The caller's verification level, and what remains of its limits",
    })
    .output(ownLimits),
  ofUser: forAdmins('users:read')
    .route({
      method: 'GET',
      path: '/users/{userId}/limits',
      summary: 'The verification level of a user, and what remains of its limits',
    })
    .errors(errorsOf(...OF_SUBJECT))
    .input(z.object({ userId }))
    .output(ownLimits),
  list: forAdmins('settings:read')
    .route({
      method: 'GET',
      path: '/verification-limits',
      summary: 'The limits of each verification level',
    })
    .output(z.array(levelLimits)),
  save: forAdmins('settings:manage')
    .meta({ stepUp: 'always', approval: ['limits'] })
    .route({
      method: 'PUT',
      path: '/verification-limits/{level}',
      summary: 'Change the limits of a verification level',
    })
    .errors(errorsOf('STEP_UP_REQUIRED', ...SECOND_APPROVAL))
    .input(levelLimits)
    .output(levelLimits),
};
