import {
  MAX_OPEN_UPLOADS,
  MAX_SENT_UPLOADS,
  MAX_UPLOADS_AT_ONCE,
} from '#contract/uploads/rules.ts';
import { appError } from '../../base/errors.ts';

type Leave = () => void;

interface Person {
  open: number;
  waiting: ((leave: Leave) => void)[];
}

/** A user's third concurrent upload waits. Throws TOO_MANY_UPLOADS or UPLOADS_BUSY. */
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
