import { procedures } from '#server/platform/auth/gate.ts';
import { relyingPartyOf } from '#server/platform/http/relying-party.ts';
import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  confirmAuthenticator,
  getOwnFactors,
  presentPasskey,
  removeOwnAuthenticator,
  removeOwnPasskey,
  renameOwnPasskey,
  replaceRecoveryCodes,
} from './service.ts';

const routes = procedures.secondFactors;

export const secondFactorRoutes = {
  get: routes.get.handler(({ context: { deps, actor } }) => getOwnFactors(deps, actor)),
  beginAuthenticator: routes.beginAuthenticator.handler(
    ({ context: { deps, actor, request }, input }) =>
      beginAuthenticator(deps, actor, { ...input, party: relyingPartyOf(request) }),
  ),
  confirmAuthenticator: routes.confirmAuthenticator.handler(({ context: { deps, actor }, input }) =>
    confirmAuthenticator(deps, actor, input.code),
  ),
  removeAuthenticator: routes.removeAuthenticator.handler(async ({ context, input }) => {
    const { deps, actor, request } = context;
    await removeOwnAuthenticator(deps, actor, { ...input, party: relyingPartyOf(request) });
    return {};
  }),
  beginPasskey: routes.beginPasskey.handler(({ context: { deps, actor, request }, input }) =>
    beginPasskey(deps, actor, { ...input, party: relyingPartyOf(request) }),
  ),
  presentPasskey: routes.presentPasskey.handler(({ context: { deps, actor, request } }) =>
    presentPasskey(deps, actor, relyingPartyOf(request)),
  ),
  addPasskey: routes.addPasskey.handler(({ context: { deps, actor, request }, input }) =>
    addPasskey(deps, actor, { ...input, party: relyingPartyOf(request) }),
  ),
  renamePasskey: routes.renamePasskey.handler(async ({ context: { deps, actor }, input }) => {
    await renameOwnPasskey(deps, actor, input);
    return {};
  }),
  removePasskey: routes.removePasskey.handler(async ({ context, input }) => {
    const { deps, actor, request } = context;
    await removeOwnPasskey(deps, actor, { ...input, party: relyingPartyOf(request) });
    return {};
  }),
  replaceRecoveryCodes: routes.replaceRecoveryCodes.handler(
    ({ context: { deps, actor, request }, input }) =>
      replaceRecoveryCodes(deps, actor, { ...input, party: relyingPartyOf(request) }),
  ),
};
