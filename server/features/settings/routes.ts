import { procedures } from '#server/lib/gate.ts';
import { getGeneralSettings, getLimits, setMaxDeposit } from './service.ts';

const { general, limits, setMaxDeposit: setMaxDepositOf } = procedures.settings;

export const settingsRoutes = {
  general: general.handler(({ context }) => getGeneralSettings(context.deps)),
  limits: limits.handler(({ context }) => getLimits(context.deps)),
  setMaxDeposit: setMaxDepositOf.handler(({ context: { deps, actor }, input }) =>
    setMaxDeposit(deps, actor, input.amount),
  ),
};
