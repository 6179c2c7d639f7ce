import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { DefaultAccount } from '../features/users/seed/service.ts';
import { type Config, readConfig, type TranslationConfig } from '../platform/config/config.ts';
import { explainFullDisk } from '../platform/runtime/disk-full.ts';
import { createLogger, type Logger } from '../platform/runtime/log.ts';
import { findProjectDir } from '../platform/runtime/project.ts';
import { takeServiceManager } from '../platform/runtime/systemd.ts';
import { dataDirOf, startDatabase } from './database.ts';
import { checkSettings } from './preflight.ts';

/** Longer than all waits of a stop. A process that still runs then hangs and is ended. */
const STOP_TIMEOUT_MS = 60_000;

/** Maximum time from a stop to the end of an unfinished start. The next start adopts the database that it leaves. */
const START_STOP_TIMEOUT_MS = 4500;

/** Runs the server with these settings until `stop`. Throws AbortError if `stop` is signalled before it is ready. */
export async function runServer(settings: NodeJS.ProcessEnv, stop: AbortSignal): Promise<void> {
  const config = readConfig(settings, findProjectDir(import.meta.dirname));
  const log = createLogger(config.logLevel);
  const manager = takeServiceManager(process.env, log);
  const preparing = checkSettings(config).then(() => prepare(config, log, stop));
  const { app, services } = await untilStuck(stop, preparing).catch((error: unknown) => {
    throw explainFullDisk(error, dataDirOf(config));
  });
  try {
    await app.listen({ host: config.host, port: config.port });
    printStartupBanner(app, config, services.newAccounts);
    await manager.notify('READY=1');
    if (!stop.aborted) await once(stop, 'abort');
  } finally {
    const stuck = setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    // In parallel, so that the server refuses new requests while the event hub still waits for the database.
    await Promise.all([manager.notify('STOPPING=1'), services.deps.events.close(), app.close()]);
    await services.stop();
    clearTimeout(stuck);
  }
}

/** Waits for the start. Ends the process if the start takes too long after `stop`. */
async function untilStuck<Result>(stop: AbortSignal, start: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const onStop = () => {
    timer = setTimeout(() => process.exit(0), START_STOP_TIMEOUT_MS);
  };
  stop.addEventListener('abort', onStop, { once: true });
  try {
    return await start;
  } finally {
    stop.removeEventListener('abort', onStop);
    clearTimeout(timer);
  }
}

/** Loads the program while the database starts: each takes almost a second. */
async function prepare(config: Config, log: Logger, signal: AbortSignal) {
  const [database, { startServices }, { buildApp }] = await Promise.all([
    startDatabase(config, log),
    import('./boot.ts'),
    import('../app.ts'),
  ]);
  const services = await startServices(config, log, database, signal);
  return { services, app: await buildApp(services.deps) };
}

function printStartupBanner(
  app: FastifyInstance,
  config: Config,
  accounts: DefaultAccount[],
): void {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const publicly = config.publicUrl ? `, for people at ${config.publicUrl.origin}` : '';
  console.log(`\n  ${config.productName} is ready at http://${host}:${port}${publicly}\n`);
  for (const account of accounts) console.log(`  ${describeAccount(account)}`);
  console.log(`  ${describeTranslation(config.translation)}\n`);
}

function describeTranslation({ provider, baseUrl }: TranslationConfig): string {
  if (provider === 'off') return 'what administrators write is sent to no translation service';
  const address = baseUrl && URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return `what administrators write is translated by ${provider} (${address}); TRANSLATION_PROVIDER=off ends that`;
}

/** Describes a default account for the person who starts the server. */
export function describeAccount({ username, password, origin }: DefaultAccount): string {
  if (password === undefined) return `account ${username}: its password was set before`;
  if (origin === 'environment') return `account ${username}: its password is from the environment`;
  if (origin === 'default')
    return `account ${username}, password ${password} (default; opens from this machine only)`;
  const variable = `${username.toUpperCase()}_PASSWORD`;
  return `account ${username}, password ${password} (shown once; to choose your own, set ${variable})`;
}
