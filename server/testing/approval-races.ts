import { randomUUID } from 'node:crypto';
import type { Role } from '#contract/shared/enums.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { approvalCommands } from '../app/approval-commands.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps/deps.ts';
import {
  confirmApproval,
  getApproval,
  refuseApproval,
  withdrawApproval,
} from '../features/approvals/answer-approvals.ts';
import { decideTransactions } from '../features/review/decide.ts';
import { cancelRequest } from '../features/transactions/cancel-request.ts';
import type { Actor } from '../platform/auth/gate.ts';

/** Requests of one user in a round: some stay pending, and a user can have 50 of those. */
const ROUND = 48;
const AMOUNT_PAISE = 600_000;

/** What races with the confirmation of a request, on another server. */
const RIVALS = ['refuse', 'withdraw', 'own', 'confirm', 'reject', 'cancel'] as const;
type Rival = (typeof RIVALS)[number];

export interface RaceOutcome {
  rival: Rival;
  isConfirmed: boolean;
  /** Whether the rival's call succeeded. */
  isRivalDone: boolean;
  state: string;
  status: string | undefined;
}

export interface RaceWorld {
  db: Database;
  deps: Deps;
  newActor(options?: { role?: Role }): Promise<Actor>;
  deposit(owner: Actor, amountPaise: number): Promise<OwnTransaction>;
}

interface Race {
  world: RaceWorld;
  second: Deps;
  people: Record<'maker' | 'confirmer' | 'third', Actor>;
}

/** Races confirmations of approvals with other ends of the same request on two servers. A rule has to cover deposits. */
export async function raceApprovals(race: Race, count: number): Promise<RaceOutcome[]> {
  const outcomes: RaceOutcome[] = [];
  while (outcomes.length < count) {
    const size = Math.min(ROUND, count - outcomes.length);
    const pairs = await makeRequests(race, size);
    outcomes.push(...(await Promise.all(pairs.map((pair, n) => raceOne(race, pair, n)))));
  }
  return outcomes;
}

/** Returns what is wrong with outcomes: each request has one end, and its deposit the status of that end. */
export function findWrongOutcomes(outcomes: readonly RaceOutcome[]): RaceOutcome[] {
  return outcomes.filter(({ rival, isConfirmed, isRivalDone, state, status }) => {
    const isByConfirmation = isConfirmed || rival === 'confirm';
    const expected = isByConfirmation ? 'confirmed' : endOf[rival];
    const decided = isByConfirmation ? 'approved' : statusAfter[rival];
    return isConfirmed === isRivalDone || state !== expected || status !== decided;
  });
}

const endOf: Record<Rival, string> = {
  ...{ refuse: 'refused', withdraw: 'withdrawn', own: 'waiting', confirm: 'confirmed' },
  ...{ reject: 'failed', cancel: 'failed' },
};
const statusAfter: Record<Rival, string> = {
  ...{ refuse: 'pending', withdraw: 'pending', own: 'pending', confirm: 'approved' },
  ...{ reject: 'rejected', cancel: 'rejected' },
};

interface Pair {
  owner: Actor;
  depositId: string;
  approvalId: string;
}

async function makeRequests({ world, people }: Race, count: number): Promise<Pair[]> {
  const owner = await world.newActor();
  const deposits = [];
  for (let n = 0; n < count; n += 1) deposits.push(await world.deposit(owner, AMOUNT_PAISE));
  const ids = deposits.map(({ id }) => id);
  const list = { ids, decision: 'approved', requestKey: randomUUID() } as const;
  const results = await decideTransactions(world.deps, people.maker, list);
  return ids.map((depositId) => ({
    owner,
    depositId,
    approvalId: String(results.get(depositId)?.data?.approvalId),
  }));
}

async function raceOne(race: Race, pair: Pair, n: number): Promise<RaceOutcome> {
  const { world, people } = race;
  const rival = RIVALS[n % RIVALS.length] ?? 'refuse';
  const confirm = () => confirmOn(world.deps, people.confirmer, pair);
  const oppose = () => rivals[rival](race, pair);
  const isFirst = Math.floor(n / RIVALS.length) % 2 === 0;
  const calls = isFirst ? [confirm(), oppose()] : [oppose(), confirm()];
  const done = (await Promise.allSettled(calls)).map(({ status }) => status === 'fulfilled');
  const [isConfirmed = false, isRivalDone = false] = isFirst ? done : done.toReversed();
  const { state } = await getApproval(world.deps, people.maker, pair.approvalId);
  const [row] = await world.db.query<{ status: string }>(
    'SELECT status FROM transactions WHERE id = $1',
    [pair.depositId],
  );
  return { rival, isConfirmed, isRivalDone, state, status: row?.status };
}

const confirmOn = (deps: Deps, by: Actor, { approvalId }: Pair) =>
  confirmApproval(deps, by, { id: approvalId, executor: approvalCommands });

const rivals: Record<Rival, (race: Race, pair: Pair) => Promise<unknown>> = {
  refuse: ({ second, people }, { approvalId }) =>
    refuseApproval(second, people.third, { id: approvalId }),
  withdraw: ({ second, people }, { approvalId }) =>
    withdrawApproval(second, people.maker, approvalId),
  own: ({ second, people }, pair) => confirmOn(second, people.maker, pair),
  confirm: ({ second, people }, pair) => confirmOn(second, people.third, pair),
  reject: async ({ second, people }, { depositId }) => {
    const results = await decideTransactions(second, people.third, {
      ids: [depositId],
      decision: 'rejected',
      requestKey: randomUUID(),
    });
    const refused = results.get(depositId);
    if (refused) throw refused;
  },
  cancel: ({ second }, { owner, depositId }) => cancelRequest(second, owner, depositId),
};
