import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Database } from '../db/database.ts';

type Outcome = 'approved' | 'rejected';
const OUTCOMES = { approve: 'approved', reject: 'rejected' } as const;
const DEFERRED = { deferApproval: 'approved', deferRejection: 'rejected' } as const;
const decisionOf = (name: string): Outcome | undefined => ({ ...OUTCOMES, ...DEFERRED })[name];
const isDeferral = (name: string) => name in DEFERRED;

const MOVES = ['deposit', 'withdraw', 'credit', 'debit', 'set'] as const;
const DECISIONS = [
  ...(['approve', 'approve', 'reject', 'deferApproval', 'deferRejection'] as const),
  ...(['undo', 'expire'] as const),
];
type Name = (typeof MOVES)[number] | (typeof DECISIONS)[number];

/** A generated command; `pick` chooses an earlier request or command. */
export type Command =
  | { name: (typeof MOVES)[number]; owner: number; amountPaise: number }
  | { name: (typeof DECISIONS)[number] | 'retry'; pick: number };

/** A command with its choices resolved and with an idempotency key. Requests are named by their keys. */
export interface Run {
  name: Name;
  owner: number;
  amountPaise: number;
  /** The balance that the administrator has seen before `set`. */
  shownPaise: number;
  target: string;
  key: string;
}

/** An attempt without a response: it may have taken effect or not. */
export const LOST = 'lost';
/** The result of an attempt that failed without any effect. */
export const FAILED = 'failed';

interface Request {
  type: 'deposit' | 'withdrawal';
  owner: number;
  amountPaise: number;
  status: 'pending' | Outcome;
  decisionKey?: string;
  deferred?: { outcome: Outcome; key: string } | undefined;
}

/** The expected state of wallets and requests, in a model simple enough to verify by reading. */
export interface Model {
  wallets: { balance: number; held: number; entries: number[] }[];
  requests: Record<string, Request>;
  /** Keys of adjustments and of deferred decisions. */
  usedKeys: ReadonlySet<string>;
}

/** Returns the expected result of a command, and the model after it: the same object if nothing changes. */
export function predict(model: Model, run: Run): { answer: string; model: Model } {
  if (run.name === 'deposit' || run.name === 'withdraw') return predictRequest(model, run);
  if (run.name === 'credit' || run.name === 'debit' || run.name === 'set') {
    return predictAdjustment(model, run);
  }
  const request = model.requests[run.target];
  if (!request) {
    return { answer: run.name === 'expire' ? 'ok' : 'TRANSACTION_NOT_FOUND', model };
  }
  if (run.name === 'expire') return { answer: 'ok', model: expire(model, run.target, request) };
  if (run.name === 'undo') return predictUndo(model, run, request);
  return predictDecision(model, run, request);
}

function predictRequest(model: Model, { name, key, owner, amountPaise }: Run) {
  if (model.requests[key]) return { answer: 'ok', model };
  const { balance, held } = walletOf(model, owner);
  const isDeposit = name === 'deposit';
  if (!isDeposit && amountPaise > balance - held) return { answer: 'INSUFFICIENT_BALANCE', model };
  const type = isDeposit ? ('deposit' as const) : ('withdrawal' as const);
  const next = withRequest(model, key, { type, owner, amountPaise, status: 'pending' });
  return { answer: 'ok', model: isDeposit ? next : withWallet(next, owner, { held: amountPaise }) };
}

function predictAdjustment(model: Model, { name, key, owner, amountPaise, shownPaise }: Run) {
  if (model.usedKeys.has(key)) return { answer: 'ok', model };
  const { balance, held } = walletOf(model, owner);
  if (name === 'set' && balance !== shownPaise) return { answer: 'BALANCE_CHANGED', model };
  const changes = { credit: amountPaise, debit: -amountPaise, set: amountPaise - balance };
  const moved = changes[name as 'set'];
  if (balance + moved < held) return { answer: 'BALANCE_BELOW_HELD', model };
  if (moved === 0) return { answer: 'ok', model };
  return { answer: 'ok', model: withWallet(withKey(model, key), owner, { moved }) };
}

function predictUndo(model: Model, { target }: Run, request: Request) {
  if (request.status !== 'pending') return { answer: 'ALREADY_DECIDED', model };
  if (!request.deferred) return { answer: 'ok', model };
  return { answer: 'ok', model: withRequest(model, target, { ...request, deferred: undefined }) };
}

function predictDecision(model: Model, { name, target, key }: Run, request: Request) {
  const outcome = decisionOf(name) ?? 'approved';
  if (request.status !== 'pending') {
    const isReplay = request.decisionKey === key && request.status === outcome;
    return { answer: isReplay ? 'ok' : 'ALREADY_DECIDED', model };
  }
  if (request.deferred) {
    const isReplay = isDeferral(name) && request.deferred.key === key;
    return { answer: isReplay ? 'ok' : 'DECISION_WAITING', model };
  }
  if (!isDeferral(name)) return { answer: 'ok', model: settle(model, target, { outcome, key }) };
  if (model.usedKeys.has(key)) return { answer: 'DECISION_UNDONE', model };
  const next = withRequest(model, target, { ...request, deferred: { outcome, key } });
  return { answer: 'ok', model: withKey(next, key) };
}

