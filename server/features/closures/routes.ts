import { procedures } from '#server/deps/procedures.ts';
import {
  getOwnClosure,
  listClosures,
  refuseClosure,
  requestClosure,
  withdrawClosure,
} from './closures.ts';

export const closureRoutes = {
  current: procedures.closures.current.handler(({ context: { deps, actor } }) =>
    getOwnClosure(deps, actor),
  ),
  request: procedures.closures.request.handler(({ context: { deps, actor }, input }) =>
    requestClosure(deps, actor, input.reason),
  ),
  withdraw: procedures.closures.withdraw.handler(async ({ context, input }) => {
    await withdrawClosure(context.deps, context.actor, input.id);
    return {};
  }),
  list: procedures.closures.list.handler(({ context: { deps }, input }) =>
    listClosures(deps, input),
  ),
  refuse: procedures.closures.refuse.handler(async ({ context, input }) => {
    await refuseClosure(context.deps, context.actor, input);
    return {};
  }),
};
