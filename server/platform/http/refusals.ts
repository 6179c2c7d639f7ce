import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { PROBLEM_TYPE, type Problem, problemType } from '#contract/shared/rest.ts';
import { type AppError, appError, fieldErrorsOf, malformedRequest } from '../runtime/errors.ts';
import { PERMISSIONS_POLICY } from './security-headers.ts';

export function bodyOf(
  error: AppError,
  { url, id }: { url?: string | undefined; id?: string },
): { type: string; body: object } {
  return url?.startsWith('/rpc')
    ? { type: 'application/json', body: { json: error.toJSON() } }
    : { type: PROBLEM_TYPE, body: problemOf(error, id) };
}

function problemOf(error: AppError, requestId?: string): Problem {
  const { code, status, message, data } = error;
  const errors = fieldErrorsOf(error);
  const { type, title } = problemType(code);
  const instance = requestId && { instance: `urn:uuid:${requestId}` };
  const optional = { ...(data && { data }), ...(errors && { errors }) };
  return { type, title, status, detail: message, ...instance, code, ...optional };
}

export function refuseLate(socket: Duplex, url?: string): void {
  endWith(socket, appError('REQUEST_TIMEOUT'), { url });
}

export function refuseBroken(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    refuseLate(socket);
    return;
  }
  endWith(socket, malformedRequest(error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400));
}

/** Writes to the socket directly: Node has no response object for an unparsed request. */
function endWith(
  socket: Duplex,
  error: AppError,
  { url }: { url?: string | undefined } = {},
): void {
  const { status } = error;
  const { type, body } = bodyOf(error, { url });
  const text = JSON.stringify(body);
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nCache-Control: no-store\r\n` +
        `Permissions-Policy: ${PERMISSIONS_POLICY}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  }
  socket.destroy();
}
