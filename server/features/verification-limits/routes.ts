import { procedures } from '#server/deps/procedures.ts';
import { getSubject } from '#server/platform/auth/subjects.ts';
import { getOwnLimits, listLevelLimits, saveLevelLimits } from './verification-limits.ts';

const routes = procedures.verificationLimits;

export const verificationLimitRoutes = {
  current: routes.current.handler(({ context: { deps, actor } }) => getOwnLimits(deps, actor)),
  ofUser: routes.ofUser.handler(async ({ context: { deps }, input }) =>
    getOwnLimits(deps, await getSubject(deps.db.query, input.userId)),
  ),
  list: routes.list.handler(({ context }) => listLevelLimits(context.deps.db.query)),
  save: routes.save.handler(({ context: { deps, actor }, input }) =>
    saveLevelLimits(deps, actor, input),
  ),
};
