import type { FastifyInstance } from 'fastify';
import { bannerForm, bannerPatch } from '#contract/banners.ts';
import { id as idSchema } from '#contract/base.ts';
import { MAX_BANNER_BYTES, MAX_BANNER_HEIGHT, MAX_BANNER_WIDTH } from '#contract/rules.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError } from '#server/lib/errors.ts';
import type { ImageRules } from '#server/lib/files/images.ts';
import { registerUploadRoute } from '#server/lib/files/uploads.ts';
import { procedures } from '#server/lib/gate.ts';
import { authenticate } from '../sessions/service.ts';
import {
  createBanner,
  getCarousel,
  getCarouselSettings,
  listBanners,
  removeBanner,
  reorderBanners,
  setCarousel,
  updateBanner,
} from './service.ts';

const { listActive, list, update, reorder, remove, carousel, ...others } = procedures.banners;

export const bannerRoutes = {
  listActive: listActive.handler(({ context }) => getCarousel(context.deps)),
  list: list.handler(({ context }) => listBanners(context.deps)),
  update: update.handler(({ context, input: { id, ...form } }) =>
    updateBanner(context.deps, context.actor, { id, form }),
  ),
  reorder: reorder.handler(({ context, input }) =>
    reorderBanners(context.deps, context.actor, input.ids),
  ),
  remove: remove.handler(async ({ context, input }) => {
    await removeBanner(context.deps, context.actor, input.id);
    return {};
  }),
  carousel: carousel.handler(({ context }) => getCarouselSettings(context.deps)),
  setCarousel: others.setCarousel.handler(async ({ context, input }) => {
    await setCarousel(context.deps, context.actor, input.slideSeconds);
    return {};
  }),
};

const rules: ImageRules = {
  maxBytes: MAX_BANNER_BYTES,
  bound: { width: MAX_BANNER_WIDTH, height: MAX_BANNER_HEIGHT },
  webpQuality: 85,
  errors: { type: 'BANNER_IMAGE_TYPE', tooLarge: 'BANNER_IMAGE_TOO_LARGE' },
};

/** `POST /files/banners` adds a banner, `PUT /files/banners/:id` changes one with its image. */
export function registerBannerUploads(app: FastifyInstance, deps: Deps): void {
  const context = { deps, authenticate: authenticate(deps) };
  const shared = {
    access: 'admin',
    kind: 'banner-images',
    required: 'BANNER_IMAGE_REQUIRED',
    rules,
  } as const;
  registerUploadRoute(app, context, {
    ...shared,
    method: 'POST',
    path: '/files/banners',
    form: bannerForm,
    handle: async ({ actor, form, file }) => ({
      answer: await createBanner(deps, actor, { form, image: file }),
    }),
  });
  registerUploadRoute(app, context, {
    ...shared,
    method: 'PUT',
    path: '/files/banners/:id',
    form: bannerPatch,
    handle: async ({ actor, form, file, params }) => {
      const id = idSchema.safeParse(params.id);
      if (!id.success) throw appError('BANNER_NOT_FOUND');
      return { answer: await updateBanner(deps, actor, { id: id.data, form, image: file }) };
    },
  });
}
