import { procedures } from '#server/deps/procedures.ts';
import { createBank, listActiveBanks, removeBank, updateBank } from './banks.ts';

const { listActive, create, update, remove } = procedures.banks;

export const bankRoutes = {
  listActive: listActive.handler(({ context }) => listActiveBanks(context.deps)),
  create: create.handler(({ context, input }) => createBank(context.deps, context.actor, input)),
  update: update.handler(({ context, input }) => updateBank(context.deps, context.actor, input)),
  remove: remove.handler(async ({ context, input }) => {
    await removeBank(context.deps, context.actor, input.id);
    return {};
  }),
};
