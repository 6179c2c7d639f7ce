import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps/deps.ts';
import { procedures } from '#server/platform/auth/gate.ts';
import { registerUpload } from '#server/platform/http/uploads.ts';
import { authenticate } from '../sessions/login.ts';
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

export function registerAvatarUpload(app: FastifyInstance, deps: Deps): void {
  const context = { deps, authenticate: authenticate(deps) };
  registerUpload(app, context, {
    name: 'changeAvatar',
    handle: async ({ actor, file }) => ({ answer: await changeAvatar(deps, actor, file) }),
  });
}
