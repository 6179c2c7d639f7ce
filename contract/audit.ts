import { z } from 'zod';
import { cursor, day, forAdmins, id, pageOf, pageSize, searchTerm } from './base.ts';

/** One record: who did what to what, with what it was before and after. */
export const auditRow = z.object({
  id,
  /** Null for what the server did by itself. */
  actorId: z.string().nullable(),
  /** The username, while the account exists. */
  actorName: z.string().nullable(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  /** The user it is about, if any, and their username: while the account exists, and in the record of its deletion. */
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string().nullable(),
  createdAt: z.date(),
});
export type AuditRow = z.infer<typeof auditRow>;

export const auditFilters = z.object({
  /** Part of an actor's or concerned user's name, part of an action, or the start of an id. */
  search: searchTerm,
  action: z.string().max(60).optional(),
  from: day.optional(),
  to: day.optional(),
});
export type AuditFilters = z.infer<typeof auditFilters>;

export const audit = {
  list: forAdmins
    .meta({ scope: 'reports:read' })
    .route({ method: 'GET', path: '/audit', summary: 'Who did what, newest first' })
    .input(
      auditFilters.extend({
        cursor: cursor.optional(),
        limit: pageSize,
      }),
    )
    .output(pageOf(auditRow)),
  actions: forAdmins
    .meta({ scope: 'reports:read' })
    .route({ method: 'GET', path: '/audit/actions', summary: 'The actions that occur' })
    .output(z.array(z.string())),
  /** What the checks in the background found: each pass walks all chains, a part at a time. */
  verification: forAdmins
    .meta({ scope: 'reports:read' })
    .route({ method: 'GET', path: '/audit/verification', summary: 'State of the audit chains' })
    .output(
      z.object({
        /** When the newest whole pass ended; null before the first. */
        checkedAt: z.date().nullable(),
        /** What that pass walked. */
        chains: z.int(),
        rows: z.int(),
        /** Chains that it, or the pass under way, found broken. */
        broken: z.array(z.object({ chainId: z.string(), seq: z.int(), reason: z.string() })),
      }),
    ),
};
