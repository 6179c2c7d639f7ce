import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { appError, isAppError } from '../errors.ts';
import { presentError } from './present-error.ts';

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

/**
 * oRPC client interceptor around a procedure: whatever it throws leaves as an error of the closed list,
 * and one that says in how many `seconds` to try again says so in the header too.
 */
export async function presentFailure<Result>({
  context,
  next,
}: Step<Result> & {
  context: { request: { id: string; log: FastifyBaseLogger }; reply: FastifyReply };
}): Promise<Result> {
  try {
    return await next();
  } catch (error) {
    const shown = presentError(error, context.request);
    const seconds = shown.data?.seconds;
    if (typeof seconds === 'number') context.reply.header('retry-after', seconds);
    throw shown;
  }
}
