import { MAX_REJECTION_REASONS } from '#contract/review/rules.ts';
import type { RejectionReason } from '#contract/settings/schema.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import { lockSettings } from '../queries.ts';
import {
  insertReason,
  lockReason,
  saveReason,
  selectReasons,
  selectReasonTexts,
} from './queries.ts';

export async function listReasons({ db }: Deps): Promise<RejectionReason[]> {
  return selectReasons(db.query);
}

export async function addReason(
  deps: Deps,
  actor: Actor,
  typed: ReasonTexts,
): Promise<RejectionReason> {
  if (!typed.en) throw appError('REASON_REQUIRED');
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''));
  const reason = { id: newId(), texts: { ...given, en: typed.en }, isActive: true };
  await runCommand(deps, actor, async (tx) => {
    // Serializes additions, so that the count is exact.
    await lockSettings(tx.query);
    if ((await selectReasons(tx.query)).length >= MAX_REJECTION_REASONS) {
      throw appError('TOO_MANY_REASONS', { limit: MAX_REJECTION_REASONS });
    }
    await insertReason(tx.query, reason, tx.at);
    await recordChange(tx, { actor, before: null, after: reason });
  });
  return reason;
}

export async function switchReason(
  deps: Deps,
  actor: Actor,
  { id, isActive }: { id: string; isActive: boolean },
): Promise<RejectionReason> {
  return runCommand(deps, actor, async (tx) => {
    const before = await lockReason(tx.query, id);
    if (!before) throw appError('REASON_NOT_FOUND');
    const after = { ...before, isActive };
    await saveReason(tx.query, after);
    await recordChange(tx, { actor, before, after });
    return after;
  });
}

/** Returns the texts of the existing reasons by id, including reasons disabled after they were chosen. */
export async function findReasonTexts(
  query: Query,
  ids: readonly string[],
): Promise<Map<string, ReasonTexts>> {
  const wanted = [...new Set(ids)];
  const found = wanted.length > 0 ? await selectReasonTexts(query, wanted) : [];
  return new Map(found.map(({ id, texts }) => [id, texts]));
}

type Change = { actor: Actor; before: RejectionReason | null; after: RejectionReason };

async function recordChange(tx: Tx, { actor, before, after }: Change): Promise<void> {
  const record = ({ texts, isActive }: RejectionReason) => ({ name: texts.en, isActive });
  await recordConfigChange(tx, {
    actor,
    chainId: 'settings',
    entity: 'rejection-reason',
    entityId: after.id,
    isForAdminsOnly: true,
    before: before && record(before),
    after: record(after),
    event: (op) => ({ entity: 'settings', op }),
  });
}
