import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../base/log.ts';
import { prepareFolders } from '../embedded-postgres/folders.ts';
import { installRuntime } from '../embedded-postgres/install.ts';
import { findNativePackage } from '../embedded-postgres/platform.ts';
import { findPostmaster, launchPostmaster } from '../embedded-postgres/postmaster.ts';
import { postmasterArguments } from '../embedded-postgres/settings.ts';
import { startCluster } from '../embedded-postgres/start.ts';
import { clientCertificate, mailCertificate } from '../testing/certificates.ts';
import { findFreePort } from '../testing/free-port.ts';
import { signInTo } from '../testing/harness.ts';
import { startCleaner } from '../testing/postgres.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { ADMIN_PASSWORD } from '../testing/stand-ins.ts';
import { openConnections, withClient } from './connections.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const PATIENCE_MS = 120_000;
const RULES = 'local all all trust\nhostssl all all 127.0.0.1/32 cert clientcert=verify-full\n';
const settings = { fsync: 'off', autovacuum: 'off' };
const log = createLogger('silent');

/** A PostgreSQL whose clients need TLS and a certificate with their user's name. Returns its port and a writer of files. */
async function startStrictPostgres() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-strict-'));
  const cleaner = startCleaner(dataDir);
  onTestFinished(() => cleaner.finish());
  const folders = await prepareFolders(dataDir);
  const native = findNativePackage({ projectDir: path.resolve(import.meta.dirname, '../..') });
  const binDir = await installRuntime(native, folders.runtimeDir);
  const { majorVersion } = native;
  await (await startCluster({ folders, binDir, majorVersion, settings, log })).stop();
  const write = async (name: string, content: string) => {
    const file = path.join(dataDir, name);
    await writeFile(file, content, { mode: 0o600 });
    if (folders.user) await chown(file, folders.user.uid, folders.user.gid);
    return file;
  };
  const port = await findFreePort();
  const strict = {
    ...settings,
    listen_addresses: '127.0.0.1',
    ssl: 'on',
    ssl_cert_file: await write('server.pem', mailCertificate.cert),
    ssl_key_file: await write('server.key', mailCertificate.key),
    ssl_ca_file: await write('ca.pem', mailCertificate.cert),
    hba_file: await write('pg_hba.conf', RULES),
  };
  const { args } = postmasterArguments({ binDir, ...folders, settings: strict });
  await launchPostmaster({ binDir, args: [...args, '-c', `port=${port}`], ...folders });
  await expect.poll(() => findPostmaster(folders.clusterDir)).toBeDefined();
  return { port, write };
}

test(
  'DATABASE_URL can have a client certificate: for the driver, for COPY and for a whole server',
  async () => {
    const { port, write } = await startStrictPostgres();
    const trusting = {
      sslmode: 'verify-full',
      sslrootcert: await write('root.pem', mailCertificate.cert),
    };
    const certificate = {
      sslcert: await write('client.pem', clientCertificate.cert),
      sslkey: await write('client.key', clientCertificate.key),
    };
    const urlOf = (user: string, given: Record<string, string>) =>
      `postgresql://${user}@127.0.0.1:${port}/wallet?${new URLSearchParams(given)}`;
    const url = urlOf('wallet', { ...trusting, ...certificate });
    const ask = (connectionString: string) =>
      withClient({ connectionString }, async (client) => {
        const text = 'SELECT client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
        return (await client.query(text)).rows;
      });
    await expect.poll(() => ask(url), { timeout: 20_000 }).toEqual([{ client_dn: '/CN=wallet' }]);
    // Another user of the same certificate, and the user without it.
    await expect(ask(urlOf('postgres', { ...trusting, ...certificate }))).rejects.toMatchObject({
      code: '28000',
    });
    await expect(ask(urlOf('wallet', trusting))).rejects.toMatchObject({ code: '28000' });
    const pool = openConnections({ connectionString: url }, DEFAULT_LIMITS);
    expect((await pool.send('SELECT current_user')).rows).toEqual([{ current_user: 'wallet' }]);
    await pool.close(0);
    const { server } = await startServerProcess({
      DATABASE_URL: url,
      TRANSLATION_PROVIDER: 'off',
      ADMIN_PASSWORD,
    });
    const baseUrl = await server.untilReady();
    expect((await signInTo(baseUrl, 'admin', ADMIN_PASSWORD)).userId).toBeDefined();
  },
  PATIENCE_MS,
);
