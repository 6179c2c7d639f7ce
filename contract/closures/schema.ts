import { z } from 'zod';
import {
  cursor,
  done,
  forAdmins,
  forUsers,
  id,
  pageOf,
  pageSize,
  paise,
  paragraph,
  userId,
} from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import { CLOSURE_STATES, MAX_CLOSURE_REASON_LENGTH } from './rules.ts';

const reasonText = paragraph(MAX_CLOSURE_REASON_LENGTH);

/** A request to close an account. A deletion of the account removes it. */
export const closure = z.object({
  id,
  state: z.enum(CLOSURE_STATES),
  /** Empty if the user gave none. */
  reason: z.string(),
  createdAt: z.date(),
  endedAt: z.date().nullable(),
  /** Why an administrator refused it. */
  refusalReason: z.string().nullable(),
});
export type Closure = z.infer<typeof closure>;

export const closureRow = closure.pick({ id: true, reason: true, createdAt: true }).extend({
  userId,
  username: z.string(),
  name: z.string(),
  balancePaise: paise,
});
export type ClosureRow = z.infer<typeof closureRow>;

export const closures = {
  current: forUsers
    .route({
      method: 'GET',
      path: '/closures/current',
      summary: "The caller's newest request to close the account, and what prevents a new one",
    })
    .output(
      z.object({
        request: closure.nullable(),
        balancePaise: paise,
        pendingRequests: z.int(),
      }),
    ),
  request: forUsers
    .route({ method: 'POST', path: '/closures', summary: "Request to close the caller's account" })
    .errors(
      errorsOf(
        'CLOSURE_WITH_PENDING',
        'CLOSURE_WITH_BALANCE',
        'DEFAULT_USER_KEPT',
        'TOO_MANY_CLOSURES',
        'USER_NOT_FOUND',
      ),
    )
    .input(z.object({ reason: reasonText.default('') }))
    .output(closure),
  withdraw: forUsers
    .route({
      method: 'DELETE',
      path: '/closures/{id}',
      summary: 'Take back a request to close the account',
    })
    .errors(errorsOf('CLOSURE_ENDED'))
    .input(z.object({ id }))
    .output(done),
  list: forAdmins('users:read')
    .route({ method: 'GET', path: '/closures', summary: 'Open closure requests, oldest first' })
    .input(z.object({ cursor: cursor.optional(), limit: pageSize }))
    .output(pageOf(closureRow).extend({ total: z.int() })),
  refuse: forAdmins('users:manage')
    .route({
      method: 'POST',
      path: '/closures/{id}/refusal',
      summary: 'Refuse a closure request with a reason that the user sees',
    })
    .errors(errorsOf('CLOSURE_ENDED', 'CLOSURE_REASON_REQUIRED'))
    .input(z.object({ id, userId, reason: reasonText }))
    .output(done),
};
