import { transactionId } from '#contract/shared/base.ts';
import { procedures } from '#server/deps/procedures.ts';
import { claimRequest } from './claims.ts';
import type { DecisionResults } from './decisions.ts';
import { decideOnDesk, decideRequests } from './defer-decisions.ts';
import { getDeskRequest, listQueue, listUnderWay } from './review-desk.ts';
import { undoDecision, undoDecisions } from './undo-decision.ts';

export const reviewRoutes = {
  queue: procedures.review.queue.handler(({ context: { deps, actor }, input }) =>
    listQueue(deps, actor.userId, input),
  ),
  underWay: procedures.review.underWay.handler(({ context: { deps, actor } }) =>
    listUnderWay(deps, actor.userId),
  ),
  desk: procedures.review.desk.handler(({ context: { deps, actor }, input }) =>
    getDeskRequest(deps, actor, input.id),
  ),
  claim: procedures.review.claim.handler(async ({ context: { deps, actor }, input }) => ({
    claim: await claimRequest(deps, actor, input.id),
  })),
  decideOne: procedures.review.decideOne.handler(({ context: { deps, actor }, input }) =>
    decideOnDesk(deps, actor, input),
  ),
  undo: procedures.review.undo.handler(async ({ context: { deps, actor }, input }) => {
    await undoDecision(deps, actor, input.id);
    return {};
  }),
  undoAll: procedures.review.undoAll.handler(async ({ context: { deps, actor }, input }) => ({
    results: toResults(await undoDecisions(deps, actor, input.ids)),
  })),
  decide: procedures.review.decide.handler(async ({ context: { deps, actor }, input }) => {
    const { results, undoMs } = await decideRequests(deps, actor, input);
    return { results: toResults(results), undoMs };
  }),
};

function toResults(byId: DecisionResults) {
  return [...byId].map(([id, refusal]) => ({
    id: transactionId.parse(id),
    ...(refusal && { refusal: { code: refusal.code, data: refusal.data } }),
  }));
}
