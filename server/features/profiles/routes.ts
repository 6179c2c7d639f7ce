import type { FastifyInstance } from 'fastify';
import { type FileRouteContext, procedures } from '#server/deps/procedures.ts';
import { registerUpload } from '#server/platform/http/uploads.ts';
import {
  changeAvatar,
  getOwnProfile,
  setLanguage,
  setListLayout,
  updateOwnProfile,
} from './profiles.ts';

const {
  current,
  update,
  setLanguage: setLanguageOf,
  setListLayout: setListLayoutOf,
} = procedures.profiles;

export const profileRoutes = {
  current: current.handler(({ context }) => getOwnProfile(context.deps, context.actor)),
  update: update.handler(({ context, input }) =>
    updateOwnProfile(context.deps, context.actor, input),
  ),
  setLanguage: setLanguageOf.handler(async ({ context, input }) => {
    await setLanguage(context.deps, context.actor, input.language);
    return {};
  }),
  setListLayout: setListLayoutOf.handler(async ({ context, input }) => {
    await setListLayout(context.deps, context.actor, input);
    return {};
  }),
};

export function registerAvatarUpload(app: FastifyInstance, context: FileRouteContext): void {
  const { deps } = context;
  registerUpload(app, context, {
    name: 'changeAvatar',
    handle: async ({ actor, file }) => ({ answer: await changeAvatar(deps, actor, file) }),
  });
}
