import path from 'node:path';
import type { Database } from '#server/db/database.ts';
import { shortSocketDir } from '#server/embedded-postgres/folders.ts';
import { port } from '#server/embedded-postgres/settings.ts';
import { socketUrl } from '#server/testing/postgres.ts';
import { switchRulesOff } from '#server/testing/template.ts';
import { type Line, newPerson, type Person } from './money-client.ts';
import { findChildren, listProcesses, signal } from './processes.ts';
import { type Place, SoakServer } from './server.ts';
import { openSoakDatabase, SETTINGS } from './world.ts';

/** A server with the embedded PostgreSQL. */
export interface Installation {
  server: SoakServer;
  /** The URL of its database. */
  url: string;
  db: Database;
  line: Line;
  admin: Person;
}

interface Options extends Place {
  callMs: number;
  settings?: Record<string, string>;
  /** The path by which this process reaches a file of the installation. */
  pathOf?: (file: string) => string;
}

/** Starts an installation without second approvals, and removes it afterwards. */
export async function withInstallation(
  { callMs, settings, pathOf = (file) => file, ...place }: Options,
  work: (at: Installation) => Promise<void>,
): Promise<void> {
  const server = await SoakServer.start({ ...SETTINGS, ...settings }, place);
  const host = pathOf(shortSocketDir(path.join(server.dataDir, 'postgres/run')));
  const url = socketUrl({ host, port });
  const db = openSoakDatabase(url);
  try {
    await switchRulesOff(db);
    const line = { db, baseUrl: server.baseUrl, callMs };
    await work({ server, url, db, line, admin: await newPerson(line, 'admin') });
  } finally {
    await db.close();
    await server.end('SIGTERM');
    await killPostgres(server);
    await server.remove();
  }
}

/** Returns the process id of a server's embedded PostgreSQL, if it runs. */
export async function findPostmasterOf({ dataDir }: SoakServer): Promise<number | undefined> {
  const start = `-D ${path.join(dataDir, 'postgres/cluster')} `;
  return (await listProcesses()).find(({ args }) => args.includes(start))?.pid;
}

/** Kills the postmaster and all its processes. */
export async function killPostgres(server: SoakServer): Promise<void> {
  const postmaster = await findPostmasterOf(server);
  if (postmaster === undefined) return;
  const children = await findChildren(postmaster);
  for (const { pid } of [{ pid: postmaster }, ...children]) signal(pid, 'SIGKILL');
}
