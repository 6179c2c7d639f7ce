import { procedures } from '#server/platform/auth/gate.ts';
import { confirmIdentity } from './confirmation/service.ts';
import {
  clearSessionCookie,
  readDevice,
  readToken,
  setDeviceCookie,
  setSessionCookie,
} from './cookie.ts';
import { findKnownDevice, getSessionView, login, logout } from './service.ts';

export const sessionRoutes = {
  login: procedures.sessions.login.handler(async ({ context, input }) => {
    const { deps, request, reply } = context;
    const userAgent = request.headers['user-agent'];
    const [token, device] = [readToken(request), readDevice(request)];
    const { isDirect } = request.arrival;
    const visitor = { ip: request.ip, userAgent, token, device, isDirect };
    const session = await login(deps, visitor, input);
    setSessionCookie(request, reply, session);
    setDeviceCookie(request, reply, session.device);
    return session.view;
  }),
  logout: procedures.sessions.logout.handler(async ({ context }) => {
    await logout(context.deps, readToken(context.request));
    clearSessionCookie(context.request, context.reply);
    // Clears the cache with receipts and pages, but not cookies and storage: the device and the language outlive a
    // session.
    context.reply.header('clear-site-data', '"cache"');
    return {};
  }),
  confirm: procedures.sessions.confirm.handler(async ({ context, input: proof }) => {
    const { deps, actor, request } = context;
    const device = await findKnownDevice(deps, request, actor.username);
    await confirmIdentity(deps, actor, { proof, device });
    return {};
  }),
  current: procedures.sessions.current.handler(({ context }) =>
    getSessionView(context.deps, context.actor.userId),
  ),
};
