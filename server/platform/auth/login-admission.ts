import { appError } from '#server/base/errors.ts';

/**
 * Number of login attempts that may run or have recently failed. The limits increase: during a flood, slots remain for
 * addresses that retry after the requested wait, and more for known devices.
 */
const CONCURRENCY_LIMITS = { unknown: 24, retrying: 36, knownDevice: 48 };
const SLOTS_PER_ADDRESS = 16;
const SLOTS_PER_USERNAME = 8;
/** A failed attempt occupies its slot this long, which limits failures per second. */
const FAILED_SLOT_MS = 6000;
const RETRY_AFTER_MS = 5000;
/** Maximum number of remembered addresses that have to retry later. The oldest are dropped. */
const MAX_REMEMBERED = 20_000;

interface Slot {
  owner: string;
  freeAt: number | undefined;
}

export interface AdmissionRequest {
  address: string;
  deviceOf: string | undefined;
  now: Date;
}

/** An admitted login. */
export interface Admission {
  succeed(): void;
  fail(now: Date, seconds?: number): void;
}

export interface LoginAdmission {
  /** Admits an attempt or throws TOO_MANY_ATTEMPTS with `seconds`, without a query or a hash. */
  admit(request: AdmissionRequest): Admission;
}

export function createLoginAdmission(): LoginAdmission {
  let slots: Slot[] = [];
  const retries = createRetries();
  const countSlots = (owner: string) => slots.filter((slot) => slot.owner === owner).length;
  return {
    admit({ address, deviceOf, now }) {
      const time = now.getTime();
      slots = slots.filter((slot) => isOccupied(slot, time));
      const isDevice = deviceOf !== undefined && countSlots(deviceOf) < SLOTS_PER_USERNAME;
      const isRetry = retries.isDue(address, time);
      const kind = isDevice ? 'knownDevice' : isRetry ? 'retrying' : 'unknown';
      const isAddressFull = !isDevice && countSlots(address) >= SLOTS_PER_ADDRESS;
      if (isAddressFull || slots.length >= CONCURRENCY_LIMITS[kind]) {
        const seconds = retries.postpone(address, { time, waitMs: RETRY_AFTER_MS });
        throw appError('TOO_MANY_ATTEMPTS', { seconds });
      }
      if (isRetry) retries.forget(address);
      const slot: Slot = { owner: isDevice ? deviceOf : address, freeAt: undefined };
      slots.push(slot);
      return {
        succeed() {
          slots = slots.filter((other) => other !== slot);
        },
        fail(end, seconds) {
          slot.freeAt = end.getTime() + FAILED_SLOT_MS;
          const waitMs = (seconds ?? 0) * 1000;
          if (waitMs > 0) retries.postpone(address, { time: end.getTime(), waitMs });
        },
      };
    },
  };
}

/** A slot occupied for longer than FAILED_SLOT_MS was written by a clock that ran ahead. */
function isOccupied({ freeAt }: Slot, time: number): boolean {
  return freeAt === undefined || (freeAt > time && freeAt <= time + FAILED_SLOT_MS);
}

function createRetries() {
  const dueAt = new Map<string, number>();
  return {
    isDue(address: string, time: number): boolean {
      return (dueAt.get(address) ?? Number.POSITIVE_INFINITY) <= time;
    },
    /** Retrying early does not extend the wait. Returns the remaining seconds. */
    postpone(address: string, { time, waitMs }: { time: number; waitMs: number }): number {
      const known = dueAt.get(address);
      const isWaiting = known !== undefined && known > time && known <= time + waitMs;
      const due = isWaiting ? known : time + waitMs;
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
