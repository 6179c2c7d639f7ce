import type { AppError } from '#server/base/errors.ts';
import type { Query } from '#server/db/database.ts';
import { findStepUpRefusal } from '#server/platform/auth/gate.ts';
import { takeUnconfirmed } from '#server/platform/auth/unconfirmed-sums.ts';
import { getSetting } from '../settings/settings.ts';
import type { Command, PlannedDecision } from './decide.queries.ts';

/**
 * Returns STEP_UP_REQUIRED for the commands whose session is not confirmed, and whose approvals total more than the limit on
 * the settings page, with those that this server has let pass for the session since its last confirmation. Reads
 * nothing if all are confirmed.
 */
export async function findUnconfirmed(
  query: Query,
  planned: readonly PlannedDecision[],
): Promise<Map<Command, AppError>> {
  const totals = new Map<Command, { refusal: AppError; totalPaise: number }>();
  for (const { row, command } of planned) {
    const isApproval = command.decision.decision === 'approved';
    const refusal = isApproval ? findStepUpRefusal(command.actor) : undefined;
    const totalPaise = (totals.get(command)?.totalPaise ?? 0) + row.amountPaise;
    if (refusal) totals.set(command, { refusal, totalPaise });
  }
  if (totals.size === 0) return new Map();
  const limitPaise = await getSetting(query, 'stepUpAbovePaise');
  const approving = [...totals];
  const isWithin = takeUnconfirmed(
    approving.map(([{ actor }, { totalPaise: paise }]) => {
      return { sessionId: actor.credential.id, paise, limitPaise };
    }),
  );
  const above = approving.filter((_, n) => !isWithin[n]);
  return new Map(above.map(([command, { refusal }]) => [command, refusal]));
}
