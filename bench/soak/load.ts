import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Client } from '#contract/contract.ts';
import { EVENTS_PATH, readFrames } from '#contract/events/frames.ts';
import { MAX_REQUESTS_PER_DAY } from '#contract/transactions/rules.ts';
import { buildDepositForm, buildImage, upload } from '#server/testing/upload.ts';
import { BASE_URL } from './cluster.ts';

const CALL_MS = 15_000;
const PAUSE_MS = 100;

interface Person {
  api: Client;
  cookie: string;
  confirm(): Promise<unknown>;
}

/** Signs in; repeated until it succeeds. */
export async function signIn(username: string, password: string): Promise<Person> {
  let cookie = '';
  const link = new RPCLink({
    url: `${BASE_URL}/rpc`,
    fetch: async (request, init) => {
      const signal = AbortSignal.timeout(CALL_MS);
      const headers = new Headers(request.headers);
      if (cookie) headers.set('cookie', cookie);
      const response = await fetch(new Request(request, { headers }), { ...init, signal });
      cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return response;
    },
  });
  const api: Client = createORPCClient(link);
  await api.sessions.login({ username, password });
  return { api, cookie, confirm: () => api.sessions.confirm({ kind: 'password', password }) };
}

/** Commands of people, each repeated with its key until it is acknowledged, and what was acknowledged. */
export class Load {
  readonly deposits = new Map<string, 'deposited' | 'approved'>();
  /** Codes of refused approvals, such as of a deposit that was acknowledged and is lost. */
  readonly refused: string[] = [];
  readonly announced = new Set<string>();
  retries = 0;
  endedSessions = 0;
  resumedStreams = 0;
  #isOver = false;
  #confirming: Promise<unknown> | undefined;
  readonly #work: Promise<unknown>[] = [];
  readonly #admin: Person;
  readonly #lastFailures: Record<'write' | 'read', string[]> = { write: [], read: [] };
  readonly #acknowledged: { sentAt: number; at: number; kind: 'write' | 'read' }[] = [];

  constructor(admin: Person) {
    this.#admin = admin;
  }

  async start(people: number): Promise<void> {
    for (let n = 0; n < people; n += 1) {
      const person = await this.#newPerson();
      this.#work.push(this.#act(person));
      if (n === 0) this.#work.push(this.#look(person));
    }
  }

  /** Creates a person, signs them in and follows their stream. */
  async #newPerson(): Promise<Person> {
    const [username, password] = [`soak-${randomUUID()}`, randomUUID()];
    await this.#admin.api.users.create({ username, password, role: 'user' });
    const person = await signIn(username, password);
    this.#work.push(this.#follow(person));
    return person;
  }

  /** Waits until all started commands are acknowledged. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#work);
  }

  /** Returns when a call that was sent after this moment was acknowledged. */
  async untilAcknowledged(kind: 'write' | 'read', since: number): Promise<number> {
    for (;;) {
      const isNew = (one: { sentAt: number; kind: string }) =>
        one.kind === kind && one.sentAt >= since;
      if (this.#acknowledged.some(isNew)) return performance.now();
      if (performance.now() - since > 120_000) {
        const last = JSON.stringify(this.#lastFailures[kind]);
        throw new Error(`No ${kind} for two minutes. The last calls failed with ${last}`);
      }
      await setTimeout(20);
    }
  }

  /** Returns the longest time between two acknowledged reads after this moment. */
  longestReadGapMs(since: number): number {
    const reads = this.#acknowledged.filter(({ at, kind }) => kind === 'read' && at >= since);
    return Math.max(...reads.map(({ at }, n) => at - (reads[n - 1]?.at ?? since)));
  }

  async #act(first: Person): Promise<void> {
    let person = first;
    for (let made = 0; !this.#isOver; made += 1) {
      if (made > 0 && made % MAX_REQUESTS_PER_DAY === 0)
        person = await this.#repeat('write', () => this.#newPerson());
      // A receipt can be approved once.
      const body = await buildImage();
      const form = buildDepositForm({ amount: '10' });
      const sent = { cookie: person.cookie, path: '/files/deposits', form, body };
      const id = await this.#repeat('write', async () => {
        const answer = await withTimeout(upload({ baseUrl: BASE_URL }, sent));
        if (answer.status === 200) return String(answer.body.id);
        throw Object.assign(new Error(`${answer.status} ${answer.body.code}`), answer);
      });
      this.deposits.set(id, 'deposited');
      const requestKey = randomUUID();
      const error = await this.#repeat('write', async () => {
        const input = { ids: [id], decision: 'approved' as const, requestKey };
        const { results } = await this.#admin.api.review.decide(input);
        return results[0]?.refusal?.code ?? 'none';
      });
      if (error === 'none') this.deposits.set(id, 'approved');
      else this.refused.push(error);
      await setTimeout(PAUSE_MS);
    }
  }

  async #repeat<Result>(kind: 'write' | 'read', call: () => Promise<Result>): Promise<Result> {
    for (;;) {
      const sentAt = performance.now();
      const result = await call().catch(
        async (error: Error & { status?: number; code?: string }) => {
          if (error.status === 401) this.endedSessions += 1;
          this.#lastFailures[kind] = [...this.#lastFailures[kind].slice(-4), error.message];
          if (error.code === 'STEP_UP_REQUIRED') await this.#confirm();
          return undefined;
        },
      );
      if (result !== undefined) {
        this.#acknowledged.push({ sentAt, at: performance.now(), kind });
        if (this.#acknowledged.length > 2000) this.#acknowledged.splice(0, 1000);
        return result;
      }
      this.retries += 1;
      await setTimeout(PAUSE_MS);
    }
  }

  /** The administrator confirms their identity. Concurrent calls share the confirmation; a failed one is repeated. */
  async #confirm(): Promise<void> {
    this.#confirming ??= this.#admin
      .confirm()
      .catch(() => undefined)
      .finally(() => {
        this.#confirming = undefined;
      });
    await this.#confirming;
  }

  /** Reads a passbook again and again. */
  async #look({ api }: Person): Promise<void> {
    while (!this.#isOver) {
      await this.#repeat('read', () => api.transactions.passbook({ limit: 20 }));
      await setTimeout(PAUSE_MS);
    }
  }

  /** Follows a stream, and resumes it after its last event when it ends. */
  async #follow({ cookie }: Person): Promise<void> {
    let last: string | undefined;
    while (!this.#isOver) {
      const headers = { cookie, ...(last ? { 'last-event-id': last } : {}) };
      const ending = new AbortController();
      const timer = setInterval(() => this.#isOver && ending.abort(), 200);
      try {
        const { signal } = ending;
        const response = await fetch(`${BASE_URL}${EVENTS_PATH}`, { headers, signal });
        if (response.status === 401) this.endedSessions += 1;
        if (!response.ok || !response.body) throw new Error(`${response.status}`);
        for await (const { event, id } of readFrames(response.body)) {
          last = id ?? last;
          if ('id' in event && typeof event.id === 'string') this.announced.add(event.id);
        }
      } catch {
        // The server or its proxy has ended.
      } finally {
        clearInterval(timer);
      }
      this.resumedStreams += 1;
      await setTimeout(PAUSE_MS);
    }
  }
}

async function withTimeout<Result>(call: Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const timeout = setTimeout(CALL_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error('There was no response in time');
  });
  timeout.catch(() => undefined);
  return Promise.race([call, timeout]).finally(() => late.abort());
}
