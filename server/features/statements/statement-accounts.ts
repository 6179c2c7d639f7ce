import { MAX_STATEMENT_ACCOUNTS } from '#contract/statements/rules.ts';
import type { StatementAccount, StatementAccountForm } from '#contract/statements/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { statementAccounts as table } from '#server/db/schema/statements.ts';
import { selectionOf } from '#server/db/selection.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { defineCatalogue } from '../catalogue/catalogue.ts';

const accounts = defineCatalogue({
  rows: {
    table,
    columns: selectionOf(table, 't', ['id', 'name', 'lastFour', 'isActive', 'createdAt']),
    isListed: 'true',
    order: 'name, id',
    deletion: 'inactive',
  },
  notFound: 'STATEMENT_ACCOUNT_NOT_FOUND',
  limit: { rows: MAX_STATEMENT_ACCOUNTS, error: 'TOO_MANY_STATEMENT_ACCOUNTS' },
  chainId: 'statements',
  toAudit: (states) => ({ entity: 'statement-account', ...states }),
  toEvent: (change) => ({ entity: 'statement', ...change }),
  isForAdminsOnly: true,
});

export const listAccounts = accounts.list;

/** Throws STATEMENT_ACCOUNT_NAME_REQUIRED or TOO_MANY_STATEMENT_ACCOUNTS. */
export async function createAccount(
  deps: Deps,
  actor: Actor,
  form: StatementAccountForm,
): Promise<StatementAccount> {
  checkName(form.name);
  return accounts.create(deps, actor, (tx) => ({ ...form, id: newId(), createdAt: tx.at }));
}

/** Throws STATEMENT_ACCOUNT_NAME_REQUIRED or STATEMENT_ACCOUNT_NOT_FOUND. */
export async function updateAccount(
  deps: Deps,
  actor: Actor,
  { id, form }: { id: string; form: Partial<StatementAccountForm> },
): Promise<StatementAccount> {
  return accounts.change(deps, actor, {
    id,
    build: (before) => {
      const after = { ...before, ...form };
      checkName(after.name);
      return after;
    },
  });
}

function checkName(name: string): void {
  if (name === '') throw appError('STATEMENT_ACCOUNT_NAME_REQUIRED');
}
