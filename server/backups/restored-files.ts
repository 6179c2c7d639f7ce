import { createHash } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import type { Query } from '../db/database.ts';
import { NoSuchFile } from '../lib/files/failures.ts';
import { STORAGE_KEY } from '../lib/files/orphans.ts';
import type { FileStore } from '../lib/files/store.ts';
import { damaged, type End, FILES_AT_ONCE, type Report } from './archive.ts';
import { queryOf } from './backup.ts';

/** The key of a mark: everything that a store with it holds is of a restore that did not end. */
const UNFINISHED = 'unfinished-restore';
const FILES_PER_REPORT = 1000;

type File = { key: string; bytes: Buffer };

/** The files of an archive. No row names them until the restore commits; a store that has them all loses its mark. */
export class RestoredFiles {
  readonly #store: FileStore;
  readonly #query: Query;
  #waiting: File[] = [];
  /** Those before them, on their way into the store meanwhile. */
  #putting: Promise<unknown> = Promise.resolve();
  #count = 0;

  constructor(store: FileStore, client: pg.ClientBase) {
    this.#store = store;
    this.#query = queryOf(client);
  }

  /** Removes what an earlier restore left. Throws Error with a sentence unless there are no other files. */
  async begin(): Promise<void> {
    if (await this.#isMarked()) await this.#store.clear();
    if (!(await this.#store.isEmpty())) {
      throw new Error(
        `There are files in ${this.#store.place}: restore into a folder or a bucket that has none.`,
      );
    }
    await this.#store.put(UNFINISHED, Buffer.from('A restore is under way.'));
  }

  async #isMarked(): Promise<boolean> {
    try {
      return (await this.#store.get(UNFINISHED)).length > 0;
    } catch (error) {
      if (error instanceof NoSuchFile) return false;
      throw error;
    }
  }

  /** Throws Error unless the rows that name the files, restored before them, have their checksums. */
  async take(key: string, bytes: Buffer, report: Report): Promise<void> {
    if (!STORAGE_KEY.test(key)) throw isNone(key);
    this.#waiting.push({ key, bytes });
    if (this.#waiting.length === FILES_AT_ONCE) await this.#putWaiting();
    this.#count += 1;
    if (this.#count % FILES_PER_REPORT === 0) report(`${this.#count} files`);
  }

  /** The last of them has come: all are in the store, or it throws Error. */
  async end(): Promise<void> {
    await this.#putWaiting();
    await this.#putting;
  }

  async #putWaiting(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    await this.#check(waiting);
    await this.#putting;
    this.#putting = Promise.all(waiting.map(({ key, bytes }) => this.#store.put(key, bytes)));
    this.#putting.catch(() => undefined); // whoever waits for it next hears of it
  }

  async #check(files: File[]): Promise<void> {
    const rows = await this.#query<{ key: string; sha256: string }>(
      'SELECT storage_key AS key, sha256 FROM files WHERE id = ANY ($1::uuid[])',
      [files.map(({ key }) => path.parse(key).name)],
    );
    const known = new Map(rows.map(({ key, sha256 }) => [key, sha256]));
    for (const { key, bytes } of files) {
      if (known.get(key) !== createHash('sha256').update(bytes).digest('hex')) throw isNone(key);
    }
  }

  /** Throws Error unless every file has come that rows name, but for those that were missing before. */
  async finish({ files, missing }: Pick<End, 'files' | 'missing'>): Promise<void> {
    const [row] = await this.#query<{ count: number }>(
      'SELECT count(*) FROM files WHERE NOT storage_key = ANY ($1::text[])',
      [missing],
    );
    if (this.#count === files && row?.count === files) return;
    throw damaged('files are missing');
  }

  /** From here on they are what the database's rows name. */
  async publish(): Promise<void> {
    await this.#store.remove(UNFINISHED);
  }

  /** Leaves nothing behind. */
  async remove(): Promise<void> {
    await this.#putting.catch(() => undefined);
    await this.#store.clear();
  }
}

const isNone = (key: string) => damaged(`${key} is not the file that was stored`);
