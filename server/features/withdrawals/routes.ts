import { procedures } from '#server/deps/procedures.ts';
import { actFor } from '#server/platform/auth/subjects.ts';
import { listWithdrawals, requestWithdrawal } from './request-withdrawal.ts';

export const withdrawalRoutes = {
  request: procedures.withdrawals.request.handler(({ context: { deps, actor }, input }) =>
    requestWithdrawal(deps, actor, input),
  ),
  requestFor: procedures.withdrawals.requestFor.handler(
    ({ context: { deps, actor }, input: { userId, ...form } }) =>
      requestWithdrawal(deps, actFor(actor, userId), form),
  ),
  list: procedures.withdrawals.list.handler(({ context: { deps, actor }, input }) =>
    listWithdrawals(deps, actor, input),
  ),
};
