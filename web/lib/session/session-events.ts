import { isSessionOver } from './session-over.ts';
import { createEmitter, createStore } from './store.ts';

/** Emits when the server ends the session, with the English reason from `errorTable`. */
export const { listen: onSessionEnded, emit: reportSessionEnded } = createEmitter<[string]>();

export const endedSession = createStore<string | undefined>(undefined);

export function reportIfSessionEnded(error: unknown): void {
  if (isSessionOver(error)) reportSessionEnded(error.message);
}
