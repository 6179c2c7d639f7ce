import { ORPCError } from '@orpc/client';
import { createEmitter, createStore } from '../page/store.ts';
import { isSessionOver } from './session-over.ts';

/** Emits when the server ends the session, with the English reason from `errorTable`. */
export const { listen: onSessionEnded, emit: reportSessionEnded } = createEmitter<[string]>();

/** Emits when the server refuses a call because a required second factor is missing. */
export const { listen: onFactorRequired, emit: reportFactorRequired } = createEmitter();

export const endedSession = createStore<string | undefined>(undefined);

/** Reports a refused call if the session has ended, or does not suffice any more. */
export function reportSessionRefusal(error: unknown): void {
  if (isSessionOver(error)) reportSessionEnded(error.message);
  const isFactorMissing =
    error instanceof ORPCError && error.code === 'SECOND_FACTOR_REQUIRED_BY_POLICY';
  if (isFactorMissing) reportFactorRequired();
}
