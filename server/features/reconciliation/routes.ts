import { procedures } from '#server/deps/procedures.ts';
import { createDeposit } from './credit-line.ts';
import { acceptProposals, markNotOurs, matchByHand } from './decide-matches.ts';
import {
  getEvidence,
  getSummary,
  listBalances,
  listMatches,
  listUnclaimed,
  listWaiting,
} from './read-matches.ts';
import { undoDeposit } from './undo-credit.ts';
import { restoreProposal, undoMatch } from './undo-match.ts';

const routes = procedures.reconciliation;

export const reconciliationRoutes = {
  summary: routes.summary.handler(({ context: { deps } }) => getSummary(deps)),
  balances: routes.balances.handler(({ context: { deps } }) => listBalances(deps)),
  matches: routes.matches.handler(({ context: { deps, actor }, input }) =>
    listMatches(deps, actor.userId, input),
  ),
  unclaimed: routes.unclaimed.handler(({ context: { deps, actor }, input }) =>
    listUnclaimed(deps, actor.userId, input),
  ),
  waiting: routes.waiting.handler(({ context: { deps, actor }, input }) =>
    listWaiting(deps, actor.userId, input),
  ),
  evidence: routes.evidence.handler(({ context: { deps, actor }, input }) =>
    getEvidence(deps, actor.userId, input.id),
  ),
  accept: routes.accept.handler(({ context: { deps, actor }, input }) =>
    acceptProposals(deps, actor, input),
  ),
  match: routes.match.handler(({ context: { deps, actor }, input }) =>
    matchByHand(deps, actor, input),
  ),
  markNotOurs: routes.markNotOurs.handler(({ context: { deps, actor }, input }) =>
    markNotOurs(deps, actor, input),
  ),
  createDeposit: routes.createDeposit.handler(({ context: { deps, actor }, input }) =>
    createDeposit(deps, actor, input),
  ),
  undo: routes.undo.handler(async ({ context: { deps, actor }, input }) => {
    await undoMatch(deps, actor, input.id);
    return {};
  }),
  restore: routes.restore.handler(async ({ context: { deps, actor }, input }) => {
    await restoreProposal(deps, actor, input.id);
    return {};
  }),
  undoDeposit: routes.undoDeposit.handler(async ({ context: { deps, actor }, input }) => {
    await undoDeposit(deps, actor, input.id);
    return {};
  }),
};
