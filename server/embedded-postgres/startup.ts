import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { startError } from './cluster.ts';
import { EmbeddedPostgresError, errorCode, errorMessage } from './errors.ts';
import { tailOfLog } from './log-file.ts';
import {
  findPostmaster,
  launchPostmaster,
  type PostmasterOptions,
  pollIntervalMs,
  removeMisleadingLockFiles,
  stopPostmaster,
} from './postmaster.ts';
import { openGuardSession, takeServerLock } from './server-lock.ts';

const silenceTimeoutMs = 60_000;

/** Sessions of a killed postmaster or another server's start may briefly prevent a launch. */
const maxLaunches = 8;
const relaunchDelayMs = 250;

export interface BringUpOptions extends PostmasterOptions {
  dataDir: string;
  socketDir: string;
  fingerprint: string;
  signal: AbortSignal;
}

interface Launched {
  isRunning(): boolean;
  count: number;
}

/**
 * Gets to a running postmaster that this server owns, from any state. The holder of the server lock owns it, whichever
 * server started it. A leftover one is adopted, or restarted if its settings or release differ.
 */
export async function bringUp(options: BringUpOptions): Promise<Client> {
  let launched: Launched | undefined;
  let deadline = performance.now() + silenceTimeoutMs;
  for (;;) {
    options.signal.throwIfAborted();
    const outcome = await tryToOwn(options);
    if (outcome.state === 'owned') return outcome.guard;
    if (outcome.state === 'replaced') launched = undefined;
    if (outcome.state === 'closed') launched = await ensureLaunched(options, launched);
    // PostgreSQL reports that it is recovering, which may take any length of time.
    if (outcome.state === 'not-ready') deadline = performance.now() + silenceTimeoutMs;
    if (performance.now() > deadline) {
      throw await startFailed(options, `does not answer (${errorMessage(outcome.cause)})`);
    }
    await delay(pollIntervalMs);
  }
}

type Outcome =
  | { state: 'owned'; guard: Client }
  | { state: 'replaced' | 'closed' | 'not-ready' | 'interrupted'; cause?: unknown };

async function tryToOwn(options: BringUpOptions): Promise<Outcome> {
  let guard: Client | undefined;
  try {
    guard = await openGuardSession(options.socketDir);
    await takeServerLock(guard, options.dataDir);
    if (await hasFingerprint(guard, options.fingerprint)) return { state: 'owned', guard };
    await stopPostmaster(options.clusterDir);
    return { state: 'replaced' };
  } catch (cause) {
    await guard?.end();
    if (cause instanceof EmbeddedPostgresError) throw cause;
    return { state: failedState(cause), cause };
  }
}

function failedState(cause: unknown): 'closed' | 'not-ready' | 'interrupted' {
  const code = errorCode(cause);
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'closed';
  // cannot_connect_now: starting up, recovering or shutting down.
  return code === '57P03' ? 'not-ready' : 'interrupted';
}

async function hasFingerprint(guard: Client, fingerprint: string): Promise<boolean> {
  const { rows } = await guard.query<{ found: string | null }>(
    `SELECT current_setting('wallet.fingerprint', true) AS found`,
  );
  return rows[0]?.found === fingerprint;
}

async function ensureLaunched(
  options: BringUpOptions,
  launched: Launched | undefined,
): Promise<Launched | undefined> {
  if (launched?.isRunning()) return launched;
  // The postmaster of another server that will soon listen, or a leftover one that will soon end.
  if (await findPostmaster(options.clusterDir)) return launched;
  const count = (launched?.count ?? 0) + 1;
  if (count > maxLaunches) throw await startFailed(options, 'stops as soon as it is started');
  if (launched) await delay(relaunchDelayMs);
  await removeMisleadingLockFiles(options);
  try {
    return { ...(await launchPostmaster(options)), count };
  } catch (error) {
    throw startError('postgres', error);
  }
}

async function startFailed(options: BringUpOptions, what: string): Promise<EmbeddedPostgresError> {
  const tail = await tailOfLog(options.logFile);
  return new EmbeddedPostgresError(
    'start-failed',
    `The embedded PostgreSQL ${what}. Its log, ${options.logFile}, ends with:${tail}`,
  );
}
