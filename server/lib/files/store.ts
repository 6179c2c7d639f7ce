import type { Readable } from 'node:stream';

/** The first and the last byte that is wanted, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where uploaded images are kept, in a folder or in a bucket; keys are made by the server. What fails because a
 * bucket can't be used throws StoreOutage.
 */
export interface FileStore {
  /** What an operator calls it: the folder's path, or the bucket's address. */
  readonly place: string;
  /** Stores an object whole or not at all; once it resolves, a power cut does not lose it. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** A path on this machine for a file that is still being written; a crash leaves it to `removeOldDrafts`. */
  newDraft(): Promise<string>;
  /** Makes a draft that has been written an object, as `put` does. */
  adopt(draft: string, key: string): Promise<void>;
  /** Reads an object. Throws NoSuchFile. */
  get(key: string): Promise<Buffer>;
  /** Begins to read a part of an object. Throws NoSuchFile. */
  read(key: string, range: ByteRange): Promise<Readable>;
  /** Removes an object; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** The objects in one folder, in no order, and when each was written. */
  list(folder: string): Promise<{ key: string; writtenAt: Date }[]>;
  /** Removes this machine's drafts last written before a moment; returns how many. */
  removeOldDrafts(before: Date): Promise<number>;
  /** Whether it holds no objects; drafts do not count. */
  isEmpty(): Promise<boolean>;
  /** Corrects what earlier versions left. Throws BadSettings for a bucket that refuses this server. */
  prepare(now: Date): Promise<void>;
}

/** In the folder of a store, or of a server whose store is a bucket. */
export const DRAFTS_FOLDER = 'drafts';
