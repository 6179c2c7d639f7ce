import { procedures } from '#server/platform/auth/gate.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  getOwnFactors,
  removeOwnAuthenticator,
  replaceRecoveryCodes,
} from './service.ts';

const routes = procedures.secondFactors;

export const secondFactorRoutes = {
  get: routes.get.handler(({ context: { deps, actor } }) => getOwnFactors(deps, actor)),
  beginAuthenticator: routes.beginAuthenticator.handler(({ context: { deps, actor } }) =>
    beginAuthenticator(deps, actor),
  ),
  confirmAuthenticator: routes.confirmAuthenticator.handler(({ context: { deps, actor }, input }) =>
    confirmAuthenticator(deps, actor, input.code),
  ),
  removeAuthenticator: routes.removeAuthenticator.handler(async ({ context }) => {
    await removeOwnAuthenticator(context.deps, context.actor);
    return {};
  }),
  replaceRecoveryCodes: routes.replaceRecoveryCodes.handler(({ context: { deps, actor } }) =>
    replaceRecoveryCodes(deps, actor),
  ),
};
