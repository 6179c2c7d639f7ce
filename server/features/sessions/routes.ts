import { procedures, type RequestContext } from '#server/deps/procedures.ts';
import { originFor } from '#server/platform/http/origin.ts';
import { relyingPartyOf } from '#server/platform/http/relying-party.ts';
import { clearFlowCookie, flowOf, setFlowCookie } from '#server/platform/oidc/flow-cookie.ts';
import { confirmIdentity, confirmWithPasskey, confirmWithProvider } from './confirm-identity.ts';
import {
  clearSecondStepCookie,
  clearSessionCookie,
  readSecondStep,
  readToken,
  setDeviceCookie,
  setSecondStepCookie,
} from './cookie.ts';
import { listFailedLogins } from './failed-logins.ts';
import {
  beginPasskeyLogin,
  finishLogin,
  loginWithPasskey,
  secondStepPasskey,
} from './finish-login.ts';
import {
  enterBrowser,
  findFactorDevice,
  findKnownDevice,
  getSessionView,
  knownByFactor,
  login,
  logout,
  readVisitor,
} from './login.ts';
import { endSessions, listSessionsOf } from './operator-sessions.ts';
import { endOtherSessions, endSession, listOwnSessions } from './own-sessions.ts';
import { createSignInLink, openSignInLink } from './sign-in-links.ts';

type Context = Pick<RequestContext, 'request' | 'reply'>;

const visitorOf = ({ request }: Context) => readVisitor(request);

export const sessionRoutes = {
  login: procedures.sessions.login.handler(async ({ context, input }) => {
    const { deps, request, reply } = context;
    const onSecondStep = (challenge: string) => setSecondStepCookie(request, reply, challenge);
    return enterBrowser(context, await login(deps, visitorOf(context), input, onSecondStep));
  }),
  finishLogin: procedures.sessions.finishLogin.handler(async ({ context, input: proof }) => {
    const { deps, request, reply } = context;
    const party = relyingPartyOf(request);
    const given = { challenge: readSecondStep(request), proof, party };
    const session = await finishLogin(deps, visitorOf(context), given);
    clearSecondStepCookie(request, reply);
    return enterBrowser(context, session);
  }),
  secondStepPasskey: procedures.sessions.secondStepPasskey.handler(
    ({ context: { deps, request } }) =>
      secondStepPasskey(deps, {
        challenge: readSecondStep(request),
        party: relyingPartyOf(request),
      }),
  ),
  beginPasskeyLogin: procedures.sessions.beginPasskeyLogin.handler(
    ({ context: { deps, request } }) => beginPasskeyLogin(deps, relyingPartyOf(request)),
  ),
  loginWithPasskey: procedures.sessions.loginWithPasskey.handler(
    async ({ context, input: answer }) => {
      const party = relyingPartyOf(context.request);
      const session = await loginWithPasskey(context.deps, visitorOf(context), { answer, party });
      return enterBrowser(context, session);
    },
  ),
  createLink: procedures.sessions.createLink.handler(
    ({ context: { deps, actor, request }, input }) => {
      const origin = originFor(deps, request);
      return createSignInLink(deps, actor, { ...input, origin });
    },
  ),
  openLink: procedures.sessions.openLink.handler(async ({ context, input: { token } }) => {
    const { deps, request, reply } = context;
    const onSecondStep = (challenge: string) => setSecondStepCookie(request, reply, challenge);
    const given = { token, onSecondStep };
    const { view, path, session } = await openSignInLink(deps, visitorOf(context), given);
    return { session: session ? enterBrowser(context, { ...session, view }) : view, path };
  }),
  logout: procedures.sessions.logout.handler(async ({ context }) => {
    await logout(context.deps, readToken(context.request));
    clearSessionCookie(context.request, context.reply);
    // Clears the cache with receipts and pages, but not cookies and storage: the device and the language outlive a
    // session.
    context.reply.header('clear-site-data', '"cache"');
    return {};
  }),
  confirmWithPasskey: procedures.sessions.confirmWithPasskey.handler(
    ({ context: { deps, actor, request } }) =>
      confirmWithPasskey(deps, actor, relyingPartyOf(request)),
  ),
  confirmWithProvider: procedures.sessions.confirmWithProvider.handler(
    async ({ context: { deps, actor, request, reply } }) => {
      const { url, cookie } = await confirmWithProvider(deps, actor, originFor(deps, request));
      setFlowCookie(request, reply, cookie);
      return { url };
    },
  ),
  confirm: procedures.sessions.confirm.handler(async ({ context, input: proof }) => {
    const { deps, actor, request, reply } = context;
    const flow = flowOf(deps, request);
    if (proof.kind === 'provider') clearFlowCookie(request, reply);
    const isFactor = proof.kind !== 'password' && proof.kind !== 'provider';
    const find = isFactor ? findFactorDevice : findKnownDevice;
    const device = await find(deps, request, actor.username);
    await confirmIdentity(deps, actor, { proof, device, flow, party: relyingPartyOf(request) });
    if (isFactor && device === undefined) {
      setDeviceCookie(request, reply, await knownByFactor(deps, request, actor.username));
    }
    return {};
  }),
  list: procedures.sessions.list.handler(({ context: { deps, actor } }) =>
    listOwnSessions(deps, actor),
  ),
  failed: procedures.sessions.failed.handler(({ context: { deps, actor } }) =>
    listFailedLogins(deps, actor),
  ),
  end: procedures.sessions.end.handler(async ({ context: { deps, actor }, input }) => {
    await endSession(deps, actor, input);
    return {};
  }),
  endOthers: procedures.sessions.endOthers.handler(({ context: { deps, actor } }) =>
    endOtherSessions(deps, actor),
  ),
  ofUser: procedures.sessions.ofUser.handler(({ context: { deps, actor }, input }) =>
    listSessionsOf(deps, actor, input.userId),
  ),
  endOfUser: procedures.sessions.endOfUser.handler(async ({ context: { deps, actor }, input }) => ({
    ended: await endSessions(deps, actor, input),
  })),
  current: procedures.sessions.current.handler(({ context: { deps, actor } }) =>
    getSessionView(deps, actor.userId, actor.credential.id),
  ),
};
