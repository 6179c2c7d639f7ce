import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { Database } from '#server/db/database.ts';
import { createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { SoakServer } from './server.ts';
import { countBroken, openSoakDatabase, SETTINGS } from './world.ts';

const program = path.resolve(import.meta.dirname, '../../bin/wallet.js');
const oldSystem = path.resolve(import.meta.dirname, '../../server/testing/old-system.sql');

export const VERBS = ['backup', 'restore', 'import', 'migrate', 'rebuild'] as const;
export type VerbName = (typeof VERBS)[number];

interface Outcome {
  code: number | null;
  printed: string;
}

/** The running installation, and where verbs write. */
export interface Installation {
  server: SoakServer;
  /** The URL of its cluster, in which the other databases are made. */
  url: string;
  folder: string;
  random: () => number;
}

/** Kills `wallet` verbs while they work, runs them again, and compares the end with that of an undisturbed run. */
export class KilledVerbs {
  readonly #at: Installation;
  /** How long each takes undisturbed. */
  readonly #durations = new Map<VerbName, number>();
  #oldUrl: string | undefined;
  #imported: string | undefined;

  constructor(at: Installation) {
    this.#at = at;
  }

  /** Throws an error if the run after the killed one does not end as an undisturbed one does. */
  async kill(verb: VerbName): Promise<void> {
    // Its duration is that in which the others are killed.
    if (!this.#durations.has(verb)) await this.#perform(verb);
    await this.#perform(verb);
  }

  async #perform(verb: VerbName): Promise<void> {
    switch (verb) {
      case 'backup':
        return this.#backUp();
      case 'rebuild':
        return this.#rebuild();
      case 'restore':
        return this.#inNewDatabase((env, url) => this.#restore(env, url));
      case 'migrate':
        return this.#inNewDatabase(async (env, url) => {
          await this.#runKilled('migrate', ['migrate'], env);
          await this.#requireDone('migrate', ['migrate'], env);
          await this.#requireVerified(url);
        });
      case 'import':
        return this.#inNewDatabase((env, url) => this.#import(env, url));
    }
  }

  async #backUp(): Promise<void> {
    const { folder, server } = this.#at;
    const file = path.join(folder, 'killed.wallet');
    const args = ['backup', file, '--plain'];
    await rm(file, { force: true });
    await this.#runKilled('backup', args, server.env);
    // The file appears when it is complete.
    if (await stat(file).catch(() => undefined)) gunzipSync(await readFile(file));
    await this.#requireDone('backup', args, server.env);
    gunzipSync(await readFile(file));
  }

  async #rebuild(): Promise<void> {
    const { server } = this.#at;
    await this.#runKilled('rebuild', ['rebuild', 'totals'], server.env);
    await this.#requireDone('rebuild', ['rebuild', 'totals'], server.env);
  }

  async #restore(env: NodeJS.ProcessEnv, url: string): Promise<void> {
    const { folder, server } = this.#at;
    const archive = path.join(folder, 'whole.wallet');
    const backedUp = await stat(archive).catch(() => undefined);
    if (!backedUp) await this.#requireDone('backup', ['backup', archive, '--plain'], server.env);
    if (!this.#durations.has('restore')) {
      return this.#requireDone('restore', ['restore', archive], env);
    }
    await this.#runKilled('restore', ['restore', archive], env);
    const again = await this.#run(['restore', archive], env);
    // If it was killed after its commit, the next start of the server finishes it.
    if (again.code !== 0) await this.#startOnce(env);
    await this.#requireVerified(url);
  }

  async #startOnce(env: NodeJS.ProcessEnv): Promise<void> {
    const { DATABASE_URL = '', DATA_DIR = '' } = env;
    const server = await SoakServer.start({ ...SETTINGS, DATABASE_URL }, { folder: DATA_DIR });
    await server.end('SIGTERM');
  }

  async #import(env: NodeJS.ProcessEnv, url: string): Promise<void> {
    const from = await this.#findOldSystem();
    const args = ['import', from, '--adjust-balances', '--report', `${env.DATA_DIR}.json`];
    await this.#runKilled('import', args, env);
    await this.#requireDone('import', args, env);
    const imported = await withDatabase(url, countImported);
    this.#imported ??= imported;
    if (imported !== this.#imported || imported === '[]') {
      throw new Error(`Imported ${imported} instead of ${this.#imported}`);
    }
    await this.#requireVerified(url);
  }

  async #findOldSystem(): Promise<string> {
    if (this.#oldUrl) return this.#oldUrl;
    const url = await createDatabase(this.#at.url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(await readFile(oldSystem, 'utf8'));
    await client.end();
    this.#oldUrl = url;
    return url;
  }

  async #inNewDatabase(work: (env: NodeJS.ProcessEnv, url: string) => Promise<void>) {
    const url = await createDatabase(this.#at.url);
    const dataDir = path.join(this.#at.folder, 'data');
    try {
      await work({ ...this.#at.server.env, DATABASE_URL: url, DATA_DIR: dataDir }, url);
    } finally {
      await dropDatabase(url);
      await rm(dataDir, { recursive: true, force: true });
    }
  }

  async #requireVerified(url: string): Promise<void> {
    const broken = await withDatabase(url, countBroken);
    if (broken > 0) throw new Error(`${broken} rows break an invariant`);
  }

  async #requireDone(verb: VerbName, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
    const startedAt = performance.now();
    const { code, printed } = await this.#run(args, env);
    if (code !== 0) throw new Error(`wallet ${verb} ended with ${code}: ${printed}`);
    this.#durations.set(verb, performance.now() - startedAt);
  }

  /** Does nothing in the first run, which is undisturbed. */
  async #runKilled(verb: VerbName, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
    const duration = this.#durations.get(verb);
    if (duration === undefined) return;
    await this.#run(args, env, duration * this.#at.random());
  }

  async #run(args: string[], env: NodeJS.ProcessEnv, killAfterMs?: number): Promise<Outcome> {
    const child = spawn(process.execPath, [program, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'] as const,
    });
    let printed = '';
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (chunk: Buffer) => {
        printed = (printed + chunk.toString()).slice(-4000);
      });
    }
    const closed = once(child, 'close');
    if (killAfterMs !== undefined) {
      await Promise.race([closed, setTimeout(killAfterMs)]);
      child.kill('SIGKILL');
    }
    const [code] = await closed;
    return { code, printed };
  }
}

async function withDatabase<Result>(
  url: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = openSoakDatabase(url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function countImported({ query }: Database): Promise<string> {
  const rows = await query(
    `SELECT kind, count(*)::int AS rows, count(DISTINCT new_id)::int AS ids,
       (SELECT count(*)::int FROM transactions) AS transactions, (SELECT count(*)::int FROM users) AS users
     FROM imported_rows GROUP BY kind ORDER BY kind`,
  );
  return JSON.stringify(rows);
}
