import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BodyPace } from './limits.ts';

interface Arriving {
  request: IncomingMessage;
  response: ServerResponse;
  bytesBefore: number;
  lookedAt: number;
  waitedMs: number;
}

/** Ends requests whose body arrives more slowly than `pace`, by `refuse` if no response has started. */
export function watchBodies(
  server: Server,
  pace: BodyPace,
  refuse: (request: IncomingMessage) => void,
): void {
  const arriving = new Set<Arriving>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request.headers)) return;
    const bytesBefore = request.socket.bytesRead;
    const one = { request, response, bytesBefore, lookedAt: performance.now(), waitedMs: 0 };
    arriving.add(one);
    request.once('close', () => arriving.delete(one));
  });
  const timer = setInterval(() => {
    for (const one of arriving) if (isOver(one, pace, refuse)) arriving.delete(one);
  }, pace.checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}

function isOver(
  arriving: Arriving,
  { graceMs, bytesPerSecond }: BodyPace,
  refuse: (request: IncomingMessage) => void,
): boolean {
  const { request, response, bytesBefore, lookedAt } = arriving;
  if (request.complete || request.socket.destroyed) return true;
  arriving.lookedAt = performance.now();
  // While received data waits to be read, the time counts as the server's and not as the client's.
  const isHeldBack = request.readableLength >= request.readableHighWaterMark;
  if (!isHeldBack) arriving.waitedMs += arriving.lookedAt - lookedAt;
  const received = request.socket.bytesRead - bytesBefore;
  if (arriving.waitedMs <= graceMs + (received / bytesPerSecond) * 1000) return false;
  if (response.headersSent) request.socket.destroy();
  else refuse(request);
  return true;
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
