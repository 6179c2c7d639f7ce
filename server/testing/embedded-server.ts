/**
 * A server process with only the embedded database, which tests run, signal and kill:
 * `node embedded-server.mjs <projectDir> <dataDir> [load]`. With `load` it commits rows one after the other and prints
 * the number of each acknowledged one.
 */
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts';

const [projectDir = '', dataDir = '', mode] = process.argv.slice(2);
const log = { info: () => undefined, warn: console.error, error: console.error };

const running = await startEmbeddedPostgres({ projectDir, dataDir, log });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void running.stop().then(() => process.exit(0)));
}
console.log('ready');
// Keeps the process running, as a listening socket would.
setInterval(() => undefined, 60_000);
if (mode === 'load') await commitForever();

async function commitForever(): Promise<never> {
  const client = new Client(running.connection);
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS acknowledged (n int PRIMARY KEY)');
  for (let n = 1; ; n++) {
    await client.query('INSERT INTO acknowledged VALUES ($1)', [n]);
    console.log(n);
  }
}
