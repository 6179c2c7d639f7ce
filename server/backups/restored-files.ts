import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Query } from '../db/database.ts';
import { files as filesTable } from '../db/schema/files.ts';
import {
  computed,
  countOf,
  integer,
  renamed,
  type Selected,
  select,
  selectFirst,
} from '../db/selection.ts';
import { STORAGE_KEY } from '../platform/files/orphans.ts';
import type { FileStore } from '../platform/files/store.ts';
import { damaged, type End, FILES_AT_ONCE, type Report } from './archive.ts';
import {
  type RestoreMark,
  readMark,
  removeAll,
  removeLeftovers,
  writeKeyLists,
  writeMark,
} from './restore-mark.ts';

const FILES_PER_REPORT = 1000;
/** Number of files per checksum query. While the database builds an index, up to MOST_CHECKS queries wait. */
const CHECKED_AT_ONCE = 500;
const MOST_CHECKS = 40;
/** Bytes buffered in memory before they are written; twice as many while an earlier buffer is being written. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

type File = { key: string; bytes: Buffer };
const summed = renamed(filesTable, 'f', { key: 'storageKey', sha256: 'sha256' });
type Summed = Selected<typeof summed>;
const sizes = computed({
  totalBytes: integer('coalesce(sum(byte_size), 0)'),
  largestBytes: integer('coalesce(max(byte_size), 0)'),
});

/** Writes the files of an archive to a store. A mark in the store records this until the restore is settled. */
export class RestoredFiles {
  readonly #store: FileStore;
  readonly #query: Query;
  readonly #mark: RestoreMark;
  /** Limits from the rows of `files`, read once all rows have been restored. */
  #expected: { totalBytes: number; largestBytes: number } | undefined;
  #totalBytes = 0;
  #waiting: File[] = [];
  #waitingBytes = 0;
  #putting: Promise<unknown> = Promise.resolve();
  #unchecked: Summed[] = [];
  /** Keys that were written but not yet found among the rows; the key lists may not contain them. */
  readonly #unlisted = new Set<string>();
  readonly #checks: Promise<void>[] = [];
  #refusal: unknown;
  #count = 0;

  /** `query` has to see the restored rows. */
  constructor(store: FileStore, query: Query, { isLive }: { isLive: boolean }) {
    this.#store = store;
    this.#query = query;
    this.#mark = { id: randomUUID(), state: 'writing', isLive };
  }

  get id(): string {
    return this.#mark.id;
  }

  /** Removes only files that an interrupted restore listed, and only if it can't have committed. */
  async begin(): Promise<void> {
    const found = await readMark(this.#store);
    if (found?.state === 'writing') await removeLeftovers(this.#store);
    if (!(await this.#store.isEmpty())) {
      throw new Error(
        `There are files in ${this.#store.place}: restore into a folder or a bucket that has none.`,
      );
    }
    await writeMark(this.#store, this.#mark);
  }

  /** Call it after the last row. */
  async expectFiles(): Promise<void> {
    if (this.#expected) return;
    const row = await selectFirst(this.#query, sizes, `SELECT ${sizes.sql} FROM files`);
    this.#expected = row ?? { totalBytes: 0, largestBytes: 0 };
    await writeKeyLists(this.#store, this.#query);
  }

  /** Call it before reading the bytes. */
  requireRoom(byteSize: number): void {
    const { largestBytes, totalBytes } = this.#expected ?? { largestBytes: 0, totalBytes: 0 };
    if (byteSize > largestBytes) throw damaged('a file is larger than any that its rows name');
    if (this.#totalBytes + byteSize > totalBytes) {
      throw damaged('its files are larger than its rows say');
    }
  }

  /** Adds a file. If its checksum differs from its row's, this call or a later one throws Error. */
  async take(key: string, bytes: Buffer, report: Report): Promise<void> {
    if (!STORAGE_KEY.test(key)) throw isNone(key);
    if (this.#refusal) throw this.#refusal;
    this.#totalBytes += bytes.length;
    this.#waitingBytes += bytes.length;
    this.#waiting.push({ key, bytes });
    this.#unlisted.add(key);
    this.#unchecked.push({ key, sha256: createHash('sha256').update(bytes).digest('hex') });
    const isFull =
      this.#waiting.length === FILES_AT_ONCE || this.#waitingBytes >= MAX_WAITING_BYTES;
    if (isFull) await this.#putWaiting();
    if (this.#unchecked.length === CHECKED_AT_ONCE) await this.#checkSoon();
    this.#count += 1;
    if (this.#count % FILES_PER_REPORT === 0) report(`${this.#count} files`);
  }

  async end(): Promise<void> {
    await this.#putWaiting();
    await this.#putting;
    await this.#checkSoon();
    await Promise.all(this.#checks);
  }

  async #putWaiting(): Promise<void> {
    await this.#putting;
    const waiting = this.#waiting.splice(0);
    this.#waitingBytes = 0;
    this.#putting = Promise.all(waiting.map(({ key, bytes }) => this.#store.put(key, bytes)));
    this.#putting.catch(() => undefined); // the next caller that awaits it receives the error
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
    const rows = await select(
      this.#query,
      summed,
      `SELECT ${summed.sql} FROM files f WHERE id = ANY ($1::uuid[])`,
      [files.map(({ key }) => path.parse(key).name)],
    );
    const known = new Map(rows.map(({ key, sha256 }) => [key, sha256]));
    for (const { key, sha256 } of files) {
      if (known.get(key) !== sha256) throw isNone(key);
      this.#unlisted.delete(key);
    }
  }

  async finish({ files, missing }: Pick<End, 'files' | 'missing'>): Promise<void> {
    const kept = 'files WHERE NOT storage_key = ANY ($1::text[])';
    if (this.#count === files && (await countOf(this.#query, kept, [missing])) === files) return;
    throw damaged('files are missing');
  }

  /** From here on only a server on the restored database removes the mark. */
  async complete(): Promise<void> {
    if ((await readMark(this.#store))?.id !== this.#mark.id) {
      throw new Error(
        `Another server or restore has used ${this.#store.place} meanwhile: restore into a place that nothing else uses.`,
      );
    }
    await writeMark(this.#store, { ...this.#mark, state: 'complete' });
  }

  async remove(): Promise<void> {
    await this.#putting.catch(() => undefined);
    if ((await readMark(this.#store))?.id !== this.#mark.id) return;
    await removeAll(this.#store, [...this.#unlisted]);
    await removeLeftovers(this.#store);
  }
}

const isNone = (key: string) => damaged(`${key} is not the file that was stored`);
