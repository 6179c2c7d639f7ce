import { procedures } from '#server/lib/gate.ts';
import { changeOwnPassword } from './own-password.ts';
import { setRole, setStatus } from './service.ts';

export const userRoutes = {
  setStatus: procedures.users.setStatus.handler(async ({ context, input }) => {
    await setStatus(context.deps, context.actor, input);
    return {};
  }),
  setRole: procedures.users.setRole.handler(async ({ context, input }) => {
    await setRole(context.deps, context.actor, input);
    return {};
  }),
  changeOwnPassword: procedures.users.changeOwnPassword.handler(async ({ context, input }) => {
    await changeOwnPassword(context.deps, context.actor, input);
    return {};
  }),
};
