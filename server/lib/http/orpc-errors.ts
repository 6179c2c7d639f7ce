import type { FastifyReply } from 'fastify';
import { appError, isAppError } from '../errors.ts';
import { type FailedRequest, presentError, sayWhen } from './present-error.ts';

interface Step<Result> {
  next(): Promise<Result>;
}

/** oRPC handler interceptor around reading the request: what fails outside a procedure is its sender's mistake. */
export async function presentMalformed<Result>({ next }: Step<Result>): Promise<Result> {
  try {
    return await next();
  } catch (error) {
    throw isAppError(error) ? error : appError('INVALID_INPUT');
  }
}

/** oRPC client interceptor around a procedure: whatever it throws leaves as an error of the closed list. */
export async function presentFailure<Result>({
  context,
  next,
}: Step<Result> & {
  context: { request: FailedRequest; reply: FastifyReply };
}): Promise<Result> {
  try {
    return await next();
  } catch (error) {
    const shown = presentError(error, context.request);
    sayWhen(shown, context.reply);
    throw shown;
  }
}

/**
 * oRPC handler interceptor: keeps what was thrown for the caller of `handle` instead of writing it as
 * oRPC does. To be the first, around those that decide what it is.
 */
export async function keepFailure<Result>({
  context,
  next,
}: Step<Result> & { context: { failure?: unknown } }): Promise<Result | Unmatched> {
  try {
    return await next();
  } catch (error) {
    context.failure = error;
    return { matched: false, response: undefined };
  }
}

interface Unmatched {
  matched: false;
  response: undefined;
}
