import { procedures } from '#server/deps/procedures.ts';
import { getRecoveryOptions, requestReset, resetPassword } from './recovery.ts';
import {
  confirmRecoveryAddress,
  getRecoveryAddress,
  removeRecoveryAddress,
  setRecoveryAddress,
} from './recovery-address.ts';

const routes = procedures.recovery;

export const recoveryRoutes = {
  options: routes.options.handler(({ context: { deps } }) => getRecoveryOptions(deps)),
  request: routes.request.handler(async ({ context: { deps, request }, input }) => {
    await requestReset(deps, { ...input, ip: request.ip });
    return {};
  }),
  reset: routes.reset.handler(async ({ context: { deps, request }, input }) => {
    await resetPassword(deps, { ...input, ip: request.ip });
    return {};
  }),
  address: routes.address.handler(({ context: { deps, actor } }) =>
    getRecoveryAddress(deps, actor),
  ),
  setAddress: routes.setAddress.handler(({ context: { deps, actor }, input }) =>
    setRecoveryAddress(deps, actor, input),
  ),
  confirmAddress: routes.confirmAddress.handler(({ context: { deps, actor }, input }) =>
    confirmRecoveryAddress(deps, actor, input.code),
  ),
  removeAddress: routes.removeAddress.handler(({ context: { deps, actor }, input }) =>
    removeRecoveryAddress(deps, actor, input.currentPassword),
  ),
};
