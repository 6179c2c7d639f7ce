import { procedures } from '#server/deps/procedures.ts';
import { originFor } from '#server/platform/http/origin.ts';
import { clearFlowCookie, flowOf, setFlowCookie } from '#server/platform/oidc/flow-cookie.ts';
import { beginFlow } from '#server/platform/oidc/flows.ts';
import { setSecondStepCookie } from '../sessions/cookie.ts';
import { enterBrowser, readVisitor } from '../sessions/login.ts';
import { beginLink, getOwnIdentity, linkIdentity, unlinkIdentity } from './identities.ts';
import { loginWithProvider } from './provider-login.ts';

const { own, beginLink: begin, link, unlink } = procedures.identities;

export const identityRoutes = {
  own: own.handler(({ context: { deps, actor } }) => getOwnIdentity(deps, actor)),
  beginLink: begin.handler(async ({ context: { deps, actor, request, reply } }) => {
    const { url, cookie } = await beginLink(deps, actor, originFor(deps, request));
    setFlowCookie(request, reply, cookie);
    return { url };
  }),
  link: link.handler(async ({ context: { deps, actor, request, reply }, input: { response } }) => {
    clearFlowCookie(request, reply);
    await linkIdentity(deps, actor, { ...flowOf(deps, request), response });
    return {};
  }),
  unlink: unlink.handler(async ({ context: { deps, actor } }) => {
    await unlinkIdentity(deps, actor);
    return {};
  }),
};

const { beginProviderLogin, loginWithProvider: login } = procedures.sessions;

/** The procedures of sessions that this feature implements. */
export const providerLoginRoutes = {
  beginProviderLogin: beginProviderLogin.handler(
    async ({ context: { deps, request, reply }, input: { path = null } }) => {
      const origin = originFor(deps, request);
      const { url, cookie } = await beginFlow(deps, { purpose: 'signIn', path, origin });
      setFlowCookie(request, reply, cookie);
      return { url };
    },
  ),
  loginWithProvider: login.handler(async ({ context, input: { response } }) => {
    const { deps, request, reply } = context;
    const answer = { ...flowOf(deps, request), response };
    clearFlowCookie(request, reply);
    const onSecondStep = (challenge: string) => setSecondStepCookie(request, reply, challenge);
    const { session, view, path } = await loginWithProvider(deps, readVisitor(request), {
      ...{ answer, onSecondStep },
    });
    return { session: enterBrowser(context, { ...session, view }), path };
  }),
};
