import type { FastifyInstance } from 'fastify';
import { id as idSchema } from '#contract/shared/base.ts';
import { appError } from '#server/base/errors.ts';
import { type FileRouteContext, procedures } from '#server/deps/procedures.ts';
import { registerUpload } from '#server/platform/http/uploads.ts';
import {
  createBanner,
  getCarousel,
  getCarouselSettings,
  listBanners,
  removeBanner,
  reorderBanners,
  setCarousel,
  updateBanner,
} from './banners.ts';

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

export function registerBannerUploads(app: FastifyInstance, context: FileRouteContext): void {
  const { deps } = context;
  registerUpload(app, context, {
    name: 'createBanner',
    handle: async ({ actor, form, file }) => ({
      answer: await createBanner(deps, actor, { form, image: file }),
    }),
  });
  registerUpload(app, context, {
    name: 'updateBanner',
    handle: async ({ actor, form, file, params }) => {
      const id = idSchema.safeParse(params.id);
      if (!id.success) throw appError('BANNER_NOT_FOUND');
      return { answer: await updateBanner(deps, actor, { id: id.data, form, image: file }) };
    },
  });
}
