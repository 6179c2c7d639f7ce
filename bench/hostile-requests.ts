import { connect, type Socket } from 'node:net';
import { BODY_BYTES, MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../server/platform/http/limits.ts';
import { call, callOthers, login, signInAdmin } from './calls.ts';
import { type Figures, report } from './report.ts';
import { quantile } from './statistics.ts';
import { openStream } from './streams.ts';
import { benchUnauthenticatedRoutes, requireCheapRoutes } from './unauthenticated-routes.ts';
import { readServerUsage } from './usage.ts';
import { type BenchServer, DEMO, openBenchWorld, startServer } from './world.ts';

const TIMES = 100;
const UNFINISHED = 400;
const STREAMS = 2000;
const PROFILE_UPDATES = 36;

/**
 * Measures the server's cost of hostile input: requests without a session to every route; the largest, deepest and widest
 * accepted bodies, before and after the gate; bodies that never end; and many streams of one user, with events for all of them.
 */
export async function benchHostileRequests(): Promise<void> {
  const world = await openBenchWorld();
  await world.createDatabase('hostile');
  const server = await startServer(world.urlOf('hostile'), { TRUST_PROXY: '127.0.0.1' });
  try {
    const admin = await signInAdmin(server.baseUrl, '');
    const demo = (await login(server.baseUrl, DEMO)).cookies;
    const figures = {
      ...(await benchUnauthenticatedRoutes(server)),
      ...(await benchInputs(server, admin)),
      ...(await benchUnfinished(server)),
      ...(await benchStreamsOfOne(server, { admin, demo })),
    };
    const title = `${TIMES} of each input, ${UNFINISHED} bodies, ${STREAMS} streams`;
    await report('hostile-requests', title, figures);
    requireCheapRoutes(figures);
  } finally {
    await server.stop();
    await world.close();
  }
}

/** The server's processor time for one request of each kind, before and after the gate. */
async function benchInputs(server: BenchServer, admin: string): Promise<Figures> {
  const figures: Figures = {};
  for (const [what, body] of hostileBodies(BODY_BYTES.public)) {
    const path = '/rpc/sessions/login';
    figures[`before the gate: ${what}, ms`] = await cpuMsOf(server, { path, body, cookie: '' });
  }
  for (const [what, body] of hostileBodies(BODY_BYTES.admin)) {
    const path = '/rpc/review/decide';
    figures[`after the gate: ${what}, ms`] = await cpuMsOf(server, { path, body, cookie: admin });
  }
  return figures;
}

function hostileBodies(bytes: number): [what: string, body: string][] {
  const room = bytes - 200;
  const wide = Math.min(MAX_JSON_VALUES, Math.floor(room / 2)) - 10;
  const deep = MAX_JSON_DEPTH - 1;
  const cjk = '漢'.repeat(Math.floor(room / 3));
  return [
    ['ideographs', JSON.stringify({ json: { ids: [cjk] } })],
    ['a URL of ideographs', JSON.stringify({ json: { ids: [`http://${cjk.slice(9)}/`] } })],
    [
      'one that asks for a URL',
      JSON.stringify({ json: { ids: [cjk.slice(50)] }, meta: [[0, 'ids', 0]] }),
    ],
    ['carriage returns', JSON.stringify({ json: { ids: ['\r'.repeat(Math.floor(room / 2))] } })],
    ['escapes', `{"json":{"ids":["${'\\u6f22'.repeat(Math.floor(room / 6))}"]}}`],
    ['wide', `{"json":{"ids":[${'1,'.repeat(wide)}1]}}`],
    ['deep', `{"json":{"ids":${'['.repeat(deep)}${']'.repeat(deep)}}}`],
    ['too deep', '['.repeat(room)],
  ];
}

async function cpuMsOf(
  server: BenchServer,
  { path, body, cookie }: { path: string; body: string; cookie: string },
): Promise<number> {
  const headers = { 'content-type': 'application/json', cookie };
  const send = () => call({ url: `${server.baseUrl}${path}`, method: 'POST', headers, body });
  const { status = 0 } = await send();
  if (status < 400) throw new Error(`A hostile body was taken: ${status}`);
  const before = await readServerUsage(server);
  for (let n = 0; n < TIMES; n++) await send();
  return ((await readServerUsage(server)).cpuMs - before.cpuMs) / TIMES;
}

/** The memory used by bodies that lack their last byte, and the time until they are cut off. */
async function benchUnfinished(server: BenchServer): Promise<Figures> {
  const { hostname, port } = new URL(server.baseUrl);
  const before = await readServerUsage(server);
  const startedAt = performance.now();
  const announced = BODY_BYTES.public;
  const head = `POST /rpc/sessions/login HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n\r\n`;
  const sockets: Socket[] = [];
  for (let n = 0; n < UNFINISHED; n++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(head + ' '.repeat(announced - 1));
    sockets.push(socket);
  }
  const closed = sockets.map(
    (socket) => new Promise((resolve) => socket.resume().once('close', resolve)),
  );
  await callOthers(server.baseUrl, { cookies: '', forMs: 3000 });
  const open = await readServerUsage(server);
  await Promise.all(closed);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    'memory of the unfinished bodies, MB': (open.memoryBytes - before.memoryBytes) / 1e6,
    'unfinished bodies are cut after, seconds': seconds,
  };
}

async function benchStreamsOfOne(
  server: BenchServer,
  { admin, demo }: { admin: string; demo: string },
): Promise<Figures> {
  const { baseUrl } = server;
  const quiet = await callOthers(baseUrl, { cookies: admin, forMs: 5000 });
  const opening = Array.from({ length: STREAMS }, () =>
    openStream(server, { cookie: demo }).catch(() => undefined),
  );
  const whileOpening = callOthers(baseUrl, { cookies: admin, forMs: 5000 });
  const streams = (await Promise.all(opening)).filter((stream) => stream !== undefined);
  await whileOpening;
  const others = callOthers(baseUrl, { cookies: admin, forMs: 5000 });
  for (let n = 0; n < PROFILE_UPDATES; n++) await renameDemo(baseUrl, { demo, n });
  const loud = await others;
  const open = streams.filter(({ closed }) => !closed).length;
  for (const stream of streams) stream.destroy();
  return {
    'streams of one user that stay open': open,
    "others' p95 without, ms": quantile(quiet, 0.95),
    "others' p95 while they open, ms": quantile(await whileOpening, 0.95),
    "others' p95 with changes they hear, ms": quantile(loud, 0.95),
  };
}

async function renameDemo(baseUrl: string, { demo, n }: { demo: string; n: number }) {
  const nothing = { lastName: '', email: '', phone: '', address: '', city: '', country: '' };
  const { status } = await call({
    url: `${baseUrl}/api/v1/profiles/current`,
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie: demo },
    body: JSON.stringify({ ...nothing, firstName: `Asha ${n}` }),
  });
  if (status !== 200) throw new Error(`The profile was not changed: ${status}`);
}
