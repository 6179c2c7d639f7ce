import { z } from 'zod';
import {
  cursor,
  day,
  forAdmins,
  forUsers,
  id,
  pageOf,
  pageSize,
  searchTerm,
  typedAmount,
} from '../shared/base.ts';

export const auditRow = z.object({
  id,
  /** Null for actions of the server itself. */
  actorId: z.string().nullable(),
  /** Null after the account is deleted. */
  actorName: z.string().nullable(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  /** The affected user and username. Null after the account is deleted, except in the record of the deletion. */
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string().nullable(),
  createdAt: z.date(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** PostgreSQL text cannot contain NUL. */
const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .refine((typed) => !typed.includes('\0'));

export const auditFilters = z.object({
  /** Part of a username (actor or affected user), part of an action, or the start of an id. */
  search: searchTerm,
  action: z.string().max(60).optional(),
  /** The username or id of the user whom the record concerns. */
  person: text(200).optional(),
  /** The username or id of the user who acted. */
  actor: text(200).optional(),
  /** Limits of the recorded amount, or of the change of a balance. */
  minAmount: typedAmount.optional(),
  maxAmount: typedAmount.optional(),
  /** The start of an IP address. */
  address: text(64).optional(),
  from: day.optional(),
  to: day.optional(),
});
export type AuditFilters = z.infer<typeof auditFilters>;

/** A record about the caller, without addresses and names of others. */
export const ownActivity = z.object({
  id,
  action: z.string(),
  /** Whether the caller did it. */
  isOwn: z.boolean(),
  /** The caller's address; null if it was not the caller. */
  ip: z.string().nullable(),
  createdAt: z.date(),
});
export type OwnActivity = z.infer<typeof ownActivity>;

export const audit = {
  own: forUsers
    .route({
      method: 'GET',
      path: '/audit/own',
      summary: "Records about the caller's account, newest first",
    })
    .input(z.object({ cursor: cursor.optional(), limit: pageSize }))
    .output(pageOf(ownActivity)),
  list: forAdmins('audit:read')
    .meta({ scope: 'reports:read' })
    .route({ method: 'GET', path: '/audit', summary: 'Audit records, newest first' })
    .input(
      auditFilters.extend({
        cursor: cursor.optional(),
        limit: pageSize,
      }),
    )
    .output(pageOf(auditRow)),
  actions: forAdmins('audit:read')
    .meta({ scope: 'reports:read' })
    .route({
      method: 'GET',
      path: '/audit/actions',
      summary: 'Actions that occur in the audit log',
    })
    .output(z.array(z.string())),
  verification: forAdmins('audit:read')
    .meta({ scope: 'reports:read' })
    .route({
      method: 'GET',
      path: '/audit/verification',
      summary: 'Result of the verification of the audit chains',
    })
    .output(
      z.object({
        checkedAt: z.date().nullable(),
        chains: z.int(),
        rows: z.int(),
        /** Chains found broken by the last complete pass or by the current one. */
        broken: z.array(z.object({ chainId: z.string(), seq: z.int(), reason: z.string() })),
      }),
    ),
};
