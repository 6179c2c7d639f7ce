import { procedures } from '#server/lib/gate.ts';
import {
  getGeneralSettings,
  getLimits,
  getServiceInfo,
  setMaxDeposit,
  setServiceInfo,
} from './service.ts';

const {
  general,
  limits,
  service,
  setMaxDeposit: setMaxDepositOf,
  setService,
} = procedures.settings;

export const settingsRoutes = {
  general: general.handler(({ context }) => getGeneralSettings(context.deps)),
  limits: limits.handler(({ context }) => getLimits(context.deps)),
  setMaxDeposit: setMaxDepositOf.handler(({ context: { deps, actor }, input }) =>
    setMaxDeposit(deps, actor, input.amount),
  ),
  service: service.handler(({ context }) => getServiceInfo(context.deps)),
  setService: setService.handler(({ context: { deps, actor }, input }) =>
    setServiceInfo(deps, actor, input),
  ),
};
