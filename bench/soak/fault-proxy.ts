import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** How far data is delayed, and how long a half-open connection lasts. */
const DELAY_MS = 250;
const HALF_OPEN_MS = 20_000;

export const FAULTS = ['delay', 'reset', 'halfOpen', 'lostResponse'] as const;
export type Fault = (typeof FAULTS)[number];

interface Options {
  /** A path of a socket, or a port on loopback; 0 for any. */
  listenOn: string | number;
  target: string | number;
  /** The share of data events with a fault. */
  rate: number;
  random: () => number;
  /** All by default. */
  faults?: readonly Fault[];
  /** Whether the response to this data is lost more often than others, such as that to a commit. */
  isCritical?: (data: Buffer) => boolean;
}

/** Share of critical responses that are lost. */
const CRITICAL_RATE = 0.05;

/** Passes on connections, with faults that `random` decides while `isFaulty`. */
export class FaultProxy {
  readonly counts: Record<Fault, number> = { delay: 0, reset: 0, halfOpen: 0, lostResponse: 0 };
  isFaulty = false;
  readonly #options: Options;
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(options: Options) {
    this.#options = options;
    this.#server = createServer((client) => this.#pass(client));
  }

  static async listen(options: Options): Promise<FaultProxy> {
    const proxy = new FaultProxy(options);
    const { listenOn } = options;
    if (typeof listenOn === 'string') proxy.#server.listen(listenOn);
    else proxy.#server.listen(listenOn, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(client: Socket): void {
    const { target, isCritical } = this.#options;
    const server = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1');
    let isAwaited = false;
    const destroy = () => {
      client.destroy();
      server.destroy();
    };
    const pair = { client, server, destroy };
    this.#forward(
      client,
      server,
      (data) => {
        isAwaited ||= isCritical?.(data) ?? false;
        return this.#choose(['delay', 'reset', 'halfOpen']);
      },
      pair,
    );
    this.#forward(
      server,
      client,
      () => {
        const wasAwaited = isAwaited;
        isAwaited = false;
        return this.#choose(['delay', 'lostResponse'], wasAwaited ? CRITICAL_RATE : 0);
      },
      pair,
    );
  }

  #choose(faults: readonly Fault[], least = 0): Fault | undefined {
    const { rate, random, faults: allowed = FAULTS } = this.#options;
    if (!this.isFaulty || random() >= Math.max(rate, least)) return undefined;
    const possible = faults.filter((fault) => allowed.includes(fault));
    const fault = possible[Math.floor(random() * possible.length)];
    const chosen = least > 0 ? 'lostResponse' : fault;
    if (chosen) this.counts[chosen] += 1;
    return chosen;
  }

  #forward(
    from: Socket,
    to: Socket,
    chooseFault: (data: Buffer) => Fault | undefined,
    { client, destroy }: { client: Socket; destroy: () => void },
  ): void {
    this.#open.add(from);
    let before: Promise<unknown> = Promise.resolve();
    const inOrder = (work: () => unknown) => {
      before = before.then(work);
    };
    from.on('data', (data: Buffer) => {
      const fault = chooseFault(data);
      if (fault === 'reset' || fault === 'lostResponse') {
        // Data that was not passed on is lost with the connection. A Unix socket has no reset.
        if (client.remoteAddress) client.resetAndDestroy();
        return destroy();
      }
      if (fault === 'delay') inOrder(() => wait(DELAY_MS * this.#options.random()));
      if (fault === 'halfOpen') inOrder(() => wait(HALF_OPEN_MS).then(destroy));
      inOrder(() => to.writable && to.write(data));
    });
    from.on('end', () => inOrder(() => to.end()));
    from.on('error', destroy);
    from.on('close', () => {
      this.#open.delete(from);
      inOrder(destroy);
    });
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
