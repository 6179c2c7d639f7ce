import { procedures } from '#server/deps/procedures.ts';
import {
  createSiteUrl,
  listActiveSiteUrls,
  listSiteUrls,
  removeSiteUrl,
  updateSiteUrl,
} from './site-urls.ts';

const { listActive, list, create, update, remove } = procedures.siteUrls;

export const siteUrlRoutes = {
  listActive: listActive.handler(({ context }) => listActiveSiteUrls(context.deps)),
  list: list.handler(({ context }) => listSiteUrls(context.deps)),
  create: create.handler(({ context, input }) => createSiteUrl(context.deps, context.actor, input)),
  update: update.handler(({ context, input: { id, ...form } }) =>
    updateSiteUrl(context.deps, context.actor, { id, form }),
  ),
  remove: remove.handler(async ({ context, input }) => {
    await removeSiteUrl(context.deps, context.actor, input.id);
    return {};
  }),
};
