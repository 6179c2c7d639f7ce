import type { PoolConfig } from 'pg';
import type { Logger } from '../base/log.ts';
import { defaultDataDir } from '../embedded-postgres/folders.ts';
import { isRoot } from '../embedded-postgres/runtime-user.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts';
import type { Config } from '../platform/config/config.ts';

export interface RunningDatabase {
  connection: PoolConfig;
  /** The folder of data outside the database. */
  dataDir: string;
  stop(): Promise<void>;
}

/** Returns the folder of data outside the database, which also holds the embedded database. */
export function dataDirOf({ dataDir, projectDir }: Pick<Config, 'dataDir' | 'projectDir'>): string {
  return dataDir ?? defaultDataDir({ projectDir, isRoot: isRoot() });
}

/** Starts the embedded database, unless DATABASE_URL names a running one. */
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
