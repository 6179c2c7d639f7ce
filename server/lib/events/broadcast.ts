import type { EventPosition } from '#contract/event-position.ts';

/** A place in a broadcast. Nothing but the readers that stand here or before keeps it in memory. */
interface Place {
  /** Of the last frame before this place; undefined at the beginning. */
  readonly id: EventPosition | undefined;
  /** How many bytes were broadcast before. */
  readonly bytesBefore: number;
  next: { frame: Buffer; place: Place } | undefined;
  /** What was last read from here. */
  read: { until: Place; bytes: Buffer } | undefined;
}

/**
 * Frames that many streams carry. Telling all of them costs one `add`: each reads on from its own
 * place when it is written to, and those that stood at the same place share the bytes.
 */
export class Broadcast {
  #end = placeAfter(undefined, 0);

  add(frame: Buffer, id: EventPosition): void {
    const place = placeAfter(id, this.#end.bytesBefore + frame.byteLength);
    this.#end.next = { frame, place };
    this.#end = place;
  }

  /** Where what is added next will stand. */
  get end(): Place {
    return this.#end;
  }
}

/** Hears what is added from now on. There is one for each stream: it keeps two references and nothing else. */
export class BroadcastReader {
  readonly #broadcast: Broadcast;
  #at: Place;

  constructor(broadcast: Broadcast) {
    this.#broadcast = broadcast;
    this.#at = broadcast.end;
  }

  /** Everything added since, which is then read. */
  read(): Buffer {
    const bytes = readBetween(this.#at, this.#broadcast.end);
    this.#at = this.#broadcast.end;
    return bytes;
  }

  /** Passes over it. Returns the position of the last frame ever added. */
  skip(): EventPosition | undefined {
    this.#at = this.#broadcast.end;
    return this.#at.id;
  }

  /** How many bytes `read` would return. */
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
