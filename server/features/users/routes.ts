import { appError } from '#server/base/errors.ts';
import { procedures } from '#server/deps/procedures.ts';
import { requirePermission, requireStepUpToGrant } from '#server/platform/auth/gate.ts';
import { searchedNumber } from '#server/platform/secrets/number-search.ts';
import { findKnownDevice } from '../sessions/login.ts';
import { adjustBalance, getAdjustmentLimits } from './adjust-balance.ts';
import { setFrozen } from './freeze-account.ts';
import { getUser, listUsers } from './list-users.ts';
import { changeOwnPassword } from './own-password.ts';
import { removeUser } from './remove-user.ts';
import { resetSecondFactors } from './reset-factors.ts';
import { setVerificationLevel } from './set-level.ts';
import { createTypedUser, setPassword, setRole, setStatus } from './users.ts';

export const userRoutes = {
  list: procedures.users.list.handler(async ({ context: { deps, actor }, input }) => {
    if (input.account === 'deleted') requirePermission(actor, 'audit:read');
    const number = searchedNumber(deps, actor, { term: input.search, list: 'users' });
    return listUsers(deps, { ...input, number });
  }),
  get: procedures.users.get.handler(({ context: { deps }, input }) => getUser(deps, input.userId)),
  create: procedures.users.create.handler(async ({ context: { deps, actor }, input }) => {
    const isForKeys = input.role === 'user';
    if (actor.credential.kind === 'apiKey' && !isForKeys) throw appError('NOT_FOR_API_KEYS');
    return getUser(deps, await createTypedUser(deps, actor, input));
  }),
  setPassword: procedures.users.setPassword.handler(async ({ context, input }) => {
    await setPassword(context.deps, context.actor, input);
    return {};
  }),
  adjustBalance: procedures.users.adjustBalance.handler(({ context: { deps, actor }, input }) =>
    adjustBalance(deps, actor, input),
  ),
  adjustmentLimits: procedures.users.adjustmentLimits.handler(({ context: { deps, actor } }) =>
    getAdjustmentLimits(deps, actor),
  ),
  remove: procedures.users.remove.handler(async ({ context, input }) => {
    await removeUser(context.deps, context.actor, input.userId, input.closureId);
    return {};
  }),
  setStatus: procedures.users.setStatus.handler(async ({ context, input }) => {
    const actor = requireStepUpToGrant(context.actor, input.status === 'active');
    await setStatus(context.deps, actor, input);
    return {};
  }),
  setRole: procedures.users.setRole.handler(async ({ context, input }) => {
    await setRole(context.deps, context.actor, input);
    return {};
  }),
  setVerificationLevel: procedures.users.setVerificationLevel.handler(
    async ({ context, input }) => {
      const actor = requireStepUpToGrant(context.actor, input.level !== 'none');
      await setVerificationLevel(context.deps, actor, input);
      return {};
    },
  ),
  setFrozen: procedures.users.setFrozen.handler(async ({ context, input }) => {
    const actor = requireStepUpToGrant(context.actor, !input.isFrozen);
    await setFrozen(context.deps, actor, input);
    return {};
  }),
  resetSecondFactors: procedures.users.resetSecondFactors.handler(async ({ context, input }) => {
    await resetSecondFactors(context.deps, context.actor, input);
    return {};
  }),
  changeOwnPassword: procedures.users.changeOwnPassword.handler(async ({ context, input }) => {
    const { deps, actor, request } = context;
    const device = await findKnownDevice(deps, request, actor.username);
    await changeOwnPassword(deps, actor, { ...input, device });
    return {};
  }),
};
