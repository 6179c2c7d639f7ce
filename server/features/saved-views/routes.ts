import { procedures } from '#server/deps/procedures.ts';
import { changeViewName, listViews, removeView, saveView } from './saved-views.ts';

const { list, save, rename, remove } = procedures.savedViews;

export const savedViewRoutes = {
  list: list.handler(({ context: { deps, actor } }) => listViews(deps, actor)),
  save: save.handler(({ context: { deps, actor }, input }) => saveView(deps, actor, input)),
  rename: rename.handler(async ({ context: { deps, actor }, input }) => {
    await changeViewName(deps, actor, input);
    return {};
  }),
  remove: remove.handler(async ({ context: { deps, actor }, input }) => {
    await removeView(deps, actor, input.id);
    return {};
  }),
};
