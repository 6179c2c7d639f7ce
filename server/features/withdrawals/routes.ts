import { procedures } from '#server/platform/auth/gate.ts';
import { listWithdrawals, requestWithdrawal } from './service.ts';

export const withdrawalRoutes = {
  request: procedures.withdrawals.request.handler(({ context: { deps, actor }, input }) =>
    requestWithdrawal(deps, actor, input),
  ),
  list: procedures.withdrawals.list.handler(({ context: { deps, actor }, input }) =>
    listWithdrawals(deps, actor, input),
  ),
};
