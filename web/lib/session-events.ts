import { isSessionOver } from './session-over.ts';
import { createEmitter, createStore } from './store.ts';

/** The ends of the session that the server has spoken of, with the English reason from the closed list. */
export const { listen: onSessionEnded, emit: reportSessionEnded } = createEmitter<[string]>();

/** Why the session that was open here has ended, until someone signs in again. */
export const endedSession = createStore<string | undefined>(undefined);

/** Reports the end of the session when `error` is a refusal for want of one. */
export function reportIfSessionEnded(error: unknown): void {
  if (isSessionOver(error)) reportSessionEnded(error.message);
}
