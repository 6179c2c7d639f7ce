import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Query } from '../db/database.ts';
import { STORAGE_KEY } from '../lib/files/orphans.ts';
import { createFileStore, type FileStore } from '../lib/files/store.ts';
import { syncFolder } from '../lib/files/sync-folder.ts';
import { damaged, type End, type Report } from './archive.ts';
import { queryOf } from './backup.ts';

/** In the store's own folder, so that a rename puts what it holds into place. */
const UNFINISHED = 'unfinished-restore';
const FILES_PER_REPORT = 1000;

/** The files of an archive, kept aside until all have come. */
export class RestoredFiles {
  readonly #root: string;
  readonly #aside: string;
  readonly #store: FileStore;
  readonly #query: Query;
  readonly #published: string[] = [];
  #count = 0;

  constructor(root: string, client: pg.ClientBase) {
    this.#root = root;
    this.#aside = path.join(root, UNFINISHED);
    this.#store = createFileStore(this.#aside);
    this.#query = queryOf(client);
  }

  /** Removes what an earlier restore left. Throws Error with a sentence unless there are no other files. */
  async begin(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    await rm(this.#aside, { recursive: true, force: true });
    const found = await readdir(this.#root, { recursive: true, withFileTypes: true });
    if (found.some((entry) => !entry.isDirectory())) {
      throw new Error(`There are files in ${this.#root}: restore into a folder that has none.`);
    }
  }

  /** Throws Error unless the row that names it, restored before it, has its checksum. */
  async take(key: string, bytes: Buffer, report: Report): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const [row] = STORAGE_KEY.test(key)
      ? await this.#query<{ isRight: boolean }>(
          'SELECT sha256 = $2 AND storage_key = $3 AS "isRight" FROM files WHERE id = $1',
          [path.parse(key).name, sha256, key],
        )
      : [];
    if (!row?.isRight) throw damaged(`${key} is not the file that was stored`);
    await this.#store.put(key, bytes);
    this.#count += 1;
    if (this.#count % FILES_PER_REPORT === 0) report(`${this.#count} files`);
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

  /** Puts all of them into place. */
  async publish(): Promise<void> {
    const folders = await readdir(this.#aside).catch(() => []);
    for (const folder of folders) {
      if (folder === 'drafts') continue;
      await rename(path.join(this.#aside, folder), path.join(this.#root, folder));
      this.#published.push(folder);
    }
    await rm(this.#aside, { recursive: true, force: true });
    await syncFolder(this.#root);
  }

  /** Leaves nothing behind. */
  async remove(): Promise<void> {
    for (const folder of [UNFINISHED, ...this.#published]) {
      await rm(path.join(this.#root, folder), { recursive: true, force: true });
    }
  }
}
