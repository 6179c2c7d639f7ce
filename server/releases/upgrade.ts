import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Home, prepareRelease, programIn, releaseOf, switchTo } from './folders.ts';
import { runProgram } from './run-program.ts';

const POLL_MS = 200;
const REQUEST_TIMEOUT_MS = 6000;
const PRIVATE_FOLDER = 0o700;

export interface Plan {
  /** The archive of the new release. */
  file: string;
  home: Home;
  /** The versions. */
  from: string;
  to: string;
  proof: string;
  server: { host: string; port: number; tls: object | undefined };
  /** A command of the shell. */
  restart: string;
  waitMs: number;
  /** The arguments of `backup` after its file; undefined: there is no backup. */
  backup: string[] | undefined;
  env: NodeJS.ProcessEnv;
  output: Writable;
  say(line: string): void;
}

/** Returns whether the new release serves. Throws Error if it fails before the switch: nothing has changed then. */
export async function carryOut(plan: Plan): Promise<boolean> {
  const { home, from, to, say } = plan;
  say(`Genuine by ${plan.proof}.`);
  await install(plan);
  say(`Installed ${to} next to ${from}.`);
  await migrateWithBackup(plan);
  const failure = await switchAndCheck(plan, { release: releaseOf(to), version: to });
  if (failure === undefined) {
    say(`Upgraded from ${from} to ${to}.`);
    return true;
  }
  say(`${to} does not serve: ${failure} Switching back to ${from}.`);
  const again = await switchAndCheck(plan, { release: home.current, version: from });
  say(
    again === undefined
      ? `${from} serves again. The database keeps the schema of ${to}, with which ${from} works.`
      : `${from} does not serve either: ${again} See "The way back" in docs/releases.md.`,
  );
  return false;
}

/** Installs the release under its name after it has printed its version, for which its native parts are not needed. */
async function install({ file, home, to, env, output }: Plan): Promise<void> {
  const { folder, complete } = await prepareRelease(home, releaseOf(to));
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await runProgram(['npm', 'install', '--prefix', folder, ...quiet, file], { env, output });
  await runProgram([process.execPath, walletIn(folder), '--version'], { env, output });
  await complete();
}

async function migrateWithBackup({ home, from, to, backup, env, output, say }: Plan) {
  const run = (release: string, ...args: string[]) =>
    runProgram([process.execPath, walletIn(path.join(home.folder, release)), ...args], {
      env,
      output,
    });
  await run(releaseOf(to), 'migrate', '--plan');
  if (backup) {
    const folder = path.join(home.folder, 'backups');
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    const file = path.join(folder, `${from}-before-${to}.wallet`);
    await run(home.current, 'backup', file, ...backup);
    say(`Backed up to ${file}.`);
  }
  await run(releaseOf(to), 'migrate');
}

const walletIn = (release: string) => path.join(programIn(release), 'bin/wallet.js');

/** Makes a release the current one and restarts the server. Returns a sentence if the server then does not serve. */
async function switchAndCheck(
  plan: Plan,
  { release, version }: { release: string; version: string },
): Promise<string | undefined> {
  const { home, restart, env, output } = plan;
  await switchTo(home, release);
  try {
    await runProgram(['sh', '-c', restart], { env, output });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return waitUntilServing(plan, version);
}

async function waitUntilServing(
  { server, waitMs }: Plan,
  version: string,
): Promise<string | undefined> {
  const end = performance.now() + waitMs;
  let state = await askServer(server, version);
  while (state !== undefined && performance.now() < end) {
    await wait(POLL_MS);
    state = await askServer(server, version);
  }
  return state;
}

const alive = z.object({ version: z.string() });

/** Returns undefined if a server of this version is ready. */
async function askServer(
  { host, port, tls }: Plan['server'],
  version: string,
): Promise<string | undefined> {
  const base = `${tls ? 'https' : 'http'}://${addressOf(host)}:${port}`;
  try {
    const health = alive.safeParse(JSON.parse((await get(`${base}/healthz`)).text));
    const served = health.data?.version ?? 'an older version';
    if (served !== version) return `${base} is served by ${served}.`;
    const ready = await get(`${base}/readyz`);
    return ready.status === 200
      ? undefined
      : `${base}/readyz returns ${ready.status}: ${ready.text}.`;
  } catch {
    return `${base} does not respond.`;
  }
}

/** Its certificate is not verified: it has the name that people open, and nothing secret is sent. */
async function get(url: string): Promise<{ status: number | undefined; text: string }> {
  const { request } = url.startsWith('https:') ? https : http;
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const sent = request(url, { signal, agent: false, rejectUnauthorized: false }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, text: await readText(response) };
}

/** The address to reach a server at that listens on `host`. */
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
