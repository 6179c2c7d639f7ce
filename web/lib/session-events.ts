import { isSessionOver } from './session-over.ts';
import { createEmitter } from './store.ts';

/** The ends of the session that the server has spoken of, with the English reason from the closed list. */
export const { listen: onSessionEnded, emit: reportSessionEnded } = createEmitter<[string]>();

/** Reports the end of the session when `error` is a refusal for want of one. */
export function reportIfSessionEnded(error: unknown): void {
  if (isSessionOver(error)) reportSessionEnded(error.message);
}
