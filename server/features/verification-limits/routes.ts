import { procedures } from '#server/platform/auth/gate.ts';
import { getOwnLimits, listLevelLimits, saveLevelLimits } from './service.ts';

const routes = procedures.verificationLimits;

export const verificationLimitRoutes = {
  current: routes.current.handler(({ context: { deps, actor } }) => getOwnLimits(deps, actor)),
  list: routes.list.handler(({ context }) => listLevelLimits(context.deps.db.query)),
  save: routes.save.handler(({ context: { deps, actor }, input }) =>
    saveLevelLimits(deps, actor, input),
  ),
};
