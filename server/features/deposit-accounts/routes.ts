import { procedures } from '#server/deps/procedures.ts';
import { listAccounts, listActiveAccounts, saveDepositAccount } from './deposit-accounts.ts';

const { listActive, list, save } = procedures.depositAccounts;

export const depositAccountRoutes = {
  listActive: listActive.handler(({ context: { deps } }) => listActiveAccounts(deps)),
  list: list.handler(({ context: { deps } }) => listAccounts(deps)),
  save: save.handler(({ context: { deps, actor }, input: { id, ...form } }) =>
    saveDepositAccount(deps, actor, { id, form }),
  ),
};
