import { availablePaise } from '#contract/balances/rules.ts';
import { getWallet } from '#server/ledger/wallets.ts';
import { procedures } from '#server/platform/auth/gate.ts';

export const balanceRoutes = {
  current: procedures.balances.current.handler(async ({ context: { deps, actor } }) => {
    const wallet = await getWallet(deps.db, actor.userId);
    const { balancePaise, heldPaise, updatedAt } = wallet;
    return { balancePaise, heldPaise, availablePaise: availablePaise(wallet), updatedAt };
  }),
};
