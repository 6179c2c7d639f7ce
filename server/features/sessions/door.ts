import { appError } from '#server/lib/errors.ts';

/**
 * So many attempts may be under way or lately failed. The numbers grow, so that a flood of strangers
 * leaves places to those who came back when they were told to, and both to devices already known.
 */
const PLACES = { stranger: 24, returner: 36, device: 48 };
/** How many of them one address, or the devices of one username, may take. */
const PLACES_PER_ADDRESS = 16;
const PLACES_PER_NAME = 8;
/** A failed attempt's place stays taken: failures are as many a second as places by this time. */
const HELD_MS = 6000;
const RETURN_MS = 5000;
/** Addresses that were told to come back. The oldest are forgotten. */
const MAX_REMEMBERED = 20_000;

interface Taken {
  by: string;
  /** Undefined while the attempt is under way. */
  freeAt: number | undefined;
}

interface Comer {
  address: string;
  /** The username whose known device it is, if it is one. */
  deviceOf: string | undefined;
  now: Date;
}

/** An attempt that was let in. One of the two must be called when it is over. */
export interface Pass {
  succeed(): void;
  /** `seconds`: how long the attempt was told to wait, if that is why it failed. */
  fail(now: Date, seconds?: number): void;
}

export interface Door {
  /** Lets an attempt in or throws TOO_MANY_ATTEMPTS with `seconds`, at the cost of neither a query nor a hash. */
  enter(comer: Comer): Pass;
}

export function createDoor(): Door {
  let taken: Taken[] = [];
  const returns = createReturns();
  const takenBy = (by: string) => taken.filter((place) => place.by === by).length;
  return {
    enter({ address, deviceOf, now }) {
      const time = now.getTime();
      taken = taken.filter((place) => isHeld(place, time));
      const isDevice = deviceOf !== undefined && takenBy(deviceOf) < PLACES_PER_NAME;
      const isReturner = returns.isDue(address, time);
      const kind = isDevice ? 'device' : isReturner ? 'returner' : 'stranger';
      const isCrowd = !isDevice && takenBy(address) >= PLACES_PER_ADDRESS;
      if (isCrowd || taken.length >= PLACES[kind]) {
        const seconds = returns.expect(address, { time, waitMs: RETURN_MS });
        throw appError('TOO_MANY_ATTEMPTS', { seconds });
      }
      if (isReturner) returns.forget(address);
      const place: Taken = { by: isDevice ? deviceOf : address, freeAt: undefined };
      taken.push(place);
      return {
        succeed() {
          taken = taken.filter((one) => one !== place);
        },
        fail(end, seconds) {
          place.freeAt = end.getTime() + HELD_MS;
          const waitMs = (seconds ?? 0) * 1000;
          if (waitMs > 0) returns.expect(address, { time: end.getTime(), waitMs });
        },
      };
    },
  };
}

/** A place further ahead than it can be held was left by a clock that ran ahead. */
function isHeld({ freeAt }: Taken, time: number): boolean {
  return freeAt === undefined || (freeAt > time && freeAt <= time + HELD_MS);
}

/** When which address may come back. */
function createReturns() {
  const dueAt = new Map<string, number>();
  return {
    isDue(address: string, time: number): boolean {
      return (dueAt.get(address) ?? Number.POSITIVE_INFINITY) <= time;
    },
    /** Coming early changes nothing. Returns how many seconds are left. */
    expect(address: string, { time, waitMs }: { time: number; waitMs: number }): number {
      const waiting = dueAt.get(address);
      const isWaiting = waiting !== undefined && waiting > time && waiting <= time + waitMs;
      const due = isWaiting ? waiting : time + waitMs;
      dueAt.delete(address);
      dueAt.set(address, due);
      const [oldest] = dueAt.keys();
      if (dueAt.size > MAX_REMEMBERED && oldest !== undefined) dueAt.delete(oldest);
      return Math.ceil((due - time) / 1000);
    },
    forget(address: string): void {
      dueAt.delete(address);
    },
  };
}
