import type { Bank, BankForm } from '#contract/banks/schema.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import { requireFreeName } from '#server/platform/commands/names.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import { deactivateBank, lockBank, saveBank, selectActiveBanks } from './queries.ts';

export async function listActiveBanks({ db }: Deps): Promise<Bank[]> {
  return selectActiveBanks(db.query);
}

/** Adds a bank. Throws BANK_FIELDS_REQUIRED or BANK_NAME_TAKEN. */
export async function createBank(deps: Deps, actor: Actor, form: BankForm): Promise<Bank> {
  if (form.name === '' || form.code === '') throw appError('BANK_FIELDS_REQUIRED');
  const after = { ...form, id: newId() };
  return runCommand(deps, actor, async (tx) => {
    await requireFreeName(tx, 'banks', after);
    return save(tx, { actor, before: undefined, after });
  });
}

/**
 * Changes a bank; existing bank accounts keep the old name. Throws BANK_FIELDS_EMPTY, BANK_NOT_FOUND or
 * BANK_NAME_TAKEN.
 */
export async function updateBank(deps: Deps, actor: Actor, form: Bank): Promise<Bank> {
  if (form.name === '' || form.code === '') throw appError('BANK_FIELDS_EMPTY');
  return runCommand(deps, actor, async (tx) => {
    const before = await lockBank(tx.query, form.id);
    if (!before) throw appError('BANK_NOT_FOUND');
    const after = { ...form, id: before.id };
    if (after.name !== before.name) await requireFreeName(tx, 'banks', after);
    return save(tx, { actor, before, after });
  });
}

/** Deactivates a bank, which removes it from every list. Throws BANK_NOT_FOUND. */
export async function removeBank(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const before = await lockBank(tx.query, id);
    if (!before) throw appError('BANK_NOT_FOUND');
    await deactivateBank(tx.query, id);
    await recordChange(tx, { actor, before, after: undefined });
  });
}

interface Change {
  actor: Actor;
  before: Bank | undefined;
  after: Bank | undefined;
}

async function save(tx: Tx, change: Change & { after: Bank }): Promise<Bank> {
  await saveBank(tx.query, change.after, tx.at);
  await recordChange(tx, change);
  return change.after;
}

/** Notifies users too, because they choose from the list of banks. */
async function recordChange(tx: Tx, { actor, before, after }: Change): Promise<void> {
  const entityId = (after ?? before)?.id ?? '';
  await recordConfigChange(tx, {
    actor,
    chainId: 'banks',
    entity: 'bank',
    entityId,
    before: before ?? null,
    after: after ?? null,
    event: (op) => ({ entity: 'bank', op, id: entityId }),
  });
}
