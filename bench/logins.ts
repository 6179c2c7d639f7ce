import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_PASSWORD } from '#server/testing/stand-ins.ts';
import { openBenchWorld, startServer } from './world.ts';

const FLOOD_PER_SECOND = 300;
const OTHERS_PER_SECOND = 25;
const PHASE_MS = 10_000;

/**
 * What a flood of wrong logins, each from another address, costs everyone else: the time of other
 * calls without and with it, and of a sign-in from a known device. The addresses are a header's, as a
 * proxy on this machine sends it.
 */
export async function benchLogins(): Promise<void> {
  const world = await openBenchWorld();
  await world.createDatabase('logins');
  const server = await startServer(world.urlOf('logins'), { TRUST_PROXY: '127.0.0.1' });
  try {
    const cookies = await signIn(server.baseUrl, '');
    await callOthers(server.baseUrl, { cookies, forMs: 3000 });
    // Code that ran never is slow at first: what is measured is the flood, not a server just started.
    await guess(server.baseUrl, { codes: new Map(), forMs: 3000 });
    const quiet = await callOthers(server.baseUrl, { cookies, forMs: PHASE_MS });
    const codes = new Map<number, number>();
    const flood = guess(server.baseUrl, { codes, forMs: PHASE_MS });
    const loud = await callOthers(server.baseUrl, { cookies, forMs: PHASE_MS - 2000 });
    const startedAt = performance.now();
    await signIn(server.baseUrl, cookies);
    const signInMs = performance.now() - startedAt;
    await flood;
    report({ quiet, loud, signInMs, codes });
  } finally {
    await server.stop();
    await world.close();
  }
}

/** Returns every cookie, the session's and the device's. */
async function signIn(baseUrl: string, cookie: string): Promise<string> {
  const answer = await login(baseUrl, { cookie, username: 'admin', password: ADMIN_PASSWORD });
  if (answer.status !== 200) throw new Error(`The sign-in was refused: ${answer.status}`);
  return answer.cookies;
}

function login(
  baseUrl: string,
  { cookie = '', from = '127.0.0.1', ...body }: Record<string, string>,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', cookie, 'x-forwarded-for': from };
  const url = `${baseUrl}/api/sessions`;
  return call({ url, method: 'POST', headers, body: JSON.stringify(body) });
}

interface Answer {
  status: number | undefined;
  cookies: string;
}

const agent = new Agent({ keepAlive: true });

/** `fetch` would cost this process more than the server: the flood has to leave the machine its time. */
async function call({
  url,
  body,
  ...options
}: {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}): Promise<Answer> {
  const sent = request(url, { ...options, agent });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  const cookies = answer.headers['set-cookie'] ?? [];
  return {
    status: answer.statusCode,
    cookies: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
  };
}

/** Asks at an even pace who is signed in. Returns how long each took, in milliseconds, sorted. */
async function callOthers(
  baseUrl: string,
  { cookies, forMs }: { cookies: string; forMs: number },
): Promise<number[]> {
  const times: number[] = [];
  await atPace({ perSecond: OTHERS_PER_SECOND, forMs }, async () => {
    const startedAt = performance.now();
    const url = `${baseUrl}/api/sessions/current`;
    await call({ url, method: 'GET', headers: { cookie: cookies } });
    times.push(performance.now() - startedAt);
  });
  return times.sort((a, b) => a - b);
}

async function guess(
  baseUrl: string,
  { codes, forMs }: { codes: Map<number, number>; forMs: number },
): Promise<void> {
  await atPace({ perSecond: FLOOD_PER_SECOND, forMs }, async (n) => {
    const from = `10.${Math.floor(n / 256) % 256}.${n % 256}.7`;
    const guessed = { from, username: `person${n}`, password: 'guess' };
    const { status = 0 } = await login(baseUrl, guessed);
    codes.set(status, (codes.get(status) ?? 0) + 1);
  });
}

/** Starts calls at an even pace, whether the earlier ones have ended or not, and waits for all. */
async function atPace(
  { perSecond, forMs }: { perSecond: number; forMs: number },
  call: (n: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  while (performance.now() - startedAt < forMs) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    while (calls.length <= due) calls.push(call(calls.length));
    await sleep(2);
  }
  await Promise.all(calls);
}

function report({
  quiet,
  loud,
  signInMs,
  codes,
}: {
  quiet: number[];
  loud: number[];
  signInMs: number;
  codes: Map<number, number>;
}): void {
  const at = (times: number[], share: number) => times[Math.floor(times.length * share)] ?? 0;
  const show = (label: string, value: number, unit: string) =>
    console.log(`  ${label.padEnd(40)}${value.toFixed(1).padStart(8)} ${unit}`);
  console.log(
    `\nothers' calls while ${FLOOD_PER_SECOND} logins a second come from changing addresses`,
  );
  show('p50 without', at(quiet, 0.5), 'ms');
  show('p95 without', at(quiet, 0.95), 'ms');
  show('p50 with', at(loud, 0.5), 'ms');
  show('p95 with', at(loud, 0.95), 'ms');
  show('ratio of p95', at(loud, 0.95) / at(quiet, 0.95), '');
  show('a sign-in from a known device', signInMs, 'ms');
  for (const [status, count] of codes) show(`guesses that got ${status}`, count, '');
}
