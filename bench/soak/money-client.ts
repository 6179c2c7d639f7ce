import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import sharp from 'sharp';
import type { Client } from '#contract/contract.ts';
import type { UserId } from '#contract/shared/base.ts';
import { toDecimal } from '#contract/shared/money.ts';
import type { Database } from '#server/db/database.ts';
import { hashToken, newToken } from '#server/features/sessions/cookie.ts';
import { createTestUser } from '#server/testing/accounts.ts';
import { LOST, type Perform, type Run } from '#server/testing/money-model.ts';

const RETRY_MS = 20;
/** Longer than any outage that a soak causes. */
const PATIENCE_MS = 120_000;

/** A person with a session, by HTTP. */
export interface Person {
  userId: UserId;
  cookie: string;
  api: Client;
  /** A deposit request with its receipt. Returns its id; throws Refused. */
  deposit(form: object, receipt: Buffer): Promise<string>;
}

/** A response with an error. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

export interface Line {
  db: Database;
  baseUrl: string;
  /** After this time a call counts as lost. */
  callMs: number;
}

/** Repeats work until it succeeds, while the database is away. */
export async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}

/** Creates a user with a session. A login by password would take longer than a whole script. */
export function newPerson(line: Line, role: 'user' | 'admin' = 'user'): Promise<Person> {
  return persist(() => createPerson(line, role));
}

async function createPerson(line: Line, role: 'user' | 'admin'): Promise<Person> {
  const username = `${role}-${randomUUID().slice(0, 8)}`;
  const userId = await createTestUser(line, { username, password: randomUUID(), role });
  const token = newToken();
  await line.db.query(
    `INSERT INTO sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at, confirmed_at, ip)
     VALUES (gen_random_uuid(), $1, $2, now(), now(), now() + interval '1 day', now(), '127.0.0.1')`,
    [userId, hashToken(token)],
  );
  const cookie = `wallet_session=${token}`;
  const send: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(line.callMs) });
  const link = new RPCLink({ url: `${line.baseUrl}/rpc`, headers: { cookie }, fetch: send });
  return {
    userId,
    cookie,
    api: createORPCClient(link),
    async deposit(form, receipt) {
      const walletForm = Buffer.from(JSON.stringify(form)).toString('base64url');
      const response = await send(`${line.baseUrl}/files/deposits`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'image/png', 'wallet-form': walletForm },
        body: new Uint8Array(receipt),
      });
      const body = (await response.json()) as { id?: unknown; code?: unknown };
      if (response.status !== 200) throw new Refused(response.status, String(body.code));
      return String(body.id);
    },
  };
}

export async function newBankAccount({ api }: Person): Promise<string> {
  const holder = { accountName: 'Asha Rao', accountNumber: '123456789012' };
  const account = { ...holder, bankName: 'State Bank', isDefault: true };
  return (await untilAnswered(() => api.bankAccounts.create(account))).result?.id ?? '';
}

/** The receipt of a key: always the same, and unlike those of other keys. */
export function drawReceipt(key: string): Promise<Buffer> {
  const pixels = createHash('shake256', { outputLength: 8 * 8 * 3 })
    .update(key)
    .digest();
  return sharp(pixels, { raw: { width: 8, height: 8, channels: 3 } })
    .png()
    .toBuffer();
}

interface Answered<Result> {
  /** LOST for each attempt without a response, then `ok` or the code of an error. */
  answers: string[];
  result?: Result;
}

/** Repeats a call with its key until there is a response. */
export async function untilAnswered<Result>(
  call: () => Promise<Result>,
): Promise<Answered<Result>> {
  const answers: string[] = [];
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      const result = await call();
      return { answers: [...answers, 'ok'], result };
    } catch (error) {
      const code = findCode(error);
      if (code !== undefined) return { answers: [...answers, code] };
      if (performance.now() > until) throw error;
      if (!isRefusedConnection(error)) answers.push(LOST);
      await setTimeout(RETRY_MS);
    }
  }
}

/** Returns the code of an error with which the server responded, if it did. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ORPCError || error instanceof Refused ? error.code : undefined;
}

/** Returns the code of a refusal; undefined if the call may have taken effect, or the server could not work on it. */
function findCode(error: unknown): string | undefined {
  if (!(error instanceof ORPCError) && !(error instanceof Refused)) return undefined;
  // Soaks that move clocks confirm and continue sessions that are too old then.
  const needsSignIn = error.status === 401 || error.code === 'STEP_UP_REQUIRED';
  const isTransient = error.status >= 500 || [408, 429].includes(error.status) || needsSignIn;
  return isTransient ? undefined : error.code;
}

function isRefusedConnection(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

/** People of one script, and the administrator who decides for them. */
interface Cast {
  db: Pick<Database, 'query'>;
  admin: Person;
  owners: { person: Person; bankAccountId: string }[];
  /** The ids of requests by their keys. */
  ids: Map<string, string>;
}

/** Returns how the commands of a model are run by HTTP. */
export function performAs(cast: Cast): Perform {
  return async (run) => (await untilAnswered(() => send(cast, run))).answers;
}

async function send({ db, admin, owners, ids }: Cast, run: Run): Promise<void> {
  const { name, key: requestKey } = run;
  const owner = owners[run.owner];
  if (!owner) throw new Error('There is no such owner');
  const { person, bankAccountId } = owner;
  const amount = toDecimal(run.amountPaise);
  const id = ids.get(run.target) ?? run.target;
  switch (name) {
    case 'deposit': {
      const receipt = await drawReceipt(requestKey);
      return void ids.set(requestKey, await person.deposit({ amount, requestKey }, receipt));
    }
    case 'withdraw': {
      const input = { amount, bankAccountId, requestKey };
      return void ids.set(requestKey, (await person.api.withdrawals.request(input)).id);
    }
    case 'credit':
    case 'debit':
    case 'set': {
      const goal =
        name === 'set'
          ? { newBalance: amount, shownBalancePaise: run.shownPaise }
          : { direction: name, amount };
      const reason = 'As the model wants it';
      const adjustment = { userId: person.userId, requestKey, reason, ...goal };
      return void (await admin.api.users.adjustBalance(adjustment));
    }
    case 'undo':
      return void (await admin.api.review.undo({ id }));
    case 'expire':
      return expire(db, id);
    default: {
      const isApproval = name === 'approve' || name === 'deferApproval';
      const { results } = await admin.api.review.decide({
        ids: [id],
        decision: isApproval ? 'approved' : 'rejected',
        undoable: name === 'deferApproval' || name === 'deferRejection',
        requestKey,
      });
      const [result] = results;
      if (result?.refusal) throw new Refused(409, result.refusal.code);
    }
  }
}

/** Ends the undo time of a request's decision, and waits until the server has executed it. */
async function expire(db: Cast['db'], id: string): Promise<void> {
  for (;;) {
    const waiting = await db.query(
      `UPDATE waiting_decisions SET due_at = least(due_at, clock_timestamp()),
         taken_until = CASE WHEN taken_until < clock_timestamp() + interval '8 seconds' THEN NULL ELSE taken_until END
       WHERE transaction_id = $1 RETURNING 1`,
      [id],
    );
    if (waiting.length === 0) return;
    await setTimeout(RETRY_MS);
  }
}
