import { z } from 'zod';
import { decisionResult } from '../review/schema.ts';
import {
  cursor,
  done,
  forAdmins,
  id,
  pageOf,
  pageSize,
  paise,
  paiseSum,
  paragraph,
  requestKey,
  transactionId,
  userId,
} from '../shared/base.ts';
import { statementLine } from '../statements/schema.ts';
import { adminTransaction } from '../transactions/schema.ts';
import {
  LINE_FINDINGS,
  MATCH_GRADES,
  MATCH_REASONS,
  MAX_ACCEPTED_AT_ONCE,
  MAX_NOT_OURS_NOTE,
  MAX_PARTS,
} from './rules.ts';

export const statementMatch = z.object({
  id,
  kind: z.enum(['deposit', 'not_ours']),
  grade: z.enum(MATCH_GRADES),
  reason: z.enum(MATCH_REASONS),
  paise,
  note: z.string().nullable(),
  state: z.enum(['proposed', 'accepted', 'undone']),
  createdAt: z.date(),
  createdBy: z.string().nullable(),
  endedAt: z.date().nullable(),
  endedBy: z.string().nullable(),
  line: statementLine,
  request: adminTransaction.nullable(),
});
export type StatementMatch = z.infer<typeof statementMatch>;

export const unclaimedLine = statementLine.extend({
  unclaimedPaise: paise,
  finding: z.enum(LINE_FINDINGS).nullable(),
  requests: z.array(adminTransaction),
});
export type UnclaimedLine = z.infer<typeof unclaimedLine>;

const count = z.object({ count: z.int(), paise: paiseSum });
const page = { cursor: cursor.optional(), limit: pageSize };

export const reconciliation = {
  summary: forAdmins('statements:read')
    .route({ method: 'GET', path: '/reconciliation/summary', summary: 'Numbers' })
    .output(
      z.object({
        certain: count,
        likely: count,
        possible: count,
        unclaimed: count,
        waiting: count,
        upTo: z.date().nullable(),
      }),
    ),
  matches: forAdmins('statements:read')
    .route({ method: 'GET', path: '/reconciliation/matches', summary: 'Matches' })
    .input(
      z.object({
        state: z.enum(['proposed', 'accepted']),
        grade: z.enum(MATCH_GRADES).optional(),
        ...page,
      }),
    )
    .output(pageOf(statementMatch)),
  unclaimed: forAdmins('statements:read')
    .route({ method: 'GET', path: '/reconciliation/unclaimed', summary: 'Money without a request' })
    .input(z.object(page))
    .output(pageOf(unclaimedLine)),
  waiting: forAdmins('statements:read')
    .route({ method: 'GET', path: '/reconciliation/waiting', summary: 'Requests without money' })
    .input(z.object(page))
    .output(pageOf(adminTransaction).extend({ upTo: z.date().nullable() })),
  accept: forAdmins('statements:read')
    .route({ method: 'POST', path: '/reconciliation/matches/accept', summary: 'Accept' })
    .input(z.object({ ids: z.array(id).min(1).max(MAX_ACCEPTED_AT_ONCE), requestKey }))
    .output(z.object({ results: z.array(decisionResult) })),
  match: forAdmins('statements:read')
    .route({ method: 'POST', path: '/reconciliation/match', summary: 'Match by hand' })
    .input(
      z.object({
        lineId: id,
        parts: z
          .array(z.object({ requestId: transactionId, paise }))
          .min(1)
          .max(MAX_PARTS),
        requestKey,
      }),
    )
    .output(z.object({ results: z.array(decisionResult) })),
  markNotOurs: forAdmins('statements:read')
    .route({ method: 'POST', path: '/reconciliation/not-ours', summary: 'Not ours' })
    .input(z.object({ lineId: id, note: paragraph(MAX_NOT_OURS_NOTE), requestKey }))
    .output(z.object({ id })),
  createDeposit: forAdmins('statements:read')
    .route({ method: 'POST', path: '/reconciliation/deposits', summary: 'Create a deposit' })
    .input(z.object({ lineId: id, userId, requestKey }))
    .output(z.object({ id: transactionId })),
  undo: forAdmins('statements:read')
    .route({ method: 'POST', path: '/reconciliation/matches/{id}/undo', summary: 'Undo' })
    .input(z.object({ id }))
    .output(done),
  evidence: forAdmins('statements:read')
    .route({ method: 'GET', path: '/reconciliation/evidence/{id}', summary: 'Evidence' })
    .input(z.object({ id: transactionId }))
    .output(z.object({ matches: z.array(statementMatch), upTo: z.date().nullable() })),
};
