import { procedures } from '#server/lib/gate.ts';
import { changeOwnPassword } from './own-password.ts';
import { setRole, setStatus } from './service.ts';

const unbuilt = async (): Promise<never> => {
  throw new Error('Not built yet');
};

export const userRoutes = {
  list: procedures.users.list.handler(unbuilt),
  get: procedures.users.get.handler(unbuilt),
  create: procedures.users.create.handler(unbuilt),
  setPassword: procedures.users.setPassword.handler(unbuilt),
  adjustBalance: procedures.users.adjustBalance.handler(unbuilt),
  remove: procedures.users.remove.handler(unbuilt),
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
