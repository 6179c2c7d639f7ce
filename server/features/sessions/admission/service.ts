import { appError } from '#server/platform/runtime/errors.ts';

/**
 * Number of login attempts that may run or have recently failed. The limits increase: during a flood, slots remain for
 * addresses that retry after the requested wait, and more for known devices.
 */
const PLACES = { stranger: 24, returner: 36, device: 48 };
/** Number of slots for one address, and for the devices of one username. */
const PLACES_PER_ADDRESS = 16;
const PLACES_PER_NAME = 8;
/** A failed attempt occupies its slot this long, which limits failures per second. */
const HELD_MS = 6000;
const RETURN_MS = 5000;
/** Maximum number of remembered addresses that have to retry later. The oldest are dropped. */
const MAX_REMEMBERED = 20_000;

interface Taken {
  by: string;
  /** Undefined while the attempt is running. */
  freeAt: number | undefined;
}

interface Comer {
  address: string;
  /** Username, if the device is known for it. */
  deviceOf: string | undefined;
  now: Date;
}

/** An admitted attempt. The caller has to call one of the two functions when it is over. */
export interface Pass {
  succeed(): void;
  /** `seconds`: the requested wait, if that is the reason of the failure. */
  fail(now: Date, seconds?: number): void;
}

export interface Door {
  /** Admits an attempt or throws TOO_MANY_ATTEMPTS with `seconds`, without a query or a hash. */
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

/** A slot occupied for longer than HELD_MS was written by a clock that ran ahead. */
function isHeld({ freeAt }: Taken, time: number): boolean {
  return freeAt === undefined || (freeAt > time && freeAt <= time + HELD_MS);
}

/** Stores when each address may retry. */
function createReturns() {
  const dueAt = new Map<string, number>();
  return {
    isDue(address: string, time: number): boolean {
      return (dueAt.get(address) ?? Number.POSITIVE_INFINITY) <= time;
    },
    /** Retrying early does not extend the wait. Returns the remaining seconds. */
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
