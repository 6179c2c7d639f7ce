import { z } from 'zod';
import { forAdmins, id, notes, requestKey, transactionId } from './base.ts';
import { errorsOf } from './errors.ts';
import { MAX_DECISIONS_AT_ONCE } from './rules.ts';

const decision = z.enum(['approved', 'rejected']);
export type Decision = z.infer<typeof decision>;

/** What became of one request: nothing but its id where the decision stands, or why it could not be decided. */
const decisionResult = z.object({
  id: transactionId,
  /** TRANSACTION_NOT_FOUND, ALREADY_DECIDED, OWN_REQUEST, AMOUNT_OUT_OF_RANGE or INSUFFICIENT_BALANCE, with its data. */
  refusal: z
    .object({
      code: z.string(),
      data: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .optional(),
    })
    .optional(),
});
export type DecisionResult = z.infer<typeof decisionResult>;

export const review = {
  decide: forAdmins
    .route({
      method: 'POST',
      path: '/transactions/decisions',
      summary: 'Approve or reject pending requests, each with its own result',
    })
    .errors(errorsOf('SOURCE_NOT_FOUND', 'IDEMPOTENCY_CONFLICT'))
    .input(
      z.object({
        ids: z.array(transactionId).min(1).max(MAX_DECISIONS_AT_ONCE),
        decision,
        notes: notes.optional(),
        /** Attributes approved deposits to an active source. */
        sourceId: id.optional(),
        requestKey,
      }),
    )
    .output(z.object({ results: z.array(decisionResult) })),
};
