import { procedures } from '#server/deps/procedures.ts';
import {
  createSource,
  listActiveSources,
  listSources,
  removeSource,
  updateSource,
} from './sources.ts';

const { listActive, list, create, update, remove } = procedures.sources;

export const sourceRoutes = {
  listActive: listActive.handler(({ context }) => listActiveSources(context.deps)),
  list: list.handler(({ context }) => listSources(context.deps)),
  create: create.handler(({ context, input }) => createSource(context.deps, context.actor, input)),
  update: update.handler(({ context, input: { id, ...form } }) =>
    updateSource(context.deps, context.actor, { id, form }),
  ),
  remove: remove.handler(async ({ context, input }) => {
    await removeSource(context.deps, context.actor, input.id);
    return {};
  }),
};
