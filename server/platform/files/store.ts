import type { Readable } from 'node:stream';

/** The first and last byte of a range, counted from 0, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Stores images under keys that the server generates. Calls throw StoreOutage if the store can't be used. */
export interface FileStore {
  /** The name shown to operators: the folder's path or the bucket's address. */
  readonly place: string;
  /** Stores an object completely or not at all. Once it resolves, a power failure does not lose the object. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Returns a local path for an unfinished file. After a crash, `removeOldDrafts` removes it. */
  newDraft(): Promise<string>;
  /** Stores a finished draft as an object, with the guarantees of `put`. */
  adopt(draft: string, key: string): Promise<void>;
  get(key: string): Promise<Buffer>;
  /** Starts to read a range of an object. Throws NoSuchFile. */
  read(key: string, range: ByteRange): Promise<Readable>;
  /** Removes an object. A missing object is not an error. */
  remove(key: string): Promise<void>;
  list(folder: string): Promise<{ key: string; writtenAt: Date }[]>;
  /** Removes this machine's drafts that were last written before a moment. Returns their number. */
  removeOldDrafts(before: Date): Promise<number>;
  /** Returns whether the store holds no objects. Drafts do not count. */
  isEmpty(): Promise<boolean>;
  prepare(now: Date): Promise<void>;
}

/** The drafts folder, in the folder of the store, or locally if the store is a bucket. */
export const DRAFTS_FOLDER = 'drafts';
