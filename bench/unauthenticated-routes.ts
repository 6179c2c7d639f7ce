import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { call } from './calls.ts';
import type { Figures } from './report.ts';
import { readServerUsage } from './usage.ts';
import type { BenchServer } from './world.ts';

const REQUESTS = 50;
const WARM_UP_REQUESTS = 5;
/** Warm up: a cold server compiles its code while it runs. */
const WARM_UP_ROUNDS = 20;
const SHOWN = 12;
/** The maximum processor time of one request without a session. Logins are an exception: see `docs/performance.md`. */
const MAX_CPU_MS = 3;
const ENCODINGS = ['br', 'gzip', 'deflate', 'identity', '*'];
const DOCS = ['/api/v1/openapi.json', '/api/v1/docs', '/api/v1/docs/start.js', '/api/v1/problems'];
const DOCS_ASSETS = ['swagger-ui-bundle.js', 'swagger-ui.css'];
const OTHERS = ['/healthz', '/readyz', '/', '/login', '/user', '/nothing.txt', '/rpc/nothing'];
const webFolder = path.resolve(import.meta.dirname, '../dist/web');

interface Route {
  method: string;
  url: string;
}
type MeasuredRoute = Route & { encodings: string[] };

const HEALTH: Route = { method: 'GET', url: '/healthz' };

/**
 * Measures the server's processor time for one request without a session to every route: the highest of all
 * encodings that a caller may accept. Returns the most expensive routes first.
 */
export async function benchUnauthenticatedRoutes(server: BenchServer): Promise<Figures> {
  for (let n = 0; n < WARM_UP_ROUNDS; n++) await cpuMsOf(server, HEALTH, 'identity');
  const costs: [what: string, ms: number][] = [];
  for (const { encodings, ...route } of [
    ...(await publicFiles()),
    ...(await gatedRoutes(server)),
  ]) {
    const all: number[] = [];
    for (const encoding of encodings) all.push(await cpuMsOf(server, route, encoding));
    costs.push([`without a session: ${route.method} ${route.url}, ms`, Math.max(...all)]);
  }
  const expensive = costs.sort(([, one], [, other]) => other - one).slice(0, SHOWN);
  return { 'routes without a session': costs.length, ...Object.fromEntries(expensive) };
}

/** Throws Error with the routes above the maximum. */
export function requireCheapRoutes(figures: Figures): void {
  const isExpensive = ([what, ms]: [string, number]) =>
    /^(?:without a session|before the gate): /.test(what) && ms > MAX_CPU_MS;
  const expensive = Object.entries(figures).filter(isExpensive);
  if (expensive.length > 0) throw new Error(`Above ${MAX_CPU_MS} ms: ${JSON.stringify(expensive)}`);
}

async function publicFiles(): Promise<MeasuredRoute[]> {
  const names = await readdir(webFolder, { recursive: true, withFileTypes: true });
  const built = names
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => `/${path.relative(webFolder, path.join(entry.parentPath, entry.name))}`);
  const documents = [...DOCS, ...DOCS_ASSETS.map((name) => `/api/v1/docs/assets/${name}`)];
  return [...OTHERS, ...documents, ...built].map((url) => ({
    method: 'GET',
    url,
    encodings: ENCODINGS,
  }));
}

/** Every operation of the API's document except logging in, which hashes a password. */
async function gatedRoutes({ baseUrl }: BenchServer): Promise<MeasuredRoute[]> {
  const response = await fetch(`${baseUrl}/api/v1/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([url, operations]) =>
    Object.keys(operations)
      .filter((method) => /^(?:get|post|put|patch|delete)$/.test(method))
      .filter((method) => `${method} ${url}` !== 'post /sessions')
      .map((method) => ({
        method: method.toUpperCase(),
        url: addressOf(url),
        encodings: ['identity'],
      })),
  );
}

function addressOf(documented: string): string {
  const url = documented.replace(/\{\w+\}/g, '0199a3c2-7d41-7c55-9f0e-3b6f3f1c2a10');
  return /^\/(?:files|api)\//.test(url) ? url : `/api/v1${url}`;
}

async function cpuMsOf(
  server: BenchServer,
  { method, url }: Route,
  encoding: string,
): Promise<number> {
  const headers = { 'accept-encoding': encoding, 'x-forwarded-for': newAddress() };
  const send = async () => {
    const { status } = await call({ url: `${server.baseUrl}${url}`, method, headers });
    if (status === 429) throw new Error('The flood guard answered in place of the route');
  };
  for (let n = 0; n < WARM_UP_REQUESTS; n++) await send();
  const before = await readServerUsage(server);
  for (let n = 0; n < REQUESTS; n++) await send();
  return ((await readServerUsage(server)).cpuMs - before.cpuMs) / REQUESTS;
}

let addresses = 0;

/** From different addresses: one address would exceed the rate limit. */
function newAddress(): string {
  addresses += 1;
  return `10.0.${Math.floor(addresses / 250)}.${addresses % 250}`;
}
