import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import pLimit from 'p-limit';
import { EVENTS_PATH } from '#contract/events/frames.ts';
import { EVENT_POSITION_HEADER, type EventPosition } from '#contract/events/position.ts';
import { CallerGone } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import { admit } from '#server/platform/auth/gate.ts';
import { authenticate } from '../sessions/login.ts';

/** How many new streams are checked in parallel: thousands after a restart must not delay other requests. */
const MAX_PARALLEL_CHECKS = 8;

export function registerEventStream(app: FastifyInstance, deps: Deps): void {
  const check = authenticate(deps);
  const inTurn = pLimit(MAX_PARALLEL_CHECKS);
  app.get(EVENTS_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const { userId, role, adminRole, credential } = await inTurn(() => {
      // While the database is slow, browsers try again: checks of those that left would delay the others.
      if (reply.raw.destroyed) throw new CallerGone();
      return admit({ access: 'user' }, request, check);
    });
    const sessionId = credential.id;
    const lastEventId = request.headers['last-event-id']?.toString();
    const begin = await deps.events.open({ userId, role, adminRole, sessionId, lastEventId });
    begin(openResponse(reply, deps.events.position));
  });
}

/** Bypasses Fastify's response stream, which makes each write several times as expensive. */
function openResponse(reply: FastifyReply, position: EventPosition): ServerResponse {
  reply.hijack();
  const response = reply.raw;
  response.removeHeader('transfer-encoding');
  for (const [name, value = ''] of Object.entries(reply.getHeaders())) {
    response.setHeader(name, value);
  }
  return response.writeHead(200, {
    [EVENT_POSITION_HEADER]: position,
    'content-type': 'text/event-stream; charset=utf-8',
    connection: 'close',
    // Proxies must neither cache nor buffer the stream.
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}
