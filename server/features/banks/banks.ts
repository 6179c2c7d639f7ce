import type { Bank, BankForm } from '#contract/banks/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { banks as table } from '#server/db/schema/banks.ts';
import { selectionOf } from '#server/db/selection.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { defineCatalogue, requireDeletionApproval } from '../catalogue/catalogue.ts';

/** Users receive the events too, because they choose from the list of banks. */
const banks = defineCatalogue({
  rows: {
    table,
    columns: selectionOf(table, 't', ['id', 'name', 'code']),
    isListed: 'is_active',
    order: 'name, id',
    deletion: 'inactive',
  },
  notFound: 'BANK_NOT_FOUND',
  uniqueName: { table: 'banks', of: ({ name }) => name },
  chainId: 'banks',
  toAudit: (states) => ({ entity: 'bank', ...states }),
  toEvent: (change) => ({ entity: 'bank', ...change }),
  beforeRemove: (tx, { actor, row }) =>
    requireDeletionApproval(tx, {
      ...{ actor, command: 'banks.remove', id: row.id },
      change: { action: 'bank.delete', entity: 'bank', before: row, after: null },
    }),
});

export const listActiveBanks = banks.list;

export async function createBank(deps: Deps, actor: Actor, form: BankForm): Promise<Bank> {
  if (form.name === '' || form.code === '') throw appError('BANK_FIELDS_REQUIRED');
  return banks.create(deps, actor, () => ({ ...form, id: newId() }));
}

/** Existing accounts keep the old name. */
export async function updateBank(deps: Deps, actor: Actor, { id, ...form }: Bank): Promise<Bank> {
  if (form.name === '' || form.code === '') throw appError('BANK_FIELDS_EMPTY');
  return banks.change(deps, actor, { id, build: (before) => ({ ...form, id: before.id }) });
}

export const removeBank = banks.remove;
