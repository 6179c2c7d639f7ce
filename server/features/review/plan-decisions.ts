import { type AppError, appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import { lockWithDuplicates } from '../transactions/lock-requests.ts';
import { bindKeys, type KeyUse } from './decide.queries.ts';
import { type Command, isApproving, type PassedDecisions } from './decisions.ts';

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
