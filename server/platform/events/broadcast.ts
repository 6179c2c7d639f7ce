import type { EventPosition } from '#contract/events/position.ts';

/** A position in a broadcast. Only readers at it or before it keep it in memory. */
interface Place {
  /** The id of the last frame before this position; undefined at the beginning. */
  readonly id: EventPosition | undefined;
  readonly bytesBefore: number;
  next: { frame: Buffer; place: Place } | undefined;
  /** The bytes last read from this position, cached for other readers at it. */
  read: { until: Place; bytes: Buffer } | undefined;
}

/**
 * Frames that many streams carry. A broadcast costs one `add`. Each stream reads the new frames when it is written to,
 * and streams at the same position share the bytes.
 */
export class Broadcast {
  #end = placeAfter(undefined, 0);

  add(frame: Buffer, id: EventPosition): void {
    const place = placeAfter(id, this.#end.bytesBefore + frame.byteLength);
    this.#end.next = { frame, place };
    this.#end = place;
  }

  get end(): Place {
    return this.#end;
  }
}

/** Reads frames added after it was created. Each stream has one, which keeps only two references. */
export class BroadcastReader {
  readonly #broadcast: Broadcast;
  #at: Place;

  constructor(broadcast: Broadcast) {
    this.#broadcast = broadcast;
    this.#at = broadcast.end;
  }

  read(): Buffer {
    const bytes = readBetween(this.#at, this.#broadcast.end);
    this.#at = this.#broadcast.end;
    return bytes;
  }

  /** Skips all unread frames. Returns the id of the last frame of the broadcast. */
  skip(): EventPosition | undefined {
    this.#at = this.#broadcast.end;
    return this.#at.id;
  }

  waiting(): number {
    return this.#broadcast.end.bytesBefore - this.#at.bytesBefore;
  }
}

function placeAfter(id: EventPosition | undefined, bytesBefore: number): Place {
  return { id, bytesBefore, next: undefined, read: undefined };
}

function readBetween(from: Place, until: Place): Buffer {
  if (from.read?.until !== until) {
    const frames: Buffer[] = [];
    for (let { next } = from; next; { next } = next.place) frames.push(next.frame);
    from.read = { until, bytes: Buffer.concat(frames) };
  }
  return from.read.bytes;
}
