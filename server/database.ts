import type { PoolConfig } from 'pg';
import { defaultDataDir } from './embedded-postgres/folders.ts';
import { isRoot } from './embedded-postgres/runtime-user.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start.ts';
import type { Config } from './lib/config.ts';
import type { Logger } from './lib/log.ts';

export interface RunningDatabase {
  connection: PoolConfig;
  /** The folder of what is kept beside the database. */
  dataDir: string;
  stop(): Promise<void>;
}

/** The folder of what is kept beside the database, and of the embedded database itself. */
export function dataDirOf({ dataDir, projectDir }: Pick<Config, 'dataDir' | 'projectDir'>): string {
  return dataDir ?? defaultDataDir({ projectDir, isRoot: isRoot() });
}

/** Starts the database that comes with the product, unless DATABASE_URL names one that runs already. */
export async function startDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  const { projectDir, databaseUrl } = config;
  const dataDir = dataDirOf(config);
  if (databaseUrl) {
    return {
      connection: { connectionString: databaseUrl },
      dataDir,
      stop: async () => undefined,
    };
  }
  return startEmbeddedPostgres({ dataDir, projectDir, log });
}
