import { randomUUID } from 'node:crypto';
import pg from 'pg';

function withDatabase(url: string, database: string): string {
  const [, head = url, query = ''] = /^([^?]*)(\?.*)?$/.exec(url) ?? [];
  return `${head.replace(/\/[^/]*$/, `/${database}`)}${query}`;
}

function databaseOf(url: string): string | undefined {
  return /\/([^/?]+)(?:\?|$)/.exec(url)?.[1];
}

/** Runs one statement in the database `postgres`, which is never created or dropped by tests. */
async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function createDatabase(clusterUrl: string): Promise<string> {
  return create(clusterUrl, 'template1');
}

/** Copies a database to which there are no connections. Returns the copy's URL. */
export function copyDatabase(url: string): Promise<string> {
  return create(url, databaseOf(url) ?? '');
}

async function create(url: string, template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Half the time of the usual strategy, which writes a whole copy to the log of changes.
  await administer(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return withDatabase(url, name);
}

export function dropDatabase(url: string): Promise<void> {
  return administer(url, `DROP DATABASE ${databaseOf(url)} WITH (FORCE)`);
}

/** Ends all connections to a database and refuses new ones, like a stopped server. `allow` accepts them again. */
export async function refuseConnections(url: string): Promise<{ allow(): Promise<void> }> {
  const name = databaseOf(url);
  await administer(url, `ALTER DATABASE ${name} CONNECTION LIMIT 0`);
  await administer(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  return { allow: () => administer(url, `ALTER DATABASE ${name} CONNECTION LIMIT -1`) };
}
