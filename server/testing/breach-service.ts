import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the stub behaves for the next requests. */
export type Mood = 'well' | 'silent' | 'stalled' | 'failing' | 'redirecting' | 'html' | 'huge';

/** A local stub of a service of breached passwords, in the format of api.pwnedpasswords.com. */
export interface BreachService {
  url: URL;
  /** The paths received, and whether padding was requested. */
  readonly asked: { path: string; hasPadding: boolean }[];
  /** Passwords and the count of their lines: 0 for padding. */
  readonly passwords: Map<string, number>;
  mood: Mood;
  close(): Promise<void>;
}

/** The greatest length of a range of 2 billion passwords, with some to spare. */
const LINES = 2500;

export function sha1(password: string): string {
  return createHash('sha1').update(password).digest('hex').toUpperCase();
}

export async function startBreachService(): Promise<BreachService> {
  const server = createServer((request, response) => {
    const { url: path = '', headers } = request;
    service.asked.push({ path, hasPadding: headers['add-padding'] === 'true' });
    behave(response, service.mood, rangeOf(service.passwords, path));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const service: BreachService = {
    url: new URL(`http://127.0.0.1:${port}/range/`),
    asked: [],
    passwords: new Map(),
    mood: 'well',
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

/** The lines of the passwords whose SHA-1 begins with the last part of the path, among others. */
function rangeOf(passwords: Map<string, number>, path: string): string {
  const prefix = path.split('/').at(-1) ?? '';
  const others = Array.from(
    { length: LINES },
    (_, index) => [`of others ${index}`, index] as const,
  );
  const known = [...passwords].filter(([password]) => sha1(password).startsWith(prefix));
  return [...others, ...known]
    .map(([password, count]) => `${sha1(password).slice(5)}:${count}`)
    .join('\r\n');
}

function behave(response: ServerResponse, mood: Mood, range: string): void {
  const acts: Record<Mood, () => unknown> = {
    well: () => response.setHeader('content-type', 'text/plain').end(range),
    silent: () => undefined,
    stalled: () => response.write(range.slice(0, 100)),
    failing: () => response.writeHead(503).end(range),
    redirecting: () => response.writeHead(302, { location: '/elsewhere' }).end(),
    html: () => response.setHeader('content-type', 'text/html').end('<h1>Sign in</h1>'),
    huge: () => response.end(`${range}\r\n`.repeat(3)),
  };
  acts[mood]();
}
