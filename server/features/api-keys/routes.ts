import { procedures } from '#server/deps/procedures.ts';
import { createApiKey, listApiKeys, resumeApiKey, revokeApiKey } from './api-keys.ts';

const { list, create, revoke, resume } = procedures.apiKeys;

export const apiKeyRoutes = {
  list: list.handler(({ context }) => listApiKeys(context.deps)),
  create: create.handler(({ context, input }) => createApiKey(context.deps, context.actor, input)),
  revoke: revoke.handler(async ({ context, input }) => {
    await revokeApiKey(context.deps, context.actor, input.id);
    return {};
  }),
  resume: resume.handler(async ({ context, input }) => {
    await resumeApiKey(context.deps, context.actor, input.id);
    return {};
  }),
};
