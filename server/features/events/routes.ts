import { procedures } from '#server/lib/gate.ts';

export const eventRoutes = {
  subscribe: procedures.events.subscribe.handler(({ context, lastEventId, signal }) => {
    const { userId, role, sessionId } = context.actor;
    // Proxies must neither keep the stream nor hold it back.
    context.reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    return context.deps.events.subscribe({ userId, role, sessionId, lastEventId, signal });
  }),
};
