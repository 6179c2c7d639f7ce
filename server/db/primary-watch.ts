import type { Logger } from '../platform/runtime/log.ts';
import { isOutage } from '../platform/runtime/outages.ts';
import type { Query } from './connections.ts';

const CHECK_MS = 1000;
/** How much of the primary's log a replica may lack while the primary is away. */
const MAX_LAG_MS = 5000;
/** How long after the primary was last seen a replica may replace it for reads. */
const MAX_AWAY_MS = 60_000;

export const AWAY = Symbol('the primary is away');

/** Positions in the primary's log. */
export interface RequiredPositions {
  /** A read waits for it for a short time. */
  wanted: string;
  /** A read needs it; undefined if it needs `wanted`. */
  needed?: string;
}

interface Seen {
  position: string;
  at: number;
}

/** Null on a standby, so that one which the primary's address leads to is no primary. */
const POSITION = `SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_flush_lsn()::text END AS position`;

/**
 * Checks each second whether the primary responds, and remembers the positions of its log. While it is away, they limit how old the
 * data may be that a replica shows: what the primary committed `MAX_LAG_MS` before it was last seen is included.
 */
export class PrimaryWatch {
  readonly #probe: Query;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #waiting = new Set<() => void>();
  readonly #onReturn = new Set<() => void>();
  /** Oldest first, those of `MAX_LAG_MS`. */
  #seen: Seen[] = [];
  #isAway = false;
  #checking: Promise<void> | undefined;

  constructor(probe: Query, log: Logger, now = () => performance.now()) {
    this.#probe = probe;
    this.#log = log;
    this.#now = now;
    this.#timer = setInterval(() => void this.check(), CHECK_MS).unref();
  }

  /** Returns the result, or AWAY as soon as the primary is known to be away. */
  async unlessAway<Result>(read: () => Promise<Result>): Promise<Result | typeof AWAY> {
    if (this.#isAway) return AWAY;
    let onAway: () => void = () => undefined;
    const away = new Promise<typeof AWAY>((resolve) => {
      onAway = () => resolve(AWAY);
    });
    this.#waiting.add(onAway);
    const orAway = async (error: unknown): Promise<typeof AWAY> => {
      if (isOutage(error)) await this.check();
      if (this.#isAway) return AWAY;
      throw error;
    };
    return Promise.race([read().catch(orAway), away]).finally(() => this.#waiting.delete(onAway));
  }

  /** The positions that a replica must have to replace the primary; undefined if none may. */
  get required(): RequiredPositions | undefined {
    const [oldest, newest] = [this.#seen.at(0), this.#seen.at(-1)];
    if (!oldest || !newest || this.#now() - newest.at > MAX_AWAY_MS) return undefined;
    return { wanted: newest.position, needed: oldest.position };
  }

  /** Calls `listener` when the primary responds again. */
  onReturn(listener: () => void): void {
    this.#onReturn.add(listener);
  }

  /** Checks the primary now. Concurrent calls share the check. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    const at = this.#now();
    const rows = await this.#probe<{ position: string | null }>(POSITION).catch(() => []);
    const position = rows[0]?.position;
    if (position) this.#note({ position, at });
    else this.#lose();
  }

  #note(seen: Seen): void {
    const newest = this.#seen.at(-1);
    // A new primary may lack the end of the former one's log.
    const isOther = this.#isAway || (newest && bytesOf(newest.position) > bytesOf(seen.position));
    const kept = isOther ? [] : this.#seen.filter(({ at }) => at >= seen.at - MAX_LAG_MS);
    this.#seen = [...kept, seen];
    if (!this.#isAway) return;
    this.#isAway = false;
    if (newest) this.#log.info('the primary responds again');
    for (const listener of this.#onReturn) listener();
  }

  #lose(): void {
    if (this.#isAway) return;
    this.#isAway = true;
    // Nothing was seen yet: the server waits for its database.
    if (this.#seen.length > 0)
      this.#log.warn('the primary does not respond: lists are read from the replica');
    for (const onAway of this.#waiting) onAway();
  }
}

/** Returns the number of a position, such as `1A/2B000060`. */
function bytesOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
