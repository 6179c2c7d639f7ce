import { z } from 'zod';
import { cursor, day, forAdmins, id, pageOf, pageSize, searchTerm } from '../shared/base.ts';

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

export const auditFilters = z.object({
  /** Part of a username (actor or affected user), part of an action, or the start of an id. */
  search: searchTerm,
  action: z.string().max(60).optional(),
  from: day.optional(),
  to: day.optional(),
});
export type AuditFilters = z.infer<typeof auditFilters>;

export const audit = {
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
