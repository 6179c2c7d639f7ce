import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Query } from '../db/database.ts';
import { NoSuchFile } from '../lib/files/failures.ts';
import { STORAGE_KEY } from '../lib/files/orphans.ts';
import type { FileStore } from '../lib/files/store.ts';
import { damaged, type End, FILES_AT_ONCE, type Report } from './archive.ts';

/** The key of a mark: everything that a store with it holds is of a restore that did not end. */
const UNFINISHED = 'unfinished-restore';
const FILES_PER_REPORT = 1000;
/** Files are held against their rows in lists of so many; while the database makes an index, so many lists wait. */
const CHECKED_AT_ONCE = 500;
const MOST_CHECKS = 40;

type File = { key: string; bytes: Buffer };
type Summed = { key: string; sha256: string };

/** The files of an archive. No row names them until the restore commits; a store that has them all loses its mark. */
export class RestoredFiles {
  readonly #store: FileStore;
  readonly #query: Query;
  #waiting: File[] = [];
  /** Those before them, on their way into the store meanwhile. */
  #putting: Promise<unknown> = Promise.resolve();
  #unchecked: Summed[] = [];
  readonly #checks: Promise<void>[] = [];
  /** Why the archive is refused, once that is known. */
  #refusal: unknown;
  #count = 0;

  /** `query` sees the rows that were restored. */
  constructor(store: FileStore, query: Query) {
    this.#store = store;
    this.#query = query;
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

  /** Throws Error, now or with one that comes later, unless the row that names the file has its checksum. */
  async take(key: string, bytes: Buffer, report: Report): Promise<void> {
    if (!STORAGE_KEY.test(key)) throw isNone(key);
    if (this.#refusal) throw this.#refusal;
    this.#waiting.push({ key, bytes });
    this.#unchecked.push({ key, sha256: createHash('sha256').update(bytes).digest('hex') });
    if (this.#waiting.length === FILES_AT_ONCE) await this.#putWaiting();
    if (this.#unchecked.length === CHECKED_AT_ONCE) await this.#checkSoon();
    this.#count += 1;
    if (this.#count % FILES_PER_REPORT === 0) report(`${this.#count} files`);
  }

  /** The last of them has come: all are in the store and are what their rows say, or it throws Error. */
  async end(): Promise<void> {
    await this.#putWaiting();
    await this.#putting;
    await this.#checkSoon();
    await Promise.all(this.#checks);
  }

  async #putWaiting(): Promise<void> {
    await this.#putting;
    const waiting = this.#waiting.splice(0);
    this.#putting = Promise.all(waiting.map(({ key, bytes }) => this.#store.put(key, bytes)));
    this.#putting.catch(() => undefined); // whoever waits for it next hears of it
  }

  async #checkSoon(): Promise<void> {
    const checking = this.#check(this.#unchecked.splice(0));
    checking.catch((error) => {
      this.#refusal = error;
    });
    this.#checks.push(checking);
    if (this.#checks.length > MOST_CHECKS) await this.#checks.shift();
  }

  async #check(files: Summed[]): Promise<void> {
    const rows = await this.#query<Summed>(
      'SELECT storage_key AS key, sha256 FROM files WHERE id = ANY ($1::uuid[])',
      [files.map(({ key }) => path.parse(key).name)],
    );
    const known = new Map(rows.map(({ key, sha256 }) => [key, sha256]));
    for (const { key, sha256 } of files) if (known.get(key) !== sha256) throw isNone(key);
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
