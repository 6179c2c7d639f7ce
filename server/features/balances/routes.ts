import { availablePaise } from '#contract/balances/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Deps } from '#server/deps/deps.ts';
import { procedures } from '#server/deps/procedures.ts';
import { getWallet } from '#server/ledger/wallets.ts';
import { getSubject } from '#server/platform/auth/subjects.ts';

export const balanceRoutes = {
  current: procedures.balances.current.handler(({ context: { deps, actor } }) =>
    readBalance(deps, actor.userId),
  ),
  ofUser: procedures.balances.ofUser.handler(async ({ context: { deps }, input }) => {
    const { userId } = await getSubject(deps.db.query, input.userId);
    return readBalance(deps, userId);
  }),
};

async function readBalance({ db }: Deps, userId: UserId) {
  const wallet = await getWallet(db, userId);
  const { balancePaise, heldPaise, updatedAt } = wallet;
  return { balancePaise, heldPaise, availablePaise: availablePaise(wallet), updatedAt };
}
