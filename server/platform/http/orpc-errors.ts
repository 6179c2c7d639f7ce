import type { FastifyReply } from 'fastify';
import { appError, isAppError } from '../../base/errors.ts';
import { type FailedRequest, presentError, sayWhen } from './present-error.ts';

interface Step<Result> {
  next(): Promise<Result>;
}

export async function toMalformedInputError<Result>({ next }: Step<Result>): Promise<Result> {
  try {
    return await next();
  } catch (error) {
    throw isAppError(error) ? error : appError('INVALID_INPUT');
  }
}

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

/** The caller of `handle` writes the response instead of oRPC. It must be the outermost interceptor. */
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
