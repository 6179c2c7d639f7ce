import { procedures } from '#server/deps/procedures.ts';
import { getSubject } from '#server/platform/auth/subjects.ts';
import {
  createBankAccount,
  listBankAccounts,
  removeBankAccount,
  setDefaultBankAccount,
} from './bank-accounts.ts';

export const bankAccountRoutes = {
  list: procedures.bankAccounts.list.handler(({ context: { deps, actor } }) =>
    listBankAccounts(deps, actor),
  ),
  ofUser: procedures.bankAccounts.ofUser.handler(async ({ context: { deps }, input }) =>
    listBankAccounts(deps, await getSubject(deps.db.query, input.userId)),
  ),
  create: procedures.bankAccounts.create.handler(({ context: { deps, actor }, input }) =>
    createBankAccount(deps, actor, input),
  ),
  setDefault: procedures.bankAccounts.setDefault.handler(
    async ({ context: { deps, actor }, input }) => {
      await setDefaultBankAccount(deps, actor, input.id);
      return {};
    },
  ),
  remove: procedures.bankAccounts.remove.handler(async ({ context: { deps, actor }, input }) => {
    await removeBankAccount(deps, actor, input.id);
    return {};
  }),
};
