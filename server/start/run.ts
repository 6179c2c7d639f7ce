import { explainFullDisk } from '../base/disk-full.ts';
import { createLogger, type Logger } from '../base/log.ts';
import { findProjectDir } from '../base/project.ts';
import { takeServiceManager } from '../base/systemd.ts';
import type { DefaultAccount } from '../features/users/seed-users.ts';
import { type Config, readConfig, type TranslationConfig } from '../platform/config/config.ts';
import { dataDirOf, startDatabase } from './database.ts';
import { takeListeningSocket } from './listening-socket.ts';
import { checkSettings } from './preflight.ts';
import { type Hooks, type Ready, serveUntil } from './serve.ts';

/** Maximum time from a stop to the end of an unfinished start. The next start adopts the database that it leaves. */
const START_STOP_TIMEOUT_MS = 4500;

/** Runs the server with these settings until `stop`. Throws AbortError if `stop` is signalled before it is ready. */
export async function runServer(settings: NodeJS.ProcessEnv, stop: AbortSignal): Promise<void> {
  const config = readConfig(settings, findProjectDir(import.meta.dirname));
  const log = createLogger(config.logLevel);
  const manager = takeServiceManager(process.env, log);
  const socket = takeListeningSocket(process.env);
  const onReady = async ({ port, accounts }: Ready) => {
    printStartupBanner({ ...config, port }, accounts);
    await manager.notify('READY=1');
  };
  const onStop = () => manager.notify('STOPPING=1');
  const starting = checkSettings(config, { listens: socket === undefined }).then(() =>
    prepare(config, log, { stop, socket }),
  );
  const started = await untilStuck(stop, starting).catch((error: unknown) => {
    throw explainFullDisk(error, dataDirOf(config));
  });
  await started.run({ onReady, onStop });
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
async function prepare(
  config: Config,
  log: Logger,
  { stop: signal, socket }: { stop: AbortSignal; socket: number | undefined },
) {
  const [database, { startServices }, { buildApp }, { createImageWork }] = await Promise.all([
    startDatabase(config, log),
    import('./boot.ts'),
    import('../app/app.ts'),
    import('../platform/files/image-work.ts'),
  ]);
  const services = await startServices(config, log, {
    database,
    signal,
    imageWork: createImageWork(),
    buildApp,
  });
  const { app } = services;
  return {
    run: (hooks: Hooks) =>
      serveUntil(signal, { app, services, config: { ...config, socket } }, hooks),
  };
}

function printStartupBanner(config: Config, accounts: DefaultAccount[]): void {
  const { port, publicUrl, tls } = config;
  const scheme = tls ? 'https' : 'http';
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const publicly = publicUrl ? `, for people at ${publicUrl.origin}` : '';
  console.log(`\n  ${config.productName} is ready at ${scheme}://${host}:${port}${publicly}\n`);
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
