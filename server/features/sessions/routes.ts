import type { SessionView } from '#contract/sessions/schema.ts';
import { procedures, type RequestContext } from '#server/platform/auth/gate.ts';
import { originOf } from '#server/platform/config/mail-settings.ts';
import { relyingPartyOf } from '#server/platform/http/relying-party.ts';
import { confirmIdentity, confirmWithPasskey } from './confirmation/service.ts';
import {
  clearSecondStepCookie,
  clearSessionCookie,
  readDevice,
  readSecondStep,
  readToken,
  setDeviceCookie,
  setSecondStepCookie,
  setSessionCookie,
} from './cookie.ts';
import { listFailedLogins } from './failed-logins/service.ts';
import { endSessions, listSessionsOf } from './operator/service.ts';
import { endOtherSessions, endSession, listOwnSessions } from './own-sessions/service.ts';
import {
  beginPasskeyLogin,
  finishLogin,
  loginWithPasskey,
  secondStepPasskey,
} from './second-step/service.ts';
import {
  findFactorDevice,
  findKnownDevice,
  getSessionView,
  knownByFactor,
  login,
  logout,
  type NewSession,
  type Visitor,
} from './service.ts';
import { createSignInLink, openSignInLink } from './sign-in-links/service.ts';

type Context = Pick<RequestContext, 'request' | 'reply'>;

function visitorOf({ request }: Context): Visitor {
  const userAgent = request.headers['user-agent'];
  const [token, device] = [readToken(request), readDevice(request)];
  const { isDirect } = request.arrival;
  return { ip: request.ip, userAgent, token, device, isDirect };
}

function enter(
  { request, reply }: Context,
  session: NewSession & { view: SessionView; device: string },
): SessionView {
  setSessionCookie(request, reply, session);
  setDeviceCookie(request, reply, session.device);
  return session.view;
}

export const sessionRoutes = {
  login: procedures.sessions.login.handler(async ({ context, input }) => {
    const { deps, request, reply } = context;
    const onSecondStep = (challenge: string) => setSecondStepCookie(request, reply, challenge);
    return enter(context, await login(deps, visitorOf(context), input, onSecondStep));
  }),
  finishLogin: procedures.sessions.finishLogin.handler(async ({ context, input: proof }) => {
    const { deps, request, reply } = context;
    const party = relyingPartyOf(request);
    const given = { challenge: readSecondStep(request), proof, party };
    const session = await finishLogin(deps, visitorOf(context), given);
    clearSecondStepCookie(request, reply);
    return enter(context, session);
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
      return enter(context, session);
    },
  ),
  createLink: procedures.sessions.createLink.handler(
    ({ context: { deps, actor, request }, input }) => {
      const { origin = originOf(deps.config) } = request.arrival;
      return createSignInLink(deps, actor, { ...input, origin });
    },
  ),
  openLink: procedures.sessions.openLink.handler(async ({ context, input: { token } }) => {
    const { deps, request, reply } = context;
    const onSecondStep = (challenge: string) => setSecondStepCookie(request, reply, challenge);
    const given = { token, onSecondStep };
    const { view, path, session } = await openSignInLink(deps, visitorOf(context), given);
    return { session: session ? enter(context, { ...session, view }) : view, path };
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
  confirm: procedures.sessions.confirm.handler(async ({ context, input: proof }) => {
    const { deps, actor, request, reply } = context;
    const isFactor = proof.kind !== 'password';
    const find = isFactor ? findFactorDevice : findKnownDevice;
    const device = await find(deps, request, actor.username);
    await confirmIdentity(deps, actor, { proof, device, party: relyingPartyOf(request) });
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
  current: procedures.sessions.current.handler(({ context }) =>
    getSessionView(context.deps, context.actor.userId, context.actor.credential.id),
  ),
};
