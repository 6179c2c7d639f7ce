import { type AppError, appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import { findStepUpRefusal } from '#server/platform/auth/gate.ts';
import { takeUnconfirmed } from '#server/platform/auth/unconfirmed-sums.ts';
import { findReasonTexts } from '../settings/reasons.ts';
import { getSetting } from '../settings/settings.ts';
import { lockActiveSources } from './decide.queries.ts';
import type { Command, PassedDecisions, PlannedDecision } from './decisions.ts';

/**
 * A stage: refuses the lists with a source that is not active, with SOURCE_NOT_FOUND, or with a reason that does not exist, with
 * REASON_NOT_FOUND. Locks the sources, and adds the texts of the reasons.
 */
export async function refuseUnnamed(
  tx: Tx,
  planned: readonly PlannedDecision[],
): Promise<PassedDecisions> {
  const [sources, reasons] = await Promise.all([
    lockActiveSources(tx, planned.flatMap(sourceIdOf)),
    findReasonTexts(tx.query, planned.flatMap(reasonIdOf)),
  ]);
  const refused = new Map<Command, AppError>();
  for (const one of planned) {
    if (reasonIdOf(one).some((id) => !reasons.has(id))) {
      refused.set(one.command, appError('REASON_NOT_FOUND'));
    } else if (sourceIdOf(one).some((id) => !sources.has(id))) {
      refused.set(one.command, appError('SOURCE_NOT_FOUND'));
    }
  }
  const passed = withoutLists(planned, refused);
  const withReason = passed.planned.map((one) => {
    return { ...one, reason: reasons.get(reasonIdOf(one)[0] ?? '') };
  });
  return { ...passed, planned: withReason };
}

const sourceIdOf = ({ isApproval, command: { decision } }: PlannedDecision) =>
  isApproval && decision.sourceId ? [decision.sourceId] : [];
const reasonIdOf = ({ isApproval, command: { decision } }: PlannedDecision) =>
  !isApproval && decision.reasonId ? [decision.reasonId] : [];

/**
 * A stage: refuses, with STEP_UP_REQUIRED, the lists whose session is not confirmed, and whose approvals total more than the limit
 * on the settings page, with those that this server has let pass for the session since its last confirmation. Reads nothing if
 * all are confirmed.
 */
export async function refuseUnconfirmed(
  tx: Tx,
  planned: readonly PlannedDecision[],
): Promise<PassedDecisions> {
  const totals = new Map<Command, { refusal: AppError; totalPaise: number }>();
  for (const { row, command, isApproval } of planned) {
    const refusal = isApproval ? findStepUpRefusal(command.actor) : undefined;
    const totalPaise = (totals.get(command)?.totalPaise ?? 0) + row.amountPaise;
    if (refusal) totals.set(command, { refusal, totalPaise });
  }
  if (totals.size === 0) return withoutLists(planned, new Map());
  const limitPaise = await getSetting(tx.query, 'stepUpAbovePaise');
  const approving = [...totals];
  const isWithin = takeUnconfirmed(
    approving.map(([{ actor }, { totalPaise: paise }]) => {
      return { sessionId: actor.credential.id, paise, limitPaise };
    }),
  );
  const above = approving.filter((_, n) => !isWithin[n]);
  return withoutLists(planned, new Map(above.map(([command, { refusal }]) => [command, refusal])));
}

function withoutLists(
  planned: readonly PlannedDecision[],
  refused: Map<Command, AppError>,
): PassedDecisions {
  return {
    planned: planned.filter(({ command }) => !refused.has(command)),
    refused: new Map<string | Command, AppError>(refused),
  };
}
