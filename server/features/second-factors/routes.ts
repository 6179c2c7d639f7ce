import { procedures } from '#server/deps/procedures.ts';
import { relyingPartyOf } from '#server/platform/http/relying-party.ts';
import { getBrandName } from '../settings/settings.ts';
import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  confirmAuthenticator,
  getOwnFactors,
  removeOwnAuthenticator,
  removeOwnPasskey,
  renameOwnPasskey,
  replaceRecoveryCodes,
} from './second-factors.ts';

const routes = procedures.secondFactors;

export const secondFactorRoutes = {
  get: routes.get.handler(({ context: { deps, actor } }) => getOwnFactors(deps, actor)),
  beginAuthenticator: routes.beginAuthenticator.handler(async ({ context: { deps, actor } }) =>
    beginAuthenticator(deps, actor, await getBrandName(deps)),
  ),
  confirmAuthenticator: routes.confirmAuthenticator.handler(({ context: { deps, actor }, input }) =>
    confirmAuthenticator(deps, actor, input.code),
  ),
  removeAuthenticator: routes.removeAuthenticator.handler(async ({ context: { deps, actor } }) => {
    await removeOwnAuthenticator(deps, actor);
    return {};
  }),
  beginPasskey: routes.beginPasskey.handler(async ({ context: { deps, actor, request } }) =>
    beginPasskey(deps, actor, {
      product: await getBrandName(deps),
      party: relyingPartyOf(request),
    }),
  ),
  addPasskey: routes.addPasskey.handler(({ context: { deps, actor, request }, input }) =>
    addPasskey(deps, actor, { ...input, party: relyingPartyOf(request) }),
  ),
  renamePasskey: routes.renamePasskey.handler(async ({ context: { deps, actor }, input }) => {
    await renameOwnPasskey(deps, actor, input);
    return {};
  }),
  removePasskey: routes.removePasskey.handler(async ({ context: { deps, actor }, input }) => {
    await removeOwnPasskey(deps, actor, input);
    return {};
  }),
  replaceRecoveryCodes: routes.replaceRecoveryCodes.handler(({ context: { deps, actor } }) =>
    replaceRecoveryCodes(deps, actor),
  ),
};
