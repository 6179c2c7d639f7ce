import type { FastifyInstance } from 'fastify';
import { avatarForm } from '#contract/profiles.ts';
import { MAX_UPLOAD_BYTES } from '#contract/rules.ts';
import type { Deps } from '#server/lib/deps.ts';
import { registerUploadRoute } from '#server/lib/files/uploads.ts';
import { procedures } from '#server/lib/gate.ts';
import { authenticate } from '../sessions/service.ts';
import { changeAvatar, getOwnProfile, setLanguage, updateOwnProfile } from './service.ts';

/** Twice what the largest avatar on screen needs, for sharp displays. */
const AVATAR_SIDE_PIXELS = 512;

const { current, update, setLanguage: setLanguageOf } = procedures.profiles;

export const profileRoutes = {
  current: current.handler(({ context }) => getOwnProfile(context.deps, context.actor)),
  update: update.handler(({ context, input }) =>
    updateOwnProfile(context.deps, context.actor, input),
  ),
  setLanguage: setLanguageOf.handler(async ({ context, input }) => {
    await setLanguage(context.deps, context.actor, input.language);
    return {};
  }),
};

/** `POST /files/avatars`: the picture as the body, an empty form in the `Wallet-Form` header. */
export function registerAvatarUpload(app: FastifyInstance, deps: Deps): void {
  registerUploadRoute(
    app,
    { deps, authenticate: authenticate(deps) },
    {
      method: 'POST',
      path: '/files/avatars',
      access: 'user',
      kind: 'avatars',
      form: avatarForm,
      required: 'AVATAR_TYPE',
      rules: {
        maxBytes: MAX_UPLOAD_BYTES,
        bound: { width: AVATAR_SIDE_PIXELS, height: AVATAR_SIDE_PIXELS },
        errors: { type: 'AVATAR_TYPE', tooLarge: 'AVATAR_TOO_LARGE' },
      },
      handle: async ({ actor, file }) => ({ answer: await changeAvatar(deps, actor, file) }),
    },
  );
}
