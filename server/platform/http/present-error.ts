import { ORPCError, ValidationError } from '@orpc/server';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify';
import { REST_PATH } from '#contract/shared/rest.ts';
import {
  type AppError,
  appError,
  CallerGone,
  invalidFields,
  toAppError,
} from '../../base/errors.ts';
import { isOutage } from '../../base/outages.ts';
import { logError } from '../../base/repeated-errors.ts';
import { ImageWorkerUnavailable, isStoreOutage, ScannerUnavailable } from '../files/failures.ts';
import { bodyOf } from './refusals.ts';

/** The Retry-After of UNAVAILABLE. Most outages are a lock or a restart. */
const RETRY_AFTER_SECONDS = 2;

/** Each request has its own logger; the server's counts repetitions. */
export interface FailedRequest {
  id: string;
  log: FastifyBaseLogger;
  server: { log: FastifyBaseLogger };
}

const shownCodes = new WeakMap<FailedRequest, string>();

/** Returns the code of the error that a request got; undefined if it succeeded. */
export function shownCodeOf(request: FailedRequest): string | undefined {
  return shownCodes.get(request);
}

/** Unexpected errors are logged and become INTERNAL with the request's id only; outages become UNAVAILABLE. */
export function presentError(error: unknown, request: FailedRequest): AppError {
  const shown = toShownError(error, request);
  shownCodes.set(request, shown.code);
  return shown;
}

function toShownError(error: unknown, { id: requestId, log, server }: FailedRequest): AppError {
  const known = toAppError(error) ?? malformed(error) ?? refusedByFastify(error);
  if (known) return known;
  if (isGone(error)) {
    log.info({ requestId }, 'the client disconnected before the response was complete');
    return appError('INTERNAL', { requestId });
  }
  if (isStoreOutage(error)) {
    logError(server.log, { error, requestId, message: 'no store of files' });
    return appError('FILES_UNAVAILABLE');
  }
  if (error instanceof ScannerUnavailable) {
    const message = 'virus scanner unavailable: uploads are refused';
    logError(server.log, { error, requestId, message, level: 'error' });
    return appError('FILES_UNAVAILABLE');
  }
  if (error instanceof ImageWorkerUnavailable) {
    const message = 'image worker could not be started: uploads are refused';
    logError(server.log, { error, requestId, message, level: 'error' });
    return appError('FILES_UNAVAILABLE');
  }
  if (isOutage(error)) {
    logError(server.log, { error, requestId, message: 'unavailable' });
    return appError('UNAVAILABLE');
  }
  logError(server.log, { error, requestId, message: 'request failed', level: 'error' });
  return appError('INTERNAL', { requestId });
}

function isGone(error: unknown): boolean {
  if (error instanceof CallerGone) return true;
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function malformed(error: unknown): AppError | undefined {
  if (!(error instanceof ORPCError)) return undefined;
  if (error.code === 'NOT_FOUND') return appError('NOT_FOUND');
  if (error.code !== 'BAD_REQUEST') return undefined;
  if (!(error.cause instanceof ValidationError)) return appError('INVALID_INPUT');
  return invalidFields(error.cause.issues);
}

function refusedByFastify(error: unknown): AppError | undefined {
  const status = error instanceof Error ? (error as Partial<FastifyError>).statusCode : undefined;
  if (status === 413) return appError('PAYLOAD_TOO_LARGE');
  if (status === 415) return appError('UNSUPPORTED_TYPE');
  if (status === 429) return appError('RATE_LIMITED');
  if (status === 404) return appError('NOT_FOUND');
  if (status === 503) return appError('UNAVAILABLE');
  return status !== undefined && status >= 400 && status < 500
    ? appError('INVALID_INPUT')
    : undefined;
}

export async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const shown = presentError(error, request);
  const { type, body } = bodyOf(shown, request);
  sayWhen(shown, reply);
  if (shown.status === 401 && request.url.startsWith(`${REST_PATH}/`)) {
    reply.header('www-authenticate', 'Bearer');
  }
  return reply.status(shown.status).header('cache-control', 'no-store').type(type).send(body);
}

export function sayWhen({ data }: AppError, reply: FastifyReply): void {
  if (typeof data?.seconds === 'number') reply.header('retry-after', data.seconds);
}

/** Fastify hook. */
export function addRetryAfter(
  _request: FastifyRequest,
  reply: FastifyReply,
  _payload: unknown,
  done: HookHandlerDoneFunction,
): void {
  if (reply.statusCode === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  done();
}
