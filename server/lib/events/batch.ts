/**
 * Frames that wait to be sent, in order. Streams with the same frames waiting share one batch, so
 * that joining them costs once however many streams there are.
 */
export class Batch {
  static readonly empty = new Batch();

  readonly byteLength: number;
  readonly #before: Batch | undefined;
  readonly #frame: Buffer | undefined;
  #next: WeakRef<Batch> | undefined;
  #bytes: Buffer | undefined;

  private constructor(before?: Batch, frame?: Buffer) {
    this.#before = before;
    this.#frame = frame;
    this.byteLength = (before?.byteLength ?? 0) + (frame?.byteLength ?? 0);
  }

  /** This batch with one more frame; the same one for everyone who adds the same. */
  with(frame: Buffer): Batch {
    const shared = this.#next?.deref();
    if (shared && shared.#frame === frame) return shared;
    const next = new Batch(this, frame);
    this.#next = new WeakRef(next);
    return next;
  }

  /** All its frames as one piece. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.concat(this.#frames());
    return this.#bytes;
  }

  #frames(): Buffer[] {
    const frames: Buffer[] = [];
    for (let part: Batch | undefined = this; part; part = part.#before) {
      if (part.#frame) frames.push(part.#frame);
    }
    return frames.reverse();
  }
}
