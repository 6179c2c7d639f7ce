import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { appError } from '../errors.ts';

/** An error in the shape that a caller of that address reads. */
export function bodyOf(error: ReturnType<typeof appError>, url: string | undefined): object {
  return url?.startsWith('/rpc') ? { json: error.toJSON() } : error.toJSON();
}

/** Ends a connection whose request did not come in time. */
export function refuseLate(socket: Duplex, url?: string): void {
  const error = appError('REQUEST_TIMEOUT');
  endWith(socket, error.status, JSON.stringify(bodyOf(error, url)));
}

/** Node's `clientError`: a request that did not come in time, or that no HTTP can be read from. */
export function refuseBroken(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    refuseLate(socket);
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  endWith(socket, status, JSON.stringify({ ...appError('INVALID_INPUT').toJSON(), status }));
}

/** There is no reply to send it by: Node has no request, or is in the midst of one. */
function endWith(socket: Duplex, status: number, body: string): void {
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nCache-Control: no-store\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroy();
}