function expire(model: Model, target: string, { deferred }: Request): Model {
  return deferred ? settle(model, target, deferred) : model;
}

function settle(
  model: Model,
  target: string,
  { outcome, key }: { outcome: Outcome; key: string },
): Model {
  const request = model.requests[target];
  if (!request) throw new Error('There is no such request');
  const { type, owner, amountPaise } = request;
  const decided = { type, owner, amountPaise, status: outcome, decisionKey: key };
  const paid = type === 'deposit' ? amountPaise : -amountPaise;
  return withWallet(withRequest(model, target, decided), owner, {
    held: type === 'withdrawal' ? -amountPaise : 0,
    moved: outcome === 'approved' ? paid : 0,
  });
}

function walletOf({ wallets }: Model, owner: number) {
  const wallet = wallets[owner];
  if (!wallet) throw new Error('There is no such wallet');
  return wallet;
}

function withWallet(
  model: Model,
  owner: number,
  { held = 0, moved = 0 }: { held?: number; moved?: number },
): Model {
  const was = walletOf(model, owner);
  const entries = moved === 0 ? was.entries : [...was.entries, moved];
  const wallet = { balance: was.balance + moved, held: was.held + held, entries };
  return { ...model, wallets: model.wallets.with(owner, wallet) };
}

const withRequest = (model: Model, key: string, request: Request): Model => ({
  ...model,
  requests: { ...model.requests, [key]: request },
});

const withKey = (model: Model, key: string): Model => ({
  ...model,
  usedKeys: new Set([...model.usedKeys, key]),
});

/** Returns the state that `observe` reads after the commands of a model. */
function toObserved({ wallets, requests }: Model): Observed {
  return {
    wallets: wallets.map(({ balance, held, entries }) => ({
      balance,
      held,
      entries: entries.toSorted((a, b) => a - b),
    })),
    requests: Object.fromEntries(
      Object.entries(requests).map(([key, { type, amountPaise, status, deferred }]) => [
        key,
        { type, amountPaise, status, deferred: deferred?.outcome ?? null },
      ]),
    ),
  };
}

interface Observed {
  wallets: Model['wallets'];
  requests: Record<
    string,
    Pick<Request, 'type' | 'amountPaise' | 'status'> & { deferred: Outcome | null }
  >;
}

/** Reads the wallets, the ledger's entries and the requests of people in one statement. */
async function observe(
  { query }: Pick<Database, 'query'>,
  ownerIds: readonly string[],
): Promise<Observed> {
  const [row] = await query<{ state: Observed }>(
    `SELECT jsonb_build_object(
       'wallets', (SELECT jsonb_agg(jsonb_build_object('balance', w.balance_paise, 'held', w.held_paise,
           'entries', (SELECT coalesce(jsonb_agg(e.amount_paise ORDER BY e.amount_paise), '[]')
             FROM ledger_entries e WHERE e.user_id = w.user_id AND e.account = 'wallet')) ORDER BY o.n)
         FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, n) JOIN wallet_balances w ON w.user_id = o.id),
       'requests', (SELECT coalesce(jsonb_object_agg(t.request_key, jsonb_build_object('type', t.type,
           'amountPaise', t.amount_paise, 'status', t.status, 'deferred', d.decision)), '{}')
         FROM transactions t LEFT JOIN waiting_decisions d ON d.user_id = t.user_id AND d.transaction_id = t.id
         WHERE t.user_id = ANY ($1::uuid[]) AND t.kind = 'request')) AS state`,
    [ownerIds],
  );
  if (!row) throw new Error('Nothing was read');
  return row.state;
}

interface Done {
  run: Run;
  answer: string;
}

/**
 * Searches an order of concurrent commands in which the model gives their actual results and ends as it `fits`. Lost
 * attempts take effect anywhere in this order, or never.
 */
export function linearize(
  model: Model,
  done: readonly Done[],
  fits: (model: Model) => boolean,
): Model | undefined {
  if (done.every(({ answer }) => answer === LOST) && fits(model)) return model;
  for (const [index, { run, answer }] of done.entries()) {
    const predicted = predict(model, run);
    const isPossible = answer === LOST ? predicted.model !== model : predicted.answer === answer;
    if (!isPossible) continue;
    const end = linearize(predicted.model, done.toSpliced(index, 1), fits);
    if (end) return end;
  }
  return undefined;
}

