import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { PROBLEM_TYPE, type Problem, problemType } from '#contract/shared/rest.ts';
import { type AppError, appError, fieldErrorsOf, malformedRequest } from '../../base/errors.ts';
import { FILE_POLICY, PERMISSIONS_POLICY } from './security-headers.ts';

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

/** The address decides the format of the error. */
interface Sent {
  url?: string | undefined;
  strictTransport: string | undefined;
}

export function refuseLate(socket: Duplex, sent: Sent): void {
  endWith(socket, appError('REQUEST_TIMEOUT'), sent);
}

export function refuseBroken(
  error: Error & { code?: string },
  socket: Duplex,
  sent: Pick<Sent, 'strictTransport'>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Nothing can be said to a caller without TLS.
  if (error.code?.startsWith('ERR_SSL')) {
    socket.destroy();
    return;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    refuseLate(socket, sent);
    return;
  }
  endWith(socket, malformedRequest(error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400), sent);
}

/** Writes to the socket directly: Node has no response object for an unparsed request. */
function endWith(socket: Duplex, error: AppError, { url, strictTransport }: Sent): void {
  const { status } = error;
  const { type, body } = bodyOf(error, { url });
  const text = JSON.stringify(body);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    `Permissions-Policy: ${PERMISSIONS_POLICY}`,
    `Content-Security-Policy: ${FILE_POLICY}`,
    'X-Content-Type-Options: nosniff',
    ...(strictTransport ? [`Strict-Transport-Security: ${strictTransport}`] : []),
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  if (socket.writable) socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
  socket.destroy();
}
