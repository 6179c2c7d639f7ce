import { formatRupees } from '#contract/shared/money.ts';
import { toIndianDay, toMoments } from '../../base/days.ts';
import { type AppError, appError } from '../../base/errors.ts';
import type { Tx } from '../../db/database.ts';
import { apiKeyDays } from '../../db/schema/api-keys.ts';
import { computed, integer, select, selectionOf, together } from '../../db/selection.ts';
import { update } from '../../db/update.ts';
import type { Actor } from '../auth/gate.ts';
import { type Passed, refuseEach } from './stages.ts';

/** Limits of an API key for one Indian day; null for no limit. */
export interface KeyLimits {
  dayPaise: number | null;
  dayCommands: number | null;
}

interface Budget {
  keyId: string;
  day: string;
  dayPaise: number;
  totalPaise: number;
  isStored: boolean;
}

const budgets = new WeakMap<Tx, Map<string, Budget>>();

/**
 * Counts a command of each actor whose key has a limit, and locks the counters until the transaction ends, so that
 * `takeKeyAmount` sees all earlier amounts. Returns API_KEY_LIMIT for the commands past the limit. Sends nothing if no
 * key has a limit.
 */
export async function countKeyCommands(
  tx: Tx,
  actors: readonly Actor[],
  limits: Map<string, KeyLimits>,
): Promise<Map<Actor, AppError>> {
  const limited = actors.filter(({ credential: { kind, id } }) => {
    const limit = kind === 'apiKey' ? limits.get(id) : undefined;
    return limit && (limit.dayPaise !== null || limit.dayCommands !== null);
  });
  if (limited.length === 0) return new Map();
  const day = toIndianDay(tx.beganAt);
  const keyIds = limited.map(({ credential }) => credential.id);
  const used = await addCommands(tx, keyIds, day);
  const ofTx = new Map<string, Budget>();
  const refused = new Map<Actor, AppError>();
  for (const { keyId, totalPaise, before } of used) {
    const { dayPaise = null, dayCommands = null } = limits.get(keyId) ?? {};
    if (dayPaise !== null) ofTx.set(keyId, { keyId, day, dayPaise, totalPaise, isStored: false });
    if (dayCommands === null) continue;
    const own = limited.filter(({ credential }) => credential.id === keyId);
    for (const actor of own.slice(Math.max(0, dayCommands - before))) {
      refused.set(actor, limitError(tx, day, { measure: 'commands', remaining: 0 }));
    }
  }
  budgets.set(tx, ofTx);
  return refused;
}

const addedColumns = together(
  selectionOf(apiKeyDays, 'counted', ['keyId', 'totalPaise']),
  computed({ before: integer('counted.commands - added.count') }),
);

async function addCommands(tx: Tx, keyIds: string[], day: string) {
  return select(
    tx.query,
    addedColumns,
    `WITH added AS (SELECT id, count(*)::int AS count FROM unnest($1::uuid[]) AS id GROUP BY id),
       counted AS (
         INSERT INTO api_key_days AS t (key_id, day, total_paise, commands)
         SELECT id, $2, 0, count FROM added ORDER BY id
         ON CONFLICT (key_id, day) DO UPDATE SET commands = t.commands + excluded.commands
         RETURNING key_id, total_paise, commands)
     SELECT ${addedColumns.sql}
     FROM counted JOIN added ON id = key_id`,
    [keyIds, day],
  );
}

/** Adds to what the actor's key has approved and adjusted today. Returns API_KEY_LIMIT if that is too much. */
export function takeKeyAmount(tx: Tx, actor: Actor, amountPaise: number): AppError | undefined {
  const budget = budgets.get(tx)?.get(actor.credential.id);
  if (!budget) return undefined;
  const remainingPaise = Math.max(0, budget.dayPaise - budget.totalPaise);
  if (amountPaise > remainingPaise) {
    const remaining = formatRupees(remainingPaise);
    return limitError(tx, budget.day, { measure: 'amount', remaining, remainingPaise });
  }
  budget.totalPaise += amountPaise;
  if (!budget.isStored) tx.beforeCommit(() => storeTotal(tx, budget));
  budget.isStored = true;
  return undefined;
}

/** Gives back what a command took with `takeKeyAmount` and did not use. */
export function returnKeyAmount(tx: Tx, actor: Actor, amountPaise: number): void {
  const budget = budgets.get(tx)?.get(actor.credential.id);
  if (budget) budget.totalPaise -= amountPaise;
}

/** A planned approval, as far as the stage needs it. */
interface Taking {
  row: { id: string; amountPaise: number };
  command: { actor: Actor };
  isApproval: boolean;
}

/**
 * A stage: refuses, with API_KEY_LIMIT, the approvals that exceed what an API key may approve today. Gives back what later stages
 * refuse.
 */
export async function takeKeyAmounts<Planned extends Taking>(
  tx: Tx,
  planned: readonly Planned[],
): Promise<Passed<Planned>> {
  const passed = refuseEach(planned, ({ row, command, isApproval }) =>
    isApproval ? takeKeyAmount(tx, command.actor, row.amountPaise) : undefined,
  );
  const taken = passed.planned.filter(({ isApproval }) => isApproval);
  return {
    ...passed,
    after: ({ refused }) => {
      for (const { row, command } of taken) {
        if (refused.has(row.id)) returnKeyAmount(tx, command.actor, row.amountPaise);
      }
      return new Map();
    },
  };
}

async function storeTotal(tx: Tx, { keyId, day, totalPaise }: Budget): Promise<void> {
  await update(tx.query, apiKeyDays, { set: { totalPaise }, where: { keyId, day } });
}

function limitError(
  tx: Tx,
  day: string,
  data: { measure: 'amount' | 'commands'; remaining: string | number; remainingPaise?: number },
): AppError {
  const { until } = toMoments({ to: day });
  const seconds = Math.ceil((Date.parse(until) - tx.beganAt.getTime()) / 1000);
  return appError('API_KEY_LIMIT', { ...data, until, seconds });
}
