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

/** Starts the database that comes with the product, unless DATABASE_URL names one that runs already. */
export async function startDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  const { projectDir, databaseUrl } = config;
  const dataDir = config.dataDir ?? defaultDataDir({ projectDir, isRoot: isRoot() });
  if (databaseUrl) {
    return {
      connection: { connectionString: databaseUrl },
      dataDir,
      stop: async () => undefined,
    };
  }
  return startEmbeddedPostgres({ dataDir, projectDir, log });
}
