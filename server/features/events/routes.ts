import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { EVENTS_PATH } from '#contract/event-frames.ts';
import { EVENT_POSITION_HEADER, type EventPosition } from '#contract/event-position.ts';
import type { Deps } from '#server/lib/deps.ts';
import { admit } from '#server/lib/gate.ts';
import { authenticate } from '../sessions/service.ts';

/** Serves the event stream; the session decides what it carries. */
export function registerEventStream(app: FastifyInstance, deps: Deps): void {
  const check = authenticate(deps);
  app.get(EVENTS_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const { userId, role, proof } = await admit({ access: 'user' }, request, check);
    const sessionId = proof.id;
    const lastEventId = request.headers['last-event-id']?.toString();
    const begin = await deps.events.open({ userId, role, sessionId, lastEventId });
    begin(openResponse(reply, deps.events.position));
  });
}

/** Takes the response out of Fastify's hands: it costs each write several times its price otherwise. */
function openResponse(reply: FastifyReply, position: EventPosition): ServerResponse {
  reply.hijack();
  const response = reply.raw;
  // The end of the connection is the end of the stream: no chunk of it needs a frame of its own.
  response.removeHeader('transfer-encoding');
  for (const [name, value = ''] of Object.entries(reply.getHeaders())) {
    response.setHeader(name, value);
  }
  return response.writeHead(200, {
    [EVENT_POSITION_HEADER]: position,
    'content-type': 'text/event-stream; charset=utf-8',
    connection: 'close',
    // Proxies must neither keep the stream nor hold it back.
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}
