import { MAX_CANNED_REASONS, type ReasonKind } from '#contract/review/rules.ts';
import type { RejectionReason } from '#contract/settings/schema.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import {
  insertReason,
  type KnownReason,
  lockReason,
  saveReason,
  selectReasons,
  selectReasonTexts,
} from './reasons.queries.ts';
import { lockSettings } from './settings.queries.ts';

export async function listReasons({ db }: Deps, kind: ReasonKind): Promise<RejectionReason[]> {
  return selectReasons(db.query, kind);
}

export async function addReason(
  deps: Deps,
  actor: Actor,
  { kind = 'rejection', ...typed }: ReasonTexts & { kind?: ReasonKind },
): Promise<RejectionReason> {
  if (!typed.en) throw appError('REASON_REQUIRED');
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''));
  const reason = { id: newId(), texts: { ...given, en: typed.en }, isActive: true };
  await runCommand(deps, actor, async (tx) => {
    // Serializes additions, so that the count is exact.
    await lockSettings(tx.query);
    if ((await selectReasons(tx.query, kind)).length >= MAX_CANNED_REASONS) {
      throw appError('TOO_MANY_REASONS', { limit: MAX_CANNED_REASONS });
    }
    const after = { ...reason, kind };
    insertReason(tx, after);
    await recordChange(tx, { actor, before: null, after });
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
    const { kind: _, ...reason } = after;
    return reason;
  });
}

/** Returns the texts of the existing rejection reasons by id, including reasons disabled after they were chosen. */
export async function findReasonTexts(
  query: Query,
  ids: readonly string[],
): Promise<Map<string, ReasonTexts>> {
  const wanted = { kind: 'rejection', ids: [...new Set(ids)] } as const;
  const found = wanted.ids.length > 0 ? await selectReasonTexts(query, wanted) : [];
  return new Map(found.map(({ id, texts }) => [id, texts]));
}

/** Returns the texts of a reason for adjustments, even if it is disabled. */
export async function findAdjustmentReason(
  query: Query,
  id: string,
): Promise<ReasonTexts | undefined> {
  const [found] = await selectReasonTexts(query, { kind: 'adjustment', ids: [id] });
  return found?.texts;
}

type Change = { actor: Actor; before: KnownReason | null; after: KnownReason };

async function recordChange(tx: Tx, { actor, before, after }: Change): Promise<void> {
  const record = ({ texts, isActive }: KnownReason) => ({ name: texts.en, isActive });
  await recordConfigChange(tx, {
    actor,
    chainId: 'settings',
    entity: `${after.kind}-reason`,
    entityId: after.id,
    isForAdminsOnly: true,
    before: before && record(before),
    after: record(after),
    event: (op) => ({ entity: 'settings', op }),
  });
}
