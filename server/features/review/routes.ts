import { transactionId } from '#contract/base.ts';
import { procedures } from '#server/lib/gate.ts';
import { getDeskRequest, listQueue } from './desk.ts';
import { decideTransactions } from './service.ts';

export const reviewRoutes = {
  queue: procedures.review.queue.handler(({ context: { deps }, input }) => listQueue(deps, input)),
  desk: procedures.review.desk.handler(({ context: { deps }, input }) =>
    getDeskRequest(deps, input.id),
  ),
  decide: procedures.review.decide.handler(async ({ context: { deps, actor }, input }) => {
    const outcomes = await decideTransactions(deps, actor, input);
    const results = [...outcomes].map(([id, refusal]) => ({
      id: transactionId.parse(id),
      ...(refusal && { refusal: { code: refusal.code, data: refusal.data } }),
    }));
    return { results };
  }),
};
