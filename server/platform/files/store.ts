import type { Readable } from 'node:stream';

/** The first and last byte of a range, counted from 0, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Stores images under keys that the server generates. Calls throw StoreOutage if the store can't be used. */
export interface FileStore {
  readonly place: string;
  /** Stores an object completely or not at all. Once it resolves, a power failure does not lose the object. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Returns a local path for an unfinished file. */
  newDraft(): Promise<string>;
  adopt(draft: string, key: string): Promise<void>;
  get(key: string): Promise<Buffer>;
  read(key: string, range: ByteRange): Promise<Readable>;
  /** Removes an object. A missing object is not an error. */
  remove(key: string): Promise<void>;
  list(folder: string): Promise<{ key: string; writtenAt: Date }[]>;
  removeOldDrafts(before: Date): Promise<number>;
  isEmpty(): Promise<boolean>;
  prepare(now: Date): Promise<void>;
}

export const DRAFTS_FOLDER = 'drafts';