/** The database under test next to its model: people, and the commands so far. */
export interface Stage {
  ownerIds: readonly string[];
  model: Model;
  past: Run[];
  /** Lost attempts that may still take effect. */
  late: Done[];
}

export function openStage(ownerIds: readonly string[]): Stage {
  const wallets = ownerIds.map(() => ({ balance: 0, held: 0, entries: [] }));
  const model = { wallets, requests: {}, usedKeys: new Set<string>() };
  return { ownerIds, model, past: [], late: [] };
}

export const OWNERS = 2;
const owner = fc.nat({ max: OWNERS - 1 });
const amountPaise = fc.integer({ min: 10, max: 60 }).map((tens) => tens * 100);
const pick = fc.nat({ max: 30 });
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ name: fc.constantFrom('deposit' as const, 'withdraw' as const), owner, amountPaise }),
  fc.record({ name: fc.constantFrom(...MOVES), owner, amountPaise }),
  { weight: 2, arbitrary: fc.record({ name: fc.constantFrom(...DECISIONS), pick }) },
  fc.record({ name: fc.constant('retry' as const), pick }),
);

/** Concurrent commands. The first is sent twice if it `isDoubled`; `fault` decides whether and where it fails. */
export interface Round {
  commands: Command[];
  isDoubled: boolean;
  fault: number;
}

export const FAULTS = 840;
const round: fc.Arbitrary<Round> = fc.record({
  commands: fc.array(command, { minLength: 1, maxLength: 4 }),
  isDoubled: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  // Small numbers are otherwise far more frequent.
  fault: fc.noBias(fc.nat({ max: FAULTS - 1 })),
});
/** A script of one stage. */
export const rounds = fc.array(round, { minLength: 4, maxLength: 12 });

function resolve({ model, past }: Stage, given: Command, key: string): Run {
  const nothing = { owner: 0, amountPaise: 0, shownPaise: 0, target: key, key };
  if (given.name === 'retry') {
    return past[given.pick % past.length] ?? { ...nothing, name: 'approve' };
  }
  if ('owner' in given) {
    return { ...nothing, ...given, shownPaise: model.wallets[given.owner]?.balance ?? 0 };
  }
  const keys = Object.keys(model.requests);
  return { ...nothing, name: given.name, target: keys[given.pick % keys.length] ?? key };
}

/** Returns the result of each attempt. */
export type Perform = (run: Run) => Promise<string[]>;

interface Driver {
  db: Pick<Database, 'query'>;
  perform: Perform;
  /** Whether time passes, so that a deferred decision can take effect without a command. */
  expires?: boolean;
}

/** Returns the lost attempts that a connection may still carry, unless their command was done: it has no effect twice. */
function findLate(run: Run, answers: string[]): Done[] {
  const isDone = run.name !== 'undo' && answers.at(-1) === 'ok';
  const lost = isDone ? [] : answers.filter((answer) => answer === LOST);
  return lost.map((answer) => ({ run, answer }));
}

/** Returns the decisions that may take effect during a round, because their undo time is over. */
function findExpiring({ model }: Stage, runs: Run[]): Done[] {
  const deferred = Object.keys(model.requests).filter((key) => model.requests[key]?.deferred);
  const deferring = runs.filter(({ name }) => isDeferral(name)).map(({ target }) => target);
  return [...new Set([...deferred, ...deferring])].map((target) => ({
    run: { name: 'expire', owner: 0, amountPaise: 0, shownPaise: 0, target, key: target },
    answer: LOST,
  }));
}

/**
 * Runs the commands of a round concurrently. Returns the numbers of commands and of lost attempts. Throws if no order of the
 * commands explains their results and the database.
 */
export async function playRound(
  stage: Stage,
  { commands, isDoubled }: Round,
  { db, perform, expires = false }: Driver,
): Promise<{ sent: number; lost: number }> {
  const runs = commands.map((given) => resolve(stage, given, randomUUID()));
  const sent = isDoubled ? [...runs, ...runs.slice(0, 1)] : runs;
  const answers = await Promise.all(sent.map(perform));
  const done = sent.flatMap((run, n) => (answers[n] ?? []).map((answer) => ({ run, answer })));
  const effective = [
    ...done.filter(({ answer }) => answer !== FAILED),
    ...stage.late,
    ...(expires ? findExpiring(stage, runs) : []),
  ];
  const observed = await observe(db, stage.ownerIds);
  const fits = (end: Model) => isDeepStrictEqual(toObserved(end), observed);
  const model = linearize(stage.model, effective, fits);
  if (!model) {
    const facts = { before: toObserved(stage.model), done: effective, observed };
    throw new Error(`No order explains these commands: ${JSON.stringify(facts)}`);
  }
  stage.model = model;
  stage.past.push(...runs);
  stage.late.push(...sent.flatMap((run, n) => findLate(run, answers[n] ?? [])));
  return { sent: sent.length, lost: done.filter(({ answer }) => answer === LOST).length };
}
