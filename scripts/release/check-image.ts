import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '#server/testing/free-port.ts';
import { startTestPostgres } from '#server/testing/postgres.ts';
import { buildImage, upload } from '#server/testing/upload.ts';
import { inspectInside } from './inside-image.ts';

/*
 * Runs the image of a release as deploy/compose.yml does, and checks what an operator relies on. With an image of a
 * previous release, that one runs first, on the same database and volume. Needs podman and root.
 */

const MAX_BYTES = 250e6;
const USER = '65532:65532';
const READY_MS = 120_000;
const POLL_MS = 100;
const PASSWORD = randomBytes(12).toString('hex');
const SECRET_KEY = randomBytes(32).toString('base64');

interface Place {
  volume: string;
  socketDir: string;
  databaseUrl: string;
}

interface Running {
  name: string;
  baseUrl: string;
}

interface Receipt {
  url: string;
  bytes: Buffer;
}

const [file, previous] = process.argv.slice(2);
if (!file)
  throw new Error('Usage: npm run check-image -- <image.tar> [<image of the previous release>]');
const postgres = await startTestPostgres({ engine: 'embedded' });
const volume = `wallet-check-${randomUUID().slice(0, 8)}`;
try {
  const { searchParams } = new URL(postgres.connectionString.replace('@/', '@localhost/'));
  const socketDir = searchParams.get('host') ?? '';
  // For the user of the container.
  chmodSync(socketDir, 0o711);
  for (const name of readdirSync(socketDir)) chmodSync(path.join(socketDir, name), 0o777);
  const databaseUrl = `postgresql://wallet@/wallet?host=/run/postgresql&port=${searchParams.get('port')}`;
  const place = { volume, socketDir, databaseUrl };
  const kept: Receipt[] = [];
  if (previous) await runOnce(previous, place, kept);
  const first = await runOnce(file, place, kept);
  await runOnce(file, place, kept);
  console.log(`${first}: the image passed${previous ? ', also after the previous one' : ''}`);
} finally {
  podman('volume', 'rm', '--force', volume);
  await postgres.stop();
}

/** Starts an image, uses it and stops it. The receipts of earlier runs must still be there. Returns its version. */
async function runOnce(archive: string, place: Place, kept: Receipt[]): Promise<string> {
  const image = /Loaded image: (\S+)/.exec(podman('load', '--input', archive))?.[1];
  assert(image, `${archive} contains no image`);
  checkConfig(image);
  const server = await start(image, place);
  try {
    const version = await untilReady(server);
    inspectInside(server.name, podman);
    podman('healthcheck', 'run', server.name);
    const cookie = await signIn(server);
    kept.push(await uploadReceipt(server, cookie));
    for (const receipt of kept) await expectReceipt(server, { cookie, receipt });
    const stoppedAt = performance.now();
    podman('stop', '--time', '60', server.name);
    const state = podman('inspect', '--format', '{{.State.ExitCode}}', server.name);
    assert.equal(state, '0', 'SIGTERM ends the server with 0');
    console.log(`${version}: stopped within ${Math.round(performance.now() - stoppedAt)} ms`);
    return version;
  } catch (error) {
    console.error(podman('logs', server.name));
    throw error;
  } finally {
    podman('rm', '--force', server.name);
  }
}

function checkConfig(image: string): void {
  const [{ Size, Config }] = JSON.parse(podman('image', 'inspect', image));
  console.log(`${image}: ${(Size / 1e6).toFixed(0)} MB`);
  assert(Size <= MAX_BYTES, 'the image is too large');
  assert.equal(Config.User, USER);
  assert.deepEqual(Config.Volumes, { '/data': {} });
  assert.equal(Config.StopSignal, 'SIGTERM');
}

async function start(image: string, place: Place): Promise<Running> {
  const port = await findFreePort();
  const name = `wallet-check-${randomUUID().slice(0, 8)}`;
  const settings = {
    HOST: '127.0.0.1',
    PORT: port,
    DATABASE_URL: place.databaseUrl,
    SECRET_KEY,
    ADMIN_PASSWORD: PASSWORD,
    DEMO_PASSWORD: PASSWORD,
  };
  podman(
    ...['run', '--detach', '--name', name, '--network', 'host'],
    ...['--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp'],
    ...['--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
    ...['--volume', `${place.volume}:/data`, '--volume', `${place.socketDir}:/run/postgresql:ro`],
    ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    image,
  );
  return { name, baseUrl: `http://127.0.0.1:${port}` };
}

/** Waits for /readyz. Returns the version that /healthz has. */
async function untilReady({ name, baseUrl }: Running): Promise<string> {
  const until = performance.now() + READY_MS;
  for (;;) {
    const response = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
    if (response?.status === 200) break;
    const state = podman('inspect', '--format', '{{.State.Status}}', name);
    assert.equal(state, 'running', 'the container ended');
    assert(performance.now() < until, `${name} is not ready`);
    await setTimeout(POLL_MS);
  }
  const { version } = await (await fetch(`${baseUrl}/healthz`)).json();
  return version;
}

async function signIn({ baseUrl }: Running): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: PASSWORD }),
  });
  assert.equal(response.status, 200, 'signs in');
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function uploadReceipt({ baseUrl }: Running, cookie: string): Promise<Receipt> {
  const form = { amount: '10', requestKey: randomUUID() };
  const body = await buildImage();
  const answer = await upload({ baseUrl }, { cookie, path: '/files/deposits', form, body });
  assert.equal(answer.status, 200, `uploads a receipt: ${JSON.stringify(answer.body)}`);
  const details = await download(`${baseUrl}/api/v1/passbook/${answer.body.id}`, cookie);
  const url: string = JSON.parse(details.toString()).receiptUrl;
  return { url, bytes: await download(`${baseUrl}${url}`, cookie) };
}

async function expectReceipt(
  { baseUrl }: Running,
  { cookie, receipt }: { cookie: string; receipt: Receipt },
): Promise<void> {
  assert.deepEqual(await download(`${baseUrl}${receipt.url}`, cookie), receipt.bytes);
}

async function download(url: string, cookie: string): Promise<Buffer> {
  const response = await fetch(url, { headers: { cookie } });
  assert.equal(response.status, 200, url);
  return Buffer.from(await response.arrayBuffer());
}

function podman(...args: string[]): string {
  return execFileSync('podman', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
  }).trim();
}
