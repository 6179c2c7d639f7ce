import { transactionId } from '#contract/base.ts';
import { procedures } from '#server/lib/gate.ts';
import { decideTransactions } from './service.ts';

export const reviewRoutes = {
  decide: procedures.review.decide.handler(async ({ context: { deps, actor }, input }) => {
    const outcomes = await decideTransactions(deps, actor, input);
    const results = [...outcomes].map(([id, refusal]) => ({
      id: transactionId.parse(id),
      ...(refusal && { refusal: { code: refusal.code, data: refusal.data } }),
    }));
    return { results };
  }),
};
