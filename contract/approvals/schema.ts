import { z } from 'zod';
import {
  cursor,
  done,
  forAdmins,
  id,
  line,
  pageOf,
  pageSize,
  paise,
  userId,
} from '../shared/base.ts';
import { APPROVAL_KINDS } from '../shared/enums.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import {
  APPROVABLE_COMMANDS,
  APPROVAL_OBSTACLES,
  APPROVAL_STATES,
  FIXED_KINDS,
  MAX_APPROVALS,
} from './rules.ts';

const MAX_APPROVAL_REASON = 200;

/** A person of a request. The name is null after the account is deleted. */
const person = z.object({ id: userId, username: z.string().nullable() });

/** A command that waits for the confirmation of other administrators, or that waited for it. */
export const approval = z.object({
  id,
  kind: z.enum(APPROVAL_KINDS),
  command: z.enum(APPROVABLE_COMMANDS),
  state: z.enum(APPROVAL_STATES),
  /** Null if the request was made on the server's command line. */
  maker: person.nullable(),
  /** The user whom the command concerns. */
  concerned: person.nullable(),
  /** Id of the object that the command changes, such as a transaction, or of the user. */
  targetId: z.string(),
  amountPaise: paise.nullable(),
  reason: z.string().nullable(),
  /** The audit action that the command records, and its details before and after. */
  action: z.string(),
  entity: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Number of confirmations that the request needs, and those that it has. */
  needed: z.int(),
  confirmations: z.array(person.extend({ at: z.date() })),
  createdAt: z.date(),
  expiresAt: z.date(),
  endedAt: z.date().nullable(),
  endedBy: person.nullable(),
  /** The reason of a refusal. */
  refusal: z.string().nullable(),
  /** The code of the error because of which a confirmed command was not carried out. */
  failure: z.string().nullable(),
  /** Why the caller cannot confirm or refuse the request; null if nothing prevents it. */
  obstacle: z.enum(APPROVAL_OBSTACLES).nullable(),
  isOwn: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

const ruleState = z.object({
  /** The rule applies to amounts above this one. Null: to every amount. */
  thresholdPaise: paise.min(0).nullable(),
  approvals: z.int().min(1).max(MAX_APPROVALS),
  isActive: z.boolean(),
});

export const approvalRule = ruleState.extend({ kind: z.enum(APPROVAL_KINDS) });
export type ApprovalRule = z.infer<typeof approvalRule>;

const changeableRule = ruleState.extend({
  kind: z.enum(APPROVAL_KINDS).refine((kind) => !FIXED_KINDS.includes(kind), {
    error: 'This rule is always active',
  }),
});

export const approvals = {
  list: forAdmins('requests:read')
    .route({
      method: 'GET',
      path: '/approvals',
      summary: 'Requests for a second approval: waiting ones, or ended ones, newest first',
    })
    .input(
      z.object({
        tab: z.enum(['waiting', 'ended']).default('waiting'),
        /** Only requests about this transaction, user or other object. */
        targetId: id.optional(),
        /** Only requests of this kind. */
        kind: z.enum(APPROVAL_KINDS).optional(),
        cursor: cursor.optional(),
        limit: pageSize,
      }),
    )
    .output(pageOf(approval)),
  get: forAdmins('requests:read')
    .route({ method: 'GET', path: '/approvals/{id}', summary: 'A request for a second approval' })
    .errors(errorsOf('APPROVAL_NOT_FOUND'))
    .input(z.object({ id }))
    .output(approval),
  summary: forAdmins('requests:read')
    .route({
      method: 'GET',
      path: '/approvals/summary',
      summary: 'Number of waiting requests, and whether the rules are in force',
    })
    .output(
      z.object({
        waiting: z.int(),
        /** Waiting requests that the caller can confirm. */
        confirmable: z.int(),
        activeAdmins: z.int(),
        activeRules: z.int(),
      }),
    ),
  confirm: forAdmins('approvals:confirm')
    .meta({ stepUp: 'always' })
    .route({
      method: 'POST',
      path: '/approvals/{id}/confirmation',
      summary: 'Confirm a request; the last confirmation carries it out',
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'APPROVAL_NOT_FOUND',
        'APPROVAL_ENDED',
        'APPROVAL_OWN',
        'APPROVAL_CONCERNS_CALLER',
        'APPROVAL_RECENT_ACCOUNT',
        'APPROVAL_FAILED',
      ),
    )
    .input(z.object({ id }))
    .output(approval),
  refuse: forAdmins('approvals:confirm')
    .route({ method: 'POST', path: '/approvals/{id}/refusal', summary: 'Refuse a request' })
    .errors(
      errorsOf(
        'APPROVAL_NOT_FOUND',
        'APPROVAL_ENDED',
        'APPROVAL_OWN',
        'APPROVAL_CONCERNS_CALLER',
        'APPROVAL_RECENT_ACCOUNT',
      ),
    )
    .input(z.object({ id, reason: line(MAX_APPROVAL_REASON).optional() }))
    .output(done),
  withdraw: forAdmins('requests:read')
    .route({
      method: 'DELETE',
      path: '/approvals/{id}',
      summary: 'Withdraw a request of the caller',
    })
    .errors(errorsOf('APPROVAL_NOT_FOUND', 'APPROVAL_ENDED', 'APPROVAL_OF_ANOTHER'))
    .input(z.object({ id }))
    .output(done),
  rules: forAdmins('settings:read')
    .route({ method: 'GET', path: '/approval-rules', summary: 'Rules for second approvals' })
    .output(z.array(approvalRule)),
  saveRule: forAdmins('settings:manage')
    .meta({ stepUp: 'always', approval: ['rules'] })
    .route({
      method: 'PUT',
      path: '/approval-rules/{kind}',
      summary: 'Change a rule for second approvals',
    })
    .errors(errorsOf('STEP_UP_REQUIRED', ...SECOND_APPROVAL))
    .input(changeableRule)
    .output(done),
};
