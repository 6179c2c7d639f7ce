import { MAX_DECISIONS_AT_ONCE } from '#contract/review/rules.ts';
import { isFlagged } from '#contract/transactions/warnings.ts';
import { type AppError, appError, isAppError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { postDecisions } from '#server/ledger/post-decisions.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { batchCommand } from '#server/platform/commands/batched-command.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { takeKeyAmounts } from '#server/platform/commands/key-limits.ts';
import { runStages } from '#server/platform/commands/stages.ts';
import { takeMatches } from '../statements/accept-matches.ts';
import { lockWithDuplicates } from '../transactions/lock-requests.ts';
import { refuseCredited } from '../transactions/refuse-credited.ts';
import { refuseDuplicates } from '../transactions/refuse-duplicates.ts';
import { findWarnings } from '../transactions/warnings.ts';
import { refuseUnconfirmed, refuseUnnamed } from './check-lists.ts';
import { refuseInvalid, refuseUnreadable, refuseWaiting } from './check-requests.ts';
import { bindKeys, freeKeys, type KeyUse } from './decide.queries.ts';
import { decideInParts } from './decide-in-parts.ts';
import {
  endApprovals,
  holdForSecond,
  readApprovals,
  refuseAutomatic,
} from './decision-approvals.ts';
import {
  type Command,
  type DecisionInput,
  type DecisionResults,
  type DecisionStage,
  isApproving,
  type PassedDecisions,
} from './decisions.ts';
import { recordDecisions } from './record-decisions.ts';

/** A longer list runs in its own transaction, so that other commands of a batch don't wait for it. */
const LONGEST_TOGETHER = 20;

/** After these, what is left of the planned decisions has been made. Their locks follow the one order (`lockWallets`). */
const STAGES: readonly DecisionStage[] = [
  refuseInvalid,
  refuseWaiting,
  refuseUnreadable,
  refuseUnnamed,
  refuseUnconfirmed,
  readApprovals,
  refuseDuplicates,
  takeMatches,
  refuseCredited,
  refuseAutomatic,
  holdForSecond,
  takeKeyAmounts,
  postDecisions,
  recordDecisions,
  endApprovals,
];

/**
 * Decides pending requests: statuses, ledger, holds, notifications, audit and events. It takes one transaction, or one for
 * each part of a list of more than MAX_DECISIONS_AT_ONCE. Each request that can't be decided has an error in the result.
 * Throws SOURCE_NOT_FOUND, REASON_NOT_FOUND or IDEMPOTENCY_CONFLICT for the whole list.
 */
export async function decideTransactions(
  deps: Deps,
  actor: Actor,
  decision: DecisionInput,
): Promise<DecisionResults> {
  const ids = [...new Set(decision.ids.map((id) => id.toLowerCase()))];
  const command = { actor, decision: { ...decision, ids } };
  if (ids.length <= MAX_DECISIONS_AT_ONCE) return decideList(deps, command);
  return decideInParts(command, (part) => decideList(deps, part));
}

export async function decideList(deps: Deps, list: Command): Promise<DecisionResults> {
  const { actor, decision } = list;
  const command = { ...list, uncheckedIds: await findUnchecked(deps.db, actor, decision) };
  if (decision.ids.length <= LONGEST_TOGETHER) return decideTogether(deps, command);
  return runCommand(deps, actor, (tx) => decide(tx, command));
}

/** Returns the ids of pending requests with warnings to look at that the approval does not acknowledge. */
export async function findUnchecked(
  db: Pick<Tx, 'query' | 'secrets'>,
  actor: Actor,
  { ids, decision, acknowledgedIds }: DecisionInput,
): Promise<Set<string>> {
  if (decision === 'rejected' || !acknowledgedIds) return new Set();
  const checked = new Set(acknowledgedIds);
  const others = ids.filter((id) => !checked.has(id));
  const warnings = await findWarnings(db, actor.userId, others);
  return new Set(others.filter((id) => isFlagged({ warnings: warnings.get(id) ?? [] })));
}

const decideTogether = batchCommand<Command, DecisionResults>({
  name: 'decision',
  work: decideEach,
  conflictKeys: ({ actor, decision }) => [
    `${actor.userId} ${decision.requestKey.toLowerCase()}`,
    ...decision.ids,
  ],
});

export async function decide(tx: Tx, command: Command): Promise<DecisionResults> {
  const [results = new Map()] = await decideEach(tx, [command]);
  if (isAppError(results)) throw results;
  return results;
}

/** Executes decisions that have no request in common. Returns the results of each, or the error of its whole list. */
async function decideEach(
  tx: Tx,
  commands: readonly Command[],
): Promise<(DecisionResults | AppError)[]> {
  const { keys, ...start } = await planDecisions(tx, commands);
  const { refused } = await runStages(tx, start, STAGES);
  freeKeys(
    tx,
    commands.filter((one) => refused.has(one) && keys.get(one) === 'new'),
  );
  return commands.map(
    (command) =>
      refused.get(command) ?? new Map(command.decision.ids.map((id) => [id, refused.get(id)])),
  );
}

/**
 * Binds the keys of commands that have no request in common, and locks their requests. Refuses each request that does not exist, and
 * each list whose key was used for another decision.
 */
export async function planDecisions(
  tx: Tx,
  commands: readonly Command[],
): Promise<PassedDecisions & { keys: ReadonlyMap<Command, KeyUse> }> {
  const [keys, rows] = await Promise.all([
    bindKeys(tx, commands),
    lockWithDuplicates(tx, {
      ids: commands.flatMap(({ decision }) => decision.ids),
      approving: commands.filter(isApproving).flatMap(({ decision }) => decision.ids),
    }),
  ]);
  const found = new Map(rows.map((row) => [row.id, row]));
  const refused = new Map<string | Command, AppError>();
  const planned = commands.flatMap((command) => {
    if (keys.get(command) === 'conflict') {
      refused.set(command, appError('IDEMPOTENCY_CONFLICT'));
      return [];
    }
    return command.decision.ids.flatMap((id) => {
      const row = found.get(id);
      if (!row) refused.set(id, appError('TRANSACTION_NOT_FOUND'));
      return row ? [{ row, command, isApproval: isApproving(command) }] : [];
    });
  });
  return { planned, refused, keys };
}

/** Locks what `approveConfirmed` changes and reads. */
export async function lockApproved(tx: Tx, id: string): Promise<void> {
  await lockWithDuplicates(tx, { ids: [id], approving: [id] });
}

/** Carries out the approval of a request that a second administrator has confirmed. Throws why it is refused. */
export async function approveConfirmed(
  deps: Deps,
  actor: Actor,
  { id, ...given }: { id: string } & Omit<DecisionInput, 'ids' | 'decision'>,
): Promise<void> {
  const { notes, sourceId, requestKey, confirmedDuplicateIds, differentPayments } = given;
  const said = { notes, sourceId, requestKey, confirmedDuplicateIds, differentPayments };
  const command: Command = { actor, decision: { ids: [id], decision: 'approved', ...said } };
  const results = await runCommand(deps, actor, (tx) => decide(tx, command));
  for (const refused of results.values()) if (refused) throw refused;
}
