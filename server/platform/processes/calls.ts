import type { ErrorCode, ErrorData } from '#contract/shared/errors.ts';
import { appError, isAppError } from '../runtime/errors.ts';

/** The end of a channel between two processes of one server: `process` in a worker, its `Worker` in the primary. */
export interface Channel {
  send(message: Message, onSent: (error: Error | null) => void): boolean | undefined;
  on(event: 'message', listener: (message: Message) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
}

interface Failure {
  app?: { code: ErrorCode; data: ErrorData | undefined };
  type: string;
  message: string;
  code?: string | undefined;
}

export type Message =
  | { kind: 'note'; name: string; input: unknown }
  | { kind: 'call'; id: number; name: string; input: unknown }
  | { kind: 'answer'; id: number; output: unknown }
  | { kind: 'failure'; id: number; failure: Failure }
  | { kind: 'abort'; id: number }
  | { kind: 'release'; id: number; end: unknown };

export interface CallContext {
  signal: AbortSignal;
  /** Keeps what the caller holds, until the caller releases it, with `end`, or ends, without. */
  keep(release: (end?: unknown) => void): void;
}

/** Functions that the other process may call, by name. */
export type Calls = Record<string, (input: never, context: CallContext) => unknown>;

type InputOf<Call> = Call extends (input: infer Input, ...rest: never[]) => unknown ? Input : never;
type OutputOf<Call> = Call extends (...input: never[]) => infer Output ? Awaited<Output> : never;

export interface Held<Output> {
  output: Output;
  release(end?: unknown): void;
}

export interface Peer<Remote extends Calls> {
  call<Name extends keyof Remote & string>(
    name: Name,
    input: InputOf<Remote[Name]>,
    signal?: AbortSignal,
  ): Promise<OutputOf<Remote[Name]>>;
  /** Calls a function that keeps something for this process. */
  hold<Name extends keyof Remote & string>(
    name: Name,
    input: InputOf<Remote[Name]>,
    signal?: AbortSignal,
  ): Promise<Held<OutputOf<Remote[Name]>>>;
  /** Does not wait. */
  note<Name extends keyof Remote & string>(name: Name, input: InputOf<Remote[Name]>): void;
}

interface Pending {
  resolve(output: unknown): void;
  reject(error: unknown): void;
  isAborted: boolean;
}

interface Served {
  aborting: AbortController;
  releases: ((end?: unknown) => void)[];
}

/** Makes errors of these types out of their messages, so that callers can tell them apart. */
export type ErrorTypes = Record<string, (message: string) => Error>;

/** Connects two processes of one server. Each may call the functions of the other. */
export function connectPeer<Remote extends Calls>(
  channel: Channel,
  own: Calls,
  errorTypes: ErrorTypes = {},
): Peer<Remote> {
  // The types of `Remote` hold, because both processes run one build.
  return new ChannelPeer(channel, own, errorTypes) as unknown as Peer<Remote>;
}

class ChannelPeer {
  readonly #channel: Channel;
  readonly #own: Calls;
  readonly #errorTypes: ErrorTypes;
  readonly #pending = new Map<number, Pending>();
  readonly #served = new Map<number, Served>();
  #calls = 0;
  #hasEnded = false;

  constructor(channel: Channel, own: Calls, errorTypes: ErrorTypes) {
    this.#channel = channel;
    this.#own = own;
    this.#errorTypes = errorTypes;
    channel.on('message', (message) => this.#receive(message));
    channel.on('disconnect', () => this.#end());
  }

  call(name: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    return this.#start(name, input, signal).output;
  }

  async hold(name: string, input: unknown, signal?: AbortSignal): Promise<Held<unknown>> {
    const { id, output } = this.#start(name, input, signal);
    const held = await output;
    return { output: held, release: (end) => this.#send({ kind: 'release', id, end }) };
  }

  note(name: string, input: unknown): void {
    this.#send({ kind: 'note', name, input });
  }

  #send(message: Message): void {
    // The `disconnect` event reports what could not be sent.
    if (!this.#hasEnded) this.#channel.send(message, () => undefined);
  }

  #start(name: string, input: unknown, signal: AbortSignal | undefined) {
    this.#calls += 1;
    const id = this.#calls;
    const output = new Promise<unknown>((resolve, reject) => {
      if (this.#hasEnded) return reject(new ProcessEnded());
      if (signal?.aborted) return reject(signal.reason);
      const call: Pending = { resolve, reject, isAborted: false };
      const onAbort = () => {
        call.isAborted = true;
        this.#send({ kind: 'abort', id });
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#pending.set(id, call);
      this.#send({ kind: 'call', id, name, input });
    });
    return { id, output };
  }

  #receive(message: Message): void {
    switch (message.kind) {
      case 'note':
        void this.#own[message.name]?.(message.input as never, UNHELD); // Both processes run one build.
        break;
      case 'call':
        void this.#serve(message);
        break;
      case 'abort':
        this.#served.get(message.id)?.aborting.abort();
        break;
      case 'release':
        this.#release(message.id, message.end);
        break;
      case 'answer':
      case 'failure':
        this.#settle(message);
        break;
    }
  }

  async #serve({ id, name, input }: Message & { kind: 'call' }): Promise<void> {
    const one: Served = { aborting: new AbortController(), releases: [] };
    this.#served.set(id, one);
    const { signal } = one.aborting;
    const keep = (release: (end?: unknown) => void) => void one.releases.push(release);
    try {
      const output = await this.#own[name]?.(input as never, { signal, keep }); // Both processes run one build.
      this.#send({ kind: 'answer', id, output });
    } catch (error) {
      this.#send({ kind: 'failure', id, failure: packError(error) });
    }
    if (this.#hasEnded) this.#release(id);
    else if (one.releases.length === 0) this.#served.delete(id);
  }

  #release(id: number, end?: unknown): void {
    const one = this.#served.get(id);
    this.#served.delete(id);
    for (const release of one?.releases ?? []) release(end);
  }

  #settle(message: Message & { kind: 'answer' | 'failure' }): void {
    const { id } = message;
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (message.kind === 'failure') call?.reject(rebuild(message.failure, this.#errorTypes));
    else if (call?.isAborted) this.#send({ kind: 'release', id, end: undefined });
    else call?.resolve(message.output);
  }

  #end(): void {
    this.#hasEnded = true;
    for (const { reject } of this.#pending.values()) reject(new ProcessEnded());
    this.#pending.clear();
    for (const [id, { aborting, releases }] of [...this.#served]) {
      aborting.abort();
      if (releases.length > 0) this.#release(id);
    }
  }
}

class ProcessEnded extends Error {
  constructor() {
    super('The other process of the server has ended');
  }
}

/** A note holds nothing. */
const UNHELD: CallContext = { signal: new AbortController().signal, keep: () => undefined };

function packError(error: unknown): Failure {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { message } = error;
  const type = error.constructor.name;
  if (isAppError(error)) return { type, message, app: { code: error.code, data: error.data } };
  return { type, message, code: 'code' in error ? String(error.code) : undefined };
}

function rebuild({ app, type, message, code }: Failure, types: ErrorTypes): Error {
  if (app) return appError(app.code, app.data);
  const error = types[type]?.(message) ?? new Error(message);
  return code === undefined ? error : Object.assign(error, { code });
}
