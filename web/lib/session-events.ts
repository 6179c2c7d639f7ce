import { isSessionOver } from './session-over.ts';

type Listener = (reason: string) => void;

const listeners = new Set<Listener>();

/** Calls `listener` with the English reason whenever the server says that the session is over. Returns the way to stop. */
export function onSessionEnded(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the whole application that the session is over, with the English reason from the closed list. */
export function reportSessionEnded(reason: string): void {
  for (const listener of listeners) listener(reason);
}

/** Reports the end of the session when `error` is a refusal for want of one. */
export function reportIfSessionEnded(error: unknown): void {
  if (isSessionOver(error)) reportSessionEnded(error.message);
}
