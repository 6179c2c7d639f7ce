import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_PASSWORD } from '#server/testing/stand-ins.ts';

const OTHERS_PER_SECOND = 25;

/** Returns all cookies: the session's and the device's. */
export async function signInAdmin(baseUrl: string, cookie: string): Promise<string> {
  const answer = await login(baseUrl, { cookie, username: 'admin', password: ADMIN_PASSWORD });
  if (answer.status !== 200) throw new Error(`The sign-in was refused: ${answer.status}`);
  return answer.cookies;
}

export function login(
  baseUrl: string,
  { cookie = '', from = '127.0.0.1', ...body }: Record<string, string>,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', cookie, 'x-forwarded-for': from };
  const url = `${baseUrl}/api/v1/sessions`;
  return call({ url, method: 'POST', headers, body: JSON.stringify(body) });
}

export interface Answer {
  status: number | undefined;
  cookies: string;
}

const agent = new Agent({ keepAlive: true });

/** `fetch` would use more processor time than the server: the flood must not load the machine. */
export async function call({
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

/** A duration, or until it is stopped. */
export interface Duration {
  forMs?: number;
  signal?: AbortSignal;
}

/** Requests the current session at an even rate. Returns the latencies in milliseconds, sorted. */
export async function callOthers(
  baseUrl: string,
  { cookies, ...duration }: Duration & { cookies: string },
): Promise<number[]> {
  const times: number[] = [];
  await atPace({ perSecond: OTHERS_PER_SECOND, ...duration }, async () => {
    const startedAt = performance.now();
    const url = `${baseUrl}/api/v1/sessions/current`;
    await call({ url, method: 'GET', headers: { cookie: cookies } });
    times.push(performance.now() - startedAt);
  });
  return times.sort((a, b) => a - b);
}

/** Starts calls at an even rate, without waiting for earlier ones, and then waits for all. */
export async function atPace(
  { perSecond, forMs = Number.POSITIVE_INFINITY, signal }: Duration & { perSecond: number },
  call: (n: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  while (performance.now() - startedAt < forMs && !signal?.aborted) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    while (calls.length <= due) calls.push(call(calls.length));
    await sleep(2);
  }
  await Promise.all(calls);
}
