import type { EventStream } from './event-stream.ts';

/** After writing to many streams for some time, the writer pauses this many times as long. */
const REST_RATIO = 9;
const LONGEST_REST_MS = 1000;
/** How long writing may block other work at a time. */
const SLICE_MS = 4;

/**
 * Decides when streams are written to. Events of a stream's own user are sent immediately. Broadcast events are sent at
 * a pace that uses at most a tenth of the server's time. With more streams or events, each write carries more events.
 */
export class StreamWriter {
  readonly #own = new Set<EventStream>();
  #shared = new Set<ReadonlySet<EventStream>>();
  #ownTurn: NodeJS.Immediate | undefined;
  #sharedTurn: NodeJS.Timeout | undefined;
  #isWriting = false;
  #isClosed = false;
  #restsUntil = 0;

  writeSoon(stream: EventStream): void {
    if (this.#isClosed) return;
    this.#own.add(stream);
    this.#ownTurn ??= setImmediate(() => {
      this.#ownTurn = undefined;
      for (const one of this.#own) one.flush();
      this.#own.clear();
    });
  }

  writePaced(streams: ReadonlySet<EventStream>): void {
    if (this.#isClosed) return;
    this.#shared.add(streams);
    if (this.#isWriting || this.#sharedTurn) return;
    const restMs = Math.max(0, this.#restsUntil - performance.now());
    this.#sharedTurn = setTimeout(() => this.#begin(), restMs);
  }

  close(): void {
    this.#isClosed = true;
    clearImmediate(this.#ownTurn);
    clearTimeout(this.#sharedTurn);
  }

  #begin(): void {
    this.#sharedTurn = undefined;
    this.#isWriting = true;
    const groups = this.#shared;
    this.#shared = new Set();
    this.#writeSlice(eachOf(groups), 0);
  }

  #writeSlice(streams: Iterator<EventStream>, spentMs: number): void {
    const startedAt = performance.now();
    for (let one = streams.next(); !one.done; one = streams.next()) {
      one.value.flush();
      const sliceMs = performance.now() - startedAt;
      if (sliceMs > SLICE_MS) {
        setImmediate(() => this.#writeSlice(streams, spentMs + sliceMs));
        return;
      }
    }
    this.#rest(spentMs + performance.now() - startedAt);
  }

  #rest(spentMs: number): void {
    this.#isWriting = false;
    this.#restsUntil = performance.now() + Math.min(LONGEST_REST_MS, spentMs * REST_RATIO);
    const [next] = this.#shared;
    if (next) this.writePaced(next);
  }
}

function* eachOf(groups: Set<ReadonlySet<EventStream>>): Generator<EventStream> {
  for (const streams of groups) yield* streams;
}
