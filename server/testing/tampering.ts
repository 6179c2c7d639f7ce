import { randomUUID } from 'node:crypto';
import type { Query } from '../db/database.ts';
import type { Deps } from '../deps/deps.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
} from '../features/second-factors/second-factors.ts';
import { adjustBalance } from '../features/users/adjust-balance.ts';
import { type Verdict, verifyDatabase, verifySnapshot } from '../ledger/verify/verify.ts';
import type { Actor } from '../platform/auth/gate.ts';
import { totpCodeOf } from './authenticators.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from './money-world.ts';

/**
 * A world to tamper with. `victim` has an approved deposit, an approved (`paid`), a rejected (`refused`) and a pending
 * withdrawal, and an adjustment.
 */
export interface TamperedWorld extends MoneyWorld {
  victim: Actor;
  paid: string;
  refused: string;
}

export async function openTamperedWorld(): Promise<TamperedWorld> {
  const world = await openMoneyWorld();
  const victim = await world.newActor({ balancePaise: 100_000 });
  const account = await world.newBankAccount(victim);
  const paid = (await world.withdraw(victim, 5000, account)).id;
  await world.decide(paid, 'approved');
  const refused = (await world.withdraw(victim, 3000, account)).id;
  await world.decide(refused, 'rejected');
  await world.withdraw(victim, 2000, account);
  const tampered = { ...world, victim, paid, refused };
  await adjust(tampered, '1000.00', 95_000);
  return tampered;
}

/** Opens such a world after more changes by commands, and expects no broken invariant. */
export async function openVerifiedWorld(
  prepare: (world: TamperedWorld) => Promise<unknown> = async () => undefined,
): Promise<TamperedWorld> {
  const world = await openTamperedWorld();
  await prepare(world);
  await expectVerified(world.db);
  return world;
}

/** Adds an authenticator app to an account. */
export async function addApp(deps: Deps, owner: Actor): Promise<void> {
  const { secret } = await beginAuthenticator(deps, owner, 'Wallet');
  await confirmAuthenticator(deps, owner, totpCodeOf(secret, deps.clock.now()));
}

/** Sets the victim's balance as an administrator does. */
export function adjust(
  { deps, admin, victim }: TamperedWorld,
  newBalance: string,
  shownBalancePaise: number,
) {
  const said = { newBalance, shownBalancePaise, reason: 'Correction of a fee' };
  return adjustBalance(deps, admin, { userId: victim.userId, ...said, requestKey: randomUUID() });
}

/** Puts the ids of a world into SQL that names them `$victim`, `$paid`, `$refused` and `$maker`. */
function fill(world: TamperedWorld, sql: string): string {
  const ids = { victim: world.victim.userId, paid: world.paid, refused: world.refused };
  return sql.replaceAll(
    /\$(victim|paid|refused|maker)\b/g,
    (_, name: keyof typeof ids | 'maker') =>
      `'${name === 'maker' ? world.admin.userId : ids[name]}'`,
  );
}

/** Changes rows as the database's owner: only the triggers that refuse changes are off. Derived tables follow. */
export function withoutRefusals(sql: string): string {
  const set = (state: 'DISABLE' | 'ENABLE') => `
    ALTER TABLE ledger_entries ${state} TRIGGER ledger_entries_append_only;
    ALTER TABLE audit_log ${state} TRIGGER audit_log_append_only;
    ALTER TABLE transactions ${state} TRIGGER transactions_final;`;
  return `${set('DISABLE')}${sql};${set('ENABLE')}`;
}

/** Changes the database for the rest of the test. */
export async function tamper(world: TamperedWorld, sql: string): Promise<void> {
  await world.db.query(fill(world, sql));
}

/** Returns the broken invariants with their offenders as text. */
export async function findViolations(world: MoneyWorld): Promise<Map<string, string>> {
  return collect(verifyDatabase(world.db));
}

/** Returns the invariants that a change breaks, with their offenders as text. The change is undone. */
export async function findViolationsOf(
  world: TamperedWorld,
  sql: string,
): Promise<Map<string, string>> {
  const client = await world.db.pool.connect();
  const query: Query = async <Row extends object>(text: string, values?: unknown[]) =>
    (await client.query<Row>(text, values)).rows;
  try {
    await query('BEGIN');
    await query(fill(world, sql));
    await query('SET CONSTRAINTS ALL IMMEDIATE');
    return await collect(verifySnapshot(query, world.db.secrets));
  } finally {
    await query('ROLLBACK');
    client.release();
  }
}

async function collect(verdicts: AsyncGenerator<Verdict>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { title, offenders } of verdicts) {
    if (offenders.length > 0) found.set(title, JSON.stringify(offenders));
  }
  return found;
}
