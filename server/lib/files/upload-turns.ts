import { MAX_OPEN_UPLOADS, MAX_SENT_UPLOADS, MAX_UPLOADS_AT_ONCE } from '#contract/rules.ts';
import { appError } from '../errors.ts';

/** Gives a turn back; only the first call counts. */
type Leave = () => void;

interface Person {
  open: number;
  /** Each is handed the turn of the one that leaves. */
  waiting: ((leave: Leave) => void)[];
}

/**
 * Makes a function that resolves when a user may upload, with what ends that. It waits while the user
 * uploads two already. Throws TOO_MANY_UPLOADS when too many of the user's wait, UPLOADS_BUSY when the
 * server takes no more, or the signal's reason once it is aborted.
 */
export function createTurns(): (userId: string, signal: AbortSignal) => Promise<Leave> {
  const people = new Map<string, Person>();
  let open = 0;
  const leaveOf = (userId: string, person: Person): Leave =>
    once(() => {
      const next = person.waiting.shift();
      if (next) return next(leaveOf(userId, person));
      open -= 1;
      person.open -= 1;
      if (person.open === 0) people.delete(userId);
    });
  return async (userId, signal) => {
    signal.throwIfAborted();
    const person = people.get(userId) ?? { open: 0, waiting: [] };
    if (person.open >= MAX_UPLOADS_AT_ONCE) return wait(person, signal);
    if (open >= MAX_OPEN_UPLOADS) throw appError('UPLOADS_BUSY');
    open += 1;
    person.open += 1;
    people.set(userId, person);
    return leaveOf(userId, person);
  };
}

function wait(person: Person, signal: AbortSignal): Promise<Leave> {
  if (person.open + person.waiting.length >= MAX_SENT_UPLOADS) {
    throw appError('TOO_MANY_UPLOADS', { limit: MAX_SENT_UPLOADS });
  }
  return new Promise((resolve, reject) => {
    person.waiting.push(resolve);
    signal.addEventListener('abort', () => {
      person.waiting = person.waiting.filter((one) => one !== resolve);
      reject(signal.reason);
    });
  });
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
